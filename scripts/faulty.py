#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the unit with one of the named faults of scripts/mutants.json in it, to see what a failure looks like.

Builds it in BUILD/faulty/NAME and leaves there what spu-sim leaves of a mismatch, in `out`: the report, and the
waveform around it. Status 0: the fault was seen. 1: it was not. 2: wrong use, or it does not build.
"""

import argparse
import os
import subprocess
import sys

import mutants


def main():
    parser = argparse.ArgumentParser(description="Runs the unit with a named fault (mutants.py --list) in it.")
    parser.add_argument("name")
    parser.add_argument("--build", default="build", help="where to build (default build)")
    parser.add_argument("--run", choices=mutants.RUNS, default="directed", help="what drives it (default directed)")
    options = parser.parse_args()
    mutants.ROOT = f"{options.build}/faulty"
    try:
        entry = next((entry for entry in mutants.load("scripts/mutants.json") if entry["name"] == options.name), None)
        if entry is None or "unit" in entry:
            raise mutants.Problem(f"no fault {options.name} that a simulation would show")
        os.makedirs(mutants.ROOT, exist_ok=True)
        home, tree = mutants.change(entry)
        mutants.build(entry, home, tree)
    except (mutants.Problem, OSError) as problem:
        print(f"faulty.py: {problem}", file=sys.stderr)
        return 2
    simulator = f"{home}/{mutants.config_of(entry)}/spu-sim"
    status = subprocess.run([simulator, *mutants.RUNS[options.run], "--out", f"{home}/out"],
                            stdout=subprocess.DEVNULL, check=False).returncode
    return {0: 1, 1: 0}.get(status, 2)


if __name__ == "__main__":
    sys.exit(main())
