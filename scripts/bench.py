#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures how fast spu-sim is in lockstep, in turn with itself without model and checks, or with another commit's,
which is built beside (docs/speed.md).

Status 0: measured. 1: a mismatch between unit and model. 2: wrong use.
"""

import json
import os
import sys

from util.arguments import Parser, chosen_names, positive
from benchmark import compare, machine, rates, report
from benchmark.status import Status
from util.problem import Problem, write_whole
from synthesis import design

ROUNDS = 5
CYCLES = 300_000


def parse():
    parser = Parser(prog="bench.py", description="Measures how fast the simulators are in lockstep.")
    parser.add_argument("--configs", default="base", metavar="A,B", help="configurations, or all (%(default)s)")
    parser.add_argument("--cycles", type=positive, default=CYCLES, metavar="N", help="cycles of a run (%(default)s)")
    parser.add_argument("--rounds", type=positive, default=ROUNDS, metavar="N", help="runs of each (%(default)s)")
    parser.add_argument("--seed", type=positive, default=1, metavar="N", help="of every random decision (%(default)s)")
    parser.add_argument("--compare", metavar="COMMIT", help="against the simulators of that commit, which are built")
    parser.add_argument("--build", default="build", metavar="DIR", help="of simulators and results (%(default)s)")
    parser.add_argument("--jobs", type=positive, default=len(os.sched_getaffinity(0)), metavar="N",
                        help="of the other commit's build (%(default)s)")
    parser.add_argument("--check", action="store_true", help="only see whether commit and configurations exist")
    arguments = parser.parse_args()
    arguments.out = os.path.join(arguments.build, "bench")
    return arguments


def line_of(arguments, name, simulators, runs, places, other):
    """What is kept of a configuration: figures, and what they depend on."""
    line = {**machine.provenance(simulators["this"][0]), "config": name, "cycles": runs["this"][0].work,
            "seed": arguments.seed, "rounds": len(runs["this"]),
            "rates": {side: rates.summary(runs[side]) for side in runs},
            "loaded": max(rates.waited(runs[side]) for side in runs) > rates.LOADED}
    if other is not None:
        line |= {"against": other.short, "records_same": compare.same_records(places),
                 "against_compiler": machine.compiler(simulators["other"][0]),
                 "ratio": rates.ratios(runs["this"], runs["other"])}
    return line


def measured(arguments, names, other):
    """(lines, mismatches: what has one and where it is). `other`: the commit to compare with, or None."""
    beside = "unchecked" if other is None else "other"
    status, lines, mismatches = Status(), [], []
    done, total = 0, 2 * len(names) * arguments.rounds

    def step():
        nonlocal done
        done += 1
        status.show(f"{done} of {total} runs", done, total)

    for name in names:
        this = f"{arguments.build}/{name}/spu-sim"
        simulators = {"this": [this], beside: [other.simulator(name)] if other else [this, "--unchecked"]}
        places = other.runs(name) if other else {side: f"{arguments.out}/{name}-{side}" for side in simulators}
        try:
            runs = compare.alternate(simulators, places, arguments.cycles, arguments.seed, arguments.rounds, step)
        except compare.Mismatch as mismatch:
            which = "this tree" if str(mismatch) == "this" else other.short
            mismatches.append(f"{name}: mismatch in {which}; {places[str(mismatch)]}.log")
            continue
        lines.append(line_of(arguments, name, simulators, runs, places, other))
    status.clear()
    return lines, mismatches


def against_other(arguments, names):
    """measured(), of the configurations that the other commit has too."""
    other = compare.Other(arguments.compare, os.path.join(arguments.out, "compare"), Status())
    with other.locked():
        other.check_out()
        there = [name for name in names if name in other.configurations()]
        if not there:
            raise Problem(f"{other.short} has none of the configurations {' '.join(names)}")
        other.build(there, arguments.jobs)
        lines, mismatches = measured(arguments, there, other)
    missing = [{"config": name, "against": other.short, "missing": True} for name in names if name not in there]
    return lines + missing, mismatches


def bench(arguments):
    """The status."""
    names = chosen_names("configuration", arguments.configs, design.table("rtl"))
    if arguments.check:
        if arguments.compare:
            compare.resolve(arguments.compare)
        return 0
    lines, mismatches = against_other(arguments, names) if arguments.compare else measured(arguments, names, None)
    results = f"{arguments.out}/results.json"
    write_whole(results, json.dumps(lines, indent=1, sort_keys=True) + "\n")
    print("\n".join([*report.lines_of(lines), f"cycles per second of processor time: {results}"]), flush=True)
    for mismatch in mismatches:
        print(f"bench.py: {mismatch}", file=sys.stderr)
    return 1 if mismatches else 0


def main():
    arguments = parse()
    try:
        return bench(arguments)
    except KeyboardInterrupt:
        print("bench.py: interrupted", file=sys.stderr)
        return 2
    except (Problem, OSError) as error:
        print(f"bench.py: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
