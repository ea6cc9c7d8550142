#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Branch coverage of the model: a test or a stimulus must take every branch of the files in FILES.

Runs the unit tests, the scenarios and random stimulus with a model built with --coverage (make coverage-model), and
prints a table from gcovr's JSON and every branch that was not taken and is not in EXCLUSIONS. Status 1: such a branch,
an exclusion that excuses nothing, a failed run, or no data.
"""

import argparse
import glob
import json
import os
import subprocess
import sys
import tomllib

from facts import common

EXCLUSIONS = "scripts/model_coverage.toml"
# config_check.c is generated from rtl/data/features.toml, and make features compares it with Arm's constraints.
FILES = sorted(set(glob.glob("cmodel/*.c")) - {"cmodel/config_check.c"})


def call(name, command, **options):
    print(f"coverage: {name}", flush=True)
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, errors="replace", check=False, **options)
    if done.returncode != 0:
        print(done.stdout, end="", file=sys.stderr)
        raise RuntimeError(f"{name}: status {done.returncode}")
    return done.stdout


def code_lines(report):
    """{file: lines with code} of gcovr's report. Older versions also list the other lines."""
    return {entry["file"]: [line for line in entry["lines"] if not line.get("gcovr/noncode")]
            for entry in report["files"]}


def gather(build):
    """gcovr's report on the files."""
    report = f"{build}/coverage.json"
    call("gcovr", ["gcovr", "--root", ".", *[word for name in FILES for word in ("--filter", name)],
                   "--json", report, f"{build}/lib"])
    with open(report, encoding="utf-8") as file:
        return code_lines(json.load(file))


def print_table(files):
    print(f"{'file':<20} {'lines':>12} {'branches':>14}")
    for name in FILES:
        lines = files[name]
        branches = [branch for line in lines for branch in line["branches"]]
        hit = sum(line["count"] > 0 for line in lines)
        taken = sum(branch["count"] > 0 for branch in branches)
        print(f"{name:<20} {hit:>5} of {len(lines):>4} {taken:>6} of {len(branches):>5}")


def missing(files, excused):
    """Lines of errors: branches that were not taken, and exclusions that are not needed."""
    wrong, used = [], set()
    for name in FILES:
        with open(name, encoding="utf-8") as file:
            text = file.read().splitlines()
        for line in files[name]:
            number = line["line_number"]
            place = f"{os.path.basename(name)}: {text[number - 1].strip()}"
            left = [index for index, branch in enumerate(line["branches"]) if branch["count"] == 0]
            if left and place in excused:
                used.add(place)
            else:
                wrong += [f"{name}:{number}: branch {index} not taken: {text[number - 1].strip()}" for index in left]
    return wrong + [f"{EXCLUSIONS}: excuses nothing: {place}" for place in excused if place not in used]


def main():
    parser = argparse.ArgumentParser(description="Branch coverage of the model.")
    parser.add_argument("--build", default="build/coverage-model", metavar="DIR",
                        help="directory of programs and results (%(default)s)")
    parser.add_argument("--configs", nargs="+", default=["base"], metavar="NAME")
    parser.add_argument("--cycles", default="10000000", metavar="N", help="random cycles (%(default)s)")
    arguments = parser.parse_args()
    for path in glob.glob(f"{arguments.build}/lib/**/*.gcda", recursive=True):
        os.unlink(path)
    try:
        for path in common.tests("*_test.c"):
            name = os.path.basename(path)[:-len(".c")]
            call(name, [f"{arguments.build}/unit/{name}"])
        for config in arguments.configs:
            call(f"random stimulus, {config}",
                 [f"{arguments.build}/{config}/spu-sim", "--stimulus", "random", "--cycles", arguments.cycles,
                  "--seed", "1", "--out", f"{arguments.build}/{config}/random"])
            call(f"scenarios, {config}", [f"{arguments.build}/{config}/spu-sim", "--stimulus", "directed",
                                          "--out", f"{arguments.build}/{config}/directed"])
        files = gather(arguments.build)
        absent = [name for name in FILES if name not in files]
        if absent:
            raise RuntimeError(f"no data about {absent[0]}")
    except (RuntimeError, OSError) as error:
        print(f"model_coverage.py: {error}", file=sys.stderr)
        return 1
    with open(EXCLUSIONS, "rb") as file:
        excused = [place for group in tomllib.load(file)["excused"] for place in group["branches"]]
    wrong = missing(files, excused)
    print_table(files)
    print("\n".join(wrong or ["every branch was taken, or is excused"]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
