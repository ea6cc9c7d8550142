#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Lockstep of configurations that have no name: every dispatch width, bus width, number of operations in flight,
and the other fields at values the named ones do not have.

Each row below is ConfigBase with some fields changed, and a PE that the architecture permits (rtl/data/features.toml).
The rows are added to a copy of the table in build/sweep/rtl, built by the Makefile's own rules, and run under random
stimulus. Status 0: no mismatch. 1: a mismatch, or a configuration that does not build. 2: wrong use.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys

ROOT = "build/sweep"
TABLE = "spu_config_pkg.sv"
# What Armv8.6 and FEAT_RME need; what SPEv1p4 needs on top.
ARMV8_6 = {"HaveEcv": 1, "HaveFgt": 1, "DebugVersion": 4}
NEWEST_TEXT = {"CountText": 1, "TraceText": 1}
RME = {"HaveRme": 1, "HaveEcvPoff": 1, "Aarch32El1": 0} | ARMV8_6 | NEWEST_TEXT
SPE_V1P4 = {"SpeVersion": 4, "DirtyManaged": 1, "HaveMops": 1, "PmuVersion": 8} | ARMV8_6 | NEWEST_TEXT
ROWS = {
    "One": RME | {
        "PtrAlign": 0,
        "DispatchWidth": 1, "AxiDataWidth": 64, "InFlight": 4, "RecordAlign": 0, "HaveErnd": 0, "ArchInst": 0,
        "VaTopByteZero": 0, "HaveSel2": 0, "SpeVersion": 2, "ReservedNsxb": 3, "ExternalAbort": 0,
        "NotEnabledWrite": 2, "PmuVersion": 0, "PmuCounters": 0, "PmuEvents": "PmuEventsNone", "HaveTrace": 0},
    # PMUv3p7 as S3 has it, with the newest features that SPEv1p1 permits.
    "Two": ARMV8_6 | {
        "PtrAlign": 4,
        "DispatchWidth": 2, "AxiDataWidth": 512, "InFlight": 1, "RecordAlign": 5, "HaveSel2": 1, "Aarch32El2": 1,
        "NestedVirt": 1, "SpeVersion": 1, "HaveSve": 1, "EventsBytes": 4, "PmuVersion": 7, "PmuCounters": 31,
        "PmuEvents": "PmuEventsV3p4Sve", "ExternalAbort": 3, "ReservedPct": 0},
    # What Armv8.1 has.
    "Three": {
        "PtrAlign": 0,
        "DispatchWidth": 3, "AxiDataWidth": 256, "InFlight": 2, "RecordAlign": 7, "MaxSize": 7,
        "EventsBytes": 4, "SourceBytes": 0, "HaveEl2": 0, "HaveErnd": 0, "HaveTme": 1, "DebugVersion": 0,
        "NotEnabledWrite": 0, "HaveVhe": 0, "PmuVersion": 1, "PmuCounters": 3},
    "Four": RME | {
        "PtrAlign": 3,
        "DispatchWidth": 4, "AxiDataWidth": 128, "InFlight": 3, "RecordAlign": 3, "HaveSel2": 1, "SpeVersion": 2,
        "DirtyManaged": 1, "MinInterval": 4, "NestedVirt": 2, "El3TrapPriority": 1, "ReservedNsxb": 7, "PmuVersion": 7,
        "PmuCounters": 1, "PmuEvents": "PmuEventsV3p4", "HaveTrf": 1, "ReservedTrfEl1": 3, "ReservedTrfEl2": 3},
    "Five": RME | {
        "PtrAlign": 1,
        "DispatchWidth": 5, "AxiDataWidth": 512, "InFlight": 3, "RecordAlign": 1, "MaxSize": 7, "EventsBytes": 8,
        "SourceBytes": 2, "Count16bit": 1, "SquashedRecorded": 0, "ImpdefEvents": "64'hffff_0000_ff00_f000",
        "OptionalFilter": "32'h0000_0714", "ZeroEventsReject": 1, "NoTypesReject": 1, "ZeroLatencyReject": 1,
        "SpeVersion": 3, "DirtyManaged": 1, "HavePbt": 1, "HaveMte": 1, "HaveMops": 1, "ExternalAbort": 2,
        "BothEventsReject": 1, "HaveSve": 1, "PmuVersion": 7, "PmuCounters": 6, "PmuEvents": "PmuEventsV3p4Sve",
        "HaveSel2": 1, "ReservedNsxb": 1},
    "Six": {
        "PtrAlign": 2,
        "DispatchWidth": 6, "AxiDataWidth": 64, "InFlight": 2, "RecordAlign": 4, "EventsBytes": 1, "HaveEl2": 0,
        "HaveEl3": 0, "HaveVhe": 0, "SecureOnly": 1, "HaveTrf": 1, "DebugVersion": 4, "PmuVersion": 4,
        "PmuCounters": 0, "PmuEvents": "PmuEventsV3p4"},
    "Seven": SPE_V1P4 | {
        "PtrAlign": 2,
        "DispatchWidth": 7, "AxiDataWidth": 128, "InFlight": 4, "RecordAlign": 2, "MaxSize": 7,
        "EventsBytes": 1, "HaveEl3": 0, "Aarch32El1": 0, "NestedVirt": 2, "HaveGcs": 1, "HavePie": 1, "HaveCrr": 1,
        "HaveFds": 1, "HaveFgt2": 1, "PmuCounters": 8, "PmuEvents": "PmuEventsV3p4", "HaveTrf": 1},
    "Eight": RME | {
        "PtrAlign": 0,
        "DispatchWidth": 8, "AxiDataWidth": 512, "InFlight": 4, "RecordAlign": 0, "HaveErnd": 0, "NestedVirt": 2,
        "HaveSel2": 1, "ReservedNsxb": 0, "SpeVersion": 2, "ExternalAbort": 0, "NotEnabledWrite": 0, "ReservedPct": 1,
        "PmuVersion": 7, "PmuCounters": 2, "PmuEvents": "PmuEventsV3p4"},
    "Nine": RME | SPE_V1P4 | {
        "PtrAlign": 6,
        "InFlight": 2, "HaveSel2": 1, "ReservedNsxb": 2, "HavePoe": 1, "PmuEvents": "PmuEventsV3p4"},
    # The newest texts and PMUv3p5 in a PE with AArch32 at EL2, and without EL3.
    "Ten": ARMV8_6 | NEWEST_TEXT | {
        "PtrAlign": 5,
        "DispatchWidth": 8, "AxiDataWidth": 256, "InFlight": 3, "RecordAlign": 5, "HaveEl3": 0, "Aarch32El2": 1,
        "NestedVirt": 2, "SpeVersion": 2, "HaveTrf": 1, "PmuVersion": 5, "PmuCounters": 6,
        "PmuEvents": "PmuEventsV3p4"},
    # Self-hosted trace with EL2, before FEAT_ECV.
    "Eleven": {
        "PtrAlign": 3,
        "InFlight": 2, "HaveSel2": 1, "HaveTrf": 1, "ReservedTrfEl2": 3, "DebugVersion": 4, "PmuVersion": 4,
        "PmuEvents": "PmuEventsV3p4"},
    # The newest texts and PMUv3p7 in a PE with AArch32 at EL1 and EL2, Secure EL2 and EL3.
    "Twelve": ARMV8_6 | NEWEST_TEXT | {
        "PtrAlign": 0,
        "InFlight": 3, "HaveSel2": 1, "Aarch32El2": 1, "SpeVersion": 1, "HaveTrf": 1, "PmuVersion": 7,
        "PmuEvents": "PmuEventsV3p4"},
}


