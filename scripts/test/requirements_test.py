# SPDX-License-Identifier: Apache-2.0
"""The requirements (docs/requirements.toml) are complete, and they and the documents name only files, functions, tests,
mutants, proofs, make targets, links and headings that exist. Every permitted value of every choice runs in lockstep."""

import collections
import glob
import gzip
import os
import re

import pytest

import facts_bench
from facts import common, configuration_table, matrix, requirements, rules, tags
from facts.common import FactError
from helpers import equal, expect, read

DOCUMENTS = ["README.md", "CONTRIBUTING.md", "tb/README.md", *sorted(glob.glob("docs/*.md"))]
# Number of requirements of each letter.
LETTERS = {"A": 4, "B": 8, "C": 7, "D": 8, "E": 7, "F": 3, "G": 12, "H": 7, "U": 5, "V": 4, "P": 8, "T": 5, "N": 9,
           "W": 5, "X": 2}
IDS = [f"{letter}{number}" for letter, count in LETTERS.items() for number in range(1, count + 1)]
# The permitted values of each choice of the U requirements and of External aborts, and the configurations in which it
# makes a difference. The others never read the field.
CHOICES = {
    "ZeroEventsReject": ((0, 1), lambda row: True),
    "NoTypesReject": ((0, 1), lambda row: not row["HaveEft"]),
    "ZeroLatencyReject": ((0, 1), lambda row: True),
    "BothEventsReject": ((0, 1), lambda row: row["SpeVersion"] >= 2),
    "NotEnabledWrite": ((0, 1, 2), lambda row: True),
    "ExternalAbort": ((0, 1, 2, 3), lambda row: True),
    "AbortPtrHeld": ((0, 1), lambda row: row["ExternalAbort"] == 0),
    "ReservedNsxb": ((0, 1, 2, 3, 6, 7), lambda row: row["HaveRme"]),
    "ReservedEe": ((0, 3), lambda row: row["SpeVersion"] >= 5 and not row["NestedVirt"]),
    "ReservedPct": ((0, 1, 3), lambda row: row["HaveEcv"] and row["HaveEl2"]),
    "ReservedTrfEl1": ((1, 2, 3), lambda row: row["HaveTrf"]),
    "ReservedTrfEl2": ((0, 1, 3), lambda row: row["HaveTrf"] and row["HaveEl2"] and not row["HaveEcv"]),
    "El3TrapPriority": ((0, 1), lambda row: row["HaveEl3"]),
}


table = requirements.load()


def complain(missing):
    expect(not missing, "; ".join(str(cause) for cause in missing))


def test_no_requirement_is_missing():
    assert [row.id for row in table.rows] == IDS


def test_every_name_and_tag_is_right():
    complain(requirements.wrong_names(table))
    rules.committed({})


def untagged(kind):
    return [place.name for place in tags.places()[kind]
            if not any(tag in IDS for tag in place.tags)]


def test_every_scenario_block_check_and_proof_names_a_requirement():
    names = [place.name for place in tags.places()["tests"]]
    assert {f"directed:{name}" for name in requirements.scenarios()} <= set(names)
    for kind, pattern in requirements.CHECKS.items():
        files = {os.path.basename(path)[:-len(pattern.partition("{}")[2])] for path in glob.glob(pattern.format("*"))}
        assert files and files == {name.partition(":")[2] for name in names if name.startswith(f"{kind}:")}
    kinds = ("directed", *requirements.CHECKS)
    assert not [name for name in untagged("tests") if name.partition(":")[0] in kinds]
    assert [place.name for place in tags.places()["proofs"] if place.tags], "there are no proofs"
    assert untagged("proofs") == ["sets"]


def test_every_file_with_mutants_meets_a_requirement():
    files = requirements.mutants()
    covered = {files[place.name] for place in tags.places()["mutants"] if place.tags}
    complain([f"{file} has mutants, but none names a requirement" for file in sorted(set(files.values()) - covered)
              if not file.startswith("fpga/")])  # all requirements are about the unit


