# SPDX-License-Identifier: Apache-2.0
"""The ports of the decision rooms that run alone, tb/test/exhaustive/rooms.toml, and what the build makes from it:

  rooms_pkg.sv  the packed structs
  rooms.h       where their fields are
"""

from facts import common
from facts.structs import Source, Types, sv_struct

TABLE = "tb/test/exhaustive/rooms.toml"


def load(path=TABLE):
    """The types and the structs."""
    source = Source(path)
    types = Types(source)
    return types, [types.struct(value) for value in source.table["struct"]]


def header_text(types, structs):
    lines = [*common.made_from(TABLE), "#ifndef GEN_ROOMS_H", "#define GEN_ROOMS_H", "", '#include "util/field.h"', ""]
    for struct in structs:
        lines += [f"static const struct field {struct.name}_fields[] = {{",
                  *(f'    {{"{path}", {low}, {field.all_bits}}},' for path, low, field in types.places(struct)),
                  "    {0, 0, 0},", "};", ""]
    return "\n".join([*lines, "#endif  // GEN_ROOMS_H", ""])


def committed(_made):
    """Nothing: only the testbench needs it."""
    return {}


def built():
    """{name: text} of what the build makes."""
    types, structs = load()
    package = [*common.made_from(TABLE), "", "package rooms_pkg;", ""]
    package += [line for struct in structs for line in sv_struct(struct)]
    return {"rooms_pkg.sv": "\n".join([*package, "endpackage", ""]), "rooms.h": header_text(types, structs)}
