#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Lockstep of unnamed configurations: every dispatch width, bus width, number of operations in flight, and the other
fields at values that the named ones lack.

They are the rows [sweep] of rtl/data/configurations.toml. The package with them goes to a copy of rtl/ in
build/sweep/rtl, from which the Makefile's rules build. They run random stimulus, and every scenario that applies to
them. Status 0: no mismatch. 1: a mismatch, or a configuration that does not build. 2: wrong use.
"""

import argparse
import os
import shutil
import subprocess

from facts import configurations
from facts.configuration_table import table
from util.problem import run_main, write_whole

ROOT = "build/sweep"


def add_rows(rtl):
    """Rewrites the package of a copy of rtl/, with the rows."""
    everything = table().named | table().swept
    write_whole(f"{rtl}/{os.path.basename(configurations.RTL)}",
                configurations.package_text(table(), everything.values()))


def make_table():
    """Copies rtl/ and adds the rows to the package there."""
    shutil.rmtree(f"{ROOT}/rtl", ignore_errors=True)
    shutil.copytree("rtl", f"{ROOT}/rtl")
    add_rows(f"{ROOT}/rtl")


def is_row(config):
    """True if the configuration is one of the sweep, which rtl/ does not have."""
    return config in table().swept


def variables(root=ROOT):
    """What make needs to build rows from root/rtl. A folder of their own: they share no object with other builds."""
    return [f"B={root}", f"RTL={root}/rtl", "SWEPT=1"]


def simulator(config):
    """The simulator of a row of the package that make_table() has made."""
    return f"{ROOT}/{config}/spu-sim"


def build(config):
    """Builds that simulator. True if it succeeds."""
    # Verilator warns about features that a row lacks: six has no event counter.
    return run(config, ["make", *variables(), f"CONFIG={config}", "WARNINGS=-Wno-lint -Wno-style",
                        simulator(config)])


def run(name, command):
    """Runs a command. True if it succeeds; otherwise prints its last lines."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
                          env={key: value for key, value in os.environ.items() if key != "MAKEFLAGS"})
    if done.returncode != 0:
        print(f"FAIL {name}: {' '.join(command)}\n" + "\n".join(done.stdout.splitlines()[-30:]), flush=True)
    return done.returncode == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cycles", type=int, default=1_000_000, help="cycles per configuration")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rows = list(table().swept)
    make_table()
    failed = 0
    for name in rows:
        random = ["random", "--cycles", str(options.cycles), "--seed", str(options.seed)]
        good = build(name) and all(run(name, [simulator(name), "--out", f"{ROOT}/out/{name}", "--stimulus", *stimulus])
                                   for stimulus in (random, ["directed"]))
        if good:
            print(f"ok   {name}: {options.cycles} random cycles and every scenario, 0 mismatches", flush=True)
        failed += not good
    print(f"{len(rows) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    run_main(main)
