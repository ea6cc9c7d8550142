// SPDX-License-Identifier: Apache-2.0
//
// Random controls of PMU Profiling exceptions (FEAT_EBEP): MDCR_EL3.PMEE, MDCR_EL2.PMEE and PMECR_EL1. Without the
// feature, nothing.
#ifndef TB_UNIT_STIMULUS_RANDOM_RANDOM_PMU_EXCEPTION_H
#define TB_UNIT_STIMULUS_RANDOM_RANDOM_PMU_EXCEPTION_H

#include "spu.h"
#include "unit/util/rng.h"

// The PMEE fields: mostly they leave the choice to the level below.
void random_pmu_exception_controls(const struct spu_config *config, struct rng *rng, struct spu_in *in);

// PMECR_EL1: mostly exceptions, else interrupts or reserved values of PMEE; sometimes RES0 bits.
uint64_t random_pmu_exception_value(struct rng *rng);

// Whether an exception to some level is pending.
static inline bool random_pmu_exception_high(const struct spu_out *out)
{
  return out->pmu_exception_el1 || out->pmu_exception_el2 || out->pmu_exception_el3;
}

#endif  // TB_UNIT_STIMULUS_RANDOM_RANDOM_PMU_EXCEPTION_H
