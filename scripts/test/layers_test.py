# SPDX-License-Identifier: Apache-2.0
"""A file of the testbench includes only files of the rooms that its room uses (tb/README.md), and of its own folder and
those above it in the table of its room (tb/ROOM/README.md). No requirement: each room and folder can be read alone."""

import fnmatch
import glob
import os
import re

from helpers import expect, read

ROOMS = "tb/README.md"
TEST = "test"  # the last folder of each room
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"')
# Made during the build, from tables that belong to no folder, or by Verilator.
MADE = re.compile(r"gen/|V\w+\.h$|verilated\w*\.h$")


def rows(path, first):
    """The table of a document whose first column has this name: {first cell: words in ` of the second cell}."""
    table = re.search(rf"(?ms)^\| {first} \|[^\n]*\n\| --- [^\n]*\n(.*?)\n(?:\n|\Z)", read(path))
    assert table, f"{path}: no table with a column {first}"
    found = re.findall(r"(?m)^\| `([^`]+)` \|([^|]*)\|", table[1])
    assert len(dict(found)) == len(table[1].splitlines()), f"{path}: a row without a name, or a name twice"
    return {name: re.findall(r"`(\w+)`", cell) for name, cell in found}


def of_tree():
    """{room: (rooms that it uses, its folders in order)}."""
    return {room: (uses, list(rows(f"tb/{room}/README.md", "folder"))) for room, uses in rows(ROOMS, "room").items()}


def layer_of(order, path):
    """The index of the last row of the table that names a file of the room, or None."""
    named = [i for i, row in enumerate(order) if path.startswith(f"{row}/") or fnmatch.fnmatch(path, row)]
    return max(named, default=None)


def problem(rooms, path, name, exists):
    """Why a file below tb/ may not include `name`; "" if it may."""
    room, _, file = path.partition("/")
    if ".." in name.split("/"):
        return "a path with .."
    if not exists(f"tb/{name}"):
        return "" if exists(f"cmodel/{name}") else "neither in tb/ nor in cmodel/"
    other, _, included = name.partition("/")
    uses, order = rooms[room]
    if other != room and other not in uses:
        return f"tb/{room} uses {' and '.join(['cmodel', *(f'tb/{use}' for use in uses)])} ({ROOMS})"
    own, place = layer_of(order, file), layer_of(rooms[other][1], included)
    if place is None:
        return f"its folder is not in the table of tb/{other}/README.md"
    if rooms[other][1][place] == TEST and order[own] != TEST:
        return "only tests use tests"
    if other == room and place > own:
        return f"{order[place]} is below {order[own]} in tb/{room}/README.md"
    return ""


def problems(rooms, path, text, exists=os.path.isfile):
    """Errors in the place of a file below tb/ and in its includes."""
    room, _, file = path.partition("/")
    if room not in rooms:
        return [f"tb/{path}: its folder is not in the table of {ROOMS}"]
    if layer_of(rooms[room][1], file) is None:
        return [f"tb/{path}: its folder is not in the table of tb/{room}/README.md"]
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        match = INCLUDE.match(line)
        wrong = match and not MADE.match(match[1]) and problem(rooms, path, match[1], exists)
        if wrong:
            found.append(f"tb/{path}:{number}: includes {match[1]}: {wrong}")
    return found


def sources():
    return [path for path in sorted(glob.glob("tb/**/*", recursive=True)) if path.endswith((".c", ".h", ".cpp", ".S"))]


def test_tables_name_the_existing_folders():
    rooms = of_tree()
    expect(sorted(rooms) == sorted(name for name in os.listdir("tb") if os.path.isdir(f"tb/{name}")),
           f"{ROOMS}: its rooms are not the folders of tb/")
    for room, (_, order) in rooms.items():
        assert order[-1] == TEST, f"tb/{room}/README.md: {TEST} is not last"
        for row in order:
            assert glob.glob(f"tb/{room}/{row}"), f"tb/{room}/README.md: no {row}"
        for path in sorted(glob.glob(f"tb/{room}/*/")):
            folder = path.split("/")[-2]
            assert folder in order or folder == "__pycache__", f"tb/{room}/README.md: no row for {path}"


def test_every_include_is_allowed():
    rooms = of_tree()
    files = sources()
    assert len(files) > 200
    found = [problem for path in files for problem in problems(rooms, path.removeprefix("tb/"), read(path))]
    assert not found, "\n".join(found)


def test_the_model_includes_nothing_of_the_testbench():
    for path in sorted(glob.glob("cmodel/*.[ch]")):
        for name in re.findall(r'(?m)^\s*#\s*include\s+"([^"]+)"', read(path)):
            expect(os.path.isfile(f"cmodel/{name}") or MADE.match(name),
                   f"{path}: includes {name}, which is not of the model")


def test_forbidden_include_is_reported():
    rooms = {"unit": ([], ["util", "check", "check/part", "check/whole.[ch]", "test"]),
             "cores": (["unit"], ["core_*.*", "software", "test"])}
    files = {"tb/unit/util/text.h", "tb/unit/check/run.h", "tb/unit/check/whole.h", "tb/unit/check/part/part.h",
             "tb/unit/test/test.h", "tb/unit/other/x.h", "tb/cores/core_map.h", "tb/cores/test/b.h", "cmodel/spu.h",
             "fpga/expect/expect.h"}
    for path, name, cause in (
            ("unit/util/a.c", "unit/check/run.h", "check is below util in tb/unit/README.md"),
            ("unit/check/part/a.c", "unit/check/whole.h", "check/whole.[ch] is below check/part in tb/unit/README.md"),
            ("unit/check/run.c", "cores/core_map.h", f"tb/unit uses cmodel ({ROOMS})"),
            ("unit/test/a.c", "cores/test/b.h", f"tb/unit uses cmodel ({ROOMS})"),
            ("unit/check/run.c", "unit/test/test.h", "only tests use tests"),
            ("cores/core_a.c", "unit/test/test.h", "only tests use tests"),
            ("cores/software/a.c", "cores/test/b.h", "only tests use tests"),
            ("unit/check/run.c", "run.h", "neither in tb/ nor in cmodel/"),
            ("unit/check/run.c", "expect/expect.h", "neither in tb/ nor in cmodel/"),
            ("unit/check/part/a.c", "../run.h", "a path with .."),
            ("unit/check/run.c", "unit/other/x.h", "its folder is not in the table of tb/unit/README.md"),
            ("unit/check/run.c", "unit/util/text.h", None), ("unit/check/whole.c", "unit/check/part/part.h", None),
            ("unit/check/run.c", "spu.h", None), ("unit/check/run.c", "gen/pins.def", None),
            ("cores/core_a.c", "unit/check/run.h", None), ("cores/test/a.c", "unit/test/test.h", None),
            ("cores/software/a.S", "cores/core_map.h", None)):
        expected = [f"tb/{path}:2: includes {name}: {cause}"] if cause else []
        assert problems(rooms, path, f'// A\n#include "{name}"\n', files.__contains__) == expected
    for path, table in (("unit/other/x.c", "tb/unit/README.md"), ("more/x.c", ROOMS)):
        assert problems(rooms, path, "", bool) == [f"tb/{path}: its folder is not in the table of {table}"]
