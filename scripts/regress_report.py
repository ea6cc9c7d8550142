#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes OUT/report.html, one file that needs nothing else, of a regression's results.

Reads results.json and coverage.json, the texts in failures/, and rtl_coverage.json (make coverage) if it is there.
regress.py calls it; by itself it makes the page again: regress_report.py [OUT]. Status 0 or 2.
"""

import os
import re
import sys

from regression import page_coverage, page_style
from regression.html import bar, escape, section, table, tile
from regression.outcome import headline, percent, totals
from regression.problem import Problem, read_json, write_whole
from regression.words import duration, readable, throughput

MAX_TEXTS = 300  # failures whose text is in the page; the others link to it
MAX_TEXT = 20_000  # characters of one text


def verdict(result):
    if result["failed"]:
        return "bad", f"{result['failed']} of {result['runs']} runs failed"
    if result["passed"] < result["runs"] or not result["runs"]:
        return "warn", f"incomplete: {result['passed']} of {result['runs']} runs passed, the others were not run"
    return "good", f"all {result['runs']} runs passed"


def head(result):
    state, words = verdict(result)
    sums = totals(result)
    coverage = result["coverage"]
    tiles = [tile("runs", f"{result['runs']:,}"), tile("failed", result["failed"], "bad" if result["failed"] else ""),
             tile("clocks compared", readable(sums["cycles"])), tile("records", readable(sums["records"])),
             tile("functional coverage", percent(coverage["hit"], coverage["bins"]) if coverage["bins"] else "none"),
             tile("clocks/s of a processor", readable(throughput(sums["cycles"], sums["seconds"])))]
    return (f'<header class="{state}"><h1>OpenSPU regression</h1><p class="verdict">{escape(words)}</p></header>'
            f'<div class="tiles">{"".join(tiles)}</div>')


def about(result):
    first, last = result["seeds"]
    rows = [("date", result["date"]),
            ("duration", f"{duration(result['seconds'])}, runs took {duration(result['run_seconds'])} together"
             + (f"; {result['reused']} runs had finished before" if result["reused"] else "")),
            ("commit", result["commit"]), ("seeds", f"{first} to {last}"),
            ("random runs", f"{result['cycles']:,} clocks each"), ("engine", result["engine"]),
            ("result", headline(result))]
    rows += [(path, f"SHA-256 {digest}") for path, digest in sorted(result["files"].items())]
    return section("About", "".join(f"<tr><th>{escape(name)}</th><td>{escape(value)}</td></tr>"
                                    for name, value in rows), wrap='<table class="about">{}</table>')


def matrix_cell(row):
    if row is None or row["runs"] == 0:
        state, words = "none", "not run"
    elif row["failed"]:
        state, words = "bad", f"{row['failed']} of {row['runs']} failed"
    elif row["not_run"]:
        state, words = "warn", f"{row['runs']} passed, {row['not_run']} not run"
    else:
        state, words = "good", f"{row['runs']} passed"
    if row is None:
        return f'<td class="{state}">{words}</td>'
    return (f'<td class="{state}"><b>{words}</b><br>{readable(row["cycles"])} clocks, '
            f'{readable(row["records"])} records</td>')


def matrix(result):
    cells = {(row["config"], row["profile"]): row for row in result["matrix"]}
    lines = ["<tr><th></th>" + "".join(f"<th>{escape(config)}</th>" for config in result["configs"]) + "</tr>"]
    for profile in result["profiles"]:
        lines.append(f"<tr><th>{escape(profile)}</th>"
                     + "".join(matrix_cell(cells.get((config, profile))) for config in result["configs"]) + "</tr>")
    return section("Configurations and profiles", "".join(lines), wrap='<table class="matrix">{}</table>')


def pattern(cause):
    """The cause without its numbers, to count what failed alike."""
    return re.sub(r"0x[0-9a-fA-F_]+|\d+", "N", cause)


def alike(failures):
    """A table of causes, the most frequent first."""
    groups = {}
    for row in failures:
        groups.setdefault(pattern(row["cause"]), []).append(row)
    if len(failures) < 2:
        return ""
    rows = [(str(len(own)), name, own[0]["name"]) for name, own in
            sorted(groups.items(), key=lambda item: -len(item[1]))[:30]]
    return table(("failures", "cause", "for example"), rows, numbers=(0,))


def failure_text(out, row):
    """The simulator's report of the mismatch, or what it printed."""
    for name in ("mismatch.txt", "log.txt"):
        try:
            with open(f"{out}/{row['directory']}/{name}", encoding="utf-8", errors="replace") as file:
                text = file.read(MAX_TEXT + 1)
        except OSError:
            continue
        if text.strip():
            return text[:MAX_TEXT] + ("\n(the rest is in the file)" if len(text) > MAX_TEXT else "")
    return ""


