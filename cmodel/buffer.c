// SPDX-License-Identifier: Apache-2.0
//
// Room G: the Profiling Buffer (Arm ARM D17.7, D17.8; J1 SPEWriteToBuffer and what it calls): steps 3 and 4
// of the verification interface. The implementation says when a write starts and ends; what it then is, is
// decided here.
#include "spu_internal.h"

enum { PAGE_BYTES = 4096 };  // the smallest translation granule: one translation serves at most this much

// J1, with the pointer given. Integers of the pseudocode are unbounded: a limit below one record is full.
bool SPEBufferIsFull(const struct spu *spu, uint64_t pmbptr)
{
  const uint64_t limit = spu->regs.pmblimitr & PMBLIMITR_LIMIT;
  const uint64_t record_max_size = UINT64_C(1) << spu->config.max_size;
  return limit < record_max_size || pmbptr > limit - record_max_size;
}

// D17.8.2. DL and COLL are unchanged.
void SPEBufferFilled(struct spu *spu)
{
  if ((spu->regs.pmbsr & PMBSR_S) == 0) {
    spu->next.pmbsr &= ~(PMBSR_EC | PMBSR_MSS);
    spu->next.pmbsr |= PMBSR_S | (uint64_t)PMBSR_EC_OTHER << PMBSR_EC_SHIFT | PMBSR_BSC_FILLED;
  }
}

// D17.8.3. Nothing happens when S is already 1. A Granule Protection Check fault leaves MSS zero (D24.7).
void DebugWriteFault(struct spu *spu, const struct spu_fault *fault)
{
  if ((spu->regs.pmbsr & PMBSR_S) != 0) {
    return;
  }
  uint64_t ec = fault->second_stage ? PMBSR_EC_STAGE2 : PMBSR_EC_STAGE1;
  uint64_t mss = fault->fsc & PMBSR_STATUS;
  if (fault->gpc) {
    ec = PMBSR_EC_GPC;
    mss = 0;
  }
  spu->next.pmbsr &= ~(PMBSR_EC | PMBSR_MSS | PMBSR_MSS2);
  spu->next.pmbsr |= PMBSR_S | ec << PMBSR_EC_SHIFT | mss | (uint64_t)fault->mss2 << 32;
}

// D17.8.5.
static void access_not_allowed(struct spu *spu)
{
  spu->next.pmbsr &= ~(PMBSR_EC | PMBSR_MSS);
  spu->next.pmbsr |= PMBSR_S | PMBSR_DL | (uint64_t)PMBSR_EC_OTHER << PMBSR_EC_SHIFT | PMBSR_BSC_NOT_ALLOWED;
}

// A management event: register values after this clock's indirect writes, before its direct write.
static void report_event(struct spu *spu, struct spu_vif *vif)
{
  vif->event_valid = true;
  vif->event_pmbsr = spu->next.pmbsr;
  vif->event_pmbptr = spu->next.pmbptr;
  spu->counts.events++;
}

static void discard(struct spu *spu, enum spu_discard reason, struct spu_vif *vif)
{
  vif->discard_valid = true;
  vif->discard_reason = (uint8_t)reason;
  spu->counts.waiting--;
  spu->counts.discarded[reason]++;
}

// Why a record cannot be written, from S and E.
static enum spu_discard not_writable(const struct spu *spu)
{
  return (spu->regs.pmbsr & PMBSR_S) != 0 ? SPU_DISCARD_STOPPED : SPU_DISCARD_NOT_ENABLED;
}

// Bytes of the record that lie before page `page` of those it touches.
static uint32_t bytes_before(const struct spu_write_state *write, uint32_t page)
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
  write->answered = 0;
  write->start = spu->regs.pmbptr;
  write->record = *record;
  write->pages = (uint32_t)((write->start % PAGE_BYTES + record->size - 1) / PAGE_BYTES) + 1;
}

