// SPDX-License-Identifier: Apache-2.0
//
// The top of the A64 decoder: Arm ARM C4.1, the main encoding groups.
#include "programs/a64/a64_groups.h"

const struct a64_pattern *a64_find(const struct a64_pattern *patterns, size_t count, uint32_t opcode)
{
  for (size_t i = 0; i < count; i++) {
    if ((opcode & patterns[i].mask) == patterns[i].value) {
      return &patterns[i];
    }
  }
  return NULL;
}

bool a64_is_sve(uint32_t opcode)
{
  return a64_bits(opcode, 28, 25) == 2;
}

bool a64_sets_streaming(uint32_t opcode, bool *on, unsigned *from)
{
  enum { SM = 1 << 1 };  // in CRm of MSR SVCRSM, SVCRZA and SVCRSMZA; its bit 0 is the value
  const uint32_t mask = a64_bits(opcode, 11, 8);
  *on = a64_bit(opcode, 8);
  *from = 32;
  if ((opcode & 0xFFFFFFE0U) == 0xD51B4240U) {
    *from = a64_bits(opcode, 4, 0);
    return true;
  }
  return (opcode & 0xFFFFF0FFU) == 0xD503407FU && mask < 8 && (mask & SM) != 0;
}

bool a64_is_sme(uint32_t opcode)
{
  return a64_bit(opcode, 31) && a64_bits(opcode, 28, 25) == 0;
}

bool a64_needs_sme(uint32_t opcode)
{
  const bool mode = (opcode & 0xFFFFF0FFU) == 0xD503407FU || (opcode & 0xFFDFFFE0U) == 0xD51B4240U;
  const bool length = (opcode & 0xFF20F800U) == 0x04205800U;
  return a64_is_sme(opcode) || mode || length;
}

struct a64_class a64_classify(uint32_t opcode)
{
  switch (a64_bits(opcode, 28, 25)) {
  case 0x0:
    if (a64_is_sme(opcode)) {
      return a64_sme(opcode);
    }
    if (a64_bits(opcode, 31, 16) == 0) {  // UDF, permanently undefined
      struct a64_class class = a64_other(A64_SYSTEM);
      class.exception = true;
      return class;
    }
    return a64_unallocated();
  case 0x8:
  case 0x9:
    return a64_dp_immediate(opcode);
  case 0xA:
  case 0xB:
    return a64_branch_system(opcode);
  case 0x4:
  case 0x6:
  case 0xC:
  case 0xE:
    return a64_load_store(opcode);
  case 0x5:
  case 0xD:
    return a64_dp_register(opcode);
  case 0x7:
  case 0xF:
    return a64_simd_fp(opcode);
  case 0x2:
    return a64_sve(opcode);
  default:
    return a64_unallocated();
  }
}
