// SPDX-License-Identifier: Apache-2.0
//
// The core model's TLBs, which determine the translation latency (requirement D3) and TLB events (D5) of records.
#include "programs/core/tlb.h"
#include "unit/test/test.h"

#include <stdlib.h>

TEST(second_access_hits)  // D3
{
  struct tlb tlb;
  assert_true(tlb_init(&tlb));
  const struct tlb_access first = tlb_translate(&tlb, 0x400123);
  assert_true(first.walk && first.clocks > 0);
  const struct tlb_access second = tlb_translate(&tlb, 0x400FFF);
  assert_false(second.walk);
  assert_int_equal(second.clocks, 0);
  assert_int_equal(second.pa - first.pa, 0xFFF - 0x123);
  assert_true(tlb_translate(&tlb, 0x401000).walk);
  tlb_free(&tlb);
}

TEST(second_level_is_slower_than_a_hit_and_faster_than_a_walk)
{
  struct tlb tlb;
  assert_true(tlb_init(&tlb));
  uint32_t walk = 0;
  for (uint64_t page = 0; page < 512; page++) {  // more than the first level holds, fewer than the second
    walk = tlb_translate(&tlb, page << 12).clocks;
  }
  const struct tlb_access again = tlb_translate(&tlb, 0);
  assert_false(again.walk);
  assert_in_range(again.clocks, 1, walk - 1);
  tlb_free(&tlb);
}

TEST(tag_does_not_change_the_translation)
{
  struct tlb tlb;
  assert_true(tlb_init(&tlb));
  const struct tlb_access plain = tlb_translate(&tlb, 0x0000007F12345678);
  const struct tlb_access tagged = tlb_translate(&tlb, 0xAB00007F12345678);
  assert_false(tagged.walk);
  assert_int_equal(plain.pa, tagged.pa);
  tlb_free(&tlb);
}

static int compare(const void *a, const void *b)
{
  const uint64_t x = *(const uint64_t *)a;
  const uint64_t y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

TEST(no_two_pages_share_a_physical_page)
{
  enum { PAGES = 1 << 17 };
  static uint64_t images[2 * PAGES];
  for (uint64_t page = 0; page < PAGES; page++) {  // code and stack of a typical program
    images[page] = tlb_workload_pa(0x400000 + (page << 12)) >> 12;
    images[PAGES + page] = tlb_workload_pa(0x7FFFE0000000 + (page << 12)) >> 12;
  }
  qsort(images, 2 * PAGES, sizeof images[0], compare);
  for (size_t i = 0; i < 2 * PAGES; i++) {
    assert_int_equal(images[i] >> 36, 1);
    assert_true(i == 0 || images[i] != images[i - 1]);
  }
}
