#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints the configurations in rtl/data/configurations.toml: names, and the values of a configuration.

Status 0: printed. 2: no such configuration, or the table cannot be read: one line `file:line: cause`.
"""

import argparse

from facts import configurations
from facts.common import FactError
from facts.configuration_table import TABLE, load
from util.problem import run_main


def find(path, known, name):
    """The configuration of that name."""
    if name not in known:
        raise FactError(path, 1, f"no configuration {name} (there are: {' '.join(known)})")
    return known[name]


def main():
    parser = argparse.ArgumentParser(description="The configurations of rtl/data/configurations.toml.")
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--list", action="store_true", help="print the names, one per line")
    what.add_argument("--row", metavar="NAME", help="print the constant of configuration NAME in the package")
    what.add_argument("--show", metavar="NAME", help="print the fields of configuration NAME, one per line")
    parser.add_argument("--sweep", action="store_true", help="include the configurations of the sweep")
    parser.add_argument("--table", default=TABLE, metavar="FILE", help="default: %(default)s")
    arguments = parser.parse_args()
    table = load(arguments.table)
    known = table.named | (table.swept if arguments.sweep else {})
    if arguments.list:
        print("\n".join(known))
    elif arguments.row is not None:
        print(find(arguments.table, known, arguments.row).sv_name)
    else:
        print(configurations.values_text(table, find(arguments.table, known, arguments.show)), end="")


if __name__ == "__main__":
    run_main(main)
