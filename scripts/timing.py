#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures the unit's maximum frequency on an FPGA: places and routes it between flip-flops, without pins
(docs/synthesis.md).

ECP5-85F, speed grade 6, package CABGA381: the FPGA of the ULX3S. vif_o is open. Status 0: the best seed reaches the
frequency. 1: slower. 2: wrong use.
"""

import concurrent.futures
import os

from util import history
from util.arguments import Parser, chosen_names, positive
from util.problem import Problem, run_main
from synthesis import critical, design, harness, report
from synthesis.tools import NEXTPNR_ECP5, YOSYS, Yosys, program, run

DEVICE = ["--85k", "--package", "CABGA381", "--speed", "6"]


def parse():
    parser = Parser(prog="timing.py", description="Measures the unit's maximum frequency, placed and routed.")
    parser.add_argument("--config", default="base", metavar="NAME", help="configuration (%(default)s)")
    parser.add_argument("--freq", type=positive, default=100, metavar="MHZ", help="required frequency (%(default)s)")
    parser.add_argument("--seeds", type=positive, default=1, metavar="N", help="number of placements (%(default)s)")
    parser.add_argument("--seed", type=positive, default=1, metavar="N", help="seed of the first (%(default)s)")
    parser.add_argument("--jobs", type=positive, default=len(os.sched_getaffinity(0)), metavar="N",
                        help="placements at a time (%(default)s)")
    parser.add_argument("--rtl", default="rtl", metavar="DIR", help="the sources (%(default)s)")
    parser.add_argument("--out", default="build/timing", metavar="DIR", help="results (%(default)s)")
    parser.add_argument("--yosys", default=YOSYS, metavar="FILE", help="default: %(default)s")
    parser.add_argument("--nextpnr", default=NEXTPNR_ECP5, metavar="FILE", help="default: %(default)s")
    return parser.parse_args()


def synthesize(tool, unit):
    """The netlist of the unit in the harness."""
    path, verilog = tool.file("netlist.json"), tool.file("harness.v")
    with open(verilog, "w", encoding="utf-8") as file:
        file.write(harness.source(unit.top, harness.ports(tool, unit)))
    # Without the last step, which would name cells after distant, unrelated nets.
    tool.run("netlist", [*unit.read(), *unit.open_vif(), f"read_verilog {verilog}", "hierarchy -top harness",
                         "synth_ecp5 -abc9 -top harness -run :check", "blackbox =A:whitebox", f"write_json {path}"])
    return path


def place(arguments, tool, netlist, seed):
    """(MHz, report) of one seed."""
    path = tool.file(f"seed{seed}.report.json")
    log = tool.file(f"seed{seed}.log")
    run([program(arguments.nextpnr), *DEVICE, "--json", netlist, "--freq", str(arguments.freq), "--seed", str(seed),
         "--lpf-allow-unconstrained", "--timing-allow-fail", "--tmg-ripup", "--report", path, "-q", "-l", log], log,
        tool.file(f"seed{seed}.out"))
    found = critical.read(path)
    return critical.achieved(found), found


def timing(arguments):
    rows = design.table(arguments.rtl)
    name = chosen_names("configuration", arguments.config, rows)
    if len(name) != 1:
        raise Problem(f"{arguments.config}: one configuration at a time")
    unit = design.of_configuration(arguments.rtl, name[0], rows)
    program(arguments.nextpnr)
    tool = Yosys(arguments.yosys, os.path.join(arguments.out, unit.name))
    commit = history.commit(arguments.rtl)
    netlist = synthesize(tool, unit)
    names = critical.source_names(netlist, "harness")
    seeds = range(arguments.seed, arguments.seed + arguments.seeds)
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        results = dict(zip(seeds, pool.map(lambda seed: place(arguments, tool, netlist, seed), seeds)))
    best = max(results, key=lambda seed: results[seed][0])
    rate, found = results[best]
    steps = critical.slowest(found, names, critical.registers(netlist, "harness"))
    print(f"{unit.name}, ECP5-85F speed grade 6 ({commit})")
    print("\n".join(report.table([[f"seed {seed}", f"{results[seed][0]:.2f}"] for seed in seeds], ["", "MHz"])))
    print("\n".join(critical.describe(steps)))
    report.write_json(tool.file("timing.json"), {
        "commit": commit, "config": unit.name, "asked": arguments.freq, "achieved": rate, "seed": best,
        "seeds": {str(seed): results[seed][0] for seed in seeds}, "blocks": critical.blocks(steps),
        "path": [{"ns": total, "delay": delay, "what": what, "net": net} for total, delay, what, net in steps],
        "used": {cell: use["used"] for cell, use in found["utilization"].items() if use["used"]}})
    print(tool.file("timing.json"))
    fast = rate >= arguments.freq
    print(f"{unit.name}: {rate:.2f} MHz, {'at least' if fast else 'below'} the required {arguments.freq} MHz")
    return 0 if fast else 1


if __name__ == "__main__":
    run_main(lambda: timing(parse()))
