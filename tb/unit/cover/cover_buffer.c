// SPDX-License-Identifier: Apache-2.0
//
// Coverage of the Profiling Buffer: start, progress and end of writes, management events, and software's actions during
// these. The bins are in cover_buffer_bins.h.
#include <string.h>

#include "spu_sysreg.h"
#include "unit/cover/cover_block.h"
#include "unit/cover/cover_buffer_bins.h"

enum { COVER_BUFFER_BINS(COVER_BIN_ENUM) BIN_COUNT };
static const struct cover_bin bins[] = {COVER_BUFFER_BINS(COVER_BIN_ROW)};

enum { PAGE = 4096, BURSTS = 64 };

#define SYNDROME (UINT64_C(0x3F) << 26 | UINT64_C(0xFFFF))

enum cause { CAUSE_NONE, CAUSE_FULL, CAUSE_FAULT, CAUSE_ABORT, CAUSE_NOT_ALLOWED, CAUSE_SOFTWARE };

// The write in progress, or the last one.
struct write {
  uint8_t answered;      // its translations without a fault
  bool pointer_written;  // software has written PMBPTR_EL1 since it started
  bool faulted;          // one of its translations faulted
  bool gpc;
};

// A burst that was accepted and has no response yet.
struct burst {
  uint64_t record;  // number of records that ended before its own
  bool second_page;
};

struct state {
  struct write write;
  struct burst burst[BURSTS];
  unsigned burst_first;
  unsigned bursts;
  bool limit_written;     // PMBLIMITR_EL1 was written during the write
  bool stopped_in_write;  // S was set during the write
  bool aborted;           // aborted, with a synchronous report
  unsigned aborted_page;
  bool debug_before;  // the PE was in Non-debug state during the write
  uint64_t pa;        // address of its first byte
  uint8_t space;
  uint64_t failed_record;   // last record with a failed burst, plus 1
  uint64_t filled_record;   // last record that filled the buffer, plus 1
  uint64_t faulted_record;  // last record that faulted in its second page, plus 1
  enum cause cause;         // cause of the last stop
  uint64_t stop_pointer;
  enum cause restart;  // S was cleared after this cause, and nothing was written since
  uint8_t owner_ss;
  uint8_t owner_el;
  bool mixed;  // the session ended, or the owner changed, with samples that are still in the unit
};
_Static_assert(sizeof(struct state) <= COVER_BLOCK_STATE, "state");

// The events of a cycle.
struct now {
  bool faulted;  // the write ends with a fault's management event
  bool aborted;  // an error response is or will be reported
  bool filled;
  bool not_allowed;
  bool fault_seen;  // a translation of the write has faulted, in this cycle or earlier
  bool gpc;
  bool pointer_written;
  uint32_t answered;
};

static uint64_t record_max(const struct cover_cycle *cycle)
{
  return UINT64_C(1) << cycle->config->max_size;
}

static uint64_t limit_of(const struct cover_cycle *cycle)
{
  return cycle->regs->pmblimitr & ~(uint64_t)(PAGE - 1);
}

static bool is_full(const struct cover_cycle *cycle, uint64_t pointer)
{
  const uint64_t limit = limit_of(cycle);
  return limit < record_max(cycle) || pointer > limit - record_max(cycle);
}

static struct now look(const struct state *state, const struct cover_cycle *cycle)
{
  const struct tracker_state *flight = cycle->flight;
  const struct write *write = &state->write;
  const struct spu_vif *vif = cycle->vif;
  const struct spu_in *in = cycle->in;
  const bool fault_comes = flight->writing && in->xlate_rsp_valid && in->xlate_rsp_fault;
  struct now now = {.fault_seen = flight->writing && (write->faulted || fault_comes),
                    .gpc = fault_comes ? in->xlate_rsp_gpc : write->gpc,
                    .answered = write->answered,
                    .pointer_written = write->pointer_written || cover_wrote(cycle, SPU_PMBPTR_EL1)};
  const bool fault_reason = vif->discard_valid && vif->discard_reason == SPU_DISCARD_FAULT;
  now.faulted = fault_reason && now.fault_seen;
  if (cycle->config->external_abort == SPU_ABORT_REPORTED_ASYNC) {
    now.aborted = in->axi_bvalid && in->axi_bresp >= 2;
  } else {
    now.aborted = flight->writing && vif->discard_valid && state->aborted;
  }
  const uint64_t pointer = now.pointer_written ? cycle->out->pmbptr : flight->start + vif->commit_len;
  now.filled = (vif->commit_valid && is_full(cycle, pointer)) ||
               (vif->discard_valid && vif->discard_reason == SPU_DISCARD_FULL);
  now.not_allowed = vif->discard_valid && vif->discard_reason == SPU_DISCARD_NOT_ENABLED &&
                    !flight->writing && vif->event_valid && (vif->event_pmbsr & SYNDROME) == 0;
  return now;
}

