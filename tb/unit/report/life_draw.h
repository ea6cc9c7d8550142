// SPDX-License-Identifier: Apache-2.0
//
// The operations that a mismatch is about, and drawings of their lives.
#ifndef TB_UNIT_REPORT_LIFE_DRAW_H
#define TB_UNIT_REPORT_LIFE_DRAW_H

#include "unit/check/life.h"
#include "unit/util/text.h"

enum { LIFE_SHOWN = 4 };  // operations that life_pick() names

enum life_about {
  LIFE_MARK,     // the operation marked in the last cycle
  LIFE_VERDICT,  // the one that was decided
  LIFE_RECORD,   // the one whose record started, ended or is being written
  LIFE_ALL       // everything in flight or waiting
};

// The operations that a mismatch of the last cycle is about, oldest first: one of the kind asked for, or if nothing of
// that kind happened everything in flight or waiting. Returns how many; at most LIFE_SHOWN.
size_t life_pick(const struct life *life, const struct tracker *tracker, enum life_about about,
                 const struct life_op *list[LIFE_SHOWN]);

// The kind of an operation that has completed, in words.
const char *life_kind(const struct life_op *op);

// Draws one operation: a line that names it, and a bar for each phase with its cycles. `cycle` is the failing cycle,
// which a ! marks. No line is longer than 100 characters.
void life_text(const struct life_op *op, uint64_t cycle, struct text *text);

#endif  // TB_UNIT_REPORT_LIFE_DRAW_H
