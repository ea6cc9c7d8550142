#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Reads the header of an FST waveform: its time range, its signals, and the names of enumerated values.

It does not read the values, which GTKWave shows. As a program it lists the signals. GTKWave's reader (pylibfst) may end
the process or crash if a file is damaged, so it runs in a separate process.
"""

import argparse
import collections
import json
import os
import subprocess
import sys

from util import packages
from util.problem import Problem, run_main

LIMIT = 120  # seconds for a file

# path: scopes and name joined by dots, without the range. range: such as "[15:0]", or "". enum: number of a table in
# Waveform.enums, 0 for none.
Signal = collections.namedtuple("Signal", "path range width enum")
# start, end: times. signals: {path: Signal}, in file order. enums: {number: (name, {value as bits: name})}.
Waveform = collections.namedtuple("Waveform", "start end signals enums")


class Hierarchy:
    """Takes the entries of the hierarchy one by one."""

    def __init__(self, library):
        self.lib, self.ffi = library.lib, library.ffi
        self.signals, self.enums, self.scopes = [], {}, []
        self.scope_count = 0
        self.enum = 0  # of the next variable

    def string(self, text):
        return self.ffi.string(text).decode("utf-8", "replace") if text != self.ffi.NULL else ""

    def enum_table(self, text):
        table = self.lib.fstUtilityExtractEnumTableFromString(text)
        if table == self.ffi.NULL:
            raise Problem("a table of enumerated values is damaged")
        names = {self.string(table.val_arr[i]): self.string(table.literal_arr[i]) for i in range(table.elem_count)}
        name = self.string(table.name)
        self.lib.fstUtilityFreeEnumTable(table)
        return name, names

    def attribute(self, entry):
        if (entry.typ, entry.subtype) == (self.lib.FST_AT_MISC, self.lib.FST_MT_ENUMTABLE):
            if self.string(entry.name):
                self.enums[entry.arg] = self.enum_table(entry.name)
            else:
                self.enum = entry.arg

    def take(self, entry):
        if entry.htyp == self.lib.FST_HT_SCOPE:
            self.scopes.append(self.string(entry.u.scope.name))
            self.scope_count += 1
        elif entry.htyp == self.lib.FST_HT_UPSCOPE:
            self.scopes.pop()
        elif entry.htyp == self.lib.FST_HT_ATTRBEGIN:
            self.attribute(entry.u.attr)
        elif entry.htyp == self.lib.FST_HT_VAR:
            name, _, bits = self.string(entry.u.var.name).partition(" ")
            self.signals.append(Signal(".".join([*self.scopes, name]), bits, entry.u.var.length, self.enum))
            self.enum = 0


def described(path):
    """The fields of Waveform, for JSON. Raises Problem with only the cause, and may not return at all."""
    library = packages.package("pylibfst", "waves")
    lib = library.lib
    context = lib.fstReaderOpen(os.fsencode(path))
    if context == library.ffi.NULL:
        raise Problem("not an FST waveform, or an incomplete one")
    hierarchy = Hierarchy(library)
    while (entry := lib.fstReaderIterateHier(context)) != library.ffi.NULL:
        hierarchy.take(entry)
    times = lib.fstReaderGetStartTime(context), lib.fstReaderGetEndTime(context)
    counted = len(hierarchy.signals), hierarchy.scope_count
    if counted != (lib.fstReaderGetVarCount(context), lib.fstReaderGetScopeCount(context)) or times[0] > times[1]:
        raise Problem("not an FST waveform, or an incomplete one: the number of signals is wrong")
    return [*times, hierarchy.signals, list(hierarchy.enums.items())]


def read(path):
    """The Waveform of a file. Raises Problem."""
    try:
        with open(path, "rb"):
            pass
    except OSError as error:
        raise Problem(f"{path}: {error.strerror}") from None
    try:
        done = subprocess.run([sys.executable, os.path.abspath(__file__), "--json", "--", path],
                              stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, timeout=LIMIT, check=False)
    except subprocess.TimeoutExpired:
        raise Problem(f"{path}: not an FST waveform: reading took more than {LIMIT} s") from None
    if done.returncode != 0:
        cause = [line[len("fst.py: "):] for line in done.stderr.splitlines() if line.startswith("fst.py: ")]
        cause = cause[0] if cause else f"not an FST waveform: the reader ended with {done.returncode}"
        raise Problem(f"{path}: {cause}")
    start, end, signals, enums = json.loads(done.stdout)
    return Waveform(start, end, {signal[0]: Signal(*signal) for signal in signals},
                    {number: (name, names) for number, (name, names) in enums})


def main():
    parser = argparse.ArgumentParser(description="Lists the signals of an FST waveform.")
    parser.add_argument("file")
    parser.add_argument("--json", action="store_true", help="print JSON, and read in this process")
    arguments = parser.parse_args()
    if arguments.json:
        json.dump(described(arguments.file), sys.stdout)
        return
    waveform = read(arguments.file)
    print(f"times {waveform.start} to {waveform.end}")
    for signal in waveform.signals.values():
        print(f"{signal.path}{signal.range}", waveform.enums.get(signal.enum, ("",))[0])


if __name__ == "__main__":
    run_main(main)