// ---------------------------------------------------------------------------------------------------------
// Memory writes

static void cover_regime(const struct dut_bus *bus, uint64_t *hits)
{
  const bool el2 = bus->xlate_req_el == SPU_EL2;
  HIT_IF(regime_nonsecure_el1, bus->xlate_req_ss == COVER_NONSECURE && !el2);
  HIT_IF(regime_nonsecure_el2, bus->xlate_req_ss == COVER_NONSECURE && el2);
  HIT_IF(regime_secure_el1, bus->xlate_req_ss == COVER_SECURE && !el2);
  HIT_IF(regime_secure_el2, bus->xlate_req_ss == COVER_SECURE && el2);
  HIT_IF(regime_realm_el1, bus->xlate_req_ss == COVER_REALM && !el2);
  HIT_IF(regime_realm_el2, bus->xlate_req_ss == COVER_REALM && el2);
}

static void cover_bus(struct state *state, const struct cover_cycle *cycle, uint64_t *hits)
{
  const struct dut_bus *bus = cycle->bus;
  const struct spu_in *in = cycle->in;
  if (bus->xlate_req_valid && in->xlate_req_ready) {
    cover_regime(bus, hits);
  }
  if (bus->axi_awvalid && in->axi_awready) {
    HIT_IF(burst_of_one_beat, bus->axi_awlen == 0);
    HIT_IF(burst_of_several_beats, bus->axi_awlen != 0);
    const unsigned at = (state->burst_first + state->bursts) % BURSTS;
    state->burst[at] = (struct burst){cycle->flight->ended, state->write.answered > 1};
    state->bursts += state->bursts < BURSTS ? 1U : 0U;
  }
  if (bus->axi_wvalid) {
    const unsigned last = cycle->config->axi_data_width / 8 - 1;
    const uint64_t all = ~UINT64_C(0) >> (63 - last);
    HIT_IF(beat_without_first_byte, (bus->axi_wstrb & 1U) == 0);
    HIT_IF(beat_without_last_byte, (bus->axi_wstrb >> last & 1U) == 0);
    HIT_IF(whole_beat, bus->axi_wstrb == all);
  }
}

// Takes an error response to the oldest burst.
static void cover_error(struct state *state, const struct cover_cycle *cycle, const struct burst *burst,
                        uint64_t *hits)
{
  const uint32_t form = cycle->config->external_abort;
  const uint64_t pmbsr = cycle->out->pmbsr;
  const uint64_t id = burst->record + 1;
  HIT_IF(abort_ignored, form == SPU_ABORT_IGNORED);
  HIT_IF(abort_taken_by_pe, form == SPU_ABORT_SERROR && cycle->out->serror);
  HIT_IF(abort_after_commit, burst->record < cycle->flight->ended);
  HIT_IF(full_then_abort, form == SPU_ABORT_REPORTED_ASYNC && state->filled_record == id);
  HIT_IF(fault_then_abort, form == SPU_ABORT_REPORTED_ASYNC && state->faulted_record == id);
  if (cover_abort_reported(cycle->config)) {
    HIT_IF(abort_with_ea_set, (pmbsr & SPU_PMBSR_EL1_EA) != 0);
    HIT_IF(abort_keeps_coll, (pmbsr & SPU_PMBSR_EL1_COLL) != 0);
    HIT_IF(abort_when_off, (cycle->regs->pmblimitr & 1U) == 0);
    HIT_IF(abort_when_stopped, (pmbsr & SPU_PMBSR_EL1_S) != 0);
  }
  if (form == SPU_ABORT_REPORTED_SYNC && !state->aborted) {
    state->aborted = true;
    state->aborted_page = burst->second_page ? 1 : 0;
  }
  state->failed_record = id;
}

