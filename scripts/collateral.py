#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes what other tools read of the unit, in one configuration: the registers behind spu_mmio as SystemRDL and
IP-XACT, constraints of the ports as SDC, the unit in Verilog-2005 with flat ports, and lists of the state
that no reset initializes and of what each output comes from (docs/sign-off.md).

Status 0: written. 2: wrong use, or a tool failed.
"""

import os

from integration import flat, instance, outputs, resets, sdc, systemrdl
from facts import configuration_table
from util.arguments import Parser, chosen_names
from util.problem import Problem, run_main, write_whole


def main():
    parser = Parser(prog="collateral.py", description="Registers, constraints and flat ports for other tools.")
    parser.add_argument("--config", default="base", metavar="NAME", help="configuration (%(default)s)")
    parser.add_argument("--out", default="build/collateral", metavar="DIR", help="results, in DIR/NAME (%(default)s)")
    arguments = parser.parse_args()
    table = configuration_table.table()
    if len(names := chosen_names("configuration", arguments.config, table.named)) != 1:
        raise Problem("one configuration at a time")
    name, = names
    out = f"{arguments.out}/{name}"
    os.makedirs(out, exist_ok=True)
    module = flat.translate(name, out)
    texts = {"spu_mmio.rdl": systemrdl.text(name, table.values(table.named[name])), "spu_top.sdc": sdc.text(),
             "spu_flat.v": flat.wrapper(name, module), "spu_instance.sv": instance.text(name, module),
             "no_reset.txt": resets.text(name, module), "outputs.txt": outputs.text(name, module)}
    for file, text in texts.items():
        write_whole(f"{out}/{file}", text)
    systemrdl.ipxact(f"{out}/spu_mmio.rdl", f"{out}/spu_mmio.xml")
    for file in (*texts, "spu_mmio.xml", "spu_top.v"):
        print(f"{out}/{file}")
    return 0


if __name__ == "__main__":
    run_main(main)
