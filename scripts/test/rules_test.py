# SPDX-License-Identifier: Apache-2.0
"""The rules of the architecture (docs/rules.toml): no section, table or identifier of chapters D17 and D18 of the
manual is missing; a rule without an answer, or with a name that does not exist, is refused."""

import collections
import copy
import hashlib
import re
import sys

import pytest

import facts_bench
from facts import configuration_table, requirements, rules, tags
from facts.common import FactError
from helpers import call, equal, expect

# Of issue M.a.a: the number of identifiers of a section with its subsections, and the first digits of the SHA-256 of
# their names in order, separated by blanks. Only the table has the names; scripts/arm_rules.py compares them with the
# manual.
IDENTIFIERS = {
    "D17.1": "4 c14409cf",
    "D17.3": "5 8df97d71",
    "D17.4": "5 621f5c33",
    "D17.5": "8 d7ba7801",
    "D17.6": "15 bd787f88",
    "D17.7": "24 6165a081",
    "D17.8": "30 e0df836a",
    "D17.9": "12 82c90531",
}
# Number of subsections of a section, and of tables of a chapter.
SECTIONS = {"D17": 9, "D17.1": 2, "D17.2": 1, "D17.3": 7, "D17.3.4": 3, "D17.5": 5, "D17.6": 10, "D17.6.3": 1,
            "D17.6.4": 6, "D17.6.10": 1, "D17.7": 10, "D17.7.5": 1, "D17.8": 6, "D17.8.3": 1, "D17.8.4": 4, "D17.9": 1,
            "D18": 2, "D18.1": 4, "D18.1.4": 2, "D18.2": 9}
TABLES = {"D17": 11, "D18": 2}
ARM_RULES = "scripts/arm_rules.py"

table = rules.load()


def complain(missing):
    expect(not missing, "; ".join(str(cause) for cause in missing))


def digests(rows):
    """{section: number and digest of its identifiers}, like IDENTIFIERS."""
    found = collections.defaultdict(list)
    for row in rows:
        if row.id:
            found[".".join(row.section.split(".")[:2])].append(row.id)
    return {section: f"{len(names)} {hashlib.sha256(' '.join(names).encode()).hexdigest()[:8]}"
            for section, names in found.items()}


def test_no_identifier_is_missing():
    found = digests(table.rows)
    sections = [*IDENTIFIERS, *(section for section in found if section not in IDENTIFIERS)]
    complain([f"{section}: {found.get(section)} instead of {IDENTIFIERS.get(section)}" for section in sections
              if found.get(section) != IDENTIFIERS.get(section)])


def test_lost_moved_or_misspelt_identifier_is_noticed():
    first = table.rows.index(row_of("RSXWCP"))
    lost = table.rows[:first] + table.rows[first + 1:]
    moved = lost[:first + 1] + [table.rows[first]] + lost[first + 1:]
    misspelt = copy.deepcopy(table.rows)
    misspelt[first].id = "RSXWPC"
    for rows in (lost, moved, misspelt):
        equal({section for section, digest in digests(rows).items() if IDENTIFIERS[section] != digest}, {"D17.9"},
              "sections that differ")


def test_no_section_is_missing():
    sections = {f"{section}.{number}" for section, count in SECTIONS.items() for number in range(1, count + 1)}
    named = {row.section for row in table.rows}
    equal(sorted(sections - named, key=rules.numbers), [], "sections that are missing")
    equal(sorted(named - sections, key=rules.numbers), [], "sections that the manual does not have")


def test_no_table_is_missing():
    named = set()
    for row in table.rows:
        words = f"{row.part} {row.about}"
        named |= set(re.findall(r"D1[78]-\d+", words))
        for chapter, first, last in re.findall(r"Tables (D1[78])-(\d+) to D1[78]-(\d+)", words):
            named |= {f"{chapter}-{number}" for number in range(int(first), int(last) + 1)}
    every = [f"{chapter}-{number}" for chapter, count in TABLES.items() for number in range(1, count + 1)]
    equal([name for name in every if name not in named], [], "tables that are missing")
    equal(sorted(named - set(every)), [], "tables that the manual does not have")


def wrong_names(of):
    """The errors in the names of a table."""
    fields = {field.name for field in configuration_table.load().fields}
    return [str(error) for error in rules.wrong_names(of, {row.id: row for row in requirements.load().rows}, fields)]


def test_everything_named_exists():
    assert not wrong_names(table)


def test_every_test_of_a_rule_names_it():
    """A test whose name begins with an identifier has that tag."""
    of_rule = [(place, name) for place in tags.places()["tests"]
               for name in [place.name.partition(":")[2].split("_")[0].upper()] if rules.IDENTIFIER.fullmatch(name)]
    assert len(of_rule) > 15
    assert not [f"{place.path}:{place.line}: {place.name} is not a test of {name}" for place, name in of_rule
                if name not in place.tags or name not in {row.id for row in table.rows}]


def test_no_rule_quotes_at_length():
    """`about` is a few words, and not a sentence."""
    assert not [f"{row.name}: `{row.about}`" for row in table.rows if row.about.endswith(".")]


# ---------------------------------------------------------------------------------------------------------
# A table that is wrong is refused, with the file, the line and the cause


def row_of(name):
    return next(row for row in table.rows if row.name == name)


RSXWCP, RPVRNK = row_of("RSXWCP"), row_of("RPVRNK")
ENTRY = table.text.splitlines()[RSXWCP.line - 1]


