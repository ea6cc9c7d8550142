# SPDX-License-Identifier: Apache-2.0
"""The table of programs (make programs-table): what is in it is in docs/programs.md, a program that does not do what it
should is named, and bad input is refused."""

import json
import os
import re
import subprocess
import sys

import programs
import pytest
from helpers import BUILD, Scratch, equal, expect, needed
from util.problem import Problem

DOCUMENT = "docs/programs.md"
SOURCES = "tb/workload/programs"
STATUS = f'''
[[program]]
name = "a status"
what = "exit status"
source = "{os.path.abspath(SOURCES)}/status.c"
args = "7"
'''
scratch = Scratch("programs-", BUILD)


def script(text, *arguments, name):
    """(status, stdout, stderr, directory of the results) for a table with this text."""
    out = os.path.join(scratch.name, name)
    os.makedirs(out)
    table = os.path.join(out, "programs.toml")
    with open(table, "w", encoding="utf-8") as file:
        file.write(text)
    result = subprocess.run([sys.executable, "scripts/programs.py", "--table", table, "--build", BUILD, "--out", out,
                             *arguments], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=300, check=False)
    return result.returncode, result.stdout, result.stderr, out


def test_document_has_the_programs_of_the_table():
    """Each with its own row: how it ends, records, and no mismatch."""
    rows = programs.read_table(programs.TABLE)
    with open(DOCUMENT, encoding="utf-8") as file:
        lines = [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in file if line.startswith("| ")]
    head = lines[0]
    table = {line[0]: dict(zip(head, line)) for line in lines[2:] if len(line) == len(head)}
    equal(list(table), [row["name"] for row in rows], f"programs in {DOCUMENT}")
    for row in rows:
        line = table[row["name"]]
        equal((line["what it exercises"], line["mismatches"], line["ends with"]), (row["what"], "0", row.get("ends", "status 0")),
              f"{DOCUMENT}: {row['name']}")
        expect(int(re.sub("[^0-9]", "", line["records"])) > 0, f"{DOCUMENT}: {row['name']} has no records")


def test_table_has_thirty_programs_whose_sources_exist():
    rows = programs.read_table(programs.TABLE)
    expect(len(rows) >= 30, f"only {len(rows)} programs")
    expect(len({row["package"] for row in rows if "package" in row}) >= 10, "few packages of Debian's")
    for row in rows:
        expect("package" in row or os.path.isfile(f"{SOURCES}/{row['source']}"), f"{row['name']}: no {row.get('source')}")


def test_program_that_does_what_it_should_has_a_row():
    needed(f"{BUILD}/base/spu-sim", "make sim")
    status, out, err, directory = script(STATUS + 'ends = "status 7"\nsays = "exited with status 7"\n', name="good")
    equal((status, err), (0, ""), f"status and messages ({out})")
    with open(f"{directory}/table.json", encoding="utf-8") as file:
        result = json.load(file)[0]
    expect(result["records"] > 100 and result["mismatches"] == 0 and result["ended"] == "status 7", result)
    with open(f"{directory}/table.md", encoding="utf-8") as file:
        row = file.read().splitlines()[2]
    expect(row.startswith("| a status | exit status |") and row.endswith("| status 7 | `the workload exited with status 7` |"), row)


def test_program_that_does_something_else_is_named():
    status, out, _, _ = script(STATUS + 'ends = "status 8"\nsays = "never said"\n', name="other")
    equal(status, 1, "status")
    expect("a status: ended with status 7, not with status 8; did not say 'never said'\n" in out and "0 passed, 1 failed" in out,
           out)
    status, out, _, _ = script(STATUS + 'cpu = "none"\n', name="refused")
    expect(status == 1 and "a status: spu-sim: status 2: spu-sim: " in out, f"status {status}: {out}")


def test_bad_table_is_refused():
    one = '[[program]]\nname = "a"\nwhat = "b"\n'
    for number, (text, words) in enumerate((
            ("", "no [[program]] in it"), ("x", "programs.toml: "), ("program = 3", "no [[program]] in it"),
            (one, "a: needs what, and either package and file, or source"),
            (one + 'source = "s.c"\nends = "well"', "a: ends: must be status N or signal N"),
            (one + 'source = "s.c"\nsays = "("', "a: says: "), (one + 'source = "s.c"\ncompiler = "tcc"', "a: compiler: must be gcc"),
            (one + 'source = 3', "a: source: must be str"), (one + 'colour = "red"', "a: colour: unknown"),
            (one + 'source = "s.c"\n' + one, "a: twice"), (one + 'source = "missing.c"', "missing.c: "))):
        status, out, err, directory = script(text, name=f"bad-{number}")
        expect(status == 2 and words in err and err.count("\n") == 1 and err.startswith("programs.py: ") and out == "",
               f"{text!r}: status {status}, {err!r}, {out!r}")
        expect(not os.path.exists(f"{directory}/table.md"), f"{text!r}: a table is left")


def test_unknown_program_is_refused():
    status, _, err, _ = script(STATUS, "--only", "other", name="unknown")
    expect(status == 2 and "no program other" in err, f"status {status}, {err!r}")
    rows = programs.read_table(programs.TABLE)
    equal([row["name"] for row in programs.chosen(rows, ["busybox-awk", "bash"], "table")], ["bash", "busybox awk"], "chosen")
    with pytest.raises(Problem):
        programs.chosen(rows, ["busybox"], "table")


def test_names_make_passes_are_words_of_no_shell():
    command = ["make", "-n", "--no-print-directory", "programs-table", "NAMES=it's $$(touch made)"]
    environment = {**os.environ, "MAKEFLAGS": ""}
    out = subprocess.run(command, capture_output=True, text=True, check=True, env=environment).stdout
    expect("--only 'it'\\''s' --only '$(touch' --only 'made)'" in out, out.splitlines()[-1])
