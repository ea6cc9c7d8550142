# SPDX-License-Identifier: Apache-2.0
"""Forbidden constructs: latches, combinational loops, nets without or with several drivers, and unintended memories.
The check reads the RTL before anything is optimized away.
"""

import dataclasses
import re

from util.problem import Problem
from synthesis.netlist import load, names, plain

LATCHES = ("$dlatch", "$adlatch", "$dlatchsr", "$sr")
MEMORIES = ("$mem", "$mem_v2", "$memrd", "$memrd_v2", "$memwr", "$memwr_v2")
HOLDING = ("$mux", "$pmux", "$bmux", "$demux", "$bwmux", "$buf", "$tribuf")


@dataclasses.dataclass(frozen=True)
class Finding:
    kind: str
    module: str
    signal: str
    cause: str

    def __str__(self):
        return f"{self.kind}: {self.module}.{self.signal}: {self.cause}"


def base(name):
    """The signal without its bit."""
    return re.sub(r"(\[\d+(:\d+)?\])$", "", name)


def place(cell):
    """The source of a cell: file:line."""
    source = re.match(r"[^|:]+:\d+", cell["attributes"].get("src", ""))
    return f" ({source[0]})" if source else ""


def intended(path):
    """The intended memories: a line `module.signal  purpose` each, without the indices of loops."""
    try:
        with open(path, encoding="utf-8") as file:
            lines = [line.partition("#")[0].split() for line in file]
    except OSError as error:
        raise Problem(f"{path}: {error.strerror}") from None
    return {line[0] for line in lines if line}


def in_cells(name, module, modules, memories):
    """Findings that a single cell shows."""
    signal = names(module)
    for label, cell in module["cells"].items():
        pins, kind = cell["connections"], cell["type"]
        if kind in LATCHES:
            yield Finding("latch", plain(name), base(signal.get(pins["Q"][0], label)),
                          f"a latch holds it{place(cell)}")
        elif kind in MEMORIES:
            memory = re.sub(r"\[\d+\]", "", cell["parameters"]["MEMID"].lstrip("\\"))  # one line for a loop's
            if f"{plain(name)}.{memory}" not in memories:
                yield Finding("memory", plain(name), memory, "a memory that is not in the list of intended ones")
        elif kind == "$buf" and "x" in pins["A"] and "src" not in cell["attributes"]:
            yield Finding("undriven", plain(name), base(signal.get(pins["Y"][0], label)),
                          f"{pins['A'].count('x')} bits have no driver")
        elif kind in modules:
            for port, declared in modules[kind]["ports"].items():
                if declared["direction"] == "input" and "x" in pins.get(port, "x"):
                    yield Finding("undriven", plain(name), f"{label}.{port}", "an input without a driver")


def in_check(log, modules):
    """Findings in the output of Yosys' check. `modules` are those that it checked."""
    for match in re.finditer(r"^Warning: multiple conflicting drivers for (.+)\.\\([^\n]+?):?$", log, re.M):
        yield Finding("drivers", plain(match[1]), match[2].split()[0], "several drivers")
    for match in re.finditer(r"^Warning: Wire (.+)\.\\([^\n]+?) is used but has no driver", log, re.M):
        yield Finding("undriven", plain(match[1]), match[2].split()[0], "used and not driven")
    for match in re.finditer(r"^Warning: found logic loop in module (.+):\n((?:^ +.*\n?)*)", log, re.M):
        cells = re.findall(r"^ +cell (\S+) \((\S+)\)", match[2], re.M)
        wires = re.findall(r"^ +wire \\(\S+)", match[2], re.M)
        source = re.search(r"source: ([^|:\s]+:\d+)", match[2])
        where = f" ({source[1]})" if source else ""
        known = modules.get(match[1], {"cells": {}})["cells"]
        holds = all(known.get(cell, {"type": kind})["type"] in HOLDING for cell, kind in cells)
        signal = base(wires[0]) if wires else cells[0][0] if cells else "?"
        if holds:
            yield Finding("latch", plain(match[1]), signal, f"not assigned in every case, so it holds its value{where}")
        else:
            path = " -> ".join(dict.fromkeys(base(wire) for wire in wires[:6]))
            yield Finding("loop", plain(match[1]), signal, f"combinational loop{where} {path}".rstrip())


def find(yosys, design, memories):
    """Every finding in the design, sorted, without duplicates; writes rtl.json with the blocks as modules."""
    blocks, flat = yosys.file("blocks.check"), yosys.file("flat.check")
    rtl = yosys.file("rtl.json")
    yosys.run("check", [*design.read(hierarchy=True), f"write_json {rtl}", f"tee -q -o {blocks} check",
                        "flatten", f"tee -q -o {flat} check"])
    modules = load(rtl)
    found = []
    for name, module in modules.items():
        found += in_cells(name, module, modules, memories)
    with open(blocks, encoding="utf-8") as file:
        found += in_check(file.read(), modules)
    with open(flat, encoding="utf-8") as file:  # findings across blocks; it repeats those of single blocks
        through = list(in_check(file.read(), {}))
    seen = {(item.kind, item.signal) for item in found}
    found += [item for item in through if (item.kind, item.signal.rpartition(".")[2]) not in seen
              and (item.kind, item.signal) not in seen]
    return sorted(set(found), key=str), modules


def memories_of(modules):
    """Bits of memory of each block, as the RTL declares them: {plain name: bits}."""
    result = {}
    for name, module in modules.items():
        bits = sum(memory["width"] * memory["size"] for memory in module.get("memories", {}).values())
        result[plain(name)] = result.get(plain(name), 0) + bits
    return result
