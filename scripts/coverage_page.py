# SPDX-License-Identifier: Apache-2.0
"""The page of the coverage of the RTL, of which what is missing comes first."""

import collections

import coverage_data as data
import pages
from util.problem import write_whole


def missing_of(left, sources):
    missing = sorted(point for point, count in left.counts.items() if count == 0 and point.kind != "toggle")
    return [(f"{point.file}:{point.line}", point.what, sources[point.file].splitlines()[point.line - 1].strip())
            for point in missing]


def excluded_of(excluded):
    rows = collections.Counter((entry.file, entry.source, entry.kind, entry.reason) for entry in excluded.values())
    return [(file, source, kind, count, reason) for (file, source, kind, reason), count in sorted(rows.items())]


def source_of(name, text, left, excluded):
    """The lines, each with how often it was executed."""
    counts = data.line_counts(left, name)
    ways = {point.line for point, count in left.counts.items()
            if point.file == name and point.kind == "branch" and count == 0}
    out = {point.line for point in excluded if point.file == name and point.kind != "toggle"}
    lines = []
    for number, line in enumerate(text.splitlines(), 1):
        count = counts.get(number)
        look = ("bad" if number in ways or count == 0 else "good" if count else "out" if number in out else "")
        lines.append({"look": look, "count": "" if count is None else str(count), "text": line})
    return {"name": name, "lines": lines}


def write(path, left, excluded, files, whole, sources):
    """Writes the page as a whole or not at all."""
    missing = missing_of(left, sources)
    verdict = (("warn", f"{len(missing)} lines or branches not executed") if missing
               else ("good", "every line and branch was executed"))
    write_whole(path, pages.render(
        "coverage.html", "OpenSPU coverage of the RTL", verdict, missing=missing,
        files=[*files.items(), ("all", whole)], excluded=excluded_of(excluded),
        sources=[source_of(name, sources[name], left, excluded) for name in files]))
