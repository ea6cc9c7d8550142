// SPDX-License-Identifier: Apache-2.0
//
// Coverage of synchronization (requirements H1 to H6; Arm ARM D17.9): the state in which a PSB CSYNC or DSB begins,
// what happens while it waits, what software does afterwards, and the state in which the PE's state changes.
#include <string.h>

#include "spu_sysreg.h"
#include "unit/cover/cover_block.h"
#include "unit/cover/cover_config.h"

// A burst can have no response yet while an earlier operation is resolved.
COVER_CONFIG(overtaken, cover_late_responses(config) || config->in_flight >= 2)

#define BINS(X)                                                                                            \
  X(psb_finds_nothing, "H1", NULL, "nothing in flight, nothing waiting")                                   \
  X(psb_finds_one_operation, "H1", NULL, "one undecided operation")                                        \
  X(psb_finds_two_operations, "H1", cover_several_tags, "two undecided operations")                        \
  X(psb_finds_three_operations, "H1", cover_three_tags, "three undecided operations")                      \
  X(psb_finds_four_operations, "H1", cover_four_tags, "four undecided operations")                         \
  X(psb_finds_finished_operation, "H1", NULL, "a finished operation, not decided yet")                     \
  X(psb_finds_record, "H1", NULL, "a kept record waits")                                                   \
  X(psb_finds_write, "H1", NULL, "a write is in progress")                                                 \
  X(psb_finds_all, "H1", NULL, "an operation, a record and a write")                                       \
  X(psb_begins_at_mark, "H1", NULL, "an operation is marked in its first cycle: not covered")              \
  X(psb_done_at_once, "H1", NULL, "done in its first cycle or the next")                                   \
  X(psb_waits_long, "H1", NULL, "done after more than a hundred cycles")                                   \
  X(psb_passes_later_operation, "H1", NULL, "done while a later marked operation is undecided")            \
  X(psb_covers_commit, "H1 x G1", NULL, "a record is written while it waits")                              \
  X(psb_covers_filtered, "H1 x E6", NULL, "an operation is filtered out while it waits")                   \
  X(psb_covers_full, "H1 x G2", NULL, "the buffer becomes full while it waits")                            \
  X(psb_covers_fault, "H1 x G3", NULL, "a write faults while it waits")                                    \
  X(psb_covers_stopped, "H1 x G8", NULL, "a record is discarded while it waits")                           \
  X(psb_covers_discard_mode, "H1 x E7", cover_v1p2, "Discard mode discards a sample while it waits")       \
  X(psb_when_stopped, "H1 x G8", NULL, "it begins with S set and an operation in flight")                  \
  X(psb_when_off, "H1 x A2", NULL, "it begins with E clear and an operation in flight")                    \
  X(dsb_finds_nothing, "H2", NULL, "no response pending")                                                  \
  X(dsb_finds_one_burst, "H2", NULL, "one response pending")                                               \
  X(dsb_finds_several_bursts, "H2", cover_late_responses, "more than one response pending")                \
  X(dsb_begins_at_burst, "H2", NULL, "an address is accepted in its first cycle: not covered")             \
  X(dsb_done_with_response, "H2", NULL, "done in the cycle of the last response or the next")              \
  X(dsb_passes_later_burst, "H2", cover_late_responses, "done while a later burst has no response")        \
  X(dsb_passes_operation, "H2", NULL, "done while an operation is in flight")                              \
  X(dsb_passes_record, "H2", NULL, "done while a kept record waits or is written")                         \
  X(dsb_after_psb, "H1 x H2", NULL, "begins soon after PSB CSYNC was done")                                \
  X(dsb_after_psb_waits, "H1 x H2", NULL, "the same, with responses pending")                              \
  X(both_wait, "H1 x H2", NULL, "PSB CSYNC and DSB wait at the same time")                                 \
  X(psb_done_during_dsb, "H1 x H2", cover_overtaken, "both wait, and PSB CSYNC is done first")             \
  X(dsb_done_during_psb, "H1 x H2", NULL, "both wait, and DSB is done first")                              \
  X(both_done, "H1 x H2", NULL, "both are done in one cycle")                                              \
  X(read_sees_pointer, "H3", NULL, "MRS of PMBPTR_EL1 after both: a record was written meanwhile")         \
  X(read_sees_event, "H3", NULL, "MRS of PMBSR_EL1 after both: it had an event meanwhile")                 \
  X(read_after_psb_sees_pointer, "H3", NULL, "MRS of PMBPTR_EL1 after PSB CSYNC: a record was written")    \
  X(read_after_psb_sees_event, "H3", NULL, "MRS of PMBSR_EL1 after PSB CSYNC: it had an event")            \
  X(pointer_written_after_psb, "H4", NULL, "MSR of PMBPTR_EL1 after a PSB CSYNC that covered a record")    \
  X(status_written_after_psb, "H4", NULL, "MSR of PMBSR_EL1 after a PSB CSYNC that covered a record")      \
  X(limit_written_after_psb, "H4", NULL, "MSR of PMBLIMITR_EL1 after a PSB CSYNC that covered a record")   \
  X(filter_written_after_psb, "H4", NULL, "MSR of PMSFCR_EL1 after a PSB CSYNC that covered a record")     \
  X(pointer_written_during_psb, "H4 x H1", NULL, "MSR of PMBPTR_EL1 while PSB CSYNC waits")                \
  X(status_written_during_psb, "H4 x H1", NULL, "MSR of PMBSR_EL1 while PSB CSYNC waits")                  \
  X(limit_written_during_psb, "H4 x H1", NULL, "MSR of PMBLIMITR_EL1 while PSB CSYNC waits")               \
  X(filter_written_during_psb, "H4 x H1", NULL, "MSR of PMSFCR_EL1 while PSB CSYNC waits")                 \
  X(written_during_dsb, "H4 x H2", NULL, "MSR of any register while DSB waits")                            \
  X(error_during_dsb, "H5", NULL, "an error response to a burst that DSB covers")                          \
  X(error_ends_dsb, "H5", NULL, "the last response that DSB waits for is an error")                        \
  X(event_during_dsb, "H5 x G4", cover_abort_reported, "an error response that DSB covers stops the unit") \
  X(serror_during_dsb, "H5 x G4", cover_abort_serror, "the PE sees it before DSB is done")                 \
  X(leaves_by_level, "H6", NULL, "operations dispatch with profiling off: the Exception level changed")    \
  X(leaves_by_state, "H6", cover_two_states, "the same: the Security state changed")                       \
  X(leaves_by_debug, "H6", NULL, "the same: Debug state")                                                  \
  X(leaves_by_aarch32, "H6", cover_aarch32_el0, "the same: AArch32 state")                                 \
  X(leaves_with_operation, "H6", NULL, "an operation is in flight when profiling goes off")                \
  X(leaves_with_record, "H6", NULL, "a kept record waits or is written when profiling goes off")           \
  X(written_after_leaving, "H6 x G1", NULL, "a record is written while profiling is off")                  \
  X(psb_after_leaving, "H6 x H1", NULL, "PSB CSYNC begins with profiling off and an operation in flight")  \
  X(samples_after_return, "H6", NULL, "an operation is sampled soon after profiling is on again")

