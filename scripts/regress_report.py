#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes OUT/report.html, a single, self-contained file, from a regression's results.

Reads results.json and coverage.json, and the texts in failures/. regress.py calls it; regress_report.py [OUT] makes the
page again. Status 0 or 2.
"""

import os
import re
import sys

import pages
from facts import blocks
from regression.outcome import headline, totals
from util.problem import Problem, read_json, write_whole
from util.readable import duration, throughput

MAX_TEXTS = 300  # failures whose text is in the page; the others link to it
MAX_TEXT = 20_000  # characters of one text


def outcome(result):
    if result["failed"]:
        return "bad", f"{result['failed']} of {result['runs']} runs failed"
    if result["passed"] < result["runs"] or not result["runs"]:
        return "warn", f"incomplete: {result['passed']} of {result['runs']} runs passed, the others were not run"
    return "good", f"all {result['runs']} runs passed"


def about(result):
    first, last = result["seeds"]
    rows = [("date", result["date"]),
            ("duration", f"{duration(result['seconds'])}, runs took {duration(result['run_seconds'])} together"
             + (f"; {result['reused']} runs had finished before" if result["reused"] else "")),
            ("commit", result["commit"]), ("seeds", f"{first} to {last}"),
            ("random runs", f"{result['cycles']:,} cycles each"), ("engine", result["engine"]),
            ("result", headline(result))]
    return rows + [(path, f"SHA-256 {digest}") for path, digest in sorted(result["files"].items())]


# The place of an assertion, which is kept; bytes of a record; numbers that are not part of a name.
NUMBERS = re.compile(r"(\S+\.sv:\d+)|\b[0-9a-f]{2}(?: [0-9a-f]{2})+\b|\b0x[0-9a-fA-F_]+|\b\d+\b")


def pattern(cause):
    """The cause without its numbers, to count similar failures."""
    return NUMBERS.sub(lambda found: found[1] or "N", cause)


def alike(failures):
    """Rows of causes, the most frequent first."""
    groups = {}
    for row in failures:
        groups.setdefault(pattern(row["cause"]), []).append(row)
    return [(len(own), name, own[0]["name"]) for name, own in
            sorted(groups.items(), key=lambda item: -len(item[1]))[:30]]


def failure(out, row, with_text):
    """The failure with its files, and the simulator's report of the mismatch or its output."""
    directory = f"{out}/{row['directory']}"
    files = sorted(os.listdir(directory)) if row["directory"] and os.path.isdir(directory) else []
    text = ""
    for name in ("mismatch.txt", "log.txt"):
        if with_text and name in files and not text.strip():
            with open(f"{directory}/{name}", encoding="utf-8", errors="replace") as file:
                text = file.read(MAX_TEXT + 1)
    cut = "\n(the rest is in the file)" if len(text) > MAX_TEXT else ""
    return {**row, "files": files, "text": text[:MAX_TEXT] + cut}


def in_order(bins):
    """{(block, requirement, name, meaning): {configuration: hits}}: blocks in the order of their list, then others."""
    names = blocks.load(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")).names()
    merged = {}
    for entry in bins:
        key = (entry["block"], entry["requirement"], entry["name"], entry["meaning"])
        merged.setdefault(key, {})[entry["config"]] = entry["hits"]
    return dict(sorted(merged.items(), key=lambda item: (
        names.index(item[0][0]) if item[0][0] in names else len(names), item[0][0], item[0][2])))


def hit_of(counts):
    """How many were hit, of how many."""
    return sum(count > 0 for count in counts), len(counts)


def functional(bins, configs):
    """The sections on functional coverage, or None if the runs measured none."""
    if not bins:
        return None
    hit, total = hit_of([entry["hits"] for entry in bins])
    missing, rows, shares = [], [], {}
    for key, hits in in_order(bins).items():
        lacking = [config for config, count in hits.items() if count == 0]
        every = len(lacking) == len(hits) and len(configs) > 1
        words = ", ".join(lacking)
        missing += [(*key, f"everywhere ({words})" if every else words)] if lacking else []
        rows.append((*key, *[f"{hits[config]:,}" if config in hits else "-" for config in configs]))
        for config, count in hits.items():
            shares.setdefault(key[0], {}).setdefault(config, []).append(count)
    return {"hit": hit, "total": total, "missing": missing, "all": rows,
            "blocks": [(name, hit_of(sum(own.values(), [])), [hit_of(own.get(config, [])) for config in configs])
                       for name, own in shares.items()]}


def speed(result, config):
    sums = totals(result, config=config)
    return {"config": config, "cycles": sums["cycles"], "seconds": sums["seconds"],
            "rate": throughput(sums["cycles"], sums["seconds"])}


def page(out, result, coverage):
    sums = totals(result)
    return pages.render(
        "regression.html", "OpenSPU regression", outcome(result), out=out, result=result, sums=sums,
        rate=throughput(sums["cycles"], sums["seconds"]), causes=alike(result["failures"]),
        failures=[failure(out, row, number < MAX_TEXTS) for number, row in enumerate(result["failures"])],
        cells={(row["config"], row["profile"]): row for row in result["matrix"]},
        bins=functional(coverage["bins"], result["configs"]), runs_without=coverage["runs_without"],
        injected=[(name, f"{count:,}") for name, count in result["injected"].items()],
        speeds=[speed(result, config) for config in result["configs"]], about=about(result))


def write(out):
    """Makes the page."""
    result = read_json(f"{out}/results.json")
    coverage = read_json(f"{out}/coverage.json")
    if not isinstance(result, dict) or not isinstance(coverage, dict):
        raise Problem(f"{out}: no results of a regression (results.json, coverage.json)")
    write_whole(f"{out}/report.html", page(out, result, coverage))


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
