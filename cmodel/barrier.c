// SPDX-License-Identifier: Apache-2.0
//
// Room H: PSB CSYNC and DSB (Arm ARM D17.9; document S2). The implementation says when a barrier is done;
// here is checked that it may be.
#include "spu_internal.h"

// Is an operation marked before `boundary` in flight, unjudged, waiting or being written?
static bool unsynchronized(const struct spu *spu, uint64_t boundary)
{
  const uint32_t tags = spu->in_flight | spu->finished;
  for (uint32_t tag = 0; tag < SPU_MAX_TAGS; tag++) {
    if ((tags >> tag & 1U) != 0 && spu->sample[tag].serial < boundary) {
      return true;
    }
  }
  for (uint32_t i = 0; i < spu->waiting_count; i++) {
    if (spu->waiting[(spu->waiting_first + i) % SPU_MAX_WAITING].serial < boundary) {
      return true;
    }
  }
  return spu->write.active && spu->write.record.serial < boundary;
}

static void wait_begins(struct spu_barrier *barrier, bool valid, uint64_t boundary)
{
  if (valid && !barrier->active) {
    barrier->boundary = boundary;
  }
  barrier->active = valid;
}

// Uses the state at the start of the clock, so it runs before the other rooms. A DSB is checked as far as the
// input pins show: each byte run handed over before it needs a response of its own.
void spu_barrier_step(struct spu *spu, const struct spu_in *in, const struct spu_vif *seen,
                      struct spu_vif *vif)
{
  wait_begins(&spu->psb, in->psb_valid, spu->marks);
  wait_begins(&spu->dsb, in->dsb_valid, spu->runs);
  if (seen->psb_done) {
    if (!in->psb_valid) {
      spu_violate(spu, "a PSB was done that was not requested", "ProfilingSynchronizationBarrier");
    } else if (unsynchronized(spu, spu->psb.boundary)) {
      spu_violate(spu, "a PSB was done before the operations that it covers",
                  "ProfilingSynchronizationBarrier");
    } else {
      vif->psb_done = true;
    }
    spu->psb.active = false;
  }
  if (seen->dsb_done) {
    if (!in->dsb_valid) {
      spu_violate(spu, "a DSB was done that was not requested", "DataSynchronizationBarrier");
    } else if (spu->responses < spu->dsb.boundary) {
      spu_violate(spu, "a DSB was done before the writes that it covers", "DataSynchronizationBarrier");
    } else {
      vif->dsb_done = true;
    }
    spu->dsb.active = false;
  }
}
