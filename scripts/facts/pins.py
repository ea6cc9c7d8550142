# SPDX-License-Identifier: Apache-2.0
"""The pins of spu_top, rtl/data/pins.toml, and the files generated from them.

  rtl/spu_pins_pkg.sv                the packed structs at its ports
  cmodel/spu_pins.h                  the same structs in C
  docs/integration.md, docs/verification-interface.md  the tables between their marks

They are committed. The build makes the files that only the testbench uses:

  pins.def  a macro call for each pin: its C name, and its position in its port
  pins.h    struct dut_bus, and the range of the PE's pins
"""

import ast
import dataclasses
import re

from facts import common, configuration_table, features
from facts.structs import C_TYPES, Enum, Field, Struct, Types, comment, commented, sv_constants, sv_enum, sv_struct

TABLE = "rtl/data/pins.toml"
PACKAGE, HEADER = "rtl/spu_pins_pkg.sv", "cmodel/spu_pins.h"
INTEGRATION, INTERFACE = "docs/integration.md", "docs/verification-interface.md"
C_WIDTH = 110  # of lines


@dataclasses.dataclass
class Port(Field):
    """A port of spu_top: described like a field, but not part of a struct."""

    about: str = ""
    member: str | None = None
    prefix: str = ""
    nested: dict = dataclasses.field(default_factory=dict)
    size: str = ""
    table: str = ""


@dataclasses.dataclass
class Compared:
    """A C struct of outputs that are compared; rows: the pins, and the function that decides each."""

    c: str
    about: str
    pins: list


@dataclasses.dataclass
class Row:
    function: str
    pins: list
    about: str = ""


@dataclasses.dataclass
class Pin:
    """A member of a C struct: a port, or a field of a port."""

    port: Port
    path: str  # in its port, with a leading full stop
    low: int
    field: Field
    member: str
    about: str = ""
    function: str = ""

    @property
    def name(self):
        return self.port.name + self.path


def c_type(field):
    """The C type of an element."""
    return field.ctype or next(name for name, bits in C_TYPES.items() if bits >= field.bits)


def c_value(value):
    return value.c or "SPU_" + re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", value.name).upper()


class Condition:
    """The condition under which a field exists: its text in the table, and in C."""

    def __init__(self, text):
        self.tree = ast.parse(text, mode="eval").body
        self.c, _ = features.emit(self.tree, self)

    @staticmethod
    def name(name):
        if name.islower():  # a pin of the PE
            return name
        return "config->" + next((field.c for field in configuration_table.table().fields if field.name == name), name)

    number = staticmethod(features.C.number)
    one_of = staticmethod(features.C.one_of)


