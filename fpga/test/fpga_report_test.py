# SPDX-License-Identifier: Apache-2.0
"""scripts/fpga.py: its summary of nextpnr's reports, and its errors."""

import json
import os
import sys

import pytest

import fpga
from helpers import call, write, write_program


def report(achieved, used=100):
    """A report in nextpnr's format, with one clock that must reach 50 MHz."""

    def end(cell):
        return {"cell": cell, "loc": [1, 2], "port": "Q"}

    steps = [("clk-to-q", 0.5, "u_spu.a_q_TRELLIS_FF_Q_1", "u_spu.a_q_TRELLIS_FF_Q_1"),
             ("routing", 1.0, "u_spu.a_q_TRELLIS_FF_Q_1", "lut"), ("logic", 0.25, "lut", "lut"),
             ("routing", 2.0, "lut", "u_spu.b_q_TRELLIS_FF_Q"),
             ("setup", 0.25, "u_spu.b_q_TRELLIS_FF_Q", "u_spu.b_q_TRELLIS_FF_Q")]
    return {"utilization": {"TRELLIS_COMB": {"used": used, "available": 200}},
            "fmax": {"$glbnet$clk": {"achieved": achieved, "constraint": 50.0}},
            "critical_paths": [{"from": "posedge $glbnet$clk", "to": "posedge $glbnet$clk",
                                "path": [{"type": kind, "delay": delay, "from": end(a), "to": end(b)}
                                         for kind, delay, a, b in steps]}]}


def test_slow_clock_fails_and_is_named():
    with pytest.raises(fpga.Unmet, match="^fpga: board: clock clk reaches 49.9 MHz of 50.0 MHz: "
                                         "4.0 ns, u_spu.a_q to u_spu.b_q through 1 cells$"):
        fpga.demand_timing("board", report(49.9))


def test_fast_clock_passes():
    fpga.demand_timing("board", report(50.0))


def test_report_without_clock_fails():
    with pytest.raises(fpga.Unmet):
        fpga.demand_timing("board", {"fmax": {}})


def test_summary_has_use_and_margin():
    text = fpga.summary("board", report(60.0))
    assert "100 of    200 LUTs (50 %)" in text and "60.0 MHz of 50.0 MHz (+20 %)" in text


def test_use_is_read_from_the_log(tmp_path):
    path = tmp_path / "place.log"
    path.write_text("Info: Device utilisation:\nInfo: \t         ICESTORM_LC:  7681/ 7680   100%\n"
                    "Info: \t        ICESTORM_RAM:    23/   32    71%\n", encoding="utf-8")
    assert fpga.usage_in(path) == {"ICESTORM_LC": (7681, 7680), "ICESTORM_RAM": (23, 32)}


def run(directory, *arguments):
    """(status, output) for a board and its build directory; programs of that directory come first."""
    environment = {**os.environ, "PATH": f"{directory}:{os.environ['PATH']}"}
    done = call(sys.executable, "scripts/fpga.py", *arguments, "--build", str(directory), env=environment)
    return done.returncode, done.stdout + done.stderr


def test_wrong_use_is_refused(tmp_path):
    assert run(tmp_path, "build", "--board", "nope") == (2, "fpga: no board 'nope' (there are: ulx3s-85f hx8k)\n")
    bitstream = f"{os.path.relpath(tmp_path)}/fpga/hx8k/openspu.bin"
    assert run(tmp_path, "program", "--board", "hx8k") == (
        2, f"fpga: {bitstream}: not there; make fpga BOARD=hx8k makes it\n")


@pytest.mark.parametrize("status, message, cause", [
    (2, "Can't find iCE FTDI USB device (vendor_id 0x0403).", "no board hx8k found on USB"),
    (1, "cdone: low", "iceprog: cdone: low")])
def test_failed_loader_is_reported(status, message, cause, tmp_path):
    os.makedirs(tmp_path / "fpga/hx8k")
    write(tmp_path / "fpga/hx8k/openspu.bin", "")
    write_program(tmp_path / "iceprog", f'#!/bin/sh\necho init..\necho "{message}" >&2\nexit {status}\n')
    assert run(tmp_path, "program", "--board", "hx8k") == (2, f"fpga: {cause}\n")


def test_report_of_the_last_build_is_printed_again(tmp_path):
    os.makedirs(tmp_path / "fpga/hx8k")
    write(tmp_path / "fpga/hx8k/report.json", json.dumps(report(60.0)))
    assert run(tmp_path, "report", "--board", "hx8k") == (0, fpga.summary("hx8k", report(60.0)) + "\n")
