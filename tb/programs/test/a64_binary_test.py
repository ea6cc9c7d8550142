# SPDX-License-Identifier: Apache-2.0
"""Requirements D5, N4: the A64 decoder gives every instruction the class that its name says. The names come from GNU
objdump, for every instruction of the demonstration program and of one with much of a C library, and for random
encodings; the classes of names are written down here, from Arm ARM D18.2.7 and D17.6, without looking at
encodings."""

import random
import re
import struct
import subprocess
import tempfile

from helpers import BUILD, cross_compile, needed

PROGRAM = f"{BUILD}/workload/demo"
CLASSIFY = f"{BUILD}/bin/a64-classify"
OBJDUMP = "aarch64-linux-gnu-objdump"
SEED = 20240607
RANDOM_OPCODES = 60000
LIBRARY = r"""
#include <locale.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
static void *work(void *number)
{
  return number;
}
int main(int argc, char **argv)
{
  pthread_t thread;
  setlocale(LC_ALL, argv[0]);
  pthread_create(&thread, NULL, work, argv);
  return printf("%f", pow(argc, sin(argc))) + pthread_join(thread, NULL);
}
"""

MULTIPLY = {"madd", "msub", "smaddl", "smsubl", "umaddl", "umsubl", "smulh", "umulh"}
DIVIDE = {"udiv", "sdiv"}
FP_DIVIDE = {"fdiv", "fsqrt"}
CONDITIONAL = {"csel", "csinc", "csinv", "csneg", "ccmp", "ccmn", "fcsel", "fccmp", "fccmpe"}
EXCEPTION = {"svc", "hvc", "smc", "brk", "hlt", "dcps1", "dcps2", "dcps3", "udf", "tcancel"}
BARRIER = {"dmb", "dsb", "isb", "sb", "clrex", "esb", "csdb", "psb", "tsb", "ssbb", "pssbb", "dfb", "tcommit"}
SYSTEM = {"mrs", "msr", "sys", "sysl", "hint", "nop", "yield", "wfe", "wfi", "wfet", "wfit", "sev", "sevl", "bti",
          "dgh", "xpaclri", "cfinv", "axflag", "xaflag", "tstart", "ttest", "drps", "clrbhb", "chkfeat", "gcsb",
          "dc", "ic", "at", "tlbi", "cfp", "dvp", "cpp",
          "pacia1716", "pacib1716", "autia1716", "autib1716", "paciaz", "paciasp", "pacibz", "pacibsp", "autiaz",
          "autiasp", "autibz", "autibsp", "gcsss1", "gcsss2", "gcspopm", "gcspushm", "smstart", "smstop"}
TAGS = {"stg": 0, "st2g": 0, "ldg": 0, "stgm": 0, "ldgm": 0, "stzgm": 0, "stzg": 16, "stz2g": 32, "stgp": 16}
ATOMIC = re.compile(r"(ld|st)(add|clr|eor|set|smax|smin|umax|umin)(a?l?)(b|h)?")
SWAP = re.compile(r"(swp|cas|casp)(a?l?)(b|h)?")
EXCLUSIVE = re.compile(r"(ld|st)(a|l)?x(r|p)(b|h)?")
ORDERED = re.compile(r"(ld|st)(l?a?p?l?u?)r(s?)(b|h|w)?")
PLAIN = re.compile(r"(ld|st)(u|t|)r(s?)(b|h|w)?")
PAIR = re.compile(r"(ld|st)n?p(sw)?")
STRUCTURE = re.compile(r"(ld|st)[1-4]r?")
# What later binutils know and 2.40 calls undefined, as QEMU 7.2 does and so the decoder: FEAT_LSE128, FEAT_THE,
# FEAT_LRCPC3, FEAT_D128, FEAT_CPA, FEAT_LUT. The same disassembly whatever the version.
LATER = re.compile(r"""((ldclr|ldset|swp)p(a?l?)|rcw\w+|ldiapp|stilp|ldap1|stl1|mrrs|msrr|sysp)\ .*
  |((m?add|m?sub)pt|luti[24])\ .*
  |(ldapur|stlur)\ [bhsdq]\d.*|ldapr\ .*\],\ \#.*|stlr\ .*\]!""", re.X)