static void cover_response(struct state *state, const struct cover_cycle *cycle, uint64_t *hits)
{
  const struct burst burst = state->burst[state->burst_first];
  if (state->bursts == 0) {
    return;
  }
  state->burst_first = (state->burst_first + 1) % BURSTS;
  state->bursts--;
  if (cycle->in->axi_bresp >= 2) {
    cover_error(state, cycle, &burst, hits);
  }
}

// ---------------------------------------------------------------------------------------------------------
// Start, progress and end of a write

static void cover_start(struct state *state, const struct cover_cycle *cycle, uint64_t *hits)
{
  const uint64_t pointer = cycle->out->pmbptr;
  const uint64_t align = UINT64_C(1) << cycle->config->record_align;
  HIT_IF(record_at_page_start, pointer % PAGE == 0);
  HIT_IF(pointer_not_aligned, pointer % align != 0);
  HIT_IF(write_after_write, cycle->last_vif->commit_valid);
  HIT_IF(record_for_reserved_owner, cycle->pe->owner_reserved);
  HIT_IF(pointer_written_at_start,
         cycle->in->sysreg_valid && cycle->in->sysreg_write && cycle->in->sysreg_addr == SPU_PMBPTR_EL1);
  state->limit_written = false;
  state->stopped_in_write = false;
  state->aborted = false;
  state->debug_before = false;
}

static void follow_write(struct state *state, const struct cover_cycle *cycle, uint64_t *hits)
{
  const struct spu_in *in = cycle->in;
  state->stopped_in_write = state->stopped_in_write || cycle->stopped;
  state->debug_before = state->debug_before || !in->pe_debug;
  if (cover_wrote(cycle, SPU_PMBLIMITR_EL1)) {
    HIT_IF(limit_written_during_write, !state->limit_written);
    state->limit_written = true;
  }
  if (in->xlate_rsp_valid && !in->xlate_rsp_fault) {
    if (state->write.answered == 0) {
      state->pa = in->xlate_rsp_pa;
      state->space = (uint8_t)(in->xlate_rsp_ns | in->xlate_rsp_nse << 1);
    } else {
      const uint64_t next = (state->pa & ~(uint64_t)(PAGE - 1)) + PAGE;
      HIT_IF(cross_to_other_frame, in->xlate_rsp_pa != next);
      HIT_IF(cross_to_other_space, state->space != (in->xlate_rsp_ns | in->xlate_rsp_nse << 1));
    }
  }
}

