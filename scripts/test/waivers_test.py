# SPDX-License-Identifier: Apache-2.0
"""The waivers (scripts/waivers.vlt) match the messages of every supported Verilator, and each names a file."""

import fnmatch
import re

from helpers import call, read

# The words of Verilator 5.006 and 5.048 for a signal with unused bits.
KINDS = ("signal", "function variable")


def waivers():
    """[(rule, file, pattern or "")]."""
    pattern = r'(?m)^lint_off +-rule (\w+) +-file "([^"]+)"(?: +-match "([^"]+)")?$'
    return re.findall(pattern, read("scripts/waivers.vlt"))


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
    done = call("verilator", "--lint-only", "-Wall", "-Wno-PINMISSING", "--top-module", "top", "scripts/waivers.vlt",
                "-F", "rtl/files.f", str(top))
    assert (done.returncode, done.stderr) == (0, "")


def test_waivers_name_a_file():
    assert len(waivers()) == len(re.findall("(?m)^lint_off", read("scripts/waivers.vlt")))
    assert [file for _, file, _ in waivers() if not file.endswith(".sv")] == []
