// SPDX-License-Identifier: Apache-2.0
//
// Requirements G: Profiling Buffer management events (Arm ARM D17.8; J1 SPEBufferIsFull, DebugWriteFault and
// DebugWriteExternalAbort): when the buffer is full, and how one cycle updates the PMBSR_ELx that ReportSPEEvent()
// selects.
#include "spu_internal.h"

// Whether `records` records of the largest size fit from `pmbptr` on. The pseudocode's integers are unbounded, so a
// limit below the total size must not wrap around.
bool spu_buffer_holds(const struct spu *spu, uint64_t pmbptr, uint64_t records)
{
  const uint64_t limit = spu->regs.pmblimitr & SPU_PMBLIMITR_EL1_LIMIT;
  const uint64_t bytes = records << spu->config.max_size;
  return limit >= bytes && pmbptr <= limit - bytes;
}

// J1; the pointer is an argument.
bool SPEBufferIsFull(const struct spu *spu, uint64_t pmbptr)
{
  return !spu_buffer_holds(spu, pmbptr, 1);
}

// Records a management event in PMBSR_EL[target_el]: sets S, and takes EC, MSS and MSS2 from `syndrome`.
static void set_event(struct spu *spu, enum spu_el target_el, uint64_t syndrome)
{
  uint64_t *pmbsr = PMBSR_EL(&spu->next, target_el);
  *pmbsr &= ~(SPU_PMBSR_EL1_EC | SPU_PMBSR_EL1_MSS | SPU_PMBSR_EL1_MSS2);
  *pmbsr |= SPU_PMBSR_EL1_S | syndrome;
}

// PMBSR_EL[target_el].S
static bool service(struct spu *spu, enum spu_el target_el)
{
  return (*PMBSR_EL(&spu->regs, target_el) & SPU_PMBSR_EL1_S) != 0;
}

// J1.
static void OtherSPEManagementEvent(struct spu *spu, const struct spu_in *in, uint64_t bsc)
{
  const enum spu_el target_el = DefaultSPEEvent(spu, in);
  if (!service(spu, target_el)) {
    set_event(spu, target_el, (uint64_t)SPU_PMBSR_EL1_EC_OTHER << SPU_PMBSR_EL1_EC_SHIFT | bsc);
  }
}

// D17.8.2. DL and COLL are unchanged; MSS2 is RES0 with this EC (D24.7.5).
void SPEBufferFilled(struct spu *spu, const struct spu_in *in)
{
  OtherSPEManagementEvent(spu, in, SPU_PMBSR_EL1_BSC_FILLED);
}

// EC and FSC of PMBSR_ELx for a fault or abort. A Granule Protection Check fault leaves MSS zero (D24.7).
static uint64_t syndrome(const struct spu *spu, const struct spu_fault *fault, uint64_t fsc)
{
  if (fault->gpc && spu->config.have_rme) {
    return (uint64_t)SPU_PMBSR_EL1_EC_GPC << SPU_PMBSR_EL1_EC_SHIFT;
  }
  const uint64_t ec = fault->second_stage ? SPU_PMBSR_EL1_EC_STAGE2 : SPU_PMBSR_EL1_EC_STAGE1;
  return ec << SPU_PMBSR_EL1_EC_SHIFT | (fsc & SPU_PMBSR_EL1_FSC);
}

// J1; D17.8.3. No effect if S is already 1. DL as in RYZJQX: the record is written to memory one page at a time.
void DebugWriteFault(struct spu *spu, const struct spu_in *in, const struct spu_fault *fault)
{
  const uint64_t bits = syndrome(spu, fault, fault->fsc);
  const enum spu_el target_el =
      ReportSPEEvent(spu, in, (uint32_t)((bits & SPU_PMBSR_EL1_EC) >> SPU_PMBSR_EL1_EC_SHIFT),
                     (uint32_t)(bits & SPU_PMBSR_EL1_FSC));
  if (service(spu, target_el)) {
    return;
  }
  set_event(spu, target_el, bits | fault->mss2);
  *PMBSR_EL(&spu->next, target_el) |= fault->data_lost ? SPU_PMBSR_EL1_DL : 0;
}

// J1; D17.8.4. `at_start`: the abort was on the record's first byte. Returns whether the PE takes an SError exception
// (PendSErrorInterrupt) instead of a report in PMBSR_EL1. No other PMBSR_ELx is possible: with FEAT_SPE_EXC aborts are
// never reported to the unit.
bool DebugWriteExternalAbort(struct spu *spu, const struct spu_fault *fault, bool at_start)
{
  const uint32_t choice = spu->config.external_abort;
  if (choice == SPU_ABORT_IGNORED) {
    return false;
  }
  if (fault->asynchronous || choice == SPU_ABORT_SERROR) {
    return true;
  }
  const bool async_external_abort = choice == SPU_ABORT_REPORTED_ASYNC;
  spu->next.pmbsr |= SPU_PMBSR_EL1_EA;
  if (async_external_abort || !at_start) {
    spu->next.pmbsr |= SPU_PMBSR_EL1_DL;
  }
  if ((spu->regs.pmbsr & SPU_PMBSR_EL1_S) == 0) {
    const uint64_t fsc = async_external_abort ? SPU_PMBSR_EL1_FSC_ASYNC_ABORT : fault->fsc;
    set_event(spu, SPU_EL1, syndrome(spu, fault, fsc));
  }
  return false;
}