class Pins:
    """The table, read."""

    def __init__(self, path=TABLE):
        source = common.Source(path)
        self.source = source
        self.types = Types(source)
        self.types.constants["SPU_MAX_PMU_EVENTS"] = configuration_table.table().pins
        self.constants = self.types.read()
        self.made = list(self.types.types.values())
        self.structs = [made for made in self.made if isinstance(made, Struct)]
        self.ports = [self.port(table, name, value) for table, ports in source.section("port").items()
                      for name, value in ports.items()]
        self.conditions = {(struct.name, field.name): self.condition(struct, field)
                           for struct in self.structs for field in struct.fields if field.exists}
        self.pins = {pin.name: pin for port in self.ports for pin in self.pins_of(port)}
        self.compared = {name: self.compare(name, value) for name, value in source.section("compared").items()}
        self.check_members()

    def condition(self, struct, field):
        try:
            return Condition(field.exists)
        except (ValueError, SyntaxError) as error:
            raise self.source.error(str(error), struct.name, field.name) from None

    def port(self, table, name, value):
        where = f"port.{table}", name
        if not re.fullmatch(r"\w+_[io]", name):
            raise self.source.error("not a valid name for a port", *where)
        defaults = {"table": table, "member": name[:-2], "c": "spu_in" if name.endswith("_i") else ""}
        port = self.source.entry(Port, defaults | value, *where, name=name)
        self.types.measure(port, where[0])
        if not isinstance(self.types.types.get(port.type), Struct):
            if not port.means:
                raise self.source.error("no means", *where)
        elif not port.elements:
            port.member = ""
        return port

    def pins_of(self, port):
        struct = self.types.types.get(port.type)
        if not isinstance(struct, Struct) or port.elements:
            return [Pin(port, "", 0, port, port.member, port.about)]
        pins = []
        for path, low, field in self.types.places(struct):
            outer, _, name = path.rpartition(".")
            prefix = port.nested.get(outer, "") if outer else port.prefix
            pins.append(Pin(port, f".{path}", low, field, prefix + name if field.c is None else field.c))
        pins[0].about = port.about
        return pins

    def compare(self, c, value):
        compared = self.source.entry(Compared, value, c, c=c)
        rows = [self.source.entry(Row, row, c) for row in compared.pins]
        compared.pins = []
        for row, name in ((row, name) for row in rows for name in row.pins):
            pin = self.pins.get(name)
            if pin is None:
                raise self.source.error("no such pin", c, name)
            if pin.port.c or pin.function:
                raise self.source.error("it is already in a struct", c, name, name)
            pin.function, pin.about = row.function, row.about if name == row.pins[0] else ""
            compared.pins.append(pin)
        return compared

    def check_members(self):
        """Checks that every pin is in one C struct, under a unique name."""
        for pin in self.pins.values():
            if not (pin.port.c or pin.function):
                where = (pin.port.type, pin.field.name) if pin.path else (pin.port.name,)
                raise self.source.error("it is in no C struct: add it to [compared]", *where, pin.name)
        for name in ("spu_in", "spu_out", "spu_vif", "dut_bus"):
            members = [pin.member for pin in self.members(name)]
            for pin in self.members(name):
                if members.count(pin.member) > 1:
                    raise self.source.error(f"{pin.member} is in {name} twice", pin.port.name)

    def members(self, struct):
        """The pins of a C struct, in its order."""
        if struct in self.compared:
            return self.compared[struct].pins
        return [pin for pin in self.pins.values() if pin.port.c == struct]

    def struct(self, name):
        return self.types.types[name]

    def in_c(self, words, struct=None):
        """Text of the table, with the C names of what is in `marks`."""
        names = {port.name: port.member for port in self.ports if port.member}
        names |= {value.name: c_value(value) for made in self.made if isinstance(made, Enum) and made.c
                  for value in made.values}
        names |= {pin.name: pin.member for pin in self.pins.values()}
        names |= {pin.path[1:]: pin.member for pin in self.pins.values()
                  if struct is not None and pin.port.type == struct.name}
        return re.sub(r"`([\w.]+)`", lambda match: names.get(match[1], match[1]), words)


# ---------------------------------------------------------------------------------------------------------
# SystemVerilog


def sv_text(pins):
    lines = [*common.made_from(TABLE), "//", "// The structs at the ports of spu_top (docs/integration.md).", "",
             "package spu_pins_pkg;", ""]
    lines += [*sv_constants(pins.constants), ""]
    for made in pins.made:
        lines += sv_enum(made) if isinstance(made, Enum) else sv_struct(made)
    return "\n".join([*lines, "endpackage", ""])


# ---------------------------------------------------------------------------------------------------------
# C


def c_constant(pins, number):
    """The C name of a constant that counts elements."""
    named = {constant.name: constant.c for constant in pins.constants}
    return named.get(number, number)


def c_members(pins, struct):
    """Lines of the members of a C struct of pins."""
    lines, rows = [], []
    for pin in pins.members(struct):
        if pin.about:
            lines += commented(rows, "  ", C_WIDTH)
            rows = []
            lines += comment(pins.in_c(pin.about), "  ", C_WIDTH)
        rows.append(c_member(pins, pin.field, pin.member, pins.types.types.get(pin.port.type)))
    return [*lines, *commented(rows, "  ", C_WIDTH)]


def c_member(pins, field, member, struct):
    kind = pins.types.types.get(field.type)
    size = f"[{c_constant(pins, field.count)}]" if field.elements else ""
    if isinstance(kind, Struct):
        return f"struct {kind.c} {member}{size};", pins.in_c(field.means, struct)
    words = [pins.in_c(field.means, struct)]
    if isinstance(kind, Enum) and kind.c and f"enum {kind.c}" not in field.means:
        words.append(f"enum {kind.c}")
    elif field.bits not in (C_TYPES[c_type(field)], 1):
        words.append(f"{field.bits} bits")
    return f"{c_type(field)} {member}{size};", "; ".join(filter(None, words))


def c_struct(pins, name, about, lines):
    return [*comment(pins.in_c(about), "", C_WIDTH), f"struct {name} {{", *lines, "};", ""]


