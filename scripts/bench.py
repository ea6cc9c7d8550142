#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures how fast spu-sim runs in lockstep. The runs alternate with runs without model and checks, or with runs of
another commit, which is built in its own directory (docs/regression.md).

Status 0: measured. 1: a mismatch between unit and model. 2: wrong use.
"""

import datetime
import filecmp
import json
import os
import re
import shutil
import statistics
import subprocess
import sys

from util import history
from util.arguments import Parser, chosen_names, positive
from util.problem import Problem, read_json, run_main, write_whole
from util.progress import Progress
from util.tables import table
from synthesis import design

SOURCES = ("Makefile", "cmodel", "rtl", "scripts", "tb")  # the sources of a simulator


def parse():
    parser = Parser(prog="bench.py", description="Measures how fast the simulators are in lockstep.")
    parser.add_argument("--configs", default="base", metavar="A,B", help="configurations, or all (%(default)s)")
    parser.add_argument("--cycles", type=positive, default=300_000, metavar="N", help="cycles of a run (%(default)s)")
    parser.add_argument("--rounds", type=positive, default=5, metavar="N", help="runs of each simulator (%(default)s)")
    parser.add_argument("--seed", type=positive, default=1, metavar="N", help="seed of the stimulus (%(default)s)")
    parser.add_argument("--compare", metavar="COMMIT", help="compare with the simulators of COMMIT, and build them")
    parser.add_argument("--build", default="build", metavar="DIR", help="simulators and results (%(default)s)")
    parser.add_argument("--jobs", type=positive, default=len(os.sched_getaffinity(0)), metavar="N",
                        help="parallel jobs of the other commit's build (%(default)s)")
    return parser.parse_args()


class Mismatch(Exception):
    """Unit and model differed in a run: the command, and the file of its messages."""


class Other:
    """Another commit in its own directory. The user's checkout is only read."""

    def __init__(self, commit, below):
        self.commit = history.git("rev-parse", "--verify", "--quiet", "--end-of-options", f"{commit}^{{commit}}")
        if not self.commit:
            raise Problem(f"COMPARE={commit}: no such commit")
        self.short = self.commit[:12]
        self.tree = f"{below}/{self.short}/tree"

    def check_out(self):
        """The sources, whole or not at all."""
        if os.path.isdir(self.tree):
            return
        new = f"{self.tree}.{os.getpid()}"
        os.makedirs(new)
        with subprocess.Popen(["git", "archive", self.commit], stdout=subprocess.PIPE) as archive:
            subprocess.run(["tar", "-x", "-C", new], stdin=archive.stdout, check=True)
        os.rename(new, self.tree)

    def configurations(self):
        """The commit's configurations, from its own script, because the form of the table has changed."""
        done = subprocess.run([sys.executable, "scripts/configs.py", "--list"], cwd=self.tree, capture_output=True,
                              text=True, stdin=subprocess.DEVNULL, check=False)
        if done.returncode:
            raise Problem(f"{self.short} has no table of configurations")
        return done.stdout.split()

    def simulator(self, config):
        return os.path.abspath(f"{self.tree}/build/{config}/spu-sim")

    def build(self, names, jobs):
        """Builds its simulators with its own Makefile, which gets no variable, job or lock of the make that runs this
        script. Files that are built already stay. `ready` is skipped, since it would install what that commit's demo
        and tools need; compiler and Verilator are installed, since this tree's simulators exist."""
        ours = set(re.findall(r"(?:^|\s)(\w+)=", os.environ.get("MAKEFLAGS", "")))
        environment = {name: value for name, value in os.environ.items()
                       if name not in ours and not name.startswith(("MAKE", "SPU_")) and name != "MFLAGS"}
        command = ["make", "-C", self.tree, "--no-print-directory", f"-j{jobs}", "-o", "ready",
                   *(f"build/{name}/spu-sim" for name in names)]
        made = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=sys.stderr, env=environment, check=False)
        if made.returncode:
            raise Problem(f"{self.short} does not build")


