# SPDX-License-Identifier: Apache-2.0
"""scripts/bench.py: the refusal of wrong use, what is measured and kept, that a comparison runs both commits'
simulators and leaves the checkout alone. Nothing here depends on how fast anything is."""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

from benchmark import compare, machine, rates, report
from helpers import BUILD, equal, expect, needed

SCRIPT = os.path.abspath("scripts/bench.py")
# Not what the make that runs this test was told; and no name or hook of the user's git.
ENVIRONMENT = {**compare.clean(os.environ), "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1",
               "GIT_AUTHOR_NAME": "x", "GIT_AUTHOR_EMAIL": "x@x", "GIT_COMMITTER_NAME": "x",
               "GIT_COMMITTER_EMAIL": "x@x"}


def call(*command, cwd=None):
    return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=300, check=False,
                          cwd=cwd, env=ENVIRONMENT)


def bench(*arguments, cwd=None):
    return call(sys.executable, SCRIPT, *arguments, cwd=cwd)


def refused(result, cause):
    """Status 2 and one line."""
    equal(result.returncode, 2, f"status ({result.stderr.strip()})")
    equal(result.stdout, "", "stdout")
    equal(result.stderr.count("\n"), 1, f"lines of {result.stderr!r}")
    expect(cause in result.stderr, f"`{cause}` is not in {result.stderr!r}")


def write(path, text, executable=False):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    if executable:
        os.chmod(path, 0o755)


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def kept(config="base", rate=400_000, loaded=False):
    """What is kept of a configuration."""
    both = {clock: {"median": rate, "best": rate * 1.1} for clock in rates.CLOCKS}
    return {"config": config, "commit": "aaaaaaaaaaaa", "dirty": False, "date": "2026-01-02T03:04:05+00:00",
            "machine": {"cpu": "Fast", "cores": 2}, "compiler": "C 1", "verilator": "5.0", "loaded": loaded,
            "rates": {"this": both, "unchecked": both}}


# ---------------------------------------------------------------------------------------------------------
# Arithmetic


def test_ratio_compares_neighbouring_runs():
    new = [rates.Run(work=100, cpu=1, wall=2), rates.Run(work=100, cpu=10, wall=10), rates.Run(work=100, cpu=2, wall=4)]
    old = [rates.Run(work=100, cpu=2, wall=2), rates.Run(work=100, cpu=20, wall=30), rates.Run(work=200, cpu=4, wall=8)]
    equal(rates.ratios(new, old), {"cpu": {"best": 2.0, "median": 2.0}, "wall": {"best": 1.0, "median": 1.0}}, "ratios")


def test_summary_is_median_and_best():
    runs = [rates.Run(work=100, cpu=seconds, wall=2 * seconds) for seconds in (4, 1, 2)]
    equal(rates.summary(runs), {"cpu": {"median": 50.0, "best": 100.0}, "wall": {"median": 25.0, "best": 50.0}},
          "summary")
    equal(rates.waited(runs), 1.0, "waited")


def test_compilers_of_a_program_are_named_once():
    dump = ("\nString dump of section '.comment':\n  [     0]  GCC: (Debian 12.2.0-14) 12.2.0\n"
            "  [    2f]  Debian clang version 14.0.6\n  [    4b]  GCC: (Debian 12.2.0-14) 12.2.0\n")
    equal(machine.compilers(dump), "GCC: (Debian 12.2.0-14) 12.2.0, Debian clang version 14.0.6", "compilers")
    equal(machine.compilers(""), "unknown", "compilers of nothing")


def test_other_build_gets_no_variable_of_our_make():
    passed = compare.clean({"PATH": "p", "COMPARE": "x", "B": "b", "CYCLES": "5", "MAKELEVEL": "1", "MFLAGS": "-j",
                            "SPU_LOCK": "/x", "MAKEFLAGS": " -j2 --jobserver-auth=3,4 -- COMPARE=x B=b CYCLES=5"})
    equal(passed, {"PATH": "p"}, "environment")


