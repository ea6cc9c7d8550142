# SPDX-License-Identifier: Apache-2.0
"""Every mutant (tb/unit/mutants) can be made, its names exist, and every file has mutants. A wrong table is refused
with status 2 and one line: file, line, cause. A mutant counts as caught only if the catcher in the table catches it."""

import contextlib
import functools
import glob
import io
import os
import subprocess
import sys

import facts_bench
import lockstep
import pairs
import run
from facts import blocks, common, mutants
from facts_bench import changed

TABLE = "tb/unit/mutants/barrier.toml"
TEXT = common.read(TABLE)
MUTANTS = mutants.load()
# The first mutant of the table, which only lockstep catches.
NAME = "barrier_psb_skips_tags"
HEADER = f"[{NAME}]"
SECOND = "barrier_psb_skips_buffer"
FIRST = common.line_of(TEXT, HEADER)
EXPECT = 'lockstep = { expect = ["ProfilingSynchronizationBarrier"] }\n'
refused = functools.partial(facts_bench.refused, TABLE, reader="tb/unit/mutants/run.py")


def line_of(what, after=1):
    return common.line_of(TEXT, what, after)


def line_after(what):
    """The line below the first line with this text."""
    return line_of(what) + 1


def named(name):
    return next(mutant for mutant in MUTANTS if mutant.name == name)


def lockstep_is(fields):
    """A change of the first mutant's `lockstep`."""
    return changed(EXPECT, f"lockstep = {{ {fields} }}\n")


def lockstep_with(field):
    return lockstep_is(f'expect = ["ProfilingSynchronizationBarrier"], {field}')


def with_line(line):
    """A change that adds a line to the first mutant."""
    return changed(EXPECT, f"{EXPECT}{line}\n")


def call(*arguments):
    return subprocess.run([sys.executable, "tb/unit/mutants/run.py", *arguments], capture_output=True, text=True,
                          check=False, timeout=120)


def test_every_mutant_can_be_made():
    result = call("--check")
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")
    assert len(MUTANTS) > 400


def test_every_file_has_mutants_that_lockstep_or_tests_must_catch():
    files = [mutant.file for mutant in MUTANTS if mutant.lockstep or mutant.tests]
    for path in sorted(glob.glob("rtl/*.sv")):
        if not path.endswith(("_pkg.sv", "_top.sv", "_check.sv")):
            assert files.count(path) >= 3
    assert files.count("fpga/rtl/run_control.sv") >= 3
    for path in sorted(glob.glob("cmodel/*.c")):
        if path not in ("cmodel/config.c", "cmodel/spu.c") and not path.startswith("cmodel/decode"):
            assert path in files


def test_wrong_fields_are_refused():
    refused(with_line('block = "barrier"'), FIRST, f"{NAME}: unknown field block")
    refused(lockstep_with('block = "barrier"'), FIRST, f"{NAME}: lockstep: unknown field block")
    refused(with_line('properties = [{ name = "PsbAfterEarlier_A", proof = "barrier", variant = "x" }]'), FIRST,
            f"{NAME}: properties: unknown field variant")
    refused(with_line('properties = [{ name = "PsbAfterEarlier_A" }]'), FIRST, f"{NAME}: properties: no proof")
    refused(with_line('properties = ["PsbAfterEarlier_A"]'), FIRST, f"{NAME}: properties is not a list of dict")
    refused(with_line('properties = [{ name = "PsbAfterEarlier_A", proof = "barrier", depth = 0 }]'),
            line_after(EXPECT), f"{NAME}: PsbAfterEarlier_A: depth is not a number above 0")
    refused(changed("does = ", "why = "), FIRST, f"{NAME}: no does")
    refused(changed(""", "'{tags: '0,"]""", "]"), FIRST,
            f"{NAME}: change is not a list of file, text to search for, replacement")
    refused(lockstep_is("expect = [{ x = 1 }]"), FIRST, f"{NAME}: lockstep: expect is not a list of str")
    refused(lockstep_is("expect = []"), line_of(EXPECT), f"{NAME}: lockstep: expect is empty")
    refused(changed(EXPECT, ""), FIRST, f"{NAME}: nothing must catch it: none of lockstep, tests, properties")
    refused(changed(f"[{NAME}]", "[Barrier-1]"), FIRST, "Barrier-1: a name consists of small letters, digits and _")
    refused(changed(HEADER, f"of = 1\n{HEADER}"), 1, "of is not a mutant")


def test_change_that_cannot_be_made_is_refused():
    refused(changed("tag_busy_i & psb_older_i", "tag_busy_i & psb_younger_i"), line_of("change = "),
            f"{NAME}: its search text occurs 0 times in rtl/spu_barrier.sv instead of once")
    refused(changed('"\'{tags: tag_busy_i & psb_older_i,"', '"tags"'), line_of("change = "),
            f"{NAME}: its search text occurs {common.read('rtl/spu_barrier.sv').count('tags')} times in "
            "rtl/spu_barrier.sv instead of once")
    refused(changed("'{tags: '0,", "'{tags: tag_busy_i & psb_older_i,"), line_of("change = "),
            f"{NAME}: search and replace are the same")


