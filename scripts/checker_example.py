#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""checker_example.py MUTANT...: runs the example of spu_checker on the unit, which must match the model and write
records, and on each mutant, which must not match. Prints what the checker says, and how many lines it takes to
connect it.

Status 0: so it is. 1: not.
"""

import argparse
import re
import subprocess
import sys

CONNECTION = "cmodel/checker/example/acme_check.sv"
LIMIT = 600  # seconds of a run
SUMMARY = re.compile(r"^\S+: 0 mismatches in ([1-9]\d*) cycles compared; ([1-9]\d*) records, \d+ events$", re.M)
MISMATCH = re.compile(r"mismatch in cycle \d+\n(?:  .*\n)+")


class Failure(Exception):
    """A run that did not end as it must."""


def lines_of_code(path):
    with open(path, encoding="utf-8") as file:
        return sum(1 for line in file if line.strip() and not line.lstrip().startswith("//"))


def run(build, name, arguments):
    """The status of a simulation, and what it prints."""
    command = [f"{build}/{name}/acme", f"+cycles={arguments.cycles}", f"+seed={arguments.seed}"]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True,
                          timeout=LIMIT, check=False)
    return done.returncode, done.stdout


def unit_summary(build, arguments):
    status, text = run(build, "unit", arguments)
    summary = SUMMARY.search(text)
    if status or not summary:
        raise Failure(f"the unit: status {status}, and not 0 mismatches and some records:\n{text}")
    return summary[0]


def mutant_mismatch(build, name, arguments):
    status, text = run(build, name, arguments)
    mismatch = MISMATCH.search(text)
    if not status or not mismatch:
        raise Failure(f"mutant {name} is not found: status {status}\n{text}")
    return mismatch[0]


def main():
    parser = argparse.ArgumentParser(description="Runs the example of spu_checker.")
    parser.add_argument("mutants", nargs="+", metavar="MUTANT")
    parser.add_argument("--build", default="build/checker", metavar="DIR",
                        help="where the simulators are (%(default)s)")
    parser.add_argument("--cycles", type=int, default=100_000, metavar="N", help="of each run (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    arguments = parser.parse_args()
    try:
        print(f"unit: {unit_summary(arguments.build, arguments)}")
        for name in arguments.mutants:
            print(f"mutant {name}: {mutant_mismatch(arguments.build, name, arguments)}", end="")
    except (Failure, OSError, subprocess.TimeoutExpired) as error:
        print(f"checker_example.py: {error}", file=sys.stderr)
        return 1
    print(f"{lines_of_code(CONNECTION)} lines of code connect the checker: {CONNECTION}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
