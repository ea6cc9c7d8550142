// SPDX-License-Identifier: Apache-2.0
//
// The addressing modes of Arm ARM C4.1, SVE Memory -- Contiguous Load, the contiguous ones of the stores, and those
// of SME's loads and stores of slices.
#include "programs/a64/sve_address.h"

#include <stddef.h>

#include "programs/a64/a64_groups.h"

// By bits 15:13: how the address is made, and what the size of the access depends on.
enum form { NOT, SCALAR, IMMEDIATE, QUADWORD_SCALAR, QUADWORD_IMMEDIATE, SLICE };

static enum form form_of(uint32_t opcode)
{
  static const uint8_t load[8] = {QUADWORD_SCALAR, QUADWORD_IMMEDIATE, SCALAR, SCALAR, NOT, IMMEDIATE,
                                  SCALAR,          IMMEDIATE};
  static const uint8_t store[8] = {NOT, NOT, SCALAR, SCALAR, NOT, NOT, NOT, IMMEDIATE};
  const uint32_t mode = a64_bits(opcode, 15, 13);
  if (a64_is_sme(opcode)) {
    return SLICE;
  }
  switch (a64_bits(opcode, 31, 25)) {
  case 0x52:
    return (enum form)load[mode];
  case 0x72:
    return (enum form)store[mode];
  default:
    return NOT;
  }
}

bool sve_contiguous(uint32_t opcode, struct sve_operands *operands)
{
  const enum form form = form_of(opcode);
  const struct a64_class class = a64_classify(opcode);
  if (form == NOT || class.kind != SPU_KIND_LDST_SVE || !class.predicated) {
    return false;
  }
  *operands = (struct sve_operands){.base = (uint8_t)a64_bits(opcode, 9, 5),
                                    .index = (uint8_t)a64_bits(opcode, 20, 16),
                                    .indexed = form != IMMEDIATE && form != QUADWORD_IMMEDIATE};
  return true;
}

// One register, whose elements can be larger than those in memory: log2 of the bytes of both.
struct sizes {
  uint32_t memory;
  uint32_t element;
};

static struct sizes sizes_of(uint32_t opcode)
{
  const bool load = !a64_bit(opcode, 30);
  const uint32_t mode = a64_bits(opcode, 15, 13);
  const uint32_t size = a64_bits(opcode, 24, 23);
  // LD1, LDFF1, LDNF1: their dtype has both, the signed ones where memory would be larger than the element.
  const bool extends = load && (mode == 2 || mode == 3 || mode == 5);
  const uint32_t other = a64_bits(opcode, 22, 21);
  if (extends) {
    return size > other ? (struct sizes){3 - size, 3 - other} : (struct sizes){size, other};
  }
  const bool narrows = !load && (mode == 2 || (mode == 7 && !a64_bit(opcode, 20)));  // ST1
  return (struct sizes){size, narrows ? other : size};
}

uint64_t sve_address(uint32_t opcode, uint32_t vector_bits, uint64_t base, uint64_t index)
{
  const struct sizes sizes = sizes_of(opcode);
  const uint64_t immediate = (uint64_t)a64_bits(opcode, 19, 16) - (a64_bit(opcode, 19) ? 16 : 0);
  switch (form_of(opcode)) {
  case SCALAR:
    return base + (index << sizes.memory);
  case IMMEDIATE: {
    const uint64_t bytes = (uint64_t)vector_bits / 8 >> (sizes.element - sizes.memory);
    return base + immediate * bytes * a64_classify(opcode).vectors;
  }
  case QUADWORD_SCALAR:
    return base + (index << a64_bits(opcode, 24, 23));
  case QUADWORD_IMMEDIATE:
    return base + immediate * (a64_bit(opcode, 21) ? 32 : 16);
  case SLICE:  // LD1Q and ST1Q have bit 24
    return base + (index << (a64_bit(opcode, 24) ? 4 : a64_bits(opcode, 23, 22)));
  default:
    return base;
  }
}
