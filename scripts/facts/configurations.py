# SPDX-License-Identifier: Apache-2.0
"""Generates files from the configurations, rtl/data/configurations.toml.

  rtl/spu_config_pkg.sv      the struct, its constants and the named configurations, for the RTL
  cmodel/spu_config.h        the struct for the model and its users
  scripts/configurations.mk  the names, for make
  docs/integration.md        the table of fields between its marks

They are committed. The build makes the model's table of named configurations (spu_config_table.c), the same with the
sweep's (swept_config_table.c), and the values of each configuration as text (NAME.values).
"""

import re
import textwrap

from facts import common
from facts.common import FactError
from facts.configuration_table import BITS, TABLE, load
from facts.structs import comment, plain

RTL, HEADER, NAMES, DOCUMENT = ("rtl/spu_config_pkg.sv", "cmodel/spu_config.h", "scripts/configurations.mk",
                                "docs/integration.md")
RULER = "-" * 103
SV_TYPES = {"bool": "bit", "uint32": "int unsigned", "uint64": "bit [63:0]", "pmu_events": "pmu_event_list_t"}
C_TYPES = {"bool": "bool", "uint32": "uint32_t", "uint64": "uint64_t", "pmu_events": "uint16_t"}


def beside(code, words, width):
    """A line of code with a comment beside it, or above it if the line would be too long."""
    line = f"{code}  // {plain(words)}"
    indent = code[:len(code) - len(code.lstrip())]
    return [line] if len(line) <= width else [*comment(f"{capital(words)}.", indent, width), code]


def capital(text):
    """The text with a capital, unless the first word is a name."""
    return text[0].upper() + text[1:] if re.match(r"[a-z]+(?=[ .,:;]|$)", text) else text


def meaning(field):
    """The meaning of a field, and its source."""
    return field.meaning + (f" ({field.section})" if field.section else "")


# ---------------------------------------------------------------------------------------------------------
# SystemVerilog


def sv_number(value, bits):
    """A number, in hexadecimal if it is large."""
    if value < 1024:
        return str(value)
    digits = f"{value:0{bits // 4}x}"
    return f"{bits}'h{'_'.join(textwrap.wrap(digits, 4))}"


def sv_events(events):
    """A list: its own events, the last first, and then the whole list in the type of the struct's field."""
    own = list(events.own.items())
    parts = ", ".join(f"Events{part.name}" for part in reversed(events.chain) if part.own) or "16'h0000"
    head, value = f"  localparam pmu_event_list_t PmuEvents{events.name} =", f"pmu_event_list_t'({{{parts}}});"
    lines = comment(events.what, "  ")
    if own:
        lines.append(f"  localparam bit [{len(own) - 1}:0][15:0] Events{events.name} = {{")
        for index, (name, number) in reversed(list(enumerate(own))):
            lines.append(f"    16'h{number:04x}{',' if index else ' '}  // {name}")
        lines.append("  };")
    whole = [f"{head} {value}"] if len(head) + len(value) < 120 else [head, f"      {value}"]
    return [*lines, *whole, ""]


def sv_configuration(table, configuration):
    """The constant of a configuration, with every field."""
    longest = max(len(field.name) for field in table.fields) + 1
    lines = [*comment(configuration.what, "  "), f"  localparam config_t {configuration.sv_name} = '{{"]
    for field in table.fields:
        value = configuration.given[field.name]
        text = f"PmuEvents{value}" if field.elements else sv_number(int(value), field.bits)
        comma = "," if field is not table.fields[-1] else ""
        lines.append(f"    {field.name + ':':{longest}} {text}{comma}")
    return [*lines, "  };", ""]


def package_text(table, configurations):
    """The package with these configurations ([Configuration]): rtl/spu_config_pkg.sv, or a copy with more of them."""
    lines = [*common.made_from(TABLE), "//",
             *comment("The configuration: what one consists of, and those that have a name. RTL, model and tools have "
                      "the same."), "", "package spu_config_pkg;", "", f"  // {RULER}",
             "  // Fields. docs/integration.md and cmodel/spu_config.h, which has them in snake case, say what they "
             "mean.", "",
             "  // PMU event numbers that the core reports, each on the event pin of its index; 0 where there is none.",
             f"  localparam int unsigned MaxPmuEvents = {table.pins};",
             f"  typedef bit [MaxPmuEvents-1:0][{BITS['pmu_events'] - 1}:0] pmu_event_list_t;", "",
             "  typedef struct packed {"]
    for group, name in table.groups.items():
        lines += comment(name, "    ")
        lines += [f"    {SV_TYPES[field.type]} {field.name};" for field in table.fields if field.group == group]
    lines += ["  } config_t;", ""]
    for field in (field for field in table.fields if field.values):
        lines += comment(f"Values of config_t.{field.name}: {meaning(field)}.", "  ")
        for value in field.values:
            lines += beside(f"  localparam int unsigned {value.name} = {value.value};", value.meaning, 120)
        lines.append("")
    lines += [f"  // {RULER}", "  // Lists of PMU events", ""]
    for events in table.events.values():
        lines += sv_events(events)
    lines += [f"  // {RULER}", "  // The configurations", ""]
    for configuration in configurations:
        lines += sv_configuration(table, configuration)
    return "\n".join([*lines, "endpackage", ""])


# ---------------------------------------------------------------------------------------------------------
# C


