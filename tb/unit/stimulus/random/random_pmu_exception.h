// SPDX-License-Identifier: Apache-2.0
//
// What random software and the PE's higher Exception levels do with PMU Profiling exceptions (FEAT_EBEP):
// MDCR_EL3.PMEE, MDCR_EL2.PMEE and PMECR_EL1. Nothing in a configuration without.
#ifndef TB_UNIT_STIMULUS_RANDOM_RANDOM_PMU_EXCEPTION_H
#define TB_UNIT_STIMULUS_RANDOM_RANDOM_PMU_EXCEPTION_H

#include "spu.h"
#include "unit/util/rng.h"

// The fields PMEE: mostly they leave it to the level below.
void random_pmu_exception_controls(const struct spu_config *config, struct rng *rng, struct spu_in *in);

// PMECR_EL1: exceptions mostly, interrupts, reserved values of PMEE; now and then RES0 bits.
uint64_t random_pmu_exception_value(struct rng *rng);

// Some level takes an exception.
static inline bool random_pmu_exception_high(const struct spu_out *out)
{
  return out->pmu_exception_el1 || out->pmu_exception_el2 || out->pmu_exception_el3;
}

#endif  // TB_UNIT_STIMULUS_RANDOM_RANDOM_PMU_EXCEPTION_H
