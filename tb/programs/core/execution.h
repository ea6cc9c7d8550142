// SPDX-License-Identifier: Apache-2.0
//
// Timing of operations: operands, translation, caches and the reorder buffer. An operation's whole life is determined
// at dispatch.
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
  uint64_t finish;     // its result is ready: it completes
  uint64_t retire;     // it retires or is squashed, at or after `finish`
  uint64_t xlate_end;  // translation is busy from issue to the cycle before this
  uint64_t oldest;     // the first cycle in which it may be the oldest; it is until `retire`
  uint64_t number;     // of the program's operations, in order from 1; 0: of a wrong path
  uint64_t events;     // EVENT_ bits
  uint64_t va;
  uint64_t pa;
  uint64_t target;    // of a branch; the following address if it is not taken
  uint64_t previous;  // target of the previous taken branch
  enum cache_level level;
  enum spu_op_how how;
  uint8_t evl;  // EVL of a vector operation
  uint8_t ets;  // ETS of SME data processing
  bool smcu;    // executed by the SMCU, if the core has one
  bool late;    // it completes only when it finishes
  bool access;  // va, pa and level are valid
  bool taken;
  bool previous_known;
};

struct execution {
  struct cache_levels caches;
  struct tlb tlb;
  uint64_t ready[REGISTERS];            // cycle from which a register's value is ready
  uint64_t retire_at[REORDER_ENTRIES];  // retirement of the operations in the reorder buffer, a ring
  uint32_t reorder_head;
  uint64_t retired;    // cycle in which the youngest operation retires
  uint64_t issued;     // cycle in which the youngest operation issues
  bool in_order;       // no operation issues before an older one
  bool at_retirement;  // operations of execution_waits() execute when they are the oldest
  bool all_vectors;    // FEAT_SPE_SME: EVL covers all vectors of an operation
};

// Starts with empty caches and nothing in flight. False if out of memory; execution_free() is needed even then.
bool execution_init(struct execution *execution);
void execution_free(struct execution *execution);

// Whether the reorder buffer has no free entry in cycle `now`.
static inline bool execution_full(const struct execution *execution, uint64_t now)
{
  return execution->retire_at[execution->reorder_head] > now;
}

// Removes everything that has not retired by cycle `at`.
void execution_flush(struct execution *execution, uint64_t at);

// Whether a simple core executes the operation only when it is the oldest: a System register access, a barrier, an
// exclusive or an atomic.
bool execution_waits(const struct a64_class *class);

// Whether it is an SVE or SME operation on vectors, predicates or the array.
bool execution_uses_vectors(const struct a64_class *class);

// Sets what depends on the vector length: EVL and ETS (D18.2.7), events 24 and 25, and `smcu`. EVL and ETS are 0 if the
// operation has none or the length is unknown.
void execution_note_vectors(const struct execution *execution, const struct a64_class *class,
                            const struct trace_vectors *vectors, struct life *life);

// Dispatches *op in cycle `now`; the reorder buffer must have room. Returns the life of an operation that retires; the
// front end fills the branch fields and `how`. issue > now, finish > issue, retire >= finish.
struct life execution_dispatch(struct execution *execution, const struct code_entry *code,
                               const struct trace_op *op, uint64_t now);

#endif  // TB_PROGRAMS_CORE_EXECUTION_H
