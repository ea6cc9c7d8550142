// SPDX-License-Identifier: Apache-2.0
//
// What the A64 decoder adds to the class of an instruction, encodings that have none, and how the parts of a class fit
// together (requirement D5). The classes themselves are compared by name, in a64_binary_test.py, a64_sve_test.py and
// a64_sme_test.py.
// Origin: the opcodes are what GNU as 2.40 makes of the text beside them; the expected sizes were written down from
// that text. Unallocated encodings: Arm ARM C4.1.

#include "programs/a64/a64.h"
#include "unit/test/test.h"

// clang-format off
static const struct {
  uint32_t opcode;
  const char *text;
} unallocated[] = {
    {0x12400000, "AND (immediate) with N in 32 bits"},
    {0x9240FC00, "AND (immediate) of a run that fills its element"},
    {0x32800000, "MOVx with opc 1"},
    {0x12C00000, "MOVN of 32 bits, shifted by 32"},
    {0x13400000, "SBFM of 32 bits with N"},
    {0x93800000, "EXTR of 64 bits without N"},
    {0x0B008000, "ADD of 32 bits, shifted by 32"},
    {0x8BC00000, "ADD with ROR"},
    {0x8B201400, "ADD extended, shifted by 5"},
    {0x1AC04C00, "CRC32X of 32 bits"},
    {0x5AC00C00, "REV (64 bits) of 32 bits"},
    {0xD61F0001, "BR with op4"},
    {0xD60F0000, "BR with op2"},
    {0xD65F081F, "RETAA with Rn"},
    {0xD4000000, "SVC without LL"},
    {0xD4200001, "BRK with LL"},
    {0x68400000, "LDNP of signed words"},
    {0xE9400000, "LDP with opc 3"},
    {0xDC000000, "LDR (literal), SIMD&FP, opc 3"},
    {0xB8C00000, "LDURSW to 32 bits"},
    {0xF8800400, "PRFM, post-indexed"},
    {0xF8602800, "LDR with a byte index"},
    {0x7C800000, "Q register of size 1"},
    {0x3C200000, "atomic of a SIMD&FP register"},
    {0x3820E000, "byte atomic with o3, opc 6"},
    {0xF8FFC000, "LDAPR with R"},
    {0x08217C00, "CASP of an odd register"},
    {0x0C401000, "LD4 with opcode 1"},
    {0x0C408C00, "LD2 of one doubleword each"},
    {0x0D00C000, "store that replicates"},
    {0x8C407000, "LD1 with bit 31"},
    {0x1E803800, "FADD of type 2"},
    {0x1E609800, "FP 2-source opcode 9"},
    {0x9E260000, "FMOV of a single to 64 bits"},
    {0x1E6E4000, "FRINT opcode 13"},
    {0x02000000, "main group 1"},
    {0x0510E000, "SVE: immediate, 15:13 = 7"},
    {0x25308000, "SVE: predicate count, 21:19 = 6"},
    {0xFFFFFFFF, "all ones"},
};
// clang-format on

// How much an operation works on: vectors of Z or ZA, tiles, and the bytes of a tile's element.
static const struct {
  uint32_t opcode;
  const char *text;
  unsigned vectors, tiles, bytes;
  bool za;
} sizes[] = {
    {0x80832043, "fmopa za3.s, p0/m, p1/m, z2.s, z3.s", 0, 1, 4, true},
    {0x80C33FF7, "fmops za7.d, p7/m, p1/m, z31.d, z3.d", 0, 1, 8, true},
    {0x81832041, "bfmopa za1.s, p0/m, p1/m, z2.h, z3.h", 0, 1, 4, true},
    {0xA0832040, "smopa za0.s, p0/m, p1/m, z2.b, z3.b", 0, 1, 4, true},
    {0xA1C32056, "usmops za6.d, p0/m, p1/m, z2.h, z3.h", 0, 1, 8, true},
    {0xC0902041, "addha za1.s, p0/m, p1/m, z2.s", 0, 1, 4, true},
    {0xC0D12045, "addva za5.d, p0/m, p1/m, z2.d", 0, 1, 8, true},
    {0xC0820C2B, "mova z11.s, p3/m, za0h.s[w12, 1]", 1, 0, 1, true},
    {0xC00800AA, "zero {za1.h}", 0, 4, 8, true},
    {0xC00800FF, "zero {za}", 0, 8, 8, true},
    {0xC0080000, "zero {}", 0, 0, 8, true},
    {0xE0021023, "ld1b {za0h.b[w12, 3]}, p4/z, [x1, x2]", 1, 0, 1, true},
    {0xE12063EF, "str za[w15, 15], [sp, #15, mul vl]", 1, 0, 1, true},
    {0x04001C20, "add z0.b, p7/m, z0.b, z1.b", 1, 0, 1, false},
    {0x25208440, "cntp x0, p1, p2.b", 1, 0, 1, false},
    {0xA4614400, "ld1b {z0.d}, p1/z, [x0, x1]", 1, 0, 1, false},
    {0xA581E400, "ldnt1d {z0.d}, p1/z, [x0, #1, mul vl]", 1, 0, 1, false},
    {0xA560E400, "ld4w {z0.s-z3.s}, p1/z, [x0]", 4, 0, 1, false},
    {0xA421E460, "ld2b {z0.b-z1.b}, p1/z, [x3, #2, mul vl]", 2, 0, 1, false},
    {0xE4C16400, "st3h {z0.h-z2.h}, p1, [x0, x1, lsl #1]", 3, 0, 1, false},
    {0xE5BEE460, "st2d {z0.d-z1.d}, p1, [x3, #-4, mul vl]", 2, 0, 1, false},
    {0xE467E460, "st1b {z0.d}, p1, [x3, #7, mul vl]", 1, 0, 1, false},
    {0xC5A1C420, "ld1d {z0.d}, p1/z, [z1.d, #8]", 1, 0, 1, false},
    {0x85800400, "ldr p0, [x0, #1, mul vl]", 1, 0, 1, false},
    {0x04BF5820, "rdsvl x0, #1", 0, 0, 1, false},
    {0x4EA28420, "add v0.4s, v1.4s, v2.4s", 0, 0, 1, false},
};

