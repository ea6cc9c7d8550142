// SPDX-License-Identifier: Apache-2.0
//
// The common events that the core model reports to the performance monitors (Arm ARM D13.11): how often
// each occurred in a clock. What happens to an operation is known when it is dispatched, and is reported
// then; an operation of a wrong path counts for the speculative events only.
#ifndef TB_ENV_CORE_EVENTS_H
#define TB_ENV_CORE_EVENTS_H

#include "env/execution.h"

struct core_events {
  uint64_t exists;  // events that this core reports: bit n = event n
  bool any;         // a count is not 0
  bool driven;      // a pin is not 0
  uint8_t count[SPU_COMMON_EVENTS];
};

// All counts zero. `exists` is spu_config.pmu_events.
void core_events_init(struct core_events *events, uint64_t exists);

// An operation was dispatched: its life, its class, and whether a branch was taken.
void core_events_add(struct core_events *events, const struct a64_class *class, const struct life *life);

// The front end read a line of instructions, and whether the first level had it.
void core_events_fetch(struct core_events *events, bool refill);

// Nothing was dispatched, because the back end is full or else because the front end has nothing.
void core_events_stall(struct core_events *events, bool backend);

// Fills the pmu_event pins with the counts of this clock and starts over.
void core_events_drive(struct core_events *events, struct spu_in *in);

#endif  // TB_ENV_CORE_EVENTS_H
