# SPDX-License-Identifier: Apache-2.0
"""Programs that use SME (for requirements D4, D5 and N5): the length of vectors in each mode, the addresses of loads
and stores of slices, the records, and the message if SME is missing."""

import re
import subprocess
from collections import Counter

from helpers import BUILD
from workload_runs import check_same_records, compiled, executed, recorded, simulated, symbols

CLASSIFY = f"{BUILD}/bin/a64-classify"
NO_SME = "max,sme=off"
SMSTART, SMSTOP, SVC = 0xD503477F, 0xD503467F, 0xD4000001
# Streaming SVE mode ends with a system call. With an argument, the program first shortens the streaming vectors.
SOURCE = r"""
#include <stdlib.h>
#include <sys/prctl.h>
#include <unistd.h>
__asm__(".arch armv8.6-a+sve2+sme\n.global on_and_off\n.type on_and_off, %function\non_and_off:\n"
        "smstart\nmov x8, #172\nsvc #0\nnop\nmov x0, #1\nmsr svcr, x0\nrdsvl x0, #1\nsmstop sm\nlsr x0, x0, #4\nret\n"
        ".size on_and_off, . - on_and_off\n");
long on_and_off(void);
int main(int argc, char **argv)
{
  if (argc > 1) {
    prctl(63, atoi(argv[1]) / 8, 0, 0, 0);
  }
  return (int)on_and_off();
}
"""


def matrices():
    return compiled("matrices", "-O2", "tb/programs/test/programs/matrices.c")


def modes_program():
    return compiled("modes", "-O2", source=SOURCE)


def test_trace_has_the_mode():
    """SMSTART, SMSTOP, both ways to write SVCR, and a system call, which ends the mode."""
    for cpu, bits, streaming in (("max", 512, 256), ("max,sve256=on,sme128=on", 256, 128),
                                 ("max,sme512=on,sme-default-vector-length=64", 512, 512)):
        quadwords, operations, vectors, _ = recorded(modes_program(), cpu)
        assert 128 * quadwords == streaming, f"bits that the program finds on {cpu}"
        normal, on = (bits, streaming, 0), (streaming, streaming, 1)
        assert vectors == [normal, on, normal, on, normal], f"modes in the trace of {cpu}"
        opcodes = [opcode for opcode, _ in executed(operations, modes_program(), "on_and_off")]
        assert (opcodes[0], opcodes[2], opcodes[-3]) == (SMSTART, SVC, 0xD503427F)


def test_processor_without_sme_has_no_mode():
    _, _, vectors, _ = recorded(matrices(), NO_SME)
    assert vectors == [(512,)]


def test_program_can_make_its_streaming_vectors_shorter():
    quadwords, _, vectors, _ = recorded(modes_program(), "max", "128")
    assert quadwords == 1
    assert vectors[:3] == [(512, 256, 0), (512, 128, 0), (128, 128, 1)]


def test_slice_has_the_address_of_its_first_element():
    for cpu, bits in (("max", 256), ("max,sme128=on", 128)):
        _, operations, _, _ = recorded(matrices(), cpu)
        size, at = bits // 8, symbols(matrices())
        rows = [size * i for i in range(size // 4)]
        # Only the first ones: the program repeats everything.
        stores = [address for opcode, address in executed(operations, matrices(), "multiply")
                  if opcode >> 21 == 0xE0A00000 >> 21]
        assert stores[:len(rows)] == [at["product"][0] + row for row in rows], f"slices stored, {bits} bits"
        loads = [address for opcode, address in executed(operations, matrices(), "transpose")
                 if opcode >> 21 == 0xE0800000 >> 21]
        assert loads[:len(rows)] == [at["from"][0] + row for row in rows], f"slices loaded, {bits} bits"
        streamed = [address for opcode, address in executed(operations, matrices(), "transpose")
                    if opcode >> 25 == 0xE4000000 >> 25]
        assert streamed[:len(rows)] == [at["to"][0] + row for row in
                                        rows], f"vectors of SVE stored in Streaming SVE mode, {bits} bits"
        spilled = [address for opcode, address in executed(operations, matrices(), "spill")
                   if opcode >> 25 == 0xE0000000 >> 25]
        assert spilled[:size + 1] == [at["array"][0] + size * i for i in range(size)] + [
            at["array"][0]], f"vectors of the array, {bits} bits"


def by_kind(operations):
    """{class: number of operations} of the trace, by the decoder."""
    opcodes = sorted({opcode for _, opcode, _ in operations})
    text = "".join(f"{opcode:08x}\n" for opcode in opcodes)
    out = subprocess.run([CLASSIFY], input=text, capture_output=True, text=True, check=True).stdout
    kinds = {int(line.split()[0], 16): line.split()[1] for line in out.splitlines()}
    return Counter(kinds[opcode] for _, opcode, _ in operations)


def test_records_have_the_shares_of_the_program():
    """The shares of operations on the array, on vectors, and in Streaming SVE mode are those of the trace."""
    _, operations, _, _ = recorded(matrices(), "max")
    report, printed, records, _ = simulated(matrices(), "v9.6", "max")
    assert "256 bits: 0 320 96 both modes" in printed and "FEAT_SPE_SME" not in printed
    array = sum(opcode >> 31 and opcode >> 25 & 15 == 0 for _, opcode, _ in operations)
    assert report["core"]["sme"] == array
    kinds, total, sampled = by_kind(operations), len(operations), records.count("\n\n") + 1
    streaming, on = 0, False
    for _, opcode, _ in operations:
        streaming += on
        on = opcode == SMSTART or (on and opcode not in (SMSTOP, SVC))
    for words, count in (("SME-OTHER", kinds["sme"]), ("EVLEN", kinds["sve"] + kinds["sve-memory"]),
                         ("STREAMING-SVE", streaming)):
        share, found = count / total, len(re.findall(words, records)) / sampled
        assert count > 1000 and abs(found - share) < 4 * (share * (1 - share) / sampled) ** 0.5, words


def test_every_kind_of_sme_operation_is_recorded():
    """The records contain every kind of operation in the source."""
    _, _, found, _ = simulated(matrices(), "v9.6", "max")
    for words in ("SME-OTHER ETS 2048 FP", "SME-OTHER ETS 2048", "SME-OTHER ETS 256", "LD EVLEN 256",
                  "ST EVLEN 256 PRED",
                  "SVE-OTHER EVLEN 256", "STREAMING-SVE", "SMCU"):
        assert re.search(rf"{words}\b", found)


def test_configuration_without_sme_is_named():
    report, printed, records, _ = simulated(matrices(), "v9", "max")
    assert (f"{report['core']['sme']} operations of SME: configuration v9 has no FEAT_SPE_SME and records them as "
            "others; these have it: v9.6\n") in printed
    assert "SME-OTHER" not in records and "STREAMING-SVE" not in records


def test_processor_without_sme_is_named():
    report, printed, *_ = simulated(matrices(), "v9.6", NO_SME)
    assert report["signal"] == 4
    assert f"the workload needs SME, which processor {NO_SME} lacks: --cpu max (CPU=) has it\n" in printed


def test_same_program_has_the_same_records():
    check_same_records(matrices(), "v9.6", "max")
