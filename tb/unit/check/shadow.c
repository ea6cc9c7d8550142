// SPDX-License-Identifier: Apache-2.0
#include "unit/check/shadow.h"

#include <stdlib.h>
#include <string.h>

struct page {
  uint8_t data[PAGE_BYTES];
  bool known[PAGE_BYTES];
  bool changed;  // since the last comparison
};

static uint64_t key_of(uint64_t pa, uint8_t pas)
{
  return (pa >> PAGE_SHIFT) << 2 | pas;
}

void shadow_free(struct shadow *shadow)
{
  page_map_clear(&shadow->pages, free);
}

static struct page *page_of(struct shadow *shadow, uint64_t pa, uint8_t pas)
{
  struct page *page = page_map_make(&shadow->pages, key_of(pa, pas), sizeof *page);
  shadow->incomplete = shadow->incomplete || page == NULL;
  return page;
}

void shadow_forget(struct shadow *shadow, const struct axi_beat *beat)
{
  struct page *page = page_map_find(&shadow->pages, key_of(beat->addr, beat->pas));
  const uint64_t first = beat->addr % PAGE_BYTES;
  for (uint64_t lane = 0; page != NULL && beat->strobe >> lane != 0; lane++) {
    if ((beat->strobe >> lane & 1U) != 0) {
      page->known[first + lane] = false;
    }
    if (lane == 63) {
      break;
    }
  }
}

void shadow_keep(struct shadow *shadow, const struct spu_write *write)
{
  struct page *page = page_of(shadow, write->pa, write->pas);  // one write lies within one page
  const uint64_t first = write->pa % PAGE_BYTES;
  for (uint32_t i = 0; page != NULL && i < write->len && first + i < PAGE_BYTES; i++) {
    page->data[first + i] = write->data[i];
    page->known[first + i] = true;
    page->changed = true;
  }
}

static bool check_page(const struct page *page, uint64_t key, const struct axi_memory *memory,
                       struct shadow_break *broken)
{
  uint8_t data[PAGE_BYTES];
  const uint64_t pa = key >> 2 << PAGE_SHIFT;
  const uint8_t pas = (uint8_t)(key & 3U);
  axi_memory_read(memory, pa, pas, data, sizeof data);
  for (uint32_t i = 0; i < PAGE_BYTES; i++) {
    if (page->known[i] && page->data[i] != data[i]) {
      *broken = (struct shadow_break){pa + i, pas, page->data[i], data[i]};
      return false;
    }
  }
  return true;
}

bool shadow_check(struct shadow *shadow, const struct axi_memory *memory, struct shadow_break *broken)
{
  for (size_t i = 0; i < shadow->pages.capacity; i++) {
    struct page *page = shadow->pages.slots[i].value;
    if (page == NULL || !page->changed) {
      continue;
    }
    page->changed = false;
    if (!check_page(page, shadow->pages.slots[i].key, memory, broken)) {
      return false;
    }
  }
  return true;
}
