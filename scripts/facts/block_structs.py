# SPDX-License-Identifier: Apache-2.0
"""The ports of the decision blocks that tests run alone, tb/unit/test/exhaustive/block_structs.toml, and the files that
the build makes from it:

  block_structs_pkg.sv  the packed structs
  block_structs.h       the positions of their fields
"""

from facts import common
from facts.structs import Types, sv_struct

TABLE = "tb/unit/test/exhaustive/block_structs.toml"


def load(path=TABLE):
    """The types and the structs."""
    source = common.Source(path)
    types = Types(source)
    types.read()
    return types, list(types.types.values())


def header_text(types, structs):
    lines = [*common.made_from(TABLE), "#ifndef GEN_BLOCK_STRUCTS_H", "#define GEN_BLOCK_STRUCTS_H", "",
             '#include "unit/util/field.h"', ""]
    for struct in structs:
        lines += [f"static const struct field {struct.name}_fields[] = {{",
                  *(f'    {{"{path}", {low}, {field.all_bits}}},' for path, low, field in types.places(struct)),
                  "    {0, 0, 0},", "};", ""]
    return "\n".join([*lines, "#endif  // GEN_BLOCK_STRUCTS_H", ""])


def built():
    """{name: text} of the files that the build makes."""
    types, structs = load()
    package = [*common.made_from(TABLE), "", "package block_structs_pkg;", ""]
    package += [line for struct in structs for line in sv_struct(struct)]
    return {"block_structs_pkg.sv": "\n".join([*package, "endpackage", ""]),
            "block_structs.h": header_text(types, structs)}
