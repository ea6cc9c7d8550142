// SPDX-License-Identifier: Apache-2.0
//
// Requirements G: writing to the Profiling Buffer (Arm ARM D17.7; J1 SPEWriteToBuffer): steps 3 and 4 of the
// verification interface. The implementation reports when a write starts and ends; this file determines the outcome,
// and manage.c the effect on PMBSR_ELx.
#include "spu_internal.h"

// The smallest translation granule: one translation covers at most this many bytes.
enum { PAGE_BYTES = 4096 };

static void discard(struct spu *spu, enum spu_discard reason, struct spu_vif *vif)
{
  vif->discard_valid = true;
  vif->discard_reason = (uint8_t)reason;
  spu->counts.waiting--;
  spu->counts.discarded[reason]++;
}

uint32_t spu_write_offset(const struct spu_write_state *write, uint32_t page)
{
  const uint32_t offset = (uint32_t)(write->start % PAGE_BYTES);
  const uint32_t bytes = page == 0 ? 0 : page * PAGE_BYTES - offset;
  return bytes < write->record.size ? bytes : write->record.size;
}

static void begin_write(struct spu *spu, const struct spu_record *record)
{
  struct spu_write_state *write = &spu->write;
  write->active = true;
  write->pointer_written = false;
  write->faulted = false;
  write->aborted = false;
  write->answered = 0;
  write->accepted = 0;
  write->responded = 0;
  write->start = spu->regs.pmbptr;
  write->record = *record;
  write->pages = (uint32_t)((write->start % PAGE_BYTES + record->size - 1) / PAGE_BYTES) + 1;
}

// The reason to discard a record silently, or SPU_DISCARD_NONE; it precedes every other check. Only the owner for which
// the operation was sampled may see its record (IPDDCL).
static enum spu_discard silent_discard(const struct spu *spu, const struct spu_in *in,
                                       const struct spu_origin *origin)
{
  if (origin->ended != SPU_DISCARD_NONE) {
    return origin->ended;
  }
  const struct spu_owner owner = ProfilingBufferOwner(spu, in);
  if (owner.ss != origin->owner.ss || owner.el != origin->owner.el) {
    return SPU_DISCARD_NOT_ENABLED;
  }
  return spu_discard_mode(spu) ? SPU_DISCARD_MODE : SPU_DISCARD_NONE;
}

// Step 4: the oldest kept record is taken.
static void take_record(struct spu *spu, const struct spu_in *in, bool buffer_enabled,
                        struct spu_cycle_events *now, struct spu_vif *vif)
{
  if (spu->waiting_count == 0) {
    spu_violate(spu, "a record was taken for writing, but none is waiting", "SPEPostExecution");
    return;
  }
  const struct spu_record *record = &spu->waiting[spu->waiting_first];
  spu->waiting_first = (spu->waiting_first + 1) % SPU_MAX_WAITING;
  spu->waiting_count--;
  const enum spu_discard reason = silent_discard(spu, in, &record->origin);
  if (reason != SPU_DISCARD_NONE) {
    discard(spu, reason, vif);
    return;
  }
  // RSXWCP, RVCYWL. Profiling is not stopped and E is 1, otherwise the session would have ended.
  if (!buffer_enabled && spu->config.not_enabled_write != SPU_NOT_ENABLED_WRITE) {
    now->not_allowed = spu->config.not_enabled_write == SPU_NOT_ENABLED_NOT_ALLOWED;
    discard(spu, SPU_DISCARD_NOT_ENABLED, vif);
    return;
  }
  if (SPEBufferIsFull(spu, spu->regs.pmbptr)) {
    now->filled = true;
    discard(spu, SPU_DISCARD_FULL, vif);
    return;
  }
  vif->start_valid = true;
  begin_write(spu, record);
}

// A response to a burst. Bit 1 of BRESP is an error: SLVERR or DECERR.
static void take_response(struct spu *spu, const struct spu_in *in, struct spu_cycle_events *now)
{
  struct spu_write_state *write = &spu->write;
  const bool error = (in->axi_bresp & 2U) != 0;
  if (!spu_abort_awaited(&spu->config)) {
    now->aborted = error;
    return;
  }
  if (!write->active || write->responded == write->accepted) {
    spu_violate(spu, "a burst was answered that no write waits for", "DebugWriteExternalAbort");
    return;
  }
  if (error && !write->aborted) {
    write->aborted = true;
    write->abort_page = write->responded;
  }
  write->responded++;
}

