// SPDX-License-Identifier: Apache-2.0
#include "stimulus/random_profile.h"

#include <stddef.h>

// Sampling has to happen in every profile, so even the storms leave most clocks alone.
static const struct random_profile profiles[] = {
    // What a profiler does: long quiet sampling, an interrupt now and then.
    {.name = "steady",
     .weight = 30,
     .dispatch_density = 2,
     .latency = 12,
     .kick = 120,
     .setup = 2,
     .access = 2,
     .pe_change = 2,
     .disable = 0,
     .barrier = 1,
     .irq_delay = 40,
     .faulting_pages = 5,
     .tight = 40,
     .filtered = 45,
     .memory = RANDOM_FAST},
    // As fast as samples can come: every slot valid, short operations, records back to back.
    {.name = "flood",
     .weight = 10,
     .dispatch_density = 0,
     .latency = 3,
     .kick = 200,
     .setup = 2,
     .access = 0,
     .pe_change = 1,
     .disable = 0,
     .barrier = 2,
     .irq_delay = 10,
     .faulting_pages = 0,
     .tight = 30,
     .filtered = 25,
     .memory = RANDOM_FAST},
    // Buffers of a record or a few: full, restart, full.
    {.name = "interrupts",
     .weight = 15,
     .dispatch_density = 1,
     .latency = 8,
     .kick = 100,
     .setup = 5,
     .access = 2,
     .pe_change = 1,
     .disable = 1,
     .barrier = 3,
     .irq_delay = 30,
     .faulting_pages = 10,
     .tight = 95,
     .filtered = 25,
     .memory = RANDOM_MIXED},
    // Profiling goes off while operations and records are on their way.
    {.name = "disable",
     .weight = 12,
     .dispatch_density = 1,
     .latency = 30,
     .kick = 100,
     .setup = 20,
     .access = 3,
     .pe_change = 8,
     .disable = 15,
     .barrier = 8,
     .irq_delay = 20,
     .faulting_pages = 10,
     .tight = 60,
     .filtered = 25,
     .memory = RANDOM_SLOW},
    // Every other page faults, and records lie across pages.
    {.name = "faults",
     .weight = 12,
     .dispatch_density = 1,
     .latency = 6,
     .kick = 120,
     .setup = 6,
     .access = 2,
     .pe_change = 2,
     .disable = 1,
     .barrier = 4,
     .irq_delay = 15,
     .faulting_pages = 50,
     .tight = 95,
     .filtered = 5,
     .memory = RANDOM_MIXED},
    // Software writes every register at every bad moment.
    {.name = "registers",
     .weight = 12,
     .dispatch_density = 1,
     .latency = 15,
     .kick = 80,
     .setup = 25,
     .access = 100,
     .pe_change = 10,
     .disable = 3,
     .barrier = 5,
     .irq_delay = 60,
     .faulting_pages = 15,
     .tight = 60,
     .filtered = 20,
     .memory = RANDOM_MIXED},
    // Exception levels, Security states, AArch32 and Debug state come and go.
    {.name = "levels",
     .weight = 8,
     .dispatch_density = 2,
     .latency = 10,
     .kick = 100,
     .setup = 6,
     .access = 30,
     .pe_change = 60,
     .disable = 1,
     .barrier = 3,
     .irq_delay = 30,
     .faulting_pages = 5,
     .tight = 30,
     .filtered = 25,
     .memory = RANDOM_FAST},
    // The bus hardly moves: collisions, full queues, pointers that software changes meanwhile.
    {.name = "slow memory",
     .weight = 6,
     .dispatch_density = 1,
     .latency = 10,
     .kick = 80,
     .setup = 5,
     .access = 8,
     .pe_change = 2,
     .disable = 1,
     .barrier = 5,
     .irq_delay = 30,
     .faulting_pages = 10,
     .tight = 50,
     .filtered = 5,
     .memory = RANDOM_SLOW},
};

enum { PROFILES = sizeof profiles / sizeof profiles[0] };

const struct random_profile *random_profile_pick(struct rng *rng)
{
  uint32_t total = 0;
  for (uint32_t i = 0; i < PROFILES; i++) {
    total += profiles[i].weight;
  }
  uint32_t at = rng_below(rng, total);
  const struct random_profile *profile = profiles;
  while (at >= profile->weight) {
    at -= profile->weight;
    profile++;
  }
  return profile;
}

const struct random_profile *random_profile_at(uint32_t i)
{
  return i < PROFILES ? &profiles[i] : NULL;
}