static void cover_commit(struct state *state, const struct cover_cycle *cycle, const struct now *now,
                         uint64_t *hits)
{
  const struct tracker_state *flight = cycle->flight;
  const uint64_t after = flight->start + cycle->vif->commit_len;
  const uint64_t before_end = PAGE - flight->start % PAGE;
  const bool crosses = before_end < cycle->vif->commit_len;
  const uint64_t room = limit_of(cycle) - after;
  HIT_IF(record_written, !now->pointer_written);
  HIT_IF(record_ends_with_page, after % PAGE == 0);
  HIT_IF(record_crosses_page, crosses);
  HIT_IF(cross_after_one_byte, crosses && before_end == 1);
  HIT_IF(cross_before_last_byte, crosses && after % PAGE == 1);
  HIT_IF(pointer_written_during_write, now->pointer_written);
  HIT_IF(pointer_written_at_commit,
         cycle->in->sysreg_valid && cycle->in->sysreg_write && cycle->in->sysreg_addr == SPU_PMBPTR_EL1);
  HIT_IF(debug_during_write, cycle->in->pe_debug && state->debug_before);
  if (!now->pointer_written && !state->limit_written) {
    HIT_IF(full_at_limit, room == 0);
    HIT_IF(full_one_byte_short, room == record_max(cycle) - 1);
    HIT_IF(full_otherwise, room != 0 && room < record_max(cycle) - 1);
    HIT_IF(room_for_one_is_not_full, room == record_max(cycle) && !now->filled);
  }
  HIT_IF(full_after_limit_moved, now->filled && state->limit_written && !now->pointer_written);
  if (state->restart != CAUSE_NONE) {
    HIT_IF(restart_after_full, state->restart == CAUSE_FULL);
    HIT_IF(restart_after_fault, state->restart == CAUSE_FAULT);
    HIT_IF(restart_after_abort, state->restart == CAUSE_ABORT);
    HIT_IF(restart_after_not_allowed, state->restart == CAUSE_NOT_ALLOWED);
    HIT_IF(restart_after_software_stop, state->restart == CAUSE_SOFTWARE);
    HIT_IF(restart_where_it_stopped, state->restart == CAUSE_FAULT && flight->start == state->stop_pointer);
    HIT_IF(restart_elsewhere, flight->start != state->stop_pointer);
    state->restart = CAUSE_NONE;
  }
  if (now->filled) {
    state->filled_record = flight->ended + 1;
  }
}

static void cover_fault(struct state *state, const struct cover_cycle *cycle, const struct now *now,
                        uint64_t *hits)
{
  const struct tracker_state *flight = cycle->flight;
  const bool first = now->answered == 0;
  const uint64_t pmbsr = cover_event_register(cycle);
  if (now->gpc && cycle->config->have_rme) {
    HIT_IF(gpc_fault, first);
    HIT_IF(gpc_fault_in_second_page, !first);
  }
  HIT_IF(fault_at_first_byte, first && (pmbsr & SPU_PMBSR_EL1_DL) == 0);
  HIT_IF(fault_at_first_byte_keeps_dl, first && (pmbsr & SPU_PMBSR_EL1_DL) != 0);
  HIT_IF(fault_in_second_page, !first && (pmbsr & SPU_PMBSR_EL1_DL) == 0);
  HIT_IF(fault_after_one_byte, !first && flight->start % PAGE == PAGE - 1);
  HIT_IF(fault_leaves_written_pointer, now->pointer_written);
  HIT_IF(fault_with_coll, (pmbsr & SPU_PMBSR_EL1_COLL) != 0);
  const uint64_t least = UINT64_C(1) << cycle->config->record_align;
  HIT_IF(fault_instead_of_full, is_full(cycle, flight->start + least));
  if (!first) {
    state->faulted_record = flight->ended + 1;
  }
}

// A write that ends without a commit, except by its fault.
static void cover_write_lost(const struct state *state, const struct cover_cycle *cycle,
                             const struct now *now, uint64_t *hits)
{
  const uint8_t reason = cycle->vif->discard_reason;
  HIT_IF(stopped_discards_write, reason == SPU_DISCARD_STOPPED);
  HIT_IF(off_discards_write, reason == SPU_DISCARD_NOT_ENABLED);
  HIT_IF(fault_when_stopped, reason == SPU_DISCARD_STOPPED && now->fault_seen);
  HIT_IF(fault_when_off, reason == SPU_DISCARD_NOT_ENABLED && now->fault_seen);
  if (now->aborted && cycle->config->external_abort == SPU_ABORT_REPORTED_SYNC) {
    HIT_IF(abort_event_sync, reason == SPU_DISCARD_FAULT);
    HIT_IF(abort_leaves_written_pointer, reason == SPU_DISCARD_FAULT && now->pointer_written);
  }
  HIT_IF(abort_then_fault, cycle->config->external_abort == SPU_ABORT_REPORTED_ASYNC && now->fault_seen &&
                               reason == SPU_DISCARD_STOPPED &&
                               state->failed_record == cycle->flight->ended + 1);
}

