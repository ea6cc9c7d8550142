# SPDX-License-Identifier: Apache-2.0
"""Tables of counts."""

import json

from util.problem import write_whole
from synthesis.netlist import COUNTS
from util.tables import table

TITLES = {"lut": "LUTs", "ff": "flip-flops", "carry": "carry", "ram": "RAMs", "ram_bits": "RAM bits",
          "depth": "depth"}


def counts_table(result):
    """The table of one configuration and target: blocks, and the unit as a whole."""
    rows = []
    for name in sorted(result["blocks"]):
        number = result["instances"][name]
        rows.append([f"{name} ({number})" if number > 1 else name, *(result["blocks"][name][key] for key in COUNTS)])
    rows.append(["the unit, flattened", *(result["unit"][key] for key in COUNTS)])
    if "vif" in result:
        driven = result["vif"]["driven"]
        rows.append(["the same, vif driven out", *(driven[key] for key in COUNTS)])
        rows.append(["what vif would cost", *(f"{driven[key] - result['unit'][key]:+d}" for key in COUNTS)])
    return table(rows, ["block", *(TITLES[key] for key in COUNTS)])


def write_json(path, value):
    write_whole(path, json.dumps(value, indent=1, sort_keys=True) + "\n")
