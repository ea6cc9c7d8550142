# SPDX-License-Identifier: Apache-2.0
"""Packed structs as tables describe them: their fields, where each is, and the SystemVerilog of them."""

import dataclasses
import re

from facts import common
from facts.common import FactError

WIDTH = 120  # of lines of SystemVerilog
C_TYPES = {"bool": 1, "uint8_t": 8, "uint16_t": 16, "uint32_t": 32, "uint64_t": 64}


class Source:
    """A table, and where in it things are said."""

    def __init__(self, path):
        self.path = path
        self.table, self.text = common.load(path)

    def error(self, cause, *where):
        """The cause, at the line in which the table has these texts one after another; texts it lacks are skipped.
        The last one is what the cause is about."""
        place = 0
        for what in where:
            place = max(self.text.find(f'"{what}"', place + 1), place)
        return FactError(self.path, self.text.count("\n", 0, place) + 1, f"{where[-1]}: {cause}" if where else cause)

    def entry(self, kind, value, *where):
        """An object of that dataclass of an entry of the table."""
        known = {field.name for field in dataclasses.fields(kind) if field.init}
        unknown = [key for key in value if key not in known]
        if unknown:
            raise self.error(f"the table has no `{unknown[0]}` here", *where)
        try:
            return kind(**value)
        except TypeError as error:
            raise self.error(str(error).rpartition(") ")[2], *where) from None


@dataclasses.dataclass
class Constant:
    name: str = ""
    c: str = ""
    value: int = 0
    clog2: str = ""
    means: str = ""


@dataclasses.dataclass
class Field:
    """A field of a struct, or a port. The head of rtl/data/pins.toml says what each means."""

    name: str
    width: object = None
    type: str = ""
    count: object = 0
    means: str = ""
    c: str = None
    ctype: str = ""
    third: str = ""
    exists: str = ""
    bits: int = dataclasses.field(init=False, default=0)  # of an element
    elements: int = dataclasses.field(init=False, default=0)  # 0: it is no array

    @property
    def all_bits(self):
        return self.bits * (self.elements or 1)


@dataclasses.dataclass
class Struct:
    name: str
    fields: list
    about: str = ""
    c: str = ""
    column: str = ""

    @property
    def bits(self):
        return sum(field.all_bits for field in self.fields)


@dataclasses.dataclass
class Value:
    name: str
    c: str = ""
    means: str = ""


@dataclasses.dataclass
class Enum:
    name: str
    width: int
    values: list
    c: str = ""
    about: str = ""
    last: str = ""

    @property
    def bits(self):
        return self.width


