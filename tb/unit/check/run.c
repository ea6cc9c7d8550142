// SPDX-License-Identifier: Apache-2.0
#include "unit/check/run.h"

#include <assert.h>
#include <string.h>

// Counts the events of a cycle and passes a committed record to the sink. False if the sink fails.
static bool count(struct run *run, const struct spu_in *in, const struct spu_out *out,
                  const struct spu_vif *vif)
{
  struct run_counts *counts = &run->counts;
  counts->samples += out->mark_valid;
  counts->collisions += out->sample_collision;
  counts->decisions += vif->decide_valid;
  counts->kept += vif->decide_keep;
  counts->events += vif->event_valid;
  counts->discarded[SPU_DISCARD_MODE] += vif->decide_discard;
  counts->aborts += in->axi_bvalid && in->axi_bresp >= 2;
  counts->overflows += out->pmuirq && !run->pmuirq;
  run->pmuirq = out->pmuirq;
  if (vif->discard_valid) {
    counts->discarded[vif->discard_reason < SPU_DISCARD_REASONS ? vif->discard_reason : 0]++;
  }
  if (!vif->commit_valid) {
    return true;
  }
  counts->records++;
  counts->bytes += vif->commit_len;
  const size_t size = vif->commit_len <= SPU_MAX_RECORD ? vif->commit_len : SPU_MAX_RECORD;
  return run->sink == NULL || run->sink(run->sink_context, vif->commit_data, size);
}

void run_observe(struct run *run, const struct observer *observer)
{
  assert(run->observers < RUN_OBSERVERS);
  run->observer[run->observers++] = *observer;
}

// Resets unit, checker and observers; memory keeps its contents.
static void reset(struct run *run)
{
  const struct dut_reset_shape shape = dut_reset(run->dut);
  if (run->lockstep != NULL) {
    lockstep_reset(run->lockstep, &run->tracker);
  }
  tracker_reset(&run->tracker);
  for (unsigned i = 0; i < run->observers; i++) {
    if (run->observer[i].reset != NULL) {
      run->observer[i].reset(run->observer[i].context, run->cycle, &shape);
    }
  }
  memset(&run->in, 0, sizeof run->in);
  run->pmuirq = false;
  run->counts.resets++;
}

static bool check_assertions(const struct run *run, struct tb_error *error)
{
  const char *where = dut_failed_assertion(run->dut);
  return where == NULL || tb_fail(error, "assertion: %s failed", where);
}

enum run_state run_clocks(struct run *run, uint64_t clocks, struct tb_error *error)
{
  const struct stimulus *stimulus = &run->stimulus;
  struct tracker *tracker = &run->tracker;
  struct spu_out out;
  struct spu_vif vif;
  struct dut_bus bus;
  memset(&out, 0, sizeof out);
  memset(&vif, 0, sizeof vif);
  memset(&bus, 0, sizeof bus);
  for (uint64_t i = 0; i < clocks; i++) {
    if (stimulus->finished(stimulus->context)) {
      dut_clock(run->dut, &run->in);  // ends the last cycle
      return check_assertions(run, error) ? RUN_FINISHED : RUN_BROKEN;
    }
    if (stimulus->reset != NULL && stimulus->reset(stimulus->context, &run->tracker)) {
      reset(run);
    }
    stimulus->drive(stimulus->context, run->cycle, &run->in);
    dut_clock(run->dut, &run->in);
    if (stimulus->joined != NULL) {
      stimulus->joined(stimulus->context, &run->in);
    }
    // Assertions of the previous cycle, after its checker: a mismatch at the pins is more specific.
    if (!check_assertions(run, error)) {
      return RUN_BROKEN;
    }
    dut_read(run->dut, &out, &vif, &bus);
    tracker_step(tracker, &run->in, &out, &vif, &bus);
    const bool observed = stimulus->observe(stimulus->context, &run->in, &out, &vif, &bus, tracker, error);
    for (unsigned o = 0; o < run->observers; o++) {
      run->observer[o].step(run->observer[o].context, run->cycle, &run->in, &out, &vif, &bus, tracker);
    }
    // The checker first: if both fail, its report names the cause.
    if (run->lockstep != NULL &&
        !lockstep_step(run->lockstep, run->cycle, &run->in, &out, &vif, &bus, tracker)) {
      return RUN_MISMATCH;
    }
    if (!observed) {
      return RUN_BROKEN;
    }
    if (!count(run, &run->in, &out, &vif)) {
      return RUN_BROKEN;
    }
    run->cycle++;
  }
  return RUN_GOING;
}
