#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes OUT/report.html, one file that needs nothing else, of a regression's results.

Reads results.json and coverage.json, the texts in failures/, and rtl_coverage.json (make coverage) if it is there.
regress.py calls it; by itself it makes the page again: regress_report.py [OUT]. Status 0 or 2.
"""

import os
import re
import sys

import pages
from regression import page_coverage
from regression.outcome import headline, totals
from util.problem import Problem, read_json, write_whole
from util.readable import duration, throughput

MAX_TEXTS = 300  # failures whose text is in the page; the others link to it
MAX_TEXT = 20_000  # characters of one text


def verdict(result):
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


# The place of an assertion, which says what it is; bytes of a record; numbers that are no part of a name.
NUMBERS = re.compile(r"(\S+\.sv:\d+)|\b[0-9a-f]{2}(?: [0-9a-f]{2})+\b|\b0x[0-9a-fA-F_]+|\b\d+\b")


def pattern(cause):
    """The cause without its numbers, to count what failed alike."""
    return NUMBERS.sub(lambda found: found[1] or "N", cause)


def alike(failures):
    """Rows of causes, the most frequent first."""
    groups = {}
    for row in failures:
        groups.setdefault(pattern(row["cause"]), []).append(row)
    return [(len(own), name, own[0]["name"]) for name, own in
            sorted(groups.items(), key=lambda item: -len(item[1]))[:30]]


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


def failure(out, row, with_text):
    """The failure with the files that are kept of it."""
    directory = f"{out}/{row['directory']}"
    kept = bool(row["directory"]) and os.path.isdir(directory)
    return {**row, "files": sorted(os.listdir(directory)) if kept else [],
            "text": failure_text(out, row) if with_text and row["directory"] else ""}


def speed(result, config):
    sums = totals(result, config=config)
    return {"config": config, "cycles": sums["cycles"], "seconds": sums["seconds"],
            "rate": throughput(sums["cycles"], sums["seconds"])}


def page(out, result, coverage, rtl):
    sums = totals(result)
    return pages.render(
        "regression.html", "OpenSPU regression", verdict(result), out=out, result=result, sums=sums,
        rate=throughput(sums["cycles"], sums["seconds"]), causes=alike(result["failures"]),
        failures=[failure(out, row, number < MAX_TEXTS) for number, row in enumerate(result["failures"])],
        cells={(row["config"], row["profile"]): row for row in result["matrix"]},
        bins=page_coverage.functional(coverage, result), runs_without=coverage.get("runs_without"),
        rtl=page_coverage.rtl(rtl), injected=[(name, f"{count:,}") for name, count in result["injected"].items()],
        speeds=[speed(result, config) for config in result["configs"]], about=about(result))


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
