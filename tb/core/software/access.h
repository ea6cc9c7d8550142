// SPDX-License-Identifier: Apache-2.0
//
// Loads and stores of RV64I and its compressed forms, as an emulator of misaligned ones needs them.
#ifndef TB_CORE_SOFTWARE_ACCESS_H
#define TB_CORE_SOFTWARE_ACCESS_H

#include <stdbool.h>
#include <stdint.h>

struct access {
  bool store;
  bool is_signed;  // a load that extends the sign
  uint8_t bytes;   // 1, 2, 4 or 8
  uint8_t reg;     // the register that is loaded or stored
};

// Bytes of the instruction that begins with these 16 bits: 2 or 4.
static inline uint32_t access_instruction_bytes(uint16_t low)
{
  return (low & 3U) == 3U ? 4 : 2;
}

// What an instruction does (a compressed one is in the lower half). False: it is no load or store of an integer
// register.
bool access_decode(uint32_t instruction, struct access *access);

// The register after a load of these bytes, in the order of memory.
uint64_t access_loaded(const struct access *access, const uint8_t *bytes);

#endif  // TB_CORE_SOFTWARE_ACCESS_H
