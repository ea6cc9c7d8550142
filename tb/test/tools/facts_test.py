# SPDX-License-Identifier: Apache-2.0
"""Requirement X1: what is made from the tables of facts is what the tree has, byte for byte, and says what it is made
from."""

import os
import re
import shutil
import subprocess
import sys
import tempfile

import generate
from facts import common
from helpers import equal, expect


def test_committed_files_are_what_the_tables_make():
    made = generate.committed()
    expect(made, "nothing is made")
    for path, text in made.items():
        expect(common.read(path) == text, f"{path} is not what its table makes: make generate")


def test_made_file_says_what_it_is_made_from():
    for path, text in generate.committed().items():
        if not path.endswith(".md"):
            said = text.splitlines()[0]
            expect(any(table.TABLE in said for table in generate.TABLES), f"{path}: `{said}` names no table")


def copy_into(directory):
    """A tree in which what is made can be changed; tb and fpga are read alone."""
    for tree in ("rtl", "cmodel", "docs", "scripts"):
        shutil.copytree(tree, f"{directory}/{tree}", ignore=shutil.ignore_patterns("__pycache__"))
    for tree in ("tb", "fpga"):
        os.symlink(os.path.abspath(tree), f"{directory}/{tree}")


def test_edited_file_is_reported_and_made_again():
    with tempfile.TemporaryDirectory() as directory:
        copy_into(directory)

        def generator(option):
            return subprocess.run([sys.executable, "scripts/generate.py", option], cwd=directory, capture_output=True,
                                  text=True, check=False, timeout=120)
        path = f"{directory}/{generate.features.RTL}"
        text = common.read(path)
        with open(path, "a", encoding="utf-8") as file:
            file.write("// by hand\n")
        done = generator("--check")
        equal(done.returncode, 1, "status")
        equal(done.stderr, f"generate.py: {generate.features.RTL} is not what its table makes: make generate\n",
              "words")
        equal(generator("--write").returncode, 0, "status of --write")
        equal(common.read(path), text, "the file made again")
        equal(generator("--check").returncode, 0, "status afterwards")


def test_malformed_table_changes_nothing():
    with tempfile.TemporaryDirectory() as directory:
        copy_into(directory)
        with open(f"{directory}/{generate.features.TABLE}", "a", encoding="utf-8") as file:
            file.write("[[rule]\n")
        line = common.read(f"{directory}/{generate.features.TABLE}").count("\n")
        done = subprocess.run([sys.executable, "scripts/generate.py", "--write"], cwd=directory, capture_output=True,
                              text=True, check=False, timeout=120)
        equal(done.returncode, 2, "status")
        equal(len(done.stderr.splitlines()), 1, "lines on stderr")
        expect(done.stderr.startswith(f"generate.py: {generate.features.TABLE}:{line}: "), done.stderr)


def test_built_files_name_their_table_and_stay_if_equal():
    with tempfile.TemporaryDirectory() as directory:
        subprocess.run([sys.executable, "scripts/generate.py", "--build", directory], check=True, timeout=120)
        names = os.listdir(directory)
        expect(names, "nothing is built")
        for name in names:
            said = common.read(f"{directory}/{name}").splitlines()[0]
            expect(name.endswith(".values") or any(table.TABLE in said for table in generate.TABLES),
                   f"{name}: `{said}` names no table")
            os.utime(f"{directory}/{name}", ns=(1, 1))
        subprocess.run([sys.executable, "scripts/generate.py", "--build", directory], check=True, timeout=120)
        equal({os.stat(f"{directory}/{name}").st_mtime_ns for name in names}, {1}, "times of what is equal")


