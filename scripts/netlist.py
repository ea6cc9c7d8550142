#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the netlist of the unit as Verilog that runs in the testbench in place of the RTL (docs/synthesis.md).

The unit is flattened, mapped and written as module spu_netlist, with its ports and without parameters. For a vendor's
target, Yosys' model replaces each cell, so that the simulator needs no library. Flip-flops without a reset start with
any value, as in the RTL. Status 0: written. 2: not.

Every vector is split into bits, including ports; spu_netlist reassembles the ports of spu_netlist_bits. Otherwise
Verilator would see a combinational loop in a gate that reads one bit of an output and drives another.
"""

import os
import re

from util.arguments import Parser, chosen_names
from util.problem import Problem, run_main, write_whole
from synthesis import design, harness
from synthesis.targets import TARGETS, ecp5
from synthesis.tools import YOSYS, Yosys, below

MODULE = "spu_netlist"  # instantiated by the testbench
BITS = "spu_netlist_bits"  # written by Yosys

# Yosys' models of the cells. `-defer` elaborates only those that are used, because one takes hours. `-overwrite`: some
# are defined twice, with the same text.
MODELS = {"ecp5": "read_verilog -defer -overwrite +/ecp5/cells_sim.v",
          "ice40": "read_verilog -defer -overwrite -D ICE40_HX +/ice40/cells_sim.v"}
# Yosys has no model of ECP5's block RAM, so memories become distributed RAM, which has one.
MAPPING = {"generic": "synth -flatten",
           "ecp5": "; ".join(ecp5("-nobram")),
           "ice40": "synth_ice40 -run :check"}


def parse():
    parser = Parser(prog="netlist.py", description="Writes the netlist of the unit, to run in place of the RTL.")
    parser.add_argument("--config", default="base", metavar="NAME", help="configuration (%(default)s)")
    parser.add_argument("--target", default="generic", metavar="NAME", help="generic, ecp5, ice40 (%(default)s)")
    parser.add_argument("--rtl", default="rtl", metavar="DIR", help="the sources (%(default)s)")
    parser.add_argument("--out", required=True, metavar="FILE", help="the netlist; Yosys' log goes beside it")
    parser.add_argument("--yosys", default=YOSYS, metavar="FILE", help="default: %(default)s")
    return parser.parse_args()


def together(ports, inside=(), more_pins=()):
    """Module spu_netlist: the unit's ports around spu_netlist_bits. `inside`: more lines in it. `more_pins`:
    connections of further ports of spu_netlist_bits."""
    lines = [f"module {MODULE} ("]
    lines.append(",\n".join(f"  {direction} wire [{bits - 1}:0] {name}" for name, direction, bits in ports))
    lines += [");", *inside, f"  {BITS} bits ("]
    pins = list(more_pins)
    for name, _, bits in ports:
        if bits == 1:
            pins.append(f"    .{name}({name})")
        else:
            pins += [f"    .\\{name}[{bit}] ({name}[{bit}])" for bit in range(bits)]
    return "\n" + "\n".join([*lines, ",\n".join(pins), "  );", "endmodule", ""])


def netlist(arguments):
    rows = design.table(arguments.rtl)
    names = chosen_names("configuration", arguments.config, rows)
    targets = chosen_names("target", arguments.target, TARGETS)
    if len(names) != 1 or len(targets) != 1:
        raise Problem("one configuration and one target at a time")
    unit = design.of_configuration(arguments.rtl, names[0], rows)
    tool = Yosys(arguments.yosys, os.path.dirname(below(arguments.out)) or ".")
    mapped, plain = tool.file("mapped.v"), tool.file("plain.v")
    tidy = ["opt_clean -purge", "splitnets -ports", "opt_clean -purge"]
    tool.run("mapped", [*unit.read(), MAPPING[targets[0]], f"rename {unit.top} {BITS}", f"cd {BITS}", *tidy,
                        f"write_verilog -noattr -simple-lhs -selected {mapped if targets[0] in MODELS else plain}"])
    if targets[0] in MODELS:
        tool.run("cells", [MODELS[targets[0]], f"read_verilog {mapped}", f"hierarchy -top {BITS}", "proc", "flatten",
                           "setattr -unset init w:*", "opt_expr", "rename -hide w:*.*", *tidy,
                           f"write_verilog -noattr -simple-lhs {plain}"])
    with open(plain, encoding="utf-8") as file:
        text = file.read()
    if not re.search(rf"^module {BITS}\(", text, re.M):
        raise Problem(f"{plain}: no module {BITS}")
    write_whole(arguments.out, text + together(harness.ports(tool, unit, keep_vif=True)))
    os.unlink(plain)


if __name__ == "__main__":
    run_main(lambda: netlist(parse()))
