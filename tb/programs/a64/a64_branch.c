// SPDX-License-Identifier: Apache-2.0
//
// Branches, Exception Generating and System instructions (Arm ARM C4.1).
#include "programs/a64/a64_groups.h"

static struct a64_class branch(void)
{
  return (struct a64_class){.kind = SPU_KIND_BRANCH, .unit = A64_BRANCH, .branch = true, .allocated = true};
}

static struct a64_class conditional_branch(void)
{
  struct a64_class class = branch();
  class.cond = true;
  return class;
}

// Unconditional branch (register): opc selects the branch; op3 and op4 the authentication of the address.
static struct a64_class branch_register(uint32_t opcode)
{
  enum { BR = 0, BLR = 1, RET = 2, ERET = 4, DRPS = 5, BRAA = 8, BLRAA = 9 };
  const uint32_t opc = a64_bits(opcode, 24, 21);
  const uint32_t op3 = a64_bits(opcode, 15, 10);
  const uint32_t rn = a64_bits(opcode, 9, 5);
  const uint32_t op4 = a64_bits(opcode, 4, 0);
  const bool plain = op3 == 0 && op4 == 0;
  const bool authenticated = op3 == 2 || op3 == 3;  // with key A or B
  bool allocated = a64_bits(opcode, 20, 16) == 0x1F;
  struct a64_class class = branch();
  class.indirect = true;
  switch (opc) {
  case BR:
  case BLR:
    allocated = allocated && (plain || (authenticated && op4 == 0x1F));
    break;
  case RET:
    allocated = allocated && (plain || (authenticated && op4 == 0x1F && rn == 0x1F));
    break;
  case ERET:
    allocated = allocated && rn == 0x1F && (plain || (authenticated && op4 == 0x1F));
    break;
  case DRPS:  // leaves Debug state, where profiling is off: not a branch of the program
    return allocated && rn == 0x1F && plain ? a64_other(A64_SYSTEM) : a64_unallocated();
  case BRAA:
  case BLRAA:
    allocated = allocated && authenticated;
    break;
  default:
    allocated = false;
    break;
  }
  class.call = opc == BLR || opc == BLRAA;
  class.ret = opc == RET;
  return allocated ? class : a64_unallocated();
}

static struct a64_class exception_generation(uint32_t opcode)
{
  const uint32_t opc = a64_bits(opcode, 23, 21);
  const uint32_t ll = a64_bits(opcode, 1, 0);
  const bool call = (opc == 0 || opc == 5) && ll != 0;  // SVC, HVC, SMC; DCPS1, DCPS2, DCPS3
  const bool stop = opc >= 1 && opc <= 3 && ll == 0;    // BRK, HLT, TCANCEL
  if (a64_bits(opcode, 4, 2) != 0 || !(call || stop)) {
    return a64_unallocated();
  }
  struct a64_class class = a64_other(A64_SYSTEM);
  class.exception = true;
  return class;
}

static const struct a64_pattern system_patterns[] = {
    {0xFFFFFFC0, 0xD5031000, A64_SYSTEM},   // WFET, WFIT
    {0xFFFFFF9F, 0xD503221F, A64_BARRIER},  // hints that order: ESB, PSB CSYNC, TSB CSYNC, and one more
    {0xFFFFFFFF, 0xD503229F, A64_BARRIER},  // CSDB
    {0xFFFFF01F, 0xD503201F, A64_SYSTEM},   // every other hint
    {0xFFFFF0FF, 0xD503305F, A64_BARRIER},  // CLREX
    {0xFFFFF3FF, 0xD503323F, A64_BARRIER},  // DSB nXS
    {0xFFFFFFFF, 0xD503307F, A64_BARRIER},  // TCOMMIT
    {0xFFFFF0BF, 0xD503309F, A64_BARRIER},  // DSB, ISB
    {0xFFFFF0FF, 0xD50330BF, A64_BARRIER},  // DMB
    {0xFFFFFFFF, 0xD50330FF, A64_BARRIER},  // SB
    {0xFFF8F01F, 0xD500401F, A64_SYSTEM},   // PSTATE
    {0xFFFFFFE0, 0xD5233060, A64_SYSTEM},   // TSTART
    {0xFFFFFFE0, 0xD5233160, A64_SYSTEM},   // TTEST
    {0xFFD80000, 0xD5080000, A64_SYSTEM},   // SYS, SYSL: cache, TLB and address translation operations too
    {0xFFD00000, 0xD5100000, A64_SYSTEM},   // MRS, MSR (register)
};

struct a64_class a64_branch_system(uint32_t opcode)
{
  if (a64_bits(opcode, 30, 26) == 0x05) {  // B, BL
    struct a64_class class = branch();
    class.call = a64_bit(opcode, 31);
    return class;
  }
  if (a64_bits(opcode, 30, 26) == 0x0D) {  // CBZ, CBNZ, TBZ, TBNZ
    return conditional_branch();
  }
  switch (a64_bits(opcode, 31, 24)) {
  case 0x54:  // B.cond, BC.cond
    return conditional_branch();
  case 0xD4:
    return exception_generation(opcode);
  case 0xD5: {
    const size_t count = sizeof system_patterns / sizeof system_patterns[0];
    const struct a64_pattern *pattern = a64_find(system_patterns, count, opcode);
    return pattern != NULL ? a64_other(pattern->unit) : a64_unallocated();
  }
  case 0xD6:
  case 0xD7:
    return branch_register(opcode);
  default:
    return a64_unallocated();
  }
}