class Types:
    """Constants, enums and structs by name, as far as they have been read."""

    def __init__(self, source):
        self.source = source
        self.constants = {}
        self.types = {}

    def number(self, value, *where):
        """A number of the table, which can be a constant's name."""
        number = self.constants.get(value, value)
        if isinstance(number, bool) or not isinstance(number, int):
            raise self.source.error(f"no number, and no constant: {value}", *where)
        return number

    def add(self, kind, name):
        if not re.fullmatch(r"[a-z]\w*_[te]", name or ""):
            raise self.source.error("no name of a type", name)
        if name in self.types:
            raise self.source.error("there is such a type already", name, name)
        self.types[name] = kind

    def measure(self, field, *where):
        """Its bits and elements."""
        where = (*where, field.name)
        if (field.width is None) == (not field.type):
            raise self.source.error("either a width or a type", *where)
        if field.type:
            if field.type not in self.types:
                raise self.source.error(f"no struct or enum {field.type} above", *where)
            field.bits = self.types[field.type].bits
        else:
            field.bits = self.number(field.width, *where)
        field.elements = self.number(field.count, *where)
        if field.bits < 1 or field.elements < 0:
            raise self.source.error(f"width {field.bits}, count {field.elements}", *where)
        if field.ctype and C_TYPES.get(field.ctype, 0) < field.bits:
            raise self.source.error(f"{field.bits} bits do not fit in {field.ctype}", *where)
        if not re.fullmatch(r"[A-Za-z]\w*", field.name) or not re.fullmatch(r"\w*", field.c or ""):
            raise self.source.error("no name of a field", *where)
        if "|" in field.means or not field.means.isascii():
            raise self.source.error("words that are no plain text in every language", *where)

    def constant(self, value):
        constant = self.source.entry(Constant, value, value.get("name") or value.get("c"))
        if constant.clog2:
            constant.value = (self.number(constant.clog2, constant.name) - 1).bit_length()
        for name in filter(None, (constant.name, constant.c)):
            if name in self.constants:
                raise self.source.error("there twice", name, name)
            self.constants[name] = constant.value
        return constant

    def enum(self, value):
        enum = self.source.entry(Enum, value, value.get("name"))
        enum.values = [self.source.entry(Value, item, enum.name, item.get("name")) for item in enum.values]
        names = [item.name for item in enum.values]
        for name in names:
            if names.count(name) > 1:
                raise self.source.error("there twice", enum.name, name, name)
        if not 0 < len(names) <= 1 << enum.width:
            raise self.source.error(f"{len(names)} values do not fit in {enum.width} bits", enum.name)
        self.add(enum, enum.name)
        return enum

    def struct(self, value):
        struct = self.source.entry(Struct, value, value.get("name"))
        struct.fields = [self.source.entry(Field, item, struct.name, item.get("name")) for item in struct.fields]
        names = [field.name for field in struct.fields]
        for field in struct.fields:
            if names.count(field.name) > 1:
                raise self.source.error("there twice", struct.name, field.name, field.name)
            self.measure(field, struct.name)
        self.add(struct, struct.name)
        return struct

    def places(self, struct, low=0, before=""):
        """[(names of the field and of what is around it, lowest bit, field)] of what is no struct itself."""
        found = []
        top = low + struct.bits
        for field in struct.fields:
            top -= field.all_bits
            inner = self.types.get(field.type)
            if isinstance(inner, Struct) and not field.elements:
                found += self.places(inner, top, f"{before}{field.name}.")
            else:
                found.append((before + field.name, top, field))
        return found


def plain(words):
    """Words without the marks of a document."""
    return words.replace("`", "")


def comment(words, indent="", width=WIDTH):
    """Lines of a comment."""
    lines = [f"{indent}//"]
    for word in plain(words).split():
        if len(lines[-1]) + 1 + len(word) > width:
            lines.append(f"{indent}//")
        lines[-1] += f" {word}"
    return lines if words else []


def commented(rows, indent, width):
    """Lines of [(text, comment)]: a comment stands after the text, or above it where it is too long."""
    column = max((len(text) for text, words in rows
                  if words and len(indent) + len(text) + 5 + len(plain(words)) <= width), default=0)
    lines = []
    for text, words in rows:
        behind = f"{indent}{text:{column}}  // {plain(words)}"
        if words and len(text) <= column and len(behind) <= width:
            lines.append(behind)
        else:
            lines += [*comment(words, indent, width), indent + text]
    return lines


def sv_width(value):
    """The dimension of so many bits or elements."""
    return f"[{value - 1}:0]" if isinstance(value, int) else f"[{value}-1:0]"


def sv_type(field):
    count = sv_width(field.count) if field.elements else ""
    if field.type:
        return f"{field.type} {count}".rstrip()
    return f"logic {count}{sv_width(field.width) if field.bits > 1 else ''}".rstrip()


def sv_constants(constants):
    rows = [(f"localparam int unsigned {constant.name} = "
             f"{f'$clog2({constant.clog2})' if constant.clog2 else constant.value};", constant.means)
            for constant in constants if constant.name]
    return commented(rows, "  ", WIDTH)


def sv_struct(struct):
    column = max(len(sv_type(field)) for field in struct.fields)
    rows = [(f"{sv_type(field):{column}} {field.name};", field.means) for field in struct.fields]
    return [*comment(struct.about, "  "), "  typedef struct packed {", *commented(rows, "    ", WIDTH),
            f"  }} {struct.name};", ""]


def sv_enum(enum):
    column = max(len(value.name) for value in enum.values)
    rows = [(f"{value.name:{column}} = {enum.width}'d{index}{',' if value is not enum.values[-1] else ''}", value.means)
            for index, value in enumerate(enum.values)]
    return [*comment(enum.about, "  "), f"  typedef enum logic [{enum.width - 1}:0] {{",
            *commented(rows, "    ", WIDTH), f"  }} {enum.name};", ""]