def rate(command, out, arguments):
    """Cycles per second of processor time of a run, whose report and records go to `out` and messages to `out`.log."""
    shutil.rmtree(out, ignore_errors=True)
    os.makedirs(os.path.dirname(out), exist_ok=True)
    with open(f"{out}.log", "wb") as log:
        try:
            process = subprocess.Popen([*command, "--stimulus", "random", "--cycles", str(arguments.cycles), "--seed",
                                        str(arguments.seed), "--out", out],
                                       stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT)
        except OSError as error:
            raise Problem(f"{command[0]}: {error.strerror}; make bench builds it") from None
        _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode == 1:
        raise Mismatch(f"{command[0]}; {out}.log")
    report = read_json(f"{out}/report.json")
    if process.returncode != 0 or not isinstance(report, dict) or not report.get("cycles"):
        raise Problem(f"{command[0]}: ended with status {process.returncode}; {out}.log says why")
    return report["cycles"] / (usage.ru_utime + usage.ru_stime)


def measure(name, other, arguments, progress):
    """The results of a configuration: the rates of both simulators, and what they depend on. They run alternately,
    every second time in reverse order."""
    this = os.path.abspath(f"{arguments.build}/{name}/spu-sim")
    commands = {"this": [this], "other": [other.simulator(name)] if other else [this, "--unchecked"]}
    places = {side: f"{arguments.build}/bench/{name}-{side}" for side in commands}
    rates = {side: [] for side in commands}
    for number in range(arguments.rounds):
        for side in sorted(commands, reverse=number % 2 == 0):
            rates[side].append(rate(commands[side], places[side], arguments))
            progress.one()
    return {"config": name, "commit": history.commit(*SOURCES), "against": other.short if other else "unchecked",
            "date": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"), "cycles": arguments.cycles,
            "seed": arguments.seed, "rates": rates,
            "records_same": filecmp.cmp(*(f"{place}/records.spe" for place in places.values()), shallow=False)}


def row(line):
    """Best and median of both, and the ratio of this one to the other: of the bests, and the median over the pairs.
    Other programs on the machine can only make a run slower, so the best is closest to the truth."""
    this, other = line["rates"]["this"], line["rates"]["other"]
    return [line["config"], *(f"{function(rates) / 1000:,.0f} k" for rates in (this, other)
                              for function in (max, statistics.median)),
            f"{max(this) / max(other):.2f}", f"{statistics.median(a / b for a, b in zip(this, other)):.2f}",
            "same" if line["records_same"] else "differ"]


def bench(arguments):
    """Returns the exit status."""
    names = chosen_names("configuration", arguments.configs, design.table("rtl"))
    other, missing = None, []
    if arguments.compare:
        other = Other(arguments.compare, f"{arguments.build}/bench/compare")
        other.check_out()
        there = other.configurations()
        missing = [name for name in names if name not in there]
        names = [name for name in names if name in there]
        if not names:
            raise Problem(f"{other.short} has none of the configurations {' '.join(missing)}")
        other.build(names, arguments.jobs)
    progress, lines, mismatches = Progress(2 * len(names) * arguments.rounds, "runs", file=sys.stderr), [], []
    for name in names:
        try:
            lines.append(measure(name, other, arguments, progress))
        except Mismatch as mismatch:
            mismatches.append(f"{name}: mismatch in {mismatch}")
    progress.clear()
    against = other.short if other else "unchecked"
    head = ["configuration", "lockstep", "median", against, "median", "best / best", "median of pairs", "records"]
    print("\n".join(table(map(row, lines), head)))
    for name in missing:
        print(f"{name} is not in {against}")
    results = f"{arguments.build}/bench/results.json"
    write_whole(results, json.dumps(lines, indent=1, sort_keys=True) + "\n")
    print(f"cycles per second of processor time: {results}", flush=True)
    for mismatch in mismatches:
        print(f"bench.py: {mismatch}", file=sys.stderr)
    return 1 if mismatches else 0


if __name__ == "__main__":
    run_main(lambda: bench(parse()))