@pytest.mark.parametrize("name, old, new, cause", [
    ("RWWFKZ", '"A1"', '"A9"', "no requirement A9"),
    ("RSXWCP", '"U2"', '"U2, NotEnabled"', "NotEnabled is neither a requirement nor a field of the configuration"),
    ("RKLGPG", "NeverWritesAtLimit_A", "WritesBelow_A", "rtl/spu_buffer.sv has no WritesBelow_A"),
    ("RKLGPG", "spu_buffer.sv:NeverWritesAtLimit_A", "spu_buffer.sv:rdata", "spu_buffer.sv:rdata is not an assertion"),
    ("RSXWCP", "RSXWCP", "RPVRNK", "Cannot overwrite a value"),
    ("RSXWCP", "RSXWCP", "RWWYDL", "it appears twice"),
    ("RSXWCP", "RSXWCP", "R_SXWCP", "R_SXWCP is not an identifier"),
    ("RSXWCP", "D17.9.1", "D17.8", "not in the order of the sections"),
    ("RSXWCP", "D17.9.1", "D16.9", "D16.9 is not a section of D17 or D18"),
    ("RSXWCP", 'choice = "U2", ', "", "no answer"),
    ("RSXWCP", '"U2"', '""', "no answer"),
    ("RSXWCP", 'choice = "U2"', 'choice = "U2", pe = "x"', "answered by choice and pe"),
    ("RSXWCP", 'choice = "U2"', 'software = "x", assertions = "x_A"', "assertions of a rule that software answers"),
    ("RSXWCP", 'choice = "U2"', 'software = "x", less = "y"', "less of a rule that software answers"),
    ("RSXWCP", '"U2"', '"U2, U2"', "choice has a name twice"),
    ("RSXWCP", '"U2"', '["U2"]', "choice is not of type str"),
    ("RSXWCP", f', about = "{RSXWCP.about}"', "", "no about"),
    ("RSXWCP", RSXWCP.about, "x" * 101, "about has more than 100 characters"),
    ("RSXWCP", RSXWCP.about, "a | b", "`a | b` is not a plain string in Markdown"),
    ("RSXWCP", "about =", 'sentence = "x", about =', "unknown field sentence"),
])
def test_wrong_entry_is_refused(name, old, new, cause, tmp_path):
    lines = table.text.splitlines(keepends=True)
    line = row_of(name).line
    rest = "".join(lines[line - 1:])
    assert old in rest
    assert refusal("".join(lines[:line - 1]) + rest.replace(old, new, 1), tmp_path).endswith(f": {cause}")


@pytest.mark.parametrize("text, cause", [
    (table.text.replace("elsewhere =", "more = 1\nelsewhere ="), "unknown field more"),
    (table.text[:table.text.index('"D17.1 ')], "no rule"),
])
def test_wrong_table_is_refused(text, cause, tmp_path):
    assert refusal(text, tmp_path).endswith(f": {cause}")


def refusal(text, directory):
    """The one cause for which a table with this text is refused, at a line of it."""
    path = directory / "rules.toml"
    path.write_text(text, encoding="utf-8")
    try:
        causes = wrong_names(rules.load(str(path)))
    except FactError as error:
        causes = [str(error)]
    assert len(causes) == 1 and re.match(rf"{path}:\d+: ", causes[0]), causes
    return causes[0]


def test_refusal_names_the_line(tmp_path):
    text = table.text.replace(ENTRY, ENTRY.replace("U2", "U9"))
    assert refusal(text, tmp_path).startswith(f"{tmp_path}/rules.toml:{RSXWCP.line}: RSXWCP: U9 is neither ")
    assert facts_bench.refusal({rules.TABLE: text}, tmp_path).startswith(f"generate.py: {rules.TABLE}:{RSXWCP.line}: ")


# ---------------------------------------------------------------------------------------------------------
# scripts/arm_rules.py


def manual():
    """A text like a conversion of the manual: identifiers on a line of their own, in a list, in a heading, and glued to
    the next word."""
    lines = [f"D1{table.elsewhere[0]} is elsewhere; the identifier is {table.elsewhere[0]}."]
    before = None
    for place, row in enumerate(table.rows):
        if row.section != before:
            lines.append(f"## {row.section} A title")
            before = row.section
        if row.id:
            lines.append((row.id, f"- {row.id} When", f"## {row.id}When all", f"See {row.id}.")[place % 4])
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("text, status, output", [
    (manual(), 0, f"{sum(bool(row.id) for row in table.rows)} identifiers, and the sections, match the text\n"),
    ("RQQQQQ\n" + manual(), 1, f"FILE:1: {rules.TABLE} has no RQQQQQ\n"),
    ("# D17.10 More\n" + manual(), 1, f"FILE:1: {rules.TABLE} has no D17.10\n"),
    (manual().replace("RSXWCP", ""), 1, f"{rules.TABLE}: the text has no RSXWCP\n"),
    (manual().replace("D18.2.9 ", ""), 1, f"{rules.TABLE}: the text has no D18.2.9\n")],
    ids=("same", "identifier more", "section more", "identifier less", "section less"))
def test_text_of_the_manual_is_compared(text, status, output, tmp_path):
    path = tmp_path / "manual.md"
    path.write_text(text, encoding="utf-8")
    done = call(sys.executable, ARM_RULES, str(path))
    assert (done.returncode, (done.stdout + done.stderr).replace(str(path), "FILE")) == (status, output)


def test_wrong_use_of_arm_rules_is_refused():
    for arguments in ([], ["--nope"], ["/nonexistent"]):
        done = call(sys.executable, ARM_RULES, *arguments)
        assert (done.returncode, done.stdout) == (2, ""), done
