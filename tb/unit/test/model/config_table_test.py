# SPDX-License-Identifier: Apache-2.0
"""Requirements F2, B1, P6: RTL, model and make take the same configurations from one table,
rtl/data/configurations.toml, whose errors name their place. A configuration whose largest record cannot fit fails in
each of them."""

import os
import pathlib
import re
import shutil
import subprocess
import tempfile

import pytest

from facts import common, configuration_table, configurations
from helpers import BUILD, expect, rtl_sources

TABLE = configurations.TABLE
# A separate build, independent of the make that runs this test.
ENVIRONMENT = {name: value for name, value in os.environ.items()
               if name not in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL", "MAKEOVERRIDES", "BUILD")}
table = configuration_table.load()
text_of_table = common.read(TABLE)


def write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def call(*command, **options):
    return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=300,
                          check=False, env=ENVIRONMENT, **options)


def configs(*arguments, path=TABLE):
    return call("scripts/configs.py", *arguments, "--table", path)


def is_refused(result, path, cause):
    """One line on stderr that names file and line, status 2, nothing on stdout."""
    assert (result.returncode, result.stdout) == (2, "")
    assert re.fullmatch(rf"\w+\.py: {re.escape(path)}:1: .*{re.escape(cause)}.*\n", result.stderr), result.stderr


def replaced(search, replace):
    expect(search in text_of_table, f"{TABLE} has no `{search}`")
    return text_of_table.replace(search, replace, 1)


def test_unreadable_table_is_refused(tmp_path):
    is_refused(configs("--list", path="rtl/nowhere.toml"), "rtl/nowhere.toml", "No such file")
    path = tmp_path / "configurations.toml"
    path.write_bytes(b"\xff\xfe")
    is_refused(configs("--list", path=str(path)), str(path), "not UTF-8 text")


@pytest.mark.parametrize("option", ["--row", "--show"])
def test_unknown_configuration_is_refused(option):
    is_refused(configs(option, "one"), TABLE, f"no configuration one (there are: {' '.join(table.named)})")
    assert configs(option, "one", "--sweep").returncode == 0


