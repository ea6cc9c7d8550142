// SPDX-License-Identifier: Apache-2.0
#include "stimulus/random/random_profile.h"

#include <stdbool.h>
#include <stddef.h>

// Sampling has to happen in every profile, so even the storms leave most cycles alone.
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
     .discard = 5,
     .bus_errors = 0,
     .pmu = 4,
     .events = 20,
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
     .discard = 3,
     .bus_errors = 0,
     .pmu = 2,
     .events = 60,
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
     .discard = 3,
     .bus_errors = 1,
     .pmu = 5,
     .events = 20,
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
     .discard = 5,
     .bus_errors = 4,
     .pmu = 5,
     .events = 10,
     .memory = RANDOM_SLOW},
    // Software that waits for nothing: off and on again, stopped and restarted, another owner, while samples live long.
    {.name = "lapses",
     .weight = 6,
     .dispatch_density = 1,
     .latency = 80,
     .kick = 150,
     .setup = 3,
     .access = 2,
     .pe_change = 2,
     .disable = 0,
     .lapse = 25,
     .barrier = 1,
     .irq_delay = 15,
     .faulting_pages = 5,
     .tight = 50,
     .filtered = 10,
     .discard = 3,
     .bus_errors = 2,
     .pmu = 2,
     .events = 10,
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
     .discard = 3,
     .bus_errors = 8,
     .pmu = 4,
     .events = 10,
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
     .discard = 15,
     .bus_errors = 2,
     .pmu = 10,
     .events = 30,
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
     .discard = 5,
     .bus_errors = 1,
     .pmu = 10,
     .events = 40,
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
     .discard = 5,
     .bus_errors = 4,
     .pmu = 5,
     .events = 10,
     .memory = RANDOM_SLOW},
    // Memory answers with errors, beside faults and full buffers.
    {.name = "bus errors",
     .weight = 8,
     .dispatch_density = 1,
     .latency = 6,
     .kick = 120,
     .setup = 4,
     .access = 3,
     .pe_change = 2,
     .disable = 3,
     .barrier = 6,
     .irq_delay = 15,
     .faulting_pages = 10,
     .tight = 70,
     .filtered = 5,
     .discard = 3,
     .bus_errors = 30,
     .pmu = 3,
     .events = 10,
     .memory = RANDOM_MIXED},
    // The performance monitors are what matters: counters overflow all the time, levels change.
    {.name = "counting",
     .weight = 10,
     .dispatch_density = 1,
     .latency = 8,
     .kick = 100,
     .setup = 3,
     .access = 60,
     .pe_change = 25,
     .disable = 2,
     .barrier = 2,
     .irq_delay = 25,
     .faulting_pages = 5,
     .tight = 50,
     .filtered = 40,
     .discard = 8,
     .bus_errors = 1,
     .pmu = 15,
     .events = 50,
     .memory = RANDOM_FAST},
    // A fault of every kind at every byte of a record.
    {.name = "fault sweep",
     .weight = 2,
     .dispatch_density = 1,
     .latency = 3,
     .kick = 0,
     .setup = 0,
     .access = 0,
     .pe_change = 1,
     .disable = 0,
     .barrier = 3,
     .irq_delay = 20,
     .faulting_pages = 0,
     .tight = 0,
     .filtered = 0,
     .discard = 0,
     .bus_errors = 0,
     .pmu = 2,
     .events = 10,
     .memory = RANDOM_FAST,
     .injection = RANDOM_INJECT_FAULTS},
    // Error responses to each burst, at every latency, beside whatever else can happen then.
    {.name = "bus sweep",
     .weight = 2,
     .dispatch_density = 1,
     .latency = 3,
     .kick = 0,
     .setup = 0,
     .access = 2,
     .pe_change = 1,
     .disable = 0,
     .barrier = 3,
     .irq_delay = 20,
     .faulting_pages = 0,
     .tight = 0,
     .filtered = 0,
     .discard = 0,
     .bus_errors = 0,
     .pmu = 2,
     .events = 10,
     .memory = RANDOM_MIXED,
     .injection = RANDOM_INJECT_BUS},
    // Memory that is perfect, then dead, then answers everything at once.
    {.name = "bursty memory",
     .weight = 3,
     .dispatch_density = 1,
     .latency = 8,
     .kick = 120,
     .setup = 3,
     .access = 2,
     .pe_change = 2,
     .disable = 1,
     .barrier = 5,
     .irq_delay = 20,
     .faulting_pages = 8,
     .tight = 60,
     .filtered = 5,
     .discard = 1,
     .bus_errors = 3,
     .pmu = 2,
     .events = 10,
     .memory = RANDOM_FAST,
     .injection = RANDOM_INJECT_MEMORY},
    // Exceptions at every cycle of a sample's life; the buffer's interrupt served at every cycle.
    {.name = "interrupted",
     .weight = 3,
     .dispatch_density = 1,
     .latency = 8,
     .kick = 40,
     .setup = 2,
     .access = 2,
     .pe_change = 1,
     .disable = 0,
     .barrier = 3,
     .irq_delay = 20,
     .faulting_pages = 5,
     .tight = 85,
     .filtered = 5,
     .discard = 1,
     .bus_errors = 1,
     .pmu = 2,
     .events = 10,
     .memory = RANDOM_MIXED,
     .injection = RANDOM_INJECT_INTERRUPTS},
    // Every register written at every cycle of a sample's life.
    {.name = "register timing",
     .weight = 3,
     .dispatch_density = 1,
     .latency = 8,
     .kick = 0,
     .setup = 0,
     .access = 2,
     .pe_change = 1,
     .disable = 0,
     .barrier = 3,
     .irq_delay = 20,
     .faulting_pages = 5,
     .tight = 60,
     .filtered = 10,
     .discard = 4,
     .bus_errors = 0,
     .pmu = 2,
     .events = 10,
     .memory = RANDOM_MIXED,
     .injection = RANDOM_INJECT_REGISTERS},
    // Resets in the middle of everything.
    {.name = "resets",
     .weight = 5,
     .dispatch_density = 1,
     .latency = 8,
     .kick = 120,
     .setup = 4,
     .access = 6,
     .pe_change = 3,
     .disable = 1,
     .barrier = 12,
     .irq_delay = 20,
     .faulting_pages = 8,
     .tight = 70,
     .filtered = 5,
     .discard = 1,
     .bus_errors = 3,
     .pmu = 2,
     .events = 10,
     .memory = RANDOM_SLOW,
     .injection = RANDOM_INJECT_RESETS},
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

static char plain(char c)
{
  return (char)(c == '-' ? ' ' : c);
}

static bool same(const char *a, const char *b)
{
  while (*a != '\0' && plain(*a) == plain(*b)) {
    a++;
    b++;
  }
  return *a == *b;
}

const struct random_profile *random_profile_find(const char *name)
{
  for (uint32_t i = 0; i < PROFILES; i++) {
    if (same(profiles[i].name, name)) {
      return &profiles[i];
    }
  }
  return NULL;
}

void random_profile_names(struct text *text)
{
  for (uint32_t i = 0; i < PROFILES; i++) {
    char name[32] = "";
    for (size_t at = 0; at + 1 < sizeof name && profiles[i].name[at] != '\0'; at++) {
      name[at] = (char)(profiles[i].name[at] == ' ' ? '-' : profiles[i].name[at]);
    }
    text_add(text, "%s%s", i == 0 ? "" : ", ", name);
  }
}