def c_enum(pins, enum):
    values = [(c_value(value), value.means) for value in enum.values] + ([(enum.last, "")] if enum.last else [])
    rows = [(f"{name} = {index}{',' if index + 1 < len(values) else ''}", pins.in_c(means))
            for index, (name, means) in enumerate(values)]
    about = re.sub(r"\bKindLdstSve\b", "SPU_KIND_LDST_SVE", enum.about)
    return [*comment(about, "", C_WIDTH), f"enum {enum.c} {{", *commented(rows, "  ", C_WIDTH), "};", ""]


def header_text(pins):
    lines = [*common.made_from(TABLE), "//",
             "// The pins of one cycle, the inputs and outputs of spu_step(), with the groups, names and meanings of",
             "// spu_top's ports (docs/integration.md). spu.h includes this.", "#ifndef SPU_PINS_H",
             "#define SPU_PINS_H", "",
             "#include <stdbool.h>", "#include <stdint.h>", "", '#include "spu_config.h"', "", "// clang-format off",
             ""]
    constants = [constant for constant in pins.constants if constant.c]
    rows = [(f"{constant.c} = {constant.value}{',' if constant is not constants[-1] else ''}", constant.means)
            for constant in constants]
    lines += ["enum {", *commented(rows, "  ", C_WIDTH), "};", ""]
    for made in pins.made:
        if isinstance(made, Enum) and made.c:
            lines += c_enum(pins, made)
    for struct in pins.structs:
        if struct.c:
            rows = [c_member(pins, field, field.c or field.name, struct) for field in struct.fields]
            lines += c_struct(pins, struct.c, struct.about, commented(rows, "  ", C_WIDTH))
    lines += c_struct(pins, "spu_in", "Input pins of one cycle.", c_members(pins, "spu_in"))
    for name, compared in pins.compared.items():
        lines += c_struct(pins, name, compared.about, c_members(pins, name))
    return "\n".join([*lines, "// clang-format on", "", "#endif  // SPU_PINS_H", ""])


# ---------------------------------------------------------------------------------------------------------
# The testbench's files

# Each macro, its parameters, and its default definition.
MACROS = (
    ("PIN_IN", "name, port, low, width", ""),
    ("PIN_PE", "name, field, low, width", "PIN_IN(name, pe_i, low, width)"),
    ("PIN_LACKS", "name, bits, lacks", ""),
    ("PIN_IN_ARRAY", "name, count, port", ""),
    ("PIN_OP", "field, low, width", ""),
    ("PIN_OUT", "name, pin, port, low, width, function", ""),
    ("PIN_OUT_ARRAY", "name, pin, port, low, width, function", "PIN_OUT(name, pin, port, low, width, function)"),
    ("PIN_VIF", "name, pin, port, low, width, function", ""),
    ("PIN_VIF_ARRAY", "name, pin, port, low, width, function", "PIN_VIF(name, pin, port, low, width, function)"),
    ("PIN_BUS", "name, port, low, width", ""),
    ("PIN_BUS_ARRAY", "name, port", ""),
)


def calls(pins):
    """The macro calls."""
    lines = []
    for pin in pins.members("spu_in"):
        place = f"{pin.low}, {pin.field.all_bits}"
        if pin.port.type == "pe_t":
            lines.append(f"PIN_PE({pin.member}, {pin.path[1:]}, {place})")
        elif pin.port.type == "op_t":
            lines += [f"PIN_OP({path}, {low}, {field.all_bits})"
                      for path, low, field in pins.types.places(pins.struct("op_t"))]
        elif pin.field.elements:
            lines.append(f"PIN_IN_ARRAY({pin.member}, {pin.field.elements}, {pin.port.name})")
        else:
            lines.append(f"PIN_IN({pin.member}, {pin.port.name}, {place})")
    for name, macro in (("spu_out", "PIN_OUT"), ("spu_vif", "PIN_VIF")):
        lines += [f"{macro}{'_ARRAY' if pin.field.elements else ''}({pin.member}, {pin.name}, {pin.port.name}, "
                  f"{pin.low}, {pin.field.all_bits}, \"{pin.function}\")" for pin in pins.members(name)]
    for pin in pins.members("dut_bus"):
        array = pin.field.elements
        lines.append(f"PIN_BUS_ARRAY({pin.member}, {pin.port.name})" if array else
                     f"PIN_BUS({pin.member}, {pin.port.name}, {pin.low}, {pin.field.all_bits})")
    for pin in pins.members("spu_in"):
        if pin.field.exists:
            ones = f"UINT64_C(0x{(1 << pin.field.bits) - 1:X})"
            lines.append(f"PIN_LACKS({pin.member}, {ones}, !({pins.conditions[pin.port.type, pin.field.name].c}))")
    return lines


