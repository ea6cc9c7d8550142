#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""mutant.py NAME DIR: replaces DIR by a copy of rtl/ with the change of mutant NAME of tb/unit/mutants.

Status 0: done. 2: no such mutant of the unit, or a table cannot be read.
"""

import argparse
import shutil
import sys

from facts import mutants
from facts.common import FactError
from util.problem import write_whole


def main():
    parser = argparse.ArgumentParser(description="Makes a copy of rtl/ with a mutant.")
    parser.add_argument("name", metavar="NAME", help="a mutant of the unit in tb/unit/mutants/*.toml")
    parser.add_argument("home", metavar="DIR", help="directory for the copy")
    arguments = parser.parse_args()
    try:
        mutant = next((mutant for mutant in mutants.load()
                       if mutant.name == arguments.name and mutants.tree_of(mutant) == "rtl"), None)
        if mutant is None:
            print(f"mutant.py: no mutant {arguments.name} of the unit (tb/unit/mutants/*.toml)", file=sys.stderr)
            return 2
        text = mutants.changed_text(mutant)
        shutil.rmtree(arguments.home, ignore_errors=True)
        shutil.copytree("rtl", arguments.home)
        write_whole(f"{arguments.home}/{mutant.file.removeprefix('rtl/')}", text)
    except (FactError, OSError) as error:
        print(f"mutant.py: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