// Step 4: the oldest kept record is taken.
static void take_record(struct spu *spu, bool buffer_enabled, struct spu_vif *vif)
{
  if (spu->waiting_count == 0) {
    spu_violate(spu, "a record was taken for writing, but none is waiting", "SPEPostExecution");
    return;
  }
  const struct spu_record *record = &spu->waiting[spu->waiting_first];
  spu->waiting_first = (spu->waiting_first + 1) % SPU_MAX_WAITING;
  spu->waiting_count--;
  if (!buffer_enabled) {
    const bool stopped = (spu->regs.pmbsr & PMBSR_S) != 0;
    const bool enable = (spu->regs.pmblimitr & PMBLIMITR_E) != 0;
    // D17.4: stopped or with E = 0 records are discarded. The rest of RSXWCP and RVCYWL is a choice.
    if (stopped || !enable || spu->config.not_enabled_write != SPU_NOT_ENABLED_WRITE) {
      if (!stopped && spu->config.not_enabled_write == SPU_NOT_ENABLED_NOT_ALLOWED) {
        access_not_allowed(spu);
        report_event(spu, vif);
      }
      discard(spu, not_writable(spu), vif);
      return;
    }
  }
  if (SPEBufferIsFull(spu, spu->regs.pmbptr)) {
    SPEBufferFilled(spu);
    report_event(spu, vif);
    discard(spu, SPU_DISCARD_FULL, vif);
    return;
  }
  vif->start_valid = true;
  begin_write(spu, record);
}

// A translation for the Profiling Buffer has been answered.
static void take_translation(struct spu *spu, const struct spu_in *in)
{
  struct spu_write_state *write = &spu->write;
  if (!write->active || write->faulted || write->answered == write->pages) {
    spu_violate(spu, "a translation was answered that no write waits for", "SPEWriteToBuffer");
    return;
  }
  if (in->xlate_rsp_fault) {
    write->faulted = true;
    write->fault = (struct spu_fault){.fsc = in->xlate_rsp_fsc, .second_stage = in->xlate_rsp_stage2};
    return;
  }
  write->pa[write->answered] = in->xlate_rsp_pa;
  write->ns[write->answered] = in->xlate_rsp_ns;
  write->answered++;
}

// The byte runs that the write has laid into memory.
static void list_runs(struct spu *spu)
{
  const struct spu_write_state *write = &spu->write;
  for (uint32_t page = 0; page < write->answered; page++) {
    const uint32_t first = bytes_before(write, page);
    spu->writes[spu->write_count++] = (struct spu_write){.va = write->start + first,
                                                         .pa = write->pa[page],
                                                         .ns = write->ns[page],
                                                         .len = bytes_before(write, page + 1) - first,
                                                         .data = &write->record.data[first]};
  }
  spu->runs += write->answered;
}

static void commit(struct spu *spu, struct spu_vif *vif)
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
  if (SPEBufferIsFull(spu, spu->next.pmbptr)) {
    SPEBufferFilled(spu);
    report_event(spu, vif);
  }
}

static void fault(struct spu *spu, struct spu_vif *vif)
{
  const struct spu_write_state *write = &spu->write;
  const uint32_t written = bytes_before(write, write->answered);
  DebugWriteFault(spu, &write->fault);
  if (written != 0) {
    spu->next.pmbsr |= PMBSR_DL;
  }
  if (!write->pointer_written) {
    spu->next.pmbptr = write->start + written;
  }
  report_event(spu, vif);
  discard(spu, SPU_DISCARD_FAULT, vif);
}

// Step 3: the end of the write in progress.
static void end_write(struct spu *spu, struct spu_vif *vif)
{
  struct spu_write_state *write = &spu->write;
  if (!write->faulted && write->answered != write->pages) {
    spu_violate(spu, "a write ended before its addresses were translated", "SPEWriteToBuffer");
  }
  list_runs(spu);
  if ((spu->regs.pmbsr & PMBSR_S) != 0 || (spu->regs.pmblimitr & PMBLIMITR_E) == 0) {
    discard(spu, not_writable(spu), vif);
  } else if (write->faulted) {
    fault(spu, vif);
  } else {
    commit(spu, vif);
  }
  write->active = false;
}

// What the implementation raised against what happened.
static void compare_flags(struct spu *spu, const struct spu_vif *seen, const struct spu_vif *vif)
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
  if (seen->event_valid != vif->event_valid) {
    spu_violate(spu,
                seen->event_valid ? "a management event that nothing explains"
                                  : "a management event was not reported",
                vif->commit_valid ? "SPEBufferFilled" : "DebugWriteFault");
  }
}

void spu_buffer_step(struct spu *spu, const struct spu_in *in, const struct spu_vif *seen,
                     bool buffer_enabled, struct spu_vif *vif)
{
  const bool in_progress = spu->write.active;
  if (!in_progress && (seen->start_valid || (seen->discard_valid && !seen->commit_valid))) {
    take_record(spu, buffer_enabled, vif);
  }
  if (in->xlate_rsp_valid) {
    take_translation(spu, in);
  }
  if (in_progress && (seen->commit_valid || seen->discard_valid)) {
    end_write(spu, vif);
  }
  if (seen->start_valid || seen->discard_valid || seen->commit_valid || seen->event_valid) {
    compare_flags(spu, seen, vif);
  }
}
