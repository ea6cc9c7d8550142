# SPDX-License-Identifier: Apache-2.0
"""Coverage of the RTL: reads the counts of Verilated units, and the exclusions.

A point is something that Verilator counts: a block, a direction of a branch, a bit that toggles. Points of all
configurations are added up: a branch is covered if any configuration took it, because a configuration folds away what
it cannot do.
"""

import collections
import dataclasses
import json
import re
import tomllib

from util.problem import Problem

KINDS = {"v_line": "line", "v_branch": "branch", "v_toggle": "toggle"}


@dataclasses.dataclass(frozen=True, order=True)
class Point:
    """A point. `what` is block, case, if, else, or the bit that toggles."""

    file: str
    line: int
    column: int
    kind: str
    what: str


@dataclasses.dataclass
class Coverage:
    """Counts of points, and the source lines of each."""

    counts: dict = dataclasses.field(default_factory=collections.Counter)
    lines: dict = dataclasses.field(default_factory=dict)


def line_set(text):
    """{113, 114, 116} of `113-114,116`."""
    lines = set()
    for part in filter(None, text.split(",")):
        first, _, last = part.partition("-")
        lines.update(range(int(first), int(last or first) + 1))
    return lines


def read_points(points, counts):
    """Coverage as Verilator writes it, with the count of each point, including the marks."""
    coverage = Coverage()
    try:
        for text, count in zip(points, counts):
            fields = dict(part.split("\x02", 1) for part in text[3:-1].split("\x01") if part)
            kind = KINDS.get(fields["page"].split("/")[0])
            name = fields["f"].rpartition("/")[2]
            if kind is None or name in ("tb_top.sv", "axi_write_rules.sv"):
                continue
            point = Point(name, int(fields["l"]), int(fields["n"]), kind, fields["o"])
            coverage.counts[point] += count
            coverage.lines[point] = line_set(fields.get("S", ""))
    except (ValueError, KeyError) as error:
        raise Problem(f"no coverage data from Verilator ({error})") from None
    return coverage


def read_marks(path):
    """{file: {(line, column)}} of markers.json."""
    try:
        with open(path, encoding="utf-8") as file:
            return {name: {tuple(mark) for mark in marks} for name, marks in json.load(file).items()}
    except (OSError, ValueError) as error:
        raise Problem(f"{path}: {error}") from None


def functions(text):
    """[(first line, last line)] of the functions in a source text."""
    ranges, first = [], None
    for number, line in enumerate(text.splitlines(), 1):
        code = line.split("//")[0]
        if re.search(r"\bfunction\b", code):
            first = number
        if re.search(r"\bendfunction\b", code) and first is not None:
            ranges.append((first, number))
            first = None
    return ranges


def settle(coverage, marks, sources):
    """Adds the marks' counts to the blocks that contain them, and removes the marks."""
    result = Coverage(collections.Counter(), {})
    taken = collections.Counter()  # (file, line): how often its return was executed
    for point, count in coverage.counts.items():
        if point.kind == "branch" and (point.line, point.column) in marks.get(point.file, ()):
            taken[point.file, point.line] += count
        elif point.kind == "branch" and (point.line, point.column - 1) in marks.get(point.file, ()):
            continue  # the mark's other direction, which is never taken
        else:
            result.counts[point] = count
            result.lines[point] = coverage.lines[point]
    for point in result.counts:
        if point.kind != "toggle":
            result.counts[point] += sum(taken[point.file, line] for line in result.lines[point])
    # A function that only returns from inner blocks was executed if any of them was.
    for name, text in sources.items():
        for first, last in functions(text):
            inside = [point for point in result.counts
                      if point.file == name and first <= point.line <= last and point.kind != "toggle"]
            total = sum(result.counts[point] for point in inside)
            for point in inside:
                if point.what == "block" and point.line == first:
                    result.counts[point] += total
    return result


def add(into, other):
    into.counts.update(other.counts)
    for point, lines in other.lines.items():
        into.lines.setdefault(point, set()).update(lines)


@dataclasses.dataclass
class Exclusion:
    """Points that need not be covered: those of `kind` on the lines of `file` that contain `source`; `what` (`if`,
    `else`) and `function` (a part of the function's head) narrow it down."""

    file: str
    kind: str
    source: str
    reason: str
    what: str = ""
    function: str = ""

    def covers(self, point, text):
        lines = text.splitlines()
        if (point.file, point.kind) != (self.file, self.kind) or self.source not in lines[point.line - 1]:
            return False
        inside = not self.function or any(first <= point.line <= last and self.function in lines[first - 1]
                                          for first, last in functions(text))
        return inside and self.what in ("", point.what)


def read_exclusions(path):
    try:
        with open(path, "rb") as file:
            groups = tomllib.load(file)["excluded"]
        exclusions = [Exclusion(reason=group["reason"], **point) for group in groups for point in group["points"]]
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise Problem(f"{path}: {error}") from None
    for exclusion in exclusions:
        if exclusion.kind not in KINDS.values() or not exclusion.reason:
            raise Problem(f"{path}: {exclusion.file}: `{exclusion.source}`: bad kind or no reason")
    return exclusions


def exclude(coverage, exclusions, sources):
    """(points left, points excluded, complaints about exclusions that match nothing or a covered point)."""
    left, out, complaints = Coverage(collections.Counter(), {}), {}, []
    used = collections.Counter()
    for point, count in coverage.counts.items():
        found = next((entry for entry in exclusions if entry.covers(point, sources[point.file])), None)
        if found is None:
            left.counts[point] = count
            left.lines[point] = coverage.lines[point]
            continue
        used[id(found)] += 1
        out[point] = found
        if count > 0:
            complaints.append(f"{point.file}:{point.line}: {point.kind} {point.what} is excluded ({found.reason}), "
                              "but was covered")
    complaints += [f"{entry.file}: exclusion of `{entry.source}` matches nothing" for entry in exclusions
                   if not used[id(entry)]]
    return left, out, complaints


def line_counts(coverage, name):
    """{line: count} of one file: a line has the count of the blocks that it belongs to."""
    counts = {}
    for point, count in coverage.counts.items():
        if point.file == name and point.kind != "toggle":
            for line in coverage.lines[point] | ({point.line} if point.kind == "line" else set()):
                counts[line] = max(counts.get(line, 0), count)
    return counts


def totals(coverage, name):
    """{kind: [covered, all]} of one file."""
    lines = line_counts(coverage, name)
    result = {"line": [sum(count > 0 for count in lines.values()), len(lines)]}
    for kind in ("branch", "toggle"):
        # Blocks of `case` items are also branches: the directions of the `case`.
        own = [count for point, count in coverage.counts.items() if point.file == name
               and (point.kind == kind or (kind == "branch" and point.kind == "line" and point.what == "case"))]
        result[kind] = [sum(count > 0 for count in own), len(own)]
    return result
