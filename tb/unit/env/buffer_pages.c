// SPDX-License-Identifier: Apache-2.0
#include "unit/env/buffer_pages.h"

#include "unit/env/page_map.h"
#include "unit/util/rng.h"

#include <stdlib.h>

#define BUFFER_PA UINT64_C(0x0000008800000000)

bool buffer_pages_init(struct buffer_pages *buffer, uint64_t base, size_t bytes, uint8_t pas, bool map_all,
                       uint64_t seed, struct mmu *mmu, const struct axi_memory *memory)
{
  const uint32_t pages = (uint32_t)(bytes >> PAGE_SHIFT);
  struct rng rng;
  rng_seed(&rng, seed, 0xC4);
  *buffer = (struct buffer_pages){.mmu = mmu, .memory = memory, .base = base, .bytes = bytes, .pas = pas};
  buffer->page_pa = calloc(pages, sizeof *buffer->page_pa);
  if (buffer->page_pa == NULL) {
    return false;
  }
  // Every second page of a range, shuffled: no two are adjacent, so a unit that does not translate each page fails.
  for (uint32_t i = 0; i < pages; i++) {
    const uint32_t other = rng_below(&rng, i + 1);
    buffer->page_pa[i] = buffer->page_pa[other];
    buffer->page_pa[other] = BUFFER_PA + ((uint64_t)i << (PAGE_SHIFT + 1));
  }
  for (uint32_t i = 0; i < pages && map_all; i++) {
    if (!buffer_pages_map(buffer, buffer->base + ((uint64_t)i << PAGE_SHIFT))) {
      return false;
    }
  }
  return true;
}

void buffer_pages_free(struct buffer_pages *buffer)
{
  free(buffer->page_pa);
  buffer->page_pa = NULL;
}

uint64_t buffer_pages_limit(const struct buffer_pages *buffer)
{
  return buffer->base + buffer->bytes;
}

bool buffer_pages_map(struct buffer_pages *buffer, uint64_t va)
{
  const uint64_t index = (va - buffer->base) >> PAGE_SHIFT;
  const struct mmu_page page = {
      .va = buffer->base + (index << PAGE_SHIFT), .pa = buffer->page_pa[index], .pas = buffer->pas};
  return mmu_map(buffer->mmu, &page);
}

bool buffer_pages_read(const struct buffer_pages *buffer, uint64_t va, uint8_t *data, size_t size)
{
  for (size_t done = 0; done < size;) {
    const size_t in_page = (size_t)(PAGE_BYTES - (va + done) % PAGE_BYTES);
    const size_t run = size - done < in_page ? size - done : in_page;
    uint64_t pa;
    uint8_t pas;
    if (!mmu_translate(buffer->mmu, va + done, &pa, &pas)) {
      return false;
    }
    axi_memory_read(buffer->memory, pa, pas, data + done, run);
    done += run;
  }
  return true;
}
