# SPDX-License-Identifier: Apache-2.0
"""Figures over commits: which commit the tree is of, and a file with a line of JSON for each measurement."""

import json
import os
import subprocess

from util.problem import Problem


def git(*arguments):
    """What git prints; None if it fails, or has not ended in half a minute."""
    try:
        result = subprocess.run(["git", *arguments], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                                timeout=30,
                                check=False)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return result.stdout.strip() if result.returncode == 0 else None


def commit(*paths):
    """The commit the sources are of, with -dirty if the files at `paths` differ from it; `none` outside git."""
    head = git("rev-parse", "--short=12", "HEAD")
    if not head:
        return "none"
    return head + ("-dirty" if git("status", "--porcelain", "--", *paths) else "")


def append(path, line):
    """Appends a line to the history."""
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    with open(path, "a", encoding="utf-8") as file:
        file.write(json.dumps(line, sort_keys=True) + "\n")


def read(path, maker):
    """Its lines, oldest first. `maker` is the command that writes it."""
    try:
        with open(path, encoding="utf-8") as file:
            return [json.loads(line) for line in file if line.strip()]
    except OSError as error:
        raise Problem(f"{path}: {error.strerror}; {maker} writes it") from None
    except ValueError:
        raise Problem(f"{path}: not lines of JSON") from None
