// SPDX-License-Identifier: Apache-2.0
//
// Random software for the performance monitors, and random PMU events of the core. Counters start near their overflow,
// so that overflows, chained counts and interrupts are frequent.
#ifndef TB_UNIT_STIMULUS_RANDOM_RANDOM_PMU_H
#define TB_UNIT_STIMULUS_RANDOM_RANDOM_PMU_H

#include "unit/stimulus/random/random_sysreg.h"

enum { RANDOM_PMU_EVENTS = 4 };  // most nonzero pins in a cycle

struct random_pmu_pins {
  uint8_t pin[RANDOM_PMU_EVENTS];  // set in the previous cycle
  uint32_t count;
  uint8_t existing
      [SPU_MAX_PMU_EVENTS];  // pins of PMU events that the configuration has, in order; or a pin without one
  uint32_t existing_count;   // at least 1
};

// No pin is set.
void random_pmu_init(struct random_pmu_pins *pins, const struct spu_config *config);

// Fills the pmu_event pins: up to RANDOM_PMU_EVENTS of them hold a small count, with chance `percent` each;
// sometimes a pin without an event.
void random_pmu_drive(struct random_pmu_pins *pins, struct rng *rng, uint32_t percent, struct spu_in *in);

// Appends the writes that program some event counters, the cycle counter, their interrupts, and last PMCR_EL0.
void random_pmu_setup(struct random_sysreg *sysreg, const struct spu_config *config, struct rng *rng);

// Appends the handler of an interrupt or a PMU Profiling exception: clears all or some overflow flags and sets some
// counters near their overflow.
void random_pmu_service(struct random_sysreg *sysreg, const struct spu_config *config, struct rng *rng);

// One access to any register of the performance monitors, with sensible or arbitrary data.
struct random_access random_pmu_any(const struct spu_config *config, struct rng *rng);

#endif  // TB_UNIT_STIMULUS_RANDOM_RANDOM_PMU_H
