# SPDX-License-Identifier: Apache-2.0
"""The programs of tb/cores/software under qemu-riscv64, as Linux programs: their own checks pass. No requirement: this
tests the stimulus of a real core."""

import os
import re
import shutil

import pytest

from helpers import BUILD, equal, expect, not_done, run

SOFTWARE = f"{BUILD}/core/software"


@pytest.fixture(autouse=True)
def built():
    """The programs need a compiler for RISC-V, which `make test` does not install."""
    for name in ("demo", "faults", "supervisor"):
        if not os.path.exists(f"{SOFTWARE}/{name}.elf"):
            not_done(f"no {SOFTWARE}/{name}.elf: make core-software makes it")


@pytest.mark.parametrize("name", ["demo", "faults"])
def test_checks_of_the_program_pass_under_linux(name):
    if not shutil.which("qemu-riscv64"):
        not_done("no qemu-riscv64 (qemu-user) here")
    status, out, err = run("qemu-riscv64", f"{SOFTWARE}/{name}.elf")
    equal((status, err), (0, b""), f"{name} under Linux")
    lines = out.decode().splitlines()
    expect(len(lines) >= 5 and all(re.search(r" [0-9a-f]{16}$", line) for line in lines), f"lines of {name}: {lines}")


@pytest.mark.parametrize("name", ["demo", "faults", "supervisor"])
def test_file_is_the_same_wherever_it_is_built(name):
    with open(f"{SOFTWARE}/{name}.elf", "rb") as file:
        expect(os.getcwd().encode() not in file.read(), f"{name}.elf contains the path of this tree")