# ---------------------------------------------------------------------------------------------------------
# Tags


@pytest.mark.parametrize("comment, found", [
    ("G2, RNXZXG", ["G2", "RNXZXG"]),
    ("G2-G4, G12: a full buffer", ["G2", "G3", "G4", "G12"]),
    ("A1..A3; the rest", ["A1", "A2", "A3"]),
    ("H1 to H3, U2", ["H1", "H2", "H3", "U2"]),
    ("E3, D17.5.1 RYGCFK: of the types", ["E3", "RYGCFK"]),
    ("D5, D18.2.7 load/store general, D17.6.5", ["D5", "D18.2.7 load/store general", "D17.6.5"]),
    ("C3 (D17.8): before FEAT_SPEv1p5", ["C3"]),
    ("without demand mapping, A1", []),
    ("EL3 by FEAT_PMUv3p7", []),
    ("G2 and more", ["G2 and more"]),
])
def test_tags_are_the_beginning_of_a_comment(comment, found):
    assert tags.tags_of(comment) == found


def test_tags_are_after_a_test_or_above_it(tmp_path):
    path = tmp_path / "x_test.c"
    path.write_text("TEST(one)  // A1\n// Words. A2\n\n"
                    "// B1, B2,\n// B3: words\nTEST_WITH(two, open, close)  // B1, C1\n"
                    "// D1\n\nTEST(three)\nstatic void four(void)  // D2\n", encoding="utf-8")
    found = tags.places_of(str(path), tags.TESTS["*_test.c"], "//", tags.name_of_test)
    assert [(place.name, place.line, place.tags) for place in found] == [
        ("x_test.c:one", 1, ["A1"]), ("x_test.c:two", 6, ["B1", "C1", "B2", "B3"]), ("x_test.c:three", 9, [])]


@pytest.mark.parametrize("path, text, cause", [
    ("tb/unit/test/model/more_test.c", "TEST(x)  // H77\n", "x: H77 is neither a requirement nor a rule"),
    ("scripts/test/more_test.py", "def test_x():  # H7-H1\n", "test_x: H7-H1 is neither a requirement nor a rule"),
    ("tb/unit/test/model/more_test.c", "// H1, RTRDTQ: x\nTEST(x)\n", "x: RTRDTQ is neither a requirement nor a rule"),
    ("tb/unit/test/model/more_test.sv", "module x;  // D18.2.7 vec\n",
     "x: D18.2.7 vec is neither a requirement nor a rule"),
    ("tb/unit/test/model/more_test.c", "TEST(x)  // A1 and B1\n", "x: A1 and B1 is neither a requirement nor a rule"),
    ("tb/unit/test/exhaustive/filter_check.c", "// A1\nvoid check_block(struct space *space)\n",
     "A1: tb/unit/test/exhaustive/filter_block.sv has none of spu_enable"),
    ("tb/unit/test/exhaustive/filter_check.c", "// RBHKSC\nvoid check_block(struct space *space)\n",
     "RBHKSC: exhaustive:filter is not a test of a requirement"),
    ("tb/unit/mutants/regs.toml",
     read("tb/unit/mutants/regs.toml").replace("[regs_res0_stored]", "[regs_res0_stored]  # A1; "),
     "A1: regs_res0_stored is in spu_regs.sv, which the requirement does not name"),
    ("tb/unit/mutants/mmio.toml", re.sub(r"\]  # .*", "]", read("tb/unit/mutants/mmio.toml")),
     "W1: no mutants name it"),
    ("tb/unit/formal/proofs.toml", "[enable]  # A1-A9\n", "enable: A5 is neither a requirement nor a rule"),
], ids=lambda words: words[-60:])
def test_wrong_tags_are_refused(path, text, cause, tmp_path):
    assert cause in facts_bench.refusal({path: text}, tmp_path)


# ---------------------------------------------------------------------------------------------------------
# A table that is wrong is refused, with the file, the line and the cause


def line_of(what):
    return common.line_of(table.text, what)


