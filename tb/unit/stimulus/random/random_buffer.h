// SPDX-License-Identifier: Apache-2.0
//
// Random Profiling Buffers: a few pages anywhere in the address space, some of which fault, and a pointer and limit in
// them. Pages map to a small pool of physical pages, so that memory stays small in long runs.
#ifndef TB_UNIT_STIMULUS_RANDOM_RANDOM_BUFFER_H
#define TB_UNIT_STIMULUS_RANDOM_RANDOM_BUFFER_H

#include "spu.h"
#include "unit/env/mmu.h"
#include "unit/stimulus/random/random_profile.h"
#include "unit/util/rng.h"

enum { RANDOM_BUFFER_FRAMES = 64 };

struct random_buffer {
  uint64_t frame[RANDOM_BUFFER_FRAMES];  // physical pages
  uint64_t base;                         // virtual address of the first page
  uint32_t pages;
  uint64_t pointer;  // for PMBPTR_EL1
  uint64_t limit;    // for PMBLIMITR_EL1.LIMIT, as an address
  bool nvm;          // FEAT_SPE_nVM: for PMBLIMITR_EL1.nVM; the addresses match
};

// Chooses the physical pages.
void random_buffer_init(struct random_buffer *buffer, struct rng *rng);

// A memory type, encoded as PMBMAR_EL1.Attr, mostly one that software uses.
uint8_t random_buffer_attr(struct rng *rng);

// A new buffer, mapped in *mmu. False if out of memory.
bool random_buffer_place(struct random_buffer *buffer, const struct spu_config *config,
                         const struct random_profile *profile, struct rng *rng, struct mmu *mmu);

// Another pointer and limit in the same pages.
void random_buffer_point(struct random_buffer *buffer, const struct spu_config *config,
                         const struct random_profile *profile, struct rng *rng);

#endif  // TB_UNIT_STIMULUS_RANDOM_RANDOM_BUFFER_H
