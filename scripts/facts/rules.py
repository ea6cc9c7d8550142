# SPDX-License-Identifier: Apache-2.0
"""Where the unit meets each rule of chapters D17 and D18 of the Arm ARM, docs/rules.toml, and what is made from it.

  docs/verification.md  the table between its marks; committed

load() reads the table, and refuses one that leaves a rule without an answer. unknown_names() says what it names and the
tree does not have: requirements, tests of them, assertions, fields of the configuration, features that are missing.
What the manual has, and the table must have, is a test's to know (tb/test/tools/rules_test.py).
"""

import collections
import dataclasses
import re

from facts import common, configuration_table, requirements
from facts.common import FactError

TABLE = "docs/rules.toml"
DOCUMENT = requirements.DOCUMENT
MISSING = "## What is not there"  # the section of the document that lists features which the unit does not have
NEEDED = {"about": str}
# The kinds of answers, of which a rule has one.
ANSWERS = {"requirements": list, "choice": list, "pe": str, "software": str, "absent": list}
OPTIONAL = {"tests": list, "less": str, "note": str, **ANSWERS}
TITLES = {"requirements": "the unit, by a requirement", "choice": "the unit, which had a choice",
          "pe": "the PE around the unit", "software": "software, or information", "absent": "a feature that is missing"}
KINDS = {"R": "rules", "I": "information", "D": "definitions", "": "without identifier"}
IDENTIFIER = re.compile(r"[DIR][B-DF-HJ-NP-TV-Z]{5}")  # as the manual prints them, without its subscripts
SECTION = re.compile(r"D1[78](?:\.[1-9]\d*)+")
LONGEST = 100  # characters of `about`
INFORMATION = "information: "  # begins what `software` says of a rule that asks nothing of anybody


@dataclasses.dataclass
class Rule:
    """A rule of the table (its head says what each field means), and the line at which it begins."""

    section: str
    about: str
    line: int
    id: str = ""
    part: str = ""
    requirements: list = dataclasses.field(default_factory=list)
    choice: list = dataclasses.field(default_factory=list)
    pe: str = ""
    software: str = ""
    absent: list = dataclasses.field(default_factory=list)
    tests: list = dataclasses.field(default_factory=list)
    less: str = ""
    note: str = ""

    @property
    def name(self):
        """What it is called where it stands: an identifier, a part of a section, or a section."""
        return self.id or " ".join(filter(None, (self.section, self.part)))

    @property
    def answer(self):
        """The kind of its answer."""
        return next(kind for kind in ANSWERS if getattr(self, kind))


@dataclasses.dataclass
class Rules:
    """The table: where it is, its text, identifiers that the chapters mention and others have, rules in order."""

    path: str
    text: str
    elsewhere: list
    rows: list

    def error(self, row, cause, name=None):
        """What is wrong with a rule, at the line in which it has this name."""
        line = row.line if name is None else common.line_of(self.text, f'"{name}"', row.line)
        return FactError(self.path, line, f"{row.name}: {cause}")


def numbers(section):
    """What sections are in the order of."""
    return [int(number) for number in section[1:].split(".")]


def load(path=TABLE):
    """The table. Raises FactError at the first thing that is wrong with it, whatever the tree has."""
    table, text = common.load(path)
    rules = Rules(path, text, table.pop("elsewhere", []), [])
    seen, before = set(rules.elsewhere), [0]
    for key, entry in table.items():
        line = common.line_of(text, f'["{key}"]')
        section, _, name = key.partition(" ")
        if not isinstance(entry, dict):
            raise FactError(path, common.line_of(text, key), f"unknown field {key}")
        try:
            common.check_fields(path, line, entry, NEEDED, OPTIONAL)
        except FactError as error:
            raise FactError(path, line, f"{name or section}: {error.cause}") from None
        identified = IDENTIFIER.fullmatch(name)
        if not identified and re.fullmatch(r"[A-Z_]+", name):
            raise FactError(path, line, f"{name}: {name} is no identifier")
        row = Rule(section, line=line, id=name if identified else "", part="" if identified else name, **entry)
        check(rules, row)
        if row.name in seen:
            raise rules.error(row, "it is there twice")
        if numbers(row.section) < before:
            raise rules.error(row, "not in the order of the sections")
        seen.add(row.name)
        before = numbers(row.section)
        rules.rows.append(row)
    if not rules.rows:
        raise FactError(path, 1, "no rule")
    return rules


def check(rules, row):
    """Raises FactError if a rule is wrong by itself."""
    if not SECTION.fullmatch(row.section):
        raise rules.error(row, f"{row.section} is no section of D17 or D18")
    if len(row.about) > LONGEST:
        raise rules.error(row, f"about has more than {LONGEST} characters")
    for words in (row.part, row.about, row.pe, row.software, row.less, row.note):
        if words and not requirements.plain(words):
            raise rules.error(row, f"`{words}` is no plain string in Markdown")
    answers = [kind for kind in ANSWERS if getattr(row, kind)]
    if len(answers) != 1:
        raise rules.error(row, f"answered by {' and '.join(answers)}" if answers else "no answer")
    if row.tests and row.answer not in ("requirements", "choice"):
        raise rules.error(row, f"tests of what {row.answer} answers")
    if row.less and row.answer in ("software", "absent"):
        raise rules.error(row, f"less of what {row.answer} answers")
    for field in ("requirements", "choice", "absent", "tests"):
        names = getattr(row, field)
        if len(set(names)) != len(names):
            raise rules.error(row, f"{field} has a name twice")


