# SPDX-License-Identifier: Apache-2.0
"""accuracy.py: the error of a profile, basic blocks, what varies, and what is refused."""

import csv
import io
import json
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
    rows = [(0x10, 500, 0), (0x14, 501, 1),  # ends with a branch
            (0x18, 500, 0), (0x1C, 900, 0),  # executed more often: entered from elsewhere
            (0x40, 900, 0)]                  # not beside the one before
    truth = {pc: {"executed": str(executed), "branch": str(branch)} for pc, executed, branch in rows}
    assert accuracy.blocks_of(truth) == {0x10: 0x10, 0x14: 0x10, 0x18: 0x18, 0x1C: 0x1C, 0x40: 0x40}


SYMBOLS = """   1: 0000000000000010    8 FUNC    GLOBAL DEFAULT    1 first
   2: 0000000000000018    8 FUNC    GLOBAL DEFAULT    1 second
   3: 0000000000000018    8 OBJECT  GLOBAL DEFAULT    1 third
"""
TRUTH = "pc,executed,cycles,branch\n0x10,500,10,0\n0x14,502,30,1\n0x18,500,60,0\n"
RECORDS = "pc,total,exposed_latency\n0x10,5,1\n0x14,5,3\n0x18,10,6\n"


def measured(tmp_path, monkeypatch, records):
    """What accuracy.measure() says of a run with three instructions in two functions and blocks."""
    (tmp_path / "truth.csv").write_text(TRUTH)
    (tmp_path / "report.json").write_text(json.dumps({"samples": 4, "collisions": 1}))
    monkeypatch.setattr(accuracy, "said_by", lambda tool, *rest: SYMBOLS if tool == "readelf" else records)
    return accuracy.measure("build", accuracy.Run("cva6", "mix", 1024, False, 2), str(tmp_path))


def test_profiles_are_compared_at_each_level(tmp_path, monkeypatch):
    result = measured(tmp_path, monkeypatch, RECORDS)
    assert {key: result[key] for key in accuracy.COUNTED} == {
        "records": 3, "samples": 4, "collisions": 1, "cycles": 100}
    # counted: thirds, true: 10, 30, 60; total: 25, 25, 50
    assert result["errors"]["instruction"] == pytest.approx({"counted": 26.667, "total": 15, "exposed": 0}, abs=1e-3)
    assert result["errors"]["block"] == pytest.approx({"counted": 26.667, "total": 10, "exposed": 0}, abs=1e-3)
    assert result["errors"]["function"] == result["errors"]["block"]


def test_record_of_an_instruction_that_was_not_dispatched_is_an_error(tmp_path, monkeypatch):
    with pytest.raises(accuracy.Problem, match="a record of 0x99, which was not dispatched"):
        measured(tmp_path, monkeypatch, RECORDS + "0x99,1,1\n")


def runs(*words):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.argv", ["accuracy.py", *words])
        return accuracy.runs_of(accuracy.parse())


def test_one_value_is_varied_at_a_time():
    chosen = runs("--cores", "in-order", "--programs", "mix")
    usual = accuracy.USUAL
    assert len(chosen) == len(set(chosen)) == 8
    assert all(sum(getattr(run, name) != usual[name] for name in usual) <= 1 for run in chosen)
    assert {run.interval for run in chosen} == {256, 1024, 4096, 16384, 65536}


def test_intervals_alone_are_varied_if_named():
    assert [run.name for run in runs("--cores", "cva6", "--programs", "chase", "--intervals", "1024,4096")] == [
        "cva6-chase-1024-random-2", "cva6-chase-4096-random-2"]


def test_programs_are_as_long_as_asked():
    assert [run.elf for run in runs("--cores", "cva6", "--programs", "mix", "--intervals", "4096", "--times", "3")] == [
        "mix-3"]


@pytest.mark.parametrize("name, values", [
    ("out-of-order-mix-256-steady-4", ("out-of-order", "mix", "256", "steady", "4", "1")),
    ("cva6-mix-3-4096-random-2", ("cva6", "mix", "4096", "random", "2", "3")),
])
def test_results_are_rows_for_other_tools(tmp_path, name, values):
    errors = {level: dict(zip(accuracy.PROFILES, (30.0, 20.0, 1.5))) for level in accuracy.LEVELS}
    (tmp_path / "accuracy").mkdir()
    known = accuracy.Accuracy(type("Arguments", (), {"build": str(tmp_path), "jobs": 1}))
    known.results[name] = {
        "records": 7, "samples": 9, "collisions": 2, "cycles": 100, "errors": errors}
    row, = csv.DictReader(io.StringIO(known.rows()))
    assert tuple(row[key] for key in ("core", "program", "interval", "distances", "tags", "times")) == values
    assert (row["records"], row["instruction counted"], row["function exposed"]) == ("7", "30.00", "1.50")


@pytest.mark.parametrize("words, message", [
    (["--cores", "m1"], "no core m1"),
    (["--programs", "sort"], "no program sort"),
    (["--intervals", "1k"], "--intervals: '1k' is not a list of numbers"),
])
def test_wrong_use_is_refused(words, message):
    result = call(sys.executable, "scripts/accuracy.py", *words)
    assert result.returncode == 2 and message in result.stderr and len(result.stderr.splitlines()) == 1
