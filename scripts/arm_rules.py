#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares docs/rules.toml with chapters D17 and D18 of the Arm ARM.

usage: arm_rules.py FILE...

The files are the text of the chapters, which is not in this tree: Markdown, or text extracted from a PDF, with a
heading `D17.1 ...` on its own line for each section. Prints each identifier and section that only the text or only the
table has, with its first place in the text. An identifier that the text only mentions belongs in `elsewhere` of the
table.

Status 0: they agree. 1: they differ. 2: a file or the table cannot be read, or wrong use.
"""

import re
import sys

from facts import rules
from facts.common import read
from util.problem import run_main

HEADING = re.compile(rf"^(?:#+ +)?({rules.SECTION.pattern})(?: |$)")
# Conversions join an identifier and the following word, which begins with a capital letter.
FOUND = re.compile(rf"(?<![A-Za-z_])({rules.IDENTIFIER.pattern})(?:(?![A-Z_])|(?=[A-Z][a-z]))")


def has(paths):
    """{identifier or section: its first place} of the files."""
    found = {}
    for path in paths:
        for number, line in enumerate(read(path).splitlines(), 1):
            heading = HEADING.match(line)
            for name in ([heading[1]] if heading else []) + FOUND.findall(line):
                found.setdefault(name, f"{path}:{number}")
    return found


def main(paths):
    if not paths or any(path.startswith("-") for path in paths):
        print(__doc__.strip(), file=sys.stdout if paths[:1] == ["--help"] else sys.stderr)
        return 0 if paths[:1] == ["--help"] else 2
    table, found = rules.load(), has(paths)
    listed = {row.id for row in table.rows if row.id} | {row.section for row in table.rows} | set(table.elsewhere)
    only_text = [f"{place}: {rules.TABLE} has no {name}" for name, place in found.items() if name not in listed]
    only_table = [f"{rules.TABLE}: the text has no {name}" for name in sorted(listed - set(found))]
    print("\n".join([*only_text, *only_table]) or
          f"{sum(bool(row.id) for row in table.rows)} identifiers, and the sections, match the text")
    return 1 if only_text or only_table else 0


if __name__ == "__main__":
    run_main(lambda: main(sys.argv[1:]))
