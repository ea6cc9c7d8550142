#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Combines Verilator's C++ files into a few of similar size, for the compiler.

verilated.py DIR PREFIX GROUPS writes DIR/fast0.cpp and so on, which include the code of every cycle, DIR/slow0.cpp and
so on, which include the code that runs once (GROUPS of each), and DIR/wave0.cpp with the code for waveforms, if there
is any. Compiling each file alone would read the headers again, which are longer than most files; several groups let
several processors compile one configuration. DIR/groups is written last: Verilator's output is complete then. Status
2: DIR has no list of classes. """

import os
import re
import sys

# The lists of PREFIX_classes.mk.
LISTS = {"fast": ("VM_CLASSES_FAST", "VM_SUPPORT_FAST"), "slow": ("VM_CLASSES_SLOW", "VM_SUPPORT_SLOW")}


def listed(text, names):
    """The files that variables of PREFIX_classes.mk list."""
    found = []
    for name in names:
        match = re.search(rf"^{name} \+= \\\n((?:[ \t].*\\\n)*)", text, re.M)
        found += re.findall(r"^[ \t]+(\S+) \\$", match[1], re.M) if match else []
    return found


def grouped(files, count):
    """The files in `count` groups: the largest first, each into the smallest group."""
    groups = [[] for _ in range(count)]
    sizes = [0] * count
    for size, file in sorted(files, reverse=True):
        smallest = sizes.index(min(sizes))
        groups[smallest].append(file)
        sizes[smallest] += size
    return groups


def write_group(path, names):
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(f'#include "{name}"\n' for name in names)


def main():
    if len(sys.argv) != 4 or not sys.argv[3].isdigit() or int(sys.argv[3]) < 1:
        print("usage: verilated.py DIR PREFIX GROUPS", file=sys.stderr)
        return 2
    directory, prefix, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
    classes = f"{directory}/{prefix}_classes.mk"
    try:
        with open(classes, encoding="utf-8") as file:
            text = file.read()
        for kind, lists in LISTS.items():
            names = [f"{name}.cpp" for name in listed(text, lists)]
            if not names:
                print(f"verilated.py: {classes}: it lists no {kind} file", file=sys.stderr)
                return 2
            if kind == "fast":
                waves = [name for name in names if "__Trace__" in name]
                write_group(f"{directory}/wave0.cpp", waves)
                names = [name for name in names if name not in waves]
            files = [(os.path.getsize(f"{directory}/{name}"), name) for name in names]
            for number, group in enumerate(grouped(files, count)):
                write_group(f"{directory}/{kind}{number}.cpp", group)
        with open(f"{directory}/groups", "w", encoding="utf-8") as file:
            file.write(f"{count}\n")
    except OSError as error:
        print(f"verilated.py: {error.filename}: {error.strerror}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
