// SPDX-License-Identifier: Apache-2.0
//
// The core model's translation of data and instructions: for each a first-level and a second-level TLB of 4 KB pages.
// The workload's page table is a formula.
#ifndef TB_PROGRAMS_CORE_TLB_H
#define TB_PROGRAMS_CORE_TLB_H

#include "programs/core/cache.h"

struct tlb {
  struct cache l1;  // 64 pages
  struct cache l2;  // 1024 pages
};

struct tlb_access {
  uint64_t pa;      // 49 bits
  uint32_t clocks;  // latency of the translation: 0 for a hit in the first level
  bool walk;        // a translation table walk was made
};

// Empty TLBs. False if out of memory.
bool tlb_init(struct tlb *tlb);
void tlb_free(struct tlb *tlb);

// Translates va, ignoring the top byte, and fills its page into both levels.
struct tlb_access tlb_translate(struct tlb *tlb, uint64_t va);

// The physical address of va: different pages of the 48-bit address space map to different pages, in pseudorandom
// order. Physical addresses of the workload have bit 48 set.
#define TLB_WORKLOAD_MEMORY (UINT64_C(1) << 48)
uint64_t tlb_workload_pa(uint64_t va);

#endif  // TB_PROGRAMS_CORE_TLB_H