// Instructions that set PSTATE.SM, to 0, 1, or bit 0 of register `from`, and instructions that do not.
static const struct {
  uint32_t opcode;
  const char *text;
  bool sets, on;
  unsigned from;
} modes[] = {
    {0xD503477F, "smstart", true, true, 32},        {0xD503467F, "smstop", true, false, 32},
    {0xD503437F, "smstart sm", true, true, 32},     {0xD503427F, "smstop sm", true, false, 32},
    {0xD503457F, "smstart za", false, false, 32},   {0xD503447F, "smstop za", false, false, 32},
    {0xD51B4247, "msr svcr, x7", true, false, 7},   {0xD51B425F, "msr svcr, xzr", true, false, 31},
    {0xD53B4240, "mrs x0, svcr", false, false, 32}, {0xD50342DF, "msr daifset, #2", false, false, 32},
    {0xD503415F, "msr dit, #1", false, false, 32},  {0xD503201F, "nop", false, false, 32},
};

static bool has_flags(const struct a64_class *class)
{
  return class->load || class->store || class->writes || class->acq_rel || class->exclusive ||
         class->atomic || class->predicated || class->gather_scatter || class->simd || class->fp ||
         class->cond || class->indirect || class->branch || class->call || class->ret || class->exception;
}

// D5, N5
TEST(operation_has_its_vectors_and_tiles)
{
  for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
    const struct a64_class class = a64_classify(sizes[i].opcode);
    if (class.vectors != sizes[i].vectors || class.tiles != sizes[i].tiles ||
        1U << class.tile_element != sizes[i].bytes || class.za != sizes[i].za) {
      fail_msg("%08x %s: expected %u vectors, %u tiles of %u bytes, got %u, %u of %u%s", sizes[i].opcode,
               sizes[i].text, sizes[i].vectors, sizes[i].tiles, sizes[i].bytes, class.vectors, class.tiles,
               1U << class.tile_element, class.za ? ", of ZA" : "");
    }
  }
}

// N5
TEST(instruction_that_sets_the_mode_is_recognised)
{
  for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++) {
    bool on = false;
    unsigned from = 0;
    const bool sets = a64_sets_streaming(modes[i].opcode, &on, &from);
    if (sets != modes[i].sets || (sets && from != modes[i].from) ||
        (sets && from == 32 && on != modes[i].on)) {
      fail_msg("%08x %s: expected %d to %d from %u, got %d to %d from %u", modes[i].opcode, modes[i].text,
               modes[i].sets, modes[i].on, modes[i].from, sets, on, from);
    }
  }
}

// D5
TEST(unallocated_encoding_gets_no_class)
{
  for (size_t i = 0; i < sizeof unallocated / sizeof unallocated[0]; i++) {
    const struct a64_class class = a64_classify(unallocated[i].opcode);
    if (class.allocated || class.kind != SPU_KIND_OTHER || has_flags(&class) || class.bytes != 0) {
      fail_msg("%08x %s: expected unallocated, got kind %d%s", unallocated[i].opcode, unallocated[i].text,
               class.kind, class.allocated ? ", allocated" : "");
    }
  }
}

// D5: only combinations that the unit's pins allow (cmodel/spu.h), for many opcodes, allocated or not.
TEST(class_is_consistent)
{
  for (uint32_t high = 0; high < 1U << 16; high++) {
    for (uint32_t low = 0; low < 64; low++) {
      const uint32_t opcode = high << 16 | low << 10 | 0x1F * (low & 1U);
      const struct a64_class class = a64_classify(opcode);
      const bool vector = class.kind == SPU_KIND_SVE;
      const bool vector_memory = class.kind == SPU_KIND_LDST_SVE;
      const bool array = class.kind == SPU_KIND_SME;
      const bool scalable = vector || vector_memory || array;
      const bool memory = class.kind >= SPU_KIND_LDST_GENERAL && !vector && !array;
      const bool typed = scalable || class.kind == SPU_KIND_LDST_SIMD_FP || class.unit == A64_FP ||
                         class.unit == A64_FP_DIVIDE;
      const bool extended = class.acq_rel || class.exclusive || class.atomic;
      const bool good = (class.branch == (class.kind == SPU_KIND_BRANCH)) &&
                        (!class.indirect || class.branch) &&
                        (memory ? class.load != class.store
                                : !class.load && !class.store && !class.writes && class.bytes == 0) &&
                        (!class.store || class.writes) && (!memory || class.unit == A64_MEMORY) &&
                        (class.kind == SPU_KIND_LDST_EXTENDED) == extended && !(class.call && class.ret) &&
                        (!class.cond || !memory) && (!class.predicated || vector || vector_memory) &&
                        (!class.gather_scatter || vector_memory) && (!(class.fp || class.simd) || typed) &&
                        (!vector_memory || !class.fp) && (scalable <= class.simd) &&
                        (!scalable || class.vectors != 0 || array) && (!array || class.za) &&
                        (scalable || class.vectors == 0) && class.tiles <= 8 &&
                        class.za == (class.allocated && a64_is_sme(opcode)) &&
                        (class.allocated || !(memory || class.branch || class.exception));
      if (!good) {
        fail_msg("%08x: its class contradicts itself: echo %08x | build/bin/a64-classify", opcode, opcode);
      }
    }
  }
}
