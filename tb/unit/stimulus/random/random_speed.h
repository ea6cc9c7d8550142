// SPDX-License-Identifier: Apache-2.0
//
// How fast the memory of an episode is.
#ifndef TB_UNIT_STIMULUS_RANDOM_RANDOM_SPEED_H
#define TB_UNIT_STIMULUS_RANDOM_RANDOM_SPEED_H

#include "unit/env/axi_memory.h"
#include "unit/env/mmu.h"
#include "unit/stimulus/random/random_profile.h"
#include "unit/util/rng.h"

// A random timing of bus and translation of this class; `errors` is the percentage of error responses.
void random_speed_set(enum random_speed speed, uint32_t errors, struct rng *rng, struct axi_memory *memory,
                      struct mmu *mmu);

#endif  // TB_UNIT_STIMULUS_RANDOM_RANDOM_SPEED_H
