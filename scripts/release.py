#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs every check of the project, one after the other, including the long ones that make test leaves out.

Checks that follow a failure still run. Their output goes to build/release/; at the end, each failed check has a line.
Status 0: all passed. 1: not. 2: wrong use.
"""

import argparse
import os
import subprocess
import sys
import time

from util.readable import duration

# The target and options of each check.
CHECKS = ["lint", "test", "exhaustive", "vectors", "soak", "sweep", "mutants", "pairs", "formal",
          "formal MUTANTS=1", "fuzz",
          "regress", "coverage", "coverage-model", "synth-check", "figures CHECK=1", "netlist-regress TARGET=generic",
          "netlist-regress TARGET=ecp5", "netlist-regress TARGET=ice40", "mutate CONFIG=v8.7",
          "core-sim", "core-sim PROGRAM=faults FAULTS=1 LATE=2 PERTURB=1 BUFFER=8192", "core-sim KERNEL=1",
          "core-mutants", "linux-test"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default="build", metavar="DIR", help="default: %(default)s")
    parser.add_argument("--only", default="", metavar="TARGET", help="only this target's checks")
    options = parser.parse_args()
    checks = [check for check in CHECKS if options.only in ("", check.split()[0])]
    if not checks:
        parser.error(f"--only: no check {options.only}")
    os.makedirs(f"{options.build}/release", exist_ok=True)
    # Each check runs make as a user does, with its own lock.
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS", "SPU_"))}
    environment["OPENSPU_RELEASE"] = "1"  # enables the long tests
    failed = []
    for number, check in enumerate(checks, 1):
        log = f"{options.build}/release/{check.replace(' ', '-')}.log"
        print(f"[{number}/{len(checks)}] make {check} -> {log}", flush=True)
        began = time.monotonic()
        with open(log, "wb") as output:
            status = subprocess.run(["make", *check.split()], stdin=subprocess.DEVNULL, stdout=output,
                                    stderr=subprocess.STDOUT, env=environment, check=False).returncode
        print(f"  {'FAILED' if status else 'passed'} after {duration(time.monotonic() - began)}", flush=True)
        failed += [check] if status else []
    for check in failed:
        print(f"failed: make {check}")
    print(f"{len(checks) - len(failed)} passed, {len(failed)} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        print("release.py: interrupted", file=sys.stderr)
        sys.exit(1)
