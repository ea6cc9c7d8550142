// SPDX-License-Identifier: Apache-2.0
//
// Profiles: the emphasis of an episode of the random stimulus (a few thousand cycles).
#ifndef TB_UNIT_STIMULUS_RANDOM_RANDOM_PROFILE_H
#define TB_UNIT_STIMULUS_RANDOM_RANDOM_PROFILE_H

#include <stdint.h>

#include "unit/util/rng.h"
#include "unit/util/text.h"

enum random_speed { RANDOM_FAST, RANDOM_MIXED, RANDOM_SLOW };

// What is injected (inject.h).
enum random_injection {
  RANDOM_INJECT_NOTHING,
  RANDOM_INJECT_FAULTS,
  RANDOM_INJECT_BUS,
  RANDOM_INJECT_MEMORY,
  RANDOM_INJECT_INTERRUPTS,
  RANDOM_INJECT_REGISTERS,
  RANDOM_INJECT_RESETS,
  RANDOM_INJECTIONS
};

// Chances are per mille per cycle, or percent per decision where they say so.
struct random_profile {
  const char *name;
  uint32_t weight;           // relative frequency of the profile
  enum random_speed memory;  // AXI and translation
  enum random_injection injection;
  uint32_t dispatch_density;  // 0: every slot valid; n: each slot with chance 1 - 2^-n; 9: one slot at most
  uint32_t latency;           // cycles: most operations finish within
  uint32_t kick;              // per mille: PMSICR_EL1 is set for an early sample
  uint32_t setup;             // per mille: the unit is reprogrammed
  uint32_t access;            // per mille: one random MRS or MSR at the PE's Exception level
  uint32_t pe_change;         // per mille: Exception level, Security state, controls
  uint32_t disable;           // per mille: PMSCR, PMBLIMITR_EL1.E or PMBSR_EL1.S written to stop profiling
  uint32_t
      session_end;  // per mille: the session ends and another begins, or the owner changes, without a barrier
  uint32_t barrier;         // per mille: PSB CSYNC; DSB at the same rate
  uint32_t irq_delay;       // cycles: the interrupt is served within
  uint32_t faulting_pages;  // percent of the buffer's pages
  uint32_t tight;           // percent of buffers that start next to a page's end or the limit
  uint32_t filtered;        // percent of programmings that filter
  uint32_t discard;         // percent of programmings with another mode than Fill
  uint32_t bus_errors;      // percent of bursts with an error response
  uint32_t pmu;             // per mille: the performance monitors are reprogrammed
  uint32_t events;          // percent of cycles with a PMU event
};

// A profile, chosen by weight.
const struct random_profile *random_profile_pick(struct rng *rng);

// The i-th profile, null past the end.
const struct random_profile *random_profile_at(uint32_t i);

// The profile with this name, in which '-' and a blank are equivalent; null if there is none.
const struct random_profile *random_profile_find(const char *name);

// Appends the names of all profiles, with '-' for a blank, separated by ", ".
void random_profile_names(struct text *text);

#endif  // TB_UNIT_STIMULUS_RANDOM_RANDOM_PROFILE_H
