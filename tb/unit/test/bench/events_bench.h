// SPDX-License-Identifier: Apache-2.0
//
// For tests of event lists: a run of any stimulus on the unit without RTL, with the checker, an optional recording of
// its pins or events, and a hook that falsifies the unit's outputs.
#ifndef TB_UNIT_TEST_BENCH_EVENTS_BENCH_H
#define TB_UNIT_TEST_BENCH_EVENTS_BENCH_H

#include <stdlib.h>
#include <string.h>

#include "unit/stimulus/events/event_recorder.h"
#include "unit/stimulus/events/events_replay.h"
#include "unit/test/bench/check_bench.h"

// Falsifies a cycle's outputs for the checker.
typedef void (*events_fault)(const struct spu_in *in, struct spu_out *out, const struct spu_vif *vif);

struct events_run {
  const struct spu_config *config;
  struct event_recorder *recorder;  // null: not recorded
  events_fault fault;               // null: none
  struct spu_in *pins;              // of `most` cycles; null: not recorded
  uint64_t most;                    // cycles
  // Results.
  uint64_t clocks;
  uint64_t resets;
  bool finished;  // the stimulus ended
  bool matched;   // no mismatch during the run or at its end
  struct mismatch mismatch;
  struct tb_error error;
};

static inline bool events_cycle(struct check_cycle *cycle, const void *argument)
{
  struct events_run *run = *(struct events_run *const *)argument;
  if (run->pins != NULL) {
    memcpy(&run->pins[run->clocks], &cycle->in, sizeof cycle->in);
  }
  if (run->fault != NULL) {
    run->fault(&cycle->in, &cycle->out, &cycle->vif);
  }
  run->clocks++;
  return false;  // continue in every cycle
}

// Runs to the end, the first mismatch, or run->most cycles. False if memory ran out.
static inline bool events_run(struct events_run *run, struct stimulus stimulus)
{
  struct check_bench bench;
  struct check_cycle cycle;
  const bool opened = check_bench_open_with(&bench, run->config, stimulus);
  bool going = opened;
  bench.may_reset = true;
  if (run->recorder != NULL) {
    bench.observer = event_recorder_observer(run->recorder);
  }
  run->clocks = 0;
  run->finished = false;
  while (going && run->clocks < run->most) {
    run->finished = stimulus.finished(stimulus.context);
    going = !run->finished && check_bench_step(&bench, events_cycle, &run, &cycle);
  }
  if (opened) {
    if (run->finished) {
      (void)lockstep_finish(bench.lockstep, run->clocks);
    }
    run->matched = bench_mismatch(bench.lockstep) == NULL;
    run->mismatch = run->matched ? run->mismatch : *bench_mismatch(bench.lockstep);
  }
  run->resets = bench.resets;
  run->error = bench.error;
  check_bench_close(&bench);
  return opened;
}

#endif  // TB_UNIT_TEST_BENCH_EVENTS_BENCH_H