// PMBSR_ELx.MSS2 for a fault (D24.7.5; D17.8.3; J1 DebugWriteFault): set only for a Permission fault, not for a Granule
// Protection Check fault with its own EC.
static uint64_t fault_mss2(const struct spu_config *config, const struct spu_in *in)
{
  const bool permission = (in->xlate_rsp_fsc & 0x3CU) == 0x0CU && !(in->xlate_rsp_gpc && config->have_rme);
  uint64_t mss2 = 0;
  if (permission && config->have_pie && in->xlate_rsp_dirty_bit) {
    mss2 |= SPU_PMBSR_EL1_MSS2_DirtyBit;
  }
  if (permission && config->have_poe && in->xlate_rsp_overlay) {
    mss2 |= SPU_PMBSR_EL1_MSS2_Overlay;
  }
  if (permission && config->have_the && in->xlate_rsp_stage2) {
    mss2 |= in->xlate_rsp_assured_only ? SPU_PMBSR_EL1_MSS2_AssuredOnly : 0;
    mss2 |= in->xlate_rsp_top_level ? SPU_PMBSR_EL1_MSS2_TopLevel : 0;
  }
  return mss2;
}

// The response to a translation request.
static void take_translation(struct spu *spu, const struct spu_in *in)
{
  struct spu_write_state *write = &spu->write;
  if (!write->active) {
    return;  // the request was made before a reset
  }
  if (write->faulted || write->aborted || write->answered == write->pages) {
    spu_violate(spu, "a translation was answered that no write waits for", "SPEWriteToBuffer");
    return;
  }
  if (write->accepted != write->answered) {
    spu_violate(spu, "a page was translated before the burst of the page before it", "SPEWriteToBuffer");
  }
  if (spu_abort_awaited(&spu->config) && write->responded != write->accepted) {
    spu_violate(spu, "a page was translated before the response for the page before it",
                "DebugWriteExternalAbort");
  }
  if (write->record.origin.ended != SPU_DISCARD_NONE) {
    return;  // no burst may follow it
  }
  if (in->xlate_rsp_fault) {
    write->faulted = true;
    write->fault = (struct spu_fault){.fsc = in->xlate_rsp_fsc,
                                      .second_stage = in->xlate_rsp_stage2,
                                      .gpc = in->xlate_rsp_gpc,
                                      .mss2 = fault_mss2(&spu->config, in)};
    return;
  }
  write->pa[write->answered] = in->xlate_rsp_pa;
  const bool nse = spu->config.have_rme && in->xlate_rsp_nse;
  write->pas[write->answered] = (uint8_t)(in->xlate_rsp_ns | nse << 1);
  write->answered++;
}

// The write channels have accepted the bytes of a page.
static void take_burst(struct spu *spu)
{
  struct spu_write_state *write = &spu->write;
  if (!write->active || write->accepted == write->answered) {
    spu_violate(spu, "a burst was made that no translation permits", "SPEWriteToBuffer");
    return;
  }
  write->accepted++;
  spu->bursts++;
}

// The byte runs that the write has stored in memory, up to an aborted page.
static void list_runs(struct spu *spu)
{
  const struct spu_write_state *write = &spu->write;
  const uint32_t pages = write->aborted ? write->abort_page : write->accepted;
  for (uint32_t page = 0; page < pages; page++) {
    const uint32_t first = spu_write_offset(write, page);
    spu->writes[spu->write_count++] = (struct spu_write){.va = write->start + first,
                                                         .pa = write->pa[page],
                                                         .pas = write->pas[page],
                                                         .len = spu_write_offset(write, page + 1) - first,
                                                         .data = &write->record.data[first]};
  }
}

