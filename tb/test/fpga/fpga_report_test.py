#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""scripts/fpga.py: what it makes of nextpnr's reports, and its errors. Run from the repository root; prints TAP."""

import json
import os
import stat
import subprocess
import sys
import tempfile

sys.path[:0] = [os.path.join(os.path.dirname(__file__), ".."), "scripts"]
import fpga  # noqa: E402  (the path above is what finds it)

BUILD = os.environ.get("BUILD", "build")


def report(achieved, used=100):
    """A report as nextpnr writes it, of one clock that has to reach 50 MHz."""
    def end(cell):
        return {"cell": cell, "loc": [1, 2], "port": "Q"}
    steps = [("clk-to-q", 0.5, "u_spu.a_q_TRELLIS_FF_Q_1", "u_spu.a_q_TRELLIS_FF_Q_1"),
             ("routing", 1.0, "u_spu.a_q_TRELLIS_FF_Q_1", "lut"), ("logic", 0.25, "lut", "lut"),
             ("routing", 2.0, "lut", "u_spu.b_q_TRELLIS_FF_Q"), ("setup", 0.25, "u_spu.b_q_TRELLIS_FF_Q", "u_spu.b_q_TRELLIS_FF_Q")]
    return {"utilization": {"TRELLIS_COMB": {"used": used, "available": 200}},
            "fmax": {"$glbnet$clk": {"achieved": achieved, "constraint": 50.0}},
            "critical_paths": [{"from": "posedge $glbnet$clk", "to": "posedge $glbnet$clk",
                                "path": [{"type": kind, "delay": delay, "from": end(a), "to": end(b)} for kind, delay, a, b in steps]}]}


def slow_clock_fails_and_is_named():
    try:
        fpga.demand_timing("board", report(49.9))
    except fpga.Unmet as error:
        return str(error) == ("fpga: board: clock clk reaches 49.9 MHz of 50.0 MHz: "
                              "4.0 ns, u_spu.a_q to u_spu.b_q through 1 cells")
    return False


def clock_that_is_fast_enough_passes():
    fpga.demand_timing("board", report(50.0))
    return True


def report_without_clock_fails():
    try:
        fpga.demand_timing("board", {"fmax": {}})
    except fpga.Unmet:
        return True
    return False


def summary_has_use_and_margin():
    text = fpga.summary("board", report(60.0))
    return "100 of    200 LUTs (50 %)" in text and "60.0 MHz of 50.0 MHz (+20 %)" in text


def log_says_what_does_not_fit():
    with tempfile.TemporaryDirectory() as directory:
        path = f"{directory}/place.log"
        with open(path, "w", encoding="utf-8") as file:
            file.write("Info: Device utilisation:\nInfo: \t         ICESTORM_LC:  7681/ 7680   100%\n"
                       "Info: \t        ICESTORM_RAM:    23/   32    71%\n")
        return fpga.usage_in(path) == {"ICESTORM_LC": (7681, 7680), "ICESTORM_RAM": (23, 32)}


def run(*arguments, path=None):
    environment = dict(os.environ)
    if path:
        environment["PATH"] = path
    done = subprocess.run([sys.executable, "scripts/fpga.py", *arguments], capture_output=True, text=True, check=False,
                          env=environment)
    return done.returncode, done.stdout + done.stderr


def wrong_use_is_one_line():
    with tempfile.TemporaryDirectory(dir=BUILD) as directory:
        return (run("build", "--board", "nope") == (2, "fpga: no board 'nope' (there are: ulx3s-85f hx8k)\n")
                and run("program", "--board", "hx8k", "--build", directory)
                == (2, f"fpga: {os.path.relpath(directory)}/fpga/hx8k/openspu.bin: not there; make fpga BOARD=hx8k makes it\n"))


def loader(directory, text, status):
    """A directory whose iceprog says that; a bitstream is there as well."""
    os.makedirs(f"{directory}/fpga/hx8k")
    with open(f"{directory}/fpga/hx8k/openspu.bin", "wb"):
        pass
    with open(f"{directory}/iceprog", "w", encoding="utf-8") as file:
        file.write(f"#!/bin/sh\necho init..\necho \"{text}\" >&2\nexit {status}\n")
    os.chmod(f"{directory}/iceprog", stat.S_IRWXU)


def missing_board_is_one_line():
    with tempfile.TemporaryDirectory(dir=BUILD) as directory:
        loader(directory, "Can't find iCE FTDI USB device (vendor_id 0x0403).", 2)
        path = os.path.abspath(directory) + ":/usr/bin:/bin"
        return (run("program", "--board", "hx8k", "--build", directory, path=path)
                == (2, "fpga: no board hx8k found on USB\n"))


def failing_loader_is_reported():
    with tempfile.TemporaryDirectory(dir=BUILD) as directory:
        loader(directory, "cdone: low", 1)
        path = os.path.abspath(directory) + ":/usr/bin:/bin"
        return run("program", "--board", "hx8k", "--build", directory, path=path) == (2, "fpga: iceprog: cdone: low\n")


def report_of_last_build_is_shown_again():
    with tempfile.TemporaryDirectory(dir=BUILD) as directory:
        os.makedirs(f"{directory}/fpga/hx8k")
        with open(f"{directory}/fpga/hx8k/report.json", "w", encoding="utf-8") as file:
            json.dump(report(60.0), file)
        status, text = run("report", "--board", "hx8k", "--build", directory)
        return status == 0 and text == fpga.summary("hx8k", report(60.0)) + "\n"


TESTS = (slow_clock_fails_and_is_named, clock_that_is_fast_enough_passes, report_without_clock_fails,
         summary_has_use_and_margin, log_says_what_does_not_fit, wrong_use_is_one_line, missing_board_is_one_line,
         failing_loader_is_reported, report_of_last_build_is_shown_again)


def main():
    print(f"1..{len(TESTS)}")
    failed = 0
    for number, test in enumerate(TESTS, 1):
        good = test()
        failed += not good
        print(f"{'ok' if good else 'not ok'} {number} - {test.__name__}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
