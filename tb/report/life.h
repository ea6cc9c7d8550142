// SPDX-License-Identifier: Apache-2.0
//
// The life of each sampled operation, from its mark to the end of its record: followed from pins and outputs, and
// drawn for mismatch reports.
#ifndef TB_REPORT_LIFE_H
#define TB_REPORT_LIFE_H

#include "spu.h"
#include "util/text.h"

enum {
  LIFE_OPS = 64,   // operations remembered
  LIFE_WAITS = 4,  // intervals of waiting for a translation that are drawn of one operation
  LIFE_SHOWN = 4   // operations that life_pick() names
};

enum life_end {
  LIFE_GOING,
  LIFE_FILTERED,      // not kept, or not recorded because it did not retire
  LIFE_DISCARD_MODE,  // kept, and taken by Discard mode
  LIFE_COLLIDED,      // with a record that a management event took, before its verdict
  LIFE_COMMITTED,
  LIFE_DISCARDED
};

// First and last clock in which an operation waited for its translation.
struct life_wait {
  uint64_t from;
  uint64_t to;
};

// Clocks are counted from 1 here (cycle + 1), so that 0 is: not yet.
struct life_op {
  uint64_t number;  // operations marked before it
  uint64_t pc;
  uint64_t marked;
  uint64_t issued;
  uint64_t completed;
  uint64_t finished;
  uint64_t verdict;
  uint64_t started;  // its record
  uint64_t ended;
  uint64_t waited;  // clocks of waiting for translations, all intervals
  struct life_wait wait[LIFE_WAITS];
  uint32_t waits;
  uint8_t tag;
  uint8_t slot;
  uint8_t how;     // enum spu_op_how
  uint8_t kind;    // enum spu_op_kind
  uint8_t reason;  // enum spu_discard, of LIFE_DISCARDED
  uint8_t bytes;   // of LIFE_COMMITTED
  enum life_end end;
};

// All zero is a unit in reset.
struct life {
  struct life_op op[LIFE_OPS];     // by number
  uint64_t marked;                 // ever
  uint32_t live;                   // bit n: tag n is in flight and not finished
  uint64_t current[SPU_MAX_TAGS];  // number + 1 of the operation that has the tag; 0: none
  uint64_t queue[LIFE_OPS];        // number + 1 of kept operations whose record has not ended, oldest first
  uint64_t head;
  uint64_t tail;
  // Of the last clock, number + 1; 0: nothing of the kind happened.
  uint64_t mark_now;
  uint64_t verdict_now;
  uint64_t record_now;  // started or ended
};

// One clock.
void life_step(struct life *life, uint64_t cycle, const struct spu_in *in, const struct spu_out *out,
               const struct spu_vif *vif);

// Forgets what is in flight: the unit was reset.
void life_reset(struct life *life);

enum life_about {
  LIFE_MARK,     // the operation marked in the last clock
  LIFE_VERDICT,  // the one that was judged
  LIFE_RECORD,   // the one whose record started, ended or is being written
  LIFE_ALL       // everything in flight or waiting
};

// The operations that a mismatch of the last clock is about, oldest first: one of the kind asked for, or if nothing of
// that kind happened everything in flight or waiting. Returns how many; at most LIFE_SHOWN.
size_t life_pick(const struct life *life, enum life_about about, const struct life_op *list[LIFE_SHOWN]);

// Whether a record is being written, and whether one waits to be.
bool life_writing(const struct life *life);
bool life_waiting(const struct life *life);

// Whether an operation has finished and has no verdict yet, or got it in the last clock.
bool life_unjudged(const struct life *life);

// Draws one operation: a line that names it, and a bar for each phase with its clocks. `cycle` is the failing clock,
// which a ! marks. No line is longer than 100 characters.
void life_text(const struct life_op *op, uint64_t cycle, struct text *text);

#endif  // TB_REPORT_LIFE_H
