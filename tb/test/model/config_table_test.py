# SPDX-License-Identifier: Apache-2.0
"""Requirements F2, B1, P6: one table of configurations, rtl/data/configurations.toml, from which RTL, model and make
have the same, and which says where it is wrong. A configuration whose largest record cannot fit fails in each of
them."""

import os
import re
import shutil
import subprocess
import tempfile

from facts import common, configuration_table, configurations
from helpers import BUILD, equal, expect

TABLE = configurations.TABLE
# A build of its own, whatever the make that runs this test was told.
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


def is_refused(result, path, cause, line=None):
    """One line on stderr that names file and line, status 2, nothing on stdout."""
    equal(result.returncode, 2, "status")
    equal(result.stdout, "", "stdout")
    said = re.fullmatch(rf"\w+\.py: {re.escape(path)}:(\d+): (.*)\n", result.stderr)
    expect(said and cause in said[2], f"`{cause}` is not in {result.stderr!r}")
    if line is not None:
        equal(int(said[1]), line, f"line of `{cause}`")


def replaced(search, replace, count=1):
    expect(search in text_of_table, f"{TABLE} has no `{search}`")
    return text_of_table.replace(search, replace, count)


def refused(search, replace, cause, at=None, count=1):
    """configs.py on a copy of the table in which `search` (the first `count`) is replaced: refused for `cause`, with
    the line that `at` is in, if not the last one of `replace`."""
    text = replaced(search, replace, count)
    place = text.index(at) if at else text.index(replace) + len(replace.rstrip("\n")) - 1
    with tempfile.TemporaryDirectory() as directory:
        copy = f"{directory}/configurations.toml"
        write(copy, text)
        is_refused(configs("--list", path=copy), copy, cause, text.count("\n", 0, place) + 1)


# ---------------------------------------------------------------------------------------------------------
# What is refused


WIDE = 'pages."\n'  # the end of what [configuration.wide] says of itself: its own fields follow


def test_configuration_without_a_field_is_refused():
    refused("InFlight = 1\n", "", "base: InFlight is missing", at="[configuration.base]")


def test_unknown_field_is_refused():
    refused(WIDE, f"{WIDE}InFlihgt = 1\n", "InFlihgt is not a field of config_t")
    refused('from = "v8.7"\n', 'form = "v8.7"\n', "form is not a field of config_t")
    refused("[part.rme]\n", '[part.rme]\nfrom = "base"\n', "from is not a field of config_t")


def test_field_given_twice_is_refused():
    refused(WIDE, f"{WIDE}PtrAlign = 0\n", "Cannot overwrite a value", at="PtrAlign = 0\nDebugVersion = 4\n")
    refused("[fields.levels]\n", '[fields.levels]\nInFlight = { type = "bool", meaning = "x" }\n',
            "InFlight is given twice")
    refused("[sweep.one]\n", "[sweep.one]\nHaveRme = false\n", "HaveRme has another value in rme",
            at="HaveRme = false\nwith")
    refused('[part.rme]\nwith = ["armv8_6", "newest_text"]\n',
            '[part.old]\nCountText = false\n[part.rme]\nwith = ["newest_text", "old"]\n',
            "CountText has other values in newest_text and old")


def test_value_of_another_kind_is_refused():
    for value, cause in (('"128"', "`128` is not a number"), ("-1", "`-1` is not a number"),
                         ("1.0", "`1.0` is not a number"),
                         ("true", "`true` is not a number"), ("[1]", "`[1]` is not a number"),
                         ("12x", "Expected newline")):
        refused("AxiDataWidth = 128", f"AxiDataWidth = {value}", cause)
    for value in ("1", '"true"', "[]"):
        refused("HaveEl2 = true", f"HaveEl2 = {value}", "is not true or false")


def test_value_too_wide_for_its_field_is_refused():
    refused("AxiDataWidth = 128", "AxiDataWidth = 0x1_0000_0000", "does not fit 32 bits")
    refused("ImpdefEvents = 0x", "ImpdefEvents = 0x1", "does not fit 64 bits", at="ImpdefEvents = 0x1")


def test_unknown_list_is_refused():
    for value in ('"V3p2"', "0x0011", "[0x0001, 0x0003]", "true"):
        refused('PmuEvents = "V3p1"', f"PmuEvents = {value}", "is not a list of events")
    refused('after = "V3p4Sve"', 'after = "V3p5"', "no list V3p5 before it")
    refused('after = "V3p1"', 'after = "V3p4Sve"', "no list V3p4Sve before it")


def test_list_with_a_bad_event_number_is_refused():
    for value, cause in (("0x1_0000", "`65536`"), ("-1", "`-1`"), ("true", "`True`"), ('"STALL"', "`STALL`")):
        refused("L1D_CACHE_RD = 0x0040", f"L1D_CACHE_RD = {value}", f"{cause} is no number of an event")