# Of the table of pins: what is wrong, the text that is replaced, by what, and what the refusal says.
BROKEN_PINS = {
    "unknown struct": ('type = "pmu_counters_t"', 'type = "pmu_count_t"', "pmu: no struct or enum pmu_count_t above"),
    "struct of a port": ('name = "pe_i"\ntype = "pe_t"', 'name = "pe_i"\ntype = "pe_s"',
                         "pe_i: no struct or enum pe_s above"),
    "width 0": ('name = "hcr_el2_nv1", width = 1', 'name = "hcr_el2_nv1", width = 0', "hcr_el2_nv1: width 0, count 0"),
    "no width": ('name = "hcr_el2_nv1", width = 1', 'name = "hcr_el2_nv1"', "hcr_el2_nv1: either a width or a type"),
    "width in words": ('name = "hcr_el2_nv1", width = 1', 'name = "hcr_el2_nv1", width = "Nv"',
                       "hcr_el2_nv1: no number, and no constant: Nv"),
    "field twice": ('name = "hcr_el2_nv2"', 'name = "hcr_el2_nv1"', "hcr_el2_nv1: there twice"),
    "struct twice": ('name = "axi_b_t"', 'name = "axi_aw_t"', "axi_aw_t: there is such a type already"),
    "C type too small": ('name = "sample_pop", width = 4,', 'name = "sample_pop", width = 4, ctype = "bool",',
                         "sample_pop: 4 bits do not fit in bool"),
    "unknown key": ('name = "hcr_el2_nv1", width = 1', 'name = "hcr_el2_nv1", bits = 1',
                    "hcr_el2_nv1: the table has no `bits` here"),
    "too many values": ('name = "op_how_e"\nwidth = 2', 'name = "op_how_e"\nwidth = 1',
                        "op_how_e: 3 values do not fit in 1 bits"),
    "condition": ('exists = "NestedVirt >= 2"', 'exists = "NestedVirt +"', "hcr_el2_nv2: "),
    "C member twice": ('c = "pe_debug"', 'c = "edscr_sdd"', "pe_i: edscr_sdd is in spu_in twice"),
    "output compared nowhere": ('  {pin = "trace_o.ts", function = "TraceTimeStamp"},\n', "",
                                "trace_o.ts: it is in no C struct: [[compared]] says where"),
    "output compared twice": ('{pin = "trace_o.ts"', '{pin = "trace_o.cx2"', "trace_o.cx2: it is in a struct already"),
    "unknown output": ('{pin = "trace_o.ts"', '{pin = "trace_o.time"', "trace_o.time: no such pin"),
}


def test_malformed_table_of_pins_is_refused_in_one_line():
    with tempfile.TemporaryDirectory() as directory:
        for tree in ("rtl", "cmodel", "docs", "scripts", "tb/core", "tb/test/exhaustive"):
            shutil.copytree(tree, f"{directory}/{tree}", ignore=shutil.ignore_patterns("__pycache__"))
        table = common.read(generate.pins.TABLE)
        header = common.read(generate.pins.HEADER)
        for what, (old, new, words) in BROKEN_PINS.items():
            expect(table.count(old) == 1, f"{what}: `{old}` is {table.count(old)} times in the table")
            broken = table.replace(old, new)
            with open(f"{directory}/{generate.pins.TABLE}", "w", encoding="utf-8") as file:
                file.write(broken)
            done = subprocess.run([sys.executable, "scripts/generate.py", "--write"], cwd=directory,
                                  capture_output=True, text=True, check=False, timeout=120)
            equal(done.returncode, 2, f"{what}: status")
            said = re.fullmatch(rf"generate\.py: {generate.pins.TABLE}:(\d+): ({re.escape(words)}.*)\n", done.stderr)
            expect(said, f"{what}: {done.stderr}")
            line = broken.splitlines()[int(said[1]) - 1]
            expect(f'"{words.partition(":")[0].rpartition(".")[2]}' in line or words.partition(":")[0] in line,
                   f"{what}: it is not in line {said[1]}: {line}")
            equal(common.read(f"{directory}/{generate.pins.HEADER}"), header, f"{what}: the header")


def test_malformed_table_of_blocks_builds_nothing():
    with tempfile.TemporaryDirectory() as directory:
        for tree in ("rtl", "cmodel", "docs", "scripts", "tb/core", "tb/test/exhaustive"):
            shutil.copytree(tree, f"{directory}/{tree}", ignore=shutil.ignore_patterns("__pycache__"))
        path = f"{directory}/{generate.block_structs.TABLE}"
        text = common.read(path)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text.replace('{name = "nspb", width = 3}', '{name = "nspb", width = 0}'))
        done = subprocess.run([sys.executable, "scripts/generate.py", "--build", "made"], cwd=directory,
                              capture_output=True, text=True, check=False, timeout=120)
        equal(done.returncode, 2, "status")
        line = text[:text.index('"nspb"')].count("\n") + 1
        equal(done.stderr, f"generate.py: {generate.block_structs.TABLE}:{line}: nspb: width 0, count 0\n", "words")
        expect(not os.path.exists(f"{directory}/made"), "something was made")
