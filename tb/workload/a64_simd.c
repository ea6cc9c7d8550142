// SPDX-License-Identifier: Apache-2.0
//
// Advanced SIMD and cryptography (Arm ARM C4.1, Data Processing -- Scalar Floating-Point and Advanced SIMD).
// None of it accesses memory or is conditional, so encoding groups are told apart here, not the instructions
// in them: an opcode that is unallocated inside an allocated group counts as allocated.
#include "workload/a64_groups.h"

static const struct a64_pattern patterns[] = {
    {0xBFA0FC00, 0x2E20FC00, A64_FP_DIVIDE},  // FDIV (vector)
    {0xBFE0FC00, 0x2E403C00, A64_FP_DIVIDE},  // FDIV (vector, half precision)
    {0xBFBFFC00, 0x2EA1F800, A64_FP_DIVIDE},  // FSQRT (vector)
    {0xBFFFFC00, 0x2EF9F800, A64_FP_DIVIDE},  // FSQRT (vector, half precision)
    // Vectors.
    {0x9F200400, 0x0E200400, A64_FP},  // three same
    {0x9F200C00, 0x0E200000, A64_FP},  // three different
    {0x9F3E0C00, 0x0E200800, A64_FP},  // two-register miscellaneous
    {0x9F7E0C00, 0x0E780800, A64_FP},  // the same, half precision: bit 23 chooses the operation
    {0x9F3E0C00, 0x0E300800, A64_FP},  // across lanes
    {0x9FE08400, 0x0E000400, A64_FP},  // copy
    {0xBFE08C00, 0x0E000000, A64_FP},  // TBL, TBX
    {0xBF208C00, 0x0E000800, A64_FP},  // UZP, TRN, ZIP
    {0xBFE08400, 0x2E000000, A64_FP},  // EXT
    {0x9F60C400, 0x0E400400, A64_FP},  // three same, half precision
    {0x9F208400, 0x0E008400, A64_FP},  // three same, extra
    {0x9F800400, 0x0F000400, A64_FP},  // modified immediate, shift by immediate
    {0x9F000400, 0x0F000000, A64_FP},  // by indexed element
    // Scalars.
    {0xDF200400, 0x5E200400, A64_FP},  // three same
    {0xDF200C00, 0x5E200000, A64_FP},  // three different
    {0xDF3E0C00, 0x5E200800, A64_FP},  // two-register miscellaneous
    {0xDF7E0C00, 0x5E780800, A64_FP},  // the same, half precision
    {0xDF3E0C00, 0x5E300800, A64_FP},  // pairwise
    {0xFFE0FC00, 0x5E000400, A64_FP},  // copy
    {0xDF60C400, 0x5E400400, A64_FP},  // three same, half precision
    {0xDF208400, 0x5E008400, A64_FP},  // three same, extra
    {0xDF800400, 0x5F000400, A64_FP},  // shift by immediate
    {0xDF000400, 0x5F000000, A64_FP},  // by indexed element
    // Cryptography.
    {0xFFFFCC00, 0x4E284800, A64_FP},  // AES
    {0xFFE08C00, 0x5E000000, A64_FP},  // SHA, three registers
    {0xFFFFCC00, 0x5E280800, A64_FP},  // SHA, two registers
    {0xFF808000, 0xCE000000, A64_FP},  // four registers: EOR3, BCAX, SM3SS1
    {0xFFE0C000, 0xCE408000, A64_FP},  // SM3TT
    {0xFFE0B000, 0xCE608000, A64_FP},  // SHA512, RAX1, SM3PARTW, SM4EKEY
    {0xFFE00000, 0xCE800000, A64_FP},  // XAR
    {0xFFFFF800, 0xCEC08000, A64_FP},  // SHA512SU0, SM4E
};

struct a64_class a64_simd_fp(uint32_t opcode)
{
  if (a64_bit(opcode, 28) && !a64_bit(opcode, 30)) {
    return a64_scalar_fp(opcode);
  }
  const struct a64_pattern *pattern = a64_find(patterns, sizeof patterns / sizeof patterns[0], opcode);
  return pattern != NULL ? a64_other(pattern->unit) : a64_unallocated();
}