FIRST, SECOND = table.rows[:2]  # A1, A2
LETTERS_A_B = table.text[table.text.index("A = "):table.text.index("\nC = ")]
BESIDE = next(row for row in table.rows if not row.model)
MMIO = next(name for name in BESIDE.rtl if name.startswith("spu_mmio.sv:"))


@pytest.mark.parametrize("old, new, line, cause", [
    ("spu_enable.sv:profiling_buffer_owning_ss", "spu_enable.sv:owning", line_of('"spu_enable.sv'),
     "A1: rtl/spu_enable.sv has no owning"),
    ("spu_enable.sv:profiling_buffer_owning_ss", "spu_on.sv:owning", line_of('"spu_enable.sv'),
     "A1: no file rtl/spu_on.sv"),
    ("enable.c:ProfilingBufferOwner", "enable.c", line_of('"enable.c:'), "A1: enable.c: no name after the file"),
    ("[A2]", "[A1]", SECOND.line, "Cannot declare ('A1',) twice"),
    ("[A2]", "[A5]", SECOND.line, "A5: expected A2 here"),
    ("[A2]", "[Z1]", SECOND.line, "Z1: no letter Z"),
    (table.text[table.text.index("[A1]"):table.text.index("[A2]")], "", FIRST.line, "A2: expected A1 here"),
    *((f'{field} = "{getattr(FIRST, field)}"\n', value, FIRST.line, f"A1: no {field}")
      for field in ("sentence", "source") for value in ("", f'{field} = ""\n')),
    ('model = ["enable.c:ProfilingBufferOwner"]', "model = []", FIRST.line, "A1: model is empty"),
    ('model = ["enable.c:ProfilingBufferOwner"]', "", FIRST.line, "A1: model is empty"),
    (MMIO, "spu_top.sv:sysreg_o", BESIDE.line, f"{BESIDE.id}: model is empty"),
    ('model = ["enable.c:ProfilingBufferOwner"]', 'model = [""]', FIRST.line, "A1: model has an empty item"),
    ('model = ["enable.c:ProfilingBufferOwner"]', 'model = "enable.c"', FIRST.line, "A1: model is not of type list"),
    ("spu_enable.sv:profiling_buffer_owning_el", "spu_enable.sv:profiling_buffer_owning_ss", FIRST.line,
     "A1: rtl has a name twice"),
    ("sentence =", "sentense =", FIRST.line, "A1: no sentence"),
    ("sentence =", 'tests = ["x"]\nsentence =', FIRST.line, "A1: unknown field tests"),
    (f'source = "{FIRST.source}"', "source = 2", FIRST.line, "A1: source is not of type str"),
    (FIRST.sentence, "x" * 85, FIRST.line, "A1: a sentence of more than 84 characters"),
    (FIRST.sentence, "a | b", FIRST.line, "A1: `a | b` is not a plain string in C and Markdown"),
    ("none = [", "few = [", line_of("none = ["), "bins: no few"),
    ('pins = ["B3"', 'pins = ["B9"', line_of('pins = ["B3"'), "bins: no B9"),
    ('pins = ["B3"', 'pins = ["A4"', line_of("[A4]"), "A4: bins: both none and pins"),
    ('B = "', 'Y = "nothing"\nB = "', line_of('B = "'), "no requirement has the letter Y"),
    (LETTERS_A_B, "\n".join(reversed(LETTERS_A_B.splitlines())), line_of("[B1]"),
     "B1: not in the order of the letters"),
    ("[letters]", "more = 1\n[letters]", line_of("[letters]"), "more: no letter m"),
], ids=lambda words: str(words)[-60:])
def test_wrong_table_is_refused(old, new, line, cause, tmp_path):
    path = tmp_path / "requirements.toml"
    path.write_text(table.text.replace(old, new, 1), encoding="utf-8")
    assert table.text.count(old)
    try:
        causes = [str(error) for error in requirements.wrong_names(requirements.load(str(path)))]
    except FactError as error:
        causes = [str(error)]
    assert causes == [f"{path}:{line}: {cause}"]


