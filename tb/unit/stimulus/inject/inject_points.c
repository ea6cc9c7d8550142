// SPDX-License-Identifier: Apache-2.0
//
// Buffers and register setups for shots.
#include "spu_sysreg.h"
#include "unit/stimulus/inject/inject_method.h"

enum { PAGE = 4096, PAGES = 4 };

// PMSCR_ELx: both enables, context, physical address, timestamp.
enum { CONTROL_ALL = 0x3B };

void inject_point(struct inject *inject, uint32_t bytes)
{
  struct random_buffer *buffer = inject->world.buffer;
  buffer->pages = PAGES;
  for (uint32_t i = 0; i < PAGES; i++) {
    const struct mmu_page page = {.va = buffer->base + (uint64_t)PAGE * i,
                                  .pa = buffer->frame[rng_below(&inject->rng, RANDOM_BUFFER_FRAMES)],
                                  .pas = (uint8_t)rng_below(&inject->rng, 2)};
    (void)mmu_map(inject->world.mmu, &page);  // an unmapped page faults
  }
  buffer->pointer = buffer->base + PAGE - bytes;
  buffer->limit = buffer->base + (uint64_t)PAGE * PAGES;
}

void inject_push_shot(struct inject *inject)
{
  struct random_sysreg *sysreg = inject->world.sysreg;
  const struct random_buffer *buffer = inject->world.buffer;
  random_sysreg_push(sysreg, SPU_PMBPTR_EL1, buffer->pointer);
  random_sysreg_push(sysreg, SPU_PMBLIMITR_EL1, buffer->limit | 1);
  random_sysreg_push(sysreg, SPU_PMBSR_EL1, 0);
  random_sysreg_clear_others(sysreg, inject->world.config);
  random_sysreg_push(sysreg, SPU_PMSICR_EL1, 1 + rng_below(&inject->rng, 12));
}

void inject_push_rich(struct inject *inject)
{
  struct random_sysreg *sysreg = inject->world.sysreg;
  random_sysreg_push(sysreg, SPU_PMSFCR_EL1, 0);
  random_sysreg_push(sysreg, SPU_PMSIRR_EL1, 0x100);
  random_sysreg_push(sysreg, SPU_PMSCR_EL1, CONTROL_ALL);
  if (inject->world.config->have_el2) {
    random_sysreg_push(sysreg, SPU_PMSCR_EL2, CONTROL_ALL);
  }
  if (inject->world.config->have_vhe) {
    random_sysreg_push(sysreg, SPU_PMSCR_EL12, CONTROL_ALL);
  }
}
