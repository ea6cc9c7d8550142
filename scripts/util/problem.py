# SPDX-License-Identifier: Apache-2.0
"""The error that ends a program with one line, and files that are complete or absent."""

import json
import os
import sys
import threading


class Problem(Exception):
    """Why a program cannot continue: one line, printed as it is, with status 2."""


def run_main(main):
    """Ends a program with the status of main(), with 1 if it is interrupted, or with 2 and one line if it cannot
    continue."""
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        status, cause = 1, "interrupted"
    except (Problem, OSError) as problem:
        status, cause = 2, problem
    print(f"{os.path.basename(sys.argv[0])}: {cause}", file=sys.stderr)
    sys.exit(status)


def write_whole(path, text):
    """Writes a file of text or bytes as a whole or not at all, even if this program is killed. Makes its directory if
    necessary."""
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    temporary = f"{path}.{os.getpid()}.{threading.get_native_id()}"
    try:
        with open(temporary, "wb") as file:
            file.write(text.encode() if isinstance(text, str) else text)
        os.replace(temporary, path)
    except BaseException:
        if os.path.exists(temporary):
            os.unlink(temporary)
        raise


def write_if_changed(path, text):
    """Writes a file like write_whole(), unless it already has this text: make does not rebuild its dependents then."""
    try:
        with open(path, encoding="utf-8") as file:
            if file.read() == text:
                return
    except (OSError, UnicodeDecodeError):
        pass
    write_whole(path, text)


def read_json(path):
    """The JSON value in the file; None if the file is missing or is not JSON."""
    try:
        with open(path, encoding="utf-8") as file:
            return json.load(file)
    except (OSError, ValueError):
        return None
