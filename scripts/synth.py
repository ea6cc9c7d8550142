#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Synthesizes the unit with Yosys: cost by block, and a check for forbidden constructs (docs/synthesis.md).

Status 0: done, and nothing found. 1: a latch, a combinational loop, an undriven or multiply driven net, an unintended
memory, or a verification interface that is not optimized away when unconnected. 2: wrong use.
"""

import concurrent.futures
import os
import threading

from util import history
from util.arguments import Parser, chosen_names
from util.problem import run_main
from synthesis import design, findings, netlist, report, vif
from synthesis.targets import TARGETS
from synthesis.tools import YOSYS, Yosys, below, program

MEMORIES = os.path.join(os.path.dirname(__file__), "synthesis", "memories.txt")


def parse():
    parser = Parser(prog="synth.py", description="Synthesizes the unit: its size, and forbidden constructs.")
    parser.add_argument("--configs", default="base", metavar="A,B", help="configurations, or all (%(default)s)")
    parser.add_argument("--targets", default="generic", metavar="A,B",
                        help="generic, ecp5, ice40, or all (%(default)s)")
    parser.add_argument("--rtl", default="rtl", metavar="DIR", help="the sources (%(default)s)")
    parser.add_argument("--out", default="build/synth", metavar="DIR", help="results (%(default)s)")
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)), metavar="N",
                        help="parallel runs of Yosys (%(default)s)")
    parser.add_argument("--check", action="store_true", help="only check for forbidden constructs")
    parser.add_argument("--top", metavar="MODULE", help="another design: its top module, without a configuration")
    parser.add_argument("--files", metavar="FILE", help="... and the list of its sources")
    parser.add_argument("--memories", default=MEMORIES, metavar="FILE", help="list of the intended memories")
    parser.add_argument("--yosys", default=YOSYS, metavar="FILE", help="default: %(default)s")
    arguments = parser.parse_args()
    if arguments.jobs < 1:
        parser.error("--jobs: not a number above 0")
    if (arguments.top is None) != (arguments.files is None):
        parser.error("--top and --files go together")
    return arguments


class Synthesis:
    """One call of the script: findings of every design, then counts of every design and target."""

    def __init__(self, arguments):
        self.arguments = arguments
        self.memories = findings.intended(arguments.memories)
        self.commit = history.commit(arguments.rtl)
        self.lock = threading.Lock()

    def say(self, *lines):
        with self.lock:
            print("\n".join(lines), flush=True)

    def yosys(self, *parts):
        return Yosys(self.arguments.yosys, os.path.join(self.arguments.out, *parts))

    def check(self, unit):
        """(findings, bits of memory by block, cells with vif open) of a design."""
        tool = self.yosys("check", unit.name)
        found, modules = findings.find(tool, unit, self.memories)
        cells = None
        if unit.row and not found:
            opened, removed, finding = vif.compare(tool, unit)
            cells = {"open": opened, "removed": removed}
            found = [finding] if finding else []
        return found, findings.memories_of(modules), cells

    def counts(self, unit, target, what):
        """Counts of one synthesis: `blocks`, with hierarchy; `unit`, flattened; or `driven`, flattened with vif
        connected."""
        tool = self.yosys(f"{unit.name}-{target}")
        blocks = what == "blocks"
        commands = [*unit.read(hierarchy=blocks)]
        if what != "driven":
            commands += unit.open_vif()
        path = tool.file(f"{what}.json")
        tool.run(what, [*commands, *(TARGETS[target].blocks if blocks else TARGETS[target].flat), f"write_json {path}"])
        return netlist.measure(netlist.load(path), TARGETS[target])

    def report(self, unit, target, parts, memory_bits, cells):
        """Writes and prints the result of one design and target."""
        blocks, instances = parts["blocks"]
        for name, bits in memory_bits.items():
            if name in blocks:
                blocks[name]["ram_bits"] = bits
        result = {"commit": self.commit, "config": unit.name, "target": target, "blocks": blocks,
                  "instances": instances,
                  "unit": parts["unit"][0][unit.top]}
        result["unit"]["ram_bits"] = sum(memory_bits.values())
        if "driven" in parts:
            result["vif"] = {"driven": parts["driven"][0][unit.top], "cells": cells}
            result["vif"]["driven"]["ram_bits"] = result["unit"]["ram_bits"]
        out = os.path.join(self.arguments.out, f"{unit.name}-{target}")
        lines = [f"{unit.name}, {target} ({self.commit})", *report.counts_table(result)]
        if cells:
            lines.append(f"vif open: {cells['open']} word-level cells; without vif in the source: {cells['removed']}")
        report.write_json(f"{out}/synth.json", result)
        self.say(*lines, f"{out}/synth.json", "")

    def run(self, units, targets):
        """Returns the exit status."""
        found = 0
        with concurrent.futures.ThreadPoolExecutor(self.arguments.jobs) as pool:
            checks = {unit.name: pool.submit(self.check, unit) for unit in units}
            good = []
            for unit in units:
                causes = checks[unit.name].result()[0]
                self.say(*(f"{unit.name}: {cause}" for cause in causes) if causes else [f"{unit.name}: nothing found"])
                found += len(causes)
                good += [unit] if not causes else []
            if self.arguments.check:
                return 1 if found else 0
            jobs = [(unit, target, {what: pool.submit(self.counts, unit, target, what)
                                    for what in ("blocks", "unit", *(["driven"] if unit.row else []))})
                    for target in targets for unit in good]
            try:
                for unit, target, parts in jobs:
                    self.report(unit, target, {what: part.result() for what, part in parts.items()},
                                *checks[unit.name].result()[1:])
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                raise
        return 1 if found else 0


def main():
    arguments = parse()
    targets = chosen_names("target", arguments.targets, TARGETS)
    if arguments.top:
        units = [design.Design(arguments.top, below(arguments.files), arguments.top)]
    else:
        rows = design.table(arguments.rtl)
        units = [design.of_configuration(arguments.rtl, name, rows)
                 for name in chosen_names("configuration", arguments.configs, rows)]
    program(arguments.yosys)
    return Synthesis(arguments).run(units, targets)


if __name__ == "__main__":
    run_main(main)
