// SPDX-License-Identifier: Apache-2.0
//
// Advanced SIMD load/store of structures (Arm ARM C4.1): LD1 ... LD4, ST1 ... ST4 and the replicating loads.
#include "programs/a64/a64_groups.h"

static struct a64_class structures(bool load, uint32_t bytes)
{
  return (struct a64_class){.kind = SPU_KIND_LDST_SIMD_FP,
                            .unit = A64_MEMORY,
                            .load = load,
                            .store = !load,
                            .writes = !load,
                            .simd = true,
                            .bytes = (uint8_t)bytes,
                            .allocated = true};
}

static struct a64_class multiple(uint32_t opcode)
{
  // Registers by opcode field; 0: unallocated. LD1 and ST1 have no interleaving, so one 64-bit element will do.
  static const uint8_t registers[16] = {4, 0, 4, 0, 3, 0, 3, 1, 2, 0, 2, 0, 0, 0, 0, 0};
  static const bool interleaved[16] = {[0] = true, [4] = true, [8] = true};
  const uint32_t what = a64_bits(opcode, 15, 12);
  const bool full = a64_bit(opcode, 30);
  const bool one_element = !full && a64_bits(opcode, 11, 10) == 3;
  if (registers[what] == 0 || (interleaved[what] && one_element)) {
    return a64_unallocated();
  }
  return structures(a64_bit(opcode, 22), registers[what] * (full ? 16U : 8U));
}

static struct a64_class single(uint32_t opcode)
{
  const bool load = a64_bit(opcode, 22);
  const uint32_t scale = a64_bits(opcode, 15, 14);
  const bool s = a64_bit(opcode, 12);
  const uint32_t size = a64_bits(opcode, 11, 10);
  const uint32_t elements = 2 * a64_bits(opcode, 13, 13) + a64_bits(opcode, 21, 21) + 1;
  if (scale == 3) {  // load and replicate
    return load && !s ? structures(true, elements << size) : a64_unallocated();
  }
  if (scale == 1 && (size & 1U) != 0) {
    return a64_unallocated();
  }
  if (scale == 2 && size == 1) {  // 64 bits
    return s ? a64_unallocated() : structures(load, elements * 8);
  }
  return scale == 2 && size != 0 ? a64_unallocated() : structures(load, elements << scale);
}

struct a64_class a64_simd_structures(uint32_t opcode)
{
  const bool post_index = a64_bit(opcode, 23);
  const bool one = a64_bit(opcode, 24);
  const uint32_t rm = a64_bits(opcode, 20, 16);
  if (a64_bit(opcode, 31) || (!post_index && rm != 0) || (!one && a64_bit(opcode, 21))) {
    return a64_unallocated();
  }
  return one ? single(opcode) : multiple(opcode);
}
