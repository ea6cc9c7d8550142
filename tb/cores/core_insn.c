// SPDX-License-Identifier: Apache-2.0
//
// Source: RISC-V Unprivileged ISA, RV32/64G Instruction Set Listings, "C" (quadrants), "A" (aq, rl), and the hints of
// JALR for the return-address stack; Privileged ISA for SRET and MRET.
#include "cores/core_insn.h"

enum { LINK = 1, ALTERNATE_LINK = 5 };

static uint32_t bits(uint32_t insn, unsigned high, unsigned low)
{
  return insn >> low & ((UINT32_C(1) << (high - low + 1)) - 1);
}

// Bits high:low of the instruction as bits of a number from `place` on.
static uint32_t placed(uint32_t insn, unsigned high, unsigned low, unsigned place)
{
  return bits(insn, high, low) << place;
}

static int64_t sign_extended(uint32_t value, unsigned width)
{
  const int64_t sign = INT64_C(1) << (width - 1);
  return ((int64_t)value ^ sign) - sign;
}

static bool is_link(uint32_t reg)
{
  return reg == LINK || reg == ALTERNATE_LINK;
}

static struct core_insn access(uint8_t bytes, bool store)
{
  return (struct core_insn){.kind = CORE_INSN_ACCESS, .bytes = bytes, .load = !store, .store = store};
}

static struct core_insn direct(uint8_t bytes, bool conditional, int64_t offset)
{
  return (struct core_insn){.kind = CORE_INSN_BRANCH,
                            .bytes = bytes,
                            .conditional = conditional,
                            .has_offset = true,
                            .offset = offset};
}

static struct core_insn indirect(uint8_t bytes, uint32_t rd, uint32_t rs1)
{
  return (struct core_insn){.kind = CORE_INSN_BRANCH,
                            .bytes = bytes,
                            .indirect = true,
                            .call = is_link(rd),
                            .ret = !is_link(rd) && is_link(rs1)};
}

// ---------------------------------------------------------------------------------------------------------
// 16 bits

static int64_t jump_offset(uint32_t insn)
{
  return sign_extended(placed(insn, 12, 12, 11) | placed(insn, 11, 11, 4) | placed(insn, 10, 9, 8) |
                           placed(insn, 8, 8, 10) | placed(insn, 7, 7, 6) | placed(insn, 6, 6, 7) |
                           placed(insn, 5, 3, 1) | placed(insn, 2, 2, 5),
                       12);
}

static int64_t compare_offset(uint32_t insn)
{
  return sign_extended(placed(insn, 12, 12, 8) | placed(insn, 11, 10, 3) | placed(insn, 6, 5, 6) |
                           placed(insn, 4, 3, 1) | placed(insn, 2, 2, 5),
                       9);
}

// C.JR, C.JALR, C.EBREAK, C.MV, C.ADD.
static struct core_insn compressed_register(uint32_t insn)
{
  const uint32_t rs1 = bits(insn, 11, 7);
  const bool links = bits(insn, 12, 12) != 0;
  if (bits(insn, 6, 2) != 0 || (rs1 == 0 && !links)) {
    return (struct core_insn){.bytes = 2};
  }
  return rs1 == 0 ? (struct core_insn){.bytes = 2, .late = true} : indirect(2, links ? LINK : 0, rs1);
}

static struct core_insn compressed(uint32_t insn)
{
  switch (bits(insn, 1, 0) << 3 | bits(insn, 15, 13)) {
  case 002:  // C.LW
  case 003:  // C.LD
  case 022:  // C.LWSP
  case 023:  // C.LDSP
    return access(2, false);
  case 006:  // C.SW
  case 007:  // C.SD
  case 026:  // C.SWSP
  case 027:  // C.SDSP
    return access(2, true);
  case 015:  // C.J
    return direct(2, false, jump_offset(insn));
  case 016:  // C.BEQZ
  case 017:  // C.BNEZ
    return direct(2, true, compare_offset(insn));
  case 024:
    return compressed_register(insn);
  default:
    return (struct core_insn){.bytes = 2};
  }
}

// ---------------------------------------------------------------------------------------------------------
// 32 bits

// LR and SC are exclusives; of the others, those that discard what was in memory return nothing.
static struct core_insn atomic(uint32_t insn)
{
  enum { LR = 2, SC = 3 };
  const uint32_t funct5 = bits(insn, 31, 27);
  const bool exclusive = funct5 == LR || funct5 == SC;
  return (struct core_insn){.kind = CORE_INSN_ACCESS,
                            .bytes = 4,
                            .late = true,
                            .store = exclusive ? funct5 == SC : bits(insn, 11, 7) == 0,
                            .atomic = !exclusive,
                            .exclusive = exclusive,
                            .acq_rel = bits(insn, 26, 25) != 0};
}

static struct core_insn system_insn(uint32_t insn)
{
  enum { SRET = 0x10200073, MRET = 0x30200073 };
  const bool returns = insn == SRET || insn == MRET;
  return (struct core_insn){.kind = returns ? CORE_INSN_BRANCH : CORE_INSN_OTHER,
                            .bytes = 4,
                            .late = true,
                            .indirect = returns,
                            .returns = returns};
}

struct core_insn core_insn_decode(uint32_t insn)
{
  if (bits(insn, 1, 0) != 3) {
    return compressed(insn);
  }
  switch (bits(insn, 6, 0)) {
  case 0x03:  // LOAD
    return access(4, false);
  case 0x23:  // STORE
    return access(4, true);
  case 0x2F:  // AMO
    return atomic(insn);
  case 0x63:  // BRANCH
    return direct(4, true,
                  sign_extended(placed(insn, 31, 31, 12) | placed(insn, 30, 25, 5) | placed(insn, 11, 8, 1) |
                                    placed(insn, 7, 7, 11),
                                13));
  case 0x67:  // JALR
    return indirect(4, bits(insn, 11, 7), bits(insn, 19, 15));
  case 0x6F: {  // JAL
    struct core_insn jump = direct(4, false,
                                   sign_extended(placed(insn, 31, 31, 20) | placed(insn, 30, 21, 1) |
                                                     placed(insn, 20, 20, 11) | placed(insn, 19, 12, 12),
                                                 21));
    jump.call = is_link(bits(insn, 11, 7));
    return jump;
  }
  case 0x0F:  // MISC-MEM
    return (struct core_insn){.bytes = 4, .late = true};
  case 0x73:  // SYSTEM
    return system_insn(insn);
  default:
    return (struct core_insn){.bytes = 4};
  }
}
