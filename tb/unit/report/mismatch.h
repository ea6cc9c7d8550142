// SPDX-License-Identifier: Apache-2.0
//
// Explains the first difference of a run: what differs, which pseudocode function decides it and in which block; and
// writes the mismatch report.
#ifndef TB_UNIT_REPORT_MISMATCH_H
#define TB_UNIT_REPORT_MISMATCH_H

#include "unit/check/failure.h"
#include "unit/report/suspect.h"
#include "unit/util/text.h"

enum { MISMATCH_TEXT = 192, MISMATCH_REPORT = 32768 };

struct mismatch {
  uint64_t cycle;
  const char *signal;      // as in spu.h, or the check that failed
  const char *function;    // pseudocode function responsible
  struct suspect suspect;  // where to look, and the requirement violated
  char expected[MISMATCH_TEXT];
  char got[MISMATCH_TEXT];
  char note[MISMATCH_TEXT];  // place in the record, or the access; can be empty
  uint32_t counter;          // pmevcntr: the counter that differs
  // The model's and the implementation's bytes of a record that differs.
  bool recorded;
  size_t record_size[2];
  uint8_t record[2][SPU_MAX_RECORD];
};

// Whether the signal matches a pattern, as in suspect_fits().
static inline bool mismatch_is(const struct mismatch *mismatch, const char *pattern)
{
  return suspect_fits(pattern, mismatch->signal);
}

// Explains the difference in a failure.
void mismatch_explain(const struct failure *failure, struct mismatch *mismatch);

// The report on the difference in a failure, in at most size bytes including the terminator; empty if failure is null.
// MISMATCH_REPORT bytes are enough; a longer report is cut off.
void mismatch_text(const struct failure *failure, const char *command, char *data, size_t size);

// What the context says about the cause, for suspect_find().
enum suspect_hint mismatch_hint(const struct failure *failure, const struct mismatch *mismatch);

// Adds the details that matter for this signal: registers field by field, counters, access, state of the PE.
void mismatch_details(const struct failure *failure, const struct mismatch *mismatch, struct text *text);

// Adds a line with a label of at most ten characters, wrapped at blanks.
void mismatch_line(struct text *text, const char *label, const char *words);

// Adds the report: the difference, where to look, details, lives of the operations concerned, last events, and the
// command that reproduces it.
void mismatch_report(const struct failure *failure, const struct mismatch *mismatch, const char *command,
                     struct text *text);

#endif  // TB_UNIT_REPORT_MISMATCH_H
