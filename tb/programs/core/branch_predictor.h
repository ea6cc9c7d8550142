// SPDX-License-Identifier: Apache-2.0
//
// A branch predictor: gshare for conditional branches, a target buffer for taken branches, and a return address stack.
#ifndef TB_PROGRAMS_CORE_BRANCH_PREDICTOR_H
#define TB_PROGRAMS_CORE_BRANCH_PREDICTOR_H

#include "programs/a64/a64.h"

enum { PREDICTOR_COUNTERS = 16384, PREDICTOR_TARGETS = 2048, PREDICTOR_RETURNS = 16 };

struct branch_predictor {
  uint8_t counters[PREDICTOR_COUNTERS];  // 0..3: not taken ... taken
  uint64_t history;                      // outcomes of conditional branches, the latest in bit 0
  struct branch_predictor_target {
    uint64_t pc;
    uint64_t target;
  } targets[PREDICTOR_TARGETS];
  uint64_t returns[PREDICTOR_RETURNS];
  uint32_t return_count;  // pushes minus pops; the oldest are overwritten
};

struct branch_prediction {
  bool mispredicted;
  bool late;         // correct, but only after decode: a direct branch missing from the target buffer
  bool wrong_known;  // mispredicted, and wrong_pc is the predicted address
  uint64_t wrong_pc;
};

// Predicts a branch at pc that continues at next_pc, and learns the outcome. `direct` is the target of a direct branch
// if known, else 0. *predictor all zero is the initial state.
struct branch_prediction branch_predict(struct branch_predictor *predictor, const struct a64_class *class,
                                        uint64_t pc, uint64_t next_pc, uint64_t direct);

#endif  // TB_PROGRAMS_CORE_BRANCH_PREDICTOR_H
