# SPDX-License-Identifier: Apache-2.0
"""spu_checker, for other implementations: its example (cmodel/checker/example) finds no mismatch in the unit and
catches each mutant; the fields of the packed structs are where the C side expects them. No requirement."""

import functools
import glob
import re
import secrets
import subprocess

import pytest

from facts import checker
from facts.pins import Pins
from helpers import BUILD, Scratch, call, needed, read, rtl_sources, write

CHECKER = f"{BUILD}/checker"
README = "cmodel/checker/README.md"
PACKAGES = ["rtl/spu_config_pkg.sv", "rtl/spu_sysreg_pkg.sv", "rtl/spu_pins_pkg.sv", checker.PACKAGE]
# What the report of each must contain: signal, function, and another line.
MUTANTS = {
    "record_end_before_timestamp": ("vif_o.commit_data", "SPESampleAddTimeStamp",
                                    r"expected  71( [0-9a-f]{2}){8} \(TS \d+\)"),
    "access_el2_register_at_el1": ("sysreg_o.verdict", "CheckStatisticalProfilingAccess",
                                   "access    M(RS|SR) S3_4_C9_C9_0 in the cycle before"),
    "axi_burst_too_far": ("AXI write", "SPEWriteToBuffer", "got       0x[0-9a-f]{2} at Non-secure 0x[0-9a-f]+"),
}
SUMMARY = re.compile(r"^\S+: 0 mismatches in ([1-9]\d*) cycles compared; ([1-9]\d*) records, \d+ events$", re.M)
MISMATCH = re.compile(r"mismatch in cycle \d+\n(?:  .*\n)+")
RESET_EVERY = 16_384  # cycles, in the example
scratch = Scratch("checker-")


@functools.cache
def simulate(name, *arguments):
    """(status, output) of an example."""
    done = call(needed(f"{CHECKER}/{name}/acme", "make test"), *arguments, capture_output=False, stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT)
    return done.returncode, done.stdout


def test_unit_matches_the_model():
    """Across resets with and without an edge of the clock, with records."""
    status, text = simulate("unit")
    summary = SUMMARY.search(text)
    assert status == 0 and summary, f"status {status}: {text}"
    assert 99_990 <= int(summary[1]) <= 100_010
    assert int(summary[2]) >= 200


@pytest.mark.parametrize("name", MUTANTS)
def test_mutant_is_found(name):
    signal, function, line = MUTANTS[name]
    status, text = simulate(name)
    said = MISMATCH.findall(text)
    assert (status != 0, len(said)) == (True, 1), f"failure and number of mismatches in: {text}"
    for words in (f"signal    {re.escape(signal)}", f"function  {function}", line):
        assert re.search(rf"^  {words}$", said[0], re.M)


