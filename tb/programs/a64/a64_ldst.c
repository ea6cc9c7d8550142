// SPDX-License-Identifier: Apache-2.0
//
// Loads and Stores (Arm ARM C4.1): everything but exclusives, atomics and structures.
#include "programs/a64/a64_groups.h"

static struct a64_class access(enum spu_op_kind kind, bool load, uint32_t bytes)
{
  return (struct a64_class){.kind = kind,
                            .unit = A64_MEMORY,
                            .load = load,
                            .store = !load,
                            .writes = !load,
                            .bytes = (uint8_t)bytes,
                            .allocated = true};
}

// D17.5.1: of SIMD&FP registers, one or two. Those of Q registers are SIMD, all others FP.
static struct a64_class vector_access(bool load, uint32_t bytes, bool pair)
{
  struct a64_class class = access(SPU_KIND_LDST_SIMD_FP, load, pair ? 2 * bytes : bytes);
  class.simd = bytes == 16;
  class.fp = !class.simd;
  return class;
}

// D17.6.8: a prefetch is an operation of class Other, and neither a load nor a store.
static struct a64_class prefetch(void)
{
  return a64_other(A64_MEMORY);
}

static struct a64_class load_literal(uint32_t opcode)
{
  const uint32_t opc = a64_bits(opcode, 31, 30);
  if (a64_bit(opcode, 26)) {
    return opc == 3 ? a64_unallocated() : vector_access(true, 4U << opc, false);
  }
  return opc == 3 ? prefetch() : access(SPU_KIND_LDST_GENERAL, true, opc == 1 ? 8 : 4);
}

static struct a64_class pair(uint32_t opcode)
{
  const uint32_t opc = a64_bits(opcode, 31, 30);
  const bool no_allocate = a64_bits(opcode, 24, 23) == 0;
  const bool load = a64_bit(opcode, 22);
  if (opc == 3) {
    return a64_unallocated();
  }
  if (a64_bit(opcode, 26)) {
    return vector_access(load, 4U << opc, true);
  }
  if (opc == 1) {  // LDPSW; STGP
    return no_allocate ? a64_unallocated() : access(SPU_KIND_LDST_GENERAL, load, load ? 8 : 16);
  }
  return access(SPU_KIND_LDST_GENERAL, load, 8U << (opc / 2));
}

// Load/store memory tags (FEAT_MTE), by opc and op2. An Allocation Tag is no data: bytes counts what is zeroed.
static struct a64_class memory_tags(uint32_t opcode)
{
  const uint32_t opc = a64_bits(opcode, 23, 22);
  if (a64_bits(opcode, 31, 30) != 3) {
    return a64_unallocated();
  }
  if (a64_bits(opcode, 11, 10) == 0) {  // STZGM, LDG, STGM, LDGM
    const bool multiple = opc != 1;
    const bool load = opc == 1 || opc == 3;
    return multiple && a64_bits(opcode, 20, 12) != 0 ? a64_unallocated()
                                                     : access(SPU_KIND_LDST_GENERAL, load, 0);
  }
  static const uint8_t zeroed[4] = {0, 16, 0, 32};  // STG, STZG, ST2G, STZ2G
  return access(SPU_KIND_LDST_GENERAL, false, zeroed[opc]);
}

// Memory copy and set (FEAT_MOPS): each writes; copies read as well. How much is in registers.
static struct a64_class memory_copy_set(uint32_t opcode)
{
  const bool set = a64_bits(opcode, 23, 22) == 3;
  if (a64_bits(opcode, 31, 30) != 0 || (set && a64_bits(opcode, 15, 14) == 3)) {
    return a64_unallocated();
  }
  struct a64_class class = access(SPU_KIND_LDST_GENERAL, !set, 0);
  class.writes = true;
  return class;
}

// LDAPUR, STLUR (FEAT_LRCPC2).
static struct a64_class ordered_unscaled(uint32_t opcode)
{
  const uint32_t size = a64_bits(opcode, 31, 30);
  const uint32_t opc = a64_bits(opcode, 23, 22);
  if ((size == 2 && opc == 3) || (size == 3 && opc >= 2)) {
    return a64_unallocated();
  }
  struct a64_class class = access(SPU_KIND_LDST_EXTENDED, opc != 0, 1U << size);
  class.acq_rel = true;
  return class;
}

// Bits 29:28 = 01.
static struct a64_class literal_and_others(uint32_t opcode)
{
  if (!a64_bit(opcode, 24)) {
    return a64_bit(opcode, 27) ? load_literal(opcode) : a64_unallocated();
  }
  if (!a64_bit(opcode, 26) && a64_bit(opcode, 21)) {
    return memory_tags(opcode);
  }
  if (!a64_bit(opcode, 21) && a64_bits(opcode, 11, 10) == 1) {
    return memory_copy_set(opcode);
  }
  if (!a64_bit(opcode, 26) && !a64_bit(opcode, 21) && a64_bits(opcode, 11, 10) == 0) {
    return ordered_unscaled(opcode);
  }
  return a64_unallocated();
}

// The common table of size, V and opc; some addressing modes have prefetches in it.
static struct a64_class by_size_and_opc(uint32_t opcode, bool has_prefetch)
{
  const uint32_t size = a64_bits(opcode, 31, 30);
  const uint32_t opc = a64_bits(opcode, 23, 22);
  if (a64_bit(opcode, 26)) {
    if (opc >= 2) {  // Q registers
      return size == 0 ? vector_access(opc == 3, 16, false) : a64_unallocated();
    }
    return vector_access(opc == 1, 1U << size, false);
  }
  if (size == 3 && opc == 2) {
    return has_prefetch ? prefetch() : a64_unallocated();
  }
  if (size >= 2 && opc == 3) {
    return a64_unallocated();
  }
  return access(SPU_KIND_LDST_GENERAL, opc != 0, 1U << size);
}

// Bits 29:28 = 11.
static struct a64_class single_register(uint32_t opcode)
{
  enum { UNSCALED = 0, POST_INDEX = 1, UNPRIVILEGED = 2, PRE_INDEX = 3 };
  const bool vector = a64_bit(opcode, 26);
  const uint32_t mode = a64_bits(opcode, 11, 10);
  if (a64_bit(opcode, 24)) {  // unsigned immediate
    return by_size_and_opc(opcode, true);
  }
  if (!a64_bit(opcode, 21)) {
    if (mode == UNPRIVILEGED && vector) {
      return a64_unallocated();
    }
    return by_size_and_opc(opcode, mode == UNSCALED);
  }
  if (mode == 2) {  // register offset: a doubleword or word index
    return a64_bit(opcode, 14) ? by_size_and_opc(opcode, true) : a64_unallocated();
  }
  if (vector) {
    return a64_unallocated();
  }
  if (mode == 0) {
    return a64_atomic(opcode);
  }
  // LDRAA, LDRAB
  return a64_bits(opcode, 31, 30) == 3 ? access(SPU_KIND_LDST_GENERAL, true, 8) : a64_unallocated();
}

struct a64_class a64_load_store(uint32_t opcode)
{
  switch (a64_bits(opcode, 29, 28)) {
  case 0:
    return a64_bit(opcode, 26) ? a64_simd_structures(opcode) : a64_exclusive(opcode);
  case 1:
    return literal_and_others(opcode);
  case 2:
    return pair(opcode);
  default:
    return single_register(opcode);
  }
}
