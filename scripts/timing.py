#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures the unit's maximum frequency on an FPGA: places and routes it between flip-flops, without pins
(docs/synthesis.md).

ECP5-85F, speed grade 6, package CABGA381: the FPGA of the ULX3S. vif_o is open. Status 0: every seed reaches the
frequency. 1: slower. 2: wrong use.
"""

import concurrent.futures
import os

from util import history
from util.arguments import Parser, chosen_names, positive
from util.problem import Problem, run_main, write_whole
from synthesis import critical, design, harness, paths, report
from synthesis.netlist import load, measure
from synthesis.targets import TARGETS
from synthesis.tools import NEXTPNR_ECP5, YOSYS, Yosys, program, run

DEVICE = ["--85k", "--package", "CABGA381", "--speed", "6"]
# The placer's alpha and weight of timing, by default 0.1 and 10; the router tries up to 50 times to shorten paths that
# are slower than the required frequency.
PLACER = ["--placer-heap-alpha", "0.2", "--placer-heap-timingweight", "200", "--tmg-ripup"]


def parse():
    parser = Parser(prog="timing.py", description="Measures the unit's maximum frequency, placed and routed.")
    parser.add_argument("--config", default="base", metavar="NAME", help="configuration (%(default)s)")
    parser.add_argument("--freq", type=positive, default=100, metavar="MHZ", help="required frequency (%(default)s)")
    parser.add_argument("--seeds", type=positive, default=3, metavar="N", help="number of placements (%(default)s)")
    parser.add_argument("--seed", type=positive, default=1, metavar="N", help="seed of the first (%(default)s)")
    parser.add_argument("--classes", action="store_true", help="print the classes of paths that are too slow")
    parser.add_argument("--jobs", type=positive, default=len(os.sched_getaffinity(0)), metavar="N",
                        help="placements at a time (%(default)s)")
    parser.add_argument("--rtl", default="rtl", metavar="DIR", help="the sources (%(default)s)")
    parser.add_argument("--out", default="build/timing", metavar="DIR", help="results (%(default)s)")
    parser.add_argument("--yosys", default=YOSYS, metavar="FILE", help="default: %(default)s")
    parser.add_argument("--nextpnr", default=NEXTPNR_ECP5, metavar="FILE", help="default: %(default)s")
    return parser.parse_args()


def synthesize(tool, unit):
    """Maps the unit as make synth does, and connects it to a harness that is mapped by itself. Returns the path of this
    netlist, and the counts of the unit."""
    path, mapped, verilog = tool.file("netlist.json"), tool.file("unit.json"), tool.file("harness.v")
    tool.run("unit", [*unit.read(), *unit.open_vif(), *TARGETS["ecp5"].flat, f"write_json {mapped}",
                      f"select {unit.top}", f"write_rtlil -selected {tool.file('unit.il')}"])
    modules = load(mapped)
    write_whole(verilog, harness.source(unit.top, harness.ports_of(modules[unit.top])))
    tool.run("netlist", [f"read_verilog {verilog}", "hierarchy -top harness", *TARGETS["ecp5"].flat,
                         f"delete {unit.top}", f"read_rtlil {tool.file('unit.il')}", "hierarchy -top harness",
                         "flatten", f"write_json {path}"])
    return path, measure(modules, TARGETS["ecp5"])[0][unit.top]


def place(arguments, tool, netlist, seed):
    """(MHz, report) of one seed."""
    path = tool.file(f"seed{seed}.report.json")
    log = tool.file(f"seed{seed}.log")
    run([program(arguments.nextpnr), *DEVICE, "--json", netlist, "--freq", str(arguments.freq), "--seed", str(seed),
         "--lpf-allow-unconstrained", "--timing-allow-fail", *PLACER, "--report", path,
         *(["--sdf", tool.file(f"seed{seed}.sdf")] if arguments.classes else []), "-q", "-l", log], log,
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
    netlist, counts = synthesize(tool, unit)
    module = load(netlist)["harness"]
    seeds = range(arguments.seed, arguments.seed + arguments.seeds)
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        results = dict(zip(seeds, pool.map(lambda seed: place(arguments, tool, netlist, seed), seeds)))
    worst = min(results, key=lambda seed: results[seed][0])
    rate, found = results[worst]
    steps = critical.slowest(found, critical.source_names(module), critical.registers(module))
    print(f"{unit.name}, ECP5-85F speed grade 6, placed for {arguments.freq} MHz ({commit})")
    print(f"{counts['lut']} LUTs, {counts['ff']} flip-flops, {counts['carry']} carry cells, without the harness")
    print("\n".join(report.table([[f"seed {seed}", f"{results[seed][0]:.2f}"] for seed in seeds], ["", "MHz"])))
    print("\n".join(critical.describe(steps)))
    if arguments.classes:
        slow = paths.classes(paths.Delays(tool.file(f"seed{worst}.sdf")), critical.classes(module),
                             1000 / arguments.freq)
        print("\n".join(report.table([[f"{start} -> {end}", f"{path.ns:.2f}", f"{path.routing:.2f}", str(path.levels),
                                       str(ends)] for start, end, path, ends in slow],
                                     [f"seed {worst}, from -> to", "ns", "routing", "levels", "ends"])))
    report.write_json(tool.file("timing.json"), {
        "commit": commit, "config": unit.name, "asked": arguments.freq, "achieved": rate,
        "seed": worst, "unit": counts,
        "seeds": {str(seed): results[seed][0] for seed in seeds}, "blocks": critical.blocks(steps),
        "path": [{"ns": total, "delay": delay, "what": what, "net": net} for total, delay, what, net in steps],
        "used": {cell: use["used"] for cell, use in found["utilization"].items() if use["used"]}})
    print(tool.file("timing.json"))
    fast = rate >= arguments.freq
    print(f"{unit.name}: {rate:.2f} MHz at the slowest seed, {'at least' if fast else 'below'} the required "
          f"{arguments.freq} MHz")
    return 0 if fast else 1


if __name__ == "__main__":
    run_main(lambda: timing(parse()))
