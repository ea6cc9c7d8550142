// SPDX-License-Identifier: Apache-2.0
//
// Requirements C3, G12: samples and kept records that are not written (Arm ARM D17.4, D17.3.7, D17.8).
//
// A session ends in every cycle in which PMBLIMITR_EL1.E is 0 or profiling is stopped. Everything collected before that
// is discarded (D17.4), even if software has enabled a buffer again before the record would be written.
//
// Before FEAT_SPEv1p5, a fault or synchronous External abort stops profiling before further operations are sampled
// (D17.8). Operations that were nevertheless sampled while the event's record was being written are collisions
// (D17.3.7), unless they were already decided. From FEAT_SPEv1p5 on they are discarded like any other sample whose
// session has ended.
#include "spu_internal.h"

static void end_session(struct spu_origin *origin, enum spu_discard reason)
{
  if (origin->ended == SPU_DISCARD_NONE) {
    origin->ended = reason;
  }
}

// Uses the state at the start of the cycle, so it runs before the operations of this cycle are marked.
void spu_session_step(struct spu *spu, const struct spu_in *in)
{
  const bool stopped = SPEProfilingStopped(spu, in);
  if (!stopped && (spu->regs.pmblimitr & SPU_PMBLIMITR_EL1_E) != 0) {
    return;
  }
  const enum spu_discard reason = stopped ? SPU_DISCARD_STOPPED : SPU_DISCARD_NOT_ENABLED;
  const uint32_t tags = spu->in_flight | spu->finished;
  for (uint32_t tag = 0; tags >> tag != 0; tag++) {
    end_session(&spu->sample[tag].origin, reason);  // of a free tag, the next mark clears it
  }
  for (uint32_t i = 0; i < spu->waiting_count; i++) {
    end_session(&spu->waiting[spu_waiting_index(spu, i)].origin, reason);
  }
  end_session(&spu->write.record.origin, reason);
}

// A management event collides with all samples in flight or undecided. Runs after everything else in the cycle. Returns
// the number of new collisions.
uint32_t spu_session_collide(struct spu *spu)
{
  uint32_t collided = 0;
  const uint32_t tags = spu->in_flight | spu->finished;
  for (uint32_t tag = 0; tags >> tag != 0; tag++) {
    struct spu_sample *sample = &spu->sample[tag];
    if ((tags >> tag & 1U) != 0 && !sample->collided) {
      sample->collided = true;
      collided++;
    }
  }
  spu->counts.collided += collided;
  spu->counts.late += collided;
  return collided;
}
