# SPDX-License-Identifier: Apache-2.0
"""The list of blocks (rtl/data/blocks.toml) has every file of the unit and of the model once, what is made from it says
the same, and a list that is wrong is refused with status 2 and one line: file, line, cause. Requirement C6 has
reports that name a block."""

import functools
import glob
import os
import re

import facts_bench
from facts import blocks, common, requirements
from facts_bench import changed
from helpers import equal, expect

LIST = blocks.load()
TEXT = common.read(blocks.TABLE)


def line_of(what, after=1):
    return common.line_of(TEXT, what, after)


def block(name):
    return next(block for block in LIST.rows if block.name == name)


refused = functools.partial(facts_bench.refused, blocks.TABLE)


def test_every_file_of_the_unit_belongs_to_one_block():
    files = [line for line in common.read("rtl/files.f").splitlines() if line and not line.startswith("//")]
    expect(len(files) > 30, f"files: {files}")
    for file in files:
        of = [block.name for block in LIST.rows + LIST.beside
              if file in block.rtl] + ["unit"] * (file in LIST.unit["rtl"])
        equal(len(of), 1, f"blocks of {file}, {of}")
        equal(blocks.block_of(LIST, f"rtl/{file}"), of[0] if of[0] != "unit" else None, f"block of {file}")
    equal(LIST.unit["rtl"], ["spu_sysreg_pkg.sv", "spu_pins_pkg.sv", "spu_pkg.sv", "spu_config_pkg.sv",
                             "spu_config_check.sv", "spu_top.sv"], "files of no block")


def test_every_file_of_the_model_belongs_to_one_block():
    for file in sorted(os.listdir("cmodel")):
        if file.endswith(".c"):
            of = [block.name for block in LIST.rows if file in block.model] + ["unit"] * (file in LIST.unit["model"])
            equal(len(of), 1, f"blocks of {file}, {of}")
    equal(LIST.unit["model"], ["spu.c", "act.c", "config.c", "config_check.c", "decode.c"], "files of no block")


def test_every_letter_has_a_block():
    letters = {letter for block in LIST.rows + LIST.beside for letter in block.letters}
    # U: choices, X: configurations; they are of the unit as a whole.
    equal(letters | {"U", "X"}, set(requirements.load().letters), "letters")


def test_coverage_has_the_blocks_of_the_list():
    covered = {block.coverage for block in LIST.rows} - {""}
    for name in covered:
        expect(re.search(rf'\bcover_{name} = {{\s*"?{name}\b|\bcover_{name} = {{[^}}]*"{name}"',
                         common.read(f"tb/cover/cover_{name}.c")),
               f"tb/cover/cover_{name}.c has no coverage called {name}")


def test_separately_checked_blocks_are_in_the_list():
    """What stands alone in tb/test/exhaustive is a block or a part of one, under its name."""
    wrappers = sorted(glob.glob(requirements.WRAPPER.format("*")))
    expect(wrappers, "there are none")
    for path in wrappers:
        name = os.path.basename(path).removesuffix("_block.sv")
        rtl = [file for block in LIST.rows for place in [block, *block.parts] if place.name == name
               for file in place.rtl]
        expect(any(re.search(rf"(?m)^ *{file.removesuffix('.sv')} #\(", common.read(path)) for file in rtl),
               f"{path} has no module of {name}, {rtl}")


def test_unknown_names_are_refused():
    refused(changed('"spu_random.sv"', '"spu_randon.sv"'), line_of('"spu_random.sv"'),
            "interval: no file rtl/spu_randon.sv")
    refused(changed('"interval.c"', '"intervals.c"'), line_of('"interval.c"'), "interval: no file cmodel/intervals.c")
    refused(changed('"buffer.c (list_runs)"', '"buffer.c (runs)"'), line_of('"buffer.c (list_runs)"'),
            "axi: cmodel/buffer.c has no runs")
    refused(changed('counterpart = ["sample.c"]', 'counterpart = ["simple.c"]'), line_of('counterpart = ["sample.c"]'),
            "collect: no file cmodel/simple.c")
    refused(changed('coverage = "record"', 'coverage = "sieve"'), line_of('coverage = "record"'),
            "record: no block sieve")
    refused(changed('violates = "C1"', 'violates = "C9"'), line_of('violates = "C1"'), "interval: no requirement C9")
    refused(changed('letters = ["C"]', 'letters = ["Z"]'), line_of('letters = ["C"]'), "interval: no letter Z")
    refused(changed('letters = ["W"]', 'letters = ["Z"]'), line_of('letters = ["W"]'), "window: no letter Z")
    refused(changed('"spu_fate.sv" = "D6"', '"spu_top.sv" = "D6"'), line_of('"spu_fate.sv" = "D6"'),
            "sample: spu_top.sv is not in its rtl")
    refused(changed('"TargetIsVa_A" =', '"TargetIsIt_A" ='), line_of('"TargetIsVa_A" ='),
            "sample: TargetIsIt_A is not in its rtl")


