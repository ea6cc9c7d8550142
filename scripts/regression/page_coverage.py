# SPDX-License-Identifier: Apache-2.0
"""The report's sections about functional coverage and about coverage of the RTL."""

import functools
import os

from facts import blocks
from regression import page_style
from regression.html import bar, escape, section, table
from regression.outcome import percent

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")


@functools.cache
def block_names():
    return blocks.load(ROOT).names()


def place(block):
    """For sorting: blocks in the order of their list, any other name after them."""
    names = block_names()
    return (names.index(block) if block in names else len(names), block)


def missing_bins(bins, configs):
    """Rows (room, requirement, name, meaning, where): bins without a hit, the same bin of configurations in one."""
    having, lacking = {}, {}
    for entry in bins:
        key = (entry["room"], entry["requirement"], entry["name"], entry["meaning"])
        having.setdefault(key, []).append(entry["config"])
        if entry["hits"] == 0:
            lacking.setdefault(key, []).append(entry["config"])
    rows = []
    for key, where in sorted(lacking.items(), key=lambda item: (place(item[0][0]), item[0][2])):
        every = len(where) == len(having[key]) and len(configs) > 1
        words = ", ".join(where)
        rows.append((*key, f"everywhere ({words})" if every else words))
    return rows


def share_cell(own):
    """The share of bins hit, of a room in a configuration."""
    if not own:
        return "<td class=none>-</td>"
    hit = sum(entry["hits"] > 0 for entry in own)
    state = "good" if hit == len(own) else "warn"
    return f'<td class="{state} number">{percent(hit, len(own))}</td>'


def rooms_table(bins, configs):
    rooms = sorted({entry["room"] for entry in bins}, key=place)
    lines = [f"<tr><th>room</th><th></th><th>bins hit</th>{''.join(f'<th>{escape(c)}</th>' for c in configs)}</tr>"]
    for room in rooms:
        own = [entry for entry in bins if entry["room"] == room]
        hit = sum(entry["hits"] > 0 for entry in own)
        lines.append(f"<tr><th>{escape(room)}</th><td>{bar(hit / len(own), 'good' if hit == len(own) else 'warn')}</td>"
                     f"<td class=number>{hit} of {len(own)}</td>"
                     + "".join(share_cell([entry for entry in own if entry["config"] == config]) for config in configs)
                     + "</tr>")
    return f"<table>{''.join(lines)}</table>"


def all_bins(bins, configs):
    """Every bin with its hits per configuration, folded away."""
    merged = {}
    for entry in bins:
        key = (entry["room"], entry["requirement"], entry["name"], entry["meaning"])
        merged.setdefault(key, {})[entry["config"]] = entry["hits"]
    rows = [(*key, *[f"{hits[config]:,}" if config in hits else "-" for config in configs])
            for key, hits in sorted(merged.items(), key=lambda item: (place(item[0][0]), item[0][2]))]
    numbers = range(4, 4 + len(configs))
    return ("<details><summary>all bins and their hits</summary>"
            + table(("room", "requirement", "bin", "meaning", *configs), rows, numbers=numbers) + "</details>")


def functional(coverage, result):
    bins = coverage["bins"]
    # coverage.json also counts them; the list is what is shown.
    if not isinstance(bins, list) or not bins:
        return section("Functional coverage", "<p>The runs measured none.</p>")
    configs = result["configs"]
    rows = missing_bins(bins, configs)
    missing = (f"<h3>Missing bins ({len(rows)})</h3>" + page_style.FILTER
               + table(("room", "requirement", "bin", "meaning", "missing in"), rows)) if rows else \
        "<p>Every bin was hit.</p>"
    note = (f"<p>{coverage['runs_without']} runs measured none.</p>" if coverage.get("runs_without") else "")
    hit = sum(entry["hits"] > 0 for entry in bins)
    return section(f"Functional coverage: {percent(hit, len(bins))}",
                   missing + note + "<h3>Rooms</h3>" + rooms_table(bins, configs) + all_bins(bins, configs))


def rtl_cell(pair):
    if not isinstance(pair, list) or len(pair) != 2 or not pair[1]:
        return "<td class=none>-</td><td></td>"
    hit, total = pair
    state = "good" if hit == total else "warn"
    return f"<td>{bar(hit / total, state)}</td><td class=number>{hit} of {total}, {percent(hit, total)}</td>"


def rtl(report):
    """Of rtl_coverage.json; empty if there is none."""
    if not isinstance(report, dict) or not isinstance(report.get("files"), list):
        return ""
    kinds = ("line", "branch", "toggle")
    sums = {"file": "all files"}
    for kind in kinds:
        pairs = [entry[kind] for entry in report["files"] if entry.get(kind)]
        sums[kind] = [sum(pair[0] for pair in pairs), sum(pair[1] for pair in pairs)]
    lines = "".join(f"<tr><th>{escape(entry['file'])}</th>{''.join(rtl_cell(entry.get(kind)) for kind in kinds)}</tr>"
                    for entry in [sums, *sorted(report["files"], key=lambda entry: str(entry["file"]))])
    heads = "<tr><th></th>" + "".join(f"<th colspan=2>{kind}</th>" for kind in kinds) + "</tr>"
    missing = report.get("missing") or []
    words = [" ".join(f"{value}" for value in entry.values()) if isinstance(entry, dict) else entry
             for entry in missing]
    listed = (f"<h3>Missing ({len(words)})</h3>" + page_style.FILTER
              + "".join(f'<p class="item"><code>{escape(word)}</code></p>' for word in words)) if words else ""
    return section("Coverage of the RTL", listed + f"<table>{heads}{lines}</table>")
