#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""docs/verification.md and the other documents say what is true: every requirement has a row; every file,
function, test, seeded fault, make target and link that a document names exists; and every permitted value of
every choice runs in lockstep somewhere."""

import glob
import gzip
import json
import os
import re
import sys

sys.dont_write_bytecode = True
sys.path[:0] = [os.path.join(os.path.dirname(__file__), "..", "perf"), "scripts"]
from facts import configuration_table
from perf_tools import Tap, equal, expect

tap = Tap()
TABLE = "docs/verification.md"
DOCUMENTS = ["README.md", *sorted(glob.glob("docs/*.md"))]
# How many requirements each letter has.
LETTERS = {"A": 4, "B": 7, "C": 6, "D": 7, "E": 7, "F": 3, "G": 12, "H": 7, "U": 5, "P": 7, "T": 5, "X": 1}
IDS = [f"{letter}{number}" for letter, count in LETTERS.items() for number in range(1, count + 1)]
RUNS = ("random", "program")
# Checks of a room of the unit by itself, and where they are.
ROOMS = {"exhaustive": "tb/exhaustive/{}_check.c", "vectors": "tb/vectors/{}_vectors.c"}
# Every permitted value of every choice of the U requirements and of External aborts, and in which configurations it
# makes a difference. Elsewhere the field is never read.
CHOICES = {
    "ZeroEventsReject": ((0, 1), lambda row: True),
    "NoTypesReject": ((0, 1), lambda row: True),
    "ZeroLatencyReject": ((0, 1), lambda row: True),
    "BothEventsReject": ((0, 1), lambda row: row["SpeVersion"] >= 2),
    "NotEnabledWrite": ((0, 1, 2), lambda row: True),
    "ExternalAbort": ((0, 1, 2, 3), lambda row: True),
    "ReservedNsxb": ((0, 1, 2, 3, 6, 7), lambda row: row["HaveRme"]),
    "ReservedPct": ((0, 1, 3), lambda row: row["HaveEcv"] and row["HaveEl2"]),
    "ReservedTrfEl1": ((1, 2, 3), lambda row: row["HaveTrf"]),
    "ReservedTrfEl2": ((0, 1, 3), lambda row: row["HaveTrf"] and row["HaveEl2"] and not row["HaveEcv"]),
    "El3TrapPriority": ((0, 1), lambda row: row["HaveEl3"]),
}


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def rows():
    """{ID: [the cells' code spans: RTL, model, tests, faults]}, each cell a list."""
    table = {}
    for line in read(TABLE).splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("|") and re.fullmatch(r"[A-Z]\d+", cells[0]):
            expect(cells[0] not in table, f"{cells[0]} has two rows")
            equal(len(cells), 6, f"cells of {cells[0]}")
            table[cells[0]] = [re.findall(r"`([^`]+)`", cell) for cell in cells[2:]]
    return table


def complain(missing):
    expect(not missing, "; ".join(missing))


def absent_name(identifier, directory, name):
    """Why `file:function` of a table cell does not exist, or None. A name has to stand as a word of its own."""
    path, _, function = name.partition(":")
    if not os.path.isfile(f"{directory}/{path}"):
        return f"{identifier}: no file {directory}/{path}"
    if not re.search(rf"(?m)^(?!\s*//).*\b{re.escape(function or '?')}\b", read(f"{directory}/{path}")):
        return f"{identifier}: {directory}/{path} has no {function}"
    return None


def absent_names(column, directory):
    found = [absent_name(identifier, directory, name) for identifier, cells in rows().items() for name in cells[column]]
    return [cause for cause in found if cause]


@tap.test
def requirement_has_no_row():
    equal(sorted(rows()), sorted(IDS), "requirements of the table")


@tap.test
def cell_is_empty():
    complain([f"{identifier}: cell {index} is empty" for identifier, cells in rows().items()
              for index, cell in enumerate(cells) if not cell])


@tap.test
def rtl_of_a_row_does_not_exist():
    complain(absent_names(0, "rtl"))


@tap.test
def model_of_a_row_does_not_exist():
    complain(absent_names(1, "cmodel"))


@tap.test
def test_of_a_row_does_not_exist():
    scenarios = [name for path in glob.glob("tb/stimulus/directed*.c")
                 for name in re.findall(r"^\s*SCENARIO\((\w+)\)", read(path), re.M)]
    runner = read("scripts/run_tests.py")
    missing = []
    for identifier, cells in rows().items():
        for name in cells[2]:
            kind, _, test = name.partition(":")
            if name in RUNS:
                if f'"--stimulus", "{name}"' not in runner:
                    missing.append(f"{identifier}: run_tests.py has no run {name}")
            elif kind == "directed":
                if test not in scenarios:
                    missing.append(f"{identifier}: no scenario {test}")
            elif kind in ROOMS:
                missing.append(absent_room(identifier, ROOMS[kind].format(test), test, cells[0]))
            else:
                missing.append(absent_name(identifier, "tb/unit", name))
    complain([cause for cause in missing if cause])


def absent_room(identifier, check, room, rtl):
    """Why what `check` does with a room of the unit cannot be a test of a row whose RTL cell is `rtl`, or None: the
    room must hold a module of the row."""
    paths = [check, f"tb/exhaustive/{room}_room.sv"]
    for path in paths:
        if not os.path.isfile(path):
            return f"{identifier}: no file {path}"
    modules = {name.partition(".sv:")[0] for name in rtl}
    if not any(re.search(rf"^\s*{module} #\(", read(paths[1]), re.M) for module in modules):
        return f"{identifier}: {paths[1]} has none of {' '.join(sorted(modules))}"
    return None


@tap.test
def check_of_a_room_is_in_no_row():
    named = {name for cells in rows().values() for name in cells[2]}
    checks = [f"{kind}:{os.path.basename(path)[:-len(pattern.partition('{}')[2])]}" for kind, pattern in ROOMS.items()
              for path in sorted(glob.glob(pattern.format("*")))]
    equal({check.partition(":")[0] for check in checks}, set(ROOMS), "kinds of checks")
    complain([f"{check} is in no row" for check in checks if check not in named])


@tap.test
def named_test_does_not_say_what_it_covers():
    """The file of a named unit test mentions the requirement."""
    complain([f"{identifier}: tb/unit/{name.partition(':')[0]} does not mention it"
              for identifier, cells in rows().items() for name in cells[2]
              if name not in RUNS and name.partition(":")[0] not in ("directed", *ROOMS)
              and not mentions(read(f"tb/unit/{name.partition(':')[0]}"), identifier)])


def mentions(text, identifier):
    """The ID itself, or a range of IDs of its letter (`A1 to A4`, `A1-A4`, `A1..A4`)."""
    if re.search(rf"\b{identifier}\b", text):
        return True
    ranges = re.findall(rf"\b{identifier[0]}(\d+)(?: to |-|\.\.|–){identifier[0]}?(\d+)\b", text)
    return any(int(first) <= int(identifier[1:]) <= int(last) for first, last in ranges)


@tap.test
def seeded_fault_of_a_row_does_not_exist():
    names = {entry["name"] for entry in json.loads(read("scripts/mutants.json"))}
    complain([f"{identifier}: no seeded fault {name}" for identifier, cells in rows().items()
              for name in cells[3] if name not in names])


@tap.test
def seeded_fault_of_a_row_is_of_another_file():
    """A fault counts for a requirement if it is seeded where the row says that the requirement is met."""
    places = {entry["name"]: os.path.basename(entry["file"]) for entry in json.loads(read("scripts/mutants.json"))}
    complain([f"{identifier}: {name} is in {places[name]}, which the row does not name"
              for identifier, cells in rows().items() for name in cells[3]
              if name in places and places[name] not in {cell.partition(":")[0] for cell in cells[0] + cells[1]}])


@tap.test
def seeded_fault_is_in_no_row():
    named = {name for cells in rows().values() for name in cells[3]}
    files = {entry["name"]: entry["file"] for entry in json.loads(read("scripts/mutants.json"))}
    rooms = {file for name, file in files.items() if name in named}
    complain([f"{file} has seeded faults, but no row names one" for file in sorted(set(files.values()) - rooms)])


def simulated():
    """{name: fields} of every configuration that runs in lockstep: the named ones and those of the sweep."""
    table = configuration_table.load()
    return table.all_values(table.named | table.swept)


def runs_of_choice(field, value):
    """Names of the configurations in which the choice is made so, and matters."""
    return {name for name, row in simulated().items() if row[field] == value and CHOICES[field][1](row)}


@tap.test
def choice_is_never_simulated():
    complain([f"{field} = {value} runs nowhere where it matters" for field, (values, _) in CHOICES.items()
              for value in values if not runs_of_choice(field, value)])


@tap.test
def table_of_choices_differs():
    """The rows `| field | value | requirement | meaning | runs |` of docs/verification.md."""
    found = {}
    for line in read(TABLE).splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("|") and len(cells) == 5 and cells[0].strip("`") in CHOICES:
            found[cells[0].strip("`"), int(cells[1])] = set(re.findall(r"`([^`]+)`", cells[4]))
    equal(sorted(found), sorted((field, value) for field, (values, _) in CHOICES.items() for value in values),
          "choices of the table")
    complain([f"{field} = {value}: {' '.join(sorted(names)) or 'no run'} instead of one or more of "
              f"{' '.join(sorted(runs_of_choice(field, value)))}"
              for (field, value), names in found.items() if not names or names - runs_of_choice(field, value)])


@tap.test
def field_of_a_choice_is_forgotten():
    """Every field of config_t that comes after what the implementation has is a choice, or said not to be one."""
    fields = [field.name for field in configuration_table.load().fields]
    choices = fields[fields.index("ExternalAbort"):]
    equal(sorted(CHOICES), sorted(set(choices) - {"ImpdefEvents", "OptionalFilter"}), "choices")


@tap.test
def document_names_a_missing_file():
    missing = []
    for document in DOCUMENTS:
        text = read(document)
        for path in re.findall(r"`((?:rtl|cmodel|tb|scripts|docs)/[\w./-]*\w)/?`", text):
            if not os.path.exists(path):
                missing.append(f"{document}: {path}")
        for link in re.findall(r"\]\(([^)#:]+)\)", text):
            if not os.path.exists(os.path.join(os.path.dirname(document), link)):
                missing.append(f"{document}: link to {link}")
    complain(missing)


@tap.test
def document_names_a_missing_make_target_or_variable():
    makefile = read("Makefile").replace("\\\n", "")
    targets = {word for line in re.findall(r"^\.PHONY: (.*)$", makefile, re.M) for word in line.split()}
    missing = []
    for document in DOCUMENTS:
        # In prose a command stands in code spans; in a block it starts a line.
        for command in re.findall(r"(?m)`make ([^`\n]+)`|^(?:\$ )?make (.+)$", read(document)):
            for word in (command[0] or command[1]).split("#")[0].split():
                name, assigned, _ = word.partition("=")
                if assigned and not re.search(rf"^{name} +\?=", makefile, re.M):
                    missing.append(f"{document}: make has no variable {name}")
                elif not assigned and re.fullmatch(r"[a-z-]+", word) and word not in targets:
                    missing.append(f"{document}: make has no target {word}")
    complain(missing)


@tap.test
def vectors_are_counted_wrongly():
    """The table of conformance vectors has the numbers of tb/unit/vectors/README.md, and these are of its files."""
    kept = dict(re.findall(r"^\| (\w+) \|.*?\| (\d+ of \d+)\b", read("tb/unit/vectors/README.md"), re.M))
    equal({name: f"{part} of {whole}" for name, part, whole in
           re.findall(r"^\| (\w+) \| [^|]+ \| (\d+) \| (\d+) \|$", read(TABLE), re.M)}, kept, "vectors")
    for name, numbers in kept.items():
        with gzip.open(f"tb/unit/vectors/{name}.txt.gz", "rt", encoding="utf-8") as file:
            lines = sum(bool(line.strip()) and not line.startswith("#") for line in file)
        equal(lines, int(numbers.split()[0]), f"lines of {name}")


@tap.test
def refusal_is_not_documented():
    """docs/integration.md has the messages of rtl/spu_config_check.sv, in the same order."""
    messages = re.findall(r'\$error\(\s*"([^"]+)"\s*\)', read("rtl/spu_config_check.sv"))
    expect(messages, "no message in rtl/spu_config_check.sv")
    table = re.search(r"\| what a refusal says \| from \|\n\| --- \| --- \|\n((?:\|.*\n)*)",
                      read("docs/integration.md"))
    equal([line.split(" | ")[0][len("| "):] for line in table[1].splitlines()] if table else None, messages, "messages")


@tap.test
def pin_of_the_unit_is_not_documented():
    """docs/integration.md names every port of spu_top."""
    text = read("docs/integration.md")
    ports = re.findall(r"^\s*(?:input|output)\s.*?\b(\w+)\s*,?\s*$", read("rtl/spu_top.sv").split(");")[0], re.M)
    expect(len(ports) > 20, f"ports found: {ports}")
    complain([f"{port} is not in docs/integration.md" for port in ports if f"`{port}" not in text])


tap.run()