// The reason why the buffer is not enabled when a record is about to be written, if there is only one.
static void cover_not_enabled(const struct state *buffer, const struct cover_cycle *cycle, uint64_t *hits)
{
  const bool off = (cycle->regs->pmblimitr & 1U) == 0;
  const bool debug = cycle->in->pe_debug;
  const bool aarch32 = cycle->pe->owner_aarch32;
  const bool state = cycle->pe->owner_ss != cycle->pe->below_ss;
  const bool written = cycle->vif->start_valid;
  const bool refused = cover_choice_refuse(cycle->config) && !written;
  const uint8_t reason = cycle->vif->discard_reason;
  if (off + debug + aarch32 + state != 1 || (!written && reason != SPU_DISCARD_NOT_ENABLED)) {
    return;
  }
  HIT_IF(off_at_write_is_silent, off);
  if (buffer->mixed) {
    return;  // it may be discarded because of another session or owner
  }
  HIT_IF(debug_at_write_written, debug && written);
  HIT_IF(debug_at_write_discarded, debug && !written && !refused);
  HIT_IF(debug_at_write_refused, debug && refused);
  HIT_IF(state_at_write_written, state && written);
  HIT_IF(state_at_write_discarded, state && !written && !refused);
  HIT_IF(state_at_write_refused, state && refused);
  HIT_IF(aarch32_at_write_written, aarch32 && written);
  HIT_IF(aarch32_at_write_discarded, aarch32 && !written && !refused);
  HIT_IF(aarch32_at_write_refused, aarch32 && refused);
}

// A kept record is discarded before its write starts.
static void cover_not_started(const struct cover_cycle *cycle, uint64_t *hits)
{
  const uint64_t pointer = cycle->out->pmbptr;
  const uint64_t limit = limit_of(cycle);
  switch (cycle->vif->discard_reason) {
  case SPU_DISCARD_STOPPED:
    HIT(stopped_discards_waiting);
    HIT_IF(ended_is_not_written, cycle->out->buffer_enabled);
    break;
  case SPU_DISCARD_NOT_ENABLED:
    HIT_IF(off_discards_waiting, (cycle->regs->pmblimitr & 1U) == 0);
    break;
  case SPU_DISCARD_FULL:
    HIT(full_before_write);
    HIT_IF(full_pointer_at_limit, pointer == limit);
    HIT_IF(full_pointer_above_limit, pointer > limit);
    HIT_IF(full_limit_zero, limit == 0);
    HIT_IF(not_enabled_and_full, !cycle->out->buffer_enabled);
    break;
  case SPU_DISCARD_MODE:
    HIT(waits_in_discard_mode);
    break;
  default:
    break;
  }
}

static void cover_ends(struct state *state, const struct cover_cycle *cycle, const struct now *now,
                       uint64_t *hits)
{
  const struct spu_vif *vif = cycle->vif;
  const bool stopped = cycle->stopped;
  if (cycle->flight->writing) {
    follow_write(state, cycle, hits);
    HIT_IF(record_waits_for_write, vif->decide_valid && vif->decide_keep && !vif->decide_discard);
  }
  if (vif->commit_valid) {
    cover_commit(state, cycle, now, hits);
  } else if (vif->discard_valid && cycle->flight->writing) {
    if (now->faulted) {
      cover_fault(state, cycle, now, hits);
    } else {
      cover_write_lost(state, cycle, now, hits);
    }
    HIT_IF(restart_during_write, state->stopped_in_write && !stopped);
    HIT_IF(abort_of_first_of_two,
           state->aborted && state->aborted_page == 0 && cycle->flight->start % PAGE + COVER_SHORTEST > PAGE);
  } else if (vif->discard_valid) {
    cover_not_started(cycle, hits);
  }
  const bool taken = vif->start_valid || (vif->discard_valid && !cycle->flight->writing);
  if (taken && !cycle->out->buffer_enabled && !stopped) {
    cover_not_enabled(state, cycle, hits);
  }
  if (vif->start_valid) {
    cover_start(state, cycle, hits);
  }
}

// ---------------------------------------------------------------------------------------------------------
// Management events, and software

