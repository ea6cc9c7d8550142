# SPDX-License-Identifier: Apache-2.0
"""The table of what was measured, and what it depends on, for a terminal."""

from util.tables import table

HEAD = ["configuration", "lockstep", "median", "wall clock", "unchecked", "lockstep / unchecked"]
COMPARE_HEAD = ["configuration", "lockstep", "was", "best", "median", "best, wall clock", "median, wall clock",
                "records"]


def thousands(rate):
    return f"{rate / 1000:,.0f} k"


def row(line):
    """Best and median of processor time; wall clock, which a loaded machine does not have; without model and checks."""
    rates, unchecked = line["rates"]["this"], line["rates"]["unchecked"]
    wall = "loaded" if line["loaded"] else thousands(rates["wall"]["best"])
    return [line["config"], thousands(rates["cpu"]["best"]), thousands(rates["cpu"]["median"]), wall,
            thousands(unchecked["cpu"]["best"]), f"{rates['cpu']['best'] / unchecked['cpu']['best']:.2f}"]


def compare_row(line):
    if "missing" in line:
        return [line["config"], *[""] * 6, f"not in {line['against']}"]
    ratio = line["ratio"]
    wall = ["loaded"] * 2 if line["loaded"] else [f"{ratio['wall'][key]:.2f}" for key in ("best", "median")]
    return [line["config"], *(thousands(line["rates"][side]["cpu"]["best"]) for side in ("this", "other")),
            *(f"{ratio['cpu'][key]:.2f}" for key in ("best", "median")), *wall,
            "same" if line["records_same"] else "differ"]


def origin(line):
    """Of which commit, machine and tools a line is."""
    changed = " with changes" if line["dirty"] else ""
    against = f" against {line['against']}" if "against" in line else ""
    return (f"Commit {line['commit']}{changed}{against}, {line['machine']['cpu']}, {line['machine']['cores']} "
            f"processors, {line['compiler']}, Verilator {line['verilator']}, {line['date'][:10]}.")


def lines_of(lines):
    compared = any("against" in line for line in lines)
    rows = [compare_row(line) if compared else row(line) for line in lines]
    return [*table(rows, COMPARE_HEAD if compared else HEAD),
            *{origin(line): None for line in lines if "rates" in line}]
