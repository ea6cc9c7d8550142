# SPDX-License-Identifier: Apache-2.0
"""Builds a mutant and runs it in lockstep, or in the unit tests that must catch it."""

import os
import re
import shutil
import subprocess

import sweep
from facts.mutants import RUNS, changed_text, tree_of
from util.problem import Problem

LIMIT = 900  # seconds for one build or run
# The function that a report names: the pseudocode function of a mismatch, its section, or the failed assertion.
NAMED = re.compile(r"^\s*(?:function\s+|got\s+assertion: \S+ \()([\w.]+)", re.M)
# The blocks that a report suspects: the most likely one, and perhaps a second.
SUSPECTS = re.compile(r"^  block     (\w+)(?: or (\w+))?$", re.M)


def change(mutant, root):
    """Copies the tree to ROOT/NAME/<tree> and makes the change in the copy. Returns ROOT/NAME."""
    text = changed_text(mutant)
    tree = tree_of(mutant)
    home = f"{root}/{mutant.name}"
    shutil.rmtree(home, ignore_errors=True)
    shutil.copytree(tree, f"{home}/{tree}")  # keeps times, so unchanged files are not rebuilt
    with open(f"{home}/{mutant.file}", "w", encoding="utf-8") as file:
        file.write(text)
    if mutant.lockstep and sweep.is_row(mutant.lockstep.config):
        sweep.add_rows(f"{home}/rtl")
    return home


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


def build(mutant, home):
    """Builds the programs that the mutant is tried with, from the changed tree."""
    config = mutant.lockstep.config if mutant.lockstep else "base"
    if mutant.tests:
        changed = {"rtl": [f"RTL={home}/rtl", "ASSERT="], "fpga": [f"FPGA_IN={home}", "ASSERT="],
                   "cmodel": [f"MODEL={home}/cmodel", f"LIB={home}/lib"]}
        variables = [*changed[tree_of(mutant)], f"UNIT_DIR={home}/unit"]
        targets = [f"{home}/unit/{name}" for name in mutant.tests]
    elif tree_of(mutant) == "rtl":
        variables = [f"RTL={home}/rtl", f"SIMS={home}", "WARNINGS=-Wno-lint -Wno-style", "OPT_FAST=-O0",
                     "CXX_WAVE=$(CXX_FAST) -O0", "unit_groups=1",
                     "ASSERT=--assert" if mutant.lockstep.assertions else "ASSERT="]
        if sweep.is_row(config):
            variables += [f"B={home}", "SWEPT=1"]  # a model whose table of configurations has it
        targets = [f"{home}/{config}/spu-sim"]
    else:
        variables = [f"MODEL={home}/cmodel", f"LIB={home}/lib", f"SIMS={home}", "VERILATED=build"]
        targets = [f"{home}/{config}/spu-sim"]
    status, output = call(["make", "-j1", f"CONFIG={config}", "LTO=", *variables, *targets], f"{home}/build.log")
    if status != 0:
        raise Problem(f"does not build: see {home}/build.log ({output.strip().splitlines()[-1:]})")


def made(mutant, root):
    """Makes the change and builds. Returns ROOT/NAME."""
    home = change(mutant, root)
    build(mutant, home)
    return home


def simulator(mutant, home):
    return f"{home}/{mutant.lockstep.config}/spu-sim"


def test_failed(status, output):
    """A unit test in SystemVerilog reports a failure but exits with 0."""
    return status != 0 or re.search("^not ok", output, re.M) is not None


def attempt(mutant, root):
    """(caught, how it went)."""
    try:
        home = made(mutant, root)
    except Problem as problem:
        return False, str(problem)
    for name in mutant.tests:
        status, output = call([f"{home}/unit/{name}"], f"{home}/{name}.log")
        if status is None:
            return False, f"{name}: still running after {LIMIT} s"
        if test_failed(status, output):
            return True, f"{name} fails"
    if mutant.tests:
        return False, "SURVIVED the unit tests"
    for run in mutant.lockstep.runs:
        command = [simulator(mutant, home), *RUNS[run], "--out", f"{home}/{run}"]
        status, output = call(command, f"{home}/{run}.log")
        if status != 0:
            return decided(mutant, run, status, output, f"{home}/{run}.log")
    return False, "SURVIVED " + ", ".join(mutant.lockstep.runs)


def decided(mutant, run, status, output, log):
    """(caught, how it went) of a run that has failed."""
    expect = mutant.lockstep.expect
    if status is None:
        return False, f"{run}: still running after {LIMIT} s"
    if status != 1:
        return False, f"{run}: status {status}, see {log}"
    if "Assertion failed" in output:  # Verilator's own message
        return False, f"{run}: the simulator's own words of an assertion are not left out, see {log}"
    named = NAMED.findall(output)
    if not any(name in expect for name in named):
        return False, f"{run}: names {', '.join(named) or 'nothing'} instead of {' or '.join(expect)}"
    suspects = [block for blocks in SUSPECTS.findall(output) for block in blocks if block]
    if mutant.lockstep.blocks and not set(suspects) & set(mutant.lockstep.blocks):
        return False, (f"{run}: suspects {' or '.join(suspects) or 'no block'} instead of "
                       f"{' or '.join(mutant.lockstep.blocks)}")
    return True, f"{run}: {next(name for name in named if name in expect)}"


def keep(mutant, root, runs):
    """Runs a mutant until a run fails, and keeps its output in ROOT/NAME/out. True if one failed."""
    home = made(mutant, root)
    for run in runs:
        status = subprocess.run([simulator(mutant, home), *RUNS[run], "--out", f"{home}/out"],
                                stdout=subprocess.DEVNULL,
                                check=False).returncode
        if status == 1:
            return True
        if status != 0:
            raise Problem(f"{run}: status {status}")
    return False


def check_unchanged(mutants, root):
    """Raises Problem unless the unchanged tree passes everything that these mutants are tried with: unit tests,
    lockstep."""
    for name in sorted({name for mutant in mutants for name in mutant.tests}):
        if test_failed(*call([f"build/unit/{name}"], f"{root}/unchanged-{name}.log")):
            raise Problem(f"the unchanged tree fails {name}: see {root}/unchanged-{name}.log")
    wanted = {(mutant.lockstep.config, run) for mutant in mutants if mutant.lockstep for run in mutant.lockstep.runs}
    configs = sorted({config for config, _ in wanted})
    if any(sweep.is_row(config) for config in configs):
        sweep.make_table()
    for config in configs:
        if sweep.is_row(config) and not sweep.build(config):
            raise Problem(f"configuration {config} of the sweep does not build")
        program = sweep.simulator(config) if sweep.is_row(config) else f"build/{config}/spu-sim"
        if not os.path.exists(program):
            raise Problem(f"{program} does not exist; make {program} makes it")
        for run in RUNS:
            if (config, run) in wanted:
                log = f"{root}/unchanged-{config}-{run}.log"
                status, _ = call([program, *RUNS[run], "--out", f"{root}/unchanged"], log)
                if status != 0:
                    raise Problem(f"the unchanged unit fails {run} in configuration {config}: see {log}")
