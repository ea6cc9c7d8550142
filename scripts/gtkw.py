#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes a GTKWave save file for an FST waveform of the unit: its blocks as groups, in the order of the datapath.

Beside FILE.fst it writes FILE.gtkw and filter files that name values (registers, Exception levels and others that the
waveform does not name; the names of enumerations come from the waveform). FILE.fst.json, which spu-sim writes beside
the waveform of a failure, has the time of the failure, and mismatch.json its description. The save file lists only
signals that the waveform has: a configuration without performance monitors has no such group.
"""

import argparse
import json
import math
import os
import re
import textwrap

import fst
from facts import registers as table
from gtkw_groups import block_signals, groups
from util.problem import Problem, run_main, write_whole

TOP = "TOP.tb_top."
UNIT = TOP + "u_spu_top."
FIRST_TIME = 4  # of cycle 0 in a run without another reset; a cycle is two time units
CLOCKS_SHOWN = 40
COMMENT_WIDTH = 48  # characters: the column of names is as wide as its longest entry

# Formats of values: GTKWave's trace flags (analyzer.h), right-justified.
BIN, HEX, DEC = "28", "22", "24"
ENUM = "100000028"
FILTERED = "2022"  # hexadecimal, through a filter file
COMMENT, GROUP, CLOSED_GROUP, GROUP_END, CLOSED_GROUP_END = "200", "800200", "c00200", "1000200", "1401200"

COUNTERS = 31  # number of PMEVCNTR<n>_EL0 and PMEVTYPER<n>_EL0
LEVELS = {format(i, "X"): f"EL{i}" for i in range(4)}


def registers():
    """{address in hexadecimal: name of the register}."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", table.TABLE)
    return {format(register.address + n, "04X"): register.name.replace("<n>", str(n))
            for register in table.load(path)[0] for n in range(COUNTERS if "<n>" in register.name else 1)}


def read_json(path):
    """The object in a file; {} if there is none."""
    try:
        with open(path, encoding="utf-8") as file:
            value = json.load(file)
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise Problem(f"{path}: {getattr(error, 'strerror', None) or error}") from None
    if not isinstance(value, dict):
        raise Problem(f"{path}: not an object")
    return value


class Save:
    """The lines of a save file, made of a waveform's signals."""

    def __init__(self, waveform, filters):
        self.waveform = waveform
        self.filters = filters  # {how: path}
        self.lines = []
        self.used = set()

    def expand(self, row):
        """(label, signal) for each signal that the row's path stands for."""
        path = TOP + row.path[1:] if row.path[0] == "." else UNIT + row.path.lstrip("/")
        if "*" not in path:
            signal = self.waveform.signals.get(path)
            return [(row.label, signal)] if signal else []
        pattern = re.compile(re.escape(path).replace(r"\*", r"(\d+)"))
        found = [(match, signal) for match, signal in
                 ((pattern.fullmatch(name), signal) for name, signal in self.waveform.signals.items()) if match]
        found.sort(key=lambda pair: int(pair[0][1]))
        return [(row.label.replace("*", match[1]), signal) for match, signal in found]

    def trace(self, label, signal, how, colour):
        translated = self.filters.get(how)
        if translated:
            flags = FILTERED
        elif signal.enum:
            flags = ENUM
        elif signal.width == 1 or how == "bin":
            flags = BIN
        else:
            flags = DEC if how == "dec" else HEX
        self.lines.append(f"@{flags}")
        if translated:
            self.lines.append(f"^1 {translated}")
        # GTKWave shows the text after the last dot, and names a vector of one bit by its only index.
        shown, bits = label.replace(".", "_"), re.sub(r"^\[(\d+):\1\]$", r"[\1]", signal.range)
        self.lines += [f"[color] {colour}", f"+{{{shown}}} {signal.path}{bits}"]
        if translated:
            self.lines.append("^0")
        self.used.add(signal.path)

    def comment(self, text):
        self.lines += [f"@{COMMENT}", f"-{text}"]

    def group(self, name, opened, traces):
        """traces: (label, signal, how, colour). A group without traces is left out."""
        if not traces:
            return
        self.lines += [f"@{GROUP if opened else CLOSED_GROUP}", f"-{name}"]
        for trace in traces:
            self.trace(*trace)
        self.lines += [f"@{GROUP_END if opened else CLOSED_GROUP_END}", f"-{name}"]

    def other_state(self, module):
        """The module's registers (*_q) that fit on a line and are not shown yet."""
        start = UNIT + module + "."
        return [(name, signal) for path, signal in self.waveform.signals.items()
                if path.startswith(start) and (name := path[len(start):]).endswith("_q") and "." not in name
                and signal.width <= 64 and path not in self.used]


def find_mismatch_signals(waveform, mismatch):
    """(label, signal) of a failure: the signal that differs first, then the key signals of its block."""
    pin = mismatch.get("pin") or ""
    paths = [(pin, TOP + pin)]
    for path in block_signals().get(mismatch.get("block"), []):
        paths.append((path, UNIT + path))
    paths.insert(0, ("clk_i", TOP + "clk_i"))
    return [(label, waveform.signals[path]) for label, path in paths if path in waveform.signals]


