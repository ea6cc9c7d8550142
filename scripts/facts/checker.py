# SPDX-License-Identifier: Apache-2.0
"""The pins and the configuration for cmodel/checker, from rtl/data/pins.toml and rtl/data/configurations.toml.

  spu_checker_pkg.sv    pins_t, a packed struct of every port of spu_top, which SystemVerilog passes to C
  spu_checker_pins.h    the sizes of pins_t and config_t, and the C struct of the outputs to memory and MMU
  spu_checker_pins.def  the position of each member of the C structs in the two packed structs

They are committed, so that the checker can be used without building this tree.
"""

from facts import common, configuration_table, configurations
from facts.pins import C_WIDTH, TABLE, Pins, c_members, c_struct
from facts.structs import Struct, comment, commented

FOLDER = "cmodel/checker"
PACKAGE, HEADER, ROWS = (f"{FOLDER}/spu_checker{name}" for name in ("_pkg.sv", "_pins.h", "_pins.def"))
MACROS = (
    ("CHECKER_CONFIG", "member, low, width"),
    ("CHECKER_IN", "member, low, width"),
    ("CHECKER_BUS", "member, low, width"),
    ("CHECKER_OUT", "member, pin, low, width, function"),
    ("CHECKER_VIF", "member, pin, low, width, function"),
)


def lowest_bits(parts):
    """{name: its lowest bit} of the parts of a packed struct, [(name, bits)], and all its bits."""
    low = sum(bits for _, bits in parts)
    places = {}
    for name, bits in parts:
        low -= bits
        places[name] = low
    return places, sum(bits for _, bits in parts)


def places_of_ports(pins):
    return lowest_bits([(port.name, port.all_bits) for port in pins.ports])


def config_fields():
    """The fields in the order of config_t."""
    table = configuration_table.table()
    return [(field, table.pins if field.elements else 1)
            for group in table.groups for field in table.fields if field.group == group]


def places_of_config():
    return lowest_bits([(field.name, field.bits * elements) for field, elements in config_fields()])


# ---------------------------------------------------------------------------------------------------------
# SystemVerilog


def sv_type(pins, port):
    if port.type:
        return f"{port.type} {dimension(port.elements)}".rstrip()
    return f"logic {dimension(port.elements)}{dimension(port.bits if port.bits > 1 else 0)}".rstrip()


def dimension(size):
    return f"[{size - 1}:0]" if size else ""


def package_text(pins):
    rows = [(f"{sv_type(pins, port)} {port.name};", "") for port in pins.ports]
    lines = [*common.made_from(TABLE), "//",
             *comment("The ports of spu_top, as spu_checker passes them to C in one call, each with the largest size "
                      "of any configuration."),
             "", "package spu_checker_pkg;", "", "  import spu_pins_pkg::*;", "",
             "  typedef struct packed {", *commented(rows, "    ", C_WIDTH), "  } pins_t;", "", "endpackage", ""]
    return "\n".join(lines)


# ---------------------------------------------------------------------------------------------------------
# C


def header_text(pins):
    lines = [*common.made_from(TABLE), "//", "// Shared by the SystemVerilog and the C side of the checker.",
             "#ifndef SPU_CHECKER_PINS_H", "#define SPU_CHECKER_PINS_H", "", '#include "spu_pins.h"', "",
             "// clang-format off", "", "enum {"]
    lines += commented([(f"SPU_CHECKER_PINS_BITS = {places_of_ports(pins)[1]},", "of pins_t, spu_checker_pkg.sv"),
                        (f"SPU_CHECKER_CONFIG_BITS = {places_of_config()[1]}", "of config_t, spu_config_pkg.sv")],
                       "  ", C_WIDTH)
    lines += ["};", "", *c_struct(pins, "spu_checker_bus", "Outputs to memory and MMU.", c_members(pins, "dut_bus")),
              "// clang-format on", "", "#endif  // SPU_CHECKER_PINS_H", ""]
    return "\n".join(lines)


def elements(member, pin, low, field):
    """[(member, pin, lowest bit, bits)] of a field, or of each element of an array."""
    if not field.elements:
        return [(member, pin, low, field.bits)]
    return [(f"{member}[{index}]", f"{pin}[{index}]", low + index * field.bits, field.bits)
            for index in range(field.elements)]


def rows_of(pins, struct):
    """[(member, pin, lowest bit in pins_t, bits, function)] of a C struct of pins."""
    places, _ = places_of_ports(pins)
    rows = []
    for pin in pins.members(struct):
        low = places[pin.port.name] + pin.low
        for member, name, place, bits in elements(pin.member, pin.name, low, pin.field):
            kind = pins.types.types.get(pin.field.type)
            if isinstance(kind, Struct):
                rows += [(f"{member}.{path}", f"{name}.{path}", place + inner, field.all_bits, pin.function)
                         for path, inner, field in pins.types.places(kind)]
            else:
                rows.append((member, name, place, bits, pin.function))
    return rows


def calls(pins):
    places, _ = places_of_config()
    lines = []
    for field, count in config_fields():
        lines += [f"CHECKER_CONFIG({field.c}{f'[{index}]' if field.elements else ''}, "
                  f"{places[field.name] + index * field.bits}, {field.bits})" for index in range(count)]
    for struct, macro in (("spu_in", "CHECKER_IN"), ("dut_bus", "CHECKER_BUS")):
        lines += [f"{macro}({member}, {low}, {bits})" for member, _, low, bits, _ in rows_of(pins, struct)]
    for struct, macro in (("spu_out", "CHECKER_OUT"), ("spu_vif", "CHECKER_VIF")):
        lines += [f'{macro}({member}, {name}, {low}, {bits}, "{function}")'
                  for member, name, low, bits, function in rows_of(pins, struct)]
    return lines


def rows_text(pins):
    lines = [*common.made_from(f"{TABLE} and {configurations.TABLE}"), "//",
             *comment("A macro call for each member of a C struct, in the order of the struct: its position in "
                      "config_t (CHECKER_CONFIG, spu_config) or in pins_t (the rest: spu_in, spu_checker_bus, "
                      "spu_out, spu_vif). pin is the unit's name of an output, function the function that decides "
                      "it. A file that includes this defines the macros that it needs; all are undefined afterwards.")]
    for name, parameters in MACROS:
        lines += [f"#ifndef {name}", f"#define {name}({parameters})", "#endif"]
    return "\n".join([*lines, "", *calls(pins), "", *(f"#undef {name}" for name, _ in MACROS), ""])


def committed(_made):
    """{path: text} of the committed files."""
    pins = Pins()
    return {PACKAGE: package_text(pins), HEADER: header_text(pins), ROWS: rows_text(pins)}
