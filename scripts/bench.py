#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures how fast the simulators are, remembers it, and shows it (docs/speed.md).

Without --compare: spu-bench of each configuration. With it: this tree's spu-sim and that of another commit, built
beside, in turn. Status 0: measured, or shown. 1: a mismatch between unit and model. 2: wrong use.
"""

import os
import subprocess
import sys

from util import history
from util.arguments import Parser, chosen_names, positive
from benchmark import compare, machine, plot, rates, report
from benchmark.status import Status
from util.problem import Problem, read_json, write_whole
from synthesis import design

ROUNDS = 7
COMPARE_ROUNDS = 5
COMPARE_CYCLES = 300_000
MAKER = "make bench"


def parse():
    parser = Parser(prog="bench.py", description="Measures how fast the simulators are, remembers it, and shows it.")
    parser.add_argument("--configs", default="base", metavar="A,B", help="configurations, or all (%(default)s)")
    parser.add_argument("--cycles", type=positive, metavar="N", help="cycles of a random run")
    parser.add_argument("--rounds", type=positive, metavar="N",
                        help=f"times that everything is measured ({ROUNDS}; with --compare {COMPARE_ROUNDS})")
    parser.add_argument("--seed", type=positive, default=1, metavar="N", help="of every random decision (%(default)s)")
    parser.add_argument("--compare", metavar="COMMIT", help="against the simulators of that commit, which are built")
    parser.add_argument("--build", default="build", metavar="DIR", help="of simulators and results (%(default)s)")
    parser.add_argument("--trace", metavar="FILE", help="of the program (BUILD/workload/demo.trace)")
    parser.add_argument("--history", metavar="FILE", help="every measurement's figures (BUILD/bench/history.jsonl)")
    parser.add_argument("--jobs", type=positive, default=len(os.sched_getaffinity(0)), metavar="N",
                        help="of the other commit's build (%(default)s)")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--check", action="store_true", help="only see whether commit and configurations exist")
    what.add_argument("--table", action="store_true", help="print the newest figures of the history as Markdown")
    what.add_argument("--plot", action="store_true", help="draw the history: BUILD/bench/history.svg")
    parser.add_argument("--into", metavar="FILE", help="with --table: replace the one in this document")
    arguments = parser.parse_args()
    if arguments.into and not arguments.table:
        parser.error("--into: goes with --table")
    arguments.out = os.path.join(arguments.build, "bench")
    arguments.history = arguments.history or os.path.join(arguments.out, "history.jsonl")
    return arguments


def say(lines):
    print("\n".join(lines), flush=True)


# ---------------------------------------------------------------------------------------------------------
# The three rates


def measure(arguments, names):
    """The status of spu-bench of each configuration."""
    lines = []
    for name in names:
        bench = f"{arguments.build}/{name}/spu-bench"
        command = [bench, "--out", arguments.out, "--repetitions", str(arguments.rounds or ROUNDS),
                   "--seed", str(arguments.seed), "--trace", arguments.trace or f"{arguments.build}/workload/demo.trace"]
        command += ["--cycles", str(arguments.cycles)] if arguments.cycles else []
        try:
            status = subprocess.run(command, stdin=subprocess.DEVNULL, check=False).returncode
        except OSError as error:
            raise Problem(f"{bench}: {error.strerror}; {MAKER} builds it") from None
        if status != 0:
            return status if status in (1, 2) else 2
        result = read_json(f"{arguments.out}/bench-{name}.json")
        if result is None:
            raise Problem(f"{arguments.out}/bench-{name}.json: no result of {bench}")
        lines.append({"kind": "rates", **machine.provenance(bench), **result})
        history.append(arguments.history, lines[-1])
    say(["", *report.rates_table(lines), f"medians of processor time; {arguments.history}"])
    return 0


# ---------------------------------------------------------------------------------------------------------
# Against another commit


def measure_against(arguments, names):
    """The status of the runs of both."""
    status = Status()
    other = compare.Other(arguments.compare, os.path.join(arguments.out, "compare"), status)
    with other.locked():
        other.check_out()
        there = [name for name in names if name in other.configurations()]
        if not there:
            raise Problem(f"{other.short} has none of the configurations {' '.join(names)}")
        other.build(there, arguments.jobs)
        lines, mismatches = run_both(arguments, other, names, there)
    say([*report.compare_table(lines), f"cycles per second, and their ratio to {other.short}: {arguments.history}",
         *report.origin([line for line in lines if "missing" not in line])])
    for name, which in mismatches:
        words = "this tree" if which == "this" else other.short
        print(f"bench.py: {name}: mismatch in {words}; {other.runs(name)[which]}.log", file=sys.stderr)
    return 1 if mismatches else 0


def run_both(arguments, other, names, there):
    """(lines of the report, [(configuration, "this" or "other") that had a mismatch])."""
    rounds = arguments.rounds or COMPARE_ROUNDS
    status, lines, mismatches = Status(), [], []
    done, total = 0, 2 * rounds * len(there)

    def step():
        nonlocal done
        done += 1
        status.show(f"{done} of {total} runs", done, total)

    for name in names:
        if name not in there:
            lines.append({"config": name, "against": other.short, "missing": True})
            continue
        simulators = {"this": f"{arguments.build}/{name}/spu-sim", "other": other.simulator(name)}
        try:
            runs = compare.alternate(simulators, other.runs(name), arguments.cycles or COMPARE_CYCLES, arguments.seed,
                                     rounds, step)
        except compare.Mismatch as mismatch:
            mismatches.append((name, str(mismatch)))
            continue
        lines.append(comparison(arguments, other, name, simulators, runs))
        history.append(arguments.history, lines[-1])
    status.clear()
    return lines, mismatches


def comparison(arguments, other, name, simulators, runs):
    """The line of the history."""
    return {"kind": "compare", **machine.provenance(simulators["this"]), "config": name, "against": other.short,
            "against_compiler": machine.compiler(simulators["other"]), "clocks": runs["this"][0].work,
            "seed": arguments.seed, "rounds": len(runs["this"]),
            "rates": {side: rates.summary(runs[side]) for side in runs},
            "ratio": rates.ratios(runs["this"], runs["other"]), "records_same": compare.same_records(other.runs(name)),
            "loaded": max(rates.waited(runs[side]) for side in runs) > rates.LOADED}


# ---------------------------------------------------------------------------------------------------------
# What was measured before


def show_table(arguments):
    lines = report.document(history.read(arguments.history, MAKER), arguments.history)
    if not arguments.into:
        say(lines)
        return
    with open(arguments.into, encoding="utf-8") as file:
        text = file.read()
    write_whole(arguments.into, report.replace(text, lines, arguments.into))


def show_plot(arguments):
    path = os.path.join(arguments.out, "history.svg")
    drawing = plot.draw(history.read(arguments.history, MAKER), arguments.history)
    write_whole(path, drawing)
    print(f"rates over commits, drawn: {path}")


def main():
    arguments = parse()
    try:
        if arguments.table:
            show_table(arguments)
        elif arguments.plot:
            show_plot(arguments)
        else:
            names = chosen_names("configuration", arguments.configs, design.table("rtl"))
            if arguments.check:
                if arguments.compare:
                    compare.resolve(arguments.compare)
            elif arguments.compare:
                return measure_against(arguments, names)
            else:
                return measure(arguments, names)
        return 0
    except KeyboardInterrupt:
        print("bench.py: interrupted", file=sys.stderr)
        return 2
    except (Problem, OSError) as error:
        print(f"bench.py: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
