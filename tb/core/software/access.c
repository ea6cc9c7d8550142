// SPDX-License-Identifier: Apache-2.0
#include "core/software/access.h"

enum { OPCODE_LOAD = 0x03, OPCODE_STORE = 0x23 };

static bool decode_full(uint32_t instruction, struct access *access)
{
  const uint32_t opcode = instruction & 0x7FU;
  const uint32_t funct3 = instruction >> 12 & 7U;
  *access = (struct access){.store = opcode == OPCODE_STORE,
                            .is_signed = funct3 < 4,
                            .bytes = (uint8_t)(1U << (funct3 & 3U)),
                            .reg = (uint8_t)(instruction >> (opcode == OPCODE_STORE ? 20 : 7) & 31U)};
  return (opcode == OPCODE_LOAD && funct3 < 7) || (opcode == OPCODE_STORE && funct3 < 4);
}

// LW, LD, SW, SD are 2, 3, 6, 7 in bits 15:13 of quadrant 0, and of quadrant 2 with the stack pointer.
static bool decode_compressed(uint32_t instruction, struct access *access)
{
  const uint32_t quadrant = instruction & 3U;
  const uint32_t funct3 = instruction >> 13 & 7U;
  const bool store = (funct3 & 4U) != 0;
  uint32_t reg = 8 + (instruction >> 2 & 7U);
  if (quadrant == 2) {
    reg = store ? instruction >> 2 & 31U : instruction >> 7 & 31U;
  }
  *access = (struct access){
      .store = store, .is_signed = true, .bytes = (funct3 & 1U) != 0 ? 8 : 4, .reg = (uint8_t)reg};
  const bool reserved = quadrant == 2 && !store && reg == 0;
  return (quadrant == 0 || quadrant == 2) && (funct3 & 2U) != 0 && !reserved;
}

bool access_decode(uint32_t instruction, struct access *access)
{
  return access_instruction_bytes((uint16_t)instruction) == 4 ? decode_full(instruction, access)
                                                              : decode_compressed(instruction, access);
}

uint64_t access_loaded(const struct access *access, const uint8_t *bytes)
{
  const bool ones = access->is_signed && (bytes[access->bytes - 1] & 0x80U) != 0;
  uint64_t value = ones ? UINT64_MAX : 0;
  for (uint32_t i = access->bytes; i-- > 0;) {
    value = value << 8 | bytes[i];
  }
  return value;
}
