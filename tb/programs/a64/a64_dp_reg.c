// SPDX-License-Identifier: Apache-2.0
//
// Data Processing -- Register (Arm ARM C4.1).
#include "programs/a64/a64_groups.h"

static const struct a64_pattern patterns[] = {
    // Logical, then add and subtract (shifted register). A 32-bit register is shifted by less than 32; add and
    // subtract do not rotate.
    {0x9F000000, 0x8A000000, A64_INTEGER},
    {0x9F008000, 0x0A000000, A64_INTEGER},
    {0x9FA00000, 0x8B000000, A64_INTEGER},
    {0x9FE00000, 0x8B800000, A64_INTEGER},
    {0x9FA08000, 0x0B000000, A64_INTEGER},
    {0x9FE08000, 0x0B800000, A64_INTEGER},
    // Add and subtract (extended register), shifted by 0..4.
    {0x1FE01000, 0x0B200000, A64_INTEGER},
    {0x1FE01C00, 0x0B201000, A64_INTEGER},
    // With carry; flags.
    {0x1FE0FC00, 0x1A000000, A64_INTEGER},
    {0xFFE07C10, 0xBA000400, A64_INTEGER},  // RMIF
    {0xFFFFBC1F, 0x3A00080D, A64_INTEGER},  // SETF8, SETF16
    // Data processing (2 source).
    {0x7FE0F800, 0x1AC00800, A64_DIVIDE},   // UDIV, SDIV
    {0x7FE0F000, 0x1AC02000, A64_INTEGER},  // LSLV, LSRV, ASRV, RORV
    {0xFFE0F800, 0x1AC04000, A64_INTEGER},  // CRC32B, CRC32H
    {0xFFE0FC00, 0x1AC04800, A64_INTEGER},  // CRC32W
    {0xFFE0FC00, 0x9AC04C00, A64_INTEGER},  // CRC32X
    {0xFFE0F800, 0x1AC05000, A64_INTEGER},  // CRC32CB, CRC32CH
    {0xFFE0FC00, 0x1AC05800, A64_INTEGER},  // CRC32CW
    {0xFFE0FC00, 0x9AC05C00, A64_INTEGER},  // CRC32CX
    {0x7FE0F000, 0x1AC06000, A64_INTEGER},  // SMAX, UMAX, SMIN, UMIN
    {0xDFE0FC00, 0x9AC00000, A64_INTEGER},  // SUBP, SUBPS
    {0xFFE0F800, 0x9AC01000, A64_INTEGER},  // IRG, GMI
    {0xFFE0FC00, 0x9AC03000, A64_INTEGER},  // PACGA
    // Data processing (1 source).
    {0x7FFFF800, 0x5AC00000, A64_INTEGER},  // RBIT, REV16
    {0x7FFFFC00, 0x5AC00800, A64_INTEGER},  // REV, REV32
    {0xFFFFFC00, 0xDAC00C00, A64_INTEGER},  // REV (64 bits)
    {0x7FFFF800, 0x5AC01000, A64_INTEGER},  // CLZ, CLS
    {0x7FFFF800, 0x5AC01800, A64_INTEGER},  // CTZ, CNT
    {0x7FFFFC00, 0x5AC02000, A64_INTEGER},  // ABS
    {0xFFFFE000, 0xDAC10000, A64_INTEGER},  // PACIA ... AUTDB
    {0xFFFFE3E0, 0xDAC123E0, A64_INTEGER},  // PACIZA ... AUTDZB
    {0xFFFFFBE0, 0xDAC143E0, A64_INTEGER},  // XPACI, XPACD
    // Data processing (3 source).
    {0x7FE00000, 0x1B000000, A64_MULTIPLY},  // MADD, MSUB
    {0xFFE00000, 0x9B200000, A64_MULTIPLY},  // SMADDL, SMSUBL
    {0xFFE00000, 0x9BA00000, A64_MULTIPLY},  // UMADDL, UMSUBL
    {0xFFE08000, 0x9B400000, A64_MULTIPLY},  // SMULH
    {0xFFE08000, 0x9BC00000, A64_MULTIPLY},  // UMULH
};

static const struct a64_pattern conditional_patterns[] = {
    {0x3FE00410, 0x3A400000, A64_INTEGER},  // CCMN, CCMP
    {0x3FE00800, 0x1A800000, A64_INTEGER},  // CSEL, CSINC, CSINV, CSNEG
};

struct a64_class a64_dp_register(uint32_t opcode)
{
  const struct a64_pattern *pattern = a64_find(patterns, sizeof patterns / sizeof patterns[0], opcode);
  if (pattern != NULL) {
    return a64_other(pattern->unit);
  }
  if (a64_find(conditional_patterns, sizeof conditional_patterns / sizeof conditional_patterns[0], opcode) !=
      NULL) {
    struct a64_class class = a64_other(A64_INTEGER);
    class.cond = true;
    return class;
  }
  return a64_unallocated();
}
