// SPDX-License-Identifier: Apache-2.0
//
// The clock loop: stimulus, unit, checker.
#ifndef TB_CHECK_RUN_H
#define TB_CHECK_RUN_H

#include "check/lockstep.h"
#include "dut/dut.h"
#include "stimulus/stimulus.h"

enum run_state {
  RUN_GOING,     // more clocks to come
  RUN_FINISHED,  // the stimulus has nothing left to do
  RUN_MISMATCH,  // lockstep_mismatch() says what
  RUN_BROKEN     // the stimulus reported an error
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

// Sees each clock's pins and outputs before the model does: spu_peek_register() of the checker's model gives the
// values of the start of the clock.
struct run_observer {
  void *context;
  void (*step)(void *context, uint64_t cycle, const struct spu_in *in, const struct spu_out *out,
               const struct spu_vif *vif, const struct dut_bus *bus);
  // The unit was reset before this clock. Null: does not matter.
  void (*reset)(void *context, uint64_t cycle, const struct dut_reset_shape *shape);
};

enum { RUN_OBSERVERS = 3 };

struct run {
  struct dut *dut;
  struct stimulus stimulus;
  struct lockstep *lockstep;  // null: unchecked
  struct run_observer observer[RUN_OBSERVERS];
  unsigned observers;
  run_sink sink;  // null: records go nowhere
  void *sink_context;
  struct spu_in in;  // start from all zero
  uint64_t cycle;    // the next one
  struct run_counts counts;
  bool pmuirq;  // of the last clock
};

// Adds an observer. At most RUN_OBSERVERS of them.
void run_observe(struct run *run, const struct run_observer *observer);

// Runs up to `clocks` clocks. An error of the stimulus is in *error.
enum run_state run_clocks(struct run *run, uint64_t clocks, struct tb_error *error);

#endif  // TB_CHECK_RUN_H
