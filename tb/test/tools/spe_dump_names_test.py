# SPDX-License-Identifier: Apache-2.0
"""spe-dump (requirement F3): names of functions, in every form that has names, where the program was loaded."""

import csv
import io
import json

from lockstep_runs import program_run
from helpers import BUILD, Scratch, cross_compile, equal, expect
from perf_tools import CPP_NAMES, END, pc, perf_file, spe_dump, symbols_of

PROGRAM = f"{BUILD}/workload/demo"
MOVABLE = "tb/test/fuzz/corpus/elf/static-pie"  # functions work, 0x194 to 0x1b7, and _start, 0x1b8 to 0x1d7
MOVED = 0x5500000000

scratch = Scratch("spe-dump-", BUILD)


def output(*arguments, stdin=b""):
    status, out, err = spe_dump(*arguments, stdin=stdin)
    equal([status, err.decode()], [0, ""], f"status and standard error of {' '.join(arguments)}")
    return out.decode()


def test_long_name_shows_that_it_is_cut():
    """At 1023 characters."""
    name = "a" * 1500
    program = cross_compile(f"void {name}(void) {{}} void _start(void) {{ {name}(); }}", f"{scratch.name}/long",
                            "-nostdlib", "-static")
    data = pc(symbols_of(program)[name]) + END
    expect(f"<{name[:1020]}...>\n" in output("--elf", program, "-", stdin=data), "text")
    equal(json.loads(output("--json", "--elf", program, "-", stdin=data))["symbol"], f"{name[:1020]}...", "JSON")


def test_names_of_cpp_are_readable():
    program = cross_compile(CPP_NAMES, f"{scratch.name}/named", "-nostdlib", "-static")
    start = symbols_of(program)
    multiply, compare, other = (start[f"_Z{name}"] for name in ("N6matrix8multiplyEii", "N6matrixltIiEEbT_", "other"))
    data = b"".join(pc(address) + END for address in (multiply, multiply + 4, compare, other + 4))
    names = ["matrix::multiply(int, int)", "matrix::multiply(int, int)+0x4", "bool matrix::operator< <int>(int)",
             "_Zother+0x4"]
    equal([json.loads(line)["symbol"] for line in output("--json", "--elf", program, "-", stdin=data).splitlines()],
          names, "JSON")
    equal([row["symbol"] for row in csv.DictReader(io.StringIO(output("--csv", "--elf", program, "-", stdin=data)))],
          names, "CSV")
    expect(f"PC 0x{multiply:x} el0 ns=1 <matrix::multiply(int, int)>\n" in output("--elf", program, "-", stdin=data),
           "text")


def sampled(*addresses):
    return b"".join(pc(address) + END for address in addresses)


def test_moved_program_has_symbols():
    data = sampled(MOVED + 0x194, MOVED + 0x1B7, MOVED + 0x1B8, MOVED + 0x1DC, 0x194)
    expected = ["work", "work+0x23", "_start", None, None]
    recording = perf_file([data], program="/usr/bin/static-pie",
                          mappings=[(0x7000000000, 0x1000, 0x5000), (MOVED + 0x800, 0x800, 0x800)])

    def symbols(*arguments, stdin=b""):
        lines = output("--json", "--elf", MOVABLE, *arguments, stdin=stdin).splitlines()
        return [json.loads(line).get("symbol") for line in lines]

    equal(symbols("-", stdin=recording), expected, "of a recording")
    equal(symbols("--bias", hex(MOVED), "-", stdin=data), expected, "of bytes with --bias")
    equal(symbols("-", stdin=data), [None] * 4 + ["work"], "of bytes without")
    equal(symbols("--bias", "0", "-", stdin=recording), [None] * 4 + ["work"], "of a recording with --bias")
    # In the upper range of addresses, of which a packet has bits 55:0.
    equal(symbols("--bias", "0xffff800000000000", "-", stdin=sampled(0xFF8000000001A4)), ["work+0x10"], "of a kernel")
    rows = list(csv.DictReader(io.StringIO(output("--csv", "--elf", MOVABLE, "-", stdin=recording))))
    equal([row["symbol"] for row in rows], [name or "" for name in expected], "in CSV")
    text = output("--elf", MOVABLE, "-", stdin=recording)
    expect(f"PC 0x{MOVED + 0x1B7:x} el0 ns=1 <work+0x23>\n" in text, text)


def test_load_address_is_not_guessed():
    data = sampled(MOVED + 0x194)
    for mappings, program, cause in [
            ([], "/usr/bin/static-pie", "the recording does not say where it was loaded; use --bias"),
            ([(MOVED, 0x1000, 0)], "/usr/bin/other", "the recording does not say where it was loaded; use --bias"),
            ([(MOVED, 0x1000, 0), (MOVED + 0x10000, 0x1000, 0)], "static-pie",
             "the recording has it at several places (moved by 0x5500000000 and 0x5500010000); choose with --bias")]:
        status, out, err = spe_dump("--elf", MOVABLE, "-", stdin=perf_file([data], program=program, mappings=mappings))
        equal([status, out, err.decode()], [2, b"", f"spe-dump: {MOVABLE}: {cause}\n"], "place")


def test_recording_reads_like_its_bytes():
    # The program's run: perf.data says where it was loaded.
    run = program_run("sim")
    for form in ("--json", "--csv"):
        equal(output(form, "--elf", PROGRAM, f"{run}/perf.data"),
              output(form, "--elf", PROGRAM, f"{run}/records.spe"), form)
