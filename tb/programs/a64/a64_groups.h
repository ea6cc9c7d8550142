// SPDX-License-Identifier: Apache-2.0
//
// Internals of the A64 decoder: one function per main encoding group of Arm ARM C4.1, and helpers for bits. The
// argument of each is an opcode of its group.
#ifndef TB_PROGRAMS_A64_A64_GROUPS_H
#define TB_PROGRAMS_A64_A64_GROUPS_H

#include "programs/a64/a64.h"

#include <stddef.h>

// Bits high..low of an opcode.
static inline uint32_t a64_bits(uint32_t opcode, unsigned high, unsigned low)
{
  return opcode >> low & (0xFFFFFFFFU >> (31U - (high - low)));
}

static inline bool a64_bit(uint32_t opcode, unsigned number)
{
  return (opcode >> number & 1U) != 0;
}

// Encodings that have `value` in the bits of `mask`, and the unit that executes them.
struct a64_pattern {
  uint32_t mask;
  uint32_t value;
  enum a64_unit unit;
};

// The first of `count` patterns that the opcode matches, or null.
const struct a64_pattern *a64_find(const struct a64_pattern *patterns, size_t count, uint32_t opcode);

// The class of an unallocated encoding, and of one that is neither a memory access nor a branch.
static inline struct a64_class a64_unallocated(void)
{
  return (struct a64_class){.kind = SPU_KIND_OTHER, .unit = A64_INTEGER};
}

static inline struct a64_class a64_other(enum a64_unit unit)
{
  return (struct a64_class){.kind = SPU_KIND_OTHER, .unit = unit, .allocated = true};
}

// C4.1, the main groups.
struct a64_class a64_dp_immediate(uint32_t opcode);  // Data Processing -- Immediate
struct a64_class
a64_branch_system(uint32_t opcode);                 // Branches, Exception Generating and System instructions
struct a64_class a64_load_store(uint32_t opcode);   // Loads and Stores
struct a64_class a64_dp_register(uint32_t opcode);  // Data Processing -- Register
struct a64_class a64_simd_fp(uint32_t opcode);      // Data Processing -- Scalar FP and Advanced SIMD
struct a64_class a64_sve(uint32_t opcode);          // SVE encodings
struct a64_class a64_sme(uint32_t opcode);          // SME encodings

// Parts of the last two in separate files.
struct a64_class a64_scalar_fp(uint32_t opcode);
struct a64_class a64_sve_memory(uint32_t opcode);

// Parts of Loads and Stores in separate files.
struct a64_class a64_exclusive(uint32_t opcode);        // exclusive, ordered, compare and swap
struct a64_class a64_atomic(uint32_t opcode);           // atomic memory operations, LDAPR, 64-byte accesses
struct a64_class a64_simd_structures(uint32_t opcode);  // Advanced SIMD load/store of structures

#endif  // TB_PROGRAMS_A64_A64_GROUPS_H
