// SPDX-License-Identifier: Apache-2.0
#include "unit/stimulus/random/random_dispatch.h"

#include "unit/util/garbage.h"

void random_dispatch_start(struct random_dispatch *dispatch, struct rng *rng)
{
  dispatch->pc = rng_next(rng) & ~(uint64_t)3;
}

void random_dispatch_drive(struct random_dispatch *dispatch, const struct spu_config *config, struct rng *rng,
                           uint32_t density, struct spu_in *in)
{
  const uint64_t bits = rng_next(rng);
  uint64_t valid = 0xFF;
  if (density == 9) {
    valid = (uint64_t)1 << (bits & 7);
  } else if (density != 0) {
    valid = bits;
    for (uint32_t i = 1; i < density; i++) {
      valid |= bits >> (8 * i);
    }
  }
  in->dispatch_valid = (uint8_t)(valid & ((1U << config->dispatch_width) - 1));
  for (uint32_t slot = 0; slot < config->dispatch_width; slot++) {
    in->dispatch_pc[slot] = dispatch->pc + 4 * (uint64_t)slot;
  }
  dispatch->pc += 4 * (uint64_t)config->dispatch_width;
  if (bits >> 56 == 0) {  // sometimes a far branch, which changes any byte of the PC
    random_dispatch_start(dispatch, rng);
  }
  dispatch->operations += (uint64_t)__builtin_popcount(in->dispatch_valid);
}

void random_dispatch_time(struct random_dispatch *dispatch, struct rng *rng, uint64_t cycle,
                          struct spu_in *in)
{
  dispatch->time += (cycle & 3) == 0;
  if ((cycle & 0xFF) == 0 && rng_percent(rng, 20)) {
    dispatch->time = rng_next(rng);
  }
  in->time_count = dispatch->time;
}

void random_dispatch_alt_clock(struct random_dispatch *dispatch, const struct spu_config *config,
                               struct rng *rng, uint64_t cycle, struct spu_in *in)
{
  if (config->alt_clock == 0) {  // ignored: sometimes another value
    in->alt_clock = (uint8_t)(garbage_at(cycle >> 10, GARBAGE_OP) & 3);
    return;
  }
  if (cycle >= dispatch->ticks_end) {
    dispatch->ticks = (uint8_t)rng_below(rng, 4);
    dispatch->ticks_end = cycle + 1 + (rng_percent(rng, 60) ? 0 : rng_below(rng, 200));
  }
  in->alt_clock = dispatch->ticks;
}

void random_dispatch_empty(uint64_t cycle, struct spu_in *in)
{
  const uint64_t bits = garbage_at(cycle >> 5, GARBAGE_OLDEST);
  const uint16_t any = (uint16_t)((uint16_t)bits >> (bits >> 16 & 15));
  const bool saturates = (bits >> 20 & 15) == 0;
  in->dispatch_empty = (bits >> 24 & 1) != 0 ? 0 : saturates ? (uint16_t)(0xFFFF - (any & 3)) : any;
}

void random_dispatch_thread(uint64_t cycle, struct spu_in *in)
{
  const uint64_t stretch = garbage_at(cycle >> 11, GARBAGE_THREAD);
  const uint64_t now = garbage_at(cycle >> (stretch >> 2 & 7), GARBAGE_THREAD);
  in->thread_inactive = (stretch & 3) == 3 && (now & 1) != 0;
}
