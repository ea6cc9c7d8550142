// SPDX-License-Identifier: Apache-2.0
#include "check/run.h"

// What is rare in a clock: anything at all happened.
static bool count(struct run *run, const struct spu_in *in, const struct spu_out *out,
                  const struct spu_vif *vif)
{
  struct run_counts *counts = &run->counts;
  counts->samples += out->mark_valid;
  counts->collisions += out->sample_collision;
  counts->verdicts += vif->verdict_valid;
  counts->kept += vif->verdict_keep;
  counts->events += vif->event_valid;
  counts->discarded[SPU_DISCARD_MODE] += vif->verdict_discard;
  counts->aborts += in->axi_bvalid && in->axi_bresp >= 2;
  counts->overflows += out->pmuirq && !run->pmuirq;
  run->pmuirq = out->pmuirq;
  if (vif->discard_valid) {
    counts->discarded[vif->discard_reason <= SPU_DISCARD_FAULT ? vif->discard_reason : 0]++;
  }
  if (!vif->commit_valid) {
    return true;
  }
  counts->records++;
  counts->bytes += vif->commit_len;
  const size_t size = vif->commit_len <= SPU_MAX_RECORD ? vif->commit_len : SPU_MAX_RECORD;
  return run->sink == NULL || run->sink(run->sink_context, vif->commit_data, size);
}

enum run_state run_clocks(struct run *run, uint64_t clocks, struct tb_error *error)
{
  const struct stimulus *stimulus = &run->stimulus;
  struct spu_out out;
  struct spu_vif vif;
  struct dut_bus bus;
  for (uint64_t i = 0; i < clocks; i++) {
    if (stimulus->finished(stimulus->context)) {
      return RUN_FINISHED;
    }
    stimulus->drive(stimulus->context, run->cycle, &run->in);
    dut_eval(run->dut, &run->in);
    dut_read(run->dut, &out, &vif, &bus);
    const bool observed = stimulus->observe(stimulus->context, &run->in, &out, &vif, &bus, error);
    // The checker first: when both complain, it knows the cause.
    if (run->lockstep != NULL && !lockstep_step(run->lockstep, run->cycle, &run->in, &out, &vif, &bus)) {
      return RUN_MISMATCH;
    }
    if (!observed) {
      return RUN_BROKEN;
    }
    if (!count(run, &run->in, &out, &vif)) {
      return RUN_BROKEN;
    }
    dut_clock(run->dut);
    run->cycle++;
  }
  return RUN_GOING;
}
