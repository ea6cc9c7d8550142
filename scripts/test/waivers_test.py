# SPDX-License-Identifier: Apache-2.0
"""The accepted warnings (scripts/waivers.vlt) match those of every Verilator, whose messages differ, and each names its
file."""

import fnmatch
import re
import subprocess


# What Verilator calls that whose bits are not used: 5.006, and 5.048.
KINDS = ("signal", "function variable")


def waivers():
    """[(rule, file, pattern or "")]."""
    with open("scripts/waivers.vlt", encoding="utf-8") as file:
        return re.findall(r'(?m)^lint_off +-rule (\w+) +-file "([^"]+)"(?: +-match "([^"]+)")?$', file.read())


def test_unused_bits_are_accepted_in_the_words_of_every_version():
    patterns = [pattern for _, _, pattern in waivers() if pattern.startswith("Bits of ")]
    assert len(patterns) > 20
    refused = [(pattern, kind) for pattern in patterns for kind in KINDS
               if not fnmatch.fnmatchcase(f"Bits of {kind} are not used: "
                                          f"'{re.search(chr(39) + '(.+?)' + chr(39), pattern)[1]}'[7:0]", pattern)]
    assert refused == []


def test_top_that_ties_the_registers_has_no_warning(tmp_path):
    top = tmp_path / "top.sv"
    top.write_text("module top; spu_top u_spu_top (.sysreg_i('0)); endmodule\n", encoding="ascii")
    done = subprocess.run(["verilator", "--lint-only", "-Wall", "-Wno-PINMISSING", "--top-module", "top",
                           "scripts/waivers.vlt",
                           "-F", "rtl/files.f", str(top)], capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_waivers_name_a_file():
    with open("scripts/waivers.vlt", encoding="utf-8") as file:
        lines = [line for line in file.read().splitlines() if line.startswith("lint_off")]
    assert len(waivers()) == len(lines)
    assert [file for _, file, _ in waivers() if not file.endswith(".sv")] == []
