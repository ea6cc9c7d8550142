#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes what other tools read of the unit, in one configuration: the registers behind spu_mmio as SystemRDL and
IP-XACT, constraints of the ports as SDC, and the unit in Verilog-2005 with flat ports (docs/sign-off.md).

Status 0: written. 2: wrong use, or a tool failed.
"""

import os
import sys

from integration import flat, sdc, systemrdl
from facts import configuration_table
from facts.common import FactError
from util.arguments import Parser, chosen_names
from util.problem import Problem, write_whole


def main():
    parser = Parser(prog="collateral.py", description="Registers, constraints and flat ports for other tools.")
    parser.add_argument("--config", default="base", metavar="NAME", help="configuration (%(default)s)")
    parser.add_argument("--out", default="build/collateral", metavar="DIR", help="results, in DIR/NAME (%(default)s)")
    arguments = parser.parse_args()
    try:
        table = configuration_table.table()
        if len(names := chosen_names("configuration", arguments.config, table.named)) != 1:
            raise Problem("one configuration at a time")
        name, = names
        out = f"{arguments.out}/{name}"
        os.makedirs(out, exist_ok=True)
        write_whole(f"{out}/spu_mmio.rdl", systemrdl.text(name, table.values(table.named[name])))
        systemrdl.ipxact(f"{out}/spu_mmio.rdl", f"{out}/spu_mmio.xml")
        write_whole(f"{out}/spu_top.sdc", sdc.text())
        write_whole(f"{out}/spu_flat.v", flat.wrapper(name, flat.translate(name, out)))
    except (Problem, FactError, OSError) as error:
        print(f"collateral.py: {error}", file=sys.stderr)
        return 2
    for file in ("spu_mmio.rdl", "spu_mmio.xml", "spu_top.sdc", "spu_flat.v", "spu_top.v"):
        print(f"{out}/{file}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
