// SPDX-License-Identifier: Apache-2.0
//
// Buffer (requirements G): Profiling Buffer management events (Arm ARM D17.8; J1 SPEBufferIsFull,
// DebugWriteFault and DebugWriteExternalAbort): what fills the buffer, and what one cycle does to PMBSR_EL1.
#include "spu_internal.h"

// J1, with the pointer given. Integers of the pseudocode are unbounded: a limit below one record is full.
bool SPEBufferIsFull(const struct spu *spu, uint64_t pmbptr)
{
  const uint64_t limit = spu->regs.pmblimitr & SPU_PMBLIMITR_EL1_LIMIT;
  const uint64_t record_max_size = UINT64_C(1) << spu->config.max_size;
  return limit < record_max_size || pmbptr > limit - record_max_size;
}

// A management event: S becomes 1, EC, MSS and MSS2 are of `syndrome`.
static void set_event(struct spu *spu, uint64_t syndrome)
{
  spu->next.pmbsr &= ~(SPU_PMBSR_EL1_EC | SPU_PMBSR_EL1_MSS | SPU_PMBSR_EL1_MSS2);
  spu->next.pmbsr |= SPU_PMBSR_EL1_S | syndrome;
}

// D17.8.2. DL and COLL are unchanged; MSS2 is RES0 with this EC (D24.7.5).
void SPEBufferFilled(struct spu *spu)
{
  if ((spu->regs.pmbsr & SPU_PMBSR_EL1_S) == 0) {
    set_event(spu, (uint64_t)SPU_PMBSR_EL1_EC_OTHER << SPU_PMBSR_EL1_EC_SHIFT | SPU_PMBSR_EL1_BSC_FILLED);
  }
}

// PMBSR_EL1.EC and FSC of a fault or an abort. A Granule Protection Check fault leaves MSS zero (D24.7).
static uint64_t syndrome(const struct spu *spu, const struct spu_fault *fault, uint64_t fsc)
{
  if (fault->gpc && spu->config.have_rme) {
    return (uint64_t)SPU_PMBSR_EL1_EC_GPC << SPU_PMBSR_EL1_EC_SHIFT;
  }
  const uint64_t ec = fault->second_stage ? SPU_PMBSR_EL1_EC_STAGE2 : SPU_PMBSR_EL1_EC_STAGE1;
  return ec << SPU_PMBSR_EL1_EC_SHIFT | (fsc & SPU_PMBSR_EL1_FSC);
}

// J1; D17.8.3. Nothing happens when S is already 1.
void DebugWriteFault(struct spu *spu, const struct spu_fault *fault)
{
  if ((spu->regs.pmbsr & SPU_PMBSR_EL1_S) != 0) {
    return;
  }
  set_event(spu, syndrome(spu, fault, fault->fsc) | fault->mss2);
}

// J1; D17.8.4. `at_start`: it is the record's first byte that was aborted. Returns whether the PE takes an
// SError exception (PendSErrorInterrupt) instead of the unit taking note.
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
    set_event(spu, syndrome(spu, fault, fsc));
  }
  return false;
}

// D17.8.5; J1 OtherSPEManagementEvent. S is 0.
static void access_not_allowed(struct spu *spu)
{
  spu->next.pmbsr |= SPU_PMBSR_EL1_DL;
  set_event(spu, (uint64_t)SPU_PMBSR_EL1_EC_OTHER << SPU_PMBSR_EL1_EC_SHIFT | SPU_PMBSR_EL1_BSC_NOT_ALLOWED);
}

// Requirement G6: of several in one cycle the last here leaves its EC and MSS; EA and DL accumulate, and it
// is one management event.
static void apply(struct spu *spu, const struct spu_happening *now, struct spu_out *out, struct spu_vif *vif)
{
  if (now->not_allowed) {
    access_not_allowed(spu);
  }
  if (now->filled) {
    SPEBufferFilled(spu);
    out->sample_buffer_full = spu->config.spe_version >= 4 ? 1 : 0;
  }
  if (now->aborted) {
    out->serror = DebugWriteExternalAbort(spu, &now->abort, now->abort_at_start);
  }
  if (now->faulted) {
    DebugWriteFault(spu, &spu->write.fault);
  }
  // S rises: register values after this cycle's indirect writes, before its direct write.
  if ((~spu->regs.pmbsr & spu->next.pmbsr & SPU_PMBSR_EL1_S) != 0) {
    // D17.8: what is reported synchronously
    if (now->filled || now->faulted || (now->aborted && spu_abort_awaited(&spu->config))) {
      const uint32_t collided = spu_session_collide(spu);
      out->sample_collision = (uint8_t)(out->sample_collision + collided);
      spu->next.pmbsr |= collided != 0 ? SPU_PMBSR_EL1_COLL : 0;
    }
    vif->event_valid = true;
    vif->event_pmbsr = spu->next.pmbsr;
    vif->event_pmbptr = spu->next.pmbptr;
    spu->counts.events++;
  }
}

// The function that explains this cycle's management event, or the lack of one.
static const char *event_function(const struct spu_happening *now)
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

// Compares the events that the implementation raised with what happened.
static void compare_flags(struct spu *spu, const struct spu_vif *seen, const struct spu_happening *now,
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

// Updates PMBSR_EL1 last in the cycle: a management event counts what collides with it.
void spu_manage(struct spu *spu, const struct spu_happening *now, const struct spu_vif *seen,
                struct spu_out *out, struct spu_vif *vif)
{
  apply(spu, now, out, vif);
  compare_flags(spu, seen, now, vif);
}
