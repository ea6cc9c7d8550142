// SPDX-License-Identifier: Apache-2.0
//
// Garbage on the pe pins of what the configuration does not have: the unit ignores fields of Exception levels and
// features that are not there (docs/integration.md), so they carry anything.
#ifndef TB_UNIT_STIMULUS_RANDOM_RANDOM_GARBAGE_H
#define TB_UNIT_STIMULUS_RANDOM_RANDOM_GARBAGE_H

#include "spu.h"
#include "unit/stimulus/events/events.h"
#include "unit/util/rng.h"

enum { RANDOM_GARBAGE_WORDS = (TIMED_PE_BYTES + 7) / 8 };

struct random_garbage {
  uint64_t absent[2][RANDOM_GARBAGE_WORDS];  // bits of the pe group that nothing reads, by el3_aarch32
  uint64_t bits[RANDOM_GARBAGE_WORDS];       // what they carry
};

// Nothing but what that configuration lacks will change; no garbage yet.
void random_garbage_init(struct random_garbage *garbage, const struct spu_config *config);

// Other garbage from now on.
void random_garbage_draw(struct random_garbage *garbage, struct rng *rng);

// Puts it on the pe group of *in.
void random_garbage_drive(const struct random_garbage *garbage, struct spu_in *in);

#endif  // TB_UNIT_STIMULUS_RANDOM_RANDOM_GARBAGE_H
