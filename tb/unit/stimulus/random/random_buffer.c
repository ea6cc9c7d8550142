// SPDX-License-Identifier: Apache-2.0
#include "unit/stimulus/random/random_buffer.h"

enum { PAGE = 4096, MAX_PAGES = 6, PHYSICAL_BASES = 8 };

void random_buffer_init(struct random_buffer *buffer, struct rng *rng)
{
  buffer->nvm = false;
  for (int i = 0; i < RANDOM_BUFFER_FRAMES; i++) {
    buffer->frame[i] = (rng_next(rng) >> 20) << 12;  // a page address below 2^56
  }
}

// Fault status codes of stage 1 and stage 2 translations (D17.8.3): address size, translation, Access flag,
// permission at each level, alignment, TLB conflict, unsupported atomic update.
static uint8_t pick_fsc(struct rng *rng)
{
  static const uint8_t codes[] = {0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x09,
                                  0x0A, 0x0B, 0x0D, 0x0E, 0x0F, 0x21, 0x30, 0x31};
  return codes[rng_below(rng, sizeof codes)];
}

// The same for FEAT_SPE_EXC, with External aborts and Granule Protection Faults, which depend on the level (D17.8).
static uint8_t pick_routed_fsc(const struct spu_config *config, struct rng *rng)
{
  static const uint8_t aborts[] = {0x10, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x1B};
  static const uint8_t granule[] = {0x22, 0x23, 0x24, 0x25, 0x26, 0x27, 0x28};
  const uint32_t dice = rng_below(rng, 100);
  if (dice < 30) {
    return aborts[rng_below(rng, sizeof aborts)];
  }
  return dice < 60 && config->have_rme ? granule[rng_below(rng, sizeof granule)] : pick_fsc(rng);
}

// A base without stage 1 translation: a physical or intermediate physical address. There are few, so that memory stays
// small; some are wider than the MMU's addresses, also by a bit beyond FEAT_LPA's.
static uint64_t pick_physical(const struct random_buffer *buffer, struct rng *rng)
{
  const uint64_t base = buffer->frame[rng_below(rng, PHYSICAL_BASES)] & 0x00007FFFFFFF0000;
  if (!rng_percent(rng, 15)) {
    return base;
  }
  return base |
         (uint64_t)1 << (rng_percent(rng, 50) ? MMU_PA_BITS + rng_below(rng, 4) : 52 + rng_below(rng, 12));
}

// Chooses the memory type of the pages, and whether there is stage 1 translation.
static void place_memory(struct random_buffer *buffer, struct rng *rng, struct mmu *mmu)
{
  buffer->nvm = rng_percent(rng, 40);
  if (buffer->nvm) {
    buffer->base = pick_physical(buffer, rng);
  }
  mmu_set_stage2(mmu, rng_percent(rng, 75));
}

uint8_t random_buffer_attr(struct rng *rng)
{
  static const uint8_t usual[] = {0xFF, 0xFF, 0xEE, 0xBB, 0x77, 0xF4, 0x4F, 0x44, 0x00, 0x04, 0x08, 0x0C};
  return rng_percent(rng, 75) ? usual[rng_below(rng, sizeof usual)] : (uint8_t)rng_below(rng, 256);
}

// A physical address space {NSE, NS}; the buffer is never in Root's.
static uint8_t pick_space(const struct spu_config *config, struct rng *rng)
{
  const uint8_t spaces[] = {0, 1, 3};
  return spaces[rng_below(rng, config->have_rme ? 3 : 2)];
}

bool random_buffer_place(struct random_buffer *buffer, const struct spu_config *config,
                         const struct random_profile *profile, struct rng *rng, struct mmu *mmu)
{
  const uint64_t half = rng_percent(rng, 50) ? 0xFFFF000000000000 : 0;
  buffer->pages = 1 + rng_below(rng, MAX_PAGES);
  if (rng_percent(rng, 8)) {  // the last pages of a half; the upper one ends at 2^64, where LIMIT is 0
    buffer->base = (half | 0x0000FFFFFFFFF000) - (uint64_t)PAGE * (buffer->pages - 1);
  } else {
    buffer->base = half | (rng_next(rng) & 0x00007FFFFFFF0000);
  }
  mmu_unmap_all(mmu);
  if (config->have_spe_nvm) {
    place_memory(buffer, rng, mmu);
  }
  for (uint32_t i = 0; i < buffer->pages; i++) {
    struct mmu_page page = {
        .va = buffer->base + (uint64_t)PAGE * i,
        .pa = buffer->frame[rng_below(rng, RANDOM_BUFFER_FRAMES)],
        .pas = pick_space(config, rng),
        .fault = rng_percent(rng, profile->faulting_pages),
        .stage2 = config->have_el2 && rng_percent(rng, 40),
        .gpc = config->have_rme && rng_percent(rng, 25),
        .fsc = config->spe_version >= 5 ? pick_routed_fsc(config, rng) : pick_fsc(rng),
        .cause = (uint8_t)rng_below(rng, MMU_CAUSES + 1),
    };
    if (config->have_spe_nvm) {
      page.attr = random_buffer_attr(rng);
      page.sh = (uint8_t)rng_below(rng, 4);
    }
    if (!mmu_map(mmu, &page)) {
      return false;
    }
  }
  random_buffer_point(buffer, config, profile, rng);
  return true;
}

void random_buffer_point(struct random_buffer *buffer, const struct spu_config *config,
                         const struct random_profile *profile, struct rng *rng)
{
  const uint64_t align = (uint64_t)1 << config->record_align;
  const uint64_t largest = (uint64_t)1 << config->max_size;
  const uint32_t first = rng_below(rng, buffer->pages);
  const uint32_t end = first + 1 + rng_below(rng, buffer->pages - first);
  buffer->limit = buffer->base + (uint64_t)PAGE * end;
  if (!rng_percent(rng, profile->tight)) {
    buffer->pointer = buffer->base + (uint64_t)PAGE * first + rng_below(rng, PAGE);
  } else if (rng_percent(rng, 50)) {
    // One of the next records crosses the end of the page.
    const uint64_t page_end = buffer->base + (uint64_t)PAGE * (first + 1);
    buffer->pointer = page_end - align * rng_below(rng, (uint32_t)(3 * largest / align) + 1);
  } else {
    // Room for none to three records.
    buffer->pointer = buffer->limit - largest - align * rng_below(rng, (uint32_t)(3 * largest / align) + 1);
    if (rng_percent(rng, 5)) {
      buffer->pointer = buffer->limit - align * rng_below(rng, 4);
    }
  }
  // Each bit alone then decides whether the pointer is below the limit, or in the page before it.
  if (rng_percent(rng, 4)) {
    buffer->limit ^= (uint64_t)PAGE << rng_below(rng, 52);
  }
  // Software should align the pointer when it configures the buffer (RHLXGD). This unit and its model accept any
  // pointer, so that every byte of a record can be the first of a page.
  if (rng_percent(rng, 75)) {
    buffer->pointer &= ~(align - 1);
  } else {
    buffer->pointer -= rng_below(rng, (uint32_t)align);
  }
}
