# SPDX-License-Identifier: Apache-2.0
"""Shared by the tables of facts: reading files, and errors that name file, line and cause."""

import dataclasses
import glob
import re
import tomllib
from types import MappingProxyType
from typing import get_args

from util.problem import Problem

# REUSE-IgnoreStart
LICENCE = "SPDX-License-Identifier: Apache-2.0"
# REUSE-IgnoreEnd


class FactError(Problem):
    """An error: file, line and cause."""

    def __init__(self, path, line, cause):
        super().__init__(f"{path}:{line}: {cause}")
        self.cause = cause


def read(path):
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except (OSError, UnicodeDecodeError) as error:
        raise FactError(path, 1, getattr(error, "strerror", None) or "not UTF-8 text") from None


def tests(name):
    """The test files with this name, or of this pattern, in every test folder."""
    return sorted(path for place in ("tb/*", "fpga", "scripts")
                  for path in glob.glob(f"{place}/test/**/{name}", recursive=True))


def load(path):
    """A table, and its text, in which line_of() finds things."""
    text = read(path)
    try:
        return tomllib.loads(text), text
    except tomllib.TOMLDecodeError as error:
        at = re.fullmatch(r"(.*) \(at (?:line (\d+), column \d+|end of document)\)", str(error), re.S)
        raise FactError(path, (at and at[2]) or text.count("\n") + 1, at[1] if at else str(error)) from None


class Source:
    """A table, and the lines of its entries."""

    def __init__(self, path):
        self.path = path
        self.table, self.text = load(path)

    def section(self, name):
        """The table [name], which must exist."""
        found = self.table.get(name)
        if not isinstance(found, dict):
            raise self.error(f"no [{name}]")
        return found

    def line(self, *where):
        """The line in which these names follow one another, as keys or in quotes; some of them may be missing."""
        place = 0
        for name in where:
            key = rf'(?m)(?:^|[\[."]|[{{,] ){re.escape(str(name))}(?=["\]]|\.\w+\]| = )'
            found = re.compile(key).search(self.text, place)
            place = found.end() if found else place
        return self.text.count("\n", 0, place) + 1

    def error(self, cause, *where):
        """FactError with the cause and that line. The cause is about the last name."""
        return FactError(self.path, self.line(*where), f"{where[-1]}: {cause}" if where else cause)

    def entry(self, kind, value, *where, **more):
        """An object of a dataclass, made from an entry of the table and from `more`. The entry must have every field
        without a default, no unknown field, and the types that the dataclass declares."""
        fields = {field.name: field for field in dataclasses.fields(kind) if field.init and field.name not in more}
        if not isinstance(value, dict):
            raise self.error("not a table", *where)
        for name, item in value.items():
            if name not in fields:
                raise self.error(f"unknown field {name}", *where)
            expected = fields[name].type
            mistaken = isinstance(item, bool) and bool not in (expected, *get_args(expected))  # for a number
            if mistaken or not isinstance(item, expected):
                raise self.error(f"{name} is not of type {getattr(expected, '__name__', expected)}", *where)
        for name, field in fields.items():
            if name not in value and field.default is field.default_factory is dataclasses.MISSING:
                raise self.error(f"no {name}", *where)
        try:
            return kind(**value, **more)
        except (TypeError, ValueError, SyntaxError) as error:  # its own check
            raise self.error(str(error), *where) from None


def line_of(text, what, after=1):
    """The line of the first occurrence of a text from line `after` on; `after` if there is none."""
    start = sum(map(len, text.splitlines(keepends=True)[:after - 1]))
    found = text.find(what, start)
    return after if found < 0 else text.count("\n", 0, found) + 1


def entries(path, table, text, header):
    """[(entry, line it begins at)] of an array of tables."""
    found = table.get(header, [])
    lines = [number for number, line in enumerate(text.splitlines(), 1) if line.strip() == f"[[{header}]]"]
    if not isinstance(found, list) or len(lines) != len(found):
        raise FactError(path, line_of(text, header), f"{header} is not written as [[{header}]]")
    return list(zip(found, lines))


def check_fields(path, line, entry, needed, optional=MappingProxyType({})):
    """Raises FactError unless an entry has every needed field, no others except optional ones, and the types in both
    ({field: type}). Strings and list items must not be empty."""
    for field in needed:
        if field not in entry or entry[field] == "":
            raise FactError(path, line, f"no {field}")
    for field, value in entry.items():
        kind = needed.get(field) or optional.get(field)
        if kind is None:
            raise FactError(path, line, f"unknown field {field}")
        if not isinstance(value, kind):
            raise FactError(path, line, f"{field} is not of type {kind.__name__}")
        if kind is list and not all(isinstance(item, (str, dict)) and item for item in value):
            raise FactError(path, line, f"{field} has an empty item")


def line_of_key(text, section, key=None):
    """The line of `key = ` below [section], whose last name may be in quotes; else that of [section]; else 1."""
    above, _, last = section.partition(".")
    name = re.escape(above) + (rf"\.(?:{re.escape(last)}|\"{re.escape(last)}\")" if last else "")
    head = re.search(rf"(?m)^\[{name}\]", text)
    if not head:
        return line_of(text, f"[{section}]")
    end = re.compile(r"(?m)^\[").search(text, head.end())
    found = re.compile(rf"(?m)^{re.escape(key)} *=").search(text, head.end(), end.start() if end else len(text)) \
        if key else None
    return text.count("\n", 0, (found or head).start()) + 1


def made_from(table, sign="//", by="scripts/generate.py"):
    """The first lines of a generated file."""
    return [f"{sign} Made by {by} from {table}.", f"{sign} {LICENCE}"]


def c_list(what, name, items):
    """Lines of a macro: the items, separated by commas. `what` describes the arguments of X(...)."""
    return ["", f"// {what}, separated by commas.", f"#define {name}(X) \\",
            *(f"  X({item}), \\" for item in items[:-1]), f"  X({items[-1]})"]


def markdown(columns, rows):
    """Lines of a table of a document."""
    rows = [columns, ["---"] * len(columns), *rows]
    return ["".join("| " if cell == "" else f"| {cell} " for cell in row) + "|" for row in rows]


def in_document(path, text, table, lines, part=""):
    """The text of a document with these lines between the marks of the table (and of its part, if the table has
    several places in the document)."""
    begin = f"<!-- begin{' ' + part if part else ''}: made by scripts/generate.py from {table} -->"
    end = "<!-- end -->"
    found = re.search(rf"{re.escape(begin)}\n.*?{re.escape(end)}", text, re.S)
    if not found:
        raise FactError(path, 1, f"no `{begin}` with `{end}` after it")
    return text.replace(found[0], "\n".join([begin, *lines, end]))
