#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Copies the RTL for coverage builds, with a mark before every `return`.

Verilator (5.006) counts a block at its end. A block that ends in `return` never reaches its end and would count as
never executed. In the copy every `return x;` becomes `begin if (cover_here) ; return x; end`: the empty `if` is a
point that is counted. markers.json lists these points (file, line, column); coverage.py adds their counts to the
blocks that contain them. Line numbers do not change. Status 2: wrong use.
"""

import argparse
import glob
import json
import os
import re
import shutil
import sys

# A comment, which is kept; a function's head, which gets a local that no tool folds; a return and its expression.
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
            # In a function without a return the local would be unused, which is a warning.
            body = BODY.match(text, end)
            out += [piece[0], LOCAL if body and RETURN.search(body[0]) else ""]
        else:
            out.append(piece[0])
    return "".join(out) + text[end:], marks


def main():
    parser = argparse.ArgumentParser(description="Copies the RTL for coverage builds.")
    parser.add_argument("--rtl", default="rtl", metavar="DIR", help="default: %(default)s")
    parser.add_argument("--out", required=True, metavar="DIR", help="directory for the copy and markers.json")
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
        shutil.copystat(path, f"{target}.new")  # unchanged files are not rebuilt
        os.replace(f"{target}.new", target)
    with open(f"{arguments.out}/markers.json", "w", encoding="utf-8") as file:
        json.dump(marks, file)
    shutil.copy2(f"{arguments.rtl}/files.f", f"{arguments.out}/files.f")
    return 0


if __name__ == "__main__":
    sys.exit(main())
