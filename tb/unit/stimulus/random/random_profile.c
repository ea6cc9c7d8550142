// SPDX-License-Identifier: Apache-2.0
#include "unit/stimulus/random/random_profile.h"

#include <stdbool.h>
#include <stddef.h>

// Every profile must sample, so even the dense ones leave most cycles quiet.
// clang-format off
static const struct random_profile profiles[] = {
    // Each row, from dispatch_density on:
    // slots  latency  kick  setup  access  pe  off  session end  psb  irq  faults  tight  filter  mode  bus  pmu
    // events Like a profiler: long quiet sampling, sometimes an interrupt.
    {"steady", 30, RANDOM_FAST, RANDOM_INJECT_NOTHING,
           2,      12,  120,     2,      2,  2,   0,     0,   1,  40,      5,    40,     45,    5,   0,   4,     20},
    // The highest rate of samples: every slot valid, short operations, records back to back.
    {"flood", 10, RANDOM_FAST, RANDOM_INJECT_NOTHING,
           0,       3,  200,     2,      0,  1,   0,     0,   2,  10,      0,    30,     25,    3,   0,   2,     60},
    // Buffers with room for few records: full, restart, full.
    {"interrupts", 15, RANDOM_MIXED, RANDOM_INJECT_NOTHING,
           1,       8,  100,     5,      2,  1,   1,     0,   3,  30,     10,    95,     25,    3,   1,   5,     20},
    // Profiling is disabled while operations and records are pending.
    {"disable", 12, RANDOM_SLOW, RANDOM_INJECT_NOTHING,
           1,      30,  100,    20,      3,  8,  15,     0,   8,  20,     10,    60,     25,    5,   4,   5,     10},
    // Software without barriers: disables and enables, stops and restarts, changes the owner; operations are long.
    {"session-ends", 6, RANDOM_SLOW, RANDOM_INJECT_NOTHING,
           1,      80,  150,     3,      2,  2,   0,    25,   1,  15,      5,    50,     10,    3,   2,   2,     10},
    // Every other page faults, and records cross pages.
    {"faults", 12, RANDOM_MIXED, RANDOM_INJECT_NOTHING,
           1,       6,  120,     6,      2,  2,   1,     0,   4,  15,     50,    95,      5,    3,   8,   4,     10},
    // Software writes every register at inconvenient moments.
    {"registers", 12, RANDOM_MIXED, RANDOM_INJECT_NOTHING,
           1,      15,   80,    25,    100, 10,   3,     0,   5,  60,     15,    60,     20,   15,   2,  10,     30},
    // Exception level, Security state, AArch32 and Debug state change often.
    {"levels", 8, RANDOM_FAST, RANDOM_INJECT_NOTHING,
           2,      10,  100,     6,     30, 60,   1,     0,   3,  30,      5,    30,     25,    5,   1,  10,     40},
    // The bus is very slow: collisions, full queues, pointers that software changes meanwhile.
    {"slow memory", 6, RANDOM_SLOW, RANDOM_INJECT_NOTHING,
           1,      10,   80,     5,      8,  2,   1,     0,   5,  30,     10,    50,      5,    5,   4,   5,     10},
    // Memory responds with errors, besides faults and full buffers.
    {"bus errors", 8, RANDOM_MIXED, RANDOM_INJECT_NOTHING,
           1,       6,  120,     4,      3,  2,   3,     0,   6,  15,     10,    70,      5,    3,  30,   3,     10},
    // Performance monitors: counters overflow often, levels change.
    {"counting", 10, RANDOM_FAST, RANDOM_INJECT_NOTHING,
           1,       8,  100,     3,     60, 25,   2,     0,   2,  25,      5,    50,     40,    8,   1,  15,     50},
    // A fault of every kind at every byte of a record.
    {"fault sweep", 2, RANDOM_FAST, RANDOM_INJECT_FAULTS,
           1,       3,    0,     0,      0,  1,   0,     0,   3,  20,      0,     0,      0,    0,   0,   2,     10},
    // Error responses to each burst, at every latency, together with anything else that can happen then.
    {"bus sweep", 2, RANDOM_MIXED, RANDOM_INJECT_BUS,
           1,       3,    0,     0,      2,  1,   0,     0,   3,  20,      0,     0,      0,    0,   0,   2,     10},
    // Memory is fast, then stalls, then responds to everything at once.
    {"bursty memory", 3, RANDOM_FAST, RANDOM_INJECT_MEMORY,
           1,       8,  120,     3,      2,  2,   1,     0,   5,  20,      8,    60,      5,    1,   3,   2,     10},
    // Exceptions at every cycle of a sample's life; the buffer's interrupt served at every cycle.
    {"interrupted", 3, RANDOM_MIXED, RANDOM_INJECT_INTERRUPTS,
           1,       8,   40,     2,      2,  1,   0,     0,   3,  20,      5,    85,      5,    1,   1,   2,     10},
    // Every register written at every cycle of a sample's life.
    {"register timing", 3, RANDOM_MIXED, RANDOM_INJECT_REGISTERS,
           1,       8,    0,     0,      2,  1,   0,     0,   3,  20,      5,    60,     10,    4,   0,   2,     10},
    // Resets in every phase.
    {"resets", 5, RANDOM_SLOW, RANDOM_INJECT_RESETS,
           1,       8,  120,     4,      6,  3,   1,     0,  12,  20,      8,    70,      5,    1,   3,   2,     10},
};
// clang-format on

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
