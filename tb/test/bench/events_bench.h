// SPDX-License-Identifier: Apache-2.0
//
// What the tests of event lists share: a run of any stimulus on the fake unit, recorded, checked, and with its pins
// kept, and a hook that makes the unit fail.
#ifndef TB_TEST_BENCH_EVENTS_BENCH_H
#define TB_TEST_BENCH_EVENTS_BENCH_H

#include <stdlib.h>
#include <string.h>

#include "check/lockstep.h"
#include "stimulus/events/event_recorder.h"
#include "stimulus/events/events_replay.h"
#include "test/bench/fake_dut.h"
#include "test/bench/mismatch_bench.h"

// Falsifies a cycle's outputs before the checker sees them.
typedef void (*events_fault)(const struct spu_in *in, struct spu_out *out, const struct spu_vif *vif);

struct events_run {
  const struct spu_config *config;
  struct event_recorder *recorder;  // null: not recorded
  events_fault fault;               // null: none
  struct spu_in *pins;              // room for `most` cycles; null: not kept
  uint64_t most;                    // cycles
  struct tracker tracker;           // of the unit, for the stimulus
  struct tracker seen;              // of what the checker sees
  // Results.
  uint64_t clocks;
  uint64_t resets;
  bool finished;  // the stimulus had nothing left to do
  bool matched;   // no mismatch, at the end neither
  struct mismatch mismatch;
  struct tb_error error;
};

// One cycle. False if the run ends.
static inline bool events_run_clock(struct events_run *run, struct stimulus *stimulus, struct fake_dut **fake,
                                    struct lockstep *lockstep, struct spu_in *in)
{
  struct spu_out out;
  struct spu_vif vif;
  struct dut_bus bus;
  struct observer observer = {NULL, NULL, NULL};
  if (run->recorder != NULL) {
    observer = event_recorder_observer(run->recorder);
  }
  if (stimulus->reset != NULL && stimulus->reset(stimulus->context, &run->tracker)) {
    fake_dut_destroy(*fake);
    *fake = fake_dut_create(run->config);
    lockstep_reset(lockstep, &run->seen);
    tracker_reset(&run->tracker);
    tracker_reset(&run->seen);
    if (observer.reset != NULL) {
      observer.reset(observer.context, run->clocks, &(struct dut_reset_shape){0});
    }
    memset(in, 0, sizeof *in);
    run->resets++;
  }
  stimulus->drive(stimulus->context, run->clocks, in);
  if (run->pins != NULL) {
    memcpy(&run->pins[run->clocks], in, sizeof *in);
  }
  fake_dut_eval(*fake, in, &out, &vif, &bus);
  tracker_step(&run->tracker, in, &out, &vif, &bus);
  const bool observed =
      stimulus->observe(stimulus->context, in, &out, &vif, &bus, &run->tracker, &run->error);
  if (observer.step != NULL) {
    observer.step(observer.context, run->clocks, in, &out, &vif, &bus, &run->tracker);
  }
  if (run->fault != NULL) {
    run->fault(in, &out, &vif);
  }
  tracker_step(&run->seen, in, &out, &vif, &bus);
  run->matched = lockstep_step(lockstep, run->clocks, in, &out, &vif, &bus, &run->seen);
  run->clocks++;
  fake_dut_clock(*fake);
  return observed && run->matched;
}

// Runs to the end, the first mismatch, or run->most cycles. False if memory ran out.
static inline bool events_run(struct events_run *run, struct stimulus stimulus)
{
  enum spu_status status;
  struct fake_dut *fake = fake_dut_create(run->config);
  struct lockstep *lockstep = lockstep_create(run->config, stimulus.memory, &status);
  struct spu_in in;
  memset(&in, 0, sizeof in);
  run->clocks = run->resets = 0;
  tracker_reset(&run->tracker);
  tracker_reset(&run->seen);
  run->finished = run->matched = false;
  bool going = fake != NULL && lockstep != NULL;
  while (going && run->clocks < run->most) {
    run->finished = stimulus.finished(stimulus.context);
    going = !run->finished && events_run_clock(run, &stimulus, &fake, lockstep, &in);
  }
  run->matched = run->matched && (!run->finished || lockstep_finish(lockstep, run->clocks));
  if (lockstep != NULL && bench_mismatch(lockstep) != NULL) {
    run->mismatch = *bench_mismatch(lockstep);
  }
  const bool ran = fake != NULL && lockstep != NULL;
  lockstep_destroy(lockstep);
  fake_dut_destroy(fake);
  return ran;
}

#endif  // TB_TEST_BENCH_EVENTS_BENCH_H
