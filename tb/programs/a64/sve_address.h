// SPDX-License-Identifier: Apache-2.0
//
// Where contiguous loads and stores of SVE and SME access memory: QEMU 7.2 tells a plugin of no access that a
// predicate governs.
#ifndef TB_PROGRAMS_A64_SVE_ADDRESS_H
#define TB_PROGRAMS_A64_SVE_ADDRESS_H

#include <stdbool.h>
#include <stdint.h>

// Numbers of the general registers that the address is made of; 31 as `base` is SP.
struct sve_operands {
  uint8_t base;
  uint8_t index;
  bool indexed;
};

// Whether the opcode is a predicated load or store at consecutive addresses, and its registers. Not: gather and
// scatter, prefetches, what loads or stores a whole register, LD1R.
bool sve_contiguous(uint32_t opcode, struct sve_operands *operands);

// The address of its lowest element, active or not, with these values of the registers. The opcode is such a one.
uint64_t sve_address(uint32_t opcode, uint32_t vector_bits, uint64_t base, uint64_t index);

#endif  // TB_PROGRAMS_A64_SVE_ADDRESS_H
