// SPDX-License-Identifier: Apache-2.0
//
// The first mismatch of a run and everything that is known about it: what a report is made of.
#ifndef TB_REPORT_MISMATCH_H
#define TB_REPORT_MISMATCH_H

#include "report/event_ring.h"
#include "report/life.h"
#include "report/suspect.h"
#include "spu.h"
#include "util/text.h"

enum { LOCKSTEP_TEXT = 192, MISMATCH_REPORT = 32768 };

struct lockstep_mismatch {
  uint64_t cycle;
  const char *signal;      // as in spu.h, or what was checked
  const char *function;    // pseudocode function responsible
  struct suspect suspect;  // where to look, and the requirement violated
  char expected[LOCKSTEP_TEXT];
  char got[LOCKSTEP_TEXT];
  char note[LOCKSTEP_TEXT];  // where in the record, which access; can be empty
};

// A cycle as the implementation showed it.
struct mismatch_clock {
  struct spu_in in;
  struct spu_out out;
  struct spu_vif vif;
};

// The surroundings of a mismatch.
struct mismatch_scene {
  const struct spu *model;  // after the failing cycle
  const struct spu_config *config;
  const struct life *life;
  const struct event_ring *ring;
  const struct tracker *tracker;  // as the failing cycle leaves it
  bool clocked;                   // it is about a cycle, not about the end of a run: these are valid
  const struct mismatch_clock *now;
  const struct mismatch_clock *before;  // the cycle before it; all zero after a reset
  struct spu_out model_out;             // of the failing cycle, where the two differ
  struct spu_vif model_vif;
  // PMSCR_EL1 and PMSCR_EL2 if each MSR of PMSCR_EL1 under HCR_EL2.E2H had gone to the other one of the two.
  uint64_t misdirected[2];
  // A record that differs: the model's bytes and the implementation's.
  bool recorded;
  size_t record_size[2];
  uint8_t record[2][SPU_MAX_RECORD];
  uint32_t counter;  // pmevcntr: which one differs
};

// What the surroundings say about the cause, for the table of blocks.
enum suspect_hint mismatch_hint(const struct mismatch_scene *scene, const struct lockstep_mismatch *mismatch);

// The details that help with this signal: registers field by field, counters, access, state of the PE.
void mismatch_details(const struct mismatch_scene *scene, const struct lockstep_mismatch *mismatch,
                      struct text *text);

// The report: what, where to look, details, lives of the operations concerned, last events, and the command that
// repeats it. MISMATCH_REPORT bytes are enough; what does not fit is cut off.
void mismatch_report(const struct mismatch_scene *scene, const struct lockstep_mismatch *mismatch,
                     const char *command, struct text *text);

#endif  // TB_REPORT_MISMATCH_H
