# SPDX-License-Identifier: Apache-2.0
"""Simulators run in turn; another commit's, built beside."""

import contextlib
import fcntl
import filecmp
import os
import re
import select
import shutil
import subprocess
import sys
import time

from util import history
from benchmark.rates import Run
from util.problem import Problem, read_json

STIMULUS = ("--stimulus", "random")  # which spu-sim of every commit accepts


class Mismatch(Exception):
    """Unit and model differed in a run of the simulator of that name."""


def resolve(commit):
    """Its full name."""
    name = history.git("rev-parse", "--verify", "--quiet", "--end-of-options", f"{commit}^{{commit}}")
    if not name:
        raise Problem(f"COMPARE={commit}: no such commit")
    return name


def clean(environment):
    """The environment without what the make that runs us passes on: variables, jobs and lock are of this tree alone."""
    ours = set(re.findall(r"(?:^|\s)(\w+)=", environment.get("MAKEFLAGS", "")))
    return {name: value for name, value in environment.items()
            if name not in ours and not name.startswith(("MAKE", "SPU_")) and name != "MFLAGS"}


class Other:
    """A commit in a directory of its own. The user's checkout is only read."""

    def __init__(self, commit, below, status):
        self.commit = resolve(commit)
        self.short = self.commit[:12]
        self.place = os.path.join(below, self.short)
        self.tree = os.path.join(self.place, "tree")
        self.status = status

    @contextlib.contextmanager
    def locked(self):
        """Two comparisons with the same commit do not build into the same place."""
        os.makedirs(self.place, exist_ok=True)
        with open(os.path.join(self.place, "lock"), "w", encoding="utf-8") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                print(f"waiting for another comparison with {self.short}", file=sys.stderr, flush=True)
                fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def check_out(self):
        """The sources, whole or not at all."""
        if os.path.isdir(self.tree):
            return
        new = f"{self.tree}.new"
        shutil.rmtree(new, ignore_errors=True)
        os.makedirs(new)
        with subprocess.Popen(["git", "archive", self.commit], stdout=subprocess.PIPE) as archive:
            unpacked = subprocess.run(["tar", "-x", "-C", new], stdin=archive.stdout, check=False)
        if archive.returncode or unpacked.returncode:
            raise Problem(f"{new}: the sources of {self.short} cannot be unpacked")
        os.rename(new, self.tree)

    def configurations(self):
        """Names of those that the commit has, by its own script: the table has had other forms."""
        done = subprocess.run([sys.executable, "scripts/configs.py", "--list"], cwd=self.tree, capture_output=True,
                              text=True, stdin=subprocess.DEVNULL, check=False)
        if done.returncode:
            raise Problem(f"{self.short} has no table of configurations")
        return done.stdout.split()

    def simulator(self, config):
        return os.path.abspath(f"{self.tree}/build/{config}/spu-sim")

    def runs(self, config):
        """Where results of both go: {"this": directory, "other": directory}."""
        return {name: os.path.join(self.place, "runs", f"{config}-{name}") for name in ("this", "other")}

    def output(self, process, names, last):
        """What the build prints next; nothing at its end. Meanwhile it is shown how far it is."""
        while True:
            done = sum(os.path.exists(self.simulator(name)) for name in names)
            self.status.show(f"building {self.short}, {done} of {len(names)} simulators: {last[:60]}", done, len(names))
            if select.select([process.stdout], [], [], 1.0)[0]:
                return os.read(process.stdout.fileno(), 65536)

    def build(self, names, jobs):
        """Its simulators, by its own Makefile. What is built already stays. `ready` would install what its own demo
        and tools need; compiler and Verilator are there, since this tree's simulators are."""
        log = os.path.join(self.place, "make.log")
        command = ["make", "-C", self.tree, "--no-print-directory", f"-j{jobs}", "-o", "ready",
                   *(f"build/{name}/spu-sim" for name in names)]
        last = ""
        with open(log, "wb") as file, subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                                       stderr=subprocess.STDOUT, env=clean(os.environ)) as process:
            try:
                while data := self.output(process, names, last):
                    file.write(data)
                    lines = [line.strip() for line in data.decode(errors="replace").split("\n") if line.strip()]
                    last = lines[-1] if lines else last
            except BaseException:
                process.terminate()
                raise
        self.status.clear()
        missing = [name for name in names if not os.path.exists(self.simulator(name))]
        if process.returncode or missing:
            raise Problem(f"{self.short} does not build: {last} ({log} has all of it)")


def run(simulator, out, cycles, seed):
    """A Run of a simulator and its own options, with report and records in `out` and its words in `out`.log; None if
    there was a mismatch."""
    shutil.rmtree(out, ignore_errors=True)
    os.makedirs(os.path.dirname(out), exist_ok=True)
    command = [os.path.abspath(simulator[0]), *simulator[1:], *STIMULUS, "--cycles", str(cycles), "--seed", str(seed),
               "--out", out]
    with open(f"{out}.log", "wb") as log:
        began = time.monotonic()
        try:
            process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT)
        except OSError as error:
            raise Problem(f"{simulator[0]}: {error.strerror}; make bench builds it") from None
        try:
            _, status, usage = os.wait4(process.pid, 0)
        except BaseException:
            process.kill()
            process.wait()
            raise
        seconds = time.monotonic() - began
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode == 1:
        return None
    report = read_json(f"{out}/report.json")
    if process.returncode != 0 or not isinstance(report, dict) or not report.get("cycles"):
        raise Problem(f"{simulator[0]}: ended with status {process.returncode}; {out}.log says why")
    return Run(work=report["cycles"], cpu=usage.ru_utime + usage.ru_stime, wall=seconds)


def alternate(simulators, places, cycles, seed, rounds, step):
    """{name: [Run]} of all of them in turn, every second time in reverse order. `simulators`: {name: path and options};
    `places`: {name: directory for its results}; step() is called after each run."""
    runs = {name: [] for name in simulators}
    for number in range(rounds):
        for name in list(simulators) if number % 2 == 0 else list(reversed(simulators)):
            result = run(simulators[name], places[name], cycles, seed)
            if result is None:
                raise Mismatch(name)
            runs[name].append(result)
            step()
    return runs


def same_records(places):
    """Whether all have written the same records, byte for byte."""
    first, *others = (f"{place}/records.spe" for place in places.values())
    try:
        return all(filecmp.cmp(first, other, shallow=False) for other in others)
    except OSError:
        return False
