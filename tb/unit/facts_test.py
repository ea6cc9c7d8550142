#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Requirement X1: what is made from the tables of facts is what the tree has, byte for byte, and says what it is made
from."""

import os
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(__file__)
sys.path[:0] = [os.path.join(HERE, "..", "perf"), os.path.join(HERE, "..", "..", "scripts")]
import generate
from facts import common
from perf_tools import Tap, equal, expect

tap = Tap()


@tap.test
def committed_files_are_what_the_tables_make():
    made = generate.committed()
    expect(made, "nothing is made")
    for path, text in made.items():
        expect(common.read(path) == text, f"{path} is not what its table makes: make generate")


@tap.test
def made_file_says_what_it_is_made_from():
    for path, text in generate.committed().items():
        if not path.endswith(".md"):
            said = text.splitlines()[0]
            expect(any(table.TABLE in said for table in generate.TABLES), f"{path}: `{said}` names no table")


@tap.test
def edited_file_is_noticed_and_made_again():
    with tempfile.TemporaryDirectory() as directory:
        for tree in ("rtl", "cmodel", "docs", "scripts"):
            shutil.copytree(tree, f"{directory}/{tree}", ignore=shutil.ignore_patterns("__pycache__"))

        def generator(option):
            return subprocess.run([sys.executable, "scripts/generate.py", option], cwd=directory, capture_output=True,
                                  text=True, check=False, timeout=120)
        path = f"{directory}/{generate.features.RTL}"
        text = common.read(path)
        with open(path, "a", encoding="utf-8") as file:
            file.write("// by hand\n")
        done = generator("--check")
        equal(done.returncode, 1, "status")
        equal(done.stderr, f"generate.py: {generate.features.RTL} is not what its table makes: make generate\n",
              "words")
        equal(generator("--write").returncode, 0, "status of --write")
        equal(common.read(path), text, "the file made again")
        equal(generator("--check").returncode, 0, "status afterwards")


@tap.test
def table_that_cannot_be_read_changes_nothing():
    with tempfile.TemporaryDirectory() as directory:
        for tree in ("rtl", "cmodel", "docs", "scripts"):
            shutil.copytree(tree, f"{directory}/{tree}", ignore=shutil.ignore_patterns("__pycache__"))
        line = common.read(generate.features.TABLE).count("\n") + 1
        with open(f"{directory}/{generate.features.TABLE}", "a", encoding="utf-8") as file:
            file.write("[[rule]\n")
        done = subprocess.run([sys.executable, "scripts/generate.py", "--write"], cwd=directory, capture_output=True,
                              text=True, check=False, timeout=120)
        equal(done.returncode, 2, "status")
        equal(len(done.stderr.splitlines()), 1, "lines on stderr")
        expect(done.stderr.startswith(f"generate.py: {generate.features.TABLE}:{line}: "), done.stderr)


if __name__ == "__main__":
    tap.run()
