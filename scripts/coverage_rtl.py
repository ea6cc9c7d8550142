#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Copies the RTL for coverage builds, with a mark before every `return`.

Verilator (5.006) counts a block at its end, which a block that ends in `return` never reaches: without help
such blocks count as never executed. In the copy every `return x;` becomes `begin if (cover_here) ; return x; end`:
the empty `if` is a point of its own that is counted. markers.json lists where these are (file, line, column);
coverage.py gives their counts to the blocks they stand in. Lines keep their numbers. Status 2: wrong use.
"""

import argparse
import glob
import json
import os
import re
import shutil
import sys

# A comment, which stays, or else: a function's head (a local that no tool folds), a return with its expression.
PIECE = re.compile(r"//[^\n]*|\bfunction automatic\b[^;]*;|\breturn\b(?:[^;/]|/(?!/)|//[^\n]*)*;")
BODY = re.compile(r".*?\bendfunction\b", re.S)
RETURN = re.compile(r"^(?:(?!//).)*\breturn\b", re.M)
LOCAL = " bit cover_here = 1'b1;"
MARK = "begin if (cover_here) ; "


def instrument(text):
    """The text with its marks, and (line, column) of each, both from 1."""
    out, marks, end = [], [], 0
    for piece in PIECE.finditer(text):
        out.append(text[end:piece.start()])
        end = piece.end()
        if piece[0].startswith("return"):
            before = "".join(out)
            line = before.count("\n") + 1
            column = len(before) - (before.rfind("\n") + 1) + len("begin ") + 1
            marks.append((line, column))
            out = [before, MARK, piece[0], " end"]
        elif piece[0].startswith("function"):
            # A function without a return would not use the local, which is a warning.
            body = BODY.match(text, end)
            out += [piece[0], LOCAL if body and RETURN.search(body[0]) else ""]
        else:
            out.append(piece[0])
    return "".join(out) + text[end:], marks


def main():
    parser = argparse.ArgumentParser(description="Copies the RTL for coverage builds.")
    parser.add_argument("--rtl", default="rtl", metavar="DIR", help="default: %(default)s")
    parser.add_argument("--out", required=True, metavar="DIR", help="gets the copy, and markers.json")
    arguments = parser.parse_args()
    sources = sorted(glob.glob(f"{arguments.rtl}/*.sv"))
    if not sources:
        print(f"coverage_rtl.py: {arguments.rtl}: no .sv file", file=sys.stderr)
        return 2
    os.makedirs(arguments.out, exist_ok=True)
    marks = {}
    for path in sources:
        name = os.path.basename(path)
        with open(path, encoding="utf-8") as file:
            text, marks[name] = instrument(file.read())
        target = f"{arguments.out}/{name}"
        with open(f"{target}.new", "w", encoding="utf-8") as file:
            file.write(text)
        shutil.copystat(path, f"{target}.new")  # what did not change is not built again
        os.replace(f"{target}.new", target)
    with open(f"{arguments.out}/markers.json", "w", encoding="utf-8") as file:
        json.dump(marks, file)
    shutil.copy2(f"{arguments.rtl}/files.f", f"{arguments.out}/files.f")
    return 0


if __name__ == "__main__":
    sys.exit(main())
