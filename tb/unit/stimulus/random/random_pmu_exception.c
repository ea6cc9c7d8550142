// SPDX-License-Identifier: Apache-2.0
#include "unit/stimulus/random/random_pmu_exception.h"

#include "spu_sysreg.h"

enum { INTERRUPT = 0, BELOW = 1, RESERVED = 2, EXCEPTION = 3 };  // MDCR_ELx.PMEE

static uint8_t pick_pmee(struct rng *rng)
{
  static const uint8_t values[] = {BELOW,     BELOW,     BELOW,     BELOW,     BELOW,
                                   EXCEPTION, EXCEPTION, INTERRUPT, INTERRUPT, RESERVED};
  return values[rng_below(rng, sizeof values)];
}

void random_pmu_exception_controls(const struct spu_config *config, struct rng *rng, struct spu_in *in)
{
  if (!config->have_ebep) {
    return;
  }
  in->mdcr_el3_pmee = config->have_el3 ? pick_pmee(rng) : 0;
  in->mdcr_el2_pmee = config->have_el2 ? pick_pmee(rng) : 0;
}

uint64_t random_pmu_exception_value(struct rng *rng)
{
  static const uint8_t pmee[] = {3, 3, 3, 3, 3, 0, 0, 1, 2, 2};
  const uint64_t kpme = rng_percent(rng, 60) ? SPU_PMECR_EL1_KPME : 0;
  const uint64_t reserved = rng_percent(rng, 10) ? rng_next(rng) & ~UINT64_C(7) : 0;
  return pmee[rng_below(rng, sizeof pmee)] | kpme | reserved;
}
