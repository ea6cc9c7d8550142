# SPDX-License-Identifier: Apache-2.0
"""Packed structs as tables describe them: their fields, the position of each, and their SystemVerilog."""

import dataclasses
import re

WIDTH = 120  # of lines of SystemVerilog
C_TYPES = {"bool": 1, "uint8_t": 8, "uint16_t": 16, "uint32_t": 32, "uint64_t": 64}


@dataclasses.dataclass
class Constant:
    """A number: its names in SystemVerilog and in C, either of which can be missing."""

    name: str
    c: str = ""
    value: int = 0
    clog2: str = ""
    means: str = ""


@dataclasses.dataclass
class Field:
    """A field of a struct, or a port. The head of rtl/data/pins.toml describes the keys."""

    name: str
    width: int | str = 0
    type: str = ""
    count: int | str = 0
    means: str = ""
    c: str | None = None
    ctype: str = ""
    third: str = ""
    exists: str = ""
    bits: int = dataclasses.field(init=False, default=0)  # per element
    elements: int = dataclasses.field(init=False, default=0)  # 0: not an array

    @property
    def all_bits(self):
        return self.bits * (self.elements or 1)


@dataclasses.dataclass
class Struct:
    name: str
    fields: dict | list
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
    values: list | dict
    c: str = ""
    about: str = ""
    last: str = ""

    @property
    def bits(self):
        return (len(self.values) - 1).bit_length()


class Types:
    """The constants, enums and structs of a table that have been read so far, by name."""

    def __init__(self, source):
        self.source = source
        self.constants = {}
        self.types = {}

    def read(self):
        """Reads them in the order of the table, where a type comes before its uses."""
        constants = [self.constant(name, value) for name, value in self.source.table.get("constant", {}).items()]
        for name, value in self.source.section("type").items():
            if not re.fullmatch(r"[a-z]\w*_[te]", name):
                raise self.source.error("not a valid name for a type", name)
            self.types[name] = self.enum(name, value) if "values" in value else self.struct(name, value)
        return constants

    def number(self, value, *where):
        """A number of the table, which can be the name of a constant."""
        number = self.constants.get(value, value)
        if not isinstance(number, int):
            raise self.source.error(f"neither a number nor a constant: {value}", *where)
        return number

    def measure(self, field, *where):
        """Its bits and elements."""
        where = (*where, field.name)
        if field.type:
            if field.width:
                raise self.source.error("must have either a width or a type", *where)
            if field.type not in self.types:
                raise self.source.error(f"no struct or enum {field.type} above", *where)
        field.bits = self.types[field.type].bits if field.type else self.number(field.width or 1, *where)
        field.elements = self.number(field.count, *where)
        if field.bits < 1 or field.elements < 0:
            raise self.source.error(f"width {field.bits}, count {field.elements}", *where)
        if field.ctype and C_TYPES.get(field.ctype, 0) < field.bits:
            raise self.source.error(f"{field.bits} bits do not fit in {field.ctype}", *where)
        if not re.fullmatch(r"[A-Za-z]\w*", field.name) or not re.fullmatch(r"\w*", field.c or ""):
            raise self.source.error("not a valid name for a field", *where)
        if "|" in field.means or not field.means.isascii():
            raise self.source.error("its words are not plain text in every language", *where)

    def constant(self, name, value):
        constant = self.source.entry(Constant, value, name, name=name)
        if constant.clog2:
            constant.value = (self.number(constant.clog2, name) - 1).bit_length()
        if name.isupper():
            constant.name, constant.c = "", name
        for known in filter(None, (constant.name, constant.c)):
            self.constants[known] = constant.value
        return constant

    def enum(self, name, value):
        enum = self.source.entry(Enum, {"c": f"spu_{name[:-2]}", **value}, name, name=name)
        rows = enum.values.items() if isinstance(enum.values, dict) else ((value, "") for value in enum.values)
        enum.values = [self.source.entry(Value, {"means": row} if isinstance(row, str) else row, name, key, name=key)
                       for key, row in rows]
        return enum

    def struct(self, name, value):
        struct = self.source.entry(Struct, value, name, name=name)
        struct.fields = [self.source.entry(Field, row if isinstance(row, dict) else {"width": row}, name, key, name=key)
                         for key, row in struct.fields.items()]
        for field in struct.fields:
            self.measure(field, name)
        return struct

    def places(self, struct, low=0, before=""):
        """[(names of the field and of the structs around it, lowest bit, field)] of each field that is not a
        struct."""
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
    """The text without Markdown's marks."""
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
    """Lines of [(text, comment)]: a comment follows the text, or is above it if the line would be too long."""
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
    """The dimension of a number of bits or elements."""
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


def packed_struct(name, about, members):
    """A packed struct in SystemVerilog of [(type, name, comment)]."""
    column = max(len(kind) for kind, _, _ in members)
    rows = [(f"{kind:{column}} {member};", means) for kind, member, means in members]
    return [*comment(about, "  "), "  typedef struct packed {", *commented(rows, "    ", WIDTH), f"  }} {name};", ""]


def enumeration(name, about, bits, values):
    """An enumeration in SystemVerilog of [(name, comment)], counted from 0."""
    column = max(len(value) for value, _ in values)
    rows = [(f"{value:{column}} = {bits}'d{index}{',' if index < len(values) - 1 else ''}", means)
            for index, (value, means) in enumerate(values)]
    return [*comment(about, "  "), f"  typedef enum logic [{bits - 1}:0] {{", *commented(rows, "    ", WIDTH),
            f"  }} {name};", ""]


def sv_struct(struct):
    return packed_struct(struct.name, struct.about, [(sv_type(field), field.name, field.means)
                                                     for field in struct.fields])


def sv_enum(enum):
    return enumeration(enum.name, enum.about, enum.bits, [(value.name, value.means) for value in enum.values])
