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
        cause = str(error)
        at = re.search(r" \(at (?:line (\d+), column \d+|end of document)\)$", cause)
        line = int(at[1]) if at and at[1] else text.count("\n") + 1 if at else 1
        raise FactError(path, line, cause[:at.start()] if at else cause) from None


def line_of(text, what):
    """The line in which a table first says this."""
    return text.count("\n", 0, max(text.find(what), 0)) + 1


def line_of_key(text, section, key=None):
    """The line of `key = ` below [section], whose last name may stand in quotes; else that of [section]; else 1."""
    above, _, last = section.partition(".")
    name = re.escape(above) + (rf"\.(?:{re.escape(last)}|\"{re.escape(last)}\")" if last else "")
    head = re.search(rf"(?m)^\[{name}\]", text)
    if not head:
        return line_of(text, f"[{section}]")
    end = re.compile(r"(?m)^\[").search(text, head.end())
    found = re.compile(rf"(?m)^{re.escape(key)} *=").search(text, head.end(), end.start() if end else len(text)) \
        if key else None
    return text.count("\n", 0, (found or head).start()) + 1


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
