// SPDX-License-Identifier: Apache-2.0
//
// When operations execute: operands, translation, caches and the reorder buffer. Everything about an
// operation's life is known when it is dispatched.
#ifndef TB_PROGRAMS_CORE_EXECUTION_H
#define TB_PROGRAMS_CORE_EXECUTION_H

#include "programs/core/cache.h"
#include "programs/core/code_map.h"
#include "programs/core/tlb.h"
#include "programs/trace/trace.h"
#include "unit/util/event_bits.h"

enum { REORDER_ENTRIES = 128 };  // operations between dispatch and retirement

// The life of one operation, in cycles.
struct life {
  const struct code_entry *code;
  uint64_t issue;
  uint64_t finish;     // its result is there: it completes
  uint64_t retire;     // its fate, at or after `finish`: it retires, or is squashed
  uint64_t xlate_end;  // translation is busy from issue to the cycle before this
  uint64_t events;     // EVENT_ bits
  uint64_t va;
  uint64_t pa;
  uint64_t target;    // of a branch; where it goes on if it is not taken
  uint64_t previous;  // target of the last taken branch before it
  enum cache_level level;
  enum spu_op_how how;
  uint8_t evl;  // EVL of an operation on vectors
  uint8_t ets;  // ETS of SME data processing
  bool smcu;    // an SMCU executes it, if there is one
  bool late;    // it completes with its fate, not before
  bool access;  // va, pa, level hold
  bool taken;
  bool previous_known;
};

struct execution {
  struct cache_levels caches;
  struct tlb tlb;
  uint64_t ready[REGISTERS];            // cycle from which a register's value is there
  uint64_t retire_at[REORDER_ENTRIES];  // of the operations in the reorder buffer, a ring
  uint32_t reorder_head;
  uint64_t retired;    // cycle in which the youngest operation so far retires
  bool at_retirement;  // what execution_waits() executes when it is the oldest
  bool all_vectors;    // FEAT_SPE_SME: EVL is of all vectors that an operation works on
};

// Empty caches, nothing in flight. False if out of memory; execution_free() is needed even then.
bool execution_init(struct execution *execution);
void execution_free(struct execution *execution);

// Whether the reorder buffer has no entry in cycle `now`.
static inline bool execution_full(const struct execution *execution, uint64_t now)
{
  return execution->retire_at[execution->reorder_head] > now;
}

// Everything younger than what has retired by cycle `at` is gone.
void execution_flush(struct execution *execution, uint64_t at);

// Whether it is an operation that a simple core executes when it is the oldest: an access to a system register, a
// barrier, an exclusive or an atomic.
bool execution_waits(const struct a64_class *class);

// Whether it is an operation of SVE or SME on vectors, predicates or the array.
bool execution_uses_vectors(const struct a64_class *class);

// What the length of vectors decides: EVL and ETS (D18.2.7), events 24 and 25 and `smcu`. EVL and ETS are 0 if the
// operation has none, and if the length is not known.
void execution_note_vectors(const struct execution *execution, const struct a64_class *class,
                            const struct trace_vectors *vectors, struct life *life);

// Dispatches *op in cycle `now`, with room in the reorder buffer: the life of an operation that retires, the
// branch fields and `how` left to the front end. issue > now, finish > issue, retire >= finish.
struct life execution_dispatch(struct execution *execution, const struct code_entry *code,
                               const struct trace_op *op, uint64_t now);

#endif  // TB_PROGRAMS_CORE_EXECUTION_H
