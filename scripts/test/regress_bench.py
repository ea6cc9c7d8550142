# SPDX-License-Identifier: Apache-2.0
"""For tests of scripts/regress.py: simulators of a few lines of shell."""

import glob
import json
import os
import pathlib
import re
import subprocess
import sys

import pytest

import helpers
from helpers import read, write, write_program
from regression import stimuli

PROFILE = stimuli.profiles()[0]
CONFIGS = ("base", "wide")

# Runs the file `behave`, which is not part of the simulator's identity, and then passes.
SIMULATOR = """#!/bin/sh
echo "$0 $*" >>ROOT/executions
config=$(basename "$(dirname "$0")")
seed=1 compared=5000 mismatches=0
while [ $# -gt 0 ]; do
  case "$1" in
    --out) out=$2 ;;
    --seed) seed=$2 ;;
  esac
  shift
done
[ -n "$out" ] && mkdir -p "$out"
write_report() {
  echo "{\\"config\\": \\"$config\\", \\"seed\\": $seed, \\"checked\\": true, \\"compared\\": $compared,
  \\"mismatches\\": $mismatches, \\"cycles\\": 5000, \\"operations\\": 900, \\"samples\\": 40, \\"collisions\\": 1,
  \\"records\\": 30, \\"bytes\\": 1920, \\"filtered\\": 2, \\"dropped\\": 1,
  \\"injected\\": {\\"resets\\": 2, \\"faults\\": {\\"size\\": $seed}, \\"pairs\\": 4,
  \\"pairs_possible\\": 9}}" >"$out/report.json"
}
. ROOT/behave
write_report
"""


def is_running(argument):
    """True if a process has this argument."""
    return helpers.call("grep", "-qsxzF", argument, *glob.glob("/proc/[0-9]*/cmdline")).returncode == 0


class Bench:
    """A build directory with fake simulators, and its regressions."""

    def __init__(self, root):
        self.root, self.build, self.out = root, f"{root}/build", f"{root}/out"
        for config in CONFIGS:
            os.makedirs(f"{self.build}/{config}")
            write_program(self.simulator(config), SIMULATOR.replace("ROOT", root))
        os.makedirs(f"{self.build}/workload")
        for path in ("demo", "demo.trace"):
            pathlib.Path(f"{self.build}/workload/{path}").touch()
        self.behave("")

    def simulator(self, config):
        return f"{self.build}/{config}/spu-sim"

    def behave(self, script):
        """Sets the shell script of the simulators, which can use $config, $seed, $out and write_report."""
        write(f"{self.root}/behave", script + "\n")

    def command(self, *arguments):
        given = [] if "--configs" in arguments else ["--configs", ",".join(CONFIGS)]
        return [sys.executable, "scripts/regress.py", "--build", self.build, "--out", self.out, *given, *arguments]

    def run(self, *arguments, environment=None):
        return helpers.call(*self.command(*arguments), env=environment)

    def passes(self, *arguments):
        """The output of a regression, which must pass."""
        done = self.run(*arguments)
        assert done.returncode == 0, done
        return done.stdout

    def start(self, *arguments):
        return subprocess.Popen(self.command(*arguments), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT, text=True)

    def refused(self, words, *arguments, environment=None):
        done = self.run(*arguments, environment=environment)
        assert done.returncode == 2 and done.stderr.count("\n") == 1 and words in done.stderr, done
        assert done.stderr.startswith("regress.py: "), done

    def executions(self):
        """Command lines of the simulations so far."""
        path = f"{self.root}/executions"
        return read(path).splitlines() if os.path.exists(path) else []

    def names(self):
        """The names of the simulations so far, all of random stimulus with PROFILE."""
        found = [re.search(r"/(\S+)/spu-sim .*--seed (\d+)", line) for line in self.executions()]
        return [f"{os.path.basename(run[1])}.{PROFILE}.seed{run[2]}" for run in found]

    def result_files(self):
        return sorted(glob.glob(f"{self.out}/jobs/*/*.json"))

    def finished(self):
        """The names of the runs that have a result."""
        return [json.loads(read(path))["name"] for path in self.result_files()]

    def results(self):
        return json.loads(read(f"{self.out}/results.json"))


@pytest.fixture
def bench(tmp_path):
    return Bench(str(tmp_path))
