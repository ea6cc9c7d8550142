# SPDX-License-Identifier: Apache-2.0
"""An instance of spu_top to copy: a signal for each port, and the instance."""

from facts import configuration_table, pins
from facts.structs import Struct
from integration import head


def kind(port, bits, types):
    """The type of a port's signal, whose width is that of the configuration."""
    struct = types.types.get(port.type)
    if isinstance(struct, Struct):
        return f"{port.type} [{bits // struct.bits - 1}:0]" if port.elements else port.type
    if port.elements:
        return f"logic [{bits // port.bits - 1}:0][{port.bits - 1}:0]"
    return f"logic [{bits - 1}:0]" if bits > 1 else "logic"


def text(name, module):
    """SystemVerilog, of the widths in the unit's netlist (JSON of Yosys)."""
    table = pins.Pins()
    ports = [port for port in table.ports if port.name in module["ports"]]
    signals = [f"  {kind(port, len(module['ports'][port.name]['bits']), table.types)} {port.name};"
               for port in ports]
    connections = [f"    .{port.name}({port.name})," for port in ports]
    constant = configuration_table.sv_name(name)
    return "\n".join([
        *head(pins.TABLE, name),
        "module spu_instance (input logic clk, input logic rst_n);", "  import spu_pins_pkg::*;",
        "  import spu_pkg::*;", "", *signals, "",
        "  spu_top #(", f"    .Cfg(spu_config_pkg::{constant})", "  ) u_spu_top (",
        "    .clk_i(clk),", "    .rst_ni(rst_n),", *connections, "    .vif_o()", "  );", "", "endmodule", ""])
