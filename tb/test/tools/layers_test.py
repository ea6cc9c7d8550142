# SPDX-License-Identifier: Apache-2.0
"""The testbench is layered as tb/README.md says: no file includes one of a folder below its own in that table. No
requirement: it is what lets each folder be read alone."""

import fnmatch
import glob
import os
import re

from helpers import expect

README = "tb/README.md"
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"')
# Made during the build, from tables that belong to no folder, or by Verilator.
MADE = re.compile(r"gen/|V\w+\.h$|verilated\w*\.h$")


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def layers(text):
    """The folders of the table, in order."""
    table = re.search(r"(?ms)^\| folder \| what it is for \|\n\| --- \| --- \|\n(.*?)\n\n", text)
    assert table, f"{README}: no table of folders"
    return re.findall(r"(?m)^\| `([^`]+)` \|", table.group(1))


def layer_of(order, path):
    """The place of a file (below tb/) in the table: that of the last row that names it. None: of no row."""
    rows = [i for i, row in enumerate(order) if path.startswith(f"{row}/") or fnmatch.fnmatch(path, row)]
    return max(rows, default=None)


def target(path, name, exists):
    """The file that an include in `path` means: below tb/, or "cmodel/..."; None: neither."""
    beside = os.path.join(os.path.dirname(path), name)
    if exists(f"tb/{beside}"):
        return beside
    if exists(f"tb/{name}"):
        return name
    if exists(f"cmodel/{name}"):
        return f"cmodel/{name}"
    return f"fpga/{name}" if exists(f"fpga/{name}") else None


def problems(order, path, text, exists=os.path.isfile):
    """What is wrong with the includes of a file below tb/."""
    found = []
    own = layer_of(order, path)
    if own is None:
        return [f"tb/{path}: its folder is not in the table of {README}"]
    for number, line in enumerate(text.splitlines(), 1):
        match = INCLUDE.match(line)
        if not match or MADE.match(match[1]):
            continue
        where = f"tb/{path}:{number}: includes {match[1]}"
        file = target(path, match[1], exists)
        if file is None:
            found.append(f"{where}, which is not there")
        elif file.startswith("fpga/"):
            if not path.startswith("test/"):
                found.append(f"{where}: only tests use fpga/")
        elif not file.startswith("cmodel/"):
            other = layer_of(order, file)
            if other is None:
                found.append(f"{where}: its folder is not in the table of {README}")
            elif other > own:
                found.append(f"{where}: {order[own]} is above {order[other]} in {README}, and a folder uses only "
                             f"those above it")
    return found


def sources():
    return [path for path in sorted(glob.glob("tb/**/*", recursive=True)) if path.endswith((".c", ".h", ".cpp"))]


def test_every_folder_is_in_the_table_once_and_is_there():
    order = layers(read(README))
    assert sorted(set(order)) == sorted(order)
    for row in order:
        assert os.path.isdir(f"tb/{row}") or glob.glob(f"tb/{row}"), f"{README}: no {row}"
    for folder in sorted(os.listdir("tb")):
        assert not os.path.isdir(f"tb/{folder}") or folder in order, f"{README}: no row for tb/{folder}"


def test_no_file_includes_one_of_a_folder_below_its_own():
    order = layers(read(README))
    files = sources()
    assert len(files) > 200
    found = [problem for path in files for problem in problems(order, path.removeprefix("tb/"), read(path))]
    assert not found, "\n".join(found)


def test_the_model_includes_nothing_of_the_testbench():
    for path in sorted(glob.glob("cmodel/*.[ch]")):
        for name in re.findall(r'(?m)^\s*#\s*include\s+"([^"]+)"', read(path)):
            expect(os.path.isfile(f"cmodel/{name}") or MADE.match(name),
                   f"{path}: includes {name}, which is not of the model")


def test_a_wrong_include_is_named_with_file_line_and_rule():
    order = ["util", "check", "check/part", "check/whole.[ch]", "report"]
    files = {"tb/util/text.h", "tb/check/run.h", "tb/check/whole.h", "tb/check/part/part.h", "tb/report/words.h",
             "cmodel/spu.h",
             "fpga/expect/expect.h", "tb/other/x.h"}

    def check(path, name):
        return problems(order, path, f'// A\n#include "{name}"\n', files.__contains__)

    rule = f"in {README}, and a folder uses only those above it"
    assert check("check/run.c", "report/words.h") == [
        f"tb/check/run.c:2: includes report/words.h: check is above report {rule}"]
    assert check("check/part/part.c", "check/whole.h") == [
        f"tb/check/part/part.c:2: includes check/whole.h: check/part is above check/whole.[ch] {rule}"]
    assert check("check/run.c", "check/none.h") == ["tb/check/run.c:2: includes check/none.h, which is not there"]
    assert check("check/run.c", "other/x.h") == [
        f"tb/check/run.c:2: includes other/x.h: its folder is not in the table of {README}"]
    assert check("other/x.c", "util/text.h") == [f"tb/other/x.c: its folder is not in the table of {README}"]
    assert check("check/run.c", "expect/expect.h") == [
        "tb/check/run.c:2: includes expect/expect.h: only tests use fpga/"]
    for path, name in (("report/words.c", "check/whole.h"), ("check/whole.c", "check/part/part.h"),
                       ("check/part/part.c", "part.h"),
                       ("check/run.c", "spu.h"), ("check/run.c", "gen/pins.def"), ("check/part/part.c", "check/run.h")):
        assert check(path, name) == []
