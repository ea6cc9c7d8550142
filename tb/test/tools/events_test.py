#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Event lists and shrinking from the command line: a recorded run and its replay are one, wrong use is told in a line.

Runs from the repository root. SPU_SIM and SPU_SHRINK name the programs (default build/base/spu-sim, spu-shrink).
"""

import json
import os
import pathlib
import signal
import subprocess
import sys
import time

sys.path[:0] = [os.path.join(os.path.dirname(__file__), ".."), "scripts"]
from facts import pins
from perf_tools import run_in_directories

SIM = os.path.abspath(os.environ.get("SPU_SIM", "build/base/spu-sim"))
SHRINK = os.path.abspath(os.environ.get("SPU_SHRINK", "build/base/spu-shrink"))
DEMO = os.path.abspath("build/workload/demo")
TRACE = os.path.abspath("build/workload/demo.trace")
# What a replay cannot know: how the run was asked for, and how fast it was.
OTHER = {"stimulus", "workload", "seed", "interval", "cycles_per_second", "functions", "exit_status", "command",
         "scenarios", "not_applicable", "profile", "injected"}


def run(program, *arguments):
    return subprocess.run([program, *arguments], capture_output=True, text=True, timeout=300, check=False)


def events_of(path):
    """The events of a list, without comments."""
    return [line for line in path.read_text(encoding="ascii").splitlines() if not line.startswith("#")]


def same_when_replayed(directory, *arguments):
    """Records a run, replays it, and compares records, report and the list that the replay gives."""
    home = pathlib.Path(directory)
    result = run(SIM, *arguments, "--out", str(home / "run"), "--record", str(home / "run.events"))
    if result.returncode != 0:
        return [f"the run: status {result.returncode}: {result.stderr}"]
    if result.stderr:
        return [f"the run: {result.stderr}"]
    result = run(SIM, "--stimulus", "events", "--events", str(home / "run.events"), "--out", str(home / "replay"),
                 "--record", str(home / "replay.events"))
    if result.returncode != 0:
        return [f"the replay: status {result.returncode}: {result.stderr}"]
    problems = []
    if (home / "run/records.spe").read_bytes() != (home / "replay/records.spe").read_bytes():
        problems.append("other records")
    if events_of(home / "run.events") != events_of(home / "replay.events"):
        problems.append("another event list")
    reports = [json.loads((home / name / "report.json").read_text(encoding="utf-8")) for name in ("run", "replay")]
    for name in reports[0].keys() - OTHER:
        if reports[0][name] != reports[1].get(name):
            problems.append(f"{name} is {reports[1].get(name)} in the replay instead of {reports[0][name]}")
    return problems


def replay_of_a_random_run_is_the_same(directory):
    problems = []
    for seed in ("1", "2", "3"):
        problems += same_when_replayed(directory, "--stimulus", "random", "--cycles", "40000", "--seed", seed)
    return problems


def replay_of_a_directed_run_is_the_same(directory):
    return same_when_replayed(directory, "--stimulus", "directed")


def replay_of_a_program_is_the_same(directory):
    # A program's records come from the agent that collects them, the replay's from the unit: the same bytes.
    return same_when_replayed(directory, "--workload", DEMO, "--trace", TRACE, "--ops", "60000")


def refused(directory, program, *arguments, words, status=2):
    """One line that says what is wrong, and nothing left."""
    out = pathlib.Path(directory) / "refused"
    result = run(program, *arguments, "--out", str(out))
    lines = result.stderr.splitlines()
    problems = []
    if result.returncode != status:
        problems.append(f"{arguments}: status {result.returncode} instead of {status}")
    if len(lines) != 1 or not lines[0].startswith(f"{os.path.basename(program)}: ") or words not in lines[0]:
        problems.append(f"{arguments}: expected one line with {words!r}, got {result.stderr!r}")
    if out.is_dir() and any(out.iterdir()):
        problems.append(f"{arguments}: left {sorted(path.name for path in out.iterdir())}")
    return problems


def bad_list_is_refused_with_its_line(directory):
    path = pathlib.Path(directory) / "bad.events"
    problems = refused(directory, SIM, "--stimulus", "events", words="--events")
    problems += refused(directory, SIM, "--stimulus", "events", "--events", "/no/such/list", words="/no/such/list")
    for text, words in (("", ":1: "), ("events 1\n+0 psb\n+0 nothing\n", ":3: "),
                        ("events 1\n+0 pe pe_el=9\n", ":2: pe_el has 2 bits: 9")):
        path.write_text(text, encoding="ascii")
        problems += refused(directory, SIM, "--stimulus", "events", "--events", str(path), words=f"{path}{words}")
    return problems


def values_are_as_wide_as_the_pins(directory):
    """A value that a pin does not have is refused, the largest one that it has is not."""
    table = pins.Pins()
    fields = [("pe", pin.field.bits, pin.member) for pin in table.members("spu_in") if pin.port.type == "pe_t"]
    fields += [("op", field.bits, name) for name, _, field in table.types.places(table.struct("op_t")) if name not in
               ("issued", "xlate_busy", "completed", "finished")]
    problems = [] if len(fields) > 90 else [f"only {len(fields)} pins found"]
    path = pathlib.Path(directory) / "pins.events"
    most = []
    for kind, bits, name in fields:
        most.append(f"+1 {kind} {name}={(1 << bits) - 1}")
        if bits < 64:
            path.write_text(f"events 1\n+0 {kind} {name}={1 << bits}\n", encoding="ascii")
            problems += refused(directory, SIM, "--stimulus", "events", "--events", str(path), "--unchecked",
                                words=f":2: {name} has {bits} bit")
    path.write_text("\n".join(["events 1", *most]), encoding="ascii")
    result = run(SIM, "--stimulus", "events", "--events", str(path), "--out", str(pathlib.Path(directory) / "out"))
    return problems + ([] if result.returncode == 0 else [f"the largest values: {result.stderr}"])


def run_that_does_not_fail_is_not_shrunk(directory):
    return refused(directory, SHRINK, "--stimulus", "random", "--cycles", "2000", words="does not fail", status=1)


def wrong_use_of_shrink_is_refused(directory):
    problems = refused(directory, SHRINK, "--stimulus", "random", "--limit", "x", words="--limit x")
    problems += refused(directory, SHRINK, "--stimulus", "random", "--limit", "0", words="--limit 0")
    problems += refused(directory, SHRINK, "--stimulus", "random", "--nonsense", words="--nonsense")
    problems += refused(directory, SHRINK, "--stimulus", "random", "--unchecked", words="--unchecked")
    problems += refused(directory, SHRINK, "--stimulus", "events", "--events", "/no/such/list", words="/no/such/list")
    result = run(SHRINK, "--help")
    if result.returncode != 0 or "--limit" not in result.stdout:
        problems.append(f"--help: {result!r}")
    return problems


def interrupted_shrink_leaves_nothing(directory):
    out = pathlib.Path(directory) / "out"
    with subprocess.Popen([SHRINK, "--stimulus", "random", "--cycles", "1000000000", "--out", str(out)],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        _, stderr = process.communicate(timeout=60)
    problems = [] if process.returncode == 2 and "interrupted" in stderr else [f"{process.returncode}: {stderr!r}"]
    if out.is_dir() and any(out.iterdir()):
        problems.append("files are left")
    return problems


TESTS = [
    replay_of_a_random_run_is_the_same, replay_of_a_directed_run_is_the_same, replay_of_a_program_is_the_same,
    bad_list_is_refused_with_its_line, values_are_as_wide_as_the_pins, run_that_does_not_fail_is_not_shrunk,
    wrong_use_of_shrink_is_refused, interrupted_shrink_leaves_nothing,
]


if __name__ == "__main__":
    sys.exit(run_in_directories(TESTS))
