# SPDX-License-Identifier: Apache-2.0
"""The rules of the architecture (docs/rules.toml): no section, table or identifier of chapters D17 and D18 of the
manual is missing, and what leaves a rule without an answer, or names what does not exist, is refused."""

import collections
import copy
import glob
import hashlib
import re
import subprocess
import sys
import tempfile

import facts_bench
from facts import common, configuration_table, requirements, rules
from facts.common import FactError
from facts_bench import changed
from helpers import equal, expect

# Of issue M.a.a: how many identifiers a section and those below it have, and the first digits of the SHA-256 of their
# names in order, with a blank between two. The names themselves are in the table alone; scripts/arm_rules.py compares
# them with the manual.
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
# How many sections a section is divided into, and how many tables a chapter has.
SECTIONS = {"D17": 9, "D17.1": 2, "D17.2": 1, "D17.3": 7, "D17.3.4": 3, "D17.5": 5, "D17.6": 10, "D17.6.3": 1,
            "D17.6.4": 6, "D17.6.10": 1, "D17.7": 10, "D17.7.5": 1, "D17.8": 6, "D17.8.3": 1, "D17.8.4": 4, "D17.9": 1,
            "D18": 2, "D18.1": 4, "D18.1.4": 2, "D18.2": 9}
TABLES = {"D17": 11, "D18": 2}
ARM_RULES = "scripts/arm_rules.py"

table = rules.load()


def complain(missing):
    expect(not missing, "; ".join(str(cause) for cause in missing))


def digests(rows):
    """{section: number and digest of its identifiers}, as IDENTIFIERS has them."""
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


def unknown_names(of):
    """What a table names that does not exist."""
    fields = {field.name for field in configuration_table.load().fields}
    return rules.unknown_names(of, {row.id: row for row in requirements.load().rows}, fields)


def test_everything_named_exists():
    complain(unknown_names(table))


def test_every_test_of_a_rule_is_named_by_it():
    """A test whose name begins with an identifier is one of that rule, and of a requirement."""
    names = [f"{path.rsplit('/', 1)[-1]}:{name}" for path in sorted(glob.glob("tb/test/model/*_test.c"))
             for name in re.findall(r"^TEST(?:_WITH)?\((\w+)", common.read(path), re.M)]
    names += [f"directed:{name}" for name in sorted(requirements.scenarios())]
    of_rule = {}
    for name in names:
        word = name.partition(":")[2].split("_")[0].upper()
        if rules.IDENTIFIER.fullmatch(word):
            of_rule[name] = word
    expect(len(of_rule) > 15, f"tests found: {of_rule}")
    rows = {row.id: row for row in table.rows if row.id}
    complain([f"{rules.TABLE} has no {word}, which {name} tests" for name, word in of_rule.items() if word not in rows])
    complain([f"{word} does not name {name}" for name, word in of_rule.items()
              if word in rows and name not in rows[word].tests and rows[word].answer in ("requirements", "choice")])


def test_no_rule_quotes_at_length():
    """`about` is a few words, and not a sentence."""
    complain([f"{row.name}: `{row.about}`" for row in table.rows if row.about.endswith(".") or row.about[0].isspace()])


# ---------------------------------------------------------------------------------------------------------
# A table that is wrong is refused, with the file, the line and the cause