def test_list_with_more_events_than_pins_is_refused():
    refused("pins = 64", "pins = 38", "V3p4SveEteSme: 39 events for 38 pins", at="[events.V3p4SveEteSme]")
    equal(len(table.events["V3p4SveEteSme"].numbers), 39, "events of the longest list")
    refused("pins = 64", "pins = 0", "pins: not a number from 1 to 255")


def test_malformed_configuration_is_refused():
    refused("[configuration.base]", "[configuration]\nbig = 3\n[configuration.base]", "big: not a table", at="big = 3")
    for name in ("Big", "big_core", '"1x"', '"a.b"'):
        refused("[configuration.wide]", f"[configuration.{name}]", "a configuration is named like big-core or v8.7")
    refused("[configuration.wide]", "[configuration.wide", "Expected ']'")


def test_two_configurations_of_one_name_are_refused():
    refused("[configuration.wide]", "[configuration.base]", "Cannot declare",
            at='[configuration.base]\nwhat = "The same')
    refused("[configuration.wide]", "[configuration.v8p7]", "v8.7: another one is ConfigV8p7 too",
            at='[configuration."v8.7"]')
    refused("[sweep.one]", "[sweep.wide]", "wide: another one is ConfigWide too")


def test_unknown_origin_is_refused():
    for name in ("v8.8", "small"):
        refused('from = "v8.7"', f'from = "{name}"', f"v9: no configuration {name} before it")
    refused("[sweep.one]\n", '[sweep.one]\nfrom = "two"\n', "one: no configuration two before it")
    refused('with = ["rme"]', 'with = ["rem"]', "no part rem before it")
    refused('with = ["rme"]', "with = [1]", "no part 1 before it")
    refused('[part.rme]\nwith = ["armv8_6", "newest_text"]', '[part.rme]\nwith = ["spe_v1p4"]',
            "no part spe_v1p4 before it")


def test_table_without_a_configuration_is_refused():
    refused("[configuration.", "[part.", "no [configuration]", at="# SPDX", count=-1)
    refused("[sweep.", "[swept.", "unknown [swept]", at="# SPDX", count=-1)


def test_malformed_field_is_refused():
    field = 'InFlight = { type = "uint32", range = "1 to 4", meaning = "sampled operations at a time" }'
    for other, cause in (
            ('InFlight = { type = "uint16", meaning = "x" }', "no type uint16 (there are: bool "),
            ('InFlight = { type = "uint32" }', "InFlight: no `meaning`"),
            ('InFlight = { meaning = "x" }', "InFlight: no `type`"),
            ('InFlight = { type = "uint32", meaning = "x", rang = "1" }', "InFlight: unknown `rang`"),
            ('InFlight = { type = "uint32", meaning = "x", range = "1..4" }', "`1..4` is no range"),
            ('InFlight = { type = "uint32", meaning = "x", range = "0 to Many" }', "Many, in its range, is no field"),
            ('InFlight = { type = "uint32", meaning = "a | b" }', "not one line of plain text"),
            ('InFlight = { type = "uint32", meaning = "a\\nb" }', "not one line of plain text"),
            ('InFlight = { type = "uint32", meaning = 3 }', "not one line of plain text"),
            ('InFlight = { type = "uint32", meaning = "x", c = "dispatch_width" }',
             "is another field's name in the model"),
            ("InFlight = 4", "InFlight: not `{ ... }`"),
            ('in_flight = { type = "uint32", meaning = "x" }', "a field is named LikeThis")):
        refused(field, other, cause)
    refused("[fields.levels]", "[fields.level]", "level is not in [groups]")


def test_malformed_name_of_a_value_is_refused():
    refused("[values.ExternalAbort]", "[values.ExternalAborts]", "ExternalAborts is not a field")
    refused('AbortIgnored = { value = 1, c = "SPU_ABORT_IGNORED", ', "AbortIgnored = { value = 1, ", "no `c`",
            at="AbortIgnored = {")
    refused("AbortIgnored = { value = 1,", "AbortIgnored = { value = true,", "`true` is not a number")
    refused("[more]\n", '[more]\nInFlights = "x"\n', "InFlights is not a field")


def test_unreadable_table_is_refused():
    is_refused(configs("--list", path="rtl/nowhere.toml"), "rtl/nowhere.toml", "No such file", 1)
    with tempfile.TemporaryDirectory() as directory:
        path = f"{directory}/configurations.toml"
        with open(path, "wb") as file:
            file.write(b"\xff\xfe")
        is_refused(configs("--list", path=path), path, "not UTF-8 text", 1)


def test_unknown_configuration_is_refused():
    for option in ("--row", "--show"):
        is_refused(configs(option, "one"), TABLE, f"no configuration one (there are: {' '.join(table.named)})")
        equal(configs(option, "one", "--sweep").returncode, 0, f"status of {option} one --sweep")


