// SPDX-License-Identifier: Apache-2.0
//
// Random single accesses to System registers, from wherever the PE is.
#ifndef TB_UNIT_STIMULUS_RANDOM_RANDOM_ACCESS_H
#define TB_UNIT_STIMULUS_RANDOM_RANDOM_ACCESS_H

#include "unit/stimulus/random/random_buffer.h"
#include "unit/stimulus/random/random_sysreg.h"

// One access from where the PE is, or from its highest level, or in Debug state with traps of several levels: *in
// has the PE's pins, which may change for this cycle. In AArch32 state the performance monitors are all that there
// is, in 32 bits; MRC and MCR of profiling registers do not exist, so that only a few try the encodings, where every
// level uses AArch32. False if there is none to make.
bool random_access_pick(const struct spu_config *config, struct rng *rng, const struct random_buffer *buffer,
                        struct spu_in *in, struct random_access *access);

#endif  // TB_UNIT_STIMULUS_RANDOM_RANDOM_ACCESS_H
