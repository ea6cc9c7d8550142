// SPDX-License-Identifier: Apache-2.0
//
// Loads and Stores (Arm ARM C4.1) of the extended class of D18.2.7: exclusive, ordered, atomic.
#include "programs/a64/a64_groups.h"

static struct a64_class extended(bool load, uint32_t bytes)
{
  return (struct a64_class){.kind = SPU_KIND_LDST_EXTENDED,
                            .unit = A64_MEMORY,
                            .load = load,
                            .store = !load,
                            .writes = !load,
                            .bytes = (uint8_t)bytes,
                            .allocated = true};
}

// Compare and swap returns the old value of memory, even if it does not swap.
static struct a64_class compare_and_swap(uint32_t opcode, uint32_t bytes)
{
  struct a64_class class = extended(true, bytes);
  class.atomic = true;
  class.writes = true;
  class.acq_rel = a64_bit(opcode, 22) || a64_bit(opcode, 15);
  return class;
}

struct a64_class a64_exclusive(uint32_t opcode)
{
  const uint32_t size = a64_bits(opcode, 31, 30);
  const bool load = a64_bit(opcode, 22);
  const bool pair = a64_bit(opcode, 21);  // of registers, or compare and swap
  const bool ordered = a64_bit(opcode, 15);
  const bool rt2_unused = a64_bits(opcode, 14, 10) == 0x1F;
  if (a64_bit(opcode, 24)) {
    return a64_unallocated();
  }
  if (a64_bit(opcode, 23)) {
    if (pair) {  // CAS
      return rt2_unused ? compare_and_swap(opcode, 1U << size) : a64_unallocated();
    }
    struct a64_class class = extended(load, 1U << size);  // LDAR, LDLAR, STLR, STLLR
    class.acq_rel = true;
    return class;
  }
  if (pair && size < 2) {  // CASP: pairs start at even registers
    const bool even = !a64_bit(opcode, 16) && !a64_bit(opcode, 0);
    return rt2_unused && even ? compare_and_swap(opcode, 8U << size) : a64_unallocated();
  }
  // LDXR, STXR, LDXP, STXP and their acquiring and releasing forms.
  struct a64_class class = extended(load, pair ? 2U << size : 1U << size);
  class.exclusive = true;
  class.acq_rel = ordered;
  return class;
}

// Single-copy atomic 64-byte accesses (FEAT_LS64): plain loads and stores in D18.2.7.
static struct a64_class bytes64(uint32_t opcode)
{
  enum { ST64B = 1, ST64BV0 = 2, ST64BV = 3, LD64B = 5 };
  const uint32_t opc = a64_bits(opcode, 14, 12);
  const bool status = opc == ST64BV || opc == ST64BV0;  // a register for the result
  const bool no_status = (opc == ST64B || opc == LD64B) && a64_bits(opcode, 20, 16) == 0x1F;
  if (a64_bits(opcode, 31, 30) != 3 || a64_bits(opcode, 23, 22) != 0 || !(status || no_status)) {
    return a64_unallocated();
  }
  struct a64_class class = extended(opc == LD64B, 64);
  class.kind = SPU_KIND_LDST_GENERAL;
  return class;
}

struct a64_class a64_atomic(uint32_t opcode)
{
  const uint32_t bytes = 1U << a64_bits(opcode, 31, 30);
  const bool acquire = a64_bit(opcode, 23);
  const bool release = a64_bit(opcode, 22);
  const uint32_t opc = a64_bits(opcode, 14, 12);
  const bool discards = a64_bits(opcode, 4, 0) == 0x1F;  // the value goes to the zero register
  const bool swap = a64_bit(opcode, 15) && opc == 0;
  if (a64_bit(opcode, 15) && opc == 4) {  // LDAPR
    struct a64_class class = extended(true, bytes);
    class.acq_rel = true;
    return acquire && !release && a64_bits(opcode, 20, 16) == 0x1F ? class : a64_unallocated();
  }
  if (a64_bit(opcode, 15) && !swap) {
    return bytes64(opcode);
  }
  // STADD and similar instructions are LDADD and the like without acquire, to the zero register: they return no value.
  // Acquire has no effect if the value is discarded.
  struct a64_class class = extended(swap || acquire || !discards, bytes);
  class.atomic = true;
  class.writes = true;
  class.acq_rel = release || (acquire && !discards);
  return class;
}
