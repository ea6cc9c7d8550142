// SPDX-License-Identifier: Apache-2.0
//
// The life of each sampled operation, from its mark to the end of its record: what happened in which cycle, for
// mismatch reports.
#ifndef TB_UNIT_CHECK_LIFE_H
#define TB_UNIT_CHECK_LIFE_H

#include "unit/dut/tracker.h"

enum {
  LIFE_OPS = 64,  // operations remembered
  LIFE_WAITS = 4  // intervals of waiting for a translation remembered per operation
};

enum life_end {
  LIFE_GOING,
  LIFE_FILTERED,      // not kept, or not recorded because the operation did not retire
  LIFE_DISCARD_MODE,  // kept, but Discard mode discarded it
  LIFE_COLLIDED,      // collided with the record of a management event before it was decided
  LIFE_COMMITTED,
  LIFE_DISCARDED
};

// First and last cycle in which an operation waited for its translation.
struct life_wait {
  uint64_t from;
  uint64_t to;
};

// Cycles are stored as cycle + 1; 0: not yet.
struct life_op {
  uint64_t number;  // as in the tracker
  uint64_t pc;
  uint64_t marked;
  uint64_t issued;
  uint64_t completed;
  uint64_t finished;
  uint64_t decision;
  uint64_t started;  // start of its record
  uint64_t ended;
  uint64_t waited;  // cycles of waiting for translations, in all intervals
  struct life_wait wait[LIFE_WAITS];
  uint32_t waits;
  uint8_t tag;
  uint8_t slot;
  uint8_t how;     // enum spu_op_how
  uint8_t reason;  // enum spu_discard, for LIFE_DISCARDED
  uint8_t bytes;   // length of the record, for LIFE_COMMITTED
  enum life_end end;
  struct spu_op report;  // the report in the cycle in which it completed
};

// Indexed by operation number. All zero after a reset.
struct life {
  struct life_op op[LIFE_OPS];
};

// Takes one cycle. Call after tracker_step().
void life_step(struct life *life, const struct tracker *tracker, uint64_t cycle, const struct spu_in *in,
               const struct spu_out *out, const struct spu_vif *vif);

// The unit was reset: forgets every operation.
void life_reset(struct life *life);

#endif  // TB_UNIT_CHECK_LIFE_H
