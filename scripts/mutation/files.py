# SPDX-License-Identifier: Apache-2.0
"""Reading and hashing the files of a draw."""

import hashlib

from util.problem import Problem


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
