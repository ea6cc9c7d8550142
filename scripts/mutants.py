#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Small named faults (scripts/mutants.json), each of which the lockstep must catch and explain.

For each fault: copies rtl/ or cmodel/ to build/mutants/NAME/, replaces `search`, which must be there exactly
once, by `replace`, builds a simulator by the Makefile's own rules, and runs it until one run reports a mismatch
(status 1) that names one of the `expect` functions. A fault of the unit that survives every run, or is blamed
on another function, is a hole in the checks: status 1. The unchanged tree must pass the same runs first.

Fields of an entry: name, file (below the tree's root), search, replace (strings, or lists of lines), expect
(functions, sections as `D24.5`, or assertions; any of them), why (what would be wrong), and
optionally config (default base; for the unit also a row of sweep.py), assertions (true: with
those of RTL and testbench, which are off otherwise, so that what the model catches by itself can be seen; `expect` can
name one), runs (names from RUNS, default all in that
order), unit (unit test programs that must fail instead of a run; for the model), room (the block, or a list of blocks
of rtl/data/blocks.toml, that the report must name, likeliest or second) and blame (true: one of those that --rooms tries).

--rooms measures the mismatch report instead: how long after the start of the failing run it is there, and whether the
room that it names first is the one that the fault was put into (room, else what the file's name says).
"""

import argparse
import concurrent.futures
import functools
import json
import os
import re
import shutil
import subprocess
import sys
import time

import sweep
from facts import blocks
from facts.common import FactError

RUNS = {
    "directed": ["--stimulus", "directed"],
    "random1": ["--stimulus", "random", "--cycles", "300000", "--seed", "1"],
    "random2": ["--stimulus", "random", "--cycles", "300000", "--seed", "2"],
    "random3": ["--stimulus", "random", "--cycles", "1000000", "--seed", "3"],
}
SEEDS = {name: arguments[arguments.index("--seed") + 1] if "--seed" in arguments else "1"
         for name, arguments in RUNS.items()}
LIMIT = 900  # seconds for one build or run
ROOT = "build/mutants"
BLOCKS = functools.cache(blocks.load)  # rtl/data/blocks.toml
# What a report blames: the pseudocode function of a mismatch, or the section that stands for one, or the assertion that
# failed.
BLAMED = re.compile(r"^(?:\s*function\s+|.*Assertion failed in [\w.]*?(?=\w+_A\b))([\w.]+)", re.M)

# The rooms that a report names: the likeliest, and perhaps a second one.
ROOMS = re.compile(r"^  room      (\w+)(?: or (\w+))?$", re.M)


class Problem(Exception):
    """Why a fault could not be tried."""


def text_of(value):
    return "\n".join(value) if isinstance(value, list) else value


def load(path):
    """The entries, checked."""
    try:
        with open(path, encoding="utf-8") as file:
            entries = json.load(file)
    except (OSError, ValueError) as error:
        raise Problem(f"{path}: {error}") from None
    names = set()
    for entry in entries:
        name = entry.get("name", "?")
        for field in ("name", "file", "search", "replace", "expect", "why"):
            if field not in entry:
                raise Problem(f"{path}: {name}: no field {field}")
        if name in names:
            raise Problem(f"{path}: {name}: defined twice")
        names.add(name)
        unknown = [run for run in entry.get("runs", []) if run not in RUNS]
        if unknown:
            raise Problem(f"{path}: {name}: no run {unknown[0]} (there are: {' '.join(RUNS)})")
        unknown = [block for block in room_of(entry) if block not in BLOCKS().names()]
        if unknown:
            raise Problem(f"{path}: {name}: no block {unknown[0]} (there are: {' '.join(BLOCKS().names())})")
        if sweep.is_row(config_of(entry)) and not entry["file"].startswith("rtl/"):
            raise Problem(f"{path}: {name}: only a fault of the unit can run in a configuration of the sweep")
    return entries


def config_of(entry):
    return entry.get("config", "base")


def room_of(entry):
    """The blocks that a fault is put into: the entry's, else its file's; none if that is of none."""
    if "room" in entry:
        return entry["room"] if isinstance(entry["room"], list) else [entry["room"]]
    block = blocks.block_of(BLOCKS(), entry["file"])
    return [block] if block else []


def changed_text(entry):
    """The file with the fault in it."""
    with open(entry["file"], encoding="utf-8") as file:
        text = file.read()
    search = text_of(entry["search"])
    if text.count(search) != 1:
        raise Problem(f"{entry['name']}: `search` is {text.count(search)} times in {entry['file']} instead of once")
    return text.replace(search, text_of(entry["replace"]))


def change(entry):
    """Makes build/mutants/NAME/<tree> with the fault in it."""
    text = changed_text(entry)
    tree = entry["file"].split("/")[0]
    home = f"{ROOT}/{entry['name']}"
    shutil.rmtree(home, ignore_errors=True)
    shutil.copytree(tree, f"{home}/{tree}")  # keeps times: what is unchanged is not built again
    with open(f"{home}/{entry['file']}", "w", encoding="utf-8") as file:
        file.write(text)
    if sweep.is_row(config_of(entry)):
        sweep.add_rows(f"{home}/rtl")
    return home, tree


def call(command, log):
    """Runs a command with its output in a file: (status, output). No status after LIMIT seconds."""
    environment = {name: value for name, value in os.environ.items()
                   if name not in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL", "MAKEOVERRIDES")}
    with open(log, "wb") as output:
        try:
            status = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT,
                                    timeout=LIMIT, env=environment, check=False).returncode
        except subprocess.TimeoutExpired:
            status = None
    with open(log, encoding="utf-8", errors="replace") as file:
        return status, file.read()


def build(entry, home, tree):
    """Builds what the entry needs with the changed tree."""
    config = config_of(entry)
    if tree == "rtl":
        variables = [f"RTL={home}/rtl", f"SIMS={home}", "WARNINGS=-Wno-lint -Wno-style", "OPT_FAST=-O1",
                     "ASSERT=--assert" if entry.get("assertions") else "ASSERT="]
        if sweep.is_row(config):
            variables += [f"B={home}", "SWEPT=1"]  # a model whose table of configurations has it
        targets = [f"{home}/{config}/spu-sim"]
    elif "unit" in entry:
        variables = [f"MODEL={home}/cmodel", f"LIB={home}/lib", f"UNIT={home}/unit"]
        targets = [f"{home}/unit/{name}" for name in entry["unit"]]
    else:
        variables = [f"MODEL={home}/cmodel", f"LIB={home}/lib", f"SIMS={home}", "VERILATED=build"]
        targets = [f"{home}/{config}/spu-sim"]
    status, output = call(["make", "-j1", f"CONFIG={config}", *variables, *targets], f"{home}/build.log")
    if status != 0:
        raise Problem(f"does not build: see {home}/build.log ({output.strip().splitlines()[-1:]})")


def runs_of(entry):
    return entry.get("runs", list(RUNS))


def attempt(entry):
    """(caught, how it went)."""
    try:
        home, tree = change(entry)
        build(entry, home, tree)
    except Problem as problem:
        return False, str(problem)
    if "unit" in entry:
        for name in entry["unit"]:
            status, _ = call([f"{home}/unit/{name}"], f"{home}/{name}.log")
            if status not in (0, None):
                return True, f"{name} fails"
        return False, "SURVIVED the unit tests"
    for run in runs_of(entry):
        command = [f"{home}/{config_of(entry)}/spu-sim", *RUNS[run], "--out", f"{home}/{run}"]
        status, output = call(command, f"{home}/{run}.log")
        if status == 0:
            continue
        if status is None:
            return False, f"{run}: still running after {LIMIT} s"
        if status != 1:
            return False, f"{run}: status {status}, see {home}/{run}.log"
        named = BLAMED.findall(output)
        if not any(name in entry["expect"] for name in named):
            return False, f"{run}: blames {', '.join(named) or 'nothing'} instead of {' or '.join(entry['expect'])}"
        rooms = [room for rooms in ROOMS.findall(output) for room in rooms if room]
        if "room" in entry and not set(rooms) & set(room_of(entry)):
            return False, f"{run}: room {' or '.join(rooms) or 'none'} instead of {' or '.join(room_of(entry))}"
        return True, f"{run}: {next(name for name in named if name in entry['expect'])}"
    return False, "SURVIVED " + ", ".join(runs_of(entry))


def timed(command, log):
    """Runs a command: (status, seconds until its report was complete, or None)."""
    began = time.monotonic()
    reported = None
    with open(log, "wb") as file, subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                                   stderr=subprocess.PIPE) as process:
        for line in process.stderr:
            file.write(line)
            if reported is None and line.startswith(b"reproduce with:"):
                reported = time.monotonic() - began
    return process.returncode, reported


def blame(entry):
    """The row that --rooms prints of an entry: (right, text)."""
    name = entry["name"]
    try:
        home, tree = change(entry)
        build(entry, home, tree)
    except Problem as problem:
        return False, f"{name:<32} {problem}"
    for run in runs_of(entry):
        command = [f"{home}/{config_of(entry)}/spu-sim", *RUNS[run], "--out", f"{home}/{run}"]
        status, seconds = timed(command, f"{home}/{run}.log")
        if status == 0:
            continue
        if status != 1 or seconds is None:
            return False, f"{name:<32} {run}: status {status} and no report, see {home}/{run}.log"
        with open(f"{home}/{run}/mismatch.json", encoding="utf-8") as file:
            report = json.load(file)
        right = report["room"] in room_of(entry)
        room = report["room"] + (f" or {report['other_room']}" if report["other_room"] else "")
        verdict = "right" if right else f"WRONG: {' or '.join(room_of(entry)) or 'no room'}"
        return right, (f"{name:<32} {run.rstrip('0123456789'):<9} {SEEDS[run]:>4} {report['cycle']:>9} "
                       f"{seconds:>8.2f}  {room:<20} {verdict}")
    return False, f"{name:<32} SURVIVED {', '.join(runs_of(entry))}"


def measure_rooms(entries, jobs):
    """Prints the table of --rooms. The status."""
    print(f"{'fault':<32} {'stimulus':<9} {'seed':>4} {'cycle':>9} {'seconds':>8}  {'room named':<20}", flush=True)
    wrong = 0
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for right, text in pool.map(blame, entries):
            wrong += not right
            print(text, flush=True)
    print(f"{len(entries) - wrong} of {len(entries)} rooms right")
    return 1 if wrong or not entries else 0


def check_unchanged(entries):
    """The tree without a fault passes every run that a fault is tried with."""
    configs = sorted({config_of(entry) for entry in entries if "unit" not in entry})
    if any(sweep.is_row(config) for config in configs):
        sweep.make_table()
    for config in configs:
        if sweep.is_row(config) and not sweep.build(config):
            raise Problem(f"configuration {config} of the sweep does not build")
        simulator = sweep.simulator(config) if sweep.is_row(config) else f"build/{config}/spu-sim"
        for run in RUNS:
            if any(config_of(entry) == config and run in runs_of(entry) for entry in entries):
                log = f"{ROOT}/unchanged-{config}-{run}.log"
                status, _ = call([simulator, *RUNS[run], "--out", f"{ROOT}/unchanged"], log)
                if status != 0:
                    raise Problem(f"the unchanged unit fails {run} in configuration {config}: see {log}")


def check_texts(entries):
    """Names every entry whose text is not there once. The status."""
    status = 0
    for entry in entries:
        try:
            changed_text(entry)
        except Problem as problem:
            print(f"mutants.py: {problem}", file=sys.stderr)
            status = 2
    return status


def main():
    parser = argparse.ArgumentParser(description="Tries the named faults of scripts/mutants.json.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="faults to try (default: all)")
    parser.add_argument("--list", action="store_true", help="print the faults and what each would break")
    parser.add_argument("--check", action="store_true", help="only check that each `search` is there once")
    parser.add_argument("--rooms", action="store_true", help="is the room that the report names the right one?")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), metavar="N", help="at a time (%(default)s)")
    arguments = parser.parse_args()
    try:
        entries = load("scripts/mutants.json")
        unknown = set(arguments.names) - {entry["name"] for entry in entries}
        if unknown:
            raise Problem(f"no fault {sorted(unknown)[0]}")
        entries = [entry for entry in entries if not arguments.names or entry["name"] in arguments.names]
        if arguments.list:
            for entry in entries:
                print(f"{entry['name']:<36} {entry['file']:<24} {entry['why']}")
            return 0
        if arguments.check:
            return check_texts(entries)
        os.makedirs(ROOT, exist_ok=True)
        if arguments.rooms:
            entries = [entry for entry in entries if "unit" not in entry and (arguments.names or entry.get("blame"))]
            return measure_rooms(entries, arguments.jobs)
        check_unchanged(entries)
    except (Problem, FactError, OSError) as problem:
        print(f"mutants.py: {problem}", file=sys.stderr)
        return 2
    began = time.monotonic()
    outcomes = {}
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        tasks = {pool.submit(attempt, entry): entry for entry in entries}
        for task in concurrent.futures.as_completed(tasks):
            entry = tasks[task]
            outcomes[entry["name"]] = task.result()
            caught, how = task.result()
            print(f"{'caught' if caught else 'MISSED'}  {entry['name']:<36} {how}", flush=True)
            if caught:
                shutil.rmtree(f"{ROOT}/{entry['name']}", ignore_errors=True)
    with open(f"{ROOT}/results.json", "w", encoding="utf-8") as file:
        json.dump([{"name": name, "caught": caught, "how": how} for name, (caught, how) in outcomes.items()],
                  file, indent=1)
        file.write("\n")
    missed = sum(not caught for caught, _ in outcomes.values())
    print(f"{time.monotonic() - began:.0f} s; {ROOT}/results.json")
    print(f"{len(outcomes) - missed} caught, {missed} missed")
    return 1 if missed or not outcomes else 0


if __name__ == "__main__":
    sys.exit(main())
