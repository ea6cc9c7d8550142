// SPDX-License-Identifier: Apache-2.0
//
// Random dispatched operations, and the time pins.
#ifndef TB_UNIT_STIMULUS_RANDOM_RANDOM_DISPATCH_H
#define TB_UNIT_STIMULUS_RANDOM_RANDOM_DISPATCH_H

#include "spu.h"
#include "unit/util/rng.h"

struct random_dispatch {
  uint64_t pc;
  uint64_t operations;  // dispatched so far
  uint64_t time;        // the physical count, which continues over resets of the unit
  uint8_t ticks;        // alternate clock cycles per cycle
  uint64_t ticks_end;   // cycle in which they change
};

// Draws a new program counter.
void random_dispatch_start(struct random_dispatch *dispatch, struct rng *rng);

// Fills the dispatch pins. `density` is random_profile.dispatch_density.
void random_dispatch_drive(struct random_dispatch *dispatch, const struct spu_config *config, struct rng *rng,
                           uint32_t density, struct spu_in *in);

// Fills the time pin of cycle `cycle`.
void random_dispatch_time(struct random_dispatch *dispatch, struct rng *rng, uint64_t cycle,
                          struct spu_in *in);

// Fills the alternate clock's pin: one ratio for a while, or a new one in each cycle.
void random_dispatch_alt_clock(struct random_dispatch *dispatch, const struct spu_config *config,
                               struct rng *rng, uint64_t cycle, struct spu_in *in);

// Fills the pin of empty cycles: for half of the time none; else any number, small ones more often, or one that
// saturates.
void random_dispatch_empty(uint64_t cycle, struct spu_in *in);

// Fills the thread's pin: for a quarter of the time it is inactive in half of the cycles, singly or in stretches.
void random_dispatch_thread(uint64_t cycle, struct spu_in *in);

#endif  // TB_UNIT_STIMULUS_RANDOM_RANDOM_DISPATCH_H