def macros_text(pins):
    lines = [*common.made_from(TABLE), "//",
             "// A macro call for each pin. `low` and `width` are its position in its port, `pin` is its full name.",
             "// A file that includes this defines the macros that it needs; all are undefined afterwards.",
             "//   PIN_IN, PIN_IN_ARRAY    spu_in.name; pins of the PE are PIN_PE, which defaults to PIN_IN",
             "//   PIN_LACKS               bits of a field of spu_in.name that the configuration lacks if `lacks` is",
             "//                           true, an expression of spu_config `config` and bool `el3_aarch32`",
             "//   PIN_OP                  spu_op.field",
             "//   PIN_OUT, PIN_OUT_ARRAY  spu_out.name, elements of 64 bits; likewise PIN_VIF of bytes",
             "//   PIN_BUS, PIN_BUS_ARRAY  dut_bus.name; of an array, as many elements as the port has"]
    for name, parameters, otherwise in MACROS:
        lines += [f"#ifndef {name}", f"#define {name}({parameters}) {otherwise}".rstrip(), "#endif"]
    lines += ["", *calls(pins), ""]
    return "\n".join([*lines, *(f"#undef {name}" for name, _, _ in MACROS), ""])


def bus_text(pins):
    of_pe = [pin.member for pin in pins.members("spu_in") if pin.port.type == "pe_t"]
    lines = [*common.made_from(TABLE), "#ifndef GEN_PINS_H", "#define GEN_PINS_H", "", "#include <stddef.h>", "",
             '#include "spu_pins.h"', ""]
    lines += c_struct(pins, "dut_bus", "Outputs to the environment that are neither in spu_out nor in spu_vif.",
                      c_members(pins, "dut_bus"))
    lines += ["// The pins of the PE are contiguous in struct spu_in.", "enum {",
              f"  PINS_PE_BEGIN = offsetof(struct spu_in, {of_pe[0]}),",
              f"  PINS_PE_END = offsetof(struct spu_in, {of_pe[-1]}) + sizeof(((struct spu_in *)0)->{of_pe[-1]})", "};"]
    return "\n".join([*lines, "", "#endif  // GEN_PINS_H", ""])


# ---------------------------------------------------------------------------------------------------------
# Documents


def document_tables(pins):
    """{name: lines} of the tables, a row for each pin."""
    tables = {}
    for port in pins.ports:
        tables.setdefault(port.table, []).append(port)
    return {name: document_table(pins, ports) for name, ports in tables.items() if name}


def document_table(pins, ports):
    """A row for each pin. The table of a single struct has its fields, and the third column that the struct names."""
    struct = pins.types.types.get(ports[0].type) if len(ports) == 1 else None
    rows = []
    for port in ports:
        kind = pins.types.types.get(port.type)
        if isinstance(kind, Struct):
            rows += [(path if struct else f"{port.name}.{path}", field) for path, _, field in pins.types.places(kind)]
        else:
            rows.append((port.name, port))
    columns = ["field" if struct else "pin", "bits", "meaning"]
    columns += [struct.column] if struct and struct.column else []
    columns += ["exists with"] if any(field.exists for _, field in rows) else []
    cells = {"field": lambda name, field: f"`{name}`", "pin": lambda name, field: f"`{name}`",
             "bits": lambda name, field: document_size(field), "meaning": lambda name, field: field.means,
             "exists with": lambda name, field: f"`{field.exists}`" if field.exists else ""}
    return common.markdown(columns, [[cells.get(column, lambda name, field: field.third)(name, field)
                                      for column in columns] for name, field in rows])


def document_size(field):
    size = getattr(field, "size", "")
    return size or (f"{field.elements} × {field.bits}" if field.elements else str(field.bits))


def documents(pins, made):
    texts = {path: made.get(path) or common.read(path) for path in (INTEGRATION, INTERFACE)}
    for name, lines in document_tables(pins).items():
        path = INTERFACE if name == "vif" else INTEGRATION
        texts[path] = common.in_document(path, texts[path], TABLE, lines, name)
    return texts


def committed(made):
    """{path: text} of the committed files; `made` has the texts that other tables make."""
    pins = Pins()
    return {PACKAGE: sv_text(pins), HEADER: header_text(pins), **documents(pins, made)}


def built():
    """{name: text} of the files that the build makes."""
    pins = Pins()
    return {"pins.def": macros_text(pins), "pins.h": bus_text(pins)}
