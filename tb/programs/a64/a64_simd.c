// SPDX-License-Identifier: Apache-2.0
//
// Advanced SIMD and cryptography (Arm ARM C4.1, Data Processing -- Scalar Floating-Point and Advanced SIMD).
// No instruction here accesses memory or is conditional, so this distinguishes encoding groups, not the instructions in
// them: an opcode that is unallocated inside an allocated group counts as allocated. An opcode field of each group
// shows which instructions compute with floating-point numbers.
#include "programs/a64/a64_groups.h"

enum { INTEGER, FLOATING, SAME, TWO, ACROSS, EXTRA, IMMEDIATE, INDEXED };

struct simd_pattern {
  uint32_t mask;
  uint32_t value;
  enum a64_unit unit;
  uint8_t of;
};

static const struct simd_pattern patterns[] = {
    {0xBFA0FC00, 0x2E20FC00, A64_FP_DIVIDE, FLOATING},  // FDIV (vector)
    {0xBFE0FC00, 0x2E403C00, A64_FP_DIVIDE, FLOATING},  // FDIV (vector, half precision)
    {0xBFBFFC00, 0x2EA1F800, A64_FP_DIVIDE, FLOATING},  // FSQRT (vector)
    {0xBFFFFC00, 0x2EF9F800, A64_FP_DIVIDE, FLOATING},  // FSQRT (vector, half precision)
    // Vectors.
    {0x9F200400, 0x0E200400, A64_FP, SAME},       // three same
    {0x9F200C00, 0x0E200000, A64_FP, INTEGER},    // three different
    {0x9F3E0C00, 0x0E200800, A64_FP, TWO},        // two-register miscellaneous
    {0x9F7E0C00, 0x0E780800, A64_FP, FLOATING},   // the same, half precision: bit 23 chooses the operation
    {0x9F3E0C00, 0x0E300800, A64_FP, ACROSS},     // across lanes
    {0x9FE08400, 0x0E000400, A64_FP, INTEGER},    // copy
    {0xBFE08C00, 0x0E000000, A64_FP, INTEGER},    // TBL, TBX
    {0xBF208C00, 0x0E000800, A64_FP, INTEGER},    // UZP, TRN, ZIP
    {0xBFE08400, 0x2E000000, A64_FP, INTEGER},    // EXT
    {0x9F60C400, 0x0E400400, A64_FP, FLOATING},   // three same, half precision
    {0x9F208400, 0x0E008400, A64_FP, EXTRA},      // three same, extra
    {0x9F800400, 0x0F000400, A64_FP, IMMEDIATE},  // modified immediate, shift by immediate
    {0x9F000400, 0x0F000000, A64_FP, INDEXED},    // by indexed element
    // Scalars.
    {0xDF200400, 0x5E200400, A64_FP, SAME},       // three same
    {0xDF200C00, 0x5E200000, A64_FP, INTEGER},    // three different
    {0xDF3E0C00, 0x5E200800, A64_FP, TWO},        // two-register miscellaneous
    {0xDF7E0C00, 0x5E780800, A64_FP, FLOATING},   // the same, half precision
    {0xDF3E0C00, 0x5E300800, A64_FP, ACROSS},     // pairwise
    {0xFFE0FC00, 0x5E000400, A64_FP, INTEGER},    // copy
    {0xDF60C400, 0x5E400400, A64_FP, FLOATING},   // three same, half precision
    {0xDF208400, 0x5E008400, A64_FP, EXTRA},      // three same, extra
    {0xDF800400, 0x5F000400, A64_FP, IMMEDIATE},  // shift by immediate
    {0xDF000400, 0x5F000000, A64_FP, INDEXED},    // by indexed element
    // Cryptography.
    {0xFFFFCC00, 0x4E284800, A64_FP, INTEGER},  // AES
    {0xFFE08C00, 0x5E000000, A64_FP, INTEGER},  // SHA, three registers
    {0xFFFFCC00, 0x5E280800, A64_FP, INTEGER},  // SHA, two registers
    {0xFF808000, 0xCE000000, A64_FP, INTEGER},  // four registers: EOR3, BCAX, SM3SS1
    {0xFFE0C000, 0xCE408000, A64_FP, INTEGER},  // SM3TT
    {0xFFE0B000, 0xCE608000, A64_FP, INTEGER},  // SHA512, RAX1, SM3PARTW, SM4EKEY
    {0xFFE00000, 0xCE800000, A64_FP, INTEGER},  // XAR
    {0xFFFFF800, 0xCEC08000, A64_FP, INTEGER},  // SHA512SU0, SM4E
};

// Operations on an element of a vector: BFDOT and BFMLAL are two of four in a place.
static bool indexed_is_fp(uint32_t opcode)
{
  enum { PLAIN = 1 << 0 | 1 << 1 | 1 << 4 | 1 << 5 | 1 << 9, BF = 15 };
  enum { OTHERS = 1 << 1 | 1 << 3 | 1 << 5 | 1 << 7 | 1 << 8 | 1 << 9 | 1 << 12 };  // FCMLA among them
  const uint32_t what = a64_bits(opcode, 15, 12);
  if (a64_bit(opcode, 29)) {
    return (OTHERS >> what & 1) != 0;
  }
  return (PLAIN >> what & 1) != 0 || (what == BF && a64_bit(opcode, 22));
}

static bool is_fp(uint32_t opcode, unsigned of)
{
  const uint32_t three = a64_bits(opcode, 15, 11);
  const uint32_t two = a64_bits(opcode, 16, 12);
  switch (of) {
  case FLOATING:
    return true;
  case SAME:
    return three >= 0x18;
  case TWO:  // compares with zero to FNEG; FCVTN and all above, without URECPE and URSQRTE
    return (two >= 0xC && two <= 0xF) || (two >= 0x16 && !(two == 0x1C && a64_bit(opcode, 23)));
  case ACROSS:
    return two >= 0xC && two <= 0xF;
  case EXTRA:  // FCMLA, FCADD, those of BFloat16
    return a64_bit(opcode, 14);
  case IMMEDIATE:  // FMOV; SCVTF, UCVTF, FCVTZS, FCVTZU of fixed-point numbers
    return a64_bits(opcode, 22, 19) == 0 ? a64_bits(opcode, 15, 12) == 0xF : three == 0x1C || three == 0x1F;
  case INDEXED:
    return indexed_is_fp(opcode);
  default:
    return false;
  }
}

struct a64_class a64_simd_fp(uint32_t opcode)
{
  if (a64_bit(opcode, 28) && !a64_bit(opcode, 30)) {
    return a64_scalar_fp(opcode);
  }
  for (size_t i = 0; i < sizeof patterns / sizeof patterns[0]; i++) {
    if ((opcode & patterns[i].mask) == patterns[i].value) {
      struct a64_class class = a64_other(patterns[i].unit);
      class.simd = true;  // including scalars and cryptography
      class.fp = is_fp(opcode, patterns[i].of);
      return class;
    }
  }
  return a64_unallocated();
}
