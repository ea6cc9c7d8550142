#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Reports what a regression with coverage (make coverage) did not cover: functional bins first, then the RTL.

Reads DIR/coverage.json (functional, merged by regress.py) and DIR/rtl/ (the counts of the Verilated units), prints
the uncovered points and bins, then a table. Status 0: every bin is hit, lines and branches reach the bound, and no
exclusion is stale. 1: not. 2: wrong use or no data. """

import argparse
import glob
import json
import os
import sys

import coverage_data as data
from regression import rtl_counts
from util.problem import Problem

BOUND = 99.0  # per cent of lines, and of branches, of the RTL


def percent(pair):
    return 100.0 * pair[0] / pair[1] if pair[1] else 100.0


def gather(arguments):
    """The settled coverage of every unit, added up; and the RTL's text by file name."""
    sources = {}
    for path in glob.glob(f"{arguments.rtl}/*.sv"):
        with open(path, encoding="utf-8") as file:
            sources[os.path.basename(path)] = file.read()
    raw = data.Coverage()
    for points, counts in rtl_counts.merged(f"{arguments.directory}/rtl"):
        data.add(raw, data.read_points(points, counts))
    if not raw.counts:
        raise Problem(f"{arguments.directory}: no coverage data: run make coverage")
    unknown = sorted({point.file for point in raw.counts} - sources.keys())
    if unknown:
        raise Problem(f"{unknown[0]}: counted, but not in {arguments.rtl}")
    return data.settle(raw, data.read_marks(arguments.marks), sources), sources


def read_bins(path):
    """[(configuration, bin)] of the functional coverage."""
    try:
        with open(path, encoding="utf-8") as file:
            return [(entry["config"], entry) for entry in json.load(file)["bins"]]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise Problem(f"{path}: no functional coverage ({error})") from None


def print_bins(bins):
    missing = [(config, entry) for config, entry in bins if entry["hits"] == 0]
    for config, entry in missing:
        print(f"not hit: {entry['block']}.{entry['name']} ({entry['requirement']}) in {config}: {entry['meaning']}")
    print(f"functional bins: {len(bins) - len(missing)} of {len(bins)} hit, over all configurations")
    return not missing


def print_rtl(left, sources):
    missing = sorted(point for point, count in left.counts.items() if count == 0 and point.kind != "toggle")
    for point in missing:
        text = sources[point.file].splitlines()[point.line - 1].strip()
        print(f"not covered: rtl/{point.file}:{point.line}: {point.what}: {text}")
    table = {name: data.totals(left, name) for name in sorted({point.file for point in left.counts})}
    print(f"{'file':<22} {'lines':>15} {'branches':>15} {'toggles':>17}")
    whole = {kind: [sum(row[kind][i] for row in table.values()) for i in (0, 1)]
             for kind in ("line", "branch", "toggle")}
    for name, row in [*table.items(), ("all", whole)]:
        print(f"{name:<22} " + " ".join(f"{percent(row[kind]):6.1f} % of {row[kind][1]:>5}" for kind in row))
    return whole


def main():
    parser = argparse.ArgumentParser(description="What a regression left uncovered.")
    parser.add_argument("directory", metavar="DIR", help="of the regression")
    parser.add_argument("--rtl", default="rtl", metavar="DIR", help="default: %(default)s")
    parser.add_argument("--marks", required=True, metavar="FILE", help="markers.json of coverage_rtl.py")
    parser.add_argument("--exclusions", default="scripts/coverage_exclusions.toml", metavar="FILE",
                        help="default: %(default)s")
    arguments = parser.parse_args()
    try:
        coverage, sources = gather(arguments)
        exclusions = data.read_exclusions(arguments.exclusions)
        bins = read_bins(f"{arguments.directory}/coverage.json")
    except (Problem, ValueError) as error:
        print(f"coverage.py: {error}", file=sys.stderr)
        return 2
    left, excluded, complaints = data.exclude(coverage, exclusions, sources)
    good = print_bins(bins)
    whole = print_rtl(left, sources)
    for complaint in complaints:
        print(f"exclusion: {complaint}")
    print(f"{len(excluded)} points excluded, by {len(exclusions)} entries of {arguments.exclusions}")
    reached = all(percent(whole[kind]) >= BOUND for kind in ("line", "branch"))
    if not reached:
        print(f"lines or branches below {BOUND} %")
    return 0 if good and reached and not complaints else 1


if __name__ == "__main__":
    sys.exit(main())
