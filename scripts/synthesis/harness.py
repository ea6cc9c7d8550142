# SPDX-License-Identifier: Apache-2.0
"""A wrapper of the unit with two pins: every input of the unit comes from a flip-flop of its own, which toggles, and
every output goes into one. The unit can then be placed without a pin for each port, and the measured paths are those
between flip-flops. Nothing connects these flip-flops: as shift registers they would pull the unit's ports together.
"""

from synthesis.netlist import load

CLOCK, RESET = "clk_i", "rst_ni"


def ports(yosys, design, keep_vif=False):
    """Ports of the design's top: [(name, direction, bits)], without vif_o unless it is kept."""
    path = yosys.file("ports.json")
    yosys.run("ports", [*design.read(), *([] if keep_vif else design.open_vif()), f"write_json {path}"])
    return ports_of(load(path)[design.top])


def ports_of(module):
    """The same of a netlist's module."""
    return [(name, port["direction"], len(port["bits"])) for name, port in module["ports"].items()]


def source(top, found):
    """The Verilog of module `harness` around the module `top`, and a black box in its place."""
    inputs = [(name, bits) for name, direction, bits in found if direction == "input" and name not in (CLOCK, RESET)]
    outputs = [(name, bits) for name, direction, bits in found if direction == "output"]
    ins, outs = sum(bits for _, bits in inputs), sum(bits for _, bits in outputs)
    lines = [
        "// Made by scripts/timing.py.",
        "module harness (input wire clk, input wire rst_n);",
        "  reg [1:0] reset_q;",
        "  always @(posedge clk or negedge rst_n)",
        "    if (!rst_n) reset_q <= 2'b00; else reset_q <= {reset_q[0], 1'b1};",
        f"  (* keep *) reg [{ins - 1}:0] in_q;",
        f"  (* keep *) reg [{outs - 1}:0] out_q;",
        f"  wire [{outs - 1}:0] out;",
        "  always @(posedge clk) begin",
        "    in_q <= ~in_q;",
        "    out_q <= out;",
        "  end",
        f"  {top} unit (",
        f"    .{CLOCK}(clk),",
        f"    .{RESET}(reset_q[1]),",
    ]
    at = 0
    connections = []
    for name, bits in inputs:
        connections.append(f"    .{name}(in_q[{at + bits - 1}:{at}])")
        at += bits
    at = 0
    for name, bits in outputs:
        connections.append(f"    .{name}(out[{at + bits - 1}:{at}])")
        at += bits
    declared = [f"  {direction} [{bits - 1}:0] {name}" for name, direction, bits in found]
    return "\n".join([*lines, ",\n".join(connections), "  );", "endmodule", "", "(* blackbox *)", f"module {top} (",
                      ",\n".join(declared), ");", "endmodule", ""])
