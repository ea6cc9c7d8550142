#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Branch coverage of the model's files that decide what is written (FILES).

Runs the unit tests and random stimulus with a model built with --coverage (make coverage-model), and prints a table and
every branch that nothing took, from gcovr's JSON. Status 0 unless a run fails or there is no data.
"""

import argparse
import glob
import json
import os
import subprocess
import sys

FILES = ("cmodel/filter.c", "cmodel/record.c", "cmodel/buffer.c", "cmodel/manage.c", "cmodel/session.c")


def call(name, command, **options):
    print(f"coverage: {name}", flush=True)
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, errors="replace", check=False, **options)
    if done.returncode != 0:
        print(done.stdout, end="", file=sys.stderr)
        raise RuntimeError(f"{name}: status {done.returncode}")
    return done.stdout


def code_lines(report):
    """{file: lines that hold code} of gcovr's report. Older versions list the other lines, too."""
    return {entry["file"]: [line for line in entry["lines"] if not line.get("gcovr/noncode")]
            for entry in report["files"]}


def gather(build):
    """gcovr's view of the files."""
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


def print_missing(files):
    missing = 0
    for name in FILES:
        with open(name, encoding="utf-8") as file:
            text = file.read().splitlines()
        for line in files[name]:
            number = line["line_number"]
            for index, branch in enumerate(line["branches"]):
                if branch["count"] == 0:
                    missing += 1
                    print(f"{name}:{number}: branch {index} not taken: {text[number - 1].strip()}")
    print(f"{missing} branches not taken")


def main():
    parser = argparse.ArgumentParser(description="Branch coverage of the model.")
    parser.add_argument("--build", default="build/coverage-model", metavar="DIR", help="of programs and results (%(default)s)")
    parser.add_argument("--configs", nargs="+", default=["base"], metavar="NAME")
    parser.add_argument("--cycles", default="10000000", metavar="N", help="random cycles (%(default)s)")
    arguments = parser.parse_args()
    for path in glob.glob(f"{arguments.build}/lib/**/*.gcda", recursive=True):
        os.unlink(path)
    try:
        for path in sorted(glob.glob("tb/test/*/*_test.c")):
            name = os.path.basename(path)[:-len(".c")]
            call(name, [f"{arguments.build}/unit/{name}"])
        for config in arguments.configs:
            call(f"random stimulus, {config}",
                 [f"{arguments.build}/{config}/spu-sim", "--stimulus", "random", "--cycles", arguments.cycles,
                  "--seed", "1", "--out", f"{arguments.build}/{config}/random"])
        files = gather(arguments.build)
        absent = [name for name in FILES if name not in files]
        if absent:
            raise RuntimeError(f"no data about {absent[0]}")
    except (RuntimeError, OSError) as error:
        print(f"model_coverage.py: {error}", file=sys.stderr)
        return 1
    print_table(files)
    print_missing(files)
    return 0


if __name__ == "__main__":
    sys.exit(main())
