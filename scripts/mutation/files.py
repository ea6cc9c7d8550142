# SPDX-License-Identifier: Apache-2.0
"""Reading, hashing and writing the files of a draw."""

import hashlib
import os

from util.problem import Problem, write_whole


def read(path):
    """The bytes of a file. Problem if it cannot be read."""
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError as error:
        raise Problem(f"{path}: {error.strerror}") from None


def sha256(path):
    """A hash of a file's bytes."""
    return hashlib.sha256(read(path)).hexdigest()


def write_if_changed(path, text):
    """Writes the file unless it already has that text, so that make does not rebuild its dependents."""
    if not os.path.exists(path) or read(path) != text.encode():
        write_whole(path, text)
