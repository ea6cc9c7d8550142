# SPDX-License-Identifier: Apache-2.0
"""The RTL as the unit of a guest's CPU (tb/linux/unit/rtl.c), whose CPU the test replaces: it passes the model's test,
and a difference is reported and can be repeated without the guest (C1)."""

import os
import subprocess

from helpers import BUILD, needed

FAILING = f"{BUILD}/unit/failing"


def run(program, *arguments, **variables):
    return subprocess.run([needed(program, "make units"), *arguments], capture_output=True, text=True, timeout=120,
                          check=False, env={**os.environ, **variables, "LINUX_RTL": "1"})


def test_rtl_passes_the_test_of_the_unit():
    done = run(f"{BUILD}/unit/rtl/linux_unit_test")
    assert done.returncode == 0, done.stderr


def failed(fault, events):
    """The report of an implementation that fails in its first test."""
    done = run(f"{FAILING}/linux_unit_test", FAILING_DUT=fault, LINUX_EVENTS=str(events))
    assert done.returncode == 3, f"status ({done.stderr})"
    return done.stderr


def test_difference_can_be_repeated_without_the_guest(tmp_path):
    """The event list gives the same report in spu-sim."""
    events = tmp_path / "mismatch.events"
    words = failed("branch_has_no_timestamp", events)
    command = f"make sim CONFIG=base STIMULUS=events EVENTS={events}.0"
    assert command in words
    arguments = ("--stimulus", "events", "--events", f"{events}.0", "--out", str(tmp_path / "out"))
    sim = run(f"{FAILING}/spu-sim", *arguments, FAILING_DUT="branch_has_no_timestamp")
    assert sim.returncode == 1, sim.stderr
    assert sim.stderr.splitlines()[0] in words.splitlines()


def test_failed_assertion_ends_the_guest(tmp_path):
    words = failed("assertion_fails 1000", tmp_path / "e")
    assert "rtl/spu_buffer.sv:436" in words


def test_event_list_that_cannot_be_written_is_reported():
    words = failed("branch_has_no_timestamp", "/no/such/e")
    assert "spe: /no/such/e.0: cannot write the event list: No such file or directory\n" in words
