#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the mutants (tb/unit/mutants/*.toml): small changes of the unit or the model, each of which must be caught.

By default in lockstep: each mutant is built with the Makefile's rules in build/mutants/NAME, and run until one run
reports a mismatch (status 1) that names one of the expected functions and suspects one of the expected blocks. Mutants
that unit tests must catch run in those instead. The unchanged tree must pass the same runs first.

--proofs    in the proofs: each property that a mutant breaks must fail when tried alone -> build/formal/mutants.json
--pairs     the same change in unit and model (tb/unit/mutants/pairs.toml), which a unit test of the model must catch
--keep NAME builds one, runs it until a run fails, and keeps build/mutants/NAME, with the mismatch's report and waveform
            in its `out`

A mutant that survives, or is caught by the wrong report, shows a hole in the checks: MISSED. Status 0: all are
caught. 1: some are not. 2: wrong use, or an error in a table: a line `file:line: cause`.
"""

import argparse
import concurrent.futures
import fnmatch
import json
import os
import shutil
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "scripts"))
import formal  # noqa: E402
import formal_tables  # noqa: E402
import lockstep  # noqa: E402
import pairs  # noqa: E402
import proofs  # noqa: E402
from facts import mutants  # noqa: E402
from facts.common import FactError  # noqa: E402
from util.arguments import Parser, positive  # noqa: E402
from util.problem import Problem  # noqa: E402


def say(text):
    print(f"run.py: {text}", file=sys.stderr)


def parse():
    parser = Parser(prog="run.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help="mutants to try (default: all)")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--list", action="store_true", help="print the mutants and what each does")
    what.add_argument("--check", action="store_true", help="only check the tables")
    what.add_argument("--proofs", action="store_true", help="in the proofs")
    what.add_argument("--pairs", action="store_true", help="pairs of changes that lockstep cannot see")
    what.add_argument("--keep", metavar="NAME", help="leave what a failing run of this one leaves")
    parser.add_argument("--proof", default="*", metavar="NAME", help="with --proofs: name, name@config, or a pattern")
    parser.add_argument("--property", default="*", metavar="NAME_A", help="with --proofs: one property, or a pattern")
    parser.add_argument("--run", choices=mutants.RUNS, help="with --keep: only this run")
    parser.add_argument("--build", default="build", metavar="DIR", help="where results go (%(default)s)")
    parser.add_argument("--jobs", type=positive, default=os.cpu_count(), metavar="N", help="at once (%(default)s)")
    arguments = parser.parse_args()
    if not arguments.proofs and (arguments.proof != "*" or arguments.property != "*"):
        parser.error("--proof and --property need --proofs")
    if arguments.run and not arguments.keep:
        parser.error("--run is for --keep")
    if arguments.keep and arguments.names:
        parser.error("--keep needs one mutant")
    return arguments


def chosen(table, names, can_be_tried, how):
    """The mutants with these names, each of which must be applicable; without names, all that are."""
    for name in names:
        mutant = next((mutant for mutant in table if mutant.name == name), None)
        if mutant is None:
            raise Problem(f"no mutant {name}; tb/unit/mutants/run.py --list prints them")
        if not can_be_tried(mutant):
            raise Problem(f"{name} is not tried {how}: {mutant.path}:{mutant.line}")
    return [mutant for mutant in table if can_be_tried(mutant) and (not names or mutant.name in names)]


def applicable(picked):
    """Raises the error of the first change that cannot be made, before anything is built."""
    for mutant in picked:
        mutants.changed_text(mutant)
    return picked


def check(table):
    """Prints the errors in the tables. Returns the status."""
    wrong = mutants.check_texts(table)
    try:
        pairs.load()
        formal_tables.expectations_of(table, formal_tables.load_proofs())
    except FactError as error:
        wrong.append(error)
    for error in wrong:
        say(error)
    return 2 if wrong else 0


def try_in_lockstep(picked, root, jobs):
    lockstep.check_unchanged(picked, root)
    began = time.monotonic()
    outcomes = []
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        tasks = {pool.submit(lockstep.attempt, mutant, root): mutant for mutant in picked}
        for task in concurrent.futures.as_completed(tasks):
            name = tasks[task].name
            caught, how = task.result()
            outcomes.append({"name": name, "caught": caught, "how": how})
            print(f"{'caught' if caught else 'MISSED'}  {name:<36} {how}", flush=True)
            if caught:
                shutil.rmtree(f"{root}/{name}", ignore_errors=True)
    with open(f"{root}/results.json", "w", encoding="utf-8") as file:
        json.dump(outcomes, file, indent=1)
        file.write("\n")
    missed = sum(not outcome["caught"] for outcome in outcomes)
    print(f"{time.monotonic() - began:.0f} s; {root}/results.json")
    print(f"{len(outcomes) - missed} caught, {missed} missed")
    return 1 if missed or not outcomes else 0


def try_in_proofs(table, arguments):
    all_proofs = formal_tables.load_proofs()
    expectations = formal_tables.expectations_of(table, all_proofs)
    picked = formal.chosen(all_proofs, arguments.proof)
    named = chosen(table, arguments.names, lambda mutant: mutant.properties, "in a proof")
    out = f"{arguments.build}/formal"
    tasks = [(proofs.attempt, mutant, expected, proof, out) for mutant, expected, proof in expectations
             if mutant in named and proof in picked and fnmatch.fnmatchcase(expected.name, arguments.property)]
    if not tasks:
        raise Problem("no such property in these proofs has a mutant of these")
    applicable([task[1] for task in tasks])
    everything = len(tasks) == len(expectations)
    wrong = formal_tables.check_tables(all_proofs, expectations) if everything else []
    os.makedirs(out, exist_ok=True)
    began = time.monotonic()
    results = formal.run_all(tasks, arguments.jobs, proofs.row)
    formal.report(results, f"{out}/mutants")
    for text in wrong:
        say(text)
    missed = sum(not result.passed for result in results)
    print(f"{len(results) - missed} caught, {missed} missed in {time.monotonic() - began:.0f} s; {out}/mutants.json")
    return 1 if missed or wrong else 0


def done(arguments):
    """Does what the arguments select. Returns the status."""
    if arguments.pairs:
        return pairs.try_all(pairs.chosen(arguments.names), f"{arguments.build}/pairs", arguments.build, arguments.jobs)
    table = mutants.load()
    root = f"{arguments.build}/mutants"
    if arguments.list:
        for mutant in chosen(table, arguments.names, lambda mutant: True, ""):
            print(f"{mutant.name:<40} {mutant.file:<28} {mutant.does}")
        return 0
    if arguments.check:
        return check(table)
    if arguments.proofs:
        return try_in_proofs(table, arguments)
    os.makedirs(root, exist_ok=True)
    if arguments.keep:
        mutant, = applicable(chosen(table, [arguments.keep], lambda mutant: mutant.lockstep, "in lockstep"))
        return 0 if lockstep.keep(mutant, root, [arguments.run] if arguments.run else mutant.lockstep.runs) else 1
    picked = chosen(table, arguments.names, lambda mutant: mutant.lockstep or mutant.tests, "in lockstep")
    return try_in_lockstep(applicable(picked), root, arguments.jobs)


def main():
    try:
        return done(parse())
    except (Problem, FactError, OSError) as problem:
        say(problem)
        return 2


if __name__ == "__main__":
    sys.exit(main())
