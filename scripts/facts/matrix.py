# SPDX-License-Identifier: Apache-2.0
"""build/docs/matrix.md: the RTL, model, tests, mutants and proofs of each requirement, how each rule of chapters D17
and D18 of the Arm ARM is met, and the proofs."""

import collections
import re

from facts import common, requirements, rules

INFORMATION = "information: "  # prefix of `software` in a rule that requires nothing
TITLES = {"met": "the unit, by a requirement", "choice": "the unit, which had a choice",
          "pe": "the PE around the unit", "software": "software, or information"}
KINDS = {"R": "rules", "I": "information", "D": "definitions", "": "without identifier"}
HEAD = """\
# Requirements and rules

Made by scripts/generate.py from docs/requirements.toml and docs/rules.toml.

*Tests* are `file:name`; `directed:name` is a scenario; `exhaustive:name` and `vectors:name` are the runs of make
exhaustive and make vectors on one combinational block. The source of each test, mutant and proof names its
requirements and rules (scripts/facts/tags.py). A *rule* is a statement of the manual with an identifier (R: a rule, I:
information, D: a definition) or without one. It is met by requirements; by a choice, which is a requirement or a field
of the configuration; by the PE around the unit; or by software. *In part* says which part is not met.
"""


def cell(names):
    return " ".join(f"`{name}`" for name in names) or "-"


def anchor(letter, title):
    """The anchor of a letter's section."""
    words = re.sub(r"[^\w\- ]", "", f"{letter}. {title}".lower())
    return words.replace(" ", "-")


def of_requirements(table):
    """A table of sentences, and a table of RTL, model and evidence for each letter."""
    letters = table.letters
    lines = ["## Requirements", "", "| ID | requirement | source |", "| --- | --- | --- |"]
    lines += [f"| [{row.id}](#{anchor(row.id[0], letters[row.id[0]])}) | {row.sentence} | {row.source} |"
              for row in table.rows]
    without = [row.id for row in table.rows if row.bins == "none"]
    lines += ["", f"Functional coverage has no bins of {', '.join(without)}."]
    for letter, title in letters.items():
        lines += ["", f"### {letter}. {title}", "", "| ID | RTL | model | tests | mutants | proofs |",
                  "| --- | --- | --- | --- | --- | --- |"]
        for row in [row for row in table.rows if row.id[0] == letter]:
            lists = [row.rtl, row.model, *(row.shown_by(kind) for kind in ("tests", "mutants", "proofs"))]
            lines.append(f"| {row.id} | {' | '.join(map(cell, lists))} |")
    return lines


def answer_cell(row, letters):
    """A rule's cell of the table: what meets it, the evidence, and the note."""
    def linked(name):
        if name[0] in letters and name[1:].isdigit():
            return f"[{name}](#{anchor(name[0], letters[name[0]])})"
        return f"`{name}`"
    what = {"met": lambda: ", ".join(map(linked, row.met)),
            "choice": lambda: f"choice: {', '.join(map(linked, row.choice))}",
            "pe": lambda: f"PE: {row.pe}",
            "software": lambda: row.software if row.software.startswith(INFORMATION) else f"software: {row.software}",
            }[row.answer]()
    shown = row.tests + row.assertions
    tests = f" ({cell(shown)})" if shown else ""
    less = f"; **in part**: {row.less}" if row.less else ""
    text = what + tests + less + (f"; {row.note}" if row.note else "")
    # Links in the table of rules are relative to docs/.
    return re.sub(r"\]\((?=[\w-]+\.md)", "](../../docs/", text)


def summary(rows):
    """Lines of the table that counts the rules, and a list of those that are met in part."""
    counts = collections.Counter((row.answer, row.id[:1]) for row in rows)
    lines = ["| met by | " + " | ".join(KINDS.values()) + " | all |", "| --- |" + " --- |" * (len(KINDS) + 1)]
    for answers, title in [*(([answer], title) for answer, title in TITLES.items()), (list(TITLES), "all")]:
        cells = [sum(counts[answer, kind] for answer in answers) for kind in KINDS]
        lines.append(f"| {title} | " + " | ".join(map(str, [*cells, sum(cells)])) + " |")
    less = [row.name for row in rows if row.less]
    return [*lines, "", f"Met in part: {'; '.join(less)}." if less else "None is met in part."]


def of_rules(rows, letters):
    """The counts, and a table of rules for each chapter."""
    lines = ["", "## Rules of the architecture", "", *summary(rows)]
    for chapter in sorted({row.section.split(".")[0] for row in rows}):
        lines += ["", f"### Rules of {chapter}", "", "| section | rule | about | met by |", "| --- | --- | --- | --- |"]
        lines += [f"| {row.section} | {row.id or row.part or '-'} | {row.about} | {answer_cell(row, letters)} |"
                  for row in rows if row.section.split(".")[0] == chapter]
    return lines


def of_proofs():
    lines = ["", "## Proofs", "", "| proof | says | configurations | method |", "| --- | --- | --- | --- |"]
    table = common.load(requirements.PROOFS)[0]
    del table["sets"]
    return lines + [f"| `{name}` | {row['what']} | {' '.join(row['configs'])} | {row['method']} {row['depth']} |"
                    for name, row in table.items()]


def text():
    table = requirements.load()
    return "\n".join([HEAD, *of_requirements(table), *of_rules(rules.load().rows, table.letters), *of_proofs(), ""])
