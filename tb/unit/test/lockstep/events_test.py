# SPDX-License-Identifier: Apache-2.0
"""Event lists and shrinking from the command line: a recorded run and its replay are one, wrong use is told in a
line."""

import json
import os
import signal
import subprocess
import time

from facts import pins
from helpers import BUILD, expect

SIM = os.path.abspath(f"{BUILD}/base/spu-sim")
SHRINK = os.path.abspath(f"{BUILD}/base/spu-shrink")
DEMO = os.path.abspath(f"{BUILD}/workload/demo")
TRACE = os.path.abspath(f"{BUILD}/workload/demo.trace")
# What a replay cannot know: how the run was asked for, and how fast it was.
OTHER = {"stimulus", "workload", "seed", "interval", "cycles_per_second", "functions", "exit_status", "command",
         "scenarios", "not_applicable", "profile", "injected", "core"}


def run(program, *arguments):
    return subprocess.run([program, *arguments], capture_output=True, text=True, timeout=300, check=False)


def events_of(path):
    """The events of a list, without comments."""
    return [line for line in path.read_text(encoding="ascii").splitlines() if not line.startswith("#")]


def same_when_replayed(home, *arguments):
    """Records a run, replays it, and compares records, report and the list that the replay gives."""
    what = " ".join(arguments)
    result = run(SIM, *arguments, "--out", str(home / "run"), "--record", str(home / "run.events"))
    assert (result.returncode, result.stderr) == (0, ""), f"status and words of the run {what}"
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
    # A program's records come from the agent that collects them, the replay's from the unit: the same bytes.
    same_when_replayed(tmp_path, "--workload", DEMO, "--trace", TRACE, "--ops", "60000")


def refused(directory, program, *arguments, words, status=2):
    """One line that says what is wrong, and nothing left."""
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
    for text, words in (("", ":1: "), ("events 1\n+0 psb\n+0 nothing\n", ":3: "),
                        ("events 1\n+0 pe pe_el=9\n", ":2: pe_el has 2 bits: 9")):
        path.write_text(text, encoding="ascii")
        refused(tmp_path, SIM, "--stimulus", "events", "--events", str(path), words=f"{path}{words}")


def test_values_are_as_wide_as_the_pins(tmp_path):
    """A value that a pin does not have is refused, the largest one that it has is not."""
    table = pins.Pins()
    fields = [("pe", pin.field.bits, pin.member) for pin in table.members("spu_in") if pin.port.type == "pe_t"]
    fields += [("op", field.bits, name) for name, _, field in table.types.places(table.struct("op_t")) if name not in
               ("issued", "xlate_busy", "completed", "finished")]
    assert len(fields) > 90
    path = tmp_path / "pins.events"
    most = []
    for kind, bits, name in fields:
        most.append(f"+1 {kind} {name}={(1 << bits) - 1}")
        if bits < 64:
            path.write_text(f"events 1\n+0 {kind} {name}={1 << bits}\n", encoding="ascii")
            refused(tmp_path, SIM, "--stimulus", "events", "--events", str(path), "--unchecked",
                    words=f":2: {name} has {bits} bit")
    path.write_text("\n".join(["events 1", *most]), encoding="ascii")
    result = run(SIM, "--stimulus", "events", "--events", str(path), "--out", str(tmp_path / "out"))
    assert result.returncode == 0, f"the largest values: status {result.returncode}: {result.stderr}"


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