static void cover_event(struct state *state, const struct cover_cycle *cycle, const struct now *now,
                        uint64_t *hits)
{
  const uint64_t pmbsr = cover_event_register(cycle);
  const bool reported = now->aborted && cover_abort_reported(cycle->config);
  if (now->filled && !now->faulted && !reported) {
    HIT_IF(full_keeps_dl_clear, (pmbsr & SPU_PMBSR_EL1_DL) == 0);
    HIT_IF(full_keeps_dl_set, (pmbsr & SPU_PMBSR_EL1_DL) != 0);
    HIT_IF(full_keeps_coll_clear, (pmbsr & SPU_PMBSR_EL1_COLL) == 0 && cycle->out->sample_collision == 0);
    HIT_IF(full_keeps_coll_set, (pmbsr & SPU_PMBSR_EL1_COLL) != 0);
    HIT_IF(full_over_old_syndrome, (pmbsr & SYNDROME & ~UINT64_C(1)) != 0);
  }
  HIT_IF(abort_event_async, reported && cycle->config->external_abort == SPU_ABORT_REPORTED_ASYNC);
  HIT_IF(not_allowed, now->not_allowed);
  HIT_IF(not_allowed_with_coll, now->not_allowed && (pmbsr & SPU_PMBSR_EL1_COLL) != 0);
  const bool overtakes = now->faulted && cycle->flight->in_flight != 0;
  HIT_IF(collided_by_fault, overtakes && cycle->config->spe_version < 5 && cycle->out->sample_collision != 0);
  HIT_IF(overtaken_by_fault, overtakes && cycle->config->spe_version >= 5);
  HIT_IF(syndrome_dirty_bit, (cycle->vif->event_pmbsr >> 37 & 1U) != 0);
  HIT_IF(syndrome_overlay, (cycle->vif->event_pmbsr >> 38 & 1U) != 0);
  HIT_IF(syndrome_assured_only, (cycle->vif->event_pmbsr >> 39 & 1U) != 0);
  HIT_IF(syndrome_top_level, (cycle->vif->event_pmbsr >> 40 & 1U) != 0);
  HIT_IF(event_with_collision, cycle->out->sample_collision != 0);
  HIT_IF(event_with_record_waiting, cycle->flight->waiting != 0);
  HIT_IF(event_with_operation, (cycle->flight->in_flight & ~cycle->flight->finished) != 0);
  if (cycle->in->sysreg_valid && cycle->in->sysreg_write) {
    HIT_IF(event_with_write_of_pmbsr, cycle->in->sysreg_addr == SPU_PMBSR_EL1);
    HIT_IF(event_with_write_of_pmbptr, cycle->in->sysreg_addr == SPU_PMBPTR_EL1);
  }
  state->cause = now->faulted       ? CAUSE_FAULT
                 : reported         ? CAUSE_ABORT
                 : now->not_allowed ? CAUSE_NOT_ALLOWED
                                    : CAUSE_FULL;
}

// Profiling was stopped or resumed, or software has written PMBSR_ELx. Without FEAT_SPE_EXC, PMBIRQ shows that it is
// stopped.
static void cover_status(struct state *state, const struct cover_cycle *cycle, uint64_t *hits)
{
  const struct spu_out *out = cycle->out;
  const struct spu_out *last = cycle->last_out;
  const uint64_t now = out->pmbsr | out->pmbsr_el2 | out->pmbsr_el3;
  const uint64_t before = last->pmbsr | last->pmbsr_el2 | last->pmbsr_el3;
  const bool written = cover_wrote_status(cycle);
  const bool rises = out->pmbirq && !last->pmbirq;
  if (cycle->stopped && !cycle->was_stopped) {
    HIT_IF(irq_rises_by_event, rises && cycle->last_vif->event_valid);
    HIT_IF(stopped_unit_counts_nothing, cycle->in->dispatch_valid != 0 &&
                                            (cycle->regs->pmblimitr & 1U) != 0 && !cycle->in->pe_debug &&
                                            !cycle->in->pe_aarch32 && cycle->pe->el <= cycle->pe->owner_el &&
                                            cycle->pe->owner_ss == cycle->pe->ss);
    if (written && !cycle->last_vif->event_valid) {
      state->cause = CAUSE_SOFTWARE;
      HIT_IF(irq_rises_by_software, rises);
      HIT_IF(stopped_by_software_during_write, cycle->flight->writing);
      HIT_IF(stopped_by_software_while_waiting, cycle->flight->waiting != 0);
    }
    state->stop_pointer = now == before ? state->stop_pointer : cycle->out->pmbptr;
    state->restart = CAUSE_NONE;
  } else if (!cycle->stopped && cycle->was_stopped && written) {
    HIT_IF(irq_falls, last->pmbirq && !out->pmbirq);
    HIT_IF(restart_keeps_dl, (now & SPU_PMBSR_EL1_DL) != 0);
    HIT_IF(restart_keeps_coll, (now & SPU_PMBSR_EL1_COLL) != 0);
    state->restart = state->cause;
  } else if (written) {
    HIT_IF(irq_stays, last->pmbirq && out->pmbirq);
  }
}

