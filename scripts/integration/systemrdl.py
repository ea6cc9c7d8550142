# SPDX-License-Identifier: Apache-2.0
"""The registers behind spu_mmio as SystemRDL and IP-XACT: those of one configuration, at spu_mmio's addresses.
rtl/data/registers.toml has the fields, docs/integration.md ("Cores without MRS and MSR") the map."""

from peakrdl_ipxact import IPXACTExporter
from systemrdl import RDLCompileError, RDLCompiler

from facts import registers
from integration import head
from util.problem import Problem

BASE, BYTES = 0x20000, 8  # of spu_mmio: where the registers begin, and from one encoding to the next
SOFTWARE = {"RW": "rw", "RO": "r", "WO": "w"}
BRIDGE = """\
  reg {
    name = "PSB";
    desc = "An access performs PSB CSYNC, and completes when it is done.";
    field { sw = rw; hw = r; singlepulse; } PSB[0:0] = 0;
  } external PSB @ 0x0;
  reg {
    name = "DSB";
    desc = "An access performs DSB, and completes when it is done.";
    field { sw = rw; hw = r; singlepulse; } DSB[0:0] = 0;
  } external DSB @ 0x8;
  reg {
    name = "STATUS";
    desc = "The answer to the last refused register access. A write of any value clears it.";
    field { sw = rw; hw = w; onwrite = wclr; desc = "verdict"; } verdict[2:0] = 0;
    field { sw = rw; hw = w; onwrite = wclr; desc = "exception class of a trap"; } ec[13:8] = 0;
  } external STATUS @ 0x10;
"""


def quoted(words):
    return '"' + words.replace("\\", "\\\\").replace('"', '\\"') + '"'


def holds(condition, config):
    """Whether a condition of the table holds; None always does."""
    return condition is None or condition.holds(config)


def field_line(register, field, config):
    """A field's line: the bits of it that the configuration has."""
    high, low = field.high, field.low
    if field.within and not holds(field.within.needs, config):
        if field.within.high == high and field.within.low > low:
            high = field.within.low - 1
        else:
            low = field.within.high + 1
    kind = register.access if register.access != "RW" else field.access
    words = "; ".join(f"{value.number} {value.words}" for value in field.values if value.words)
    description = f" desc = {quoted(words)};" if words else ""
    # Hardware writes each of them: it is storage of the unit, not of a register block made from this file.
    return f"    field {{ sw = {SOFTWARE[kind]}; hw = rw;{description} }} {field.name}[{high}:{low}];"


def register_lines(register, config, number=None):
    """One register, or one of several numbered ones."""
    name = register.name.replace("<n>", str(number))
    offset = BASE + ((register.address + (number or 0)) & 0x3FFF) * BYTES
    fields = [field_line(register, field, config) for field in register.layout.fields
              if field.unit and holds(field.needs, config)]
    return ["  reg {", f"    name = {quoted(name)};", f"    desc = {quoted('Arm ARM ' + register.source)};", *fields,
            f"  }} external {name} @ 0x{offset:05X};"] if fields else []


def text(name, config):
    """The address map of a configuration."""
    lines = [*head(registers.TABLE, name), "addrmap spu_mmio {",
             f"  name = {quoted('OpenSPU behind spu_mmio, configuration ' + name)};",
             "  default regwidth = 64;", "  default accesswidth = 32;", "  littleendian;", *BRIDGE.splitlines()]
    for register in registers.load()[0]:
        if holds(register.existence, config) and holds(register.needs, config):
            for number in range(config["PmuCounters"]) if "<n>" in register.name else [None]:
                lines += register_lines(register, config, number)
    return "\n".join([*lines, "};", ""])


def ipxact(source, target):
    """IP-XACT from SystemRDL, which the compiler also checks."""
    compiler = RDLCompiler()
    try:
        compiler.compile_file(source)
        root = compiler.elaborate()
    except RDLCompileError:
        raise Problem(f"{source}: the SystemRDL compiler refuses it") from None
    IPXACTExporter(vendor="openspu", library="openspu", version="1.0").export(root, target, component_name="spu_mmio")
