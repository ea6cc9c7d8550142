// SPDX-License-Identifier: Apache-2.0
//
// Garbage on unused pe pins: the unit ignores fields of absent Exception levels and features (docs/integration.md), so
// these carry arbitrary values.
#ifndef TB_UNIT_STIMULUS_RANDOM_RANDOM_GARBAGE_H
#define TB_UNIT_STIMULUS_RANDOM_RANDOM_GARBAGE_H

#include "spu.h"
#include "unit/stimulus/events/events.h"
#include "unit/util/rng.h"

enum { RANDOM_GARBAGE_WORDS = (TIMED_PE_BYTES + 7) / 8 };

struct random_garbage {
  uint64_t absent[2][RANDOM_GARBAGE_WORDS];  // unused bits of the pe group, indexed by el3_aarch32
  uint64_t bits[RANDOM_GARBAGE_WORDS];       // their values
};

// Finds the unused bits of the configuration; no garbage yet.
void random_garbage_init(struct random_garbage *garbage, const struct spu_config *config);

// Draws new garbage.
void random_garbage_draw(struct random_garbage *garbage, struct rng *rng);

// Puts the garbage on the pe group of *in.
void random_garbage_drive(const struct random_garbage *garbage, struct spu_in *in);

#endif  // TB_UNIT_STIMULUS_RANDOM_RANDOM_GARBAGE_H
