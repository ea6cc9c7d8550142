# SPDX-License-Identifier: Apache-2.0
"""Tables of counts, the history over commits, and what changed between two of its lines."""

import json
import os
import subprocess

from regression.problem import Problem, write_whole
from synthesis.netlist import COUNTS

TITLES = {"lut": "LUTs", "ff": "flip-flops", "carry": "carry", "ram": "RAMs", "ram_bits": "RAM bits",
          "depth": "depth"}


def table(rows, head):
    """Lines of a table: the first column left, the others right."""
    cells = [head, *([str(cell) for cell in row] for row in rows)]
    widths = [max(len(row[column]) for row in cells) for column in range(len(head))]
    return ["  ".join([row[0].ljust(widths[0])] + [cell.rjust(width) for cell, width in zip(row[1:], widths[1:])])
            for row in cells]


def counts_table(result):
    """The table of one configuration and target: rooms, and the unit as a whole."""
    rows = []
    for name in sorted(result["rooms"]):
        number = result["instances"][name]
        rows.append([f"{name} ({number})" if number > 1 else name, *(result["rooms"][name][key] for key in COUNTS)])
    rows.append(["the unit, flattened", *(result["unit"][key] for key in COUNTS)])
    if "vif" in result:
        driven = result["vif"]["driven"]
        rows.append(["the same, vif driven out", *(driven[key] for key in COUNTS)])
        rows.append(["what vif would cost", *(f"{driven[key] - result['unit'][key]:+d}" for key in COUNTS)])
    return table(rows, ["room", *(TITLES[key] for key in COUNTS)])


def git(*arguments):
    try:
        result = subprocess.run(["git", *arguments], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                                check=False)
    except OSError:
        return None
    return result.stdout.strip() if result.returncode == 0 else None


def commit(rtl):
    """The commit the sources are of, with -dirty if they differ from it; `none` outside git."""
    head = git("rev-parse", "--short=12", "HEAD")
    if not head:
        return "none"
    return head + ("-dirty" if git("status", "--porcelain", "--", rtl) else "")


def append(path, line):
    """A line more in the history."""
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    with open(path, "a", encoding="utf-8") as file:
        file.write(json.dumps(line, sort_keys=True) + "\n")


def history(path):
    """Its lines, oldest first."""
    try:
        with open(path, encoding="utf-8") as file:
            lines = [json.loads(line) for line in file if line.strip()]
    except OSError as error:
        raise Problem(f"{path}: {error.strerror}; make synth writes it") from None
    except ValueError:
        raise Problem(f"{path}: not lines of JSON") from None
    return lines


def compare(path, wanted, configs, targets):
    """Lines of the table that compares the newest counts with those of commit `wanted`, or of the commit before."""
    rows = []
    lines = history(path)
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
