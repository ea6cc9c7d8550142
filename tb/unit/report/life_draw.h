// SPDX-License-Identifier: Apache-2.0
//
// Selects the operations that a mismatch is about, and draws their lives.
#ifndef TB_UNIT_REPORT_LIFE_DRAW_H
#define TB_UNIT_REPORT_LIFE_DRAW_H

#include "unit/check/life.h"
#include "unit/util/text.h"

enum { LIFE_SHOWN = 4 };  // most operations that life_pick() returns

enum life_about {
  LIFE_MARK,      // the operation marked in the last cycle
  LIFE_DECISION,  // the operation that was decided
  LIFE_RECORD,    // the operation whose record started, ended or is being written
  LIFE_ALL        // everything in flight or waiting
};

// The operations that a mismatch in the last cycle is about, oldest first: the one that `about` selects or, if it
// selects none, everything in flight or waiting. Returns their number, at most LIFE_SHOWN.
size_t life_pick(const struct life *life, const struct tracker *tracker, enum life_about about,
                 const struct life_op *list[LIFE_SHOWN]);

// The kind of a completed operation, as text.
const char *life_kind(const struct life_op *op);

// Draws one operation: a line that names it, and a bar for each phase with its cycles. A ! marks the failing cycle,
// `cycle`. No line is longer than 100 characters.
void life_text(const struct life_op *op, uint64_t cycle, struct text *text);

#endif  // TB_UNIT_REPORT_LIFE_DRAW_H