# ---------------------------------------------------------------------------------------------------------
# Does what the table names exist?


def no_test(row, name, required):
    """Why a test does not show that a rule is met, or None. It is an assertion of the RTL, `file.sv:name_A`, a
    scenario, or a unit test; what is done with a block by itself must be of a requirement that answers."""
    if name.endswith("_A"):
        return requirements.no_name("rtl", name)
    kind = name.partition(":")[0]
    if kind not in requirements.CHECKS and name not in requirements.RUNS:
        return requirements.no_test(row, name)
    owners = [identifier for identifier in row.requirements + row.choice if identifier in required]
    if any(name in required[owner].tests for owner in owners):
        return None
    return f"{name} is no test of {' '.join(owners) or 'a requirement'}"


def unknown_names(rules, required, fields, missing):
    """A FactError for each name that the tree does not have. `required`: {ID: requirement}; `fields`: of the
    configuration; `missing`: the text that lists missing features."""
    found = []
    for row in rules.rows:
        found += [(row, name, f"no requirement {name}") for name in row.requirements if name not in required]
        found += [(row, name, f"{name} is neither a requirement nor a field of the configuration")
                  for name in row.choice if name not in required and name not in fields]
        found += [(row, name, f"{DOCUMENT} does not say that {name} is missing")
                  for name in row.absent if not re.search(rf"\b{re.escape(name)}\b", missing)]
        found += [(row, name, no_test(row, name, required)) for name in row.tests]
    return [rules.error(row, cause, name) for row, name, cause in found if cause]


# ---------------------------------------------------------------------------------------------------------
# What is made


def answer_cell(row, required, letters):
    """What a rule's cell of the table says: who meets it, what shows that, and the note."""
    def linked(name):
        if name not in required:
            return f"`{name}`"
        return f"[{name}](#{requirements.anchor(name[0], letters[name[0]])})"
    what = {"requirements": lambda: ", ".join(map(linked, row.requirements)),
            "choice": lambda: f"choice: {', '.join(map(linked, row.choice))}",
            "pe": lambda: f"PE: {row.pe}",
            "software": lambda: row.software if row.software.startswith(INFORMATION) else f"software: {row.software}",
            "absent": lambda: f"absent: {', '.join(row.absent)}"}[row.answer]()
    tests = f" ({' '.join(f'`{name}`' for name in row.tests)})" if row.tests else ""
    less = f"; **in part**: {row.less}" if row.less else ""
    return what + tests + less + (f"; {row.note}" if row.note else "")


def summary(rules):
    """Lines of the table that counts, and which rules are met in part."""
    counts = collections.Counter((row.answer, row.id[:1]) for row in rules.rows)
    lines = ["| met by | " + " | ".join(KINDS.values()) + " | all |", "| --- |" + " --- |" * (len(KINDS) + 1)]
    for answer, title in TITLES.items():
        cells = [counts[answer, kind] for kind in KINDS]
        lines.append(f"| {title} | " + " | ".join(map(str, [*cells, sum(cells)])) + " |")
    cells = [sum(counts[answer, kind] for answer in ANSWERS) for kind in KINDS]
    lines.append("| all | " + " | ".join(map(str, [*cells, sum(cells)])) + " |")
    less = [row.name for row in rules.rows if row.less]
    return [*lines, "", f"Met in part: {'; '.join(less)}." if less else "None is met in part."]


def document_text(rules, table, text):
    """The document with the counts and a table of rules for each chapter between its marks."""
    required = {row.id: row for row in table.rows}
    lines = ["", *summary(rules)]
    for chapter in sorted({row.section.split(".")[0] for row in rules.rows}):
        lines += ["", f"### Rules of {chapter}", "", "| section | rule | about | met by |", "| --- | --- | --- | --- |"]
        lines += [f"| {row.section} | {row.id or row.part or '-'} | {row.about} | "
                  f"{answer_cell(row, required, table.letters)} |"
                  for row in rules.rows if row.section.split(".")[0] == chapter]
    return common.in_document(DOCUMENT, text, TABLE, [*lines, ""])


def committed(made):
    """{path: text} of what is in the tree; `made` has what other tables make."""
    rules, table = load(), requirements.load()
    text = made.get(DOCUMENT) or common.read(DOCUMENT)
    fields = {field.name for field in configuration_table.load().fields}
    missing = text.partition(f"\n{MISSING}\n")[2].partition("\n## ")[0]
    for error in unknown_names(rules, {row.id: row for row in table.rows}, fields, missing):
        raise error
    return {DOCUMENT: document_text(rules, table, text)}
