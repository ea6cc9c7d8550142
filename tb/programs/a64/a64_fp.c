// SPDX-License-Identifier: Apache-2.0
//
// Scalar floating-point (Arm ARM C4.1, Data Processing -- Scalar Floating-Point and Advanced SIMD).
#include "programs/a64/a64_groups.h"

enum { SINGLE = 0, DOUBLE = 1, RESERVED = 2, HALF = 3 };  // ptype

static bool fixed_point_allocated(uint32_t opcode)
{
  const uint32_t rmode = a64_bits(opcode, 20, 19);
  const uint32_t what = a64_bits(opcode, 18, 16);
  const bool to_fp = rmode == 0 && (what == 2 || what == 3);
  const bool to_fixed = rmode == 3 && (what == 0 || what == 1);
  const bool scale_fits = a64_bit(opcode, 31) || a64_bit(opcode, 15);
  return (to_fp || to_fixed) && scale_fits && a64_bits(opcode, 23, 22) != RESERVED;
}

static bool integer_conversion_allocated(uint32_t opcode)
{
  const bool wide = a64_bit(opcode, 31);
  const uint32_t type = a64_bits(opcode, 23, 22);
  const uint32_t rmode = a64_bits(opcode, 20, 19);
  const uint32_t what = a64_bits(opcode, 18, 16);
  if (what >= 6 && rmode == 0) {  // FMOV between registers of one size, or a half and either
    return type == HALF || type == (wide ? DOUBLE : SINGLE);
  }
  if (what >= 6 && rmode == 1) {  // FMOV of the upper half of a vector
    return wide && type == RESERVED;
  }
  if (what == 6 && rmode == 3) {  // FJCVTZS
    return !wide && type == DOUBLE;
  }
  return type != RESERVED && what < 6 && (what < 2 || rmode == 0);
}

static bool one_source_allocated(uint32_t type, uint32_t what)
{
  if (what < 4) {  // FMOV, FABS, FNEG, FSQRT
    return true;
  }
  if (what < 8) {  // FCVT to another type; BFCVT in the place of a reserved one
    return what - 4 == RESERVED ? type == DOUBLE : what - 4 != type;
  }
  if (what < 16) {  // FRINTN ... FRINTI
    return what != 13;
  }
  return what < 20 && type != HALF;  // FRINT32Z ... FRINT64X
}

struct a64_class a64_scalar_fp(uint32_t opcode)
{
  const uint32_t type = a64_bits(opcode, 23, 22);
  const bool plain = !a64_bit(opcode, 31) && type != RESERVED;
  struct a64_class class = a64_other(A64_FP);
  class.fp = true;  // moves, selects and conversions too, which D14.3 (FP_SPEC) leaves to the implementation
  bool allocated = plain;
  if (a64_bit(opcode, 24)) {
    // FMADD ... FNMSUB
  } else if (!a64_bit(opcode, 21)) {
    allocated = fixed_point_allocated(opcode);
  } else if (a64_bits(opcode, 15, 10) == 0) {
    allocated = integer_conversion_allocated(opcode);
  } else if (a64_bits(opcode, 14, 10) == 0x10) {
    const uint32_t what = a64_bits(opcode, 20, 15);
    allocated = plain && one_source_allocated(type, what);
    class.unit = what == 3 ? A64_FP_DIVIDE : A64_FP;
  } else if (a64_bits(opcode, 13, 10) == 0x8) {  // FCMP, FCMPE
    allocated = plain && a64_bits(opcode, 15, 14) == 0 && a64_bits(opcode, 2, 0) == 0;
  } else if (a64_bits(opcode, 12, 10) == 0x4) {  // FMOV of an immediate
    allocated = plain && a64_bits(opcode, 9, 5) == 0;
  } else if (a64_bits(opcode, 11, 10) == 0x2) {
    const uint32_t what = a64_bits(opcode, 15, 12);
    allocated = plain && what <= 8;
    class.unit = what == 1 ? A64_FP_DIVIDE : A64_FP;
  } else if (a64_bit(opcode, 10)) {  // FCCMP, FCCMPE; FCSEL
    class.cond = true;
  } else {
    allocated = false;
  }
  return allocated && !a64_bit(opcode, 29) ? class : a64_unallocated();
}
