# SPDX-License-Identifier: Apache-2.0
"""Tables of the rates and of comparisons, for a terminal and for documents: made of lines of the history."""

from util.problem import Problem
from util.tables import markdown, table

STIMULI = ("random", "program")
RATES_HEAD = ["configuration", "stimulus", "pins", "unchecked", "lockstep", "lockstep / unchecked", "lockstep / pins",
              "lockstep, wall clock", "model, operations"]
COMPARE_HEAD = ["configuration", "lockstep", "was", "best", "median", "best, wall clock",
                "median, wall clock", "records"]


def thousands(rate):
    return f"{rate / 1000:,.0f} k"


def rates_rows(line):
    """A row for each stimulus. Medians; processor time but where it says wall clock, which a loaded machine has not."""
    rows = []
    for stimulus in STIMULI:
        rates = line[stimulus]
        wall = "loaded" if line["loaded"] else thousands(rates["lockstep"]["wall"]["median"])
        rows.append([line["config"], stimulus, *(thousands(rates[kind]["cpu"]["median"])
                                                 for kind in ("pins", "unchecked", "lockstep")),
                     f"{rates['lockstep_unchecked']['cpu']:.2f}", f"{rates['lockstep_pins']['cpu']:.2f}", wall,
                     thousands(line["model_operations"]["cpu"]["median"])])
    return rows


def compare_row(line):
    if "missing" in line:
        return [line["config"], *[""] * 6, f"not in {line['against']}"]
    ratio = line["ratio"]
    wall = ["loaded"] * 2 if line["loaded"] else [f"{ratio['wall'][key]:.2f}" for key in ("best", "median")]
    return [line["config"], *(thousands(line["rates"][side]["cpu"]["best"]) for side in ("this", "other")),
            *(f"{ratio['cpu'][key]:.2f}" for key in ("best", "median")), *wall,
            "same" if line["records_same"] else "differ"]


def newest(lines, kind):
    """The newest line of each configuration, in the order in which they first appear."""
    found = {}
    for line in lines:
        if line.get("kind") == kind:
            found[line["config"]] = line
    return list(found.values())


def commit(line):
    return line["commit"] + (" with changes" if line["dirty"] else "")


def origin(lines):
    """Sentences that say of which commits, machines and tools the lines are."""
    groups = {}
    for line in lines:
        machine = line["machine"]
        against = f" against {line['against']}" if "against" in line else ""
        words = (f"commit {commit(line)}{against}, {machine['cpu']}, {machine['cores']} processors, {line['compiler']}, "
                 f"Verilator {line['verilator']}, {line['date'][:10]}"
                 f"{', on a loaded machine' if line['loaded'] else ''}")
        groups.setdefault(words, []).append(line["config"])
    if len(groups) == 1:
        return [f"{words[:1].upper()}{words[1:]}." for words in groups]
    return [f"{', '.join(names)}: {words}." for words, names in groups.items()]


def rates_table(lines):
    return table([row for line in lines for row in rates_rows(line)], RATES_HEAD)


def compare_table(lines):
    return table([compare_row(line) for line in lines], COMPARE_HEAD)


def document(lines, path):
    """Lines of Markdown: both tables, as far as there is something in them, and where the figures are from."""
    out = []
    rates, compared = newest(lines, "rates"), newest(lines, "compare")
    if rates:
        out += [*markdown([row for line in rates for row in rates_rows(line)], RATES_HEAD), "", *origin(rates)]
    if compared:
        out += [*([""] if out else []), *markdown([compare_row(line) for line in compared], COMPARE_HEAD), "",
                *origin(compared)]
    if not out:
        raise Problem(f"{path}: nothing measured in it")
    return out


BEGIN, END = "<!-- scripts/bench.py --table: begin -->", "<!-- scripts/bench.py --table: end -->"


def replace(text, lines, path):
    """The document with what is between the two marks replaced."""
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise Problem(f"{path}: no lines {BEGIN!r} and {END!r}")
    return "\n".join([before + BEGIN, *lines, END + after])