def header_text(table):
    """cmodel/spu_config.h."""
    lines = [*common.made_from(TABLE), "//",
             *comment("The configuration of the unit, for spu.h. Field for field the RTL's config_t (CamelCase there, "
                      "snake_case here)."),
             "#ifndef SPU_CONFIG_H", "#define SPU_CONFIG_H", "", "#include <stdbool.h>", "#include <stdint.h>", "",
             "// clang-format off", "", "enum {",
             f"  SPU_MAX_PMU_EVENTS = {table.pins}  // PMU events that the core can report", "};", ""]
    for field in (field for field in table.fields if field.values):
        lines += [*comment(f"{capital(meaning(field))}.", "", 100), f"enum spu_{field.c} {{"]
        for value in field.values:
            comma = "," if value is not field.values[-1] else ""
            lines += beside(f"  {value.c} = {value.value}{comma}", value.meaning, 100)
        lines += ["};", ""]
    lines += ["// Ranges are what spu_config_check() takes of a field by itself; it has rules between fields too.",
              "struct spu_config {"]
    c_names = {field.name: field.c for field in table.fields}
    for group, name in table.groups.items():
        lines += ["", f"  // {name}.", ""]
        for field in (field for field in table.fields if field.group == group):
            words = f"enum spu_{field.c}" if field.values else meaning(field)
            if field.range:
                permitted = re.sub(r"[A-Z]\w*", lambda name: c_names[name[0]], field.range)
                words = f"{permitted}{';' if words[0].isdigit() else ':'} {words}"
            elements = "[SPU_MAX_PMU_EVENTS]" if field.elements else ""
            lines += beside(f"  {C_TYPES[field.type]} {field.c}{elements};", words, 100)
    return "\n".join([*lines, "};", "", "// clang-format on", "", "#endif  // SPU_CONFIG_H", ""])


def c_value(value, field):
    if field.elements:
        used = max((index + 1 for index, element in enumerate(value) if element), default=1)
        return f"{{{', '.join(f'0x{element:04X}' for element in value[:used])}}}"
    if field.bits == 1:
        return "true" if value else "false"
    return f"0x{value:X}U" if field.bits == 64 else f"{value}U"


def c_table(table, configurations):
    """The model's table of these configurations."""
    lines = [*common.made_from(TABLE), '#include "spu_internal.h"', "",
             "const struct spu_named_config spu_config_table[] = {"]
    for configuration in configurations:
        lines += [f'    {{"{configuration.name}",', "     {"]
        values = table.values(configuration)
        lines += [f"         .{field.c} = {c_value(values[field.name], field)}," for field in table.fields]
        lines.append("     }},")
    return "\n".join([*lines, "};", "",
                      "const size_t spu_config_count = sizeof spu_config_table / sizeof spu_config_table[0];", ""])


# ---------------------------------------------------------------------------------------------------------
# Text


def values_text(table, configuration):
    """A line `Field: value` for each field; the used elements of a list, each at its index."""
    lines = []
    for name, value in table.values(configuration).items():
        if isinstance(value, list):
            value = " ".join(f"{index}:0x{element:04X}" for index, element in enumerate(value) if element) or "none"
        lines.append(f"{name}: {value}\n")
    return "".join(lines)


def make_text(table):
    """Names of configurations, and the constant of each in the package."""
    lines = [*common.made_from(TABLE, "#"), "#",
             "# Committed because make must know the names before it can build anything.",
             f"named_configs := {' '.join(table.named)}", f"swept_configs := {' '.join(table.swept)}"]
    lines += [f"row_{name} := {configuration.sv_name}" for name, configuration in (table.named | table.swept).items()]
    return "\n".join([*lines, ""])


def document_text(table, text):
    """The document with the table of fields between its marks."""
    lines = []
    for group, name in table.groups.items():
        rows = []
        for field in (field for field in table.fields if field.group == group):
            size = {"uint32": "32 bits", "uint64": "64 bits", "pmu_events": f"{table.pins} numbers of 16 bits"}
            permitted = re.sub(r"[A-Z]\w*", r"`\g<0>`", field.range) or size.get(field.type, "")
            words = [meaning(field), *(f"{value.value}: {value.meaning}" for value in field.values)]
            words += [field.more] if field.more else []
            rows.append([f"`{field.name}`", permitted, ". ".join(words)])
        lines += [f"{name}:", "", *common.markdown(["field", "range", "meaning"], rows), ""]
    return common.in_document(DOCUMENT, text, TABLE, lines[:-1])


# ---------------------------------------------------------------------------------------------------------


def sources(table):
    """{path: text} of the committed files that the build reads."""
    named = table.named.values()
    return {RTL: package_text(table, named), HEADER: header_text(table), NAMES: make_text(table)}


def committed(made):
    """{path: text} of the committed files; `made` has the texts that other tables make."""
    table = load()
    document = made.get(DOCUMENT) or common.read(DOCUMENT)
    return sources(table) | {DOCUMENT: document_text(table, document)}


def built():
    """{name: text} of the files that the build makes. Refuses if the committed files do not match the table: the RTL
    would have other values than the model."""
    table = load()
    for path, text in sources(table).items():
        if common.read(path) != text:
            raise FactError(path, 1, f"is not what {TABLE} makes: make generate")
    everything = table.named | table.swept
    return {"spu_config_table.c": c_table(table, table.named.values()),
            "swept_config_table.c": c_table(table, everything.values())} | \
        {f"{name}.values": values_text(table, configuration) for name, configuration in everything.items()}
