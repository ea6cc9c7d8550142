# SPDX-License-Identifier: Apache-2.0
"""Requirement D5: the A64 decoder gives every SVE and SVE2 instruction the class that its name and operands imply.
llvm-mc and GNU objdump name them. Every value of an encoding's upper 22 bits is tried, with random lower bits, most of
which are registers. The class of each name is written down here, from Arm ARM D17.6.6 and D18.2.7, and not from
encodings."""

import random
import re
import shutil
import struct
import subprocess

import pytest

from a64_binary_test import classify, disassemble_opcodes
from helpers import not_done

SEED = 20250117
# What QEMU 7.2 executes, and so what the decoder knows.
LLVM_FEATURES = "+v8.6a,+sve2,+sve2-aes,+sve2-sha3,+sve2-sm4,+sve2-bitperm,+f64mm,+f32mm"
# FEAT_SVE2p1, which newer objdumps know.
LATER_SVE = re.compile(r"\w+ .*(\bpn\d|\bvlx\d).*|(ld|st)[1-4]q .*|(ld|st)1[wd] \{z\d+\.q\}.*|\w+qv .*")
DIVIDE = {"fdiv", "fdivr", "fsqrt", "sdiv", "sdivr", "udiv", "udivr"}
BYTES = {"b": 1, "h": 2, "w": 4, "d": 8}


def access(name, operands):
    """Class of a load or store."""
    load = name.startswith("ld")
    flags = {"load", "simd"} if load else {"store", "writes", "simd"}
    if name not in ("ldr", "str"):
        flags.add("predicated")
    if re.search(r"z\d+", operands[operands.rindex("["):]):
        flags.add("gather-scatter")
    broadcast = re.fullmatch(r"ld1rs?([bhwd])", name)
    return "sve-memory", "memory", BYTES[broadcast[1]] if broadcast else 0, flags


def expected(name, operands):
    """(class, unit, bytes, flags) of an SVE instruction."""
    if name.startswith("prf"):
        return "other", "memory", 0, set()
    if re.match("(ld|st)", name):
        return access(name, operands)
    if not re.search(r"\b[zp]\d+", operands):  # ADDVL, CNTB, CTERMEQ, INCD of a general register, SETFFR
        return "other", "integer", 0, set()
    flags = {"simd"}
    selects = name == "sel" or (name == "mov" and re.search(r"p\d+/m, z", operands))  # MOV is then an alias of SEL
    if operands.startswith("z") and re.search(r"p\d+/[mz]", operands) and not selects:
        flags.add("predicated")
    if re.match("f|bf|[su]cvtf", name):
        flags.add("floating-point")
    return "sve", "fp-divide" if name in DIVIDE else "fp", 0, flags


def encodings():
    """Each value of bits 31:10 that an SVE instruction can have, with random lower bits, and those that fix them."""
    numbers = random.Random(SEED)
    return [(high >> 15) << 29 | 2 << 25 | (high & 0x7FFF) << 10 | numbers.getrandbits(10)
            for high in range(1 << 18)] + [0x2518E3E0, 0x252C9000, 0x2519F000]  # PTRUE, SETFFR, RDFFR


def by_llvm(opcodes, features=LLVM_FEATURES):
    """{opcode: (name, operands)} of the opcodes that are instructions for llvm-mc."""
    if not shutil.which("llvm-mc"):
        not_done("no llvm-mc on this machine")
    text = "\n".join(" ".join(f"0x{byte:02x}" for byte in struct.pack("<I", opcode)) for opcode in opcodes)
    out = subprocess.run(["llvm-mc", "--disassemble", "--triple=aarch64", f"--mattr={features}", "--show-encoding"],
                         input=text, capture_output=True, text=True, check=True).stdout
    found = {}
    for line in out.splitlines():
        if match := re.match(r"\s*(\S+)\s*(.*?)\s*// encoding: \[(.*)\]", line):
            opcode = int.from_bytes(bytes(int(byte, 16) for byte in match[3].split(",")), "little")
            found[opcode] = (match[1], match[2])
    return found


def by_objdump(opcodes, later=LATER_SVE):
    """The same from GNU objdump, without aliases."""
    return {opcode: (name, text) for opcode, name, text in disassemble_opcodes(opcodes, later)
            if text != "undefined" and name != ".inst"}


def check(opcodes, found, least, parts, expected_of):
    """Each gets its class. Returns {opcode: class} of what only the decoder accepts."""
    assert len(found) >= least, f"only {len(found)} are instructions (seed {SEED})"
    assert set(parts) <= {name for name, _ in found.values()}
    got = classify(opcodes)
    wrong = [f"{opcode:08x} {name} {operands}: expected {expected_of(name, operands)}, got {got[opcode]}"
             for opcode, (name, operands) in found.items() if got[opcode] != expected_of(name, operands)]
    assert not wrong, f"{len(wrong)} of {len(found)} differ\n" + "\n".join(wrong[:20])
    return {opcode: got[opcode] for opcode in opcodes if opcode not in found and "unallocated" not in got[opcode][3]}


PARTS = ("ld1b", "ldff1w", "ldnf1d", "ldnt1h", "ld4d", "st3h", "stnt1w", "prfd", "fmla", "histcnt", "whilelt", "faddv",
         "ptrue", "setffr", "rdffr")


@pytest.mark.parametrize("known_by", [by_llvm, by_objdump])
def test_sve_instruction_that_others_know_gets_its_class(known_by):  # D5
    opcodes = encodings()
    more = check(opcodes, known_by(opcodes), 160000, PARTS, expected)
    # In data processing the decoder only distinguishes groups, and may accept more.
    assert [(hex(opcode), kind) for opcode, kind in more.items() if opcode >> 31][:20] == []
