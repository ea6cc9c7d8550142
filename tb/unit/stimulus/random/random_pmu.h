// SPDX-License-Identifier: Apache-2.0
//
// What random software does with the performance monitors, and how often the core's events occur.
// Counters start near their overflow, so that overflow, chained counters and the interrupt come all the
// time.
#ifndef TB_UNIT_STIMULUS_RANDOM_RANDOM_PMU_H
#define TB_UNIT_STIMULUS_RANDOM_RANDOM_PMU_H

#include "unit/stimulus/random/random_sysreg.h"

enum { RANDOM_PMU_EVENTS = 4 };  // pins that are not 0 in a cycle, at most

struct random_pmu_pins {
  uint8_t pin[RANDOM_PMU_EVENTS];  // set in the previous cycle
  uint32_t count;
  uint8_t existing
      [SPU_MAX_PMU_EVENTS];  // pins of events that the configuration has, in order; or one that has none
  uint32_t existing_count;   // at least 1
};

// No pin is set.
void random_pmu_init(struct random_pmu_pins *pins, const struct spu_config *config);

// Fills the pmu_event pins: up to RANDOM_PMU_EVENTS of them hold a small count, with chance `percent` each;
// now and then one that has no event.
void random_pmu_drive(struct random_pmu_pins *pins, struct rng *rng, uint32_t percent, struct spu_in *in);

// Appends a programming: some event counters, the cycle counter, their interrupts, PMCR_EL0 last.
void random_pmu_setup(struct random_sysreg *sysreg, const struct spu_config *config, struct rng *rng);

// Appends a handler of an interrupt or a PMU Profiling exception: overflow flags cleared, all or some, and some
// counters set near their overflow.
void random_pmu_service(struct random_sysreg *sysreg, const struct spu_config *config, struct rng *rng);

// One access to any of their registers, with sensible or senseless data.
struct random_access random_pmu_any(const struct spu_config *config, struct rng *rng);

#endif  // TB_UNIT_STIMULUS_RANDOM_RANDOM_PMU_H
