# SPDX-License-Identifier: Apache-2.0
"""What each part of a design takes of an FPGA: parts are told apart by the source files that their cells come from,
and kept apart in synthesis, so that every look-up table belongs to one of them. Constants have gone through the whole
design before."""

import re

# Cells of the FPGA, in what people count.
COUNTED = {"LUTs": {"LUT4": 1, "CCU2C": 2, "TRELLIS_DPR16X4": 6}, "flip-flops": {"TRELLIS_FF": 1},
           "block RAMs": {"DP16KD": 1}}


def separate(parts):
    """Yosys' commands that put the cells of each part, {name: (patterns of source files)}, into a module of its own.
    A cell goes to the last part that has it."""
    yield from ("opt", "memory -nomap", "splitnets", "opt_clean -purge")
    for name, patterns in parts.items():
        yield f"setattr -set submod \"{name}\" " + " ".join(f"a:src={pattern}" for pattern in patterns)
    yield "submod"
    for name in parts:
        yield f"setattr -mod -set keep_hierarchy 1 *_{name}"


def shares(log, parts, top="top"):
    """{part: {what people count: number}} of the last `stat` in Yosys' log; what is in no part is "rest"."""
    modules = re.split(r"^=== (.+) ===$", log, flags=re.M)
    cells = {}
    for name, text in zip(modules[1::2], modules[2::2]):
        cells[name] = {kind: int(number)
                       for number, kind in re.findall(r"^\s+(\d+)\s+(?:[\d.]+\s+)?([A-Z][A-Z0-9_]+)$", text, re.M)}
    found = {}
    for part in (*parts, "rest"):
        counts = cells.get(top if part == "rest" else f"{top}_{part}", {})
        found[part] = {what: sum(weight * counts.get(kind, 0) for kind, weight in kinds.items())
                       for what, kinds in COUNTED.items()}
    return found


def in_words(found):
    """A line for each part: how many, and how much of all parts together."""
    total = {what: sum(counts[what] for counts in found.values()) or 1 for what in COUNTED}
    for part, counts in found.items():
        figures = ", ".join(f"{counts[what]} {what} ({100 * counts[what] / total[what]:.1f} %)" for what in COUNTED)
        yield f"  {part + ':':<8} {figures}"
