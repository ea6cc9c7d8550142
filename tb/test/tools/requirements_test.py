# SPDX-License-Identifier: Apache-2.0
"""The requirements (docs/requirements.toml) and the documents say what is true: no requirement is missing; every
file, function, test, mutant, proof, make target, link and heading that they name exists; and every permitted value
of every choice runs in lockstep somewhere."""

import collections
import functools
import glob
import gzip
import os
import re

import facts_bench
from facts import common, configuration_table, matrix, requirements
from facts_bench import changed
from helpers import equal, expect

DOCUMENTS = ["README.md", "CONTRIBUTING.md", "tb/README.md", *sorted(glob.glob("docs/*.md"))]
# How many requirements each letter has.
LETTERS = {"A": 4, "B": 8, "C": 7, "D": 8, "E": 7, "F": 3, "G": 12, "H": 7, "U": 5, "P": 8, "T": 5, "N": 9, "W": 5,
           "X": 2}
IDS = [f"{letter}{number}" for letter, count in LETTERS.items() for number in range(1, count + 1)]
# Every permitted value of every choice of the U requirements and of External aborts, and in which configurations it
# makes a difference. Elsewhere the field is never read.
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


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


table = requirements.load()


def complain(missing):
    expect(not missing, "; ".join(str(cause) for cause in missing))


def test_no_requirement_is_missing():
    equal([row.id for row in table.rows], IDS, "requirements of the table")


def test_every_scenario_is_of_a_requirement():
    named = {test.partition(":")[2] for row in table.rows for test in row.tests if test.startswith("directed:")}
    equal(sorted(requirements.scenarios() - named), [], "scenarios that no requirement names")


def test_rtl_of_every_requirement_exists():
    complain(requirements.unknown_names(table, ["rtl"]))


def test_model_of_every_requirement_exists():
    complain(requirements.unknown_names(table, ["model"]))


def test_tests_of_every_requirement_exist():
    complain(requirements.unknown_names(table, ["tests"]))


def test_mutants_of_every_requirement_change_its_files():
    complain(requirements.unknown_names(table, ["mutants"]))


def test_proofs_of_every_requirement_exist():
    complain(requirements.unknown_names(table, ["proofs"]))


def test_every_check_of_a_block_covers_a_requirement():
    named = {name for row in table.rows for name in row.tests}
    checks = [f"{kind}:{os.path.basename(path)[:-len(pattern.partition('{}')[2])]}"
              for kind, pattern in requirements.CHECKS.items() for path in sorted(glob.glob(pattern.format("*")))]
    equal({check.partition(":")[0] for check in checks}, set(requirements.CHECKS), "kinds of checks")
    complain([f"{check} is of no requirement" for check in checks if check not in named])


def test_every_named_test_says_what_it_covers():
    """The file of a named unit test mentions the requirement."""
    complain([f"{row.id}: {name.partition(':')[0]} does not mention it" for row in table.rows for name in row.tests
              if name not in requirements.RUNS and name.partition(":")[0] not in ("directed", *requirements.CHECKS)
              and not mentions(read(file_of_test(name)), row.id)])


def file_of_test(name):
    file = name.partition(":")[0]
    return os.path.join(requirements.test_folder(file), file)


def mentions(text, identifier):
    """The ID itself, or a range of IDs of its letter (`A1 to A4`, `A1-A4`, `A1..A4`)."""
    if re.search(rf"\b{identifier}\b", text):
        return True
    ranges = re.findall(rf"\b{identifier[0]}(\d+)(?: to |-|\.\.|–){identifier[0]}?(\d+)\b", text)
    return any(int(first) <= int(identifier[1:]) <= int(last) for first, last in ranges)


def test_every_file_with_mutants_meets_a_requirement():
    named = {name for row in table.rows for name in row.mutants}
    files = requirements.mutants()
    covered = {file for name, file in files.items() if name in named}
    complain([f"{file} has mutants, but no requirement names one" for file in sorted(set(files.values()) - covered)
              if not file.startswith("fpga/")])  # requirements are the unit's