static void cover_owner(const struct cover_cycle *cycle, uint64_t *hits)
{
  HIT_IF(reserved_owner_profiles, cycle->out->profiling_enabled);
  HIT_IF(reserved_owner_elsewhere, (cycle->regs->pmblimitr & 1U) != 0 && !cycle->stopped &&
                                       !cycle->in->pe_debug && !cycle->out->buffer_enabled &&
                                       cycle->pe->owner_ss != cycle->pe->below_ss);
}

// Follows whether all samples in the unit belong to the present session and owner.
static void follow_session(struct state *state, const struct cover_cycle *cycle)
{
  const struct tracker_state *flight = cycle->flight;
  const bool empty = flight->in_flight == 0 && flight->waiting == 0 && !flight->writing;
  const bool ended = (cycle->regs->pmblimitr & 1U) == 0 || cycle->stopped;
  const bool other = state->owner_ss != cycle->pe->owner_ss || state->owner_el != cycle->pe->owner_el;
  state->mixed = !empty && (state->mixed || ended || other);
  state->owner_ss = cycle->pe->owner_ss;
  state->owner_el = cycle->pe->owner_el;
}

static void step_write(struct write *write, const struct cover_cycle *cycle)
{
  const struct spu_in *in = cycle->in;
  if (cycle->vif->start_valid) {
    write->pointer_written = false;
    write->faulted = false;
    write->answered = 0;
  } else if (cycle->flight->writing) {
    write->pointer_written = write->pointer_written || cover_wrote(cycle, SPU_PMBPTR_EL1);
    if (in->xlate_rsp_valid && in->xlate_rsp_fault) {
      write->faulted = true;
      write->gpc = in->xlate_rsp_gpc;
    } else if (in->xlate_rsp_valid) {
      write->answered++;
    }
  }
}

static void step(void *context, const struct cover_cycle *cycle, uint64_t *hits)
{
  struct state *state = context;
  if (cycle->after_reset) {
    memset(state, 0, sizeof *state);
  }
  follow_session(state, cycle);
  if (cycle->pe->owner_reserved && (cycle->pe_changed || cycle->regs_changed)) {
    cover_owner(cycle, hits);
  }
  if (cycle->in->axi_bvalid) {
    cover_response(state, cycle, hits);
  }
  if (cycle->regs_changed || cycle->stopped != cycle->was_stopped) {
    cover_status(state, cycle, hits);
  }
  const struct spu_vif *vif = cycle->vif;
  if (cycle->flight->writing || vif->start_valid || vif->discard_valid || vif->event_valid) {
    const struct now now = look(state, cycle);
    cover_ends(state, cycle, &now, hits);
    HIT_IF(fault_with_abort, now.faulted && now.aborted && cover_abort_async(cycle->config));
    HIT_IF(abort_with_full, now.filled && now.aborted && cover_abort_async(cycle->config));
    HIT_IF(abort_with_not_allowed, now.not_allowed && now.aborted);
    if (vif->event_valid) {
      cover_event(state, cycle, &now, hits);
    }
  }
  cover_bus(state, cycle, hits);
  step_write(&state->write, cycle);
}

const struct cover_block cover_buffer = {"buffer", bins, BIN_COUNT, step};