# Floating-point of one element that has no scalar form: Advanced SIMD scalar.
SCALAR_SIMD = re.compile(r"(fmulx|fcm(eq|ge|gt|le|lt)|fac(ge|gt)|fabd|frecp[esx]|frsqrt[es]|fcvtxn)$")
REGISTER_BYTES = {"w": 4, "x": 8, "b": 1, "h": 2, "s": 4, "d": 8, "q": 16}


def register_bytes(name):
    return REGISTER_BYTES[name[0]]


def sized(suffix, register):
    return {"b": 1, "h": 2, "w": 4}[suffix] if suffix else register_bytes(register)


def structure_bytes(name, text):
    vectors = re.search(r"\{(.*?)\}(\[\d+\])?", text)
    first, count = re.match(r"v(\d+)\.", vectors[1]), vectors[1].count("v")
    if "-" in vectors[1]:  # v0.4s-v3.4s; the numbers wrap at 32
        last = re.search(r"-v(\d+)\.", vectors[1])
        count = (int(last[1]) - int(first[1])) % 32 + 1
    lanes, element = re.match(r"v\d+\.(\d*)([bhsd])", vectors[1]).groups()
    one = vectors[2] is not None or name.endswith("r")
    return count * REGISTER_BYTES[element] * (1 if one else int(lanes))


def memory(kind, what, size, *flags):
    load = {"ld": ["load"], "st": ["store", "writes"], "rw": ["load", "writes"]}[what]
    return kind, "memory", size, {*load, *flags}


def atomic(match, register, size):
    """A load that modifies, unless it has no result (the zero register without acquire)."""
    order, discards = match[3], register in ("wzr", "xzr")
    no_result = match[1] == "st" or (discards and "a" not in order)
    acquires_or_releases = "l" in order or ("a" in order and not discards)
    return memory("extended", "st" if no_result else "rw", size, "atomic",
                  *(["acq-rel"] if acquires_or_releases else []))


def access(name, text, operands):
    """Class of a load or store; None if the name is none."""
    if name in TAGS:
        return memory("general", "ld" if name.startswith("ld") else "st", TAGS[name])
    if name in ("ld64b", "st64b", "st64bv", "st64bv0"):
        return memory("general", name[:2], 64)
    if re.fullmatch(r"cpyf?[pme]\w*", name):
        return memory("general", "rw", 0)
    if re.fullmatch(r"setg?[pme]\w*", name) and "!" in text:
        return memory("general", "st", 0)
    if match := re.fullmatch(STRUCTURE, name):
        return memory("simd-fp", match[1], structure_bytes(name, text), "simd")
    if match := re.fullmatch(ATOMIC, name):
        return atomic(match, operands[1] if match[1] == "ld" else "xzr", sized(match[4], operands[0]))
    if match := re.fullmatch(SWAP, name):
        size = sized(match[3], operands[0]) * (2 if match[1] == "casp" else 1)
        order = match[2] if match[1] != "swp" or operands[1] not in ("wzr", "xzr") else match[2].replace("a", "")
        return memory("extended", "rw", size, "atomic", *(["acq-rel"] if order else []))
    if match := re.fullmatch(EXCLUSIVE, name):
        data = operands[0 if match[1] == "ld" else 1]
        size = sized(match[4], data) * (2 if match[3] == "p" else 1)
        return memory("extended", match[1], size, "exclusive", *(["acq-rel"] if match[2] else []))
    if name in ("ldraa", "ldrab"):
        return memory("general", "ld", 8)
    vector = operands and re.fullmatch(r"[bhsdq]\d+", operands[0])
    kind = "simd-fp" if vector else "general"
    # D17.5.1: one or two Q registers are SIMD, other SIMD&FP registers FP.
    types = ["simd" if operands[0][0] == "q" else "floating-point"] if vector else []
    if match := re.fullmatch(PAIR, name):
        return memory(kind, match[1], 8 if match[2] else 2 * register_bytes(operands[0]), *types)
    if match := re.fullmatch(PLAIN, name):
        return memory(kind, match[1], sized(match[4], operands[0]), *types)
    if match := re.fullmatch(ORDERED, name):
        return memory("extended", match[1], sized(match[4], operands[0]), "acq-rel")
    return None