def test_every_proof_covers_a_requirement():
    named = {name for row in table.rows for name in row.proofs}
    expect(requirements.proofs(), "there are no proofs")
    complain([f"{name} is of no requirement" for name in sorted(requirements.proofs() - named)])


# ---------------------------------------------------------------------------------------------------------
# A table that is wrong is refused: status 2 and one line, with the file, the line and the cause


def line_of(what):
    return common.line_of(table.text, what)


refused = functools.partial(facts_bench.refused, requirements.TABLE)


FIRST = table.rows[0]  # A1


def test_unknown_names_are_refused():
    test = line_of('"model_enable_test.c:root_state_is_not_secure"')
    refused(changed("model_enable_test.c:root_state", "model_enable_test.c:no_state"), test,
            "A1: tb/test/model/model_enable_test.c has no no_state_is_not_secure")
    refused(changed("model_enable_test.c:root_state", "model_on_test.c:root_state"), test,
            "A1: no file tb/test/model_on_test.c")
    refused(changed('"directed:stopped_unit', '"directed:unit'), line_of('"directed:stopped_unit'),
            "A2: no scenario unit_samples_nothing")
    refused(changed('"exhaustive:enable"', '"exhaustive:filter"'), line_of('"exhaustive:enable"'),
            "A1: tb/test/exhaustive/filter_block.sv has none of spu_enable")
    refused(changed('"vectors:enable"', '"vectors:access"'), line_of('"vectors:enable"'),
            "A1: no file tb/test/vectors/access_vectors.c")
    refused(changed('"random"', '"rando"'), line_of('"random"'), "A1: no file tb/test/rando")
    refused(changed("spu_enable.sv:profiling_buffer_owning_ss", "spu_enable.sv:owning"), line_of('"spu_enable.sv'),
            "A1: rtl/spu_enable.sv has no owning")
    refused(changed("enable.c:ProfilingBufferOwner", "enable.c"), line_of('"enable.c:'),
            "A1: enable.c: no name after the file")
    refused(changed('"enable_owner_from_e2pb"', '"enable_owner"'), line_of('"enable_owner_from_e2pb"'),
            "A1: no mutant enable_owner")
    refused(changed('"enable_owner_from_e2pb"', '"regs_res0_stored"'), line_of('"enable_owner_from_e2pb"'),
            "A1: regs_res0_stored is in spu_regs.sv, which the requirement does not name")
    refused(changed('proofs = ["enable"]', 'proofs = ["enabled"]'), line_of('proofs = ["enable"]'),
            "A1: no proof enabled")


def test_wrong_ids_are_refused():
    second = table.rows[1].line
    refused(changed('id = "A2"', 'id = "A1"'), second, "A1: it is there twice")
    refused(changed('id = "A2"', 'id = "A5"'), second, "A5: A2 comes here")
    refused(changed('id = "A2"', 'id = "Z1"'), second, "Z1: no letter Z")
    refused(changed('id = "A2"', 'id = 2'), second, "2: id is no str")
    refused(lambda text: text.replace("[[requirement]]\n" + text.split("[[requirement]]\n")[1], "", 1), FIRST.line,
            "A2: A1 comes here")
    last = table.rows[-1]
    refused(lambda text: text[:text.index(f'[[requirement]]\nid = "{last.id[0]}1"')], line_of(f"{last.id[0]} = "),
            f"no requirement has the letter {last.id[0]}")
    refused(lambda text: text.replace('A = "', 'B = "', 1).replace('B = "', 'A = "', 2).replace('A = "', 'B = "', 1),
            next(row.line for row in table.rows if row.id == "B1"), "B1: not in the order of the letters")