enum { BINS(COVER_BIN_ENUM) BIN_COUNT };
static const struct cover_bin bins[] = {BINS(COVER_BIN_ROW)};

enum { SOON = 16, LONG = 100 };  // cycles

struct barrier {
  bool waits;
  uint64_t begin;     // cycle
  uint64_t boundary;  // PSB: operations marked before it; DSB: bursts begun before it
};

// The events since a PSB CSYNC began, and the progress of software.
struct window {
  bool committed;
  bool event;
  bool covered;    // it covered anything
  uint64_t psb;    // cycle after PSB CSYNC was done; 0: not yet
  uint64_t dsb;    // likewise for the DSB after it
  bool dsb_after;  // this DSB began after PSB CSYNC was done
};

struct state {
  struct barrier psb;
  struct barrier dsb;
  struct window window;
  uint64_t bursts;
  uint64_t responses;
  uint64_t response_cycle;  // cycle of the last response
  uint64_t on_since;        // cycle in which profiling came on again; 0: none
};
_Static_assert(sizeof(struct state) <= COVER_BLOCK_STATE, "state");

// Whether an undecided operation was marked after the first `boundary` ones.
static bool operation_from(const struct cover_cycle *cycle, uint64_t boundary)
{
  for (unsigned tags = cycle->flight->in_flight; tags != 0; tags &= tags - 1) {
    if (tracker_operation_before(cycle->tracker, (unsigned)__builtin_ctz(tags)) > boundary) {
      return true;
    }
  }
  return false;
}

