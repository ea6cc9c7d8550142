# SPDX-License-Identifier: Apache-2.0
"""Programs that use SVE (what requirements D4 and D5 are profiled with): how long their vectors are, where they
access memory, what their records say, and what is said where SVE is not there."""

import json
import os
import re
import subprocess

from helpers import BUILD, Scratch, equal, expect, needed, run

SPE_TRACE = f"{BUILD}/bin/spe-trace"
SPE_DUMP = f"{BUILD}/bin/spe-dump"
NO_SVE = "neoverse-n1"
# Copies between arrays whose places the symbols tell: each access is of another form. With an argument, vectors are
# made shorter first.
SOURCE = r"""
#include <arm_sve.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <unistd.h>
int from[4096] __attribute__((aligned(4096)));
int to[4096] __attribute__((aligned(4096)));
__attribute__((noinline)) void scalar(long index)
{
  const svbool_t p = svptrue_b32();
  svst1(p, to + index, svldff1(p, from + index));
}
__attribute__((noinline)) void immediate(void)
{
  const svbool_t p = svptrue_b32();
  svst1_vnum(p, to, 2, svld1_vnum(p, from, 3));
  svst4_vnum(p, to, 4, svld4_vnum(p, from, -4 + 8));
  svstnt1(p, to, svldnf1(p, from));
}
__attribute__((noinline)) void scatter(void)
{
  const svbool_t p = svptrue_b32();
  const svint32_t index = svindex_s32(0, 3);
  svst1_scatter_index(p, to, index, svld1_gather_index(p, from, index));
}
__attribute__((noinline)) void on_stack(long index)
{
  const svbool_t p = svptrue_b32();
  __asm__ volatile("ld1w {z0.s}, %0/z, [sp, %1, lsl #2]" ::"Upl"(p), "r"(index) : "z0", "memory");
}
int main(int argc, char **argv)
{
  if (argc > 1) {
    prctl(50, atoi(argv[1]) / 8, 0, 0, 0);
  }
  scalar(77);
  immediate();
  scatter();
  on_stack(1);
  return svcntb() / 16;
}
"""
scratch = Scratch("workload-sve-")


def program():
    path = os.path.join(scratch.name, "program")
    if not os.path.exists(path):
        subprocess.run(["aarch64-linux-gnu-gcc", "-O1", "-static", "-march=armv8.2-a+sve", "-x", "c", "-", "-o", path],
                       input=SOURCE.encode(), check=True)
    return path


def recorded(cpu, *arguments):
    """(exit status of the program, its operations as (pc, opcode, address), what spe-trace said)."""
    trace = os.path.join(scratch.name, "trace")
    status, _, err = run(SPE_TRACE, "record", "-o", trace, "--cpu", cpu, "--", program(), *arguments)
    equal(status, 0, f"status of spe-trace ({err!r})")
    match = re.search(rb"exited with status (\d+)", err)
    _, out, _ = run(needed(SPE_TRACE, "make programs"), trace)
    rows = [line.split() for line in out.decode().splitlines()]
    return int(match[1]) if match else 0, [(int(pc, 16), int(opcode, 16), None if address == "-" else int(address, 16))
                                           for _, pc, opcode, address in rows], err.decode(errors="replace")


def lengths(path):
    """The lengths of vectors that a trace tells, in its order."""
    with open(path, "rb") as file:
        data = file.read()
    at, found = 16, []
    while at < len(data):
        size = int.from_bytes(data[at + 12:at + 16], "little")
        if data[at:at + 1] == b"V":
            found.append(int.from_bytes(data[at + 24:at + 28], "little"))
        at += 24 + size
    return found


def symbols():
    out = subprocess.run(["aarch64-linux-gnu-nm", "-S", program()], capture_output=True, text=True, check=True).stdout
    return {name: (int(start, 16), int(size, 16)) for start, size, name in re.findall(r"(?m)^(\w+) (\w+) \w (\w+)$",
                                                                                      out)}


def accesses(operations, function):
    """Addresses of the SVE loads and stores of a function, in order."""
    start, size = symbols()[function]
    return [address for pc, opcode, address in operations
            if start <= pc < start + size and opcode >> 25 & 15 == 2 and opcode >> 31]