def test_table_has_best_and_median():
    lines = report.lines_of([kept(), kept("wide", loaded=True)])
    equal([line.split() for line in lines[1:3]],
          [["base", "440", "k", "400", "k", "440", "k", "440", "k", "1.00"],
           ["wide", "440", "k", "400", "k", "loaded", "440", "k", "1.00"]], "rows")
    equal(lines[3:], ["Commit aaaaaaaaaaaa, Fast, 2 processors, C 1, Verilator 5.0, 2026-01-02."], "origin")


# ---------------------------------------------------------------------------------------------------------
# Another commit, with simulators that are small scripts

SIMULATOR = """#!/usr/bin/env python3
import json, os, sys
arguments = dict(zip(sys.argv[1::2], sys.argv[2::2]))
out = arguments["--out"]
os.makedirs(out)
with open(out + "/records.spe", "w") as file:
    file.write("{records}" + arguments["--seed"])
with open(out + "/report.json", "w") as file:
    json.dump(dict(cycles=int(arguments["--cycles"])), file)
with open("{log}", "a") as file:
    file.write("{name} " + arguments["--stimulus"] + "\\n")
sys.exit({status})
"""
MAKEFILE = """SIMS := build
build/%/spu-sim: sim.py
\t@mkdir -p $(@D) && echo $* >>{built} && cp $< $@
ready:
\t@false
build/base/spu-sim build/wide/spu-sim: | ready
"""


class Checkout:
    """A repository of two commits: the first without `wide`, the second checked out and built."""

    def __init__(self, directory, old_status=0, new_records="same"):
        self.tree, self.log = f"{directory}/tree", f"{directory}/log"
        for path in ("rtl/files.f", "rtl/data/configurations.toml"):
            write(f"{self.tree}/{path}", read(path))
        write(f"{self.tree}/.gitignore", "/build/\n")
        write(f"{self.tree}/Makefile", MAKEFILE.format(built=f"{directory}/built"))
        self.git("init", "-q")
        self.commit("base other", "old", "same", old_status)
        self.commit("base wide", "new", new_records, 0)
        for config in ("base", "wide"):
            write(f"{self.tree}/build/{config}/spu-sim", read(f"{self.tree}/sim.py"), True)

    def git(self, *arguments):
        result = call("git", *arguments, cwd=self.tree)
        expect(result.returncode == 0, f"git {arguments}: {result.stderr}")
        return result.stdout

    def commit(self, configs, name, records, status):
        write(f"{self.tree}/scripts/configs.py", f"print('{configs}')\n")
        write(f"{self.tree}/sim.py", SIMULATOR.format(name=name, records=records, status=status, log=self.log), True)
        self.git("add", "-A")
        self.git("commit", "-qm", name)

    def bench(self, *arguments):
        return bench("--compare", "HEAD~1", "--rounds", "3", "--cycles", "1000", "--seed", "7", *arguments,
                     cwd=self.tree)

    def results(self):
        return json.loads(read(f"{self.tree}/build/bench/results.json"))


def test_comparison_alternates_and_leaves_the_checkout_alone():
    with tempfile.TemporaryDirectory() as directory:
        checkout = Checkout(directory)
        before = checkout.git("rev-parse", "HEAD"), checkout.git("branch", "--list"), checkout.git("worktree", "list")
        result = checkout.bench("--configs", "base,wide")
        equal(result.returncode, 0, f"status ({result.stderr})")
        equal(read(checkout.log).split(), ["new", "random", "old", "random", "old", "random", "new", "random", "new",
                                           "random", "old", "random"], "order of the runs")
        short = checkout.git("rev-parse", "HEAD~1")[:12]
        expect(re.search(rf"^wide .* not in {short}$", result.stdout, re.M), result.stdout)
        expect(re.search(r"^base .* same$", result.stdout, re.M), result.stdout)
        line = checkout.results()[0]
        equal((line["config"], line["against"], line["cycles"], line["seed"], line["rounds"], line["dirty"],
               line["records_same"]), ("base", short, 1000, 7, 3, False, True), "what is kept")
        equal(sorted(line["ratio"]), ["cpu", "wall"], "ratios")
        after = checkout.git("rev-parse", "HEAD"), checkout.git("branch", "--list"), checkout.git("worktree", "list")
        equal(after, before, "the repository")
        equal(checkout.git("status", "--porcelain"), "", "changes of the checkout")