def links(out, row):
    """The files that are kept, and how to look at the waveform."""
    directory = f"{out}/{row['directory']}"
    if not row["directory"] or not os.path.isdir(directory):
        return ""
    names = sorted(os.listdir(directory))
    words = " ".join(f'<a href="{escape(row["directory"])}/{escape(name)}">{escape(name)}</a>' for name in names)
    waves = [name for name in names if name.endswith(".fst")]
    commands = "".join(f"<p>look: <code>make waves FILE={escape(directory)}/{escape(name)}</code></p>"
                       for name in waves)
    return f"<p>files: {words}</p>{commands}"


def failure(out, row, with_text):
    text = failure_text(out, row) if with_text and row["directory"] else ""
    return (f'<details class="item"><summary><b>{escape(row["name"])}</b> {escape(row["cause"])}</summary>'
            f'<p>again: <code>{escape(row["again"])}</code></p>{links(out, row)}'
            + (f"<pre>{escape(text)}</pre>" if text else "") + "</details>")


def failures_section(out, result):
    rows = result["failures"]
    if not rows:
        return ""
    items = "".join(failure(out, row, number < MAX_TEXTS) for number, row in enumerate(rows))
    return section(f"Failures ({len(rows)})", alike(rows) + page_style.FILTER + items)


def injected(result):
    if not result["injected"]:
        return ""
    return section("Injected faults", table(("fault", "times"), [(name, f"{count:,}") for name, count in
                                                                 result["injected"].items()], numbers=(1,)))


def speed(result):
    rows = [(config, totals(result, config=config)) for config in result["configs"]]
    rates = [(config, sums, throughput(sums["cycles"], sums["seconds"])) for config, sums in rows]
    most = max((rate for _, _, rate in rates), default=0) or 1
    lines = "".join(f"<tr><th>{escape(config)}</th><td>{bar(rate / most)}</td>"
                    f"<td class=number>{readable(rate)} clocks/s</td>"
                    f"<td class=number>{readable(sums['cycles'])} clocks in {duration(sums['seconds'])}</td></tr>"
                    for config, sums, rate in rates)
    return section("Throughput of a processor", lines, wrap="<table>{}</table>")


def page(out, result, coverage, rtl):
    parts = [head(result), failures_section(out, result), matrix(result), page_coverage.functional(coverage, result),
             page_coverage.rtl(rtl), injected(result), speed(result), about(result)]
    return (f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>OpenSPU regression: '
            f'{escape(verdict(result)[1])}</title><meta name="viewport" content="width=device-width">'
            f"<style>{page_style.CSS}</style></head><body>\n" + "\n".join(part for part in parts if part)
            + f"\n<script>{page_style.SCRIPT}</script></body></html>\n")


def write(out):
    """Makes the page."""
    result = read_json(f"{out}/results.json")
    coverage = read_json(f"{out}/coverage.json")
    if not isinstance(result, dict) or not isinstance(coverage, dict):
        raise Problem(f"{out}: no results of a regression (results.json, coverage.json)")
    write_whole(f"{out}/report.html", page(out, result, coverage, read_json(f"{out}/rtl_coverage.json")))


def main():
    out = sys.argv[1] if len(sys.argv) > 1 else "build/regress"
    if len(sys.argv) > 2 or out.startswith("-"):
        print("usage: regress_report.py [OUT]", file=sys.stderr)
        return 2
    try:
        write(out)
    except (Problem, OSError, KeyError) as error:
        print(f"regress_report.py: {error}", file=sys.stderr)
        return 2
    print(f"{out}/report.html")
    return 0


if __name__ == "__main__":
    sys.exit(main())
