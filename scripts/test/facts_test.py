# SPDX-License-Identifier: Apache-2.0
"""Requirement X1: the committed files match the tables of facts, byte for byte, and name them; a wrong table is refused
in one line: file, line, cause. Requirements B1, B2, C6, F2 and P6 have such tables."""

import os
import re
import shutil
import sys

import pytest

import generate
from facts import blocks, common, configuration_table, features, pins, registers, requirements
from facts_bench import TREES, link_tree
from helpers import call


def generator(directory, *options):
    return call(sys.executable, "scripts/generate.py", *options, cwd=directory)


@pytest.fixture(name="tree")
def fixture_tree(tmp_path):
    """A tree whose generated files can be changed; tb and fpga have none."""
    for name in TREES:
        if name in ("tb", "fpga"):
            os.symlink(os.path.abspath(name), tmp_path / name)
        else:
            shutil.copytree(name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def test_committed_files_are_what_the_tables_make():  # X1
    made = generate.committed()
    assert made
    assert not generate.stale(made), "make generate"


def test_generated_file_names_its_table():
    for path, text in generate.committed().items():
        said = text.splitlines()[0]
        assert path.endswith(".md") or any(table.TABLE in said for table in generate.TABLES), path


def test_edited_file_is_reported_and_made_again(tree):
    path = tree / features.RTL
    text = path.read_text()
    path.write_text(text + "// by hand\n")
    done = generator(tree, "--check")
    said = f"generate.py: {features.RTL} differs from its table: make generate\n"
    assert (done.returncode, done.stderr) == (1, said)
    assert generator(tree, "--write").returncode == 0
    assert path.read_text() == text
    assert generator(tree, "--check").returncode == 0


@pytest.mark.parametrize("options", [["--write"], ["--check"], ["--build", "made"]])
def test_malformed_table_makes_nothing(tree, options):
    table = tree / pins.TABLE
    text = table.read_text()
    table.write_text(text + "[[port]\n")
    (tree / pins.HEADER).write_text("as it was\n")
    done = generator(tree, *options)
    line = text.count("\n") + 1
    assert done.returncode == 2 and done.stderr.count("\n") == 1
    assert done.stderr.startswith(f"generate.py: {pins.TABLE}:{line}: ")
    assert (tree / pins.HEADER).read_text() == "as it was\n" and not (tree / "made").exists()


def test_built_files_name_their_table_and_stay_if_equal(tmp_path):
    for _ in range(2):
        assert generator(".", "--build", tmp_path).returncode == 0
        for path in tmp_path.iterdir():
            said = path.read_text().splitlines()[0]
            assert path.suffix == ".values" or any(table.TABLE in said for table in generate.TABLES), path
        times = {path.stat().st_mtime_ns for path in tmp_path.iterdir()}
        for path in tmp_path.iterdir():
            os.utime(path, ns=(1, 1))
    assert times == {1}


# ---------------------------------------------------------------------------------------------------------
# What is refused


def load_blocks(path):
    listed = blocks.load(path.removesuffix(blocks.TABLE))
    blocks.check_requirements(listed, requirements.load())


LOADERS = {pins.TABLE: pins.Pins, blocks.TABLE: load_blocks, configuration_table.TABLE: configuration_table.load,
           features.TABLE: features.load, registers.TABLE: registers.load}

WIDTH = "hcr_el2_nv1 = {"
# The text, its replacement, the refusal, and a text in the line that the refusal names, if not the replacement.
PINS = [
    ('type = "pmu_counters_t"', 'type = "pmu_count_t"', "pmu: no struct or enum pmu_count_t above"),
    ('pe_i = { type = "pe_t"', 'pe_i = { type = "pe_s"', "pe_i: no struct or enum pe_s above"),
    ("pe_i = { ", "pe = { ", "pe: not a valid name for a port"),
    ("time_i = {", "more_i = {}\ntime_i = {", "more_i: no means", "more_i = {"),
    ("[type.axi_b_t]", "[type.axi_b]", "axi_b: not a valid name for a type"),
    (WIDTH, f"{WIDTH} width = -1,", "hcr_el2_nv1: width -1, count 0"),
    (WIDTH, f'{WIDTH} width = "Nv",', "hcr_el2_nv1: neither a number nor a constant: Nv"),
    (WIDTH, f'{WIDTH} width = 2, type = "security_state_e",', "hcr_el2_nv1: must have either a width or a type"),
    (WIDTH, f"{WIDTH} width = true,", "hcr_el2_nv1: width is not of type int | str"),
    (WIDTH, f"{WIDTH} bits = 1,", "hcr_el2_nv1: unknown field bits"),
    (WIDTH, "hcr_el2_nv = {", "Cannot overwrite a value"),
    ("sample_pop = { width = 4,", 'sample_pop = { width = 4, ctype = "bool",', "sample_pop: 4 bits do not fit in bool"),
    ('means = "BRESP"', 'means = "a | b"', "resp: its words are not plain text in every language"),
    ('exists = "NestedVirt >= 2"', 'exists = "NestedVirt +"', "hcr_el2_nv2: "),
    ('exists = "NestedVirt >= 2"', 'exists = "NestedVirt ** 2"', "hcr_el2_nv2: "),
    ('c = "pe_debug"', 'c = "edscr_sdd"', "pe_i: edscr_sdd is in spu_in twice", "pe_i = {"),
    ('pins = ["trace_o.ts"]', "pins = []", "trace_o.ts: it is in no C struct: add it to [compared]", "\nts = {"),
    ('"trace_o.ts"', '"trace_o.cx2"', "trace_o.cx2: it is already in a struct"),
    ('"trace_o.ts"', '"trace_o.time"', "trace_o.time: no such pin"),
]

BLOCK = 'does = "which operation is sampled"'
BLOCKS = [
    ('"spu_random.sv"', '"spu_randon.sv"', "spu_randon.sv: no file rtl/spu_randon.sv"),
    ('"interval.c"', '"intervals.c"', "intervals.c: no file cmodel/intervals.c"),
    ('"buffer.c (list_runs)"', '"buffer.c (runs)"', "cmodel/buffer.c has no runs"),
    ('counterpart = ["sample.c"]', 'counterpart = ["simple.c"]', "simple.c: no file"),
    ('coverage = "regs"', 'coverage = "sieve"', "coverage: no block sieve"),
    ('violates = "C1"', 'violates = "C9"', "C9: unknown requirement"),
    ('letters = ["C"]', 'letters = ["Z"]', "Z: unknown letter"),
    ('letters = ["W"]', 'letters = ["Z"]', "Z: unknown letter"),
    ('D6 = ["spu_retire.sv"]', 'D6 = ["spu_top.sv"]', "spu_top.sv: it is not in the RTL of sample"),
    ("TargetIsVa_A", "TargetIsIt_A", "TargetIsIt_A: it is not in the RTL of sample"),
    (', "spu_random.sv"', "", "rtl/spu_random.sv: it belongs to no block", "# SPDX"),
    ('"manage.c", ', "", "cmodel/manage.c: it belongs to no block", "# SPDX"),
    ('["spu_mmio.sv"]', '["spu_mmio.sv", "spu_top.sv"]', "it belongs to unit"),
    ('"spu_decide.sv"', '"spu_retire.sv"', "it belongs to sample"),
    ('"spu_decide.sv"', '"../fpga/spu_bringup.sv"', "no file rtl/../fpga/spu_bringup.sv"),
    ("[signals.pins]", "[signals.sample]", "sample: it appears twice"),
    ('name = "mmio"', 'name = "a mmio"', "a name consists of small letters", "[[beside]]"),
    ("[block.sample]", "[block.interval]", "Cannot declare"),
    (BLOCK, 'dose = "which operation is sampled"', "unknown field dose", "[block.interval]"),
    (BLOCK + "\n", "", "no does", "[block.interval]"),
    (BLOCK, 'does = "a | b"', "`a | b` is not a plain string in Markdown", "[block.interval]"),
    ("datapath = true", "datapath = 1", "datapath is not of type bool", "[block.interval]"),
    ("datapath = true\n", "", "a block of the datapath after one beside it", "[block.sample]"),
    ("top = { rtl", "top = { letters = [], rtl", "unexpected keyword argument 'letters'", "[block.pmu]"),
    ('coverage = "pmu"\n', 'coverage = "pmu"\nrtl = ["spu_pmu_top.sv"]\n', "a block with parts lists no files of",
     "[block.pmu]"),
    ('place = "first"', 'place = "middle"', "place is neither first nor last", "[signals.dispatch]"),
    ("[unit]", "more = 1\n[unit]", "more: unknown entry", "more = 1"),
    ("selects bin", "selects bin dec", "`selects bin dec` is not path and how", "waves = { colour = 4, below"),
    ("selects bin", "selects oct", "unknown format `oct`", "waves = { colour = 4, below"),
    ("{ colour = 4, below", "{ below", "no colour"),
]

FIELD = "InFlight = { "
WIDE = 'pages."\n'  # the end of the meaning of [configuration.wide]
BUS = 'AxiDataWidth = { type = "uint32", base = '
CONFIGURATIONS = [
    (WIDE, f"{WIDE}InFlight = 1\n", "InFlight: not in [groups]"),
    (WIDE, f"{WIDE}levels = {{ InFlight = 1 }}\n", "InFlight: not in [fields.levels]"),
    (WIDE, f"{WIDE}levels = {{ InFlihgt = 1 }}\n", "InFlihgt: not in [fields.levels]"),
    (WIDE, f"{WIDE}levels = [{{ HaveRme = true }}, {{ HaveRme = false }}]\n", "HaveRme: given twice"),
    (WIDE, f"{WIDE}size = {{}}\n", "Cannot overwrite a value", "size = { DispatchWidth = 8, AxiDataWidth = 256"),
    ('from = "v8.7"\n', 'form = "v8.7"\n', "form: not in [groups]"),
    ("[fields.levels]\n", '[fields.levels]\nInFlight = { meaning = "x" }\n', "InFlight: given twice"),
    ('[sweep.one]\nwith = ["rme"]\n', '[sweep.one]\nwith = ["rme"]\nlevels = { HaveRme = false }\n',
     "HaveRme: given twice"),
    ('[part.rme]\nwith = ["armv8_6", "newest_issue"]\n',
     '[part.old]\nfeatures = { CountCurrentIssue = false }\n[part.rme]\nwith = ["newest_issue", "old"]\n',
     "with: old and a part before it have different values of CountCurrentIssue"),
    *((f"{BUS}128", f"{BUS}{value}", f"AxiDataWidth: {cause}") for value, cause in (
        ('"128"', "`128` is not a number"), ("-1", "`-1` is not a number"), ("true", "`true` is not a number"),
        ("1.0", "base is not of type bool | int | str"), ("0x1_0000_0000", "`4294967296` does not fit 32 bits"))),
    (f"{BUS}128", f"{BUS}12x", "Unclosed inline table"),
    *(("HaveEl2 = { base = true", f"HaveEl2 = {{ base = {value}", "HaveEl2: `1` is not true or false")
      for value in ("1", '"1"')),
    ("ImpdefEvents = 0xffff", "ImpdefEvents = 0x1_ffff", "does not fit 64 bits"),
    *(('PmuEvents = "V3p4Sve"', f"PmuEvents = {value}", "is not a list of events")
      for value in ('"V3p2"', "17", "[17]")),
    ('after = "V3p4Sve"', 'after = "V3p5"', "after: no list V3p5 before it"),
    ('after = "V3p1"', 'after = "V3p4Sve"', "after: no list V3p4Sve before it"),
    *(("L1D_CACHE_RD = 0x0040", f"L1D_CACHE_RD = {value}", "is not an event number")
      for value in ("0x1_0000", "-1", "true", '"STALL"')),
    ("pins = 64", "pins = 38", "39 events for 38 pins", "[events.V3p4SveEteSme]"),
    ("pins = 64", "pins = 0", "pins: not a number from 1 to 255"),
    ("[configuration.base]", "[configuration]\nbig = 3\n[configuration.base]", "big: not a table", "big = 3"),
    *(("[configuration.wide]", f"[configuration.{name}]", "the name of a configuration must have the form of big")
      for name in ("Big", "big_core", "1x", '"a.b"')),
    ("[configuration.wide]", "[configuration.wide", "Expected ']'"),
    ("[configuration.wide]", "[configuration.base]", "Cannot declare"),
    ("[configuration.wide]", "[configuration.v8p7]", "another configuration is also", '[configuration."v8.7"]'),
    ("[sweep.one]", "[sweep.wide]", "another configuration is also called ConfigWide"),
    ('from = "v8.7"', 'from = "small"', "from: no configuration small before it"),
    ("[sweep.one]\n", '[sweep.one]\nfrom = "two"\n', "from: no configuration two before it"),
    ('with = ["rme"]', 'with = ["rem"]', "with: no part rem before it"),
    ('with = ["rme"]', "with = [1]", "with: no part 1 before it"),
    ('[part.rme]\nwith = ["armv8_6", "newest_issue"]', '[part.rme]\nwith = ["spe_v1p4"]',
     "with: no part spe_v1p4 before it"),
    ("[pmu]\n", "[pmus]\n", "unknown [pmus]", "# SPDX"),
    (FIELD, 'Old = { type = "uint16", meaning = "x" }\n' + FIELD, "Old: no type uint16 (there are: bool ", "Old ="),
    (FIELD, "Old = 4\n" + FIELD, "Old: not a table", "Old ="),
    (FIELD, "Old = { base = 1 }\n" + FIELD, "Old: no meaning", "Old ="),
    (FIELD, 'Old = { meaning = "x", rang = "1" }\n' + FIELD, "Old: unknown field rang", "Old ="),
    (FIELD, 'Old = { meaning = "x", range = "1..4" }\n' + FIELD, "Old: `1..4` is not a range", "Old ="),
    (FIELD, 'Old = { meaning = "x", range = "0 to Many" }\n' + FIELD, "Old: Many, in its range, is not a fie", "Old ="),
    (FIELD, 'Old = { meaning = "a | b" }\n' + FIELD, "Old: `meaning` is not one line of plain text", "Old ="),
    (FIELD, 'Old = { meaning = "a\\nb" }\n' + FIELD, "Old: `meaning` is not one line of plain text", "Old ="),
    (FIELD, 'Old = { meaning = "x", c = "dispatch_width" }\n' + FIELD, "Old: dispatch_width is the name of another",
     "Old ="),
    (FIELD, 'old = { meaning = "x" }\n' + FIELD, "old: the name of a field must be in CamelCase", "old ="),
    ("[fields.levels]", "[fields.level]", "level is not in [groups]"),
    ("[values.ExternalAbort]", "[values.ExternalAborts]", "not a field"),
    ('AbortIgnored = { value = 1, c = "SPU_ABORT_IGNORED", ', "AbortIgnored = { value = 1, ", "AbortIgnored: no c"),
    ("AbortIgnored = { value = 1,", "AbortIgnored = { value = true,", "AbortIgnored: value is not of type int"),
]

FEATURES = [
    ('rule = "HaveEl2 => HaveVhe"', 'rule = "HaveEl2 => HaveVeh"', "el2: `HaveVeh`: HaveVeh is not a", "[rule.el2]"),
    ('words = "HaveVhe needs', 'word = "HaveVhe needs', "vhe: unknown field word", "[rule.vhe]"),
    ('rule = "RecordAlign <= 7"', 'rule = "RecordAlign ** 7"', "not allowed in the table", "[rule.record_align]"),
    ('rule = "RecordAlign <= 7"', 'rule = "RecordAlign <="', "record_align: invalid syntax", "[rule.record_align]"),
    ("not ListsOwnEvent", "not PmuEvents", "PmuEvents is not a field of config_t with", "[rule.pmu_events_own]"),
    ("[rule.vhe]", "[rule.el2]", "Cannot declare"),
    ('kept = [{ row = "v8.7" }]\n', "", "neither kept nor broken shows how to test it", "[rule.largest_record]"),
    ('words = "HaveVhe needs HaveEl2"', 'words = "HaveVhe | HaveEl2"', "not a plain string", "[rule.vhe]"),
    ('words = "HaveVhe needs HaveEl2"', 'words = "HaveGcs needs HaveCrr, HavePie and no Aarch32El1"',
     "another rule has the same words", "[rule.vhe]"),
]

COUNT = 'COUNT = "31:0"'
REGISTERS = [
    ("encoding = [3, 0, 9, 9, 2]", "encoding = [3, 0, 9, 9, 8]", "is not an encoding", "[profiling.PMSICR_EL1]"),
    ("encoding = [3, 0, 9, 9, 2]", "encoding = [3, 0, 9, 9, 3]", "has the same number", "[profiling.PMSIRR_EL1]"),
    ("[profiling.PMSIRR_EL1]", "[profiling.PMSICR_EL1]", "Cannot declare"),
    ("number = 0x4001", "number = 0x4000", "SAMPLE_FEED: SAMPLE_POP has the same number"),
    ('access = "RO"', 'access = "R"', "access R", "[profiling.PMSIDR_EL1]"),
    (COUNT, 'COUNT = "56:0"', "COUNT is not below the field before it", "[profiling.PMSICR_EL1]"),
    (COUNT, 'COUNT = "0:31"', "`0:31` are not bits of a register", "[profiling.PMSICR_EL1]"),
    (COUNT, 'COUNT = "low"', "`low` are not bits", "[profiling.PMSICR_EL1]"),
    (COUNT, 'COUNT = { bit = "31:0" }', "unexpected keyword argument 'bit'", "[profiling.PMSICR_EL1]"),
    ('{ name = "TopLevel", bits = "40"', '{ name = "TopLevel", bits = "31"', "TopLevel is not within MSS2",
     "[profiling.PMBSR_EL1]"),
    ('"0 no timestamp; 1 timestamp"', '"0 no timestamp; 2 timestamp"', "does not fit", "[profiling.PMSCR_EL1]"),
    ('"0 no timestamp; 1 timestamp"', '"none; 1 timestamp"', "`none` is not a value", "[profiling.PMSCR_EL1]"),
    ('like = "PMSEVFR_EL1"', 'like = "PMSEVR_EL1"', "those of one other register", "[profiling.PMSNEVFR_EL1]"),
    ('like = "PMSEVFR_EL1"\n', "", "those of one other register", "[profiling.PMSNEVFR_EL1]"),
    ("2 Discard: Discard mode", "2 Fill: Discard mode", "there twice", "# SPDX"),
    ("[event]", "[counter]\n[event]", "counter: no such kind of entry", "[counter]"),
    ('check = "Stat', 'check = "stat', "check statisticalProfiling", "[profiling.PMSCR_EL1]"),
    ('needs = "HaveErnd', 'needs = "HaveRnd', "HaveRnd is not a field of config_t", "[profiling.PMSICR_EL1]"),
    ("arm = {", 'arm = "" # {', "PMSCR_EL1: arm is not a dict", "[profiling.PMSCR_EL1]"),
    ("arm = { encoding = [3, 0, 9, 9, 0], ", "arm = { ", "PMSCR_EL1: no encoding", "[profiling.PMSCR_EL1]"),
]

REFUSALS = [(table, *row) for table, rows in ((pins.TABLE, PINS), (blocks.TABLE, BLOCKS), (features.TABLE, FEATURES),
                                              (configuration_table.TABLE, CONFIGURATIONS), (registers.TABLE, REGISTERS))
            for row in rows]


@pytest.mark.parametrize("row", REFUSALS, ids=lambda row: f"{os.path.basename(row[0])}: {row[3]}")
def test_wrong_table_is_refused(row, tmp_path):
    table, old, new, cause, *at = row
    text = common.read(table)
    place = text.index(old) + len(new.rstrip("\n")) - 1
    text = text.replace(old, new, 1)
    place = text.index(at[0]) + at[0].startswith("\n") if at else place
    for tree in ("rtl", "cmodel"):
        link_tree(tmp_path, tree, {table: text})
    with pytest.raises(common.FactError) as refusal:
        LOADERS[table](f"{tmp_path}/{table}")
    said = re.fullmatch(r"(.*?):(\d+): (.*)", str(refusal.value))
    assert said[1] == f"{tmp_path}/{table}" and cause in said[3]
    assert int(said[2]) == text.count("\n", 0, place) + 1


@pytest.mark.parametrize("table", LOADERS)
def test_empty_table_is_refused(table, tmp_path):
    path = tmp_path / table
    path.parent.mkdir(parents=True)
    path.write_text("")
    with pytest.raises(common.FactError, match=r":1: no \[\w+\]$"):
        LOADERS[table](str(path))