def test_simulator_of_a_commit_is_built_once():
    with tempfile.TemporaryDirectory() as directory:
        checkout = Checkout(directory)
        for _ in range(2):
            equal(checkout.bench().returncode, 0, "status")
        equal(read(f"{directory}/built"), "base\n", "builds")


def test_different_records_are_reported():
    with tempfile.TemporaryDirectory() as directory:
        result = Checkout(directory, new_records="other").bench()
        expect(result.returncode == 0 and re.search(r"^base .* differ$", result.stdout, re.M), repr(result))


def test_mismatch_has_no_rate():
    with tempfile.TemporaryDirectory() as directory:
        checkout = Checkout(directory, old_status=1)
        result = checkout.bench()
        equal(result.returncode, 1, f"status ({result.stderr})")
        expect(re.fullmatch(r"bench\.py: base: mismatch in [0-9a-f]{12}; \S+base-other\.log\n", result.stderr),
               repr(result.stderr))
        equal(checkout.results(), [], "what is kept")


def test_failing_simulator_has_no_rate():
    with tempfile.TemporaryDirectory() as directory:
        refused(Checkout(directory, old_status=2).bench(), "spu-sim: ended with status 2; ")


def test_wrong_commit_is_refused():
    with tempfile.TemporaryDirectory() as directory:
        checkout = Checkout(directory)
        for commit in ("nope", "--help", "HEAD:sim.py", "HEAD~9"):
            for more in ([], ["--check"]):
                refused(bench(f"--compare={commit}", *more, cwd=checkout.tree), f"COMPARE={commit}: no such commit")
        expect(not os.path.exists(f"{checkout.tree}/build/bench"), "something was written")
        refused(checkout.bench("--configs", "wide"), "has none of the configurations wide")
        write(f"{checkout.tree}/Makefile", "all:\n")
        checkout.git("commit", "-qam", "without a rule")
        checkout.git("commit", "-q", "--allow-empty", "-m", "top")
        refused(checkout.bench(), "does not build: make: *** No rule")


def test_wrong_use_is_refused():
    refused(bench("--configs", "huge"), "no configuration huge (there are: base ")
    refused(bench("--configs", ""), "no configuration is chosen")
    refused(bench("--rounds", "0"), "--rounds: '0' is not a number above 0")
    refused(bench("--cycles", "x"), "--cycles: 'x' is not a number above 0")
    refused(bench("stray"), "stray")
    with tempfile.TemporaryDirectory() as directory:
        refused(bench("--build", directory), f"{directory}/base/spu-sim: No such file or directory; make bench builds")


def test_measurement_is_kept():
    """With what was measured, and on what."""
    with tempfile.TemporaryDirectory() as directory:
        os.makedirs(f"{directory}/base")
        shutil.copy(needed(f"{BUILD}/base/spu-sim", "make sim"), f"{directory}/base/spu-sim")
        result = bench("--build", directory, "--rounds", "2", "--cycles", "20000")
        equal(result.returncode, 0, f"status ({result.stderr})")
        line, = json.loads(read(f"{directory}/bench/results.json"))
        equal((line["config"], line["rounds"], sorted(line["rates"])), ("base", 2, ["this", "unchecked"]),
              "what is kept")
        expect(20000 <= line["cycles"] < 21000, f"{line['cycles']} cycles, the last operations' included")
        for key, pattern in (("date", r"\d{4}-\d\d-\d\dT[\d:]{8}\+00:00"), ("commit", r"[0-9a-f]{12}|none"),
                             ("compiler", r".*(GCC|clang).*"), ("verilator", r"\d\.\d+")):
            expect(re.fullmatch(pattern, line[key]), f"{key}: {line[key]!r}")
        for rate in line["rates"].values():
            expect(all(0 < rate[clock]["median"] <= rate[clock]["best"] for clock in rates.CLOCKS), line)
        expect(re.search(r"^base +\S+ k ", result.stdout, re.M), result.stdout)