def branch(name):
    """Class of a branch; None if the name is none."""
    if re.fullmatch(r"bc?\.\w+|cbn?z|tbn?z", name):
        return "branch", "branch", 0, {"branch", "cond"}
    if name in ("b", "bl"):
        return "branch", "branch", 0, {"branch", *(["call"] if name == "bl" else [])}
    if match := re.fullmatch(r"(br|blr|ret|eret)(a[ab]z?)?", name):
        extra = {"blr": {"call"}, "ret": {"return"}}.get(match[1], set())
        return "branch", "branch", 0, {"branch", "indirect", *extra}
    return None


def types(name, operands):
    """The types SIMD and FP (D17.5.1) of data processing by SIMD&FP registers. What is written with scalars alone is
    scalar floating-point, unless there is no such instruction of that name."""
    floating = re.match("f|bf|[su]cvtf", name)
    vectors = any(re.match(r"v\d", operand) for operand in operands)
    moves = name == "fmov" and "[" in ",".join(operands)  # an element, as if it were a scalar
    converts = re.fullmatch("fcvt[nmpaz][su]|[su]cvtf", name) and all(re.match(r"[hsd]\d", part)
                                                                      for part in operands[:2])
    scalar = floating and (not vectors or moves) and not converts and not re.match(SCALAR_SIMD, name)
    return {"floating-point"} if scalar else {"simd", "floating-point"} if floating else {"simd"}


def expected(name, text):
    """(class, unit, bytes, flags) of an instruction by its name and operands."""
    operands = [part.strip(" {}[]") for part in text.split(",")]
    if name in EXCEPTION:
        return "other", "system", 0, {"exception"}
    if found := branch(name):
        return found
    if name in BARRIER or (name == "hint" and int(operands[0][1:], 16) in (0x10, 0x11, 0x12, 0x14)):
        return "other", "barrier", 0, set()
    if name in SYSTEM or (name == "hint"):
        return "other", "system", 0, set()
    if name.startswith("prf"):
        return "other", "memory", 0, set()
    if found := access(name, text, operands):
        return found
    flags = {"cond"} if name in CONDITIONAL else set()
    if any(re.fullmatch(r"[vbhsdq]\d+(\.\w+)?(\[\d+)?", operand) for operand in operands):
        flags |= types(name, operands)
        return "other", "fp-divide" if name in FP_DIVIDE else "fp", 0, flags
    return "other", "multiply" if name in MULTIPLY else "divide" if name in DIVIDE else "integer", 0, flags


def disassemble(*arguments):
    """[(opcode, name, operands)], without aliases and comments."""
    out = subprocess.run([OBJDUMP, "-M", "no-aliases", "-z", *arguments], capture_output=True, text=True, check=True)
    found = []
    for line in out.stdout.splitlines():
        match = re.match(r"\s*[0-9a-f]+:\t([0-9a-f]{8}) ?\t(\S+)\s*(.*)", line)
        if match:
            operands = re.sub(r"\s*(//|<|;).*", "", match[3])
            undefined = "undefined" in line or re.fullmatch(LATER, f"{match[2]} {operands}")
            found.append((int(match[1], 16), match[2], "undefined" if undefined else operands))
    return found


def classify(opcodes):
    """{opcode: (class, unit, bytes, flags)} as the decoder says."""
    needed(CLASSIFY, "make")
    text = "".join(f"{opcode:08x}\n" for opcode in opcodes)
    out = subprocess.run([CLASSIFY], input=text, capture_output=True, text=True, check=True).stdout
    result = {}
    for line in out.splitlines():
        opcode, kind, unit, size, *flags = line.split()
        result[int(opcode, 16)] = (kind, unit, int(size), set(flags))
    return result


