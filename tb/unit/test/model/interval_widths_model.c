// SPDX-License-Identifier: Apache-2.0
//
// The model's side of interval_widths_test.sv: one model per unit, whose counters step through SPEToCollectSample() one
// operation at a time.
#include "spu_internal.h"

enum { UNITS = 16 };

void model_clock(unsigned index, unsigned char ernd, uint64_t pmsirr, uint64_t pmsicr, unsigned valid,
                 uint64_t *pmsicr_next, unsigned *selected)
{
  static struct spu models[UNITS];
  static bool started[UNITS];
  struct spu *spu = &models[index];
  if (!started[index]) {
    struct spu_config config;
    (void)spu_config_by_name("base", &config);
    config.have_ernd = ernd != 0;
    (void)spu_init(spu, &config);
    started[index] = true;
  }
  spu->regs.pmsirr = pmsirr;
  spu->next.pmsicr = pmsicr;
  *selected = 0;
  for (unsigned slot = 0; slot < SPU_MAX_SLOTS; slot++) {
    if ((valid >> slot & 1U) != 0 && SPEToCollectSample(spu)) {
      *selected |= 1U << slot;
    }
  }
  *pmsicr_next = spu->next.pmsicr;
}