def groups_near(block):
    """The groups to open for a failure in a block: its own and, in the datapath, its neighbours."""
    datapath = [group[0] for group in groups() if group[2]]
    if block in datapath:
        at = datapath.index(block)
        return datapath[max(0, at - 1):at + 2]
    return [block] if block in [group[0] for group in groups()] else []


def body(save, mismatch, cycle):
    """Groups, from the top down."""
    if cycle is not None:
        what = f"MISMATCH in cycle {cycle}" if mismatch else f"cycle {cycle}"
        save.comment(what + (f": {mismatch['function']}" if mismatch.get("function") else ""))
        for word in ("expected", "got"):
            for line in textwrap.wrap(f"{word} {mismatch[word]}" if mismatch.get(word) else "", COMMENT_WIDTH):
                save.comment(line)
        traces = [(label, signal, "register" if label == "sysreg_i.addr" else "", 1)
                  for label, signal in find_mismatch_signals(save.waveform, mismatch)]
        save.group("mismatch", True, traces)
    near = groups_near(mismatch.get("block"))
    for name, colour, opened, module, wanted in groups():
        opened = name in near if near else opened
        traces = [(label, signal, row.how, colour) for row in wanted for label, signal in save.expand(row)]
        save.used.update(signal.path for _, signal, _, _ in traces)
        if module:
            traces += [(label, signal, "", colour) for label, signal in save.other_state(module)]
        save.group(name, opened, traces)


def zoom(clocks, pixels):
    """GTKWave's zoom exponent: a time unit, which is half a cycle, has 200 * 2**exponent pixels."""
    return math.log2(pixels / (2 * clocks) / 200)


def failure_of(path, options):
    """(time, cycle, contents of mismatch.json or {}) of the place to mark; None for what is unknown."""
    directory = os.path.dirname(path)
    facts = read_json(path + ".json")
    if options.mismatch and not facts:
        facts = read_json(os.path.join(directory, "mismatch.fst.json"))  # of the same run
    if not facts:
        return options.time, options.cycle, {}
    mismatch = read_json(os.path.join(directory, "mismatch.json"))
    return facts.get("time"), facts.get("cycle"), mismatch if mismatch.get("cycle") == facts.get("cycle") else {}


def make(path, output, waveform, options):
    stem = output.removesuffix(".gtkw")
    time, cycle, mismatch = failure_of(path, options)
    if time is None and cycle is not None:
        time = FIRST_TIME + 2 * cycle
    inside = time is not None and waveform.start <= time <= waveform.end
    at = time if inside else waveform.start
    filters = {"register": (f"{stem}.registers.txt", registers()), "level": (f"{stem}.levels.txt", LEVELS)}
    for file_name, names in filters.values():
        write_whole(file_name, "".join(f"{value} {name}\n" for value, name in names.items()))
    # Relative to the save file, so that the files can be copied together.
    save = Save(waveform, {how: os.path.basename(file_name) for how, (file_name, _) in filters.items()})
    body(save, mismatch, cycle if inside else None)
    width, height = options.size
    start = max(waveform.start, at - CLOCKS_SHOWN * 6 // 5)
    markers = [at if inside else -1, waveform.start] + [-1] * 24
    names = [f"[markername] A{'mismatch' if mismatch else 'cycle'} {cycle}"] if inside else []
    head = ["[*] scripts/gtkw.py", f'[dumpfile] "{os.path.relpath(path, os.path.dirname(output) or ".")}"',
            f'[savefile] "{os.path.basename(output)}"',
            f"[timestart] {start}", f"[size] {width} {height}", "[pos] 0 0",
            f"*{zoom(CLOCKS_SHOWN, width - 480):.6f} {at} " + " ".join(map(str, markers)), *names,
            "[markername] Bfirst cycle", "[treeopen] TOP.", "[sst_width] 200", "[signals_width] 460",
            "[sst_expanded] 0", "[sst_vpaned_height] 300"]
    write_whole(output, "\n".join(head + save.lines + ["[pattern_trace] 1", "[pattern_trace] 0"]) + "\n")


def size(text):
    match = re.fullmatch(r"(\d+)x(\d+)", text)
    if not match:
        raise argparse.ArgumentTypeError(f"{text}: not WIDTHxHEIGHT")
    return int(match[1]), int(match[2])


def main():
    parser = argparse.ArgumentParser(description="Makes a GTKWave save file for a waveform of the unit.")
    parser.add_argument("file", help="FST waveform")
    parser.add_argument("--out", help="save file (default: beside the waveform)")
    parser.add_argument("--cycle", type=int, help="mark this cycle of a run without further resets")
    parser.add_argument("--time", type=int, help="mark this time; a cycle is two units")
    parser.add_argument("--mismatch", action="store_true",
                        help="mark the failure that mismatch.fst.json beside the waveform describes")
    parser.add_argument("--size", type=size, default=(1600, 1000), help="size of the window (default 1600x1000)")
    options = parser.parse_args()
    output = options.out or options.file.removesuffix(".fst") + ".gtkw"
    make(options.file, output, fst.read(options.file), options)
    print(output)


if __name__ == "__main__":
    run_main(main)