def compare(instructions):
    got = classify([opcode for opcode, _, _ in instructions])
    wrong = [f"{opcode:08x} {name} {text}: expected {expected(name, text)}, got {got[opcode]}"
             for opcode, name, text in instructions if got[opcode] != expected(name, text)]
    assert not wrong, f"{len(wrong)} of {len(instructions)} differ\n" + "\n".join(wrong[:20])


def random_encodings():
    """Random opcodes with more zero registers and zero fields than chance gives: many encodings need them."""
    numbers = random.Random(SEED)
    opcodes = set()
    while len(opcodes) < RANDOM_OPCODES:
        opcode = numbers.getrandbits(32)
        opcode |= numbers.choice((0, 0, 0x1F, 0x7C00, 0x1F0000, 0x1F7C00))
        opcode &= ~numbers.choice((0, 0, 0x1F0000, 0xFC00, 0x400))
        if numbers.randrange(2):  # half of them loads and stores
            opcode = (opcode | 0x08000000) & ~0x02000000
        if opcode >> 25 & 15 > 3:  # not SVE and SME
            opcodes.add(opcode)
    with tempfile.NamedTemporaryFile(suffix=".bin") as file:
        file.write(b"".join(struct.pack("<I", opcode) for opcode in sorted(opcodes)))
        file.flush()
        return disassemble("-D", "-b", "binary", "-m", "aarch64", file.name)


def should_be_fields_differ(opcode):
    """Encodings in which fields should be zero or one, which objdump insists on and the architecture leaves
    CONSTRAINED UNPREDICTABLE; likewise pairs and copies that name one register twice."""
    return (opcode & 0x3F800000 == 0x08800000           # LDAR, STLR: Rs, Rt2
            or opcode & 0x3F800000 == 0x08000000        # LDXR, STXR: Rs, Rt2
            or opcode & 0xBFC00000 == 0x91800000        # ADDG, SUBG: op3
            or opcode & 0x3A000000 == 0x28000000        # pairs
            or opcode & 0x3B200C00 == 0x19000400        # copies
            or opcode & 0xFFF00000 in (0xD5000000, 0xD5200000))  # registers of op0 = 0, which are none


def scalable(opcode):
    """SVE, or SME."""
    return opcode >> 25 & 0xF == 2 or opcode >> 25 & 0x4F == 0x40


def test_every_instruction_of_a_program_gets_its_class():
    with tempfile.TemporaryDirectory() as directory:
        library = cross_compile(LIBRARY, f"{directory}/library", "-static", "-march=armv8.1-a", "-lm")
        instructions = disassemble("-d", needed(PROGRAM, "make sim")) + disassemble("-d", library)
    unique = {opcode: (opcode, name, text) for opcode, name, text in instructions}
    known = [row for row in unique.values() if row[1] != ".inst" and not scalable(row[0])]
    names = {name for _, name, _ in known}
    assert len(known) > 10000 and len(names) > 150
    compare(known)


def test_random_instruction_gets_its_class():  # N4
    instructions = [row for row in random_encodings()
                    if row[2] != "undefined" and row[1] != ".inst" and not should_be_fields_differ(row[0])]
    assert len(instructions) > RANDOM_OPCODES / 4, f"only {len(instructions)} are instructions (seed {SEED})"
    compare(instructions)


def test_decoder_and_objdump_agree_on_what_exists():
    rows = random_encodings()
    got = classify([opcode for opcode, _, _ in rows])
    wrong, refused = [], 0
    for opcode, name, text in rows:
        exists = text != "undefined"
        refused += not exists
        # In Advanced SIMD the decoder only tells groups apart: it may accept more.
        simd = opcode >> 25 & 7 == 7 and (not opcode >> 28 & 1 or opcode >> 30 & 1)
        agree = ("unallocated" not in got[opcode][3]) == exists or (simd and not exists)
        if not agree and not should_be_fields_differ(opcode):
            wrong.append(f"{opcode:08x} {name} {text}: got {got[opcode]}")
    assert refused > 1000, f"objdump refuses only {refused} (seed {SEED})"
    assert not wrong, f"{len(wrong)} of {len(rows)} differ\n" + "\n".join(wrong[:20])