static void commit(struct spu *spu, struct spu_cycle_events *now, struct spu_vif *vif)
{
  const struct spu_write_state *write = &spu->write;
  vif->commit_valid = true;
  vif->commit_len = (uint8_t)write->record.size;
  for (uint32_t i = 0; i < write->record.size; i++) {
    vif->commit_data[i] = write->record.data[i];
  }
  spu->counts.waiting--;
  spu->counts.written++;
  spu->counts.bytes += write->record.size;
  if (!write->pointer_written) {
    spu->next.pmbptr = write->start + write->record.size;
  }
  now->filled = SPEBufferIsFull(spu, spu->next.pmbptr);
}

// Sets PMBPTR_EL1 to the record's first unwritten byte, which is the first one in page `page`.
static void stop_at(struct spu *spu, uint32_t page)
{
  const struct spu_write_state *write = &spu->write;
  if (!write->pointer_written) {
    spu->next.pmbptr = write->start + spu_write_offset(write, page);
  }
}

static void fault(struct spu *spu, struct spu_cycle_events *now, struct spu_vif *vif)
{
  const uint32_t page = spu->write.answered;
  now->faulted = true;
  spu->write.fault.data_lost = page != 0;
  stop_at(spu, page);
  discard(spu, SPU_DISCARD_FAULT, vif);
}

// A synchronously reported External abort. PMBLIMITR_EL1.E does not matter: the burst was made while it was 1. After
// the session end PMBPTR_EL1 may be held (D17.4); if it is then not the aborted address, the report is asynchronous
// (D17.8.4.4).
static void external_abort(struct spu *spu, const struct spu_in *in, struct spu_cycle_events *now,
                           struct spu_vif *vif)
{
  const uint32_t page = spu->write.abort_page;
  const enum spu_discard ended = spu->write.record.origin.ended;
  now->aborted = true;
  now->abort_at_start = page == 0;
  now->abort = (struct spu_fault){.fsc = SPU_PMBSR_EL1_FSC_SYNC_ABORT};
  if (SPEProfilingStopped(spu, in)) {
    discard(spu, ended, vif);
    return;
  }
  if (ended == SPU_DISCARD_NONE || !spu->config.abort_ptr_held) {
    stop_at(spu, page);
  } else if (page != 0) {
    now->abort.fsc = SPU_PMBSR_EL1_FSC_ASYNC_ABORT;
  }
  discard(spu, SPU_DISCARD_FAULT, vif);
}

// Step 3: the write in progress ends. If its session has ended, it ends with the bursts that the write channels have
// accepted.
static void end_write(struct spu *spu, const struct spu_in *in, struct spu_cycle_events *now,
                      struct spu_vif *vif)
{
  struct spu_write_state *write = &spu->write;
  const enum spu_discard ended = write->record.origin.ended;
  const uint32_t bursts = write->faulted || write->aborted ? write->answered : write->pages;
  if (ended == SPU_DISCARD_NONE && write->accepted != bursts) {
    spu_violate(spu, "a write ended before its bytes were taken", "SPEWriteToBuffer");
  }
  if (spu_abort_awaited(&spu->config) && write->responded != write->accepted) {
    spu_violate(spu, "a write ended before the responses to its bursts", "DebugWriteExternalAbort");
  }
  list_runs(spu);
  if (write->aborted) {
    external_abort(spu, in, now, vif);
  } else if (ended != SPU_DISCARD_NONE) {
    discard(spu, ended, vif);
  } else if (write->faulted) {
    fault(spu, now, vif);
  } else {
    commit(spu, now, vif);
  }
  write->active = false;
}

// Steps 3 and 4. *now collects their effects on PMBSR_ELx. `response`: a burst gets its response in this cycle.
void spu_buffer_step(struct spu *spu, const struct spu_in *in, const struct spu_vif *seen,
                     bool buffer_enabled, bool response, struct spu_cycle_events *now, struct spu_vif *vif)
{
  const bool in_progress = spu->write.active;
  if (response) {
    take_response(spu, in, now);
  }
  if (!in_progress && (seen->start_valid || (seen->discard_valid && !seen->commit_valid))) {
    take_record(spu, in, buffer_enabled, now, vif);
  }
  if (in->xlate_rsp_valid) {
    take_translation(spu, in);
  }
  if (seen->burst_valid) {
    vif->burst_valid = true;
    take_burst(spu);
  }
  if (in_progress && (seen->commit_valid || seen->discard_valid)) {
    end_write(spu, in, now, vif);
  }
}
