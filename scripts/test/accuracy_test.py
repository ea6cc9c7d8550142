# SPDX-License-Identifier: Apache-2.0
"""accuracy.py: the error of a profile, basic blocks, what varies, and what is refused."""

import csv
import io
import sys

import pytest

import accuracy
from helpers import call

TRUE = {0x10: 60, 0x14: 30, 0x18: 10}


@pytest.mark.parametrize("estimate, percent", [
    ({0x10: 6, 0x14: 3, 0x18: 1}, 0),  # the same shares
    ({0x10: 1}, 40),                   # 30 and 10 percent of the time, attributed to 0x10
    ({0x99: 5}, 100),                  # all of it at a place that had none
    ({}, 100),
])
def test_error_is_the_share_attributed_to_the_wrong_place(estimate, percent):
    assert accuracy.error(TRUE, estimate) == pytest.approx(percent)


def test_block_ends_after_a_branch_and_where_another_one_enters():
    rows = [(0x10, 5, 0), (0x14, 5, 1),   # ends with a branch
            (0x18, 5, 0), (0x1C, 9, 0),   # executed more often: entered from elsewhere
            (0x40, 9, 0)]                 # not beside the one before
    truth = {pc: {"executed": str(executed), "branch": str(branch)} for pc, executed, branch in rows}
    assert accuracy.blocks_of(truth) == {0x10: 0x10, 0x14: 0x10, 0x18: 0x18, 0x1C: 0x1C, 0x40: 0x40}


def runs(*words):
    parser = accuracy.parse
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.argv", ["accuracy.py", *words])
        return accuracy.runs_of(parser())


def test_one_value_is_varied_at_a_time():
    chosen = runs("--cores", "in-order", "--programs", "mix")
    usual = accuracy.USUAL
    assert len(chosen) == len(set(chosen)) == 8
    assert all(sum(getattr(run, name) != usual[name] for name in usual) <= 1 for run in chosen)
    assert {run.interval for run in chosen} == {256, 1024, 4096, 16384, 65536}


def test_intervals_alone_are_varied_if_named():
    assert [run.name for run in runs("--cores", "cva6", "--programs", "chase", "--intervals", "1024,4096")] == [
        "cva6-chase-1024-random-2", "cva6-chase-4096-random-2"]


def test_results_are_rows_for_other_tools(tmp_path):
    errors = {level: dict(zip(accuracy.PROFILES, (30.0, 20.0, 1.5))) for level in accuracy.LEVELS}
    (tmp_path / "accuracy").mkdir()
    measured = accuracy.Accuracy(type("Arguments", (), {"build": str(tmp_path), "jobs": 1}))
    measured.results["out-of-order-mix-256-steady-4"] = {
        "records": 7, "samples": 9, "collisions": 2, "cycles": 100, "errors": errors}
    row, = csv.DictReader(io.StringIO(measured.rows()))
    assert (row["core"], row["program"], row["interval"], row["distances"], row["tags"]) == (
        "out-of-order", "mix", "256", "steady", "4")
    assert (row["records"], row["instruction counted"], row["function exposed"]) == ("7", "30.00", "1.50")


@pytest.mark.parametrize("words, message", [
    (["--cores", "m1"], "no core m1"),
    (["--programs", "sort"], "no program sort"),
    (["--intervals", "1k"], "--intervals: '1k' is not a list of numbers"),
])
def test_wrong_use_is_refused(words, message):
    result = call(sys.executable, "scripts/accuracy.py", *words)
    assert result.returncode == 2 and message in result.stderr and len(result.stderr.splitlines()) == 1