def test_missing_and_wrong_fields_are_refused():
    for field in ("title", "sentence", "source"):
        value = f'{field} = "{getattr(FIRST, field)}"\n'
        refused(changed(value, ""), FIRST.line, f"A1: no {field}")
        refused(changed(value, f'{field} = ""\n'), FIRST.line, f"A1: no {field}")
    refused(changed('proofs = ["enable"]\n', ""), FIRST.line, "A1: no proofs")
    refused(changed('model = ["enable.c:ProfilingBufferOwner"]', "model = []"), FIRST.line, "A1: model is empty")
    beside = next(row for row in table.rows if not row.model)
    refused(changed('"spu_window.sv:sysreg_o"', '"spu_top.sv:sysreg_o"'), beside.line, f"{beside.id}: model is empty")
    refused(changed('model = ["enable.c:ProfilingBufferOwner"]', 'model = [""]'), FIRST.line,
            "A1: model has an empty item")
    refused(changed('model = ["enable.c:ProfilingBufferOwner"]', 'model = "enable.c"'), FIRST.line,
            "A1: model is no list")
    refused(changed('"vectors:enable"', '"exhaustive:enable"'), FIRST.line, "A1: tests has a name twice")
    refused(changed("title =", "titel ="), FIRST.line, "A1: no title")
    refused(changed("title =", 'note = "x"\ntitle ='), FIRST.line, "A1: unknown field note")
    refused(changed(FIRST.sentence, "x" * 85), FIRST.line, "A1: a sentence of more than 84 characters")
    refused(changed(FIRST.sentence, "a | b"), FIRST.line, "A1: `a | b` is no plain string in C and Markdown")
    refused(changed("rtl = [", 'bins = "few"\nrtl = ['), FIRST.line, "A1: bins are neither block nor pins nor none")
    refused(lambda text: "more = 1\n" + text, 1, "unknown field more")


# ---------------------------------------------------------------------------------------------------------
# Choices


def simulated():
    """{name: fields} of every configuration that runs in lockstep: the named ones and those of the sweep."""
    table = configuration_table.load()
    return table.all_values(table.named | table.swept)


def runs_of_choice(field, value):
    """Names of the configurations in which the choice is made so, and matters."""
    return {name for name, row in simulated().items() if row[field] == value and CHOICES[field][1](row)}


def test_every_choice_is_simulated():
    complain([f"{field} = {value} runs nowhere where it matters" for field, (values, _) in CHOICES.items()
              for value in values if not runs_of_choice(field, value)])


def test_every_field_of_a_choice_is_checked():
    """Every field of config_t that comes after what the implementation has is a choice, or said not to be one."""
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
    """The anchors of a document's headings, as GitHub makes them."""
    found, times = [], collections.Counter()
    for heading in re.findall(r"(?m)^#{1,6} +(.*?) *#*$", re.sub(r"(?ms)^```.*?^```", "", text)):
        shown = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()
        anchor = re.sub(r"[^\w\- ]", "", shown).replace(" ", "-")
        found.append(f"{anchor}-{times[anchor]}" if times[anchor] else anchor)
        times[anchor] += 1
    return found


def dead_links(document, text):
    """Every link of a document to a file, or to a heading of one, that is not there. Links with a `:` lead
    elsewhere."""
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


def test_dead_link_is_caught():
    text = "# One\n\n## Two `words`, *and* more\n\n## One\n\n# One\n\n```sh\n# no heading\n```\n"
    equal(anchors_of(text), ["one", "two-words-and-more", "one-1", "one-2"], "anchors")
    for link in ("#one", "#two-words-and-more", "#one-1", "speed.md", "../README.md", "https://example.org/x#y"):
        equal(dead_links("docs/x.md", f"{text}[a]({link})"), [], link)
    equal(dead_links("docs/x.md", f"{text}[a](#no-heading)"),
          ["docs/x.md: link to #no-heading: docs/x.md has no such heading"], "an anchor")
    equal(dead_links("docs/x.md", "[a](speed.md#nowhere)"),
          ["docs/x.md: link to speed.md#nowhere: docs/speed.md has no such heading"], "an anchor elsewhere")
    equal(dead_links("docs/x.md", "[a](no.md#nowhere)"), ["docs/x.md: link to no.md#nowhere: no file docs/no.md"],
          "a file")