class Tree:
    """A copy of what the generator and the build read."""

    def __init__(self, directory, text):
        self.directory = directory
        for name in ("Makefile", "scripts", "rtl", "cmodel", "tb", "fpga", "docs"):
            if os.path.isdir(name):
                shutil.copytree(name, f"{directory}/{name}", ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(name, directory)
        write(f"{directory}/{TABLE}", text)

    def generate(self, *options):
        return call("scripts/generate.py", *options, cwd=self.directory)

    def files(self):
        """{path: text} of what is made from the table."""
        return {path: common.read(f"{self.directory}/{path}")
                for path in (configurations.RTL, configurations.HEADER, configurations.NAMES, configurations.DOCUMENT)}


def test_refused_table_makes_nothing():
    with tempfile.TemporaryDirectory() as directory:
        tree = Tree(directory, replaced("AxiDataWidth = 128", 'AxiDataWidth = "128"'))
        before = tree.files()
        for options in (["--write"], ["--check"], ["--build", "made"]):
            is_refused(tree.generate(*options), TABLE, "`128` is not a number")
        equal(tree.files(), before, "files")
        expect(not os.path.exists(f"{directory}/made"), "something is made for the build")


def test_build_from_another_table_is_refused():
    """After a change of the table and before make generate, RTL and model would have other values."""
    with tempfile.TemporaryDirectory() as directory:
        tree = Tree(directory, replaced("AxiDataWidth = 128", "AxiDataWidth = 64"))
        is_refused(tree.generate("--build", "made"), configurations.RTL, f"is not what {TABLE} makes: make generate", 1)
        expect(not os.path.exists(f"{directory}/made"), "something is made for the build")
        equal(tree.generate("--write").returncode, 0, "status of --write")
        equal(tree.generate("--build", "made").returncode, 0, "status of --build")
        expect("\nAxiDataWidth: 64\n" in common.read(f"{directory}/made/base.values"), "values of base")
        made = sorted(name for name in os.listdir(f"{directory}/made") if name.endswith(("_config_table.c", ".values")))
        equal(made, sorted(["spu_config_table.c", "swept_config_table.c",
                            *(f"{name}.values" for name in [*table.named, *table.swept])]), "what is made")


# ---------------------------------------------------------------------------------------------------------
# What is made


def test_lists_are_in_the_order_of_their_pins():
    """A list begins with the one that it goes on from, and pin 0 with the first event written."""
    shown = dict(line.split(": ") for line in configs("--show", "v8.7").stdout.splitlines())["PmuEvents"].split()
    equal(shown[0], "0:0x0001", "first")
    equal(shown[-4:], ["25:0x0039", "26:0x0040", "27:0x4006", "28:0x8002"], "last")


def test_make_and_the_table_have_the_same_names():
    names = configs("--list").stdout.split()
    equal(names, list(table.named), "names")
    for options, known in (([], names), (["SWEPT=1"], [*names, *table.swept])):
        result = call("make", "sim", "CONFIG=no_such", *options)
        equal(result.returncode, 2, "status")
        expect(f"(there are: {' '.join(known)})" in result.stderr, result.stderr)


def model_values(source, directory):
    """{configuration: {name in the model: number or list}} of a C table: a program says what it has."""
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
    """(status, stderr) of a module beside that package of configurations."""
    result = call("verilator", "--lint-only", "-Wno-lint", "-Wno-style", "--top-module", "values", package, module)
    return result.returncode, result.stderr


def same_values(values, directory, package):
    """The package has the values of the model, field by field and pin by pin. Elaboration compares."""
    lines = ["module values;"]
    for name, fields in values.items():
        constant = configuration_table.sv_name(name)
        lines.append(f"  localparam spu_config_pkg::config_t L{constant} = spu_config_pkg::{constant};")
        equal(list(fields), [field.name for field in table.fields], f"fields of {name}")
        for field in table.fields:
            for index, value in enumerate(fields[field.name]):
                element = f"[{index}]" if field.elements else ""
                lines.append(f"  if (L{constant}.{field.name}{element} != {max(field.bits, 32)}'h{value:x}) "
                             f'$error("{name} {field.name}{element}");')
    write(f"{directory}/values.sv", "\n".join([*lines, "endmodule", ""]))
    status, said = elaborates(package, f"{directory}/values.sv")
    equal((status, said), (0, ""), "elaboration")


def test_model_and_package_have_the_same_values():
    """Named configurations: the table that the build made and the package that is in the tree."""
    with tempfile.TemporaryDirectory() as directory:
        values = model_values(f"{BUILD}/gen/spu_config_table.c", directory)
        equal(list(values), list(table.named), "configurations")
        same_values(values, directory, configurations.RTL)
        values["v9"]["PmuEvents"][36] ^= 1
        same = False
        try:
            same_values(values, directory, configurations.RTL)
            same = True
        except AssertionError as error:
            expect("v9 PmuEvents[36]" in str(error), f"{error}")
        expect(not same, "another value elaborates")


def test_sweep_has_the_same_values_in_model_and_package():
    with tempfile.TemporaryDirectory() as directory:
        write(f"{directory}/swept.c", configurations.built()["swept_config_table.c"])
        write(f"{directory}/swept.sv", configurations.package_text(table, (table.named | table.swept).values()))
        values = model_values(f"{directory}/swept.c", directory)
        equal(list(values), [*table.named, *table.swept], "configurations")
        same_values(values, directory, f"{directory}/swept.sv")


def test_differences_leave_the_rest_as_it_was():
    """v9 is v8.7 with its own fields, and a row of the sweep is base with its parts and its own."""
    v8p7, v9, base, nine = (table.values((table.named | table.swept)[name]) for name in ("v8.7", "v9", "base", "nine"))
    own = set(common.load(TABLE)[0]["configuration"]["v9"]) - {"what", "from"}
    equal({field for field in v9 if v9[field] != v8p7[field]}, own, "fields of v9 that are not v8.7's")
    expect(v9["DispatchWidth"] == 8 and base["DispatchWidth"] == 4, "v9 is not made from v8.7")
    differ = {field for field in nine if nine[field] != base[field]}
    equal(differ, {"HaveRme", "HaveEcvPoff", "Aarch32El1", "HaveEcv", "HaveFgt", "DebugVersion", "CountText",
                   "TraceText",
                   "SpeVersion", "DirtyManaged", "HaveMops", "PmuVersion", "InFlight", "HaveSel2", "HavePoe",
                   "PmuEvents"}, "fields of nine that are not base's")


# ---------------------------------------------------------------------------------------------------------
# What cannot be built


BAD = '\n[configuration.bad]\nwhat = "More bytes of events than the largest record can have."\nEventsBytes = 8\n'
PLACE = "# The configurations of the sweep ("


def elaboration(text, directory, config):
    """The RTL with the package that is made from a table of that text, in a configuration of it."""
    write(f"{directory}/configurations.toml", text)
    changed = configuration_table.load(f"{directory}/configurations.toml")
    package = f"{directory}/spu_config_pkg.sv"
    write(package, configurations.package_text(changed, changed.named.values()))
    sources = [line for line in common.read("rtl/files.f").splitlines() if line and not line.startswith("//")]
    return call("verilator", "--lint-only", "--top-module", "tb_top",
                f"-DSPU_CONFIG={configuration_table.sv_name(config)}",
                "scripts/waivers.vlt", *[package if line == "spu_config_pkg.sv" else f"rtl/{line}" for line in sources],
                "tb/formal/axi_write_rules.sv", "tb/dut/tb_top.sv")


def test_too_large_record_does_not_elaborate():
    with tempfile.TemporaryDirectory() as directory:
        text = replaced(PLACE, BAD + PLACE)
        result = elaboration(text, directory, "bad")
        expect(result.returncode != 0, "it elaborates")
        expect("largest record" in result.stderr, result.stderr)
        # The same command accepts the one it was made from.
        result = elaboration(text, directory, "base")
        equal(result.returncode, 0, f"status for base: {result.stderr}")


def test_impossible_list_does_not_elaborate():
    """A list with one of the unit's own events, or with an event twice."""
    for number, cause in (("0x4001", "the unit's own events"), ("0x0003", "an event twice")):
        with tempfile.TemporaryDirectory() as directory:
            result = elaboration(replaced("L1D_CACHE_RD = 0x0040", f"L1D_CACHE_RD = {number}"), directory, "wide")
            expect(result.returncode != 0, "it elaborates")
            expect(f"PmuEvents must not have {cause}" in result.stderr, result.stderr)


def test_too_large_record_is_not_built():
    """The model refuses it (spu_config_check), and so make stops before it makes a simulator."""
    os.makedirs(f"{BUILD}/test", exist_ok=True)
    with tempfile.TemporaryDirectory(dir=f"{BUILD}/test") as directory:
        tree = Tree(directory, replaced(PLACE, BAD + PLACE))
        equal(tree.generate("--write").returncode, 0, "status of --write")
        result = call("make", "-j1", "sim", "CONFIG=bad", cwd=directory)  # what it needs, and in that order
        equal(result.returncode, 2, "status")
        said = [line for line in result.stderr.splitlines() if not line.startswith("make: ")]
        equal(len(said), 1, f"lines on stderr {said}")
        expect(re.fullmatch(r"spu-config: configuration bad: .*record.*", said[0]), said[0])
        expect(not os.path.exists(f"{directory}/build/bad/spu-sim"), "there is a simulator")
