// SPDX-License-Identifier: Apache-2.0
//
// The first difference between unit and model, and its context, as data that tb/unit/report turns into text.
#ifndef TB_UNIT_CHECK_FAILURE_H
#define TB_UNIT_CHECK_FAILURE_H

#include "spu.h"
#include "unit/check/event_ring.h"
#include "unit/check/image.h"
#include "unit/check/life.h"
#include "unit/check/signals.h"
#include "unit/dut/tracker.h"

enum { FAILURE_TEXT = 512, FAILURE_RECORD_BYTES = 2 * SPU_MAX_RECORD };

// The implementation's pins and outputs in one cycle.
struct failure_cycle {
  struct spu_in in;  // as they take effect in the cycle
  struct spu_out out;
  struct spu_vif vif;
};

enum failure_difference {
  FAILURE_NONE,
  FAILURE_OUT,     // an output: failure.signal
  FAILURE_VIF,     // a field of the verification interface: failure.signal
  FAILURE_RECORD,  // the bytes of a record that both sides commit in this cycle
  FAILURE_BYTES,   // memory after a record that was not committed: failure.record
  FAILURE_RULE     // anything else that was checked: failure.what, expected and got
};

struct failure {
  const struct spu *model;  // after the failing cycle
  const struct spu_config *config;
  const struct life *life;
  const struct event_ring *ring;
  const struct tracker *tracker;  // after the failing cycle
  bool in_cycle;  // the difference is in a cycle, not at the end of a run: now and before are valid
  const struct failure_cycle *now;
  const struct failure_cycle *before;  // the previous cycle; all zero after a reset
  struct spu_out model_out;            // in the failing cycle, if the two differ
  struct spu_vif model_vif;
  // Values of PMSCR_EL1 and PMSCR_EL2 if each MSR to PMSCR_EL1 under HCR_EL2.E2H had written the other of the two.
  uint64_t misdirected[2];
  // The difference.
  enum failure_difference difference;
  uint64_t cycle;
  const struct signal *signal;
  const char *what;             // the check that failed: "rule", "memory image"
  const char *function;         // pseudocode function of the check
  const char *law;              // the violated conservation law; null: none
  char expected[FAILURE_TEXT];  // as the check words it
  char got[FAILURE_TEXT];
  size_t record_size;                       // for FAILURE_BYTES: bytes that the record wrote
  uint8_t record[2][FAILURE_RECORD_BYTES];  // in the model, and in memory; zero beyond record_size
};

// Stores a difference that is neither a signal nor a record. Always false, for the caller to return.
bool failure_rule(struct failure *failure, uint64_t cycle, const char *what, const char *function,
                  const char *expected, const char *got);

// Finds the difference between failure->now and the model's outputs, or takes the rule that was broken.
// True if there is none: the caller's memcmp also compares padding.
bool failure_cycle_matches(struct failure *failure, uint64_t cycle, struct spu_violation violation);

// Stores that memory differs from the record that ended in this cycle. Always false.
bool failure_image(struct failure *failure, uint64_t cycle, const struct image *image,
                   const struct spu_write *writes, size_t count);

// The stimulus reported this error. True if it is about a rule of a bus or of the unit's interface, which is then the
// difference; false if the input may be at fault.
bool failure_complaint(struct failure *failure, uint64_t cycle, const char *complaint);

#endif  // TB_UNIT_CHECK_FAILURE_H
