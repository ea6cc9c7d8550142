# SPDX-License-Identifier: Apache-2.0
"""Requirements D5, N4: the A64 decoder gives every instruction the class that its name implies. GNU objdump names the
instructions of the demonstration program, of a program with much of a C library, of random encodings, and of RARE. The
class of each name is written down here, from Arm ARM D18.2.7 and D17.6, and not from encodings."""

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

# Most fields of these are fixed, so that random encodings rarely contain them, and compilers do not use them.
RARE = """.arch armv8.7-a+crypto+sha3+sm4+ls64+memtag+mops+sme
addg x0, x1, #16, #1; crc32cx w0, w1, x2; pacia x0, x1; xpaci x0; setf8 w1; rmif x0, #1, #2; cfinv
eret; eretaa; braaz x3; brab x3, x4; blraa x3, sp; blrabz x3; retaa; retab; drps; hvc #1; smc #2; dcps1; udf #5
psb csync; esb; tsb csync; csdb; dsb sy; isb; sb; clrex; bti c; smstart; smstop sm; msr svcr, x0; mrs x0, svcr
ldpsw x0, x1, [sp]; ldnp x0, x1, [x2]; stnp w0, w1, [x2]; ldp s0, s1, [x1]; stnp d0, d1, [x1]; ld1r {v0.4s}, [x0]
stgp x0, x1, [x2]; ldg x0, [x1]; stg x0, [x1]; stzg x0, [x1], #16; stz2g x0, [x1]
ld64b x0, [x1]; st64bv x9, x0, [x1]; cpyfp [x0]!, [x1]!, x2!; setp [x0]!, x1!, x2
ldxr x0, [x1]; ldaxrb w0, [x1]; stxr w2, w0, [x1]; stlxrh w2, w0, [x1]; ldxp x0, x1, [x2]; ldaxp w0, w1, [x2]
stxp w3, w0, w1, [x2]; stlxp w3, x0, x1, [x2]; ldarb w0, [x1]; ldlar w0, [x1]; stllrh w0, [x1]; ldapr x0, [x1]
cas x0, x1, [x2]; caslb w0, w1, [x2]; casalh w0, w1, [x2]; casp x0, x1, x2, x3, [x4]; caspal w0, w1, w2, w3, [x4]
swp x0, x1, [x2]; swp x0, xzr, [x2]; swpalb w0, w1, [x2]; ldadda x0, xzr, [x2]; staddl w0, [x2]; ldsetb w0, w1, [x2]
fsqrt s0, s1; fsqrt v0.2d, v1.2d; fsqrt v0.4h, v1.4h; fcvt s0, d1; frintx d0, d1; fjcvtzs w0, d1
aese v0.16b, v1.16b; sha256h q0, q1, v2.4s; sha1h s0, s1; sha512h q0, q1, v2.2d; sm4e v0.4s, v1.4s
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
# Undefined for the decoder as for QEMU 7.2 and binutils 2.40, but not for later binutils: FEAT_LSE128, FEAT_THE,
# FEAT_LRCPC3, FEAT_D128, FEAT_CPA, FEAT_LUT.
LATER = re.compile(r"""((ldclr|ldset|swp)p(a?l?)|rcw\w+|ldiapp|stilp|ldap1|stl1|mrrs|msrr|sysp)\ .*
  |((m?add|m?sub)pt|luti[24])\ .*
  |(ldapur|stlur)\ [bhsdq]\d.*|ldapr\ .*\],\ \#.*|stlr\ .*\]!""", re.X)
# Floating-point instructions whose form with one element is Advanced SIMD scalar, and not scalar floating-point.
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
    """An atomic is a load that writes, or a store if it has no result: the zero register without acquire."""
    order, discards = match[3], register in ("wzr", "xzr")
    no_result = match[1] == "st" or (discards and "a" not in order)
    acquires_or_releases = "l" in order or ("a" in order and not discards)
    return memory("extended", "st" if no_result else "rw", size, "atomic",
                  *(["acq-rel"] if acquires_or_releases else []))


def access(name, text, operands):
    """Class of a load or store; None for other names."""
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
    """Class of a branch; None for other names."""
    if re.fullmatch(r"bc?\.\w+|cbn?z|tbn?z", name):
        return "branch", "branch", 0, {"branch", "cond"}
    if name in ("b", "bl"):
        return "branch", "branch", 0, {"branch", *(["call"] if name == "bl" else [])}
    if match := re.fullmatch(r"(br|blr|ret|eret)(a[ab]z?)?", name):
        extra = {"blr": {"call"}, "ret": {"return"}}.get(match[1], set())
        return "branch", "branch", 0, {"branch", "indirect", *extra}
    return None


def types(name, operands):
    """The types SIMD and FP (D17.5.1) of data processing with SIMD&FP registers. With scalar operands alone it is
    scalar floating-point, unless no such instruction has that name."""
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


def disassemble(*arguments, later=LATER):
    """[(opcode, name, operands)], without aliases and comments."""
    out = subprocess.run([OBJDUMP, "-M", "no-aliases", "-z", *arguments], capture_output=True, text=True, check=True)
    found = []
    for line in out.stdout.splitlines():
        match = re.match(r"\s*[0-9a-f]+:\t([0-9a-f]{8}) ?\t(\S+)\s*(.*)", line)
        if match:
            operands = re.sub(r"\s*(//|<|;).*", "", match[3])
            undefined = "undefined" in line or re.fullmatch(later, f"{match[2]} {operands}")
            found.append((int(match[1], 16), match[2], "undefined" if undefined else operands))
    return found


def disassemble_opcodes(opcodes, later=LATER):
    with tempfile.NamedTemporaryFile(suffix=".bin") as file:
        file.write(b"".join(struct.pack("<I", opcode) for opcode in opcodes))
        file.flush()
        return disassemble("-D", "-b", "binary", "-m", "aarch64", file.name, later=later)


def classify(opcodes):
    """{opcode: (class, unit, bytes, flags)} from the decoder."""
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
    """Random opcodes, with the zero register and fields of zero more often than at random: many encodings need them."""
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
    return disassemble_opcodes(sorted(opcodes))


def should_be_fields_differ(opcode):
    """Encodings with a field that should be zero or one: objdump refuses other values, and in the architecture they are
    CONSTRAINED UNPREDICTABLE. Likewise pairs and copies that name one register twice."""
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


def test_rare_instruction_gets_its_class(tmp_path):  # D5, N4, N5, DDSNMB
    (tmp_path / "rare.s").write_text(RARE, encoding="ascii")
    subprocess.run(["aarch64-linux-gnu-as", "-o", tmp_path / "rare.o", tmp_path / "rare.s"], check=True)
    instructions = disassemble("-d", tmp_path / "rare.o")
    assert len(instructions) == RARE.count(";") + RARE.count("\n") - 1
    compare(instructions)


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
        # In Advanced SIMD the decoder only distinguishes groups, and may accept more.
        simd = opcode >> 25 & 7 == 7 and (not opcode >> 28 & 1 or opcode >> 30 & 1)
        agree = ("unallocated" not in got[opcode][3]) == exists or (simd and not exists)
        if not agree and not should_be_fields_differ(opcode):
            wrong.append(f"{opcode:08x} {name} {text}: got {got[opcode]}")
    assert refused > 1000, f"objdump refuses only {refused} (seed {SEED})"
    assert not wrong, f"{len(wrong)} of {len(rows)} differ\n" + "\n".join(wrong[:20])
