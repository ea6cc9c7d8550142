# SPDX-License-Identifier: Apache-2.0
"""What the report shows of functional coverage and of coverage of the RTL."""

import functools
import os

from facts import blocks

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")


@functools.cache
def block_names():
    return blocks.load(ROOT).names()


def place(block):
    """For sorting: blocks in the order of their list, any other name after them."""
    names = block_names()
    return (names.index(block) if block in names else len(names), block)


def missing_bins(bins, configs):
    """Rows (block, requirement, name, meaning, where): bins without a hit, the same bin of configurations in one."""
    having, lacking = {}, {}
    for entry in bins:
        key = (entry["block"], entry["requirement"], entry["name"], entry["meaning"])
        having.setdefault(key, []).append(entry["config"])
        if entry["hits"] == 0:
            lacking.setdefault(key, []).append(entry["config"])
    rows = []
    for key, where in sorted(lacking.items(), key=lambda item: (place(item[0][0]), item[0][2])):
        every = len(where) == len(having[key]) and len(configs) > 1
        words = ", ".join(where)
        rows.append((*key, f"everywhere ({words})" if every else words))
    return rows


def hit_of(bins):
    """How many were hit, of how many."""
    return sum(entry["hits"] > 0 for entry in bins), len(bins)


def block_of(name, bins, configs):
    own = [entry for entry in bins if entry["block"] == name]
    hit, total = hit_of(own)
    return {"name": name, "hit": hit, "total": total,
            "configs": [hit_of([entry for entry in own if entry["config"] == config]) for config in configs]}


def all_bins(bins, configs):
    """Rows: every bin with its hits per configuration."""
    merged = {}
    for entry in bins:
        key = (entry["block"], entry["requirement"], entry["name"], entry["meaning"])
        merged.setdefault(key, {})[entry["config"]] = entry["hits"]
    return [(*key, *[f"{hits[config]:,}" if config in hits else "-" for config in configs])
            for key, hits in sorted(merged.items(), key=lambda item: (place(item[0][0]), item[0][2]))]


def functional(coverage, result):
    """None if the runs measured none."""
    bins = coverage["bins"]
    # coverage.json also counts them; the list is what is shown.
    if not isinstance(bins, list) or not bins:
        return None
    configs = result["configs"]
    hit, total = hit_of(bins)
    return {"hit": hit, "total": total, "missing": missing_bins(bins, configs), "all": all_bins(bins, configs),
            "blocks": [block_of(name, bins, configs) for name in sorted({entry["block"] for entry in bins}, key=place)]}


def pair_of(value):
    return value if isinstance(value, list) and len(value) == 2 else None


def rtl(report):
    """Of rtl_coverage.json; None if there is none."""
    if not isinstance(report, dict) or not isinstance(report.get("files"), list):
        return None
    kinds = ("line", "branch", "toggle")
    files = [{"file": entry["file"], **{kind: pair_of(entry.get(kind)) for kind in kinds}}
             for entry in sorted(report["files"], key=lambda entry: str(entry["file"]))]
    whole = {kind: [sum(entry[kind][i] for entry in files if entry[kind]) for i in (0, 1)] for kind in kinds}
    missing = [" ".join(f"{value}" for value in entry.values()) if isinstance(entry, dict) else entry
               for entry in report.get("missing") or []]
    return {"kinds": kinds, "files": [{"file": "all files", **whole}, *files], "missing": missing}
