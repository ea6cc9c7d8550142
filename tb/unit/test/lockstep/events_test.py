# SPDX-License-Identifier: Apache-2.0
"""Event lists and shrinking from the command line: a replay has the results of the recorded run, and wrong use is
reported in one line."""

import json
import os
import signal
import subprocess
import time

from helpers import BUILD, expect

SIM = os.path.abspath(f"{BUILD}/base/spu-sim")
SHRINK = os.path.abspath(f"{BUILD}/base/spu-shrink")
DEMO = os.path.abspath(f"{BUILD}/workload/demo")
TRACE = os.path.abspath(f"{BUILD}/workload/demo.trace")
# Fields of the report that differ in a replay: the options of the run, and its speed.
OTHER = {"stimulus", "workload", "seed", "interval", "cycles_per_second", "functions", "exit_status", "command",
         "scenarios", "not_applicable", "profile", "injected", "core"}


def run(program, *arguments):
    return subprocess.run([program, *arguments], capture_output=True, text=True, timeout=300, check=False)


def events_of(path):
    """The events of a list, without comments."""
    return [line for line in path.read_text(encoding="ascii").splitlines() if not line.startswith("#")]


def same_when_replayed(home, *arguments):
    """Records a run, replays and records that, and compares the records, reports and lists."""
    what = " ".join(arguments)
    result = run(SIM, *arguments, "--out", str(home / "run"), "--record", str(home / "run.events"))
    assert (result.returncode, result.stderr) == (0, ""), f"status and messages of the run {what}"
    result = run(SIM, "--stimulus", "events", "--events", str(home / "run.events"), "--out", str(home / "replay"),
                 "--record", str(home / "replay.events"))
    assert result.returncode == 0, f"the replay of {what}: status {result.returncode}: {result.stderr}"
    assert (home / "run/records.spe").read_bytes() == (home / "replay/records.spe").read_bytes(), (
        f"{what}: other records")
    assert events_of(home / "run.events") == events_of(home / "replay.events"), f"{what}: another event list"
    first, second = (json.loads((home / name / "report.json").read_text(encoding="utf-8"))
                     for name in ("run", "replay"))
    for name in first.keys() - OTHER:
        assert second.get(name) == first[name], f"{what}: {name} of the replay"


def test_replay_of_a_random_run_is_the_same(tmp_path):
    for seed in ("1", "2", "3"):
        same_when_replayed(tmp_path, "--stimulus", "random", "--cycles", "40000", "--seed", seed)


def test_replay_of_a_directed_run_is_the_same(tmp_path):
    same_when_replayed(tmp_path, "--stimulus", "directed")


def test_replay_of_a_program_is_the_same(tmp_path):
    # The agent collects a program's records from memory, a replay takes them from the unit.
    same_when_replayed(tmp_path, "--workload", DEMO, "--trace", TRACE, "--ops", "60000")


def refused(directory, program, *arguments, words, status=2):
    """Expects one line with these words, and no files."""
    out = directory / "refused"
    result = run(program, *arguments, "--out", str(out))
    lines = result.stderr.splitlines()
    assert result.returncode == status, f"status of {arguments} ({result.stderr!r})"
    expect(len(lines) == 1 and lines[0].startswith(f"{os.path.basename(program)}: ") and words in lines[0],
           f"{arguments}: expected one line with {words!r}, got {result.stderr!r}")
    left_nothing(out, arguments)


def left_nothing(out, what):
    left = sorted(path.name for path in out.iterdir()) if out.is_dir() else []
    assert left == [], f"files that {what} left"


def test_bad_list_is_refused_with_its_line(tmp_path):
    path = tmp_path / "bad.events"
    refused(tmp_path, SIM, "--stimulus", "events", words="--events")
    refused(tmp_path, SIM, "--stimulus", "events", "--events", "/no/such/list", words="/no/such/list")
    path.write_text("events 1\n+0 psb\n+0 nothing\n", encoding="ascii")
    refused(tmp_path, SIM, "--stimulus", "events", "--events", str(path), words=f"{path}:3: ")


def test_run_that_does_not_fail_is_not_shrunk(tmp_path):
    refused(tmp_path, SHRINK, "--stimulus", "random", "--cycles", "2000", words="does not fail", status=1)


def test_wrong_use_of_shrink_is_refused(tmp_path):
    refused(tmp_path, SHRINK, "--stimulus", "random", "--limit", "x", words="--limit: x is not")
    refused(tmp_path, SHRINK, "--stimulus", "random", "--limit", "0", words="--limit: 0 is not")
    refused(tmp_path, SHRINK, "--stimulus", "random", "--nonsense", words="--nonsense")
    refused(tmp_path, SHRINK, "--stimulus", "random", "--unchecked", words="--unchecked")
    refused(tmp_path, SHRINK, "--stimulus", "events", "--events", "/no/such/list", words="/no/such/list")
    result = run(SHRINK, "--help")
    assert result.returncode == 0 and "--limit" in result.stdout


def test_interrupted_shrink_leaves_nothing(tmp_path):
    out = tmp_path / "out"
    with subprocess.Popen([SHRINK, "--stimulus", "random", "--cycles", "1000000000", "--out", str(out)],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        _, stderr = process.communicate(timeout=60)
    assert process.returncode == 2 and "interrupted" in stderr
    left_nothing(out, "the interrupted run")
