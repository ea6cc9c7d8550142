# SPDX-License-Identifier: Apache-2.0
"""Tables of counts, and what changed between two lines of the history."""

import json

from util import history
from util.problem import Problem, write_whole
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


def compare(path, wanted, configs, targets):
    """Lines of the table that compares the newest counts with those of commit `wanted`, or of the commit before."""
    rows = []
    lines = history.read(path, "make synth")
    for config in configs:
        for target in targets:
            mine = [line for line in lines if (line["config"], line["target"]) == (config, target)]
            if not mine:
                continue
            new = mine[-1]
            if wanted == "last":
                older = mine[:-1]
            else:
                older = [line for line in mine[:-1] if line["commit"].startswith(wanted)]
            if older:
                old = older[-1]
                changes = [f"{new['unit'][key]} ({new['unit'][key] - old['unit'][key]:+d})" for key in COUNTS]
                rows.append([f"{config} {target}", f"{old['commit']} -> {new['commit']}", *changes])
    if not rows:
        raise Problem(f"{path}: nothing of {wanted!r} to compare with")
    return table(rows, ["", "commits", *(TITLES[key] for key in COUNTS)])


def write_json(path, value):
    write_whole(path, json.dumps(value, indent=1, sort_keys=True) + "\n")
