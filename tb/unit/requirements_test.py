#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""docs/verification.md and the other documents say what is true: every requirement of the level that is built has a
row, and every file, function, test, seeded fault, make target and link that a document names exists."""

import glob
import json
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "perf"))
from perf_tools import Tap, equal, expect

tap = Tap()
TABLE = "docs/verification.md"
DOCUMENTS = ["README.md", *sorted(glob.glob("docs/*.md"))]
IDS = ("A1 A2 A3 A4 B1 B2 B3 B4 B5 B6 C1 C2 C3 C4 C5 C6 D1 D2 D3 D4 D5 D6 E1 E3 E4 E6 F1 F2 F3 G1 G2 G3 G7 G8 H1 H2").split()
RUNS = ("random", "program")


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
    scenarios = re.findall(r"^\s*SCENARIO\((\w+)\)", read("tb/stimulus/directed_script.c"), re.M)
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
            else:
                missing.append(absent_name(identifier, "tb/unit", name))
    complain([cause for cause in missing if cause])


@tap.test
def named_test_does_not_say_what_it_covers():
    """The file of a named unit test mentions the requirement."""
    complain([f"{identifier}: tb/unit/{name.partition(':')[0]} does not mention it"
              for identifier, cells in rows().items() for name in cells[2]
              if name not in RUNS and not name.startswith("directed:")
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
def seeded_fault_is_in_no_row():
    named = {name for cells in rows().values() for name in cells[3]}
    files = {entry["name"]: entry["file"] for entry in json.loads(read("scripts/mutants.json"))}
    rooms = {file for name, file in files.items() if name in named}
    complain([f"{file} has seeded faults, but no row names one" for file in sorted(set(files.values()) - rooms)])


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
    makefile = read("Makefile")
    targets = set(re.search(r"^\.PHONY: (help .*)$", makefile, re.M)[1].split())
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
def pin_of_the_unit_is_not_documented():
    """docs/integration.md names every port of spu_top."""
    text = read("docs/integration.md")
    ports = re.findall(r"^\s*(?:input|output)\s.*?\b(\w+)\s*,?\s*$", read("rtl/spu_top.sv").split(");")[0], re.M)
    expect(len(ports) > 20, f"ports found: {ports}")
    complain([f"{port} is not in docs/integration.md" for port in ports if f"`{port}" not in text])


tap.run()
