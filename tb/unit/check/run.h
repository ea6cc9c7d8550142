// SPDX-License-Identifier: Apache-2.0
//
// The cycle loop: stimulus, unit, checker.
#ifndef TB_UNIT_CHECK_RUN_H
#define TB_UNIT_CHECK_RUN_H

#include "unit/check/lockstep.h"
#include "unit/dut/dut.h"
#include "unit/dut/observer.h"
#include "unit/stimulus/stimulus.h"

enum run_state {
  RUN_GOING,     // more cycles to come
  RUN_FINISHED,  // the stimulus has nothing left to do
  RUN_MISMATCH,  // lockstep_scene() says what
  RUN_BROKEN     // the stimulus reported an error, an RTL assertion failed, or the sink failed
};

// Counted from the unit's outputs, checked or not.
struct run_counts {
  uint64_t samples;  // operations marked
  uint64_t collisions;
  uint64_t records;  // committed
  uint64_t bytes;
  uint64_t verdicts;
  uint64_t kept;
  uint64_t discarded[SPU_DISCARD_REASONS];  // by enum spu_discard
  uint64_t events;                          // management events
  uint64_t aborts;                          // error responses to the unit's writes
  uint64_t overflows;                       // times that PMUIRQ rose
  uint64_t resets;                          // of the unit, after the first
};

// Where every committed record's bytes go. False stops the run (the caller knows why).
typedef bool (*run_sink)(void *context, const uint8_t *data, size_t size);

enum { RUN_OBSERVERS = 3 };

struct run {
  struct dut *dut;
  struct stimulus stimulus;
  struct lockstep *lockstep;  // null: unchecked
  struct observer observer[RUN_OBSERVERS];
  unsigned observers;
  run_sink sink;  // null: records go nowhere
  void *sink_context;
  struct spu_in in;        // start from all zero
  struct tracker tracker;  // likewise
  uint64_t cycle;          // the next one
  struct run_counts counts;
  bool pmuirq;  // of the last cycle
};

// Adds an observer. At most RUN_OBSERVERS of them.
void run_observe(struct run *run, const struct observer *observer);

// Runs up to `clocks` cycles. An error of the stimulus, or the assertion that failed, is in *error.
enum run_state run_clocks(struct run *run, uint64_t clocks, struct tb_error *error);

#endif  // TB_UNIT_CHECK_RUN_H
