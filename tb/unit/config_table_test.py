#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Requirements F2, B1, P6: one table of configurations, which RTL, model and make read alike, and which says where it
is wrong. A configuration whose largest record cannot fit fails in each of them."""

import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "perf"))
from perf_tools import BUILD, Tap, equal, expect

tap = Tap()
TABLE, PACKAGE, HEADER = "rtl/spu_config_pkg.sv", "rtl/spu_pkg.sv", "cmodel/spu.h"
# A build of its own, whatever the make that runs this test was told.
ENVIRONMENT = {name: value for name, value in os.environ.items()
               if name not in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL", "MAKEOVERRIDES", "BUILD")}


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def call(*command, **options):
    return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=300,
                          check=False, env=ENVIRONMENT, **options)


def configs(*arguments, table=TABLE, package=PACKAGE, header=HEADER):
    return call("scripts/configs.py", *arguments, "--table", table, "--package", package, "--header", header)


def is_refused(result, path, cause):
    """One line on stderr that names file and line, status 2, nothing on stdout."""
    equal(result.returncode, 2, "status")
    equal(result.stdout, "", "stdout")
    expect(re.fullmatch(rf"configs\.py: {re.escape(path)}:\d+: .*\n", result.stderr), f"stderr: {result.stderr!r}")
    expect(cause in result.stderr, f"`{cause}` is not in {result.stderr!r}")


def changed(path, search, replace, cause, where, count=1):
    """configs.py on a copy of `path` in which `search` (the first `count`) is replaced: refused for `cause`."""
    text = read(path)
    expect(search in text, f"{path} has no `{search}`")
    with tempfile.TemporaryDirectory() as directory:
        copy = f"{directory}/{os.path.basename(path)}"
        with open(copy, "w", encoding="utf-8") as file:
            file.write(text.replace(search, replace, count))
        is_refused(configs("--list", **{where: copy}), copy, cause)


@tap.test
def row_without_a_field_is_accepted():
    changed(TABLE, "    InFlight:          1,\n", "", "ConfigBase: InFlight is missing", "table")


@tap.test
def row_with_an_unknown_field_is_accepted():
    changed(TABLE, "InFlight: ", "InFlihgt: ", "InFlihgt is not a field of config_t", "table")


@tap.test
def field_given_twice_is_accepted():
    changed(TABLE, "AxiDataWidth:      128", "DispatchWidth:      128", "DispatchWidth is given twice", "table")


@tap.test
def value_that_is_no_number_is_accepted():
    changed(TABLE, "AxiDataWidth:      128", "AxiDataWidth:      12x", "`12x` is not a number", "table")


@tap.test
def value_too_wide_for_its_field_is_accepted():
    changed(TABLE, "HaveEl2:           1", "HaveEl2:           2", "does not fit 1 bits", "table")


@tap.test
def list_by_a_name_that_is_none_is_accepted():
    field, cause = "PmuEvents:         ", "is not a list"
    changed(TABLE, f"{field}PmuEventsV3p1", f"{field}EventsPmuV3p1", f"`EventsPmuV3p1` {cause}", "table")
    changed(TABLE, f"{field}PmuEventsV3p1", f"{field}64'h1", cause, "table")


@tap.test
def list_of_another_length_is_accepted():
    changed(TABLE, "localparam bit [2:0][15:0] EventsPmuV3p4", "localparam bit [3:0][15:0] EventsPmuV3p4",
            "EventsPmuV3p4: 3 elements in a list of 4", "table")
    changed(TABLE, "({EventsPmuV3p1});", "({EventsPmuV3p1, EventsPmuV3p1, EventsPmuV3p1});",
            "PmuEventsV3p1: 75 elements in a list of 64", "table")


@tap.test
def list_with_something_else_is_accepted():
    changed(TABLE, "    16'h0040,", "    17'h0040,", "`17'h0040` is no number of 16 bits", "table")
    changed(TABLE, "{EventsPmuV3p4, Ev", "{EventsPmuV3p5, Ev", "`EventsPmuV3p5` is no number", "table")
    changed(TABLE, "= pmu_event_list_t'({EventsPmuV3p1});", "= '{default: '0};", "not of the form", "table")


@tap.test
def list_of_another_length_in_the_model_is_accepted():
    changed(PACKAGE, "MaxPmuEvents = 64", "MaxPmuEvents = 32", "PmuEvents has 32 elements of 16 bits", "package")


@tap.test
def lists_are_in_the_order_of_their_pins():
    """The last element written is index 0, and a list begins with the part that is written last."""
    shown = dict(line.split(": ") for line in configs("--show", "v8.7").stdout.splitlines())["PmuEvents"].split()
    equal(shown[0], "0:0x0001", "first")
    equal(shown[-4:], ["25:0x0039", "26:0x0040", "27:0x4006", "28:0x8002"], "last")


@tap.test
def row_of_another_form_is_accepted():
    changed(TABLE, "localparam config_t ConfigBase = '{", "localparam config_t ConfigBase = {", "not of the form", "table")


@tap.test
def two_rows_of_one_name_are_accepted():
    changed(TABLE, "ConfigWide", "ConfigBase", "defined twice", "table")


@tap.test
def table_without_a_row_is_accepted():
    changed(TABLE, "localparam config_t", "localparam other_t", "no configuration", "table", count=-1)


@tap.test
def field_without_counterpart_in_the_model_is_accepted():
    changed(PACKAGE, "    bit HavePbt;\n", "    bit HavePbt;\n    bit HaveNew;\n", "config_t.HaveNew has no counterpart",
            "package")


@tap.test
def field_without_counterpart_in_the_unit_is_accepted():
    changed(HEADER, "  bool have_pbt; ", "  bool have_new;\n  bool have_pbt; ", "spu_config.have_new has no counterpart",
            "header")


@tap.test
def field_of_another_width_is_accepted():
    changed(PACKAGE, "bit [63:0] ImpdefEvents;", "bit [31:0] ImpdefEvents;", "config_t.ImpdefEvents has 32 bits",
            "package")


@tap.test
def missing_table_is_no_one_line_error():
    is_refused(configs("--list", table="rtl/nowhere.sv"), "rtl/nowhere.sv", "No such file")


@tap.test
def make_and_the_table_disagree_about_names():
    names = configs("--list").stdout.split()
    expect(names, "no configuration")
    result = call("make", "sim", "CONFIG=no_such")
    equal(result.returncode, 2, "status")
    expect(f"(there are: {' '.join(names)})" in result.stderr, result.stderr)


@tap.test
def c_table_has_other_values():
    """Every value of every row stands in the generated table, under the same field."""
    with tempfile.TemporaryDirectory() as directory:
        equal(configs("--c-table", f"{directory}/table.c").returncode, 0, "status")
        text = read(f"{directory}/table.c")
    for name in configs("--list").stdout.split():
        body = re.search(rf'\{{"{name}",\s*\{{(.*?)\n     \}}\}},', text, re.S)[1]
        values = re.findall(r"\.(\w+) = (\w+|\{.*?\}),\n", body + "\n")
        c = {field.replace("_", ""): value for field, value in values}
        shown = dict(line.split(": ") for line in configs("--show", name).stdout.splitlines())
        equal({field.lower() for field in shown}, set(c), f"fields of {name}")
        for field, value in shown.items():
            text_value = c[field.lower()]
            if text_value.startswith("{"):
                elements = [int(element, 0) for element in text_value.strip("{}").split(",")]
                used = " ".join(f"{index}:0x{element:04X}" for index, element in enumerate(elements) if element)
                equal(used or "none", value, f"{name}.{field}")
                continue
            got = {"true": 1, "false": 0}.get(text_value)
            if got is None:
                got = int(text_value.rstrip("U"), 0)
            equal(got, int(value), f"{name}.{field}")


def bad_row():
    """The table with one more row, ConfigBad: ConfigBase with more bytes of events than its largest record can have."""
    text = read(TABLE)
    base = re.search(r"  localparam config_t ConfigBase = .*?};\n", text, re.S)[0]
    bad = base.replace("ConfigBase", "ConfigBad").replace("EventsBytes:       2", "EventsBytes:       8")
    expect(bad.count("EventsBytes:       8") == 1, "ConfigBase has another EventsBytes")
    return text.replace(base, base + "\n" + bad)


@tap.test
def too_large_record_elaborates():
    with tempfile.TemporaryDirectory() as directory:
        table = f"{directory}/spu_config_pkg.sv"
        with open(table, "w", encoding="utf-8") as file:
            file.write(bad_row())
        sources = [line for line in read("rtl/files.f").splitlines() if line and not line.startswith("//")]
        command = ["verilator", "--lint-only", "--top-module", "tb_top", "-DSPU_CONFIG=ConfigBad", "scripts/waivers.vlt",
                   *[table if line == "spu_config_pkg.sv" else f"rtl/{line}" for line in sources], "tb/dut/tb_top.sv"]
        result = call(*command)
        expect(result.returncode != 0, "it elaborates")
        expect("largest record" in result.stderr, result.stderr)
        # The same command accepts the row it was made from.
        result = call(*[word.replace("ConfigBad", "ConfigBase") for word in command])
        equal(result.returncode, 0, f"status for ConfigBase: {result.stderr}")


@tap.test
def impossible_list_elaborates():
    """A list with one of the unit's own events, or with an event twice."""
    sources = [line for line in read("rtl/files.f").splitlines() if line and not line.startswith("//")]
    for search, replace, cause in (("16'h0040,", "16'h4001,", "the unit's own events"),
                                   ("16'h0040,", "16'h0003,", "an event twice")):
        with tempfile.TemporaryDirectory() as directory:
            table = f"{directory}/spu_config_pkg.sv"
            with open(table, "w", encoding="utf-8") as file:
                file.write(read(TABLE).replace(search, replace, 1))
            result = call("verilator", "--lint-only", "--top-module", "tb_top", "-DSPU_CONFIG=ConfigWide",
                          "scripts/waivers.vlt",
                          *[table if line == "spu_config_pkg.sv" else f"rtl/{line}" for line in sources],
                          "tb/dut/tb_top.sv")
            expect(result.returncode != 0, "it elaborates")
            expect(f"PmuEvents must not have {cause}" in result.stderr, result.stderr)


@tap.test
def too_large_record_is_built_and_simulated():
    """The model refuses it (spu_config_check), and so make stops before it makes a simulator."""
    os.makedirs(f"{BUILD}/test", exist_ok=True)
    with tempfile.TemporaryDirectory(dir=f"{BUILD}/test") as directory:
        for name in ("Makefile", "scripts", "rtl", "cmodel", "tb", "fpga", "docs"):
            (shutil.copytree if os.path.isdir(name) else shutil.copy)(name, f"{directory}/{name}")
        with open(f"{directory}/{TABLE}", "w", encoding="utf-8") as file:
            file.write(bad_row())
        result = call("make", "-j1", "sim", "CONFIG=bad", cwd=directory)  # what it needs, and in that order
        equal(result.returncode, 2, "status")
        said = [line for line in result.stderr.splitlines() if not line.startswith("make: ")]
        equal(len(said), 1, f"lines on stderr {said}")
        expect(re.fullmatch(r"spu-config: configuration bad: .*record.*", said[0]), said[0])
        expect(not os.path.exists(f"{directory}/build/bad/spu-sim"), "there is a simulator")


tap.run()
