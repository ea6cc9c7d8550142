// SPDX-License-Identifier: Apache-2.0
//
// Exposed time: attributes every cycle of a run to one operation, the one that the core waited for in it
// (docs/integration.md, "Exposed latency"). Operations are added in program order; those that a flush removes in the
// cycle of their dispatch, and those of wrong paths, never have a cycle of their own: an older one is always in flight.
#ifndef TB_PROGRAMS_CORE_CORE_TIME_H
#define TB_PROGRAMS_CORE_CORE_TIME_H

#include "programs/core/execution.h"

struct core_time {   // all zero: before cycle 0
  uint64_t next;     // the first cycle whose owner is not known yet
  uint64_t empty;    // cycles before it that the next operation gets
  uint64_t stopped;  // cycles that belong to no operation: the core did not run
  uint64_t numbers;  // operations added
  // The operation that flushed everything behind it: the cycles from `next` to the next dispatch are its. Null: they
  // are those of the operation that is dispatched then.
  struct code_entry *flusher;
  uint64_t flusher_number;
};

// Adds an operation of the program that is dispatched in cycle `now`, and retires or is squashed in a later one; sets
// life->number and life->oldest. `flushes`: it retires, and flushes what follows it. Returns the number of empty cycles
// that belong to it: those before it, up to now.
uint64_t core_time_add(struct core_time *time, struct code_entry *code, struct life *life, uint64_t now,
                       bool flushes);

// The core does not run in cycle `now`, which belongs to no operation if nothing is in flight.
void core_time_stop(struct core_time *time, uint64_t now);

// Whether cycle `now` is one of the operation with that life, leaving aside the cycles before its dispatch. Call before
// the operations of this cycle are added.
bool core_time_waits(const struct core_time *time, const struct life *life, uint64_t now);

#endif  // TB_PROGRAMS_CORE_CORE_TIME_H