@pytest.fixture(name="tree")
def fixture_tree(tmp_path):
    """Makes a copy of the generator's and the build's inputs, with another table."""
    def tree(text, directory=tmp_path):
        for name in ("Makefile", "scripts", "rtl", "cmodel", "tb", "fpga", "docs"):
            if os.path.isdir(name):
                shutil.copytree(name, directory / name, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(name, directory)
        (directory / TABLE).write_text(text)
        return directory
    return tree


def generate(tree, *options):
    return call("scripts/generate.py", *options, cwd=tree)


def test_build_from_another_table_is_refused(tree):
    """After a change of the table and before make generate, RTL and model would have other values."""
    changed = tree(replaced("base = 128", "base = 64"))
    is_refused(generate(changed, "--build", "made"), configurations.RTL, f"is not what {TABLE} makes: make generate")
    assert not (changed / "made").exists()
    assert generate(changed, "--write").returncode == 0
    assert generate(changed, "--build", "made").returncode == 0
    assert "\nAxiDataWidth: 64\n" in (changed / "made/base.values").read_text()
    made = {path.name for path in (changed / "made").iterdir() if path.name.endswith(("_config_table.c", ".values"))}
    assert made == {"spu_config_table.c", "swept_config_table.c",
                    *(f"{name}.values" for name in [*table.named, *table.swept])}


# ---------------------------------------------------------------------------------------------------------
# Generated files


def test_lists_are_in_the_order_of_their_pins():
    """A list begins with the one that it extends, and pin 0 has the first event in the table."""
    shown = dict(line.split(": ") for line in configs("--show", "v8.7").stdout.splitlines())["PmuEvents"].split()
    assert [shown[0], *shown[-4:]] == ["0:0x0001", "25:0x0039", "26:0x0040", "27:0x4006", "28:0x8002"]


def test_make_and_the_table_have_the_same_names():
    names = configs("--list").stdout.split()
    assert names == list(table.named)
    for options, known in (([], names), (["SWEPT=1", "B=build/swept"], [*names, *table.swept])):
        result = call("make", "sim", "CONFIG=no_such", *options)
        assert result.returncode == 2
        assert f"(there are: {' '.join(known)})" in result.stderr


def model_values(source, directory):
    """{configuration: {name in the model: number or list}} of a C table, printed by a program."""
    lines = ["#include <inttypes.h>", "#include <stdio.h>", '#include "spu_internal.h"', "int main(void)", "{",
             "  for (size_t i = 0; i < spu_config_count; i++) {",
             "    const struct spu_config *c = &spu_config_table[i].config;",
             '    printf("[%s]\\n", spu_config_table[i].name);']
    for field in table.fields:
        if field.elements:
            lines += [f"    for (int n = 0; n < {field.elements}; n++)",
                      f'      printf("{field.name} %u\\n", (unsigned)c->{field.c}[n]);']
        else:
            lines.append(f'    printf("{field.name} %" PRIu64 "\\n", (uint64_t)c->{field.c});')
    lines += ["  }", "  return 0;", "}", ""]
    write(f"{directory}/values.c", "\n".join(lines))
    subprocess.run(["gcc", "-std=c11", "-Wall", "-Werror", "-I", "cmodel", "-o", f"{directory}/values",
                    f"{directory}/values.c", source], check=True, timeout=120)
    values, known = {}, None
    for line in call(f"{directory}/values").stdout.splitlines():
        if line.startswith("["):
            known = values.setdefault(line[1:-1], {})
        else:
            name, number = line.split()
            known.setdefault(name, []).append(int(number))
    return values


def elaborates(package, module):
    """(status, stderr) of elaborating a module with that package of configurations."""
    result = call("verilator", "--lint-only", "-Wno-lint", "-Wno-style", "--top-module", "values", package, module)
    return result.returncode, result.stderr


def same_values(values, directory, package):
    """Elaborates a check of the package against the model's values, field by field and pin by pin."""
    lines = ["module values;"]
    for name, fields in values.items():
        constant = configuration_table.sv_name(name)
        lines.append(f"  localparam spu_config_pkg::config_t L{constant} = spu_config_pkg::{constant};")
        assert list(fields) == [field.name for field in table.fields], name
        for field in table.fields:
            for index, value in enumerate(fields[field.name]):
                element = f"[{index}]" if field.elements else ""
                lines.append(f"  if (L{constant}.{field.name}{element} != {max(field.bits, 32)}'h{value:x}) "
                             f'$error("{name} {field.name}{element}");')
    write(f"{directory}/values.sv", "\n".join([*lines, "endmodule", ""]))
    return elaborates(package, f"{directory}/values.sv")


def test_model_and_package_have_the_same_values(tmp_path):  # B1
    """Named configurations: the table that the build made and the package that is in the tree."""
    values = model_values(f"{BUILD}/gen/spu_config_table.c", tmp_path)
    assert list(values) == list(table.named)
    assert same_values(values, tmp_path, configurations.RTL) == (0, "")
    values["v9"]["PmuEvents"][36] ^= 1
    status, said = same_values(values, tmp_path, configurations.RTL)
    assert status != 0 and "v9 PmuEvents[36]" in said


def test_sweep_has_the_same_values_in_model_and_package(tmp_path):
    write(f"{tmp_path}/swept.c", configurations.built()["swept_config_table.c"])
    write(f"{tmp_path}/swept.sv", configurations.package_text(table, (table.named | table.swept).values()))
    values = model_values(f"{tmp_path}/swept.c", tmp_path)
    assert list(values) == [*table.named, *table.swept]
    assert same_values(values, tmp_path, f"{tmp_path}/swept.sv") == (0, "")


def test_differences_leave_the_rest_as_it_was():
    """v9 is v8.7 with its own fields, and a row of the sweep is base with its parts and its own."""
    v8p7, v9, base, nine = (table.values((table.named | table.swept)[name]) for name in ("v8.7", "v9", "base", "nine"))
    rows = [common.load(TABLE)[0]["configuration"]["v9"].get(group, []) for group in table.groups]
    own = {field for row in rows for part in (row if isinstance(row, list) else [row]) for field in part}
    assert {field for field in v9 if v9[field] != v8p7[field]} == own
    assert (v9["DispatchWidth"], base["DispatchWidth"]) == (8, 4)
    assert {field for field in nine if nine[field] != base[field]} == {
        "HaveRme", "HaveEcvPoff", "Aarch32El1", "HaveEcv", "HaveFgt", "DebugVersion", "CountCurrentIssue",
        "TraceCurrentIssue",
        "SpeVersion", "DirtyManaged", "HaveMops", "PmuVersion", "InFlight", "RegisteredPins", "HaveSel2", "HavePoe",
        "PmuEvents"}


# ---------------------------------------------------------------------------------------------------------
# Configurations that cannot be built


BAD = '\n[configuration.bad]\nwhat = "More events than the largest record can have."\nsize = { EventsBytes = 8 }\n'
PLACE = "# The configurations of the sweep ("


def elaboration(text, directory, config):
    """Elaborates the RTL with the package generated from this table, in one of its configurations."""
    write(f"{directory}/configurations.toml", text)
    changed = configuration_table.load(f"{directory}/configurations.toml")
    package = f"{directory}/spu_config_pkg.sv"
    write(package, configurations.package_text(changed, changed.named.values()))
    return call("verilator", "--lint-only", "--top-module", "tb_top",
                f"-DSPU_CONFIG={configuration_table.sv_name(config)}",
                "scripts/waivers.vlt",
                *[package if path == "rtl/spu_config_pkg.sv" else path for path in rtl_sources()],
                "tb/unit/formal/axi_write_rules.sv", "tb/unit/dut/tb_top.sv")


def test_too_large_record_does_not_elaborate(tmp_path):  # F2
    text = replaced(PLACE, BAD + PLACE)
    result = elaboration(text, tmp_path, "bad")
    assert result.returncode != 0 and "largest record" in result.stderr
    # The same command accepts the original configuration.
    assert elaboration(text, tmp_path, "base").returncode == 0


@pytest.mark.parametrize("number, cause", [("0x4001", "the unit's own events"), ("0x0003", "an event twice")])
def test_impossible_list_does_not_elaborate(number, cause, tmp_path):
    """A list with one of the unit's own events, or with an event twice."""
    result = elaboration(replaced("L1D_CACHE_RD = 0x0040", f"L1D_CACHE_RD = {number}"), tmp_path, "wide")
    assert result.returncode != 0 and f"PmuEvents must not contain {cause}" in result.stderr


def test_too_large_record_is_not_built(tree):  # F2
    """The model refuses it (spu_config_check), so make stops before it builds a simulator."""
    os.makedirs(f"{BUILD}/test", exist_ok=True)
    with tempfile.TemporaryDirectory(dir=f"{BUILD}/test") as directory:
        changed = tree(replaced(PLACE, BAD + PLACE), pathlib.Path(directory))
        assert generate(changed, "--write").returncode == 0
        result = call("make", "-j1", "sim", "CONFIG=bad", cwd=changed)  # what it needs, and in that order
        said = [line for line in result.stderr.splitlines() if not line.startswith("make: ")]
        assert result.returncode == 2 and len(said) == 1
        assert re.fullmatch(r"spu-config: configuration bad: .*record.*", said[0])
        assert not os.path.exists(f"{directory}/build/bad/spu-sim")
