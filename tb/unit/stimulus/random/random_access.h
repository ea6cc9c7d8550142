// SPDX-License-Identifier: Apache-2.0
//
// Random single accesses to System registers, in the PE's present state or near it.
#ifndef TB_UNIT_STIMULUS_RANDOM_RANDOM_ACCESS_H
#define TB_UNIT_STIMULUS_RANDOM_RANDOM_ACCESS_H

#include "unit/stimulus/random/random_buffer.h"
#include "unit/stimulus/random/random_sysreg.h"

// One access in the PE's state, or at its highest level, or in Debug state with traps by several levels: *in has the
// PE's pins, which may change for this cycle. AArch32 state has only the performance monitors, with 32 bits; MRC and
// MCR of profiling registers do not exist, so only a few accesses try the encodings, where every level uses AArch32.
// False if there is no access to make.
bool random_access_pick(const struct spu_config *config, struct rng *rng, const struct random_buffer *buffer,
                        struct spu_in *in, struct random_access *access);

#endif  // TB_UNIT_STIMULUS_RANDOM_RANDOM_ACCESS_H
