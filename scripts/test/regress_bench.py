# SPDX-License-Identifier: Apache-2.0
"""For tests of scripts/regress.py: simulators of a few lines of shell in a separate directory."""

import glob
import json
import os
import pathlib
import re
import subprocess
import sys

import pytest

from regression import stimuli

PROFILE = stimuli.profiles()[0]
CONFIGS = ("base", "wide")

# Does what the file `behave` says, which is no part of the simulator's identity, and then passes.
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


def is_running(command):
    """True if a process has this command line (its words end with a NUL)."""
    for path in glob.glob("/proc/[0-9]*/cmdline"):
        try:
            with open(path, encoding="utf-8", errors="replace") as file:
                if file.read() == command:
                    return True
        except OSError:
            pass  # it has ended
    return False


class Bench:
    """A build directory with fake simulators, and regressions on it."""

    def __init__(self, root):
        self.root, self.build, self.out = root, f"{root}/build", f"{root}/out"
        for config in CONFIGS:
            os.makedirs(f"{self.build}/{config}")
            with open(self.simulator(config), "w", encoding="utf-8") as file:
                file.write(SIMULATOR.replace("ROOT", root))
            os.chmod(self.simulator(config), 0o755)
        os.makedirs(f"{self.build}/workload")
        for path in ("demo", "demo.trace"):
            pathlib.Path(f"{self.build}/workload/{path}").touch()
        self.behave("")

    def simulator(self, config):
        return f"{self.build}/{config}/spu-sim"

    def behave(self, script):
        """What the simulators do from now on, as shell: $config, $seed, $out, write_report."""
        pathlib.Path(f"{self.root}/behave").write_text(script + "\n")

    def command(self, *arguments):
        given = [] if "--configs" in arguments else ["--configs", ",".join(CONFIGS)]
        return [sys.executable, "scripts/regress.py", "--build", self.build, "--out", self.out, *given, *arguments]

    def run(self, *arguments, environment=None):
        return subprocess.run(self.command(*arguments), stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              timeout=60, check=False, env=environment)

    def passes(self, *arguments):
        """What it prints."""
        done = self.run(*arguments)
        assert done.returncode == 0, done
        return done.stdout

    def start(self, *arguments):
        return subprocess.Popen(self.command(*arguments), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT, text=True)

    def refused(self, words, *arguments, environment=None):
        """Status 2 and one line that says what is wrong."""
        done = self.run(*arguments, environment=environment)
        assert done.returncode == 2 and done.stderr.count("\n") == 1 and words in done.stderr, done
        assert done.stderr.startswith("regress.py: "), done

    def executions(self):
        """Command lines of the simulations so far."""
        path = pathlib.Path(f"{self.root}/executions")
        return path.read_text().splitlines() if path.exists() else []

    def names(self):
        """The runs that were simulated, of random stimulus with PROFILE."""
        found = [re.search(r"/(\S+)/spu-sim .*--seed (\d+)", line) for line in self.executions()]
        return [f"{os.path.basename(run[1])}.{PROFILE}.seed{run[2]}" for run in found]

    def result_files(self):
        return sorted(glob.glob(f"{self.out}/jobs/*/*.json"))

    def finished(self):
        """Names of the runs that have a result."""
        return [json.loads(pathlib.Path(path).read_text())["name"] for path in self.result_files()]

    def results(self):
        return json.loads(pathlib.Path(f"{self.out}/results.json").read_text())


@pytest.fixture
def bench(tmp_path):
    return Bench(str(tmp_path))