def test_figures_of_the_readme_are_those_of_the_documents():
    """The rows `| figure | value | [document](path#heading) |`: each number of the value stands in the document."""
    rows_found = re.findall(r"(?m)^\| ([^|]+) \| ([^|]+) \| \[\w+\]\((docs/\w+\.md)#[\w-]+\) \|$", read("README.md"))
    expect(len(rows_found) == 4, f"rows found: {rows_found}")
    complain([f"{figure}: {path} has no {number}" for figure, value, path in rows_found
              for number in re.findall(r"\d[\d,.]*\d", value) if number not in read(path)])


def test_documents_name_existing_make_targets_and_variables():
    makefile = "".join(read(path) for path in ["Makefile", *glob.glob("**/*.mk", recursive=True)]).replace("\\\n", "")
    variables = set(re.findall(r"\b([A-Z][A-Z_0-9]*)=", "".join(re.findall(r"(?m)^#: .*$", makefile))))
    variables |= set(re.findall(r"(?m)^([A-Z_]+) *[:?]=", makefile))
    targets = {word for line in re.findall(r"^\.PHONY: (.*)$", makefile, re.M) for word in line.split()}
    missing = []
    for document in DOCUMENTS:
        # In prose a command stands in code spans; in a block it starts a line.
        for command in re.findall(r"(?m)`make ([^`\n]+)`|^(?:\$ )?make (.+)$", read(document)):
            for word in re.sub(r'"[^"]*"', "", command[0] or command[1]).split("#")[0].split():
                name, assigned, _ = word.partition("=")
                if assigned and name not in variables:
                    missing.append(f"{document}: make has no variable {name}")
                elif not assigned and re.fullmatch(r"[a-z-]+", word) and word not in targets:
                    missing.append(f"{document}: make has no target {word}")
    complain(missing)


def test_vectors_are_counted():
    """The table of tb/test/vectors/lines/README.md has the numbers of lines of its files."""
    kept = dict(re.findall(r"^\| (\w+) \|.*?\| (\d+) of \d+\b", read("tb/test/vectors/lines/README.md"), re.M))
    equal(sorted(kept), sorted(os.path.basename(path)[:-len(".txt.gz")]
                               for path in glob.glob("tb/test/vectors/lines/*.txt.gz")), "groups of vectors")
    for name, number in kept.items():
        with gzip.open(f"tb/test/vectors/lines/{name}.txt.gz", "rt", encoding="utf-8") as file:
            lines = sum(bool(line.strip()) and not line.startswith("#") for line in file)
        equal(lines, int(number), f"lines of {name}")


def test_every_refusal_is_documented():
    """docs/integration.md has the messages of rtl/spu_config_check.sv, in the same order."""
    messages = re.findall(r'\$error\(\s*"([^"]+)"\s*\)', read("rtl/spu_config_check.sv"))
    expect(messages, "no message in rtl/spu_config_check.sv")
    table = re.search(r"\| what a refusal says \| from \|\n\| --- \| --- \|\n((?:\|.*\n)*)",
                      read("docs/integration.md"))
    equal([line.split(" | ")[0][len("| "):] for line in table[1].splitlines()] if table else None, messages, "messages")


def test_every_pin_of_the_unit_is_documented():
    """docs/integration.md names every port of spu_top."""
    text = read("docs/integration.md")
    code = re.sub("//.*", "", read("rtl/spu_top.sv").split(");")[0])
    ports = re.findall(r"^\s*(?:input|output)\s.*?\b(\w+)\s*,?\s*$", code, re.M)
    expect(len(ports) > 20, f"ports found: {ports}")
    complain([f"{port} is not in docs/integration.md" for port in ports if f"`{port}" not in text])
