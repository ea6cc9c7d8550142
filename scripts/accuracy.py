#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures how well profiles say where the time of a program went (docs/accuracy.md).

Each run profiles one of the programs of tb/programs/bottlenecks, on the core model in order or out of order or on
CVA6, and writes the cycles that truly belong to each instruction. Three profiles are made of its records: counted,
weighted by total latency, and weighted by exposed latency. The error of a profile is the share of time that it
attributes to the wrong place: half the sum of the differences between its shares and the true ones; by instruction,
basic block and function. A basic block is a run of instructions that were executed equally often, up to a branch.

The same command continues after an interrupt: runs whose results are there are not repeated, so after a change remove
build/accuracy first. Status 0: measured. 1: a mismatch between unit, model and core, or a cycle without exactly one
owner. 2: wrong use, or a run that failed.
"""

import concurrent.futures
import csv
import dataclasses
import itertools
import json
import os
import re
import subprocess

from util.arguments import Parser, chosen_names, positive
from util.problem import Problem, read_json, run_main, write_whole
from util.progress import Progress
from util.tables import table
from sweep import ROOT, make_table, variables

PROGRAMS = ("chase", "guess", "divide", "store", "code", "mix")
CORES = ("in-order", "out-of-order", "cva6")
TAGS = {1: "twentyseven", 2: "exposed", 4: "twentysix"}  # configurations that differ in InFlight
SUPERVISOR = "{}/core/software/supervisor.elf"
PROFILES = ("counted", "total", "exposed")  # by what a record is weighted
LEVELS = ("instruction", "block", "function")
COUNTED = ("records", "samples", "collisions", "cycles")
USUAL = {"interval": 1024, "steady": False, "tags": 2}
VARIED = {"interval": (256, 1024, 4096, 16384, 65536), "steady": (False, True), "tags": (1, 2, 4)}


@dataclasses.dataclass(frozen=True)
class Run:
    core: str
    program: str
    interval: int
    steady: bool
    tags: int
    times: int = 1  # that the program does its work

    @property
    def elf(self):
        return f"{self.program}-{self.times}" if self.times > 1 else self.program

    @property
    def name(self):
        return f"{self.core}-{self.elf}-{self.interval}-{'steady' if self.steady else 'random'}-{self.tags}"


def parse():
    parser = Parser(prog="accuracy.py", description="Measures how well profiles say where the time went.")
    parser.add_argument("--cores", default="in-order,out-of-order", metavar="A,B",
                        help=f"{', '.join(CORES)} or all (%(default)s)")
    parser.add_argument("--programs", default="all", metavar="A,B", help="programs (%(default)s)")
    parser.add_argument("--intervals", metavar="N,N", help="only these, and nothing else varied")
    parser.add_argument("--times", type=positive, default=1, metavar="N",
                        help="the programs are N times as long, for as many records at longer intervals (%(default)s)")
    parser.add_argument("--csv", metavar="FILE", help="also write every result so far")
    parser.add_argument("--build", default="build", metavar="DIR", help="programs and results (%(default)s)")
    parser.add_argument("--jobs", type=positive, default=len(os.sched_getaffinity(0)), metavar="N",
                        help="runs at a time (%(default)s)")
    arguments = parser.parse_args()
    if arguments.intervals and not re.fullmatch(r"\d+(,\d+)*", arguments.intervals):
        parser.error(f"--intervals: {arguments.intervals!r} is not a list of numbers")
    return arguments


def runs_of(arguments):
    """One of the usual values is varied at a time."""
    cores = chosen_names("core", arguments.cores, CORES)
    programs = chosen_names("program", arguments.programs, PROGRAMS)
    if arguments.intervals:
        values = [USUAL | {"interval": int(word)} for word in arguments.intervals.split(",")]
    else:
        values = [USUAL | {name: value} for name, choices in VARIED.items() for value in choices]
    return list(dict.fromkeys(Run(core, program, times=arguments.times, **chosen)
                              for core, program, chosen in itertools.product(cores, programs, values)))


# ----------------------------------------------------------------------------------------------------------------------
# Programs and simulators

def elf_of(build, run):
    return f"{build}/accuracy/{'rv64' if run.core == 'cva6' else 'aarch64'}/{run.elf}.elf"


def simulator_of(build, run):
    root = ROOT if run.tags != USUAL["tags"] else build
    return f"{root}/core/{TAGS[run.tags]}/core-sim" if run.core == "cva6" else f"{root}/{TAGS[run.tags]}/spu-sim"


def make(arguments, runs):
    """Everything that the runs need: make builds it."""
    simulators = {simulator_of(arguments.build, run): run.tags != USUAL["tags"] for run in runs}
    plain = {name for name, swept in simulators.items() if not swept} | {elf_of(arguments.build, run) for run in runs}
    plain |= {SUPERVISOR.format(arguments.build) for run in runs if run.core == "cva6"}
    swept = simulators.keys() - plain
    commands = [["make", *sorted(plain)]]
    if swept:
        make_table()
        commands.append(["make", *sorted(swept), *variables()])
    environment = {key: value for key, value in os.environ.items() if key != "MAKEFLAGS"}
    if any(subprocess.run(command, env=environment, check=False).returncode for command in commands):
        raise Problem("the programs or simulators do not build")


def command_of(build, run, out):
    program = ["--out", out, "--interval", str(run.interval)]
    if run.core == "cva6":
        return [simulator_of(build, run), "--program", elf_of(build, run), "--supervisor",
                SUPERVISOR.format(build), *program, *([] if run.steady else ["--perturb"])]
    return [simulator_of(build, run), "--stimulus", "program", "--workload", elf_of(build, run), "--plugin",
            f"{build}/lib/spe_trace_plugin.so", *program, *(["--steady"] if run.steady else []),
            *(["--in-order"] if run.core == "in-order" else [])]


# ----------------------------------------------------------------------------------------------------------------------
# Errors

def said_by(*command):
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        raise Problem(f"{command[-1]}: {command[0]} ended with status {done.returncode}")
    return done.stdout


def functions_of(elf):
    """[(start, end, name)] by address."""
    said = said_by("readelf", "-sW", elf)
    found = re.findall(r"^ *\d+: ([0-9a-f]+) +(\d+) FUNC .* (\S+)$", said, re.MULTILINE)
    return sorted((int(start, 16), int(start, 16) + int(size), name) for start, size, name in found)


def differ(row, other):
    """True if one was executed more often, by more than the few times that a run ends or pauses between two."""
    counts = int(row["executed"]), int(other["executed"])
    return abs(counts[0] - counts[1]) > max(counts) / 100


def blocks_of(truth):
    """{pc: the first pc of its basic block}."""
    blocks, before, first = {}, None, None
    for pc in sorted(truth):
        row = truth[pc]
        if row["executed"] == "0":  # only on wrong paths, perhaps in the middle of another instruction
            blocks[pc] = pc
            continue
        if before is None or before[1]["branch"] != "0" or pc - before[0] > 4 or differ(row, before[1]):
            first = pc
        blocks[pc], before = first, (pc, row)
    return blocks


def error(true, estimate):
    """The share of time that is attributed to the wrong place, in percent. Both: {place: weight}."""
    all_true, all_estimated = sum(true.values()), sum(estimate.values())
    if not all_estimated:
        return 100.0
    return 50 * sum(abs(true.get(place, 0) / all_true - estimate.get(place, 0) / all_estimated)
                    for place in true | estimate)


def sums(weights, place_of):
    total = {}
    for pc, weight in weights.items():
        place = place_of(pc)
        total[place] = total.get(place, 0) + weight
    return total


def measure(build, run, out):
    """What is known after a run."""
    with open(f"{out}/truth.csv", encoding="utf-8") as file:
        truth = {int(row["pc"], 16): row for row in csv.DictReader(file)}
    cycles = {pc: int(row["cycles"]) for pc, row in truth.items()}
    dump = said_by(f"{build}/bin/spe-dump", "--csv", f"{out}/records.spe")
    weights, records = {profile: {} for profile in PROFILES}, 0
    for row in csv.DictReader(dump.splitlines()):
        pc = int(row["pc"], 16)
        if pc not in truth:
            raise Problem(f"{out}/records.spe: a record of {pc:#x}, which was not dispatched")
        records += 1
        for profile, weight in zip(PROFILES, (1, int(row["total"]), int(row["exposed_latency"]))):
            weights[profile][pc] = weights[profile].get(pc, 0) + weight
    functions, blocks = functions_of(elf_of(build, run)), blocks_of(truth)
    places = {"instruction": lambda pc: pc, "block": blocks.get,
              "function": lambda pc: next((name for start, end, name in functions if start <= pc < end), "")}
    errors = {level: {profile: error(sums(cycles, place), sums(weights[profile], place)) for profile in PROFILES}
              for level, place in places.items()}
    report = read_json(f"{out}/report.json")
    if not isinstance(report, dict):
        raise Problem(f"{out}/report.json: not there")
    return {"records": records, "cycles": sum(cycles.values()), "errors": errors, "samples": report["samples"],
            "collisions": report["collisions"]}


class Accuracy:
    def __init__(self, arguments):
        self.build, self.jobs = arguments.build, arguments.jobs
        self.home = f"{arguments.build}/accuracy"
        self.path = f"{self.home}/results.json"
        known = read_json(self.path)
        self.results = known if isinstance(known, dict) else {}

    def one(self, run):
        """Runs and measures. Returns the status of the simulator."""
        out = f"{self.home}/{run.name}"
        os.makedirs(out, exist_ok=True)
        done = subprocess.run(command_of(self.build, run, out), stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True, check=False)
        if done.returncode != 0:
            lines = done.stdout.strip().splitlines() or ["failed without a word"]
            print(f"{run.name}: {lines[-1]}", flush=True)
        else:
            self.results[run.name] = measure(self.build, run, out)
        return done.returncode

    def all(self, runs):
        """Runs those without results. Returns the worst status."""
        todo = [run for run in runs if run.name not in self.results]
        progress, worst = Progress(len(todo), "runs"), 0
        with concurrent.futures.ThreadPoolExecutor(self.jobs) as pool:
            for future in concurrent.futures.as_completed([pool.submit(self.one, run) for run in todo]):
                worst = max(worst, future.result() if future.result() in (0, 1) else 2)
                progress.one()
                write_whole(self.path, json.dumps(self.results, indent=1, sort_keys=True) + "\n")
        progress.clear()
        return worst

    def rows(self):
        """Every result so far, for docs/figures and other tools."""
        errors = [(level, profile) for level in LEVELS for profile in PROFILES]
        lines = [",".join(["core,program,interval,distances,tags,times,records,samples,collisions,cycles",
                           *(f"{level} {profile}" for level, profile in errors)])]
        for name, result in sorted(self.results.items()):
            core, program, times, interval, distances, tags = re.fullmatch(
                r"(.+?)-([a-z]+)(?:-(\d+))?-(\d+)-([a-z]+)-(\d)", name).groups()
            lines.append(",".join(map(str, [
                core, program, interval, distances, tags, times or 1, *(result[key] for key in COUNTED),
                *(f"{result['errors'][level][profile]:.2f}" for level, profile in errors)])))
        return "\n".join(lines) + "\n"


def main():
    arguments = parse()
    runs = runs_of(arguments)
    make(arguments, runs)
    accuracy = Accuracy(arguments)
    status = accuracy.all(runs)
    rows = []
    for run in runs:
        result = accuracy.results.get(run.name)
        if result is not None:
            rows.append([run.name, result["records"], result["collisions"],
                         *(f"{result['errors'][level][profile]:.1f}" for level in LEVELS for profile in PROFILES)])
    head = ["run", "records", "collisions", *(f"{level[:5]}/{profile}" for level in LEVELS for profile in PROFILES)]
    print("\n".join(table(rows, head)))
    print(f"errors in percent of the time: {accuracy.path}")
    if arguments.csv:
        write_whole(arguments.csv, accuracy.rows())
    return status


if __name__ == "__main__":
    run_main(main)
