// SPDX-License-Identifier: Apache-2.0
//
// The first difference between unit and model, and what surrounds it: facts, which tb/unit/report puts into words.
#ifndef TB_UNIT_CHECK_SCENE_H
#define TB_UNIT_CHECK_SCENE_H

#include "spu.h"
#include "unit/check/event_ring.h"
#include "unit/check/image.h"
#include "unit/check/life.h"
#include "unit/check/signals.h"
#include "unit/dut/tracker.h"

enum { SCENE_TEXT = 512, SCENE_RECORD_BYTES = 2 * SPU_MAX_RECORD };

// A cycle as the implementation showed it.
struct scene_cycle {
  struct spu_in in;
  struct spu_out out;
  struct spu_vif vif;
};

enum scene_difference {
  SCENE_NONE,
  SCENE_OUT,     // an output: scene.signal
  SCENE_VIF,     // a field of the verification interface: scene.signal
  SCENE_RECORD,  // the bytes of a record that both sides commit
  SCENE_BYTES,   // memory after a record that was not committed: scene.record
  SCENE_RULE     // anything else that was checked: scene.what, expected and got
};

struct scene {
  const struct spu *model;  // after the failing cycle
  const struct spu_config *config;
  const struct life *life;
  const struct event_ring *ring;
  const struct tracker *tracker;  // as the failing cycle leaves it
  bool in_cycle;                  // the difference is in a cycle, not at a run's end: now and before hold
  const struct scene_cycle *now;
  const struct scene_cycle *before;  // the cycle before it; all zero after a reset
  struct spu_out model_out;          // of the failing cycle, where the two differ
  struct spu_vif model_vif;
  // PMSCR_EL1 and PMSCR_EL2 if each MSR of PMSCR_EL1 under HCR_EL2.E2H had gone to the other one of the two.
  uint64_t misdirected[2];
  // The difference.
  enum scene_difference difference;
  uint64_t cycle;
  const struct signal *signal;
  const char *what;           // was checked: "rule", "memory image"
  const char *function;       // pseudocode function that the check belongs to
  const char *law;            // the conservation law that does not hold; null: none
  char expected[SCENE_TEXT];  // in the words of the check
  char got[SCENE_TEXT];
  size_t record_size;                     // of SCENE_BYTES: what the record laid down
  uint8_t record[2][SCENE_RECORD_BYTES];  // by the model, and in memory; zero beyond
};

// A difference that is neither a signal nor a record. False, for the caller to return.
bool scene_rule(struct scene *scene, uint64_t cycle, const char *what, const char *function,
                const char *expected, const char *got);

// Looks for the difference between scene->now and the model's outputs, or takes the rule that was broken.
// True if there is none after all: memcmp also compares padding.
bool scene_cycle_matches(struct scene *scene, uint64_t cycle, struct spu_violation violation);

// The memory image is not what the record that ended in this cycle should have made of it. False.
bool scene_image(struct scene *scene, uint64_t cycle, const struct image *image,
                 const struct spu_write *writes, size_t count);

// The stimulus complained with this text. True if that was about a rule of a bus or of the unit's interface, which
// is then the difference; false if the input may be bad.
bool scene_complaint(struct scene *scene, uint64_t cycle, const char *complaint);

#endif  // TB_UNIT_CHECK_SCENE_H
