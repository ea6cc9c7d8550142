// SPDX-License-Identifier: Apache-2.0
#include "host/rv32.h"

enum {
  LOAD = 0x03,
  FENCE = 0x0F,
  OP_IMMEDIATE = 0x13,
  AUIPC = 0x17,
  STORE = 0x23,
  OP = 0x33,
  LUI = 0x37,
  BRANCH = 0x63,
  JALR = 0x67,
  JAL = 0x6F,
  SYSTEM = 0x73,
  FUNCT_MULDIV = 1,
  LINK = 1,
  OTHER_LINK = 5
};

static uint32_t bits(uint32_t word, unsigned high, unsigned low)
{
  return word >> low & (UINT32_MAX >> (31 - (high - low)));
}

// `value` of that many bits, extended by its sign.
static uint32_t extended(uint32_t value, unsigned count)
{
  const uint32_t sign = UINT32_C(1) << (count - 1);
  return (value ^ sign) - sign;
}

static bool link(uint32_t number)
{
  return number == LINK || number == OTHER_LINK;
}

static void system_instruction(struct rv32 *out, uint32_t word)
{
  const uint32_t function = bits(word, 14, 12);
  if (word == 0x00000073) {
    out->kind = RV32_OTHER;
    out->environment_call = true;
  } else if (word == 0x30200073) {
    out->kind = RV32_BRANCH;
    out->indirect = true;
    out->trap_return = true;
  } else if ((function != 0 && function != 4) || word == 0x00100073 || word == 0x10500073) {
    out->kind = RV32_OTHER;  // Zicsr, EBREAK, WFI
  }
}

static void operation(struct rv32 *out, uint32_t word)
{
  const uint32_t funct7 = bits(word, 31, 25);
  const uint32_t function = bits(word, 14, 12);
  if (funct7 == FUNCT_MULDIV) {
    out->division = function >= 4;
    out->multiplication = function < 4;
  }
  if (funct7 == 0 || funct7 == FUNCT_MULDIV || (funct7 == 0x20 && (function == 0 || function == 5))) {
    out->kind = RV32_OTHER;
  }
}

struct rv32 rv32_decode(uint32_t word, uint32_t pc)
{
  struct rv32 out = {.kind = RV32_NONE};
  const uint32_t function = bits(word, 14, 12);
  const uint32_t rd = bits(word, 11, 7);
  const uint32_t rs1 = bits(word, 19, 15);
  switch (bits(word, 6, 0)) {
  case LOAD:
    out.kind = function == 3 || function > 5 ? RV32_NONE : RV32_LOAD;
    out.bytes = UINT32_C(1) << (function & 3U);
    out.base = rs1;
    break;
  case STORE:
    out.kind = function > 2 ? RV32_NONE : RV32_STORE;
    out.bytes = UINT32_C(1) << (function & 3U);
    out.base = rs1;
    break;
  case BRANCH:
    out.kind = function == 2 || function == 3 ? RV32_NONE : RV32_BRANCH;
    out.conditional = true;
    out.target = pc + extended(bits(word, 31, 31) << 12 | bits(word, 7, 7) << 11 | bits(word, 30, 25) << 5 |
                                   bits(word, 11, 8) << 1,
                               13);
    break;
  case JAL:
    out.kind = RV32_BRANCH;
    out.call = link(rd);
    out.target = pc + extended(bits(word, 31, 31) << 20 | bits(word, 19, 12) << 12 |
                                   bits(word, 20, 20) << 11 | bits(word, 30, 21) << 1,
                               21);
    break;
  case JALR:
    out.kind = function == 0 ? RV32_BRANCH : RV32_NONE;
    out.indirect = true;
    out.call = link(rd);
    out.returns = link(rs1) && !link(rd);
    break;
  case SYSTEM:
    system_instruction(&out, word);
    break;
  case OP:
    operation(&out, word);
    break;
  case FENCE:
  case OP_IMMEDIATE:
  case AUIPC:
  case LUI:
    out.kind = RV32_OTHER;
    break;
  default:
    break;
  }
  return out;
}
