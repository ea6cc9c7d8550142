# SPDX-License-Identifier: Apache-2.0
"""The ports of core_top, with one cycle of the core's own trace, tb/cores/core_trace.toml, and the files that the build
makes from it:

  core_trace_pkg.sv  the packed structs
  core_events.h      the same structs in C
  core_trace.def     a macro call for each field: its C name, and its position in the packed struct
"""

from facts import common
from facts.pins import C_WIDTH, c_member, c_struct
from facts.structs import Struct, Types, comment, commented, sv_constants, sv_struct

TABLE = "tb/cores/core_trace.toml"


class CoreTrace:
    """The table, read."""

    def __init__(self, path=TABLE):
        source = common.Source(path)
        self.types = Types(source)
        self.constants = self.types.read()
        self.structs = list(self.types.types.values())

    @staticmethod
    def in_c(words, _struct=None):
        """Text of the table for C, unchanged: it contains no names that differ in C."""
        return words

    def places(self, struct, low=0, before=""):
        """[(name in C, lowest bit, bits)] of each field, including those of every element of an array of structs."""
        found = []
        for name, place, field in self.types.places(struct, low, before):
            kind = self.types.types.get(field.type)
            if isinstance(kind, Struct):
                for n in range(field.elements):
                    found += self.places(kind, place + n * field.bits, f"{name}[{n}].")
            else:
                found.append((name, place, field.all_bits))
        return found


def package_text(trace):
    lines = [*common.made_from(TABLE), "", "package core_trace_pkg;", "", *sv_constants(trace.constants), ""]
    lines += [line for struct in trace.structs for line in sv_struct(struct)]
    return "\n".join([*lines, "endpackage", ""])


def header_text(trace):
    rows = [(f"{constant.c} = {constant.value},", constant.means) for constant in trace.constants if constant.c]
    lines = [*common.made_from(TABLE), "#ifndef GEN_CORE_EVENTS_H", "#define GEN_CORE_EVENTS_H", "",
             "#include <stdbool.h>",
             "#include <stdint.h>", "", "enum {", *commented(rows, "  ", C_WIDTH), "};", ""]
    for struct in trace.structs:
        rows = [c_member(trace, field, field.name, struct) for field in struct.fields]
        lines += c_struct(trace, struct.c, struct.about, commented(rows, "  ", C_WIDTH))
    return "\n".join([*lines, "#endif  // GEN_CORE_EVENTS_H", ""])


def macros_text(trace):
    lines = [*common.made_from(TABLE), "//",
             *comment("CORE_EVENTS(name, low, width) for each member of struct core_events; likewise CORE_IN and "
                      "CORE_OUT. All are undefined afterwards.")]
    for struct in trace.structs:
        macro = struct.c.upper()
        lines += [f"#ifndef {macro}", f"#define {macro}(name, low, width)", "#endif",
                  *(f"{macro}({name}, {low}, {width})" for name, low, width in trace.places(struct)),
                  f"#undef {macro}"]
    return "\n".join([*lines, ""])


def built():
    """{name: text} of the files that the build makes."""
    trace = CoreTrace()
    return {"core_trace_pkg.sv": package_text(trace), "core_events.h": header_text(trace),
            "core_trace.def": macros_text(trace)}
