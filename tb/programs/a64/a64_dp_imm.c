// SPDX-License-Identifier: Apache-2.0
//
// Data Processing -- Immediate (Arm ARM C4.1).
#include "programs/a64/a64_groups.h"

// An immediate of a logical instruction is a rotated run of ones, repeated: N and imms name the size of the
// repeated element; a run that fills it is reserved.
static bool logical_allocated(uint32_t opcode)
{
  const bool wide = a64_bit(opcode, 31);
  const bool n = a64_bit(opcode, 22);
  const uint32_t imms = a64_bits(opcode, 15, 10);
  if (n) {
    return wide && imms != 0x3F;
  }
  for (uint32_t element = 32; element >= 2; element /= 2) {
    // imms starts with as many ones as the element is smaller than 32, then a zero.
    if ((imms & element) == 0) {
      return (imms & (element - 1)) != element - 1;
    }
  }
  return false;
}

static bool tagged_or_minmax_allocated(uint32_t opcode)
{
  if (a64_bit(opcode, 22)) {  // minimum and maximum: FEAT_CSSC
    return a64_bits(opcode, 30, 29) == 0 && a64_bits(opcode, 21, 20) == 0;
  }
  return a64_bit(opcode, 31) && !a64_bit(opcode, 29);  // ADDG, SUBG: FEAT_MTE
}

static bool bitfield_allocated(uint32_t opcode)
{
  const bool wide = a64_bit(opcode, 31);
  const bool fits = wide || (!a64_bit(opcode, 21) && !a64_bit(opcode, 15));
  return a64_bits(opcode, 30, 29) != 3 && a64_bit(opcode, 22) == wide && fits;
}

static bool extract_allocated(uint32_t opcode)
{
  const bool wide = a64_bit(opcode, 31);
  return a64_bits(opcode, 30, 29) == 0 && !a64_bit(opcode, 21) && a64_bit(opcode, 22) == wide &&
         (wide || !a64_bit(opcode, 15));
}

struct a64_class a64_dp_immediate(uint32_t opcode)
{
  bool allocated = true;
  switch (a64_bits(opcode, 25, 23)) {
  case 3:
    allocated = tagged_or_minmax_allocated(opcode);
    break;
  case 4:
    allocated = logical_allocated(opcode);
    break;
  case 5:  // move wide
    allocated = a64_bits(opcode, 30, 29) != 1 && (a64_bit(opcode, 31) || !a64_bit(opcode, 22));
    break;
  case 6:
    allocated = bitfield_allocated(opcode);
    break;
  case 7:
    allocated = extract_allocated(opcode);
    break;
  default:  // PC-relative addresses; add and subtract
    break;
  }
  return allocated ? a64_other(A64_INTEGER) : a64_unallocated();
}
