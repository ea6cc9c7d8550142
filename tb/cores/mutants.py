#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tries the mutants of tb/cores/mutants.toml beside CVA6: runs programs until one of them shows the mutant. Prints a
line for each.

All mutants are in one simulator, because Verilating CVA6 takes minutes: a copy of rtl/ and tb/cores/cva6/ has each
mutated module once unchanged and once for each mutant, and a file selects the outputs that are used.

Status 0: all were caught. 1: one was missed, or caught by something else. 2: one could not be tried.
"""

import concurrent.futures
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
from sweep import add_rows, variables  # pylint: disable=wrong-import-position
from util.arguments import Parser, chosen_names  # pylint: disable=wrong-import-position
from util.problem import Problem, write_whole  # pylint: disable=wrong-import-position

TABLE = "tb/cores/mutants.toml"
ADAPTER = "tb/cores/cva6/cva6_adapter.sv"
# Of the sweep: several tags, records that distinguish calls, and exposed latency; in base some mutants change nothing.
CONFIG = "seven"
# Programs and options, the quickest first.
RUNS = [("faults", ["--kernel", "--cycles", "1500000"]), ("demo", ["--perturb", "--tick", "5000"]),
        ("demo", ["--perturb", "--tick", "1000", "--kernel"])]


def load():
    with open(TABLE, "rb") as file:
        return tomllib.load(file)


def changed(name, mutant):
    """(file, its text with the change)."""
    if "change" not in mutant:
        found = next((known for known in mutants.load() if known.name == name), None)
        if found is None:
            raise Problem(f"{TABLE}: {name}: not in tb/unit/mutants either")
        return found.file, mutants.changed_text(found)
    with open(ADAPTER, encoding="utf-8") as file:
        text = file.read()
    if text.count(mutant["change"][0]) != 1:
        raise Problem(f"{TABLE}: {name}: {ADAPTER} does not have that once")
    return ADAPTER, text.replace(*mutant["change"])


def several(text, mutants_of):
    """A module that behaves like mutants_of[n] if the file `mutant` in the current directory of the simulation has the
    number n, and otherwise like `text`."""
    name = re.search(r"^module (\w+)", text, re.MULTILINE)[1]
    header = text[text.index(f"module {name}"):text.index("\n);") + len("\n);")]
    parameters = re.findall(r"^ *parameter .*?(\w+)(?: *=.*?)?,?$", header, re.MULTILINE)
    ports = re.findall(r"^ *(input|output) +(.+?) +(\w+)( *\[[^\]]+\])?,?(?: *//.*)?$", header, re.MULTILINE)
    copies = {0: text} | mutants_of
    lines = [header, "  int which, file, found;", "  initial begin", '    file = $fopen("mutant", "r");',
             '    found = file != 0 ? $fscanf(file, "%d", which) : 0;', "    if (found != 1) which = 0;", "  end"]
    for n in copies:
        lines += [f"  {kind} {port}_{n}{array};" for way, kind, port, array in ports if way == "output"]
        connections = [f".{port}({port}{f'_{n}' if way == 'output' else ''})" for way, _, port, _ in ports]
        lines.append(f"  {name}_{n} #({', '.join(f'.{each}({each})' for each in parameters)}) u_{n} "
                     f"({', '.join(connections)});")
    for way, _, port, _ in ports:
        if way == "output":
            lines += ["  always_comb begin", "    case (which)",
                      *(f"      {n}: {port} = {port}_{n};" for n in mutants_of),
                      f"      default: {port} = {port}_0;", "    endcase", "  end"]
    return "\n".join([*(f"/* verilator lint_off {rule} */" for rule in ("DECLFILENAME", "UNUSEDPARAM", "UNUSEDSIGNAL")),
                      *(copy.replace(f"module {name}", f"module {name}_{n}", 1) for n, copy in copies.items()),
                      *lines, "endmodule", ""])


def build(names, table, build_dir):
    """The simulator with these mutants, numbered from 1."""
    home = f"{build_dir}/core-mutants"
    shutil.rmtree(home, ignore_errors=True)
    shutil.copytree("rtl", f"{home}/rtl")
    shutil.copytree("tb/cores/cva6", f"{home}/tb/cores/cva6")
    files = {}
    for number, name in enumerate(names, 1):
        file, text = changed(name, table[name])
        files.setdefault(file, {})[number] = text
    for file, mutants_of in files.items():
        with open(file, encoding="utf-8") as original:
            write_whole(f"{home}/{file}", several(original.read(), mutants_of))
    add_rows(f"{home}/rtl")
    program = f"{home}/core/{CONFIG}/core-sim"
    command = ["make", *variables(home), f"core_adapter={home}/tb/cores/cva6", "OPT_FAST=-O1", program]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode != 0:
        raise Problem(f"the mutants do not build: {' '.join(done.stdout.split()[-60:])}")
    return program


def attempt(number, program, build_dir):
    """The output of a run that showed the mutant, or None."""
    software, out = f"{build_dir}/core/software", f"{os.path.dirname(program)}/out-{number}"
    os.makedirs(out, exist_ok=True)
    write_whole(f"{out}/mutant", f"{number}\n")
    for name, options in RUNS:
        done = subprocess.run([program, "--program", f"{software}/{name}.elf", "--supervisor",
                               f"{software}/supervisor.elf",
                               "--out", out, *options],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        if done.returncode == 1 and "has not ended after" not in done.stdout:
            return done.stdout
    return None


def outcome(name, says, said):
    """Whether it was caught, and the line to print."""
    good = said is not None and re.search(says, said) is not None
    line = next((line for line in (said or "").splitlines() if "core-sim: " in line or "MISMATCH" in line), "nothing")
    return good, f"{'caught' if good else 'MISSED'} {name}: {line}"


def main():
    parser = Parser(description="Tries mutants beside a real core.")
    parser.add_argument("--build", default="build", metavar="DIR")
    parser.add_argument("names", nargs="*", metavar="NAME", help="only these")
    arguments = parser.parse_args()
    began, caught, missed = time.monotonic(), 0, 0
    try:
        table = load()
        names = chosen_names("mutant", ",".join(arguments.names) or "all", table)
        program = build(names, table, arguments.build)
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            plain = pool.submit(attempt, 0, program, arguments.build)
            said = pool.map(lambda number: attempt(number, program, arguments.build), range(1, len(names) + 1))
            for name, words in zip(names, said):
                good, line = outcome(name, table[name]["says"], words)
                caught, missed = caught + good, missed + (not good)
                print(line, flush=True)
            if plain.result() is not None:
                raise Problem("the runs fail without a mutant")
        shutil.rmtree(f"{arguments.build}/core-mutants", ignore_errors=True)
    except (Problem, mutants.FactError, OSError) as problem:
        print(f"mutants.py: {problem}", file=sys.stderr)
        return 2
    print(f"{caught} caught, {missed} missed in {time.monotonic() - began:.0f} s")
    return 1 if missed or not caught else 0


if __name__ == "__main__":
    sys.exit(main())
