#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tries the mutants of tb/core/mutants.toml: each in a copy of rtl/ and tb/core/cva6/, Verilated beside CVA6, with programs until
one of them shows it. Prints a line for each.

Status 0: all were caught. 1: one was not, or by something else. 2: one could not be tried.
"""

import os
import re
import shutil
import subprocess
import sys
import time
import tomllib

HOME = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HOME, "..", "..", "scripts"))
from facts import mutants  # pylint: disable=wrong-import-position
from util.arguments import Parser, chosen_names  # pylint: disable=wrong-import-position
from util.problem import Problem, write_whole  # pylint: disable=wrong-import-position

TABLE = "tb/core/mutants.toml"
# Programs and options, the quickest first.
RUNS = [("faults", ["--kernel", "--cycles", "1500000"]), ("demo", ["--perturb", "--tick", "5000", "--cycles", "3000000"])]


def load():
    with open(TABLE, "rb") as file:
        return tomllib.load(file)["mutant"]


def changed(mutant):
    """(file, its text with the change)."""
    if "file" not in mutant:
        found = next((known for known in mutants.load() if known.name == mutant["name"]), None)
        if found is None:
            raise Problem(f"{TABLE}: {mutant['name']}: not in tb/mutants either")
        return found.file, mutants.changed_text(found)
    with open(mutant["file"], encoding="utf-8") as file:
        text = file.read()
    if text.count(mutant["search"]) != 1:
        raise Problem(f"{TABLE}: {mutant['name']}: {mutant['file']} does not have that once")
    return mutant["file"], text.replace(mutant["search"], mutant["replace"])


def build(mutant, build_dir):
    """The simulator with the mutant in it."""
    home = f"{build_dir}/core-mutants/{mutant['name']}"
    shutil.rmtree(home, ignore_errors=True)
    shutil.copytree("rtl", f"{home}/rtl")
    shutil.copytree("tb/core/cva6", f"{home}/tb/core/cva6")
    file, text = changed(mutant)
    write_whole(f"{home}/{file}", text)
    program = f"{home}/core/base/core-sim"
    command = ["make", f"RTL={home}/rtl", f"core_adapter={home}/tb/core/cva6", f"core_out={home}/core", "OPT_FAST=-O1", program]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode != 0:
        raise Problem(f"{mutant['name']}: {' '.join(done.stdout.split()[-40:])}")
    return program


def attempt(mutant, program, build_dir):
    """What the run printed that showed it; None: nothing did."""
    software = f"{build_dir}/core/software"
    for name, options in RUNS:
        done = subprocess.run([program, "--program", f"{software}/{name}.elf", "--supervisor", f"{software}/supervisor.elf",
                               "--out", os.path.dirname(program) + "/out", *options],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        if done.returncode == 1 and "has not ended after" not in done.stdout:
            return done.stdout
    return None


def main():
    parser = Parser(description="Tries mutants beside a real core.")
    parser.add_argument("--build", default="build", metavar="DIR")
    parser.add_argument("names", nargs="*", metavar="NAME", help="only these")
    arguments = parser.parse_args()
    began, caught, missed = time.monotonic(), 0, 0
    try:
        table = {mutant["name"]: mutant for mutant in load()}
        for name in chosen_names("mutant", ",".join(arguments.names) or "all", table):
            mutant = table[name]
            said = attempt(mutant, build(mutant, arguments.build), arguments.build)
            good = said is not None and re.search(mutant["says"], said)
            caught, missed = caught + bool(good), missed + (not good)
            line = next((line for line in (said or "").splitlines() if "core-sim: cycle" in line or "MISMATCH" in line), "nothing")
            print(f"{'caught' if good else 'MISSED'} {name}: {line}", flush=True)
            shutil.rmtree(f"{arguments.build}/core-mutants/{name}", ignore_errors=True)
    except (Problem, mutants.FactError, OSError) as problem:
        print(f"mutants.py: {problem}", file=sys.stderr)
        return 2
    print(f"{caught} caught, {missed} missed in {time.monotonic() - began:.0f} s")
    return 1 if missed or not caught else 0


if __name__ == "__main__":
    sys.exit(main())