def test_file_must_belong_to_exactly_one_block():
    refused(changed(', "spu_random.sv"', ""), 1, "rtl/spu_random.sv is of no block")
    refused(changed('"manage.c", ', ""), 1, "cmodel/manage.c is of no block")
    refused(changed('["spu_window.sv"]', '["spu_window.sv", "spu_top.sv"]'), line_of('["spu_window.sv"]'),
            "window: rtl/spu_top.sv is of unit")
    refused(changed('"spu_verdict.sv"', '"spu_fate.sv"'), line_of('"spu_verdict.sv"'),
            "filter: rtl/spu_fate.sv is of sample")
    listed = common.read(blocks.SOURCES)
    refused(lambda text: text, 1, "rtl/spu_new.sv is of no block",
            also={blocks.SOURCES: listed + "spu_new.sv\n", "rtl/spu_new.sv": "module spu_new;\nendmodule\n"})
    refused(lambda text: text, line_of('"spu_random.sv"'), "rtl/spu_random.sv is not in rtl/files.f",
            also={blocks.SOURCES: listed.replace("spu_random.sv\n", "")})


def test_wrong_entries_are_refused():
    first = block("interval").line
    refused(changed('name = "sample"', 'name = "interval"'), block("sample").line, "interval: it is there twice")
    refused(changed('name = "sample"', 'name = "pins"'), block("sample").line, "pins: it is there twice")
    refused(changed('name = "window"', 'name = "sample"'), block("sample").line, "sample: it is there twice")
    refused(lambda text: text + TEXT[TEXT.index("[[beside]]"):], TEXT.count("\n") + 1, "window: it is there twice")
    refused(changed('name = "window"', 'name = "a window"'), line_of("[[beside]]"),
            "a window: a name is made of small letters")
    refused(changed('name = "window"\n', 'name = "window"\nmodel = []\n'), line_of("[[beside]]"),
            "window: unknown field model")
    refused(changed('name = "sample"', 'name = "Sample"'), block("sample").line,
            "Sample: a name is made of small letters")
    refused(changed("does = ", "dose = "), first, "interval: no does")
    refused(changed('does = "which operation is sampled"', 'does = ""'), first, "interval: no does")
    refused(changed('does = "which operation is sampled"', 'does = "a | b"'), first,
            "interval: `a | b` is no plain string in Markdown")
    refused(changed("datapath = true", "datapath = 1"), first, "interval: datapath is no bool")
    refused(changed('coverage = "interval"', 'cover = 1\ncoverage = "interval"'), first,
            "interval: unknown field cover")
    refused(changed("datapath = true", "datapath = false"), block("sample").line,
            "sample: a block of the datapath after one beside it")
    refused(changed('[[block.part]]\nname = "access"\n', '[[block.part]]\nname = "access"\nletters = []\n'),
            line_of('name = "access"', block("pmu").line), "access: unknown field letters")
    refused(changed('coverage = "pmu"\n', 'coverage = "pmu"\nrtl = ["spu_pmu_top.sv"]\n'), block("pmu").line,
            "pmu: its files are those of its parts")
    refused(changed('place = "first"', 'place = "middle"'), line_of("[[signals]]"),
            "dispatch: place is neither first nor last")
    refused(changed("[[block]]", "[[ block ]]"), line_of("block"), "block is not written as [[block]]")
    refused(lambda text: "more = 1\n" + text, 1, "unknown field more")


def test_wrong_signals_are_refused():
    refused(changed("selected selects bin", "selected"), line_of("selected selects bin"),
            "interval: `selected` is not name, path and how")
    refused(changed("selected selects bin", "selected selects oct"), line_of("selected selects bin"),
            "interval: nothing is shown as `oct`")
    colour = line_of("[block.waves]", block("interval").line)
    refused(changed("colour = 4\nbelow", "below"), colour, "interval: no colour")
