#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Reads the one table of named configurations, rtl/spu_config_pkg.sv, and makes the C table from it.

Every row is a `localparam config_t ConfigName = '{ Field: value, ... };`. A row must have every field of
config_t (rtl/spu_pkg.sv) once, and config_t must have the fields of struct spu_config (cmodel/spu.h) in the
same order: the same names, CamelCase there and snake_case here. A list of PMU events is given by its name: a
concatenation of numbers and of lists, of which the last element has index 0. Anything else is an error: one line
`file:line: cause` and status 2.
"""

import argparse
import re
import sys

from facts.common import FactError, read, write_whole


def strip_comments(text):
    """Blanks comments and keeps line numbers."""
    text = re.sub(r"/\*.*?\*/", lambda match: re.sub(r"[^\n]", " ", match[0]), text, flags=re.S)
    return re.sub(r"//[^\n]*", "", text)


def line_at(text, offset):
    return text.count("\n", 0, offset) + 1


def key(name):
    """DispatchWidth and dispatch_width are the same field."""
    return name.replace("_", "").lower()


def snake(name):
    """ConfigBase without its prefix, as users write it: base, big-core, v8.7 (of ConfigV8p7)."""
    return re.sub(r"(?<=\d)p(?=\d)", ".", re.sub(r"(?<!^)(?=[A-Z])", "-", name)).lower()


LIST_TYPE = "pmu_event_list_t"  # of the package: so many elements of so many bits
ELEMENT_BITS = 16


class Field:
    """A field of either struct: `bits` wide, or a list of `elements` of that width."""

    def __init__(self, name, bits, elements=0):
        self.name, self.bits, self.elements = name, bits, elements

    def size(self):
        return f"{self.elements} elements of {self.bits} bits" if self.elements else f"{self.bits} bits"


def list_length(path):
    """Elements of a list of PMU events, of the package and of the headers alike the first constant MaxPmuEvents."""
    for place in (path, "cmodel/spu_pins.h"):
        match = re.search(r"\b(?:SPU_)?MAX_?PMU_?EVENTS\s*=\s*(\d+)", strip_comments(read(place)), re.I)
        if match:
            return int(match[1])
    raise FactError(path, 1, "no MaxPmuEvents")


def sv_fields(path):
    """Fields of spu_pkg::config_t."""
    text = strip_comments(read(path))
    match = re.search(r"typedef\s+struct\s+packed\s*\{([^{}]*)\}\s*config_t\s*;", text)
    if not match:
        raise FactError(path, 1, "no `typedef struct packed {...} config_t;`")
    fields = []
    for item in re.finditer(r"([^;]+);", match[1]):
        declaration = " ".join(item[1].split())
        parsed = re.fullmatch(rf"(int unsigned|{LIST_TYPE}|bit(?: \[(\d+):0\])?) (\w+)", declaration)
        if not parsed:
            offset = match.start(1) + item.start(1) + len(item[1]) - len(item[1].lstrip())
            raise FactError(path, line_at(text, offset), f"config_t: cannot read `{declaration}`")
        if parsed[1] == LIST_TYPE:
            fields.append(Field(parsed[3], ELEMENT_BITS, list_length(path)))
        else:
            fields.append(Field(parsed[3], 32 if parsed[1] == "int unsigned" else int(parsed[2] or 0) + 1))
    return fields


def c_fields(path):
    """Fields of struct spu_config."""
    text = strip_comments(read(path))
    match = re.search(r"struct\s+spu_config\s*\{([^{}]*)\}\s*;", text)
    if not match:
        raise FactError(path, 1, "no `struct spu_config {...};`")
    width = {"bool": 1, "uint32_t": 32, "uint64_t": 64}
    fields = []
    for item in re.finditer(r"([^;]+);", match[1]):
        declaration = " ".join(item[1].split())
        parsed = re.fullmatch(r"(bool|uint32_t|uint64_t) (\w+)|uint16_t (\w+)\[SPU_MAX_PMU_EVENTS\]", declaration)
        if not parsed:
            offset = match.start(1) + item.start(1) + len(item[1]) - len(item[1].lstrip())
            raise FactError(path, line_at(text, offset), f"spu_config: cannot read `{declaration}`")
        if parsed[1]:
            fields.append(Field(parsed[2], width[parsed[1]]))
        else:
            fields.append(Field(parsed[3], ELEMENT_BITS, list_length(path)))
    return fields


def check_same_fields(package, header, sv, c):
    """The two structs have the same fields, in the same order and of the same width."""
    sv_names = {key(field.name) for field in sv}
    c_fields_of = {key(field.name): field for field in c}
    for field in sv:
        other = c_fields_of.get(key(field.name))
        if other is None:
            raise FactError(package, 1, f"config_t.{field.name} has no counterpart in struct spu_config of {header}")
        if other.size() != field.size():
            raise FactError(package, 1, f"config_t.{field.name} has {field.size()}, {other.name} of {header} has "
                                         f"{other.size()}")
    for field in c:
        if key(field.name) not in sv_names:
            raise FactError(header, 1, f"spu_config.{field.name} has no counterpart in config_t of {package}")
    for of_sv, of_c in zip(sv, c):
        if key(of_sv.name) != key(of_c.name):
            raise FactError(header, 1, f"spu_config.{of_c.name} stands where config_t of {package} has {of_sv.name}")


def number(text):
    """Value of a SystemVerilog literal, or None."""
    parsed = re.fullmatch(r"(?:\d+)?'([bodhBODH])([0-9a-fA-F_]+)", text)
    try:
        if parsed:
            return int(parsed[2].replace("_", ""), {"b": 2, "o": 8, "d": 10, "h": 16}[parsed[1].lower()])
        return int(text.replace("_", "")) if re.fullmatch(r"\d[\d_]*", text) else None
    except ValueError:
        return None


LIST = re.compile(rf"localparam\s+(?:({LIST_TYPE})|bit\s*\[(\d+):0\]\[{ELEMENT_BITS - 1}:0\])\s+(\w+)\s*=\s*([^;]*);")
WHOLE = re.compile(rf"{LIST_TYPE}'\(\{{([^{{}}]*)\}}\)")
FORM = {True: LIST_TYPE + "'({...})", False: "{...}"}
PART = re.compile(r"\{([^{}]*)\}")


def lists(path, text, elements):
    """The lists of PMU events, and the parts that they are made of: {name: elements, that of index 0 first}."""
    known = {}
    for item in LIST.finditer(text):
        line, name = line_at(text, item.start()), item[3]
        whole = item[1] is not None
        body = (WHOLE if whole else PART).fullmatch(item[4].strip())
        if not body:
            raise FactError(path, line, f"{name}: not of the form {FORM[whole]};")
        values = []
        for word in reversed([word.strip() for word in body[1].split(",")]):
            value = number(word) if word.startswith(f"{ELEMENT_BITS}'") else None
            if word not in known and (value is None or value >> ELEMENT_BITS):
                raise FactError(path, line, f"{name}: `{word}` is no number of {ELEMENT_BITS} bits and no list above")
            values += known.get(word, [value])
        length = elements if whole else int(item[2]) + 1
        if len(values) > length or (not whole and len(values) != length):
            raise FactError(path, line, f"{name}: {len(values)} elements in a list of {length}")
        known[name] = values + [0] * (length - len(values))
    return known


def value_of(field, text, known_lists):
    """Value of a field, or the cause why there is none."""
    if field.elements:
        value = known_lists.get(text)
        return (value, None) if value is not None and len(value) == field.elements else (None, "is not a list")
    value = number(text)
    if value is None:
        return None, "is not a number"
    return (None, f"does not fit {field.bits} bits") if value >> field.bits else (value, None)


def rows(path, fields):
    """The table: [(name, SystemVerilog name, {field: value})]."""
    text = strip_comments(read(path))
    known = {field.name: field for field in fields}
    known_lists = lists(path, text, max([field.elements for field in fields] or [0]))
    table = []
    seen = {}
    for row in re.finditer(r"localparam\s+config_t\s+(\w+)\s*=", text):
        line = line_at(text, row.start())
        sv_name = row[1]
        if not re.fullmatch(r"Config[A-Z]\w*", sv_name):
            raise FactError(path, line, f"{sv_name}: a configuration is named ConfigSomething")
        name = snake(sv_name[len("Config"):])
        if name in seen:
            raise FactError(path, line, f"{sv_name}: defined twice, first at line {seen[name]}")
        seen[name] = line
        body = re.compile(r"\s*'\{([^{}]*)\}\s*;").match(text, row.end())
        if not body:
            raise FactError(path, line, f"{sv_name}: not of the form '{{Field: value, ...}};")
        values = {}
        offset = body.start(1)
        for item in body[1].split(","):
            at = line_at(text, offset + len(item) - len(item.lstrip()))
            offset += len(item) + 1
            parsed = re.fullmatch(r"\s*(\w+)\s*:\s*([\w']+)\s*", item)
            if not parsed:
                raise FactError(path, at, f"{sv_name}: `{' '.join(item.split())}` is not `Field: value`")
            field = parsed[1]
            if field not in known:
                raise FactError(path, at, f"{sv_name}: {field} is not a field of config_t")
            if field in values:
                raise FactError(path, at, f"{sv_name}: {field} is given twice")
            value, cause = value_of(known[field], parsed[2], known_lists)
            if cause is not None:
                raise FactError(path, at, f"{sv_name}: {field}: `{parsed[2]}` {cause}")
            values[field] = value
        for field in fields:
            if field.name not in values:
                raise FactError(path, line, f"{sv_name}: {field.name} is missing")
        table.append((name, sv_name, values))
    if not table:
        raise FactError(path, 1, "no configuration")
    return table


def find(path, table, name):
    """The row of that name."""
    for row in table:
        if row[0] == name:
            return row
    raise FactError(path, 1, f"no configuration {name} (there are: {' '.join(row[0] for row in table)})")


def c_value(value, field):
    if field.elements:
        used = max((index + 1 for index, element in enumerate(value) if element), default=1)
        return f"{{{', '.join(f'0x{element:04X}' for element in value[:used])}}}"
    if field.bits == 1:
        return "true" if value else "false"
    return f"0x{value:X}U" if field.bits == 64 else f"{value}U"


def shown(value):
    """As --show prints it; of a list, the elements that are used, each at its index."""
    if isinstance(value, list):
        return " ".join(f"{index}:0x{element:04X}" for index, element in enumerate(value) if element) or "none"
    return str(value)


def c_table(path, table, sv, c):
    """The C source of the table."""
    c_name = {key(field.name): field.name for field in c}
    lines = [
        "// SPDX-License-Identifier: Apache-2.0",
        "//",
        f"// Made by scripts/configs.py from {path}.",
        '#include "spu_internal.h"',
        "",
        "const struct spu_named_config spu_config_table[] = {",
    ]
    for name, _, values in table:
        lines.append(f'    {{"{name}",')
        lines.append("     {")
        for field in sv:
            lines.append(f"         .{c_name[key(field.name)]} = {c_value(values[field.name], field)},")
        lines.append("     }},")
    lines += ["};", "", "const size_t spu_config_count = sizeof spu_config_table / sizeof spu_config_table[0];", ""]
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description="The named configurations of rtl/spu_config_pkg.sv.")
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--list", action="store_true", help="print the names, one a line")
    what.add_argument("--row", metavar="NAME", help="print the SystemVerilog name of configuration NAME")
    what.add_argument("--show", metavar="NAME", help="print the fields of configuration NAME, one a line")
    what.add_argument("--c-table", metavar="FILE", help="write the C table")
    parser.add_argument("--table", default="rtl/spu_config_pkg.sv", metavar="FILE", help="default: %(default)s")
    parser.add_argument("--package", default="rtl/spu_pkg.sv", metavar="FILE", help="default: %(default)s")
    parser.add_argument("--header", default="cmodel/spu.h", metavar="FILE", help="default: %(default)s")
    arguments = parser.parse_args()
    try:
        sv = sv_fields(arguments.package)
        c = c_fields(arguments.header)
        check_same_fields(arguments.package, arguments.header, sv, c)
        table = rows(arguments.table, sv)
        if arguments.list:
            print("\n".join(name for name, _, _ in table))
        elif arguments.row is not None:
            print(find(arguments.table, table, arguments.row)[1])
        elif arguments.show is not None:
            for field, value in find(arguments.table, table, arguments.show)[2].items():
                print(f"{field}: {shown(value)}")
        else:
            write_whole(arguments.c_table, c_table(arguments.table, table, sv, c))
    except (FactError, OSError) as error:
        print(f"configs.py: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