def test_generator_refuses_a_wrong_table(tmp_path):
    text = table.text.replace("spu_enable.sv:profiling_buffer_owning_ss", "spu_enable.sv:owning", 1)
    line = line_of('"spu_enable.sv')
    assert facts_bench.refusal({requirements.TABLE: text}, tmp_path) == \
        f"generate.py: {requirements.TABLE}:{line}: A1: rtl/spu_enable.sv has no owning\n"


# ---------------------------------------------------------------------------------------------------------
# Choices


def simulated():
    """{name: fields} of every configuration that runs in lockstep: the named ones and those of the sweep."""
    table = configuration_table.load()
    return table.all_values(table.named | table.swept)


def runs_of_choice(field, value):
    """The names of the configurations with this value of the choice, in which it makes a difference."""
    return {name for name, row in simulated().items() if row[field] == value and CHOICES[field][1](row)}


def test_every_choice_is_simulated():
    complain([f"{field} = {value} runs nowhere where it matters" for field, (values, _) in CHOICES.items()
              for value in values if not runs_of_choice(field, value)])


def test_every_field_of_a_choice_is_checked():
    """The fields of config_t from ExternalAbort on are choices, with two exceptions."""
    fields = [field.name for field in configuration_table.load().fields]
    choices = fields[fields.index("ExternalAbort"):]
    equal(sorted(CHOICES), sorted(set(choices) - {"ImpdefEvents", "OptionalFilter"}), "choices")


# ---------------------------------------------------------------------------------------------------------
# Documents


def test_documents_name_existing_files():
    missing = []
    for document in DOCUMENTS:
        for path in re.findall(r"`((?:rtl|cmodel|tb|scripts|docs)/[\w./-]*\w)/?`", read(document)):
            if not os.path.exists(path):
                missing.append(f"{document}: {path}")
    complain(missing)


def anchors_of(text):
    """GitHub's anchors of a document's headings."""
    found, times = [], collections.Counter()
    for heading in re.findall(r"(?m)^#{1,6} +(.*?) *#*$", re.sub(r"(?ms)^```.*?^```", "", text)):
        shown = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()
        anchor = re.sub(r"[^\w\- ]", "", shown).replace(" ", "-")
        found.append(f"{anchor}-{times[anchor]}" if times[anchor] else anchor)
        times[anchor] += 1
    return found


def dead_links(document, text):
    """The links of a document to files and headings that do not exist. Links with a `:` are to other places."""
    found = []
    for link in re.findall(r"\]\(([^)\s:]+)\)", re.sub(r"(?ms)^```.*?^```", "", text)):
        path, _, anchor = link.partition("#")
        path = os.path.normpath(os.path.join(os.path.dirname(document), path)) if path else document
        if path != document and not os.path.exists(path):
            found.append(f"{document}: link to {link}: no file {path}")
        elif anchor and anchor not in anchors_of(text if path == document else read(path)):
            found.append(f"{document}: link to {link}: {path} has no such heading")
    return found


def test_every_link_leads_to_a_file_and_a_heading():
    documents = DOCUMENTS + [path for tree in ("rtl", "cmodel", "tb", "fpga", "scripts")
                             for path in sorted(glob.glob(f"{tree}/**/*.md", recursive=True))]
    texts = {document: read(document) for document in documents} | {"build/docs/matrix.md": matrix.text()}
    complain([cause for document, text in texts.items() for cause in dead_links(document, text)])
    anchored = sum(text.count(".md#") + text.count("](#") for text in texts.values())
    expect(anchored > 40, f"only {anchored} links to headings")


def test_dead_link_is_named():
    text = "# One\n\n## Two `words`, *and* more\n\n## One\n\n# One\n\n```sh\n# no heading\n```\n"
    equal(anchors_of(text), ["one", "two-words-and-more", "one-1", "one-2"], "anchors")
    for link, cause in (("#one-1", None), ("../README.md", None), ("https://example.org/x#y", None),
                        ("#no-heading", "docs/x.md has no such heading"), ("no.md#nowhere", "no file docs/no.md"),
                        ("perf.md#nowhere", "docs/perf.md has no such heading")):
        found = [f"docs/x.md: link to {link}: {cause}"] if cause else []
        equal(dead_links("docs/x.md", f"{text}[a]({link})"), found, link)


