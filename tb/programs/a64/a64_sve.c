// SPDX-License-Identifier: Apache-2.0
//
// SVE data processing (Arm ARM C4.1, SVE encodings, bit 31 = 0): SVE and SVE2. As for Advanced SIMD, this distinguishes
// encoding groups and not the instructions in them: an opcode that is unallocated inside an allocated group counts as
// allocated.
//
// D17.6.6: a SIMD operation reads or writes vector or predicate registers; an instruction that only computes with the
// vector length is an other operation. It is predicated if it writes a vector under a Governing predicate, merging or
// zeroing.
#include "programs/a64/a64_groups.h"

enum {
  PREDICATED = 1,
  FP = 2,
  DIVIDES = 4,  // divide, square root
  SCALAR = 8,   // neither vectors nor predicates
  NOTHING = 16  // unallocated
};

struct sve_pattern {
  uint32_t mask;
  uint32_t value;
  uint8_t flags;
};

// The first pattern that an opcode matches gives its class.
static const struct sve_pattern patterns[] = {
    // Bits 31:25 = 000 0010, bit 24 = 0: integer.
    {0xFF3CE000, 0x04140000, PREDICATED | DIVIDES},  // SDIV, UDIV and their reverses
    {0xFF20E000, 0x04000000, PREDICATED},            // binary arithmetic
    {0xFF3EE000, 0x04102000, PREDICATED},            // MOVPRFX
    {0xFF20E000, 0x04002000, 0},                     // reductions
    {0xFF3EE000, 0x041CA000, PREDICATED | FP},       // FABS, FNEG
    {0xFF208000, 0x04008000, PREDICATED},            // shift, unary arithmetic, multiply-add
    {0xFF204000, 0x04004000, PREDICATED},            // multiply-add
    {0xFF20F000, 0x04205000, SCALAR},                // stack allocation: ADDVL, ADDPL, RDVL
    {0xFF20FC00, 0x0420B000, FP},                    // FTSSEL
    {0xFF20FC00, 0x0420B800, FP},                    // FEXPA
    {0xFF20E000, 0x0420E000, SCALAR},                // element count in general registers
    {0xFF200000, 0x04200000, 0},                     // everything else unpredicated
    // 000 0010, bit 24 = 1: immediates, permutations.
    {0xFF30E000, 0x0510C000, PREDICATED | FP},  // FCPY
    {0xFF308000, 0x05100000, PREDICATED},       // CPY (immediate)
    {0xFF30E000, 0x0510E000, NOTHING},
    {0xFF30C000, 0x05108000, NOTHING},
    {0xFF3FE000, 0x05208000, PREDICATED},  // CPY (SIMD&FP scalar)
    {0xFF3FE000, 0x0528A000, PREDICATED},  // CPY (scalar)
    {0xFF3CE000, 0x05248000, PREDICATED},  // REVB, REVH, REVW, RBIT
    {0xFFFFE000, 0x052E8000, PREDICATED},  // REVD
    {0xFF20FC00, 0x05203C00, NOTHING},
    {0xFF000000, 0x05000000, 0},
    // 001 0010: compares and predicates. Only instructions that broadcast or add an immediate write a vector.
    {0xFFA0FC0F, 0x25A02000, SCALAR},  // CTERMEQ, CTERMNE
    {0xFFFFFFFF, 0x252C9000, SCALAR},  // SETFFR
    {0xFF3FE000, 0x2539C000, FP},      // FDUP
    {0xFF30C000, 0x25308000, NOTHING},
    {0xFF38E000, 0x2528A000, NOTHING},
    {0xFE000000, 0x24000000, 0},
    // 010 0010: SVE2 integer.
    {0xFF20C000, 0x44008000, PREDICATED},  // pairwise, saturating, halving, shifting
    {0xFF20E000, 0x4520C000, PREDICATED},  // HISTCNT
    {0xFE000000, 0x44000000, 0},
    // 011 0010: floating-point.
    {0xFF3EE000, 0x650C8000, PREDICATED | FP | DIVIDES},  // FDIV, FDIVR
    {0xFF3FE000, 0x650DA000, PREDICATED | FP | DIVIDES},  // FSQRT
    {0xFF20C000, 0x64008000, PREDICATED | FP},            // FCADD, pairwise, converting precision
    {0xFF208000, 0x64000000, PREDICATED | FP},            // FCMLA
    {0xFF38FC00, 0x65108000, FP},                         // FTMAD
    {0xFF20C000, 0x65008000, PREDICATED | FP},            // arithmetic, unary
    {0xFF200000, 0x65200000, PREDICATED | FP},            // multiply-add
    {0xFE000000, 0x64000000, FP},
};

struct a64_class a64_sve(uint32_t opcode)
{
  if (a64_bit(opcode, 31)) {
    return a64_sve_memory(opcode);
  }
  for (size_t i = 0; i < sizeof patterns / sizeof patterns[0]; i++) {
    const uint8_t flags = patterns[i].flags;
    if ((opcode & patterns[i].mask) != patterns[i].value) {
      continue;
    }
    if ((flags & NOTHING) != 0) {
      return a64_unallocated();
    }
    if ((flags & SCALAR) != 0) {
      return a64_other(A64_INTEGER);
    }
    struct a64_class class = a64_other((flags & DIVIDES) != 0 ? A64_FP_DIVIDE : A64_FP);
    class.kind = SPU_KIND_SVE;
    class.vectors = 1;
    class.predicated = (flags & PREDICATED) != 0;
    class.simd = true;
    class.fp = (flags & FP) != 0;
    return class;
  }
  return a64_unallocated();
}
