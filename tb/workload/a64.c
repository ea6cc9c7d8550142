// SPDX-License-Identifier: Apache-2.0
//
// The top of the A64 decoder: Arm ARM C4.1, the main encoding groups.
#include "workload/a64_groups.h"

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

bool a64_is_sme(uint32_t opcode)
{
  return a64_bit(opcode, 31) && a64_bits(opcode, 28, 25) == 0;
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
