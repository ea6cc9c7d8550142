# SPDX-License-Identifier: Apache-2.0
"""Requirements B1, B2: a table of registers (rtl/data/registers.toml) that contradicts itself is refused, in one line
with file, line and cause."""

import re
import subprocess
import tempfile

from facts import common, registers
from helpers import equal, expect


REFUSALS = (
    ('encoding = [3, 0, 9, 9, 2]', 'encoding = [3, 0, 9, 9, 8]', "is no encoding"),
    ('encoding = [3, 0, 9, 9, 2]', 'encoding = [3, 0, 9, 9, 3]', "there twice"),
    ('name = "PMSIRR_EL1"', 'name = "PMSICR_EL1"', "there twice"),
    ('number = 0x4001', 'number = 0x4000', "there twice"),
    ('group = "buffer"', 'group = "buffers"', "group buffers"),
    ('access = "RO"', 'access = "R"', "access R"),
    ('{name = "COUNT", bits = "31:0"}', '{name = "COUNT", bits = "56:0"}', "not below the field before it"),
    ('{name = "COUNT", bits = "31:0"}', '{name = "COUNT", bits = "0:31"}', "no bits of a register"),
    ('{name = "COUNT", bits = "31:0"}', '{name = "COUNT", bits = "low"}', "are no bits"),
    ('{name = "COUNT", bits = "31:0"}', '{name = "COUNT", bit = "31:0"}', "bit"),
    ('{name = "TopLevel", bits = "40"', '{name = "TopLevel", bits = "31"', "not within MSS2"),
    ('"0 no timestamp; 1 timestamp"', '"0 no timestamp; 2 timestamp"', "does not fit"),
    ('"0 no timestamp; 1 timestamp"', '"none; 1 timestamp"', "is no value"),
    ('as = "PMSEVFR_EL1"', 'as = "PMSEVR_EL1"', "those of one other register"),
    ('as = "PMSEVFR_EL1"\n', '', "those of one other register"),
    ('2 Discard: Discard mode', '2 Fill: Discard mode', "there twice"),
    ('[[event]]\nname = "CHAIN"', '[[counter]]\nname = "CHAIN"', "no such kind of entry"),
)


def test_contradiction_is_refused():
    table = common.read(registers.TABLE)
    for search, replace, cause in REFUSALS:
        expect(search in table, f"`{search}` is not in the table")
        with tempfile.TemporaryDirectory() as directory:
            path = f"{directory}/registers.toml"
            with open(path, "w", encoding="utf-8") as file:
                file.write(table.replace(search, replace, 1))
            try:
                registers.load(path)
            except common.FactError as error:
                expect(re.fullmatch(rf"{re.escape(path)}:\d+: .*", str(error)) and cause in str(error), str(error))
            else:
                raise AssertionError(f"`{replace}` is accepted")


def test_public_header_is_c_and_cplusplus():
    """On its own, without a warning."""
    for compiler in (["gcc", "-std=c11", "-x", "c"], ["g++", "-std=c++17", "-x", "c++"]):
        options = ["-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only"]
        done = subprocess.run([*compiler, *options, registers.HEADER], capture_output=True, text=True, check=False,
                              timeout=60)
        equal((done.returncode, done.stderr), (0, ""), compiler[0])


def test_struct_has_every_bit_once():
    for register in registers.load()[0]:
        if register.struct:
            bits = sum(int(high or 0) + 1 for high in
                       re.findall(r"^    logic (?:\[(\d+):0\])?", "\n".join(registers.struct_lines(register)), re.M))
            equal(bits, register.struct.get("bits", registers.WIDTH), register.name)
