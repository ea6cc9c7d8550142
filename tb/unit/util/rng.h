// SPDX-License-Identifier: Apache-2.0
//
// The testbench's random numbers: xoshiro256** seeded by splitmix64. Every random decision of a run is a
// pure function of its seed; nothing uses the C library's generators, the clock or addresses.
#ifndef TB_UNIT_UTIL_RNG_H
#define TB_UNIT_UTIL_RNG_H

#include <stdbool.h>
#include <stdint.h>

struct rng {
  uint64_t s[4];
};

// Starts the stream (seed, stream): different streams of one seed are independent.
void rng_seed(struct rng *rng, uint64_t seed, uint64_t stream);

static inline uint64_t rng_rotl(uint64_t x, unsigned k)
{
  return (x << k) | (x >> (64U - k));
}

// The next 64 random bits.
static inline uint64_t rng_next(struct rng *rng)
{
  uint64_t *s = rng->s;
  const uint64_t result = rng_rotl(s[1] * 5U, 7) * 9U;
  const uint64_t t = s[1] << 17;
  s[2] ^= s[0];
  s[3] ^= s[1];
  s[1] ^= s[2];
  s[0] ^= s[3];
  s[2] ^= t;
  s[3] = rng_rotl(s[3], 45);
  return result;
}

// Uniform in 0..bound-1; bound must not be 0.
static inline uint32_t rng_below(struct rng *rng, uint32_t bound)
{
  return (uint32_t)(((rng_next(rng) >> 32) * bound) >> 32);
}

// True with probability percent/100.
static inline bool rng_percent(struct rng *rng, uint32_t percent)
{
  return rng_below(rng, 100) < percent;
}

#endif  // TB_UNIT_UTIL_RNG_H
