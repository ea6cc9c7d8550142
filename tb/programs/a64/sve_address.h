// SPDX-License-Identifier: Apache-2.0
//
// The addresses of contiguous loads and stores of SVE and SME: QEMU 7.2 does not report predicated accesses to a
// plugin.
#ifndef TB_PROGRAMS_A64_SVE_ADDRESS_H
#define TB_PROGRAMS_A64_SVE_ADDRESS_H

#include <stdbool.h>
#include <stdint.h>

// Numbers of the general registers that form the address; 31 as `base` is SP.
struct sve_operands {
  uint8_t base;
  uint8_t index;
  bool indexed;
};

// True for a predicated load or store at consecutive addresses; *operands are its registers. False for gather and
// scatter, prefetches, loads and stores of a whole register, LD1R.
bool sve_contiguous(uint32_t opcode, struct sve_operands *operands);

// The address of its lowest element, active or not, with these register values. sve_contiguous(opcode) must be true.
uint64_t sve_address(uint32_t opcode, uint32_t vector_bits, uint64_t base, uint64_t index);

#endif  // TB_PROGRAMS_A64_SVE_ADDRESS_H
