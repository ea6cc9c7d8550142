# SPDX-License-Identifier: Apache-2.0
"""The runs that try a mutant, and a single run: did the checks catch it?"""

import dataclasses
import os
import re
import shutil
import signal
import subprocess
import time

from regression import stimuli
from mutation.draw import VARIABLE
from util.problem import Problem
from util.processes import kill

SHORT, LONG = "short", "long"
# (seed, cycles) of the runs without a profile, and of the run with each profile: SHORT for every mutant, LONG for
# survivors.
MIXED = {SHORT: ((1, 10_000), (2, 50_000), (3, 50_000)), LONG: ((4, 1_000_000), (5, 1_000_000), (6, 1_000_000))}
PROFILED = {SHORT: (7, 20_000), LONG: (8, 200_000)}
SLOWEST = 2000  # cycles per second on the slowest machine; a run may take a minute longer than that
DIRECTED_LIMIT = 300  # seconds
LAST_LINE = b"reproduce with:"  # of a mismatch report; the rest takes time and adds nothing
# The simulator's message about a run that fails although nothing differed.
NOTHING = "spu-sim: no record was written: nothing was tested"
LONGEST = 240  # characters that are kept of a line


@dataclasses.dataclass(frozen=True)
class Run:
    name: str
    arguments: tuple
    limit: int  # seconds


def random_run(profile, seed, cycles):
    choice = ("--profile", profile) if profile else ()
    return Run(f"{profile or 'mixed'}.seed{seed}.{cycles}",
               ("--stimulus", "random", *choice, "--seed", str(seed), "--cycles", str(cycles)), 60 + cycles // SLOWEST)


def plan():
    """{SHORT: runs, LONG: runs}, in the order in which they are tried."""
    profiles = stimuli.profiles()
    if not profiles:
        raise Problem("tb/unit/stimulus/random/random_profile.c: no profile of the random stimulus found")
    runs = {length: [random_run("", seed, cycles) for seed, cycles in MIXED[length]] +
            [random_run(profile, *PROFILED[length]) for profile in profiles] for length in (SHORT, LONG)}
    runs[SHORT].insert(1, Run("directed", ("--stimulus", "directed"), DIRECTED_LIMIT))
    return runs


@dataclasses.dataclass
class Outcome:
    """How a run ended. `kind`: empty if it passed, else what caught the mutant: mismatch (with the model, or a rule of
    the checker), failure (status 1 without a mismatch), crash (the simulator gave up, as when signals do not settle),
    hang (it did not end in time)."""

    kind: str = ""
    cycle: int | None = None
    says: str = ""


def outcome(status, expired, limit, text):
    """The Outcome, from the status, whether the limit was reached, and the text on standard error."""
    found = re.search(r"^MISMATCH in cycle (\d+)\n\s*signal\s+(.*)", text, re.M)
    if found:
        return Outcome("mismatch", int(found[1]), found[2][:LONGEST])
    if expired:
        return Outcome("hang", None, f"still running after {limit} s")
    if status == 0:
        return Outcome()
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    own = [line for line in lines if line.startswith("spu-sim: ")]
    last = (own or lines or [""])[-1][:LONGEST]
    if status < 0:
        return Outcome("crash", None, f"{signal.Signals(-status).name}: {last}")
    if status == 1:
        return Outcome("failure", None, last)
    raise Problem(f"the simulator ends with status {status}: {last or 'no message'}")


def try_mutant(simulator, number, count, run, work, processes):
    """Runs a mutant. Returns the Outcome, or None if stopped meanwhile. Problem if the simulator ignored the number."""
    shutil.rmtree(work, ignore_errors=True)
    os.makedirs(work)
    began, said = time.monotonic(), []
    process = processes.start([simulator, *run.arguments, "--out", work], run.limit, stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE, env={**os.environ, VARIABLE: str(number)})
    with process.stderr:
        for line in process.stderr:
            said.append(line)
            if line.startswith(LAST_LINE):
                kill(process)
    status = processes.wait(process)
    shutil.rmtree(work, ignore_errors=True)
    if processes.stopped:
        return None
    text = b"".join(said).decode(errors="replace")
    if f"mutant {number} of {count}\n" not in text:
        raise Problem(f"{simulator}: it does not report that it is mutant {number} of {count}")
    return outcome(status, time.monotonic() - began >= run.limit, run.limit, text)


def command(simulator, number, run):
    """The command that runs it again."""
    return " ".join([f"{VARIABLE}={number}", simulator, *run.arguments])
