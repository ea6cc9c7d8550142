# SPDX-License-Identifier: Apache-2.0
"""Programs that use SVE (for requirements D4 and D5): the length of their vectors, the addresses of their accesses,
their records, and the message if SVE is missing."""

import re

from workload_runs import check_same_records, compiled, executed, recorded, simulated, symbols

NO_SVE = "neoverse-n1"
# Copies between arrays with known symbols, with a different form of access each. With an argument, the program first
# shortens its vectors.
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


def program():
    return compiled("sve", "-O1", "-march=armv8.2-a+sve", source=SOURCE)


def vectors_program():
    return compiled("vectors", "-O2", "-march=armv8.2-a+sve", "tb/programs/test/programs/vectors.c")


def accesses(operations, function):
    """Addresses of the SVE loads and stores of a function, in order."""
    return [address for opcode, address in executed(operations, program(), function)
            if opcode >> 25 & 15 == 2 and opcode >> 31]


def test_trace_has_the_vector_length():
    """The length that the program itself finds, for each name of a processor."""
    for cpu, bits in (("max,sme=off", 512), ("max,sve256=on", 256), ("max,sve128=on", 128), ("a64fx", 512),
                      ("max,sve-default-vector-length=128", 1024),
                      ("max,sve2048=on,sve-default-vector-length=256", 2048)):
        quadwords, _, vectors, _ = recorded(program(), cpu)
        assert 128 * quadwords == bits, f"bits that the program finds on {cpu}"
        assert [bits for bits, *_ in vectors] == [bits], f"lengths in the trace of {cpu}"
    status, _, vectors, err = recorded(program(), NO_SVE)
    assert status == 0 and "signal 4" in err and vectors == []


def test_program_can_make_its_vectors_shorter():
    quadwords, _, vectors, _ = recorded(program(), "max,sme=off", "256")
    assert quadwords == 2 and [bits for bits, *_ in vectors] == [512, 256]


def test_contiguous_access_has_the_address_of_its_first_element():
    for cpu, bits in (("max,sve256=on", 256), ("max,sme=off", 512)):
        _, operations, _, _ = recorded(program(), cpu)
        vector = bits // 8
        source, target = (symbols(program())[name][0] for name in ("from", "to"))
        assert accesses(operations, "scalar") == [source + 77 * 4, target + 77 * 4], f"scalar offsets, {bits} bits"
        assert sorted(accesses(operations, "immediate")) == sorted(
            [source + 3 * vector, target + 2 * vector, source + 4 * vector, target + 4 * vector, source,
             target]), f"immediates, {bits} bits"
        assert accesses(operations, "scatter") == [None, None]
        stack = accesses(operations, "on_stack")[-1]
        assert stack is not None and stack > 0x4000000000


def test_short_vectors_give_short_offsets():
    _, operations, _, _ = recorded(program(), "max,sme=off", "128")
    assert symbols(program())["from"][0] + 3 * 16 in accesses(operations, "immediate")


def test_records_mark_sve_operations():
    for config in ("v8.7", "v9"):
        _, printed, records, _ = simulated(vectors_program(), config, "max,sve256=on")
        assert "256 bits: 999000 499500 700 1" in printed and "SVE" not in printed
        for words in ("SVE-OTHER EVLEN 256", "SVE-OTHER EVLEN 256 FP PRED"):
            assert re.search(rf"{words}$", records, re.M), f"{config}: no {words}"
        loads = re.findall(r"(?:LD|ST) EVLEN.*", records)
        assert loads and all("EVLEN 256" in load for load in loads) and any(
            load.startswith("LD") and "PRED" in load for load in loads), f"{config}: {loads}"


def test_configuration_without_sve_is_named():
    report, printed, records, _ = simulated(vectors_program(), "base", "max,sme=off")
    assert report["core"]["sve"] > 1000
    assert (f"{report['core']['sve']} operations of SVE: configuration base has no FEAT_SVE and records them as "
            "others; these have it: v8.7 v9 v9.6\n") in printed
    assert "EVLEN" not in records


def test_processor_without_sve_is_named():
    for config in ("base", "v9"):
        report, printed, *_ = simulated(vectors_program(), config, NO_SVE)
        assert report["signal"] == 4
        words = f"the workload needs SVE, which processor {NO_SVE} lacks: --cpu max,sme=off (CPU=) has it\n"
        assert words in printed


def test_same_program_has_the_same_records():
    check_same_records(vectors_program(), "v9", "max,sme=off")
