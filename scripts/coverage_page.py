# SPDX-License-Identifier: Apache-2.0
"""The coverage page, of which what is missing comes first."""

import collections

import coverage_data as data
import pages
from util.problem import write_whole


def bins_of(bins):
    """Functional coverage: what is missing, and each block with its bins."""
    missing = [(f"{entry['block']}.{entry['name']}", entry["requirement"], config, entry["meaning"])
               for config, entry in bins if entry["hits"] == 0]
    blocks = {}
    for config, entry in bins:
        block = blocks.setdefault(entry["block"], {"name": entry["block"], "hit": 0, "total": 0, "names": {}})
        block["hit"] += entry["hits"] > 0
        block["total"] += 1
        block["names"].setdefault(entry["name"], (entry, []))[1].append(f"{config} {entry['hits']}")
    for block in blocks.values():
        block["bins"] = [(name, entry["requirement"], entry["meaning"], ", ".join(hits))
                        for name, (entry, hits) in block["names"].items()]
    return {"hit": len(bins) - len(missing), "total": len(bins), "missing": missing, "blocks": list(blocks.values())}


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


def write(path, bins, left, excluded, files, whole, sources):
    """Writes the page as a whole or not at all."""
    functional, missing = bins_of(bins), missing_of(left, sources)
    words = f"{len(functional['missing'])} bins not hit, {len(missing)} lines or branches not executed"
    verdict = ("warn", words) if functional["missing"] or missing else ("good", "everything was covered")
    write_whole(path, pages.render(
        "coverage.html", "OpenSPU coverage", verdict, bins=functional, missing=missing,
        files=[*files.items(), ("all", whole)], excluded=excluded_of(excluded),
        sources=[source_of(name, sources[name], left, excluded) for name in files]))
