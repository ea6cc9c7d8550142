# SPDX-License-Identifier: Apache-2.0
"""spe-dump (requirement F3): names of C++ functions, in every form that has names."""

import csv
import io
import json

from helpers import BUILD, Scratch, cross_compile, equal, expect
from perf_tools import CPP_NAMES, END, pc, spe_dump, symbols_of

scratch = Scratch("spe-dump-", BUILD)


def output(*arguments, stdin=b""):
    status, out, err = spe_dump(*arguments, stdin=stdin)
    equal([status, err.decode()], [0, ""], f"status and standard error of {' '.join(arguments)}")
    return out.decode()


def test_long_name_shows_that_it_is_cut():
    """At 1023 characters."""
    name = "a" * 1500
    program = cross_compile(f"void {name}(void) {{}} void _start(void) {{ {name}(); }}", f"{scratch.name}/long", "-nostdlib", "-static")
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
    expect(f"PC 0x{multiply:x} el0 ns=1 <matrix::multiply(int, int)>\n" in output("--elf", program, "-", stdin=data), "text")
    stats = json.loads(output("--stats", "--json", "--elf", program, "-", stdin=data))
    equal({row["name"]: row["records"] for row in stats["functions"]},
          {"matrix::multiply(int, int)": 2, "bool matrix::operator< <int>(int)": 1, "_Zother": 1}, "functions")
    for name, records in (("matrix::multiply(int, int)", 2), ("matrix::multiply", 2), ("_ZN6matrix8multiplyEii", 2),
                          ("_Zother", 1)):
        equal(len(output("--json", "--elf", program, "--pc", name, "-", stdin=data).splitlines()), records, name)
    equal(spe_dump("--elf", program, "--pc", "matrix::mult", "-", stdin=data)[0], 2, "status with half a name")
