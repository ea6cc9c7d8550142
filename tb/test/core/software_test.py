# SPDX-License-Identifier: Apache-2.0
"""The supervisor of tb/core/software and its programs without the unit: under qemu-system-riscv64, whose board `virt`
has the same core, and the programs under qemu-riscv64, which is a Linux. No requirement: what runs on the core must
be right itself."""

import os
import re
import shutil
import subprocess

import pytest

from helpers import BUILD, Scratch, equal, expect, needed, not_done, run

SOFTWARE = f"{BUILD}/core/software"
PROGRAMS = ("demo", "faults", "pack")
GCC = ("riscv64-unknown-elf-gcc", "--specs=picolibc.specs", "-march=rv64imac", "-misa-spec=2.2", "-mabi=lp64",
       "-mcmodel=medany",
       "-DPICOLIBC_INTEGER_PRINTF_SCANF", "-std=gnu11", "-O1", "-nostartfiles", "-static", "-I", "tb", "-I", "cmodel",
       "-T",
       "tb/core/software/user/user.ld")
SIGNALS = {"ILL": 132, "TRAP": 133, "BUS": 135, "SEGV": 139}
scratch = Scratch("core-software-", BUILD)

# Programs that end early: their body, status and the last lines of the supervisor.
ENDS = {
    "status": ("return 77;", 77, ""),
    "illegal": ('__asm__ volatile(".word -1");', SIGNALS["ILL"], "the program ended at"),
    "breakpoint": ('__asm__ volatile("ebreak");', SIGNALS["TRAP"], "the program ended at"),
    "supervisor_register": ('__asm__ volatile("csrr t0, sstatus");', SIGNALS["ILL"], "the program ended at"),
    "null": ("*(volatile int *)0 = 1;", SIGNALS["SEGV"], "no such memory 0x0000000000000000"),
    "constant": ("*(volatile int *)&constant = 1;", SIGNALS["SEGV"], "no such memory"),
    "code": ("*(volatile int *)main = 1;", SIGNALS["SEGV"], "no such memory"),
    "jump": ("((void (*)(void))(void *)data)();", SIGNALS["SEGV"], "no such memory"),
    "supervisors_memory": ("return *(volatile int *)0x80000000;", SIGNALS["SEGV"], "no such memory 0x0000000080000000"),
    "device": ("return *(volatile int *)0x10000000;", SIGNALS["SEGV"], "no such memory 0x0000000010000000"),
    "stack": ("volatile char deep[2 << 20]; deep[0] = 1;", SIGNALS["SEGV"], "no such memory"),
    "beyond_brk": ("return *(volatile int *)system_call(0, 0, 0, 214);", SIGNALS["SEGV"], "no such memory"),
    "misaligned_atomic": ('__asm__ volatile("amoadd.d t0, t1, (%0)" :: "r"(data + 1) : "t0");', SIGNALS["BUS"],
                          "the program ended at"),
}


@pytest.fixture(autouse=True)
def built():
    """The programs need a compiler for RISC-V, which `make test` does not install."""
    for name in (*PROGRAMS, "supervisor", "virt"):
        if not os.path.exists(f"{SOFTWARE}/{name}.elf"):
            not_done(f"no {SOFTWARE}/{name}.elf: make core-software makes it")


def on_virt(program, megabytes=128):
    """(status, what it printed) of a program under the supervisor; None: nothing is where it looks for one."""
    qemu = shutil.which("qemu-system-riscv64")
    if not qemu:
        not_done("no qemu-system-riscv64 (qemu-system-misc) here")
    loader = ["-device", f"loader,file={program},addr=0x83000000,force-raw=on"] if program else []
    process = subprocess.run(
        [qemu, "-machine", "virt", "-bios", "none", "-m", str(megabytes), "-nographic", "-no-reboot", "-kernel",
         needed(f"{SOFTWARE}/virt.elf", "make core-software"), *loader],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60, check=False)
    return process.returncode, process.stdout.decode().replace("\r", "")


def compile_program(name, body):
    path = f"{scratch.name}/{name}.elf"
    source = (f'#include "core/software/user/runtime.h"\nstatic const int constant = 1;\nchar data[64] = "x";\n'
              f"int main(void)\n{{\n(void)constant;\n{body}\nreturn 0;\n}}\n")
    subprocess.run([*GCC, "-o", path, f"{SOFTWARE}/user/crt0.o", f"{SOFTWARE}/user/runtime.o", "-x", "c", "-"],
                   input=source.encode(), check=True)
    return path


@pytest.mark.parametrize("name", PROGRAMS)
def test_program_does_the_same_under_linux_and_under_the_supervisor(name):
    if not shutil.which("qemu-riscv64"):
        not_done("no qemu-riscv64 (qemu-user) here")
    program = needed(f"{SOFTWARE}/{name}.elf", "make core-software")
    status, out, err = run("qemu-riscv64", program)
    equal((status, err), (0, b""), f"{name} under Linux")
    lines = out.decode().splitlines()
    expect(len(lines) >= 5 and all(re.search(r" ([0-9a-f]{16}|\d+ -> \d+)$", line) for line in lines),
           f"lines of {name}: {lines}")
    equal(on_virt(program), (0, out.decode()), f"{name} under the supervisor")


@pytest.mark.parametrize("name", ENDS)
def test_program_ends_as_under_linux(name):
    body, status, words = ENDS[name]
    got, out = on_virt(compile_program(name, body))
    equal(got, status, f"status with {out!r}")
    expect(words in out, f"{out!r}: {words!r} expected")


def test_programs_that_are_none_are_refused():
    for name, data in (("empty", b""), ("text", b"no ELF" * 20), ("host", open(shutil.which("true"), "rb").read())):
        path = f"{scratch.name}/{name}"
        with open(path, "wb") as file:
            file.write(data or bytes(64))
        status, out = on_virt(path)
        equal(status, 2, f"status with {out!r}")
        expect("supervisor: no ELF file of a program for RV64" in out, out)


def test_trap_that_nobody_takes_ends_the_run():
    """The supervisor reads a file where this machine has no memory: an access fault of its own, which stays in
    machine mode."""
    status, out = on_virt(None, megabytes=32)
    equal(status, 2, f"status with {out!r}")
    expect(re.fullmatch(r"supervisor: mcause 0x0{15}5\nsupervisor: mtval 0x0{8}83000000\n"
                        r"supervisor: a trap that is nobody's, at 0x0{8}8000[0-9a-f]{4}\n", out), out)


def test_files_are_the_same_wherever_they_are_built():
    for name in (*PROGRAMS, "supervisor"):
        with open(needed(f"{SOFTWARE}/{name}.elf", "make core-software"), "rb") as file:
            expect(os.getcwd().encode() not in file.read(), f"{name}.elf: has the path of this tree")
