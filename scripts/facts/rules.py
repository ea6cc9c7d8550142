# SPDX-License-Identifier: Apache-2.0
"""How each rule of chapters D17 and D18 of the Arm ARM is met, docs/rules.toml; matrix.py makes a table of it.

load() reads the table, and refuses one that leaves a rule without an answer. wrong_names() reports requirements,
assertions and configuration fields that the table names but that do not exist, and tests that are not evidence of a
rule. The tests of a rule are those that name it (tags.py). scripts/test/rules_test.py checks that the table has every
rule of the manual.
"""

import dataclasses
import re

from facts import common, configuration_table, requirements, tags
from facts.common import FactError

TABLE = "docs/rules.toml"
NEEDED = {"about": str}
# The kinds of answers. A rule has exactly one.
ANSWERS = {"met": str, "choice": str, "pe": str, "software": str}
OPTIONAL = {"assertions": str, "less": str, "note": str, **ANSWERS}
NAMES = ("met", "choice", "assertions")  # fields that are lists of names, separated by commas
IDENTIFIER = re.compile(tags.IDENTIFIER)
SECTION = re.compile(r"D1[78](?:\.[1-9]\d*)+")
LONGEST = 100  # characters of `about`
WIDE = ("lockstep_test.py:test_random", "lockstep_test.py:test_program")  # evidence only through a requirement


@dataclasses.dataclass
class Rule:
    """A rule of the table (whose head describes the fields), and the line at which it begins."""

    section: str
    about: str
    line: int
    id: str = ""
    part: str = ""
    met: list = dataclasses.field(default_factory=list)
    choice: list = dataclasses.field(default_factory=list)
    pe: str = ""
    software: str = ""
    assertions: list = dataclasses.field(default_factory=list)
    less: str = ""
    note: str = ""

    @property
    def name(self):
        """Its name in the table: an identifier, a part of a section, or a section."""
        return self.id or " ".join(filter(None, (self.section, self.part)))

    @property
    def answer(self):
        """The kind of its answer."""
        return next(kind for kind in ANSWERS if getattr(self, kind))

    @property
    def tests(self):
        return tags.evidence()["tests"].get(self.name, [])


@dataclasses.dataclass
class Rules:
    """The table: its path, its text, identifiers of other chapters (those that D17 and D18 mention, and those that
    tests cover), rules in order."""

    path: str
    text: str
    elsewhere: list
    tested: list
    rows: list

    def error(self, row, cause, name=None):
        """An error about a rule, at the line of the rule that contains this name."""
        line = row.line if name is None else common.line_of(self.text, name, row.line)
        return FactError(self.path, line, f"{row.name}: {cause}")


def numbers(section):
    """The sort key of a section."""
    return [int(number) for number in section[1:].split(".")]


def load(path=TABLE):
    """The table. Raises FactError at its first error, without looking at the tree."""
    table, text = common.load(path)
    rules = Rules(path, text, table.pop("elsewhere", []), table.pop("tested", []), [])
    seen, before = set(rules.elsewhere), [0]
    for key, entry in table.items():
        line = common.line_of(text, f'"{key}" = ')
        section, _, name = key.partition(" ")
        if not isinstance(entry, dict):
            raise FactError(path, common.line_of(text, key), f"unknown field {key}")
        try:
            common.check_fields(path, line, entry, NEEDED, OPTIONAL)
        except FactError as error:
            raise FactError(path, line, f"{name or section}: {error.cause}") from None
        identified = IDENTIFIER.fullmatch(name)
        if not identified and re.fullmatch(r"[A-Z_]+", name):
            raise FactError(path, line, f"{name}: {name} is not an identifier")
        # A text can span several lines.
        values = {field: " ".join(words.split()) for field, words in entry.items()}
        values |= {field: values[field].split(", ") for field in NAMES if values.get(field)}
        row = Rule(section, line=line, id=name if identified else "", part="" if identified else name, **values)
        check(rules, row)
        if row.name in seen:
            raise rules.error(row, "it appears twice")
        if numbers(row.section) < before:
            raise rules.error(row, "not in the order of the sections")
        seen.add(row.name)
        before = numbers(row.section)
        rules.rows.append(row)
    if not rules.rows:
        raise FactError(path, 1, "no rule")
    return rules


def check(rules, row):
    """Raises FactError if a rule is wrong, without looking at other rules."""
    if not SECTION.fullmatch(row.section):
        raise rules.error(row, f"{row.section} is not a section of D17 or D18")
    if len(row.about) > LONGEST:
        raise rules.error(row, f"about has more than {LONGEST} characters")
    for words in (row.part, row.about, row.pe, row.software, row.less, row.note):
        if words and not requirements.plain(words):
            raise rules.error(row, f"`{words}` is not a plain string in Markdown")
    answers = [kind for kind in ANSWERS if getattr(row, kind)]
    if len(answers) != 1:
        raise rules.error(row, f"answered by {' and '.join(answers)}" if answers else "no answer")
    if row.assertions and row.answer not in ("met", "choice"):
        raise rules.error(row, f"assertions of a rule that {row.answer} answers")
    if row.less and row.answer == "software":
        raise rules.error(row, f"less of a rule that {row.answer} answers")
    for field in NAMES:
        names = getattr(row, field)
        if len(set(names)) != len(names):
            raise rules.error(row, f"{field} has a name twice")


# ---------------------------------------------------------------------------------------------------------
# Checks that the names in the table exist


def no_test(row, name, required):
    """Why a test does not show that a rule is met, or None. A check of a single block, or a random test, must be
    evidence of a requirement that meets the rule."""
    owners = [identifier for identifier in row.met + row.choice if identifier in required]
    if name.partition(":")[0] not in requirements.CHECKS and name not in WIDE or \
            any(name in required[owner].shown_by("tests") for owner in owners):
        return None
    return f"{name} is not a test of {' '.join(owners) or 'a requirement'}"


def wrong_names(rules, required, fields):
    """A FactError for each name that does not exist, and for each test that is not evidence of a rule. `required`: {ID:
    requirement}; `fields`: the fields of the configuration."""
    found = []
    for row in rules.rows:
        found += [(row, name, f"no requirement {name}") for name in row.met if name not in required]
        found += [(row, name, f"{name} is neither a requirement nor a field of the configuration")
                  for name in row.choice if name not in required and name not in fields]
        found += [(row, name,
                   requirements.no_name("rtl", name) if name.endswith("_A") else f"{name} is not an assertion")
                  for name in row.assertions]
        found += [(row, None, no_test(row, name, required)) for name in row.tests]
    return [rules.error(row, cause, name) for row, name, cause in found if cause]


def committed(_):
    """Nothing is committed; refuses a table that names something that does not exist, and an unknown tag."""
    rules, table = load(), requirements.load()
    required = {row.id: row for row in table.rows}
    fields = {field.name for field in configuration_table.load().fields}
    names = {row.name for row in rules.rows} | set(rules.elsewhere) | set(rules.tested)
    for error in wrong_names(rules, required, fields) + tags.unknown(table.letters, required, names):
        raise error
    return {}