def test_trace_tells_how_long_vectors_are():
    """Whatever QEMU calls the processor: as the program itself finds."""
    for cpu, bits in (("max,sme=off", 512), ("max,sve256=on", 256), ("max,sve128=on", 128), ("a64fx", 512),
                      ("max,sve-default-vector-length=128", 1024),
                      ("max,sve2048=on,sve-default-vector-length=256", 2048)):
        quadwords, _, _ = recorded(cpu)
        equal(128 * quadwords, bits, f"bits that the program finds on {cpu}")
        equal(lengths(os.path.join(scratch.name, "trace")), [bits], f"lengths that the trace of {cpu} tells")
    status, _, err = recorded(NO_SVE)
    expect(status == 0 and "signal 4" in err, err)
    equal(lengths(os.path.join(scratch.name, "trace")), [], "lengths that a trace without SVE tells")


def test_program_can_make_its_vectors_shorter():
    quadwords, _, _ = recorded("max,sme=off", "256")
    equal(quadwords, 2, "128 bits of a vector")
    equal(lengths(os.path.join(scratch.name, "trace")), [512, 256], "lengths that the trace tells")


def test_contiguous_access_has_the_address_of_its_first_element():
    for cpu, bits in (("max,sve256=on", 256), ("max,sme=off", 512)):
        _, operations, _ = recorded(cpu)
        vector = bits // 8
        source, target = symbols()["from"][0], symbols()["to"][0]
        equal(accesses(operations, "scalar"), [source + 77 * 4, target + 77 * 4], f"scalar offsets, {bits} bits")
        equal(sorted(accesses(operations, "immediate")),
              sorted([source + 3 * vector, target + 2 * vector, source + 4 * vector, target + 4 * vector, source,
                      target]),
              f"immediates, {bits} bits")
        equal(accesses(operations, "scatter"), [None, None], "gather and scatter")
        stack = accesses(operations, "on_stack")[-1]
        expect(stack is not None and stack > 0x4000000000, f"an access by SP: {stack}")


def test_short_vectors_give_short_offsets():
    _, operations, _ = recorded("max,sme=off", "128")
    expect(symbols()["from"][0] + 3 * 16 in accesses(operations, "immediate"), accesses(operations, "immediate"))


def simulated(config, cpu, *options):
    """(report, what was printed, the records as text)."""
    out = os.path.join(scratch.name, "sim")
    simulator = needed(f"{BUILD}/{config}/spu-sim", "make sim")
    path = os.path.join(scratch.name, "vectors")
    if not os.path.exists(path):
        subprocess.run(["aarch64-linux-gnu-gcc", "-O2", "-static", "-march=armv8.2-a+sve",
                        "tb/workload/programs/vectors.c", "-o",
                        path], check=True)
    status, text, err = run(simulator, "--workload", path, "--interval", "256", "--out", out, "--cpu", cpu, *options)
    equal(status, 0, f"status in {config} on {cpu} ({err!r})")
    with open(f"{out}/report.json", encoding="utf-8") as file:
        report = json.load(file)
    equal(report["mismatches"], 0, "mismatches")
    _, dumped, _ = run(SPE_DUMP, f"{out}/records.spe")
    return report, text.decode() + err.decode(), dumped.decode()


def test_records_say_what_is_of_sve():
    for config in ("v8.7", "v9"):
        _, printed, records = simulated(config, "max,sve256=on")
        expect("256 bits: 999000 499500 700 1" in printed and "SVE" not in printed, printed)
        for words in ("SVE-OTHER EVLEN 256", "SVE-OTHER EVLEN 256 FP PRED"):
            expect(re.search(rf"{words}$", records, re.M), f"{config}: no {words}")
        loads = re.findall(r"(?:LD|ST) EVLEN.*", records)
        expect(loads and all("EVLEN 256" in load for load in loads)
               and any(load.startswith("LD") and "PRED" in load for load in loads), f"{config}: {loads}")


def test_configuration_without_sve_is_named():
    report, printed, records = simulated("base", "max,sme=off")
    expect(report["core"]["sve"] > 1000, report["core"])
    expect(f"{report['core']['sve']} operations of SVE: configuration base has no FEAT_SVE and records them as others; "
           "these have it: v8.7 v9 v9.6\n" in printed, printed)
    expect("EVLEN" not in records, "records of SVE in base")


def test_processor_without_sve_is_named():
    for config in ("base", "v9"):
        report, printed, _ = simulated(config, NO_SVE)
        equal(report["signal"], 4, "signal")
        words = f"the workload needs SVE, which processor {NO_SVE} lacks: --cpu max,sme=off (CPU=) has it\n"
        expect(words in printed, printed)


def test_same_program_has_the_same_records():
    found = []
    for _ in range(2):
        simulated("v9", "max,sme=off")
        with open(os.path.join(scratch.name, "sim", "records.spe"), "rb") as file:
            found.append(file.read())
    expect(found[0] == found[1], "two runs differ")