def refused(change, line, cause):
    """Expects this cause, at this line, of a table whose text is changed."""
    text = change(table.text)
    expect(text != table.text, "nothing is changed")
    with tempfile.NamedTemporaryFile("w", suffix=".toml", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        try:
            causes = [str(error) for error in unknown_names(rules.load(file.name))]
        except FactError as error:
            causes = [str(error)]
        equal(causes, [f"{file.name}:{line}: {cause}"], "refusal")


def test_generator_refuses_a_wrong_table():
    for change, cause in ((of_rule("RSXWCP", 'choice = ["U2"]\n', ""), "no answer"),
                          (of_rule("RSXWCP", '"U2"', '"U9"'),
                           "U9 is neither a requirement nor a field of the configuration")):
        facts_bench.refused(rules.TABLE, change, line_of('"U2"', "RSXWCP") if "U9" in cause else row_of("RSXWCP").line,
                            f"RSXWCP: {cause}")


def line_of(what, name=None):
    """The line that first says this, of the table or from a rule on."""
    return common.line_of(table.text, what, row_of(name).line if name else 1)


def row_of(name):
    rows = [row for row in table.rows if row.name == name]
    equal(len(rows), 1, f"rules {name}")
    return rows[0]


def of_rule(name, old, new):
    """A change of the entry of a rule."""
    def change(text):
        lines = text.splitlines(keepends=True)
        head = "".join(lines[:row_of(name).line - 1])
        return head + text[len(head):].replace(old, new, 1)
    return change


def test_unknown_names_are_refused():
    refused(of_rule("RWWFKZ", '["A1"]', '["A9"]'), line_of('["A1"]', "RWWFKZ"),
            "RWWFKZ: no requirement A9")
    refused(of_rule("RSXWCP", '"U2"', '"NotEnabled"'), line_of('"U2"', "RSXWCP"),
            "RSXWCP: NotEnabled is neither a requirement nor a field of the configuration")
    refused(of_rule("RSXWCP", "not_enabled_choice_is", "choice_is"), line_of("not_enabled_choice_is", "RSXWCP"),
            "RSXWCP: tb/test/model/model_not_enabled_test.c has no choice_is_followed")
    refused(of_rule("RSXWCP", "directed:rsxwcp_disabled", "directed:disabled"), line_of("directed:rsxwcp"),
            "RSXWCP: no scenario disabled_buffer_at_the_write_acts_as_configured")
    refused(of_rule("RKLGPG", "NeverWritesAtLimit_A", "WritesBelow_A"), line_of("NeverWritesAtLimit_A", "RKLGPG"),
            "RKLGPG: rtl/spu_buffer.sv has no WritesBelow_A")
    refused(of_rule("ISBQVZ", '"exhaustive:enable"', '"exhaustive:filter"'), line_of('"exhaustive:enable"'),
            "ISBQVZ: exhaustive:filter is no test of A4")


def test_wrong_identifiers_and_sections_are_refused():
    line = row_of("RSXWCP").line
    twice = row_of("RPVRNK")
    refused(of_rule("RSXWCP", "D17.9.1 RSXWCP", f"{twice.section} RPVRNK"), max(line, twice.line),
            f"Cannot declare ('{twice.section} RPVRNK',) twice")
    refused(of_rule("RSXWCP", "RSXWCP", "RWWYDL"), line, "RWWYDL: it is there twice")
    refused(of_rule("RSXWCP", "RSXWCP", "R_SXWCP"), line, "R_SXWCP: R_SXWCP is no identifier")
    refused(of_rule("RSXWCP", "D17.9.1", "D17.8"), line, "RSXWCP: not in the order of the sections")
    refused(of_rule("RSXWCP", "D17.9.1", "D16.9"), line, "RSXWCP: D16.9 is no section of D17 or D18")


def test_missing_and_wrong_answers_are_refused():
    line, about = row_of("RSXWCP").line, row_of("RSXWCP").about
    refused(of_rule("RSXWCP", 'choice = ["U2"]\n', ""), line, "RSXWCP: no answer")
    refused(of_rule("RSXWCP", 'choice = ["U2"]', "choice = []"), line, "RSXWCP: no answer")
    refused(of_rule("RSXWCP", 'choice = ["U2"]', 'choice = ["U2"]\npe = "x"'), line,
            "RSXWCP: answered by choice and pe")
    refused(of_rule("RSXWCP", 'choice = ["U2"]', 'software = "x"'), line, "RSXWCP: tests of what software answers")
    refused(of_rule("RTHGCR", 'choice = ["C3"]\nnote =', 'software = "x"\nless ='), row_of("RTHGCR").line,
            "RTHGCR: less of what software answers")
    refused(of_rule("RSXWCP", '["U2"]', '["U2", "U2"]'), line, "RSXWCP: choice has a name twice")
    refused(of_rule("RSXWCP", '["U2"]', '"U2"'), line, "RSXWCP: choice is no list")
    refused(of_rule("RSXWCP", f'about = "{about}"\n', ""), line, "RSXWCP: no about")
    refused(of_rule("RSXWCP", about, "x" * 101), line, "RSXWCP: about has more than 100 characters")
    refused(of_rule("RSXWCP", about, "a | b"), line, "RSXWCP: `a | b` is no plain string in Markdown")
    refused(of_rule("RSXWCP", "about =", 'sentence = "x"\nabout ='), line, "RSXWCP: unknown field sentence")
    refused(changed("elsewhere =", "more = 1\nelsewhere ="), line_of("elsewhere ="), "unknown field more")
    refused(lambda text: text[:text.index('["D17.1 ')], 1, "no rule")


# ---------------------------------------------------------------------------------------------------------
# scripts/arm_rules.py


def arm_rules(text):
    """Status and output for a text of the manual; what is in it otherwise is what the table has."""
    with tempfile.NamedTemporaryFile("w", suffix=".md", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        done = subprocess.run([sys.executable, ARM_RULES, file.name], capture_output=True, text=True, check=False,
                              timeout=60)
        return done.returncode, (done.stdout + done.stderr).replace(file.name, "FILE")


def manual():
    """Headings, and identifiers as conversions leave them: on a line of their own, in a list or a heading, glued."""
    lines = [f"D1{table.elsewhere[0]} is elsewhere; the identifier is {table.elsewhere[0]}."]
    before = None
    for place, row in enumerate(table.rows):
        if row.section != before:
            lines.append(f"## {row.section} A title")
            before = row.section
        if row.id:
            lines.append((row.id, f"- {row.id} When", f"## {row.id}When all", f"See {row.id}.")[place % 4])
    return "\n".join(lines) + "\n"


def test_text_that_agrees_is_accepted():
    identifiers = sum(bool(row.id) for row in table.rows)
    equal(arm_rules(manual()), (0, f"{identifiers} identifiers, and the sections, are those of the text\n"),
          "comparison")


def test_text_that_differs_is_told():
    equal(arm_rules("RQQQQQ\n" + manual()), (1, f"FILE:1: {rules.TABLE} has no RQQQQQ\n"), "an identifier more")
    equal(arm_rules("# D17.10 More\n" + manual()), (1, f"FILE:1: {rules.TABLE} has no D17.10\n"), "a section more")
    equal(arm_rules(manual().replace("RSXWCP", "")), (1, f"{rules.TABLE}: the text has no RSXWCP\n"),
          "an identifier less")
    equal(arm_rules(manual().replace("D18.2.9 ", "")), (1, f"{rules.TABLE}: the text has no D18.2.9\n"),
          "a section less")


def test_wrong_use_of_arm_rules_has_status_2():
    for arguments in ([], ["--nope"], ["/nonexistent"]):
        done = subprocess.run([sys.executable, ARM_RULES, *arguments], capture_output=True, text=True, check=False,
                              timeout=60)
        equal((done.returncode, done.stdout), (2, ""), str(arguments))
