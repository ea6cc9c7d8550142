// SPDX-License-Identifier: Apache-2.0
#include "programs/core/tlb.h"

#include <stddef.h>

enum { TLB_PAGE_SHIFT = 12, PAGE_NUMBER_BITS = 36, L2_HIT_CLOCKS = 5, WALK_CLOCKS = 28 };

bool tlb_init(struct tlb *tlb)
{
  const bool l1 = cache_init(&tlb->l1, TLB_PAGE_SHIFT, 16, 4);
  const bool l2 = cache_init(&tlb->l2, TLB_PAGE_SHIFT, 256, 4);
  return l1 && l2;
}

void tlb_free(struct tlb *tlb)
{
  cache_free(&tlb->l1);
  cache_free(&tlb->l2);
}

uint64_t tlb_workload_pa(uint64_t va)
{
  // Multiplication by an odd number and folding of high bits into low ones are both invertible, so no two of the 36-bit
  // page numbers collide.
  const uint64_t mask = ((uint64_t)1 << PAGE_NUMBER_BITS) - 1;
  uint64_t page = (va >> TLB_PAGE_SHIFT) & mask;
  page = (page * 0x9E3779B97F4A7C15U) & mask;
  page ^= page >> (PAGE_NUMBER_BITS / 2);
  return TLB_WORKLOAD_MEMORY | page << TLB_PAGE_SHIFT | (va & ((1U << TLB_PAGE_SHIFT) - 1U));
}

struct tlb_access tlb_translate(struct tlb *tlb, uint64_t va)
{
  const uint64_t address = va & (((uint64_t)1 << 56) - 1);
  struct tlb_access access = {.pa = tlb_workload_pa(va)};
  if (cache_lookup(&tlb->l1, address) != NULL) {
    return access;
  }
  access.clocks = L2_HIT_CLOCKS;
  if (cache_lookup(&tlb->l2, address) == NULL) {
    access.clocks = WALK_CLOCKS;
    access.walk = true;
    cache_fill(&tlb->l2, address, 0);
  }
  cache_fill(&tlb->l1, address, 0);
  return access;
}
