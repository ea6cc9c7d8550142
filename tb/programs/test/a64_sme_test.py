# SPDX-License-Identifier: Apache-2.0
"""Requirements D5 and N5: the A64 decoder gives every SME instruction the class that its name and operands imply.
llvm-mc and GNU objdump name them. Every value of an encoding's upper 22 bits is tried, with random lower bits. The
class of each name is written down here, from Arm ARM D17.6.6 and D18.2.7, and not from encodings."""

import random
import re

from a64_sve_test import by_llvm, by_objdump, check

SEED = 20260117
# FEAT_SME_F64F64 and FEAT_SME_I16I64 have other names in LLVM 14 than in 19; it ignores unknown names.
LLVM_FEATURES = "+v8.6a,+sme,+sme-f64,+sme-i64,+sme-f64f64,+sme-i16i64"
# FEAT_SME2 and later, which only newer decoders know: several registers, vectors of the array, and outer products of
# floating-point bytes, to halfwords, and of integer halfwords to words.
LATER_SME = re.compile(r"\w+ .*(\bpn\d|\bvgx\d|\bzt0|\{ ?z\d|za\.[bhsd]\[).*|(movaz|movt|bmop[as]|luti[24]) .*"
                       r"|b?fmop[as] za\d\.(h,.*|s,.*\.b, z.*)|[su]mop[as] za\d\.s,.*\.h, z.*")


def objdump_is_lenient(opcode):
    """Unallocated: MOVA of smaller elements than doublewords with the bit that turns those into quadwords."""
    return opcode & 0xFF390000 == 0xC0010000 and opcode >> 22 & 3 != 3


def expected(name, operands):
    """(class, unit, bytes, flags) of an SME instruction."""
    if re.match("(ld|st)", name):
        flags = {"load", "simd"} if name.startswith("ld") else {"store", "writes", "simd"}
        return "sve-memory", "memory", 0, flags if name in ("ldr", "str") else flags | {"predicated"}
    assert name == "zero" or re.search(r"\bza\d*", operands), f"{name} {operands} does not use the array"
    return "sme", "fp", 0, {"simd", "floating-point"} if re.match("b?fmop", name) else {"simd"}


def encodings():
    """Each value of bits 31:10 that an SME instruction can have, with random lower bits, often few; and ZERO."""
    numbers = random.Random(SEED)
    lower = [numbers.getrandbits(10) & numbers.choice((-1, ~0x10, ~0x1C, 0xF)) for _ in range(1 << 18)]
    return [1 << 31 | (high >> 16) << 29 | (high >> 1 & 0x7FFF) << 10 | low
            for high, low in enumerate(lower)] + [0xC00800AA, 0xC00800FF, 0xC0080000]


def check_sme(opcodes, found):
    found = {opcode: text for opcode, text in found.items() if not re.fullmatch(LATER_SME, " ".join(text))}
    more = check(opcodes, found, 50000, ("fmopa", "fmops", "bfmopa", "smopa", "umops", "sumopa", "usmops", "addha",
                                         "addva", "ld1b", "ld1q", "st1d", "st1q", "zero"), expected)
    assert [(hex(opcode), kind) for opcode, kind in more.items()][:20] == []


def test_sme_instruction_that_llvm_knows_gets_its_class():  # D5, N5
    opcodes = encodings()
    check_sme(opcodes, by_llvm(opcodes, LLVM_FEATURES))


def test_sme_instruction_that_objdump_knows_gets_its_class():  # D5, N5
    opcodes = [opcode for opcode in encodings() if not objdump_is_lenient(opcode)]
    check_sme(opcodes, by_objdump(opcodes, LATER_SME))