def test_figures_of_the_readme_are_those_of_the_documents():
    """In each row `| figure | value | [document](path#heading) |`, the document has the numbers of the value."""
    rows_found = re.findall(r"(?m)^\| ([^|]+) \| ([^|]+) \| \[\w+\]\((docs/\w+\.md)#[\w-]+\) \|$", read("README.md"))
    expect(len(rows_found) == 5, f"rows found: {rows_found}")
    complain([f"{figure}: {path} has no {number}" for figure, value, path in rows_found
              for number in re.findall(r"\d[\d,.]*\d", value) if number not in read(path)])


def test_documents_name_existing_make_targets_and_variables():
    # Not those in build/, where other tests make and remove copies of the tree.
    parts = ["Makefile", *glob.glob("[!b]*/**/*.mk", recursive=True)]
    makefile = "".join(read(path) for path in parts).replace("\\\n", "")
    variables = set(re.findall(r"\b([A-Z][A-Z_0-9]*)=", "".join(re.findall(r"(?m)^#: .*$", makefile))))
    variables |= set(re.findall(r"(?m)^([A-Z_]+) *[:?]=", makefile))
    targets = {word for line in re.findall(r"^\.PHONY: (.*)$", makefile, re.M) for word in line.split()}
    missing = []
    for document in DOCUMENTS:
        # A command is a code span in prose, or starts a line of a block.
        for command in re.findall(r"(?m)`make ([^`\n]+)`|^(?:\$ )?make (.+)$", read(document)):
            for word in re.sub(r'"[^"]*"', "", command[0] or command[1]).split("#")[0].split():
                name, assigned, _ = word.partition("=")
                if assigned and name not in variables:
                    missing.append(f"{document}: make has no variable {name}")
                elif not assigned and re.fullmatch(r"[a-z-]+", word) and word not in targets:
                    missing.append(f"{document}: make has no target {word}")
    complain(missing)


def test_vectors_are_counted():
    """The table of tb/unit/test/vectors/lines/README.md has the numbers of lines of its files."""
    kept = dict(re.findall(r"^\| (\w+) \|.*?\| (\d+) of \d+\b", read("tb/unit/test/vectors/lines/README.md"), re.M))
    equal(sorted(kept), sorted(os.path.basename(path)[:-len(".txt.gz")]
                               for path in glob.glob("tb/unit/test/vectors/lines/*.txt.gz")), "groups of vectors")
    for name, number in kept.items():
        with gzip.open(f"tb/unit/test/vectors/lines/{name}.txt.gz", "rt", encoding="utf-8") as file:
            lines = sum(bool(line.strip()) and not line.startswith("#") for line in file)
        equal(lines, int(number), f"lines of {name}")


def test_every_refusal_is_documented():
    """docs/integration.md has the messages of rtl/spu_config_check.sv, in the same order."""
    messages = re.findall(r'\$error\(\s*"([^"]+)"\s*\)', read("rtl/spu_config_check.sv"))
    expect(messages, "no message in rtl/spu_config_check.sv")
    table = re.search(r"\| message \| source \|\n\| --- \| --- \|\n((?:\|.*\n)*)",
                      read("docs/integration.md"))
    equal([line.split(" | ")[0][len("| "):] for line in table[1].splitlines()] if table else None, messages, "messages")


def test_every_pin_of_the_unit_is_documented():
    """docs/integration.md names every port of spu_top."""
    text = read("docs/integration.md")
    code = re.sub("//.*", "", read("rtl/spu_top.sv").split(");")[0])
    ports = re.findall(r"^\s*(?:input|output)\s.*?\b(\w+)\s*,?\s*$", code, re.M)
    expect(len(ports) > 20, f"ports found: {ports}")
    complain([f"{port} is not in docs/integration.md" for port in ports if f"`{port}" not in text])