// ---------------------------------------------------------------------------------------------------------
// PSB CSYNC

static void psb_begins(struct state *state, const struct cover_cycle *cycle, uint64_t *hits)
{
  const struct tracker_state *flight = cycle->flight;
  const int operations = __builtin_popcount(flight->in_flight);
  const bool unfinished = (flight->in_flight & ~flight->finished) != 0;
  state->psb = (struct barrier){true, cycle->number, flight->marked};
  state->window = (struct window){.covered = operations != 0 || flight->waiting != 0 || flight->writing};
  HIT_IF(psb_finds_nothing, !state->window.covered);
  HIT_IF(psb_finds_one_operation, operations == 1);
  HIT_IF(psb_finds_two_operations, operations == 2);
  HIT_IF(psb_finds_three_operations, operations == 3);
  HIT_IF(psb_finds_four_operations, operations == 4);
  HIT_IF(psb_finds_finished_operation, flight->finished != 0);
  HIT_IF(psb_finds_record, flight->waiting != 0);
  HIT_IF(psb_finds_write, flight->writing);
  HIT_IF(psb_finds_all, unfinished && flight->waiting != 0 && flight->writing);
  HIT_IF(psb_begins_at_mark, cycle->out->mark_valid);
  if (unfinished) {
    HIT_IF(psb_when_stopped, cycle->stopped);
    HIT_IF(psb_when_off, (cycle->regs->pmblimitr & 1U) == 0);
    HIT_IF(psb_after_leaving, !cycle->out->profiling_enabled);
  }
}

static void psb_waits(const struct state *state, const struct cover_cycle *cycle, uint64_t *hits)
{
  const struct spu_vif *vif = cycle->vif;
  const bool fault = vif->discard_valid && vif->discard_reason == SPU_DISCARD_FAULT;
  if (!state->window.covered) {
    return;
  }
  HIT_IF(psb_covers_commit, vif->commit_valid);
  HIT_IF(psb_covers_filtered, vif->decide_valid && !vif->decide_keep);
  HIT_IF(psb_covers_full, vif->event_valid && !fault && (vif->event_pmbsr & 0x3F) == 1);
  HIT_IF(psb_covers_fault, fault);
  HIT_IF(psb_covers_stopped, vif->discard_valid && vif->discard_reason == SPU_DISCARD_STOPPED);
  HIT_IF(psb_covers_discard_mode, vif->decide_discard);
}

static void psb_done(struct state *state, const struct cover_cycle *cycle, uint64_t *hits)
{
  const uint64_t cycles = cycle->number - state->psb.begin;
  HIT_IF(psb_done_at_once, cycles <= 1);
  HIT_IF(psb_waits_long, cycles > LONG);
  HIT_IF(psb_passes_later_operation, operation_from(cycle, state->psb.boundary));
  HIT_IF(both_done, cycle->vif->dsb_done);
  HIT_IF(psb_done_during_dsb, state->dsb.waits && !cycle->vif->dsb_done);
  state->psb.waits = false;
  state->window.psb = cycle->number + 1;
}

// ---------------------------------------------------------------------------------------------------------
// DSB

