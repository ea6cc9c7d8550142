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
  RUN_MISMATCH,  // lockstep_failure() is the difference
  RUN_BROKEN     // the stimulus reported an error, an RTL assertion failed, or the sink failed
};

// Counted from the unit's outputs, checked or not.
struct run_counts {
  uint64_t samples;  // operations marked
  uint64_t collisions;
  uint64_t records;  // committed
  uint64_t bytes;
  uint64_t decisions;
  uint64_t kept;
  uint64_t discarded[SPU_DISCARD_REASONS];  // by enum spu_discard
  uint64_t events;                          // management events
  uint64_t aborts;                          // error responses to the unit's writes
  uint64_t overflows;                       // times that PMUIRQ rose
  uint64_t resets;                          // after the first
};

// Receives the bytes of every committed record. False stops the run.
typedef bool (*run_sink)(void *context, const uint8_t *data, size_t size);

enum { RUN_OBSERVERS = 3 };

struct run {
  struct dut *dut;
  struct stimulus stimulus;
  struct lockstep *lockstep;  // null: not checked
  struct observer observer[RUN_OBSERVERS];
  unsigned observers;
  run_sink sink;  // null: records go nowhere
  void *sink_context;
  struct spu_in in;        // all zero at the start
  struct tracker tracker;  // all zero at the start
  uint64_t cycle;          // number of the next cycle
  struct run_counts counts;
  bool pmuirq;  // in the previous cycle
};

// Adds an observer, at most RUN_OBSERVERS in all.
void run_observe(struct run *run, const struct observer *observer);

// Runs up to `clocks` cycles. After RUN_BROKEN, *error is the stimulus' error or names the failed assertion.
enum run_state run_clocks(struct run *run, uint64_t clocks, struct tb_error *error);

#endif  // TB_UNIT_CHECK_RUN_H
