// SPDX-License-Identifier: Apache-2.0
//
// The Profiling Buffer of an operating system: a range of virtual addresses on scattered physical pages.
#ifndef TB_UNIT_ENV_BUFFER_PAGES_H
#define TB_UNIT_ENV_BUFFER_PAGES_H

#include "unit/env/axi_memory.h"
#include "unit/env/mmu.h"

// Start of the buffer: in a kernel mapping; as an intermediate physical address (FEAT_SPE_nVM).
#define BUFFER_VA UINT64_C(0xFFFF800010000000)
#define BUFFER_IPA UINT64_C(0x0000004010000000)

struct buffer_pages {
  struct mmu *mmu;
  const struct axi_memory *memory;
  uint64_t *page_pa;  // physical address of each page
  uint64_t base;
  size_t bytes;  // a multiple of 4096
  uint8_t pas;
};

// A buffer at `base`. Chooses every page's physical page by seed. Maps them all into mmu if map_all. The caller owns
// mmu and memory. False if out of memory; buffer_pages_free() is needed even then.
bool buffer_pages_init(struct buffer_pages *buffer, uint64_t base, size_t bytes, uint8_t pas, bool map_all,
                       uint64_t seed, struct mmu *mmu, const struct axi_memory *memory);
void buffer_pages_free(struct buffer_pages *buffer);

// The first address after the buffer.
uint64_t buffer_pages_limit(const struct buffer_pages *buffer);

// Maps the page of va, which must be inside the buffer. False if out of memory.
bool buffer_pages_map(struct buffer_pages *buffer, uint64_t va);

// Copies size bytes at va, read through the page table. False if one of them is not mapped.
bool buffer_pages_read(const struct buffer_pages *buffer, uint64_t va, uint8_t *data, size_t size);

#endif  // TB_UNIT_ENV_BUFFER_PAGES_H