// D17.8.5. Profiling is not stopped, so S is 0.
static void access_not_allowed(struct spu *spu, const struct spu_in *in)
{
  *PMBSR_EL(&spu->next, DefaultSPEEvent(spu, in)) |= SPU_PMBSR_EL1_DL;
  OtherSPEManagementEvent(spu, in, SPU_PMBSR_EL1_BSC_NOT_ALLOWED);
}

// The PMBSR_ELx in which S rises in this cycle, after the indirect writes and before the direct write; SPU_EL0 if none.
static enum spu_el event_el(struct spu *spu)
{
  for (uint8_t el = SPU_EL3; el >= SPU_EL1; el--) {
    const uint64_t rise = ~*PMBSR_EL(&spu->regs, (enum spu_el)el) & *PMBSR_EL(&spu->next, (enum spu_el)el);
    if ((rise & SPU_PMBSR_EL1_S) != 0) {
      return (enum spu_el)el;
    }
  }
  return SPU_EL0;
}

// Requirement G6: several causes in one cycle are one management event. The last one here sets EC and MSS; EA and DL
// accumulate. One of them is then a reported External abort, which excludes FEAT_SPE_EXC.
static void apply(struct spu *spu, const struct spu_in *in, const struct spu_cycle_events *now,
                  struct spu_out *out, struct spu_vif *vif)
{
  if (now->not_allowed) {
    access_not_allowed(spu, in);
  }
  if (now->filled) {
    SPEBufferFilled(spu, in);
    out->sample_buffer_full = spu->config.spe_version >= 4 ? 1 : 0;
  }
  if (now->aborted) {
    out->serror = DebugWriteExternalAbort(spu, &now->abort, now->abort_at_start);
  }
  if (now->faulted) {
    DebugWriteFault(spu, in, &spu->write.fault);
  }
  const enum spu_el el = event_el(spu);
  if (el != SPU_EL0) {
    // D17.8: a fault, or an abort that is reported synchronously, leaves no sample behind it before FEAT_SPEv1p5
    const bool synchronous = now->faulted || now->abort.fsc == SPU_PMBSR_EL1_FSC_SYNC_ABORT;
    if (synchronous && spu->config.spe_version < 5) {
      const uint32_t collided = spu_session_collide(spu);
      out->sample_collision = (uint8_t)(out->sample_collision + collided);
      // SPESampleCollision(), without FEAT_SPE_EXC
      spu->next.pmbsr |= collided != 0 ? SPU_PMBSR_EL1_COLL : 0;
    }
    vif->event_valid = true;
    vif->event_el = (uint8_t)el;
    vif->event_pmbsr = *PMBSR_EL(&spu->next, el);
    vif->event_pmbptr = spu->next.pmbptr;
    spu->counts.events++;
  }
}

// The function that determines this cycle's management event, or its absence.
static const char *event_function(const struct spu_cycle_events *now)
{
  if (now->faulted) {
    return "DebugWriteFault";
  }
  if (now->aborted) {
    return "DebugWriteExternalAbort";
  }
  if (now->not_allowed) {
    return "OtherSPEManagementEvent";
  }
  return now->filled ? "SPEBufferFilled" : "DebugWriteFault";
}

// Compares the implementation's event flags with the model's.
static void compare_flags(struct spu *spu, const struct spu_vif *seen, const struct spu_cycle_events *now,
                          const struct spu_vif *vif)
{
  if (seen->commit_valid != vif->commit_valid) {
    spu_violate(spu,
                seen->commit_valid ? "a record was committed that could not be"
                                   : "a record was discarded that was to be committed",
                "SPEWriteToBuffer");
  }
  if (seen->start_valid != vif->start_valid) {
    const bool full = seen->discard_reason == SPU_DISCARD_FULL || vif->discard_reason == SPU_DISCARD_FULL;
    spu_violate(spu,
                seen->start_valid ? "a write was started that could not be"
                                  : "a record was discarded that was to be written",
                full ? "SPEBufferIsFull" : "ProfilingBufferEnabled");
  }
  if (seen->discard_valid != vif->discard_valid) {
    spu_violate(spu, "a record was both written and discarded", "SPEWriteToBuffer");
  }
  const bool filling = seen->discard_reason == SPU_DISCARD_FULL || (vif->commit_valid && !now->aborted);
  if (seen->event_valid != vif->event_valid) {
    spu_violate(spu,
                seen->event_valid ? "a management event that nothing explains"
                                  : "a management event was not reported",
                filling ? "SPEBufferFilled" : event_function(now));
  }
}

// Updates PMBSR_ELx. Runs last in the cycle, because a management event counts the samples that collide with it.
void spu_manage(struct spu *spu, const struct spu_in *in, const struct spu_cycle_events *now,
                const struct spu_vif *seen, struct spu_out *out, struct spu_vif *vif)
{
  apply(spu, in, now, out, vif);
  if (!spu->acting) {
    compare_flags(spu, seen, now, vif);
  }
}
