#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes a C header with the place of every field of packed structs of SystemVerilog files.

    layout.py --out FILE --struct NAME ... SOURCE ...

For each NAME the header has `NAME_BITS` and a table `NAME_fields` of {name, lowest bit, width}; fields of nested
structs are `outer.inner`, and the outer one is in the table as well. Types must be defined in the sources, before
they are used. Anything that cannot be read is an error: one line `file: cause` and status 2.
"""

import argparse
import os
import re
import sys


class LayoutError(Exception):
    """What cannot be read."""


def strip_comments(text):
    return re.sub(r"//[^\n]*|/\*.*?\*/", "", text, flags=re.S)


def width_of(bounds, constants, where):
    """Bits of `[high:low]...`; an empty text is one bit."""
    bits = 1
    for high, low in re.findall(r"\[([^:\]]+):([^\]]+)\]", bounds):
        try:
            values = [int(eval(re.sub(r"\$clog2\((\d+)\)", lambda m: str((int(m[1]) - 1).bit_length()),  # noqa: S307
                                      re.sub(r"[A-Za-z_]\w*", lambda m: str(constants[m[0]]), side)),
                               {"__builtins__": {}}, {})) for side in (high, low)]
        except (KeyError, SyntaxError, NameError, TypeError):
            raise LayoutError(f"{where}: cannot read `[{high}:{low}]`") from None
        bits *= values[0] - values[1] + 1
    return bits


def read_types(path, types, constants):
    """Adds the types and integer constants of a file: types[name] = (bits, [(field, low, width)])."""
    try:
        with open(path, encoding="utf-8") as file:
            text = strip_comments(file.read())
    except OSError as error:
        raise LayoutError(f"{path}: {error.strerror}") from None
    for name, value in re.findall(r"localparam int unsigned (\w+) = (\d+);", text):
        constants[name] = int(value)
    for name, size in re.findall(r"localparam int unsigned (\w+) = \$clog2\((\w+)\);", text):
        if size in constants:
            constants[name] = (constants[size] - 1).bit_length()
    pattern = r"typedef enum logic\s*(\[[^\]]+\])?\s*\{[^}]*\}\s*(\w+);|typedef struct packed\s*\{([^}]*)\}\s*(\w+);"
    for item in re.finditer(pattern, text):
        if item[2]:
            types[item[2]] = (width_of(item[1] or "", constants, path), [])
            continue
        members = []
        for declaration in filter(None, (part.strip() for part in item[3].split(";"))):
            parsed = re.fullmatch(r"(\w+(?:\s+unsigned)?)\s*((?:\[[^\]]+\]\s*)*)(\w+)", declaration)
            if not parsed:
                raise LayoutError(f"{path}: {item[4]}: cannot read `{declaration}`")
            kind = parsed[1]
            if kind in ("logic", "bit"):
                bits, inner = 1, []
            elif kind == "int unsigned":
                bits, inner = 32, []
            elif kind in types:
                bits, inner = types[kind]
            else:
                break  # a type of another file: no layout for this struct
            members.append((parsed[3], bits * width_of(parsed[2], constants, path), inner if not parsed[2] else []))
        else:
            fields = []
            low = sum(bits for _, bits, _ in members)
            total = low
            for name, bits, inner in members:
                low -= bits
                fields.append((name, low, bits))
                fields += [(f"{name}.{field}", low + place, width) for field, place, width in inner]
            types[item[4]] = (total, fields)


def header(path, names, types):
    guard = re.sub(r"\W", "_", os.path.basename(path)).upper()
    lines = ["// SPDX-License-Identifier: Apache-2.0", "//", "// Made by scripts/layout.py.", f"#ifndef {guard}",
             f"#define {guard}", "", '#include "util/field.h"', ""]
    for name in names:
        if name not in types:
            raise LayoutError(f"{name}: no such struct")
        bits, fields = types[name]
        lines += [f"enum {{ {name}_BITS = {bits} }};", f"FIELD_TABLE struct field {name}_fields[] = {{"]
        lines += [f'    {{"{field}", {low}, {width}}},' for field, low, width in fields]
        lines += ["    {0, 0, 0},", "};", ""]
    return "\n".join(lines + [f"#endif  // {guard}", ""])


def main():
    parser = argparse.ArgumentParser(description="Places of the fields of packed structs.")
    parser.add_argument("--out", required=True, metavar="FILE")
    parser.add_argument("--struct", action="append", required=True, metavar="NAME")
    parser.add_argument("sources", nargs="+", metavar="SOURCE")
    arguments = parser.parse_args()
    types, constants = {}, {}
    try:
        for source in arguments.sources:
            read_types(source, types, constants)
        text = header(arguments.out, arguments.struct, types)
        os.makedirs(os.path.dirname(arguments.out) or ".", exist_ok=True)
        temporary = f"{arguments.out}.{os.getpid()}"
        with open(temporary, "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(temporary, arguments.out)
    except (LayoutError, OSError) as error:
        print(f"layout.py: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
