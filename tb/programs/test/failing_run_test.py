# SPDX-License-Identifier: Apache-2.0
"""Results of spu-sim and spu-shrink after a failure of a unit with a selected fault (failing_dut.c): the report, the
waveform around the failure, the shortest stimulus with the same failure, and the samples in docs/debugging.md (C6)."""

import difflib
import json
import os
import re
import subprocess
import tempfile

from helpers import BUILD, needed, not_done, sample

SIM, SHRINK = (f"{BUILD}/unit/failing/{name}" for name in ("spu-sim", "spu-shrink"))
RANDOM = ("--stimulus", "random", "--seed", "1", "--cycles", "20000")
DEBUGGING = "docs/debugging.md"
ASSERTION = "assertion: rtl/spu_buffer.sv:436 failed"
BRANCH = ("branch_has_no_timestamp", "atomics_and_excepting_branches_are_filtered_by_type")
STAGE_2 = ("stage_2_is_reported_as_stage_1", "stage2_fault_has_ec_0x25")


def started(program, fault, *arguments):
    return subprocess.run([needed(program, "make c-units"), *arguments], capture_output=True, text=True, timeout=120,
                          check=False, env={**os.environ, "FAILING_DUT": fault})


def failed(fault, out, *arguments):
    """spu-sim's messages about a run that fails."""
    done = started(SIM, fault, *arguments, "--out", str(out))
    assert (done.returncode, done.stdout) == (1, ""), f"status and output ({done.stderr})"
    return done.stderr


def shrunk(fault, out):
    """(output of spu-shrink, its event list)."""
    done = started(SHRINK, fault, *RANDOM, "--limit", "60", "--out", str(out))
    assert (done.returncode, done.stderr) == (0, ""), f"status and words ({done.stdout})"
    return done.stdout, (out / "shrunk.events").read_text(encoding="ascii")


# ---------------------------------------------------------------------------------------------------------
# Reports and waveforms


def test_failed_assertion_has_its_waveform(tmp_path):
    """In a window from the first cycle on, and in one that begins later than the run."""
    for cycle, first in ((1, 0), (1000, 0), (5000, 4000)):
        out = tmp_path / str(cycle)
        words = failed(f"assertion_fails {cycle}", out, *RANDOM)
        assert words.splitlines()[-1] == f"  waveform   make waves FILE={out}/mismatch.fst"
        facts = json.loads((out / "mismatch.fst.json").read_text(encoding="utf-8"))
        assert (facts["cycle"], facts["from_cycle"]) == (cycle, first)
        report = json.loads((out / "mismatch.json").read_text(encoding="utf-8"))
        assert (report["cycle"], report["signal"], report["got"]) == (cycle, "assertion", ASSERTION)


def test_report_is_there_without_room_for_the_waveform():
    script = ('mount -t tmpfs -o size=40k tmpfs "$1" && "$2" --stimulus random --seed 1 --cycles 20000 --out "$1/out"; '
              'echo "status $?"; ls "$1/out"')
    with tempfile.TemporaryDirectory() as directory:
        command = ["unshare", "--mount", "--map-root-user", "bash", "-c", script, "bash", directory,
                   needed(SIM, "make c-units")]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False,
                              env={**os.environ, "FAILING_DUT": "assertion_fails 5000"})
        if "status" not in done.stdout or "mount:" in done.stderr:
            not_done(f"no file system can be mounted here: {done.stderr}")
        assert done.stdout.split() == ["status", "1", "mismatch.json", "mismatch.txt", "report.json"]
        last = done.stderr.splitlines()[-1]
        assert last.startswith("spu-sim: no waveform of the failure: ") and last.endswith(
            ": no space left for the waveform")


# ---------------------------------------------------------------------------------------------------------
# Shrinking


def test_failure_that_needs_no_event_is_shrunk_at_once(tmp_path):
    printed, events = shrunk("assertion_fails 2", tmp_path)
    assert [line for line in events.splitlines() if line[0] == "+"] == ["+3 end"]
    found = re.search(r"1 events in 3 cycles, of \d+ in 3 \((\d+) runs in [\d.]+ s\)\n$", printed)
    assert found and int(found[1]) < 100, printed
    assert len(printed.splitlines()) < 60


def test_shrinking_keeps_the_assertion(tmp_path):
    """There are two in one file, without names. With most shorter lists the other one fails."""
    printed, events = shrunk("either_assertion_fails", tmp_path)
    assert f"  got       {ASSERTION}\n" in printed and "record committed" in printed
    assert "contextidr_el1=" in events
    assert re.search(rf"# configuration base, cycle \d+: {re.escape(ASSERTION)}\n", events)


def test_shrinking_keeps_the_signal(tmp_path):
    printed, events = shrunk("either_output_is_wrong", tmp_path)
    assert "  signal    cti_spe_sample\n" in printed
    assert "contextidr_el1=" in events


# ---------------------------------------------------------------------------------------------------------
# Samples in the document. `(1)` at the end of a line refers to the text below the sample; `...` stands for any lines.


def difference(lines, printed):
    """A unified diff, empty if the sample equals the output."""
    kept, at = [], 0
    for number, line in enumerate(lines):
        if line.strip() == "...":
            following = lines[number + 1]
            while at < len(printed) and printed[at] != following:
                at += 1
            kept.append(line)
        else:
            kept += printed[at:at + 1]
            at += 1
    return "\n".join(difflib.unified_diff(lines, kept + printed[at:], DEBUGGING, "printed", lineterm=""))


def same(words, printed):
    found = difference([re.sub(r" +\(\d\)$", "", line) for line in sample(DEBUGGING, words)], printed)
    assert not found


def test_sample_of_a_report_is_what_is_printed(tmp_path):
    words = failed(BRANCH[0], tmp_path, "--stimulus", "directed", "--scenario", BRANCH[1])
    same("MISMATCH in cycle", words.splitlines()[:-1])
    assert (tmp_path / "mismatch.txt").read_text(encoding="utf-8").splitlines() == words.splitlines()[:-1]
    same('"signal": "commit_data"', (tmp_path / "mismatch.json").read_text(encoding="utf-8").splitlines())


def test_sample_of_a_register_is_what_is_printed(tmp_path):
    lines = failed(STAGE_2[0], tmp_path, "--stimulus", "directed", "--scenario", STAGE_2[1]).splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith("PMBSR_EL1"))
    same("stage 2 abort / stage 1 abort", lines[first:first + 4])


def test_sample_of_a_shrinking_has_its_form(tmp_path):
    """The sample is of a real unit: its numbers differ."""
    printed, _ = shrunk("either_output_is_wrong", tmp_path)
    assert re.sub(r"[\d.]+ ", "N ", printed.splitlines()[-1].replace(str(tmp_path), "build/shrink")) == re.sub(
        r"[\d.]+ ", "N ", sample(DEBUGGING, "build/shrink/shrunk.events: ")[0])


def test_older_sample_is_caught():
    printed = ["MISMATCH in cycle 5", "  got  1", "  more", "  more", "reproduce with:"]
    assert difference(["MISMATCH in cycle 5", "  got  1", "  ...", "reproduce with:"], printed) == ""
    for old in (["MISMATCH in cycle 4", "  got  1", "  ...", "reproduce with:"],
                ["MISMATCH in cycle 5", "  ...", "end"],
                ["MISMATCH in cycle 5", "  got  1", "  ...", "again:"], [*printed, "again:"], printed[:-1]):
        assert difference(old, printed)
