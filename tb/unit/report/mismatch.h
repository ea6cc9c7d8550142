// SPDX-License-Identifier: Apache-2.0
//
// The first difference of a run in words: what differs, which pseudocode function decides it, whose block that is,
// and the report that says so.
#ifndef TB_UNIT_REPORT_MISMATCH_H
#define TB_UNIT_REPORT_MISMATCH_H

#include "unit/check/scene.h"
#include "unit/report/suspect.h"
#include "unit/util/text.h"

enum { MISMATCH_TEXT = 192, MISMATCH_REPORT = 32768 };

struct mismatch {
  uint64_t cycle;
  const char *signal;      // as in spu.h, or what was checked
  const char *function;    // pseudocode function responsible
  struct suspect suspect;  // where to look, and the requirement violated
  char expected[MISMATCH_TEXT];
  char got[MISMATCH_TEXT];
  char note[MISMATCH_TEXT];  // where in the record, which access; can be empty
  uint32_t counter;          // pmevcntr: which one differs
  // A record that differs: the model's bytes and the implementation's.
  bool recorded;
  size_t record_size[2];
  uint8_t record[2][SPU_MAX_RECORD];
};

// Whether the signal fits a pattern, as in suspect_fits().
static inline bool mismatch_is(const struct mismatch *mismatch, const char *pattern)
{
  return suspect_fits(pattern, mismatch->signal);
}

// Puts the difference of a scene into words.
void mismatch_explain(const struct scene *scene, struct mismatch *mismatch);

// The report of the difference of a scene, in at most size bytes including the terminator; empty if scene is null.
// MISMATCH_REPORT bytes are enough; what does not fit is cut off.
void mismatch_text(const struct scene *scene, const char *command, char *data, size_t size);

// What the surroundings say about the cause, for the table of blocks.
enum suspect_hint mismatch_hint(const struct scene *scene, const struct mismatch *mismatch);

// The details that help with this signal: registers field by field, counters, access, state of the PE.
void mismatch_details(const struct scene *scene, const struct mismatch *mismatch, struct text *text);

// A line with a label of at most ten characters, its words broken at blanks where the terminal ends.
void mismatch_line(struct text *text, const char *label, const char *words);

// The report: what, where to look, details, lives of the operations concerned, last events, and the command that
// repeats it.
void mismatch_report(const struct scene *scene, const struct mismatch *mismatch, const char *command,
                     struct text *text);

#endif  // TB_UNIT_REPORT_MISMATCH_H
