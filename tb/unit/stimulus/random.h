// SPDX-License-Identifier: Apache-2.0
//
// Constrained random stimulus: a pure function of its seed and the unit's outputs. A run is a chain of episodes of some
// thousand cycles, each with a profile (random_profile.h). After the requested number of cycles it drains: no more
// operations, fast memory, PSB CSYNC and DSB; then it is finished.
#ifndef TB_UNIT_STIMULUS_RANDOM_H
#define TB_UNIT_STIMULUS_RANDOM_H

#include "unit/stimulus/inject/inject_counts.h"
#include "unit/stimulus/random/random_profile.h"
#include "unit/stimulus/stimulus.h"

struct random_stimulus;

// Runs for `cycles` cycles and then drains. All episodes have `profile`; if it is null, each draws its own by weight.
// Null if out of memory.
struct random_stimulus *random_create(const struct spu_config *config, uint64_t seed, uint64_t cycles,
                                      const struct random_profile *profile);
void random_destroy(struct random_stimulus *random);

// The stimulus interface, valid until random_destroy().
struct stimulus random_stimulus(struct random_stimulus *random);

// The faults injected so far.
const struct inject_counts *random_injected(const struct random_stimulus *random);

// Operations dispatched so far.
uint64_t random_operations(const struct random_stimulus *random);

#endif  // TB_UNIT_STIMULUS_RANDOM_H
