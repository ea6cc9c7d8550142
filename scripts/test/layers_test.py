# SPDX-License-Identifier: Apache-2.0
"""The testbench has rooms, and a room has folders: no file includes one of a room that its own does not use
(tb/README.md), or one of a folder below its own in the table of its room (tb/ROOM/README.md). No requirement: it is
what lets each room and each folder be read alone."""

import fnmatch
import glob
import os
import re

from helpers import expect

ROOMS = "tb/README.md"
TEST = "test"  # the last folder of each room
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"')
# Made during the build, from tables that belong to no folder, or by Verilator.
MADE = re.compile(r"gen/|V\w+\.h$|verilated\w*\.h$")


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def rows(path, first):
    """The rows of the table of a document whose first column has this name: {first cell: words in ` of the second}."""
    table = re.search(rf"(?ms)^\| {first} \|[^\n]*\n\| --- [^\n]*\n(.*?)\n(?:\n|\Z)", read(path))
    assert table, f"{path}: no table with a column {first}"
    found = re.findall(r"(?m)^\| `([^`]+)` \|([^|]*)\|", table[1])
    assert len(dict(found)) == len(table[1].splitlines()), f"{path}: a row without a name, or a name twice"
    return {name: re.findall(r"`(\w+)`", cell) for name, cell in found}


def of_tree():
    """{room: (rooms that it uses, its folders in order)}."""
    return {room: (uses, list(rows(f"tb/{room}/README.md", "folder"))) for room, uses in rows(ROOMS, "room").items()}


def layer_of(order, path):
    """The place of a file (below its room) in the table: that of the last row that names it. None: of no row."""
    named = [i for i, row in enumerate(order) if path.startswith(f"{row}/") or fnmatch.fnmatch(path, row)]
    return max(named, default=None)


def problem(rooms, path, name, exists):
    """What is wrong with the include of `name` in a file below tb/; "": nothing."""
    room, _, file = path.partition("/")
    if ".." in name.split("/"):
        return "which runs back up"
    if not exists(f"tb/{name}"):
        return "" if exists(f"cmodel/{name}") else "which is neither a path from tb/ nor of cmodel"
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
        return f"{order[own]} is above {order[place]} in tb/{room}/README.md, and a folder uses only those above it"
    return ""


def problems(rooms, path, text, exists=os.path.isfile):
    """What is wrong with the place of a file below tb/ and with its includes."""
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


def test_every_folder_is_in_a_table_and_is_there():
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


def test_every_include_is_of_a_room_and_a_folder_that_may_be_used():
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


def test_a_wrong_include_is_named_with_file_line_and_rule():
    rooms = {"unit": ([], ["util", "check", "check/part", "check/whole.[ch]", "test"]),
             "cores": (["unit"], ["core_*.*", "software", "test"])}
    files = {"tb/unit/util/text.h", "tb/unit/check/run.h", "tb/unit/check/whole.h", "tb/unit/check/part/part.h",
             "tb/unit/test/test.h", "tb/unit/other/x.h", "tb/cores/core_map.h", "tb/cores/test/b.h", "cmodel/spu.h",
             "fpga/expect/expect.h"}

    def check(path, name):
        return problems(rooms, path, f'// A\n#include "{name}"\n', files.__contains__)

    order = "in tb/unit/README.md, and a folder uses only those above it"
    for path, name, cause in (
            ("unit/util/a.c", "unit/check/run.h", f"util is above check {order}"),
            ("unit/check/part/a.c", "unit/check/whole.h", f"check/part is above check/whole.[ch] {order}"),
            ("unit/check/run.c", "cores/core_map.h", f"tb/unit uses cmodel ({ROOMS})"),
            ("unit/test/a.c", "cores/test/b.h", f"tb/unit uses cmodel ({ROOMS})"),
            ("unit/check/run.c", "unit/test/test.h", "only tests use tests"),
            ("cores/core_a.c", "unit/test/test.h", "only tests use tests"),
            ("cores/software/a.c", "cores/test/b.h", "only tests use tests"),
            ("unit/check/run.c", "run.h", "which is neither a path from tb/ nor of cmodel"),
            ("unit/check/run.c", "expect/expect.h", "which is neither a path from tb/ nor of cmodel"),
            ("unit/check/part/a.c", "../run.h", "which runs back up"),
            ("unit/check/run.c", "unit/other/x.h", "its folder is not in the table of tb/unit/README.md")):
        assert check(path, name) == [f"tb/{path}:2: includes {name}: {cause}"]
    for path, table in (("unit/other/x.c", "tb/unit/README.md"), ("more/x.c", ROOMS)):
        assert check(path, "unit/util/text.h") == [f"tb/{path}: its folder is not in the table of {table}"]
    for path, name in (("unit/check/run.c", "unit/util/text.h"), ("unit/check/whole.c", "unit/check/part/part.h"),
                       ("unit/check/run.c", "spu.h"), ("unit/check/run.c", "gen/pins.def"),
                       ("cores/core_a.c", "unit/check/run.h"), ("cores/test/a.c", "unit/test/test.h"),
                       ("cores/software/a.S", "cores/core_map.h")):
        assert check(path, name) == []