static void dsb_begins(struct state *state, const struct cover_cycle *cycle, uint64_t *hits)
{
  const uint64_t outstanding = state->bursts - state->responses;
  const bool soon = state->window.psb != 0 && cycle->number < state->window.psb + SOON;
  state->dsb = (struct barrier){true, cycle->number, state->bursts};
  HIT_IF(dsb_finds_nothing, outstanding == 0);
  HIT_IF(dsb_finds_one_burst, outstanding == 1);
  HIT_IF(dsb_finds_several_bursts, outstanding > 1);
  HIT_IF(dsb_begins_at_burst, cycle->bus->axi_awvalid && cycle->in->axi_awready);
  HIT_IF(dsb_after_psb, soon);
  HIT_IF(dsb_after_psb_waits, soon && outstanding != 0);
  state->window.dsb_after = state->window.psb != 0;
  state->window.dsb = 0;
}

static void dsb_done(struct state *state, const struct cover_cycle *cycle, uint64_t *hits)
{
  const struct tracker_state *flight = cycle->flight;
  const bool waited = cycle->number > state->dsb.begin + 1;
  HIT_IF(dsb_done_with_response, waited && cycle->number <= state->response_cycle + 1);
  HIT_IF(dsb_passes_later_burst, state->bursts > state->dsb.boundary && state->responses < state->bursts);
  HIT_IF(dsb_passes_operation, (flight->in_flight & ~flight->finished) != 0);
  HIT_IF(dsb_passes_record, flight->waiting != 0 || flight->writing);
  HIT_IF(dsb_done_during_psb, state->psb.waits && !cycle->vif->psb_done);
  state->dsb.waits = false;
  state->window.dsb = state->window.dsb_after ? cycle->number + 1 : 0;
}

// Takes a response, perhaps with an error, perhaps to a burst that DSB waits for.
static void take_response(struct state *state, const struct cover_cycle *cycle, uint64_t *hits)
{
  const bool covered = state->dsb.waits && state->responses < state->dsb.boundary;
  state->responses += state->responses < state->bursts ? 1U : 0U;
  state->response_cycle = cycle->number;
  if (cycle->in->axi_bresp < 2 || !covered) {
    return;
  }
  HIT(error_during_dsb);
  HIT_IF(error_ends_dsb, state->responses == state->dsb.boundary);
  HIT_IF(serror_during_dsb, cycle->out->serror);
  HIT_IF(event_during_dsb, cover_abort_reported(cycle->config) && (cycle->out->pmbsr & SPU_PMBSR_EL1_S) == 0);
}

// ---------------------------------------------------------------------------------------------------------
// Software

static void cover_write(const struct state *state, const struct cover_cycle *cycle, uint64_t *hits)
{
  const bool psb = state->psb.waits && state->window.covered;
  const bool after =
      state->window.psb != 0 && state->window.covered && cycle->number <= state->window.psb + SOON;
  HIT_IF(written_during_dsb, state->dsb.waits && cycle->last_in->sysreg_write);
  switch (cycle->last_in->sysreg_addr) {
  case SPU_PMBPTR_EL1:
    HIT_IF(pointer_written_during_psb, psb);
    HIT_IF(pointer_written_after_psb, after);
    break;
  case SPU_PMBSR_EL1:
    HIT_IF(status_written_during_psb, psb);
    HIT_IF(status_written_after_psb, after);
    break;
  case SPU_PMBLIMITR_EL1:
    HIT_IF(limit_written_during_psb, psb);
    HIT_IF(limit_written_after_psb, after);
    break;
  case SPU_PMSFCR_EL1:
    HIT_IF(filter_written_during_psb, psb);
    HIT_IF(filter_written_after_psb, after);
    break;
  default:
    break;
  }
}

// The previous cycle's access was a read, which saw that cycle's state.
static void cover_read(const struct state *state, const struct cover_cycle *cycle, uint64_t *hits)
{
  const struct window *window = &state->window;
  const bool pointer = cycle->last_in->sysreg_addr == SPU_PMBPTR_EL1 && window->committed;
  const bool status = cycle->last_in->sysreg_addr == SPU_PMBSR_EL1 && window->event;
  const bool psb = window->psb != 0 && cycle->number > window->psb && cycle->number <= window->psb + SOON;
  const bool both = window->dsb != 0 && cycle->number > window->dsb && cycle->number <= window->dsb + SOON;
  HIT_IF(read_after_psb_sees_pointer, psb && pointer);
  HIT_IF(read_after_psb_sees_event, psb && status);
  HIT_IF(read_sees_pointer, both && pointer);
  HIT_IF(read_sees_event, both && status);
}

