// SPDX-License-Identifier: Apache-2.0
//
// The speed of an episode's memory.
#ifndef TB_UNIT_STIMULUS_RANDOM_RANDOM_SPEED_H
#define TB_UNIT_STIMULUS_RANDOM_RANDOM_SPEED_H

#include "unit/env/axi_memory.h"
#include "unit/env/mmu.h"
#include "unit/stimulus/random/random_profile.h"
#include "unit/util/rng.h"

// Sets a random timing of this class for bus and translation; `errors` is the percentage of error responses.
void random_speed_set(enum random_speed speed, uint32_t errors, struct rng *rng, struct axi_memory *memory,
                      struct mmu *mmu);

#endif  // TB_UNIT_STIMULUS_RANDOM_RANDOM_SPEED_H
