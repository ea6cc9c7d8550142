# SPDX-License-Identifier: Apache-2.0
"""Requirements B1, B2: files generated from the registers (rtl/data/registers.toml) are valid C and C++, with whole
structs."""

import re
import subprocess

import pytest

from facts import registers


@pytest.mark.parametrize("compiler", [["gcc", "-std=c11", "-x", "c"], ["g++", "-std=c++17", "-x", "c++"]])
def test_public_header_is_c_and_cplusplus(compiler):
    """Compiles on its own, without a warning."""
    options = ["-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only"]
    done = subprocess.run([*compiler, *options, registers.HEADER], capture_output=True, text=True, check=False,
                          timeout=60)
    assert (done.returncode, done.stderr) == (0, "")


def test_struct_has_every_bit_once():
    for register in registers.load()[0]:
        if register.struct:
            bits = sum(int(high or 0) + 1 for high in
                       re.findall(r"^    logic (?:\[(\d+):0\])?", "\n".join(registers.struct_lines(register)), re.M))
            assert bits == register.struct_bits, register.name
