// SPDX-License-Identifier: Apache-2.0
//
// Requirements H: PSB CSYNC and DSB (Arm ARM D17.9; document S2). The implementation reports when a barrier is done.
// This file checks that the barrier may be done, and that a PSB CSYNC with nothing left to wait for is done within
// spu_config_bound(): only the model knows which operations it covers.
#include "spu_internal.h"

// Starts a PSB CSYNC. It waits for the operations in flight or undecided that the core reports as older, and for the
// record of every operation that has already been decided.
static void cover(struct spu *spu, uint32_t older)
{
  for (uint32_t tag = 0; tag < SPU_MAX_TAGS; tag++) {
    // Harmless for a free tag: the next mark clears it.
    spu->sample[tag].origin.covered = (older >> tag & 1U) != 0;
  }
  for (uint32_t i = 0; i < spu->waiting_count; i++) {
    spu->waiting[spu_waiting_index(spu, i)].origin.covered = true;
  }
  spu->write.record.origin.covered = true;
}

// Whether an operation that the PSB CSYNC covers is in flight, undecided, waiting or being written.
static bool unsynchronized(const struct spu *spu)
{
  const uint32_t tags = spu->in_flight | spu->finished;
  for (uint32_t tag = 0; tag < SPU_MAX_TAGS; tag++) {
    if ((tags >> tag & 1U) != 0 && spu->sample[tag].origin.covered) {
      return true;
    }
  }
  for (uint32_t i = 0; i < spu->waiting_count; i++) {
    if (spu->waiting[spu_waiting_index(spu, i)].origin.covered) {
      return true;
    }
  }
  return spu->write.active && spu->write.record.origin.covered;
}

// Whether, judging by the input pins, the unit cannot be waiting for its environment in this cycle: every burst has its
// response, and a record being written is translated, lies in one page (so it needs no second burst), and the write
// channels are ready.
static bool not_stalled(const struct spu *spu, const struct spu_in *in)
{
  const struct spu_write_state *write = &spu->write;
  if (spu->responses < spu->bursts) {
    return false;
  }
  if (!write->active) {
    return true;
  }
  return write->pages == 1 && (write->faulted || write->answered == 1) && in->axi_awready && in->axi_wready;
}

// A PSB CSYNC never waits for operations that it does not cover, such as itself.
static void wait_for_older(struct spu *spu, const struct spu_in *in)
{
  struct spu_barrier *psb = &spu->psb;
  if (in->psb_valid && !psb->active) {
    cover(spu, in->psb_older);
    psb->unstalled = 0;
  }
  psb->active = in->psb_valid;
  if (!psb->active) {
    return;
  }
  if (unsynchronized(spu)) {
    psb->unstalled = 0;
  } else if (psb->unstalled > spu_config_bound(&spu->config)) {
    spu_violate(spu, "a PSB waits although nothing that it covers is left",
                "ProfilingSynchronizationBarrier");
  }
  psb->unstalled += not_stalled(spu, in);
}

static void wait_for_bursts(struct spu_barrier *dsb, bool valid, uint64_t bursts)
{
  if (valid && !dsb->active) {
    dsb->boundary = bursts;
  }
  dsb->active = valid;
}

// Uses the state at the start of the cycle, so it runs before the other blocks. A DSB covers the bursts that the write
// channels accepted before it; each needs its own response.
void spu_barrier_step(struct spu *spu, const struct spu_in *in, const struct spu_vif *seen,
                      struct spu_vif *vif)
{
  wait_for_older(spu, in);
  wait_for_bursts(&spu->dsb, in->dsb_valid, spu->bursts);
  // When the model acts as the unit, a barrier is done as early as allowed.
  const bool psb_done = spu->acting ? in->psb_valid && !unsynchronized(spu) : seen->psb_done;
  const bool dsb_done = spu->acting ? in->dsb_valid && spu->responses >= spu->dsb.boundary : seen->dsb_done;
  if (psb_done) {
    if (!in->psb_valid) {
      spu_violate(spu, "a PSB was done that was not requested", "ProfilingSynchronizationBarrier");
    } else if (unsynchronized(spu)) {
      spu_violate(spu, "a PSB was done before the operations that it covers",
                  "ProfilingSynchronizationBarrier");
    } else {
      vif->psb_done = true;
    }
    spu->psb.active = false;
  }
  if (dsb_done) {
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
