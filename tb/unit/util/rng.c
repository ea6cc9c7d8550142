// SPDX-License-Identifier: Apache-2.0
#include "unit/util/rng.h"

static uint64_t splitmix64(uint64_t *state)
{
  uint64_t z = (*state += 0x9E3779B97F4A7C15U);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
  return z ^ (z >> 31);
}

void rng_seed(struct rng *rng, uint64_t seed, uint64_t stream)
{
  uint64_t state = seed ^ splitmix64(&stream);
  for (int i = 0; i < 4; i++) {
    rng->s[i] = splitmix64(&state);
  }
}