def test_mutant_that_appears_twice_is_refused():
    refused(changed(f"[{NAME}]", "[axi_last_early]"), FIRST, "axi_last_early: it is also in tb/unit/mutants/axi.toml")
    again = TEXT[TEXT.index(HEADER):TEXT.index(f"[{SECOND}]")].replace(NAME, "barrier_again")
    refused(lambda text: f"{text}{again}", TEXT.count("\n") + 1 + line_of("change = ") - FIRST,
            f"barrier_again: the same change as {NAME}")


def test_mutant_in_the_table_of_another_block_is_refused():
    at = line_of("change = ")
    refused(changed("rtl/spu_barrier.sv", "rtl/spu_filter.sv"), at,
            f"{NAME}: rtl/spu_filter.sv belongs to filter, not to barrier")
    refused(changed("rtl/spu_barrier.sv", "rtl/spu_top.sv"), at,
            f"{NAME}: rtl/spu_top.sv belongs to unit, not to barrier")
    refused(changed("rtl/spu_barrier.sv", "tb/unit/dut/tb_top.sv"), at,
            f"{NAME}: tb/unit/dut/tb_top.sv belongs to neither unit nor model, not to barrier")
    refused(changed("rtl/spu_barrier.sv", "rtl/spu_barriers.sv"), at, f"{NAME}: no file rtl/spu_barriers.sv")
    names = " ".join(blocks.load().names())
    refused(lambda text: text, 1, f"no block fence (there are: {names} mmio fpga unit)",
            also={"tb/unit/mutants/fence.toml": TEXT}, named="tb/unit/mutants/fence.toml")


def test_unknown_names_are_refused():
    below = line_after(EXPECT)
    names = " ".join(blocks.load().names())
    at = line_of(EXPECT)
    refused(lockstep_with('blocks = ["fence"]'), at, f"{NAME}: no block fence (there are: {names})")
    refused(lockstep_with('runs = ["random9"]'), at,
            f"{NAME}: no run random9 (there are: directed random1 random2 random3)")
    refused(lockstep_with("runs = []"), at, f"{NAME}: lockstep: runs is empty")
    refused(lockstep_with('config = "huge"'), at, f"{NAME}: no configuration huge")
    refused(changed('["ProfilingSynchronizationBarrier"]', '["Profiling Barrier"]'), at,
            f"{NAME}: no report names `Profiling Barrier`")
    refused(with_line('tests = ["model_step_test"]'), below, f"{NAME}: both lockstep and tests")
    refused(changed(EXPECT, 'tests = ["model_step_test"]\n'), line_of(EXPECT),
            f"{NAME}: no test model_step_test.sv")
    for block, catcher, name in (("mmio", 'tests = ["mmio_test"]', "mmio_partial_store"),
                                 ("fpga", 'tests = ["fpga_run_control_test"]', "run_control_sums_go_on")):
        path = f"tb/unit/mutants/{block}.toml"
        facts_bench.refused(path, changed(catcher, 'lockstep = { expect = ["MRS"] }'),
                            common.line_of(common.read(path), catcher),
                            f"{name}: {block} is outside the unit: lockstep cannot catch it",
                            reader="tb/unit/mutants/run.py")
    model = line_of("[model_barrier_record]")
    refused(changed('"model_step_test", ', '"model_steps_test", '), line_of("tests = ", model),
            "model_barrier_record: no test model_steps_test.c")
    at = line_of('"PsbAfterEarlier_A"')
    refused(changed('"PsbAfterEarlier_A", proof = "barrier"', '"PsbAfterEarlier_A", proof = "sample"'), at,
            "barrier_forgets_kept: proof sample is not about PsbAfterEarlier_A")
    refused(changed('"PsbAfterEarlier_A", proof = "barrier"',
                    '"PsbAfterEarlier_A", proof = "barrier", config = "small"'), at,
            "barrier_forgets_kept: proof barrier has no configuration small")
    proofs = " ".join(sorted({proof.name for proof in run.formal_tables.load_proofs()}))
    refused(changed('"PsbAfterEarlier_A", proof = "barrier"', '"PsbAfterEarlier_A", proof = "fence"'), at,
            f"barrier_forgets_kept: no proof fence (there are: {proofs})")


