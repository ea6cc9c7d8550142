# SPDX-License-Identifier: Apache-2.0
"""For tests of scripts/regress.py: simulators of a few lines of shell in a directory of their own."""

import glob
import json
import os
import shutil
import subprocess
import sys
import tempfile

from helpers import equal, expect
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
    """A build directory with fake simulators, and regressions on it. Use it with `with`."""

    def __enter__(self):
        self.root = tempfile.mkdtemp()
        self.build = f"{self.root}/build"
        self.out = f"{self.root}/out"
        for config in CONFIGS:
            os.makedirs(f"{self.build}/{config}")
            with open(self.simulator(config), "w", encoding="utf-8") as file:
                file.write(SIMULATOR.replace("ROOT", self.root))
            os.chmod(self.simulator(config), 0o755)
        for path in ("workload/demo", "workload/demo.trace"):
            os.makedirs(os.path.dirname(f"{self.build}/{path}"), exist_ok=True)
            with open(f"{self.build}/{path}", "w", encoding="utf-8"):
                pass
        self.behave("")
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.root, ignore_errors=True)

    def simulator(self, config):
        return f"{self.build}/{config}/spu-sim"

    def behave(self, script):
        """What the simulators do from now on, as shell: $config, $seed, $out, write_report."""
        with open(f"{self.root}/behave", "w", encoding="utf-8") as file:
            file.write(script + "\n")

    def command(self, *arguments):
        given = [] if "--configs" in arguments else ["--configs", ",".join(CONFIGS)]
        return [sys.executable, "scripts/regress.py", "--build", self.build, "--out", self.out, *given, *arguments]

    def run(self, *arguments, environment=None):
        return subprocess.run(self.command(*arguments), stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              timeout=60, check=False, env=environment)

    def start(self, *arguments):
        return subprocess.Popen(self.command(*arguments), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT, text=True)

    def refused(self, words, *arguments, environment=None):
        """Status 2 and one line that says what is wrong."""
        done = self.run(*arguments, environment=environment)
        equal(done.returncode, 2, f"status of {arguments} ({done.stdout}{done.stderr})")
        expect(done.stderr.count("\n") == 1 and done.stderr.startswith("regress.py: "), f"stderr: {done.stderr}")
        expect(words in done.stderr, f"`{words}` is not in `{done.stderr}`")

    def executions(self):
        """Command lines of the simulations so far."""
        try:
            with open(f"{self.root}/executions", encoding="utf-8") as file:
                return file.read().splitlines()
        except FileNotFoundError:
            return []

    def names(self):
        """The runs that were simulated, of random stimulus with PROFILE."""
        found = []
        for line in self.executions():
            words = line.split()
            config = os.path.basename(os.path.dirname(words[0]))
            found.append(f"{config}.{PROFILE}.seed{words[words.index('--seed') + 1]}")
        return found

    def result_files(self):
        return sorted(glob.glob(f"{self.out}/jobs/*/*.json"))

    def finished(self):
        """Names of the runs that have a result."""
        names = []
        for path in self.result_files():
            with open(path, encoding="utf-8") as file:
                names.append(json.load(file)["name"])
        return names

    def results(self):
        with open(f"{self.out}/results.json", encoding="utf-8") as file:
            return json.load(file)
