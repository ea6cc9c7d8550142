// SPDX-License-Identifier: Apache-2.0
//
// How fast the memory of an episode is.
#ifndef TB_STIMULUS_RANDOM_RANDOM_SPEED_H
#define TB_STIMULUS_RANDOM_RANDOM_SPEED_H

#include "env/axi_memory.h"
#include "env/mmu.h"
#include "stimulus/random/random_profile.h"
#include "util/rng.h"

// A random timing of bus and translation of this class; `errors` is the percentage of error responses.
void random_speed_set(enum random_speed speed, uint32_t errors, struct rng *rng, struct axi_memory *memory,
                      struct mmu *mmu);

#endif  // TB_STIMULUS_RANDOM_RANDOM_SPEED_H
