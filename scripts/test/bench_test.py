# SPDX-License-Identifier: Apache-2.0
"""scripts/bench.py refuses wrong use and keeps its measurements; a comparison runs the simulators of both commits and
leaves the checkout as it was. No test depends on the speed of the machine."""

import json
import os
import pathlib
import re
import shutil
import sys

import pytest

import helpers
from helpers import BUILD, needed, write_program

SCRIPT = os.path.abspath("scripts/bench.py")
# Without the user's git configuration and without the variables of the make that runs this test.
ENVIRONMENT = {**{name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "SPU_"))},
               "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1",
               "GIT_AUTHOR_NAME": "x", "GIT_AUTHOR_EMAIL": "x@x", "GIT_COMMITTER_NAME": "x",
               "GIT_COMMITTER_EMAIL": "x@x", "MAKEFLAGS": " -j2 --jobserver-auth=3,4 -- OTHER=x"}

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
MAKEFILE = """OTHER := mine
build/%/spu-sim: sim.py
\t@mkdir -p $(@D) && echo $* $(OTHER) >>{built} && cp $< $@
ready:
\t@false
build/base/spu-sim build/wide/spu-sim: | ready
"""


def call(*command, cwd=None):
    return helpers.call(*command, cwd=cwd, env=ENVIRONMENT)


def refused(result, cause):
    """Status 2, and one line after any output of make."""
    line = result.stderr.splitlines()[-1]
    assert result.returncode == 2 and line.startswith("bench.py: ") and cause in line, result
    assert not result.stdout, result


class Checkout:
    """A repository of two commits: the first without `wide`, the second checked out and built."""

    def __init__(self, directory):
        self.tree, self.log, self.built = directory / "tree", directory / "log", directory / "built"
        for path in ("rtl/files.f", "rtl/data/configurations.toml"):
            (self.tree / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, self.tree / path)
        (self.tree / "scripts").mkdir()
        (self.tree / ".gitignore").write_text("/build/\n")
        (self.tree / "Makefile").write_text(MAKEFILE.format(built=self.built))
        self.git("init", "-q")

    def git(self, *arguments):
        result = call("git", *arguments, cwd=self.tree)
        assert result.returncode == 0, result
        return result.stdout

    def commit(self, configs, name, records="same", status=0):
        (self.tree / "scripts/configs.py").write_text(f"print('{configs}')\n")
        simulator = self.tree / "sim.py"
        write_program(simulator, SIMULATOR.format(name=name, records=records, status=status, log=self.log))
        for config in ("base", "wide"):
            (self.tree / f"build/{config}").mkdir(parents=True, exist_ok=True)
            shutil.copy(simulator, self.tree / f"build/{config}/spu-sim")
        self.git("add", "-A")
        self.git("commit", "-qm", name)

    def bench(self, *arguments, compare="HEAD~1"):
        return call(sys.executable, SCRIPT, f"--compare={compare}", "--rounds=3", "--cycles=1000", "--seed=7",
                    *arguments, cwd=self.tree)

    def results(self):
        return json.loads((self.tree / "build/bench/results.json").read_text())

    def state(self):
        return [self.git(*words.split()) for words in ("rev-parse HEAD", "branch --list", "worktree list",
                                                       "status --porcelain")]


@pytest.fixture
def checkout(tmp_path):
    made = Checkout(tmp_path)
    made.commit("base other", "old")
    made.commit("base wide", "new")
    return made


def test_comparison_alternates_and_leaves_the_checkout_alone(checkout):
    before, short = checkout.state(), checkout.git("rev-parse", "HEAD~1")[:12]
    result = checkout.bench("--configs", "base,wide")
    assert result.returncode == 0, result
    assert checkout.log.read_text().split()[::2] == ["new", "old", "old", "new", "new", "old"]
    assert set(checkout.log.read_text().split()[1::2]) == {"random"}
    assert f"wide is not in {short}\n" in result.stdout and re.search(r"^base .* same$", result.stdout, re.M), result
    line, = checkout.results()
    assert [line[name] for name in ("config", "against", "cycles", "seed", "records_same")] == [
        "base", short, 1000, 7, True]
    assert [len(rates) for rates in line["rates"].values()] == [3, 3] and "-dirty" not in line["commit"]
    assert checkout.state() == before
    assert checkout.bench().returncode == 0
    assert checkout.built.read_text() == "base mine\n"  # built once, without OTHER=x of the make around it


def test_different_records_are_reported(checkout):
    checkout.commit("base", "newer", records="other")
    result = checkout.bench()
    assert result.returncode == 0 and re.search(r"^base .* differ$", result.stdout, re.M), result


def test_mismatch_has_no_rate(checkout):
    checkout.commit("base", "newer", status=1)
    result = checkout.bench()
    assert result.returncode == 1 and checkout.results() == []
    assert re.search(r"^bench\.py: base: mismatch in \S+/spu-sim; \S+base-this\.log$", result.stderr, re.M), result
    checkout.commit("base", "newest", status=2)
    refused(checkout.bench(compare="HEAD~2"), "spu-sim: ended with status 2; ")


def test_wrong_commit_is_refused(checkout):
    for commit in ("nope", "--help", "HEAD:sim.py", "HEAD~9"):
        refused(checkout.bench(compare=commit), f"COMPARE={commit}: no such commit")
    assert not (checkout.tree / "build/bench").exists()
    refused(checkout.bench("--configs", "wide"), "has none of the configurations wide")
    (checkout.tree / "Makefile").write_text("all:\n")
    checkout.commit("base", "without a rule")
    refused(checkout.bench(compare="HEAD"), "does not build")


@pytest.mark.parametrize("arguments, cause", [
    ("--configs=huge", "no configuration huge (there are: base "), ("--configs=", "no configuration is chosen"),
    ("--rounds=0", "--rounds: '0' is not a number above 0"), ("--cycles=x", "--cycles: 'x' is not a number above 0"),
    ("stray", "stray"), ("--build=/none", "/none/base/spu-sim: No such file or directory; make bench builds"),
])
def test_wrong_use_is_refused(arguments, cause):
    refused(call(sys.executable, SCRIPT, arguments), cause)


def test_measurement_is_kept(tmp_path):
    (tmp_path / "base").mkdir()
    shutil.copy(needed(f"{BUILD}/base/spu-sim", "make sim"), tmp_path / "base")
    result = call(sys.executable, SCRIPT, "--build", str(tmp_path), "--rounds", "2", "--cycles", "20000")
    assert result.returncode == 0 and re.search(r"^base +\S+ k .* same$", result.stdout, re.M), result
    line, = json.loads(pathlib.Path(tmp_path / "bench/results.json").read_text())
    assert (line["config"], line["against"]) == ("base", "unchecked") and re.match("[0-9a-f]{12}|none", line["commit"])
    assert all(rate > 0 for rates in line["rates"].values() for rate in rates) and len(line["rates"]["this"]) == 2
