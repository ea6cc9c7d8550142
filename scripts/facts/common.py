# SPDX-License-Identifier: Apache-2.0
"""What the tables of facts share: reading and writing files, and errors that name file, line and cause."""

import os
import re
import tomllib


class FactError(Exception):
    """A cause, with the place it is found at."""

    def __init__(self, path, line, cause):
        super().__init__(f"{path}:{line}: {cause}")


def read(path):
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except (OSError, UnicodeDecodeError) as error:
        raise FactError(path, 1, getattr(error, "strerror", None) or "not UTF-8 text") from None


def load(path):
    """A table, and its text, in which line_of() finds things."""
    text = read(path)
    try:
        return tomllib.loads(text), text
    except tomllib.TOMLDecodeError as error:
        raise FactError(path, 1, str(error)) from None


def line_of(text, what):
    """The line in which a table first says this."""
    return text.count("\n", 0, max(text.find(what), 0)) + 1


def made_from(table, sign="//"):
    """The first lines of a file that is made."""
    return [f"{sign} Made by scripts/generate.py from {table}.", f"{sign} SPDX-License-Identifier: Apache-2.0"]


def in_document(path, text, table, lines, part=""):
    """The text of a document with these lines between the marks of the table (and of the part of it, if it has more
    than one place in the document)."""
    begin = f"<!-- begin{' ' + part if part else ''}: made by scripts/generate.py from {table} -->"
    end = "<!-- end -->"
    found = re.search(rf"{re.escape(begin)}\n.*?{re.escape(end)}", text, re.S)
    if not found:
        raise FactError(path, 1, f"no `{begin}` with `{end}` after it")
    return text.replace(found[0], "\n".join([begin, *lines, end]))


def write_whole(path, text):
    """Writes the file as a whole or not at all."""
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    temporary = f"{path}.{os.getpid()}"
    try:
        with open(temporary, "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(temporary, path)
    except BaseException:
        if os.path.exists(temporary):
            os.unlink(temporary)
        raise
