# SPDX-License-Identifier: Apache-2.0
"""scripts/fpga.py: what it makes of nextpnr's reports, and its errors."""

import json
import os
import stat
import subprocess
import sys

import pytest

import fpga
from helpers import equal, expect


def report(achieved, used=100):
    """A report as nextpnr writes it, of one clock that has to reach 50 MHz."""
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
    with pytest.raises(fpga.Unmet) as raised:
        fpga.demand_timing("board", report(49.9))
    equal(str(raised.value), "fpga: board: clock clk reaches 49.9 MHz of 50.0 MHz: "
                             "4.0 ns, u_spu.a_q to u_spu.b_q through 1 cells", "error")


def test_clock_that_is_fast_enough_passes():
    fpga.demand_timing("board", report(50.0))


def test_report_without_clock_fails():
    with pytest.raises(fpga.Unmet):
        fpga.demand_timing("board", {"fmax": {}})


def test_summary_has_use_and_margin():
    text = fpga.summary("board", report(60.0))
    expect("100 of    200 LUTs (50 %)" in text, text)
    expect("60.0 MHz of 50.0 MHz (+20 %)" in text, text)


def test_log_says_what_does_not_fit(tmp_path):
    path = tmp_path / "place.log"
    path.write_text("Info: Device utilisation:\nInfo: \t         ICESTORM_LC:  7681/ 7680   100%\n"
                    "Info: \t        ICESTORM_RAM:    23/   32    71%\n", encoding="utf-8")
    equal(fpga.usage_in(path), {"ICESTORM_LC": (7681, 7680), "ICESTORM_RAM": (23, 32)}, "use")


def run(*arguments, path=None):
    environment = dict(os.environ)
    if path:
        environment["PATH"] = path
    done = subprocess.run([sys.executable, "scripts/fpga.py", *arguments], capture_output=True, text=True, check=False,
                          env=environment)
    return done.returncode, done.stdout + done.stderr


def test_wrong_use_is_one_line(tmp_path):
    equal(run("build", "--board", "nope"), (2, "fpga: no board 'nope' (there are: ulx3s-85f hx8k)\n"),
          "status and words")
    bitstream = f"{os.path.relpath(tmp_path)}/fpga/hx8k/openspu.bin"
    equal(run("program", "--board", "hx8k", "--build", str(tmp_path)),
          (2, f"fpga: {bitstream}: not there; make fpga BOARD=hx8k makes it\n"), "status and words")


def loader(directory, text, status):
    """A directory whose iceprog says that; a bitstream is there as well."""
    os.makedirs(f"{directory}/fpga/hx8k")
    with open(f"{directory}/fpga/hx8k/openspu.bin", "wb"):
        pass
    with open(f"{directory}/iceprog", "w", encoding="utf-8") as file:
        file.write(f"#!/bin/sh\necho init..\necho \"{text}\" >&2\nexit {status}\n")
    os.chmod(f"{directory}/iceprog", stat.S_IRWXU)


def test_missing_board_is_one_line(tmp_path):
    loader(tmp_path, "Can't find iCE FTDI USB device (vendor_id 0x0403).", 2)
    equal(run("program", "--board", "hx8k", "--build", str(tmp_path), path=f"{tmp_path}:/usr/bin:/bin"),
          (2, "fpga: no board hx8k found on USB\n"), "status and words")


def test_failing_loader_is_reported(tmp_path):
    loader(tmp_path, "cdone: low", 1)
    equal(run("program", "--board", "hx8k", "--build", str(tmp_path), path=f"{tmp_path}:/usr/bin:/bin"),
          (2, "fpga: iceprog: cdone: low\n"), "status and words")


def test_report_of_last_build_is_shown_again(tmp_path):
    os.makedirs(f"{tmp_path}/fpga/hx8k")
    with open(f"{tmp_path}/fpga/hx8k/report.json", "w", encoding="utf-8") as file:
        json.dump(report(60.0), file)
    equal(run("report", "--board", "hx8k", "--build", str(tmp_path)),
          (0, fpga.summary("hx8k", report(60.0)) + "\n"), "status and words")
