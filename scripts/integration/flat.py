# SPDX-License-Identifier: Apache-2.0
"""The unit in Verilog-2005 with a port for each field of a struct, for tools that read no packed structs: Yosys writes
spu_top with a vector for each port, and spu_flat above it names their parts."""

from facts import pins
from facts.structs import Struct
from integration import head
from synthesis import design, netlist
from synthesis.tools import YOSYS, Yosys


def translate(name, directory):
    """Writes spu_top.v, of configuration `name`, without vif and assertions. Returns it in Yosys' JSON."""
    unit = design.of_configuration("rtl", name, design.table("rtl"))
    tool = Yosys(YOSYS, directory)
    tool.run("flat", [*unit.read(), *unit.open_vif(), "proc", "opt -full", f"write_json {tool.file('flat.json')}",
                      f"write_verilog -noattr {tool.file('spu_top.v')}"])
    return netlist.load(tool.file("flat.json"))[unit.top]


def parts(port, bits, types):
    """[(name, bits)] of the flat ports of a port, the highest first."""
    base, direction = port.name[:-2], port.name[-2:]
    struct = types.types.get(port.type)
    if not isinstance(struct, Struct):
        return [(port.name, bits)]
    elements = range(bits // struct.bits - 1, -1, -1) if port.elements else [""]
    return [(f"{base}{element}_{path.replace('.', '_')}{direction}", field.all_bits)
            for element in elements for path, _, field in types.places(struct)]


def wrapper(name, module):
    """The text of spu_flat.v, above that module."""
    table = pins.Pins()
    widths = {port: len(found["bits"]) for port, found in module["ports"].items()}
    ports = [("clk_i", [("clk_i", 1)]), ("rst_ni", [("rst_ni", 1)])]
    ports += [(port.name, parts(port, widths[port.name], table.types)) for port in table.ports if port.name in widths]
    declared = [f"  {'input ' if part.endswith('i') else 'output'} wire {f'[{bits - 1}:0] ' if bits > 1 else ''}{part}"
                for _, found in ports for part, bits in found]
    connected = [f"    .{port}({{{', '.join(part for part, _ in found)}}})" for port, found in ports]
    return "\n".join([
        *head(pins.TABLE, name),
        "module spu_flat (", ",\n".join(declared), ");", "  spu_top u_spu_top (", ",\n".join(connected), "  );",
        "endmodule", ""])