def test_simulation_continues_and_reset_restarts_the_comparison():
    name = "record_end_before_timestamp"
    status, text = simulate(name, f"+cycles={3 * RESET_EVERY + 5000}", "+verilator+error+limit+100")
    cycles = [int(cycle) for cycle in re.findall(r"mismatch in cycle (\d+)", text)]
    assert status == 0 and "$finish" in text
    assert [cycle // RESET_EVERY for cycle in cycles] == [0, 1, 2, 3]
    assert re.search(r"^\S+: 4 mismatches in \d+ cycles compared", text, re.M)
    status, text = simulate(name, "+verilator+error+limit+100", "+spu_checker_stop")
    assert re.findall(r"mismatch in cycle (\d+)", text) == [str(cycles[0])]


def test_run_without_a_compared_cycle_fails():
    status, text = simulate("unit", "+cycles=0")
    assert status != 0 and "no cycle was compared" in text


def lint(source, *files):
    """(status, messages) of Verilator for this text and these files."""
    path = f"{scratch.name}/top.sv"
    write(path, source)
    done = call("verilator", "--lint-only", "-Wno-lint", "-Wno-style", "--top-module", "top", *files, path)
    return done.returncode, done.stderr


def places_of(macro):
    """{member: (lowest bit, bits)} on the C side."""
    rows = re.findall(rf"^{macro}\(([^,]+), (?:[^,]+, )?(\d+), (\d+)[,)]", read(checker.ROWS), re.M)
    return {member: (int(low), int(bits)) for member, low, bits in rows}


def comparisons(macro, rows, what):
    """SystemVerilog that compares each field with the bits at its place: rows are [(member, field)]."""
    places = places_of(macro)
    assert sorted(places) == sorted(member for member, _ in rows), f"members in {macro}"
    return [f'  if ({what}.{field} != {what}Bits[{places[member][0]} +: {places[member][1]}] || '
            f'$bits({what}.{field}) != {places[member][1]}) $error("{member} is not at its place");'
            for member, field in rows]


def test_packed_structs_are_where_the_c_side_looks():
    """The C side takes the places from a table; here Verilator places the fields."""
    pins, header = Pins(), read(checker.HEADER)
    bits = {name: int(re.search(rf"SPU_CHECKER_{name}_BITS = (\d+)", header)[1]) for name in ("PINS", "CONFIG")}
    lines = ["module top;", "  import spu_config_pkg::*;", "  import spu_checker_pkg::*;"]
    for what, kind, size in (("Pins", "pins_t", bits["PINS"]), ("Config", "config_t", bits["CONFIG"])):
        lines += [f'  if ($bits({kind}) != {size}) $error("{kind} has $bits({kind}) bits");',
                  f"  localparam logic [{size - 1}:0] {what}Bits = {size}'h{secrets.randbits(size):x};",
                  f"  localparam {kind} {what} = {kind}'({what}Bits);"]
    fields = [(f"{field.c}[{index}]" if field.elements else field.c, f"{field.name}[{index}]" if field.elements
               else field.name)
              for field, count in checker.config_fields() for index in range(count)]
    lines += comparisons("CHECKER_CONFIG", fields, "Config")
    for struct, macro in (("spu_in", "CHECKER_IN"), ("dut_bus", "CHECKER_BUS"), ("spu_out", "CHECKER_OUT"),
                          ("spu_vif", "CHECKER_VIF")):
        lines += comparisons(macro, [(member, name) for member, name, *_ in checker.rows_of(pins, struct)], "Pins")
    status, said = lint("\n".join([*lines, "endmodule", ""]), *PACKAGES)
    assert status == 0, said


def test_unit_with_our_names_needs_no_connections():
    source = ("bind spu_top spu_checker #(.Cfg(Cfg)) u_spu_checker (.*);\n"
              "module top; spu_top #(.Cfg(spu_config_pkg::ConfigV9)) u_spu_top (); endmodule\n")
    status, said = lint(source, *rtl_sources(), checker.PACKAGE, "cmodel/checker/spu_checker.sv")
    assert status == 0, said


def test_example_uses_nothing_of_the_testbench():
    for path in sorted(glob.glob(f"{CHECKER}/*.d")):
        assert not re.search(r"(^|[ /])tb/", read(path))
    sources = sorted(glob.glob("cmodel/checker/**/*", recursive=True))
    for path in (path for path in sources if path.endswith((".c", ".h", ".sv"))):
        assert not re.search(r'["/]tb/|include "(?!spu|svdpi)', read(path))
    listed = read(f"{CHECKER}/unit/obj/Vacme__ver.d")
    assert "spu_checker.sv" in listed and not re.search(r"\btb/", listed)


def test_readme_shows_what_the_example_prints():
    text = read(README)
    for name, pattern in (("record_end_before_timestamp", MISMATCH), ("unit", SUMMARY)):
        _, said = simulate(name)
        shown = pattern.search(said)
        assert shown, f"no report in the output of {name}: {said}"
        words = shown[0].removeprefix("TOP.")  # not every Verilator prints this prefix
        assert words in text, f"{README} lacks the output of {name}:\n{words}"
    code = [line for line in read("cmodel/checker/example/acme_check.sv").splitlines()
            if line.strip() and not line.lstrip().startswith("//")]
    assert f"{len(code)} lines of code connect the checker" in text