def row_text(base, name, fields):
    """ConfigBase's row with another name and other values."""
    text = base.replace("ConfigBase", f"Config{name}")
    for field, value in fields.items():
        text, count = re.subn(rf"(\b{field}:\s+)[^,\s]+", rf"\g<1>{value}", text)
        if count != 1:
            raise SystemExit(f"sweep: {field} is {count} times in the row of ConfigBase")
    return text


def add_rows(rtl):
    """Adds the rows to the table of a copy of rtl/."""
    with open(f"{rtl}/{TABLE}", encoding="utf-8") as file:
        table = file.read()
    base = re.search(r"  localparam config_t ConfigBase = '\{.*?\};\n", table, re.S)
    if not base:
        raise SystemExit(f"sweep: {rtl}/{TABLE}: no row ConfigBase")
    rows = "\n".join(row_text(base[0], name, fields) for name, fields in ROWS.items())
    with open(f"{rtl}/{TABLE}", "w", encoding="utf-8") as file:
        file.write(table.replace("\nendpackage", f"\n{rows}\nendpackage"))


def make_table():
    """Copies rtl/ and adds the rows to the table there."""
    shutil.rmtree(f"{ROOT}/rtl", ignore_errors=True)
    shutil.copytree("rtl", f"{ROOT}/rtl")
    add_rows(f"{ROOT}/rtl")


def is_row(config):
    """Whether a configuration is one of the sweep, and has no name in rtl/."""
    return config in (name.lower() for name in ROWS)


def simulator(config):
    """The program that runs a row of the table that make_table() has made."""
    return f"{ROOT}/{config}/spu-sim"


def build(config):
    """True if that program could be built."""
    # Verilator warns of what a row has none of: six has no event counter.
    return run(config, ["make", f"B={ROOT}", f"RTL={ROOT}/rtl", f"CONFIG={config}", "WARNINGS=-Wno-lint -Wno-style",
                        simulator(config)])


def run(name, command):
    """True if the command succeeds; otherwise its last lines are shown."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
                          env={key: value for key, value in os.environ.items() if key != "MAKEFLAGS"})
    if done.returncode != 0:
        print(f"FAIL {name}: {' '.join(command)}\n" + "\n".join(done.stdout.splitlines()[-30:]), flush=True)
    return done.returncode == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cycles", type=int, default=1_000_000, help="clocks per configuration")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    make_table()
    failed = 0
    for name in (row.lower() for row in ROWS):
        good = build(name) and run(
            name, [simulator(name), "--stimulus", "random", "--cycles", str(options.cycles), "--seed",
                   str(options.seed), "--out", f"{ROOT}/out/{name}"])
        if good:
            print(f"ok   {name}: {options.cycles} clocks, 0 mismatches", flush=True)
        failed += not good
    print(f"{len(ROWS) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
