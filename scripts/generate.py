#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Generates files from the tables of facts (scripts/facts).

--write writes the committed files; --check compares them, byte for byte; --build DIR makes the other files that the
build needs in DIR, and writes only those that differ; --matrix FILE makes the page of requirements and rules. Status
0: done, or equal. 1: a committed file differs from what its table makes. 2: a table cannot be read, or wrong use.
"""

import argparse
import os
import sys

from facts import (block_structs, blocks, checker, configurations, core_trace, features, matrix, pins, registers,
                   requirements, rules)
from facts.common import read
from util.problem import run_main, write_whole

TABLES = (configurations, features, registers, pins, checker, block_structs, core_trace, requirements, rules, blocks)


def committed():
    """{path: text} of all committed files. Several tables can have a place in the same document."""
    made = {}
    for table in TABLES:
        made |= table.committed(made) if hasattr(table, "committed") else {}
    return made


def built():
    made = {}
    for table in TABLES:
        made |= table.built() if hasattr(table, "built") else {}
    return made


def stale(made):
    return [path for path, text in made.items() if not os.path.exists(path) or read(path) != text]


def main():
    parser = argparse.ArgumentParser(description="Generates files from the tables of facts.")
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--write", action="store_true", help="write the committed files")
    what.add_argument("--check", action="store_true", help="compare it")
    what.add_argument("--build", metavar="DIR", help="make the files that only the build needs")
    what.add_argument("--matrix", metavar="FILE", help="make the page of requirements and rules")
    arguments = parser.parse_args()
    if arguments.matrix:
        made = {arguments.matrix: matrix.text()}
        os.makedirs(os.path.dirname(arguments.matrix) or ".", exist_ok=True)
    elif arguments.build:
        made = {f"{arguments.build}/{name}": text for name, text in built().items()}
    else:
        made = committed()
    differ = stale(made)
    for path in differ:
        if arguments.check:
            print(f"generate.py: {path} differs from its table: make generate", file=sys.stderr)
        else:
            write_whole(path, made[path])
    if arguments.matrix:
        print(arguments.matrix)
    return 1 if differ and arguments.check else 0


if __name__ == "__main__":
    run_main(main)