def test_pair_that_is_wrong_is_refused():
    text = common.read(pairs.TABLE)
    wrong = functools.partial(facts_bench.refused, pairs.TABLE, reader="tb/unit/mutants/run.py",
                              line=common.line_of(text, "[debug_state_profiles]"))
    name = "debug_state_profiles"
    search = "in->pe_debug || (spu->regs.pmblimitr"
    wrong(changed(search, "in->pe_asleep"),
          cause=f"{name}: `in->pe_asleep` is 0 times in cmodel/enable.c instead of once")
    wrong(changed(f"'{search}', ", ""), cause=f"{name}: model is not a list of file, search, replace")
    wrong(changed('"A2: ', '"A99: '), cause=f"{name}: no requirement A99")
    wrong(changed(":buffer_needs_every_condition", ":buffer_needs"),
          cause=f"{name}: no test model_enable_test:buffer_needs")
    wrong(changed('breaks = "A2', 'does = "A2'), cause=f"{name}: its fields are not breaks, rtl, model, test")


def test_wrong_use_ends_with_status_2():
    for arguments, cause in ((["nothing"], "no mutant nothing; tb/unit/mutants/run.py --list prints them"),
                             (["--pairs", "nothing"], "no pair nothing in tb/unit/mutants/pairs.toml"),
                             (["--proofs", "nothing"], "no mutant nothing; tb/unit/mutants/run.py --list prints them"),
                             (["--keep", "nothing"], "no mutant nothing; tb/unit/mutants/run.py --list prints them"),
                             (["--proofs", NAME], f"{NAME} is not tried in a proof: {TABLE}:{FIRST}"),
                             (["--property", "x"], "--proof and --property need --proofs"),
                             (["--run", "random1", NAME], "--run is for --keep"),
                             (["--proofs", "--property", "None_A"],
                              "no such property in these proofs has a mutant of these")):
        result = call(*arguments)
        assert (result.returncode, result.stdout, result.stderr) == (2, "", f"run.py: {cause}\n"), " ".join(arguments)
    mutant = next(mutant for mutant in MUTANTS if not mutant.lockstep and not mutant.tests)
    result = call(mutant.name)
    assert (result.returncode, result.stderr) == (
        2, f"run.py: {mutant.name} is not tried in lockstep: {mutant.path}:{mutant.line}\n")


REPORT = """MISMATCH in cycle 30479
  signal    commit_data                                                          (1)
  function  SPESampleAddTimeStamp
  block     {}
"""


def test_report_must_name_the_function_and_block_of_the_table():
    mutant = named("record_end_before_timestamp")
    assert (mutant.lockstep.expect, mutant.lockstep.blocks) == (["SPESampleAddTimeStamp"], ["record"])

    def of(report, status=1):
        return lockstep.decided(mutant, "random1", status, report, "a.log")

    assert of(REPORT.format("record")) == (True, "random1: SPESampleAddTimeStamp")
    assert of(REPORT.format("filter or record")) == (True, "random1: SPESampleAddTimeStamp")
    assert of(REPORT.format("filter")) == (False, "random1: suspects filter instead of record")
    assert of(REPORT.format("record").replace("TimeStamp", "PC")) == (
        False, "random1: names SPESampleAddPC instead of SPESampleAddTimeStamp")
    assert of("") == (False, "random1: names nothing instead of SPESampleAddTimeStamp")
    assert of(REPORT.format("record"), 2) == (False, "random1: status 2, see a.log")
    assert of("[8] %Error: spu_buffer.sv:403: Assertion failed in tb_top\n" + REPORT.format("record")) == (
        False, "random1: the simulator's own words of an assertion are not left out, see a.log")
    assert of(REPORT.format("record"), None) == (False, "random1: still running after 900 s")


def test_unit_test_fails_by_its_status_or_its_output():
    """A program in SystemVerilog always ends with status 0."""
    assert not lockstep.test_failed(0, "1..2\nok 1 - a\nok 2 - not ok\n")
    assert lockstep.test_failed(0, "1..2\nok 1 - a\nnot ok 2 - b\n")
    assert lockstep.test_failed(1, "1..1\nok 1 - a\n")


def test_mutant_that_nothing_catches_is_reported():
    """Builds nothing; every run passes."""
    mutant = named(NAME)
    saved = lockstep.made, lockstep.call, lockstep.check_unchanged
    lockstep.made, lockstep.call = (lambda mutant, root: root), (lambda command, log: (0, ""))
    lockstep.check_unchanged = lambda picked, root: None
    said = io.StringIO()
    try:
        os.makedirs("build/unit/mutants", exist_ok=True)
        with contextlib.redirect_stdout(said):
            status = run.try_in_lockstep([mutant], "build/unit/mutants", 1)
    finally:
        lockstep.made, lockstep.call, lockstep.check_unchanged = saved
    lines = said.getvalue().splitlines()
    assert (status, lines[0], lines[-1]) == (
        1, f"MISSED  {NAME:<36} SURVIVED directed, random1, random2, random3", "0 caught, 1 missed")