// ---------------------------------------------------------------------------------------------------------
// Changes of the PE's state

static void cover_leaving(struct state *state, const struct cover_cycle *cycle, uint64_t *hits)
{
  const struct spu_in *in = cycle->in;
  const struct spu_in *last = cycle->last_in;
  const struct tracker_state *flight = cycle->flight;
  if (cycle->out->profiling_enabled) {
    state->on_since = cycle->number;
    return;
  }
  const bool level = in->pe_el != last->pe_el;
  const bool debug = in->pe_debug != last->pe_debug;
  const bool aarch32 = in->pe_aarch32 != last->pe_aarch32;
  const bool security = in->scr_el3_ns != last->scr_el3_ns || in->scr_el3_nse != last->scr_el3_nse;
  state->on_since = 0;
  if (in->dispatch_valid != 0) {
    HIT_IF(leaves_by_level, level && !debug && !aarch32);
    HIT_IF(leaves_by_debug, debug && !aarch32);
    HIT_IF(leaves_by_aarch32, aarch32);
    HIT_IF(leaves_by_state, security && !debug && !aarch32);
  }
  HIT_IF(leaves_with_operation, (flight->in_flight & ~flight->finished) != 0);
  HIT_IF(leaves_with_record, flight->waiting != 0 || flight->writing);
}

static void cover_barriers(struct state *state, const struct cover_cycle *cycle, uint64_t *hits)
{
  if (cycle->in->psb_valid) {
    if (!state->psb.waits) {
      psb_begins(state, cycle, hits);
    }
    HIT_IF(both_wait, cycle->in->dsb_valid && (!cycle->last_in->dsb_valid || !cycle->last_in->psb_valid));
    psb_waits(state, cycle, hits);
  }
  if (cycle->in->dsb_valid && !state->dsb.waits) {
    dsb_begins(state, cycle, hits);
  }
  if (cycle->in->axi_bvalid) {
    take_response(state, cycle, hits);
  }
  if (cycle->vif->psb_done) {
    psb_done(state, cycle, hits);
  }
  if (cycle->vif->dsb_done) {
    dsb_done(state, cycle, hits);
  }
  if (cycle->bus->axi_awvalid && cycle->in->axi_awready) {
    state->bursts++;
  }
}

static void step(void *context, const struct cover_cycle *cycle, uint64_t *hits)
{
  struct state *state = context;
  const struct spu_vif *vif = cycle->vif;
  if (cycle->after_reset) {
    memset(state, 0, sizeof *state);
  }
  if (cycle->last_in->sysreg_valid && cycle->out->sysreg_done &&
      cycle->out->sysreg_verdict == SPU_ACCESS_OK) {
    if (cycle->last_in->sysreg_write) {
      cover_write(state, cycle, hits);
    } else {
      cover_read(state, cycle, hits);
    }
  }
  if (cycle->out->profiling_enabled != cycle->last_out->profiling_enabled && cycle->pe_changed) {
    cover_leaving(state, cycle, hits);
  }
  if (cycle->in->psb_valid || cycle->in->dsb_valid || cycle->in->axi_bvalid || cycle->bus->axi_awvalid) {
    cover_barriers(state, cycle, hits);
  }
  if (state->psb.waits || state->window.psb != 0) {
    state->window.committed = state->window.committed || vif->commit_valid;
    state->window.event = state->window.event || vif->event_valid;
  }
  HIT_IF(written_after_leaving, vif->commit_valid && !cycle->out->profiling_enabled && !cycle->stopped);
  if (cycle->out->mark_valid && state->on_since != 0) {
    HIT_IF(samples_after_return, cycle->number <= state->on_since + LONG);
    state->on_since = 0;
  }
}

const struct cover_block cover_barrier = {"barrier", bins, BIN_COUNT, step};
