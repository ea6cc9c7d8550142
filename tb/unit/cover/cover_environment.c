// SPDX-License-Identifier: Apache-2.0
//
// "environment": legal but rare behaviour of memory, MMU, core and software: the order in which they accept address and
// data, values on ignored pins, responses to requests from before a reset, barriers back to back, operations that
// outlive them, buffers at the end of the address space, sessions that end with samples in flight.
#include <string.h>

#include "unit/cover/cover_block.h"
#include "unit/cover/cover_config.h"

// clang-format off
// X(name, requirement, exists, meaning)
#define BINS_OF(X)                                                                                                \
  X(address_with_first_beat, "G11", NULL, "a burst's address is accepted in the cycle of its first beat")          \
  X(address_before_data, "G11", NULL, "the address is accepted before the first beat")                             \
  X(address_while_data_waits, "G11", NULL, "the address waited, and is accepted while the first beat waits")       \
  X(address_after_first_beat, "G11", NULL, "the address is accepted after a beat of its data")                     \
  X(address_after_last_beat, "G11", NULL, "the address is accepted after all of its data")                         \
  X(exclusive_okay, "G4 x G11", NULL, "the response is EXOKAY")                                                    \
  X(error_without_response, "G4 x G11", NULL, "BRESP is an error while BVALID is low and a burst outstanding")     \
  X(fault_without_answer, "G3 x G11", NULL, "xlate_i.fault is high without a response while one is pending")       \
  X(syndrome_beside_address, "G3 x G11", NULL, "a translation response without a fault has a syndrome")            \
  X(address_beside_fault, "G3 x G11", NULL, "a translation response with a fault has an address")                  \
  X(late_okay, "G11", NULL, "a response to a burst from before a reset of the unit alone")                         \
  X(late_error, "G11", NULL, "the same with an error")                                                             \
  X(late_translation, "G11", NULL, "a response to a translation from before such a reset")                         \
  X(nonsecure_page_of_another_state, "G11", cover_two_spaces, "a Secure or Realm owner has a Non-secure page")     \
  X(reset_from_low, "C6", NULL, "reset begins while the clock is low")                                             \
  X(reset_with_edge, "C6", NULL, "reset begins with a rising edge")                                                \
  X(reset_between_edges, "C6", NULL, "no rising edge while reset is asserted")                                      \
  X(reset_of_clocks, "C6", NULL, "several rising edges while reset is asserted")                                   \
  X(reset_beside_inputs, "C6", NULL, "the inputs keep their values during reset")                                  \
  X(reset_beside_idle_inputs, "C6", NULL, "the inputs are idle during reset")                                      \
  X(psb_after_psb, "H7", NULL, "a PSB CSYNC in the cycle after another one was done")                              \
  X(dsb_after_dsb, "H2", NULL, "a DSB in the cycle after another one was done")                                    \
  X(psb_done_before_operation, "H7", NULL, "PSB CSYNC is done before an operation that it does not cover")         \
  X(psb_waits_beside_operation, "H7", cover_several_tags, "PSB CSYNC waits for one operation but not for another") \
  X(completes_before_fate, "D3", NULL, "an operation completes before it finishes")                                \
  X(completes_with_fate, "D3", NULL, "an operation completes in the cycle in which it finishes")                   \
  X(physical_address_alone, "D4", NULL, "an operation has a physical but no virtual address")                      \
  X(conditional_and_indirect, "D5", NULL, "a branch is conditional and indirect")                                  \
  X(call_and_return, "D5", NULL, "a branch is both with link and a procedure return")                              \
  X(reserved_vector_length, "D5", NULL, "an operation without a vector length has the reserved one")               \
  X(untaken_target, "D4", NULL, "a branch that is not taken has a target")                                         \
  X(tge_without_el2, "A3", cover_no_el2, "TGE is 1")                                                               \
  X(e2pb_without_el2, "A1", cover_no_el2, "E2PB is not 0")                                                         \
  X(e2h_without_vhe, "B3", cover_no_vhe, "E2H is 1")                                                               \
  X(nspb_without_el3, "A1", cover_no_el3, "NSPB is not 0")                                                         \
  X(sdd_without_el3, "B3", cover_no_el3, "SDD is 1")                                                               \
  X(eel2_without_sel2, "A1", cover_no_sel2, "EEL2 is 1")                                                           \
  X(nse_without_rme, "A1", cover_no_rme, "NSE is 1")                                                               \
  X(nv_without_nested, "B3", cover_no_nv, "NV is 1")                                                               \
  X(cx_without_trf, "T3", cover_without_trf, "TRFCR_EL2.CX is 1")                                                  \
  X(record_at_the_top, "G1", NULL, "a record starts in the last pages below 2^64")                                 \
  X(full_at_the_top, "G2", NULL, "the limit is 0, with the pointer in the last pages below 2^64")                  \
  X(session_ended, "G12", NULL, "a sample of an earlier session is discarded in a later one")                     \
  X(ended_by_stop, "G12", NULL, "the same, after PMBSR_EL1.S ended the session")
// clang-format on

static const struct cover_bin bins[] = {BINS_OF(COVER_BIN_ROW)};
enum { BINS_OF(COVER_BIN_ENUM) BINS };

struct follow {
  uint32_t beats;        // beats of the present burst; 0: none
  uint32_t taken;        // beats accepted
  bool address_taken;    // its address was accepted
  bool address_waited;   // its address was not accepted at once
  uint32_t outstanding;  // bursts without a response
  bool translating;
  uint8_t asked_ss;   // the owner's Security state in the request
  uint8_t psb_older;  // psb_older of the pending PSB CSYNC
};

_Static_assert(sizeof(struct follow) <= COVER_BLOCK_STATE, "too much state");

// Address and data of a burst are offered together, and the next burst's once both were accepted.
static void step_burst(struct follow *follow, const struct cover_cycle *cycle, uint64_t *hits)
{
  const struct dut_bus *bus = cycle->bus;
  const bool address = bus->axi_awvalid && cycle->in->axi_awready;
  const bool beat = bus->axi_wvalid && cycle->in->axi_wready;
  if (bus->axi_awvalid && follow->beats == 0) {
    follow->beats = bus->axi_awlen + 1U;
  }
  if (address) {
    HIT_IF(address_with_first_beat, follow->taken == 0 && beat);
    HIT_IF(address_before_data, follow->taken == 0 && !beat);
    HIT_IF(address_while_data_waits,
           follow->address_waited && follow->taken == 0 && bus->axi_wvalid && !beat);
    HIT_IF(address_after_first_beat, follow->taken != 0);
    HIT_IF(address_after_last_beat, follow->taken == follow->beats);
    follow->address_taken = true;
  }
  follow->address_waited = bus->axi_awvalid && !address;
  follow->taken += beat ? 1U : 0U;
  if (follow->beats != 0 && follow->taken == follow->beats && follow->address_taken) {
    follow->beats = 0;
    follow->taken = 0;
    follow->address_taken = false;
    follow->outstanding++;
  }
}

static void step_answers(struct follow *follow, const struct cover_cycle *cycle, uint64_t *hits)
{
  const struct spu_in *in = cycle->in;
  HIT_IF(error_without_response, !in->axi_bvalid && in->axi_bresp >= 2 && follow->outstanding != 0);
  if (in->axi_bvalid) {
    HIT_IF(exclusive_okay, in->axi_bresp == 1);
    HIT_IF(late_okay, follow->outstanding == 0 && in->axi_bresp < 2);
    HIT_IF(late_error, follow->outstanding == 0 && in->axi_bresp >= 2);
    follow->outstanding -= follow->outstanding != 0;
  }
  HIT_IF(fault_without_answer, !in->xlate_rsp_valid && in->xlate_rsp_fault && follow->translating);
  if (in->xlate_rsp_valid) {
    HIT_IF(late_translation, !follow->translating);
    HIT_IF(syndrome_beside_address, !in->xlate_rsp_fault && in->xlate_rsp_fsc != 0);
    HIT_IF(address_beside_fault, in->xlate_rsp_fault && in->xlate_rsp_pa != 0);
    HIT_IF(nonsecure_page_of_another_state, follow->translating && !in->xlate_rsp_fault &&
                                                follow->asked_ss != COVER_NONSECURE && in->xlate_rsp_ns &&
                                                !in->xlate_rsp_nse);
    follow->translating = false;
  }
  if (cycle->bus->xlate_req_valid && in->xlate_req_ready) {
    follow->translating = true;
    follow->asked_ss = cycle->bus->xlate_req_ss;
  }
}

static void step_barriers(struct follow *follow, const struct cover_cycle *cycle, uint64_t *hits)
{
  const struct spu_in *in = cycle->in;
  const uint8_t busy = cover_unfinished(cycle);
  HIT_IF(psb_after_psb, in->psb_valid && cycle->last_vif->psb_done);
  HIT_IF(dsb_after_dsb, in->dsb_valid && cycle->last_vif->dsb_done);
  if (in->psb_valid && (!cycle->last_in->psb_valid || cycle->last_vif->psb_done)) {
    follow->psb_older = in->psb_older;
  }
  if (in->psb_valid) {
    HIT_IF(psb_done_before_operation, cycle->vif->psb_done && (busy & ~follow->psb_older) != 0);
    HIT_IF(psb_waits_beside_operation,
           !cycle->vif->psb_done && (busy & ~follow->psb_older) != 0 && (busy & follow->psb_older) != 0);
  }
}

static void report_bins(const struct spu_op *op, uint64_t *hits)
{
  const bool branch = op->kind == SPU_KIND_BRANCH;
  const bool vector = op->kind == SPU_KIND_LDST_SVE || op->kind == SPU_KIND_SVE;
  const bool not_taken = (op->events >> 6 & 1) != 0;
  HIT_IF(physical_address_alone, op->pa_valid && !op->va_valid);
  HIT_IF(conditional_and_indirect, branch && op->cond && op->indirect);
  HIT_IF(call_and_return, branch && op->call && op->ret);
  HIT_IF(untaken_target, branch && not_taken && op->target_valid);
  HIT_IF(reserved_vector_length, !vector && op->evl == 7);
}

static void step_operations(const struct cover_cycle *cycle, uint64_t *hits)
{
  for (unsigned tags = cycle->tracker->events.completes; tags != 0; tags &= tags - 1) {
    const struct spu_op *op = &cycle->in->op[__builtin_ctz(tags)];
    report_bins(op, hits);
    HIT_IF(completes_before_fate, !op->finished);
    HIT_IF(completes_with_fate, op->finished);
  }
}

static void pe_bins(const struct cover_cycle *cycle, uint64_t *hits)
{
  const struct spu_config *config = cycle->config;
  const struct spu_in *in = cycle->pins;
  HIT_IF(tge_without_el2, !config->have_el2 && in->hcr_el2_tge);
  HIT_IF(e2pb_without_el2, !config->have_el2 && in->mdcr_el2_e2pb != 0);
  HIT_IF(e2h_without_vhe, !config->have_vhe && in->hcr_el2_e2h);
  HIT_IF(nspb_without_el3, !config->have_el3 && in->mdcr_el3_nspb != 0);
  HIT_IF(sdd_without_el3, !config->have_el3 && in->edscr_sdd);
  HIT_IF(eel2_without_sel2, !config->have_sel2 && in->scr_el3_eel2);
  HIT_IF(nse_without_rme, !config->have_rme && in->scr_el3_nse);
  HIT_IF(nv_without_nested, config->nested_virt == 0 && in->hcr_el2_nv);
  HIT_IF(cx_without_trf, !config->have_trf && in->trfcr_el2_cx);
}

static void record_bins(const struct cover_cycle *cycle, uint64_t *hits)
{
  const struct spu_vif *vif = cycle->vif;
  const bool top = cycle->out->pmbptr >> 16 == 0xFFFFFFFFFFFF;
  const bool stopped = cycle->stopped;
  const bool enabled = (cycle->regs->pmblimitr & 1) != 0 && !stopped;
  HIT_IF(record_at_the_top, vif->start_valid && top);
  if (vif->discard_valid) {
    HIT_IF(full_at_the_top,
           vif->discard_reason == SPU_DISCARD_FULL && top && cycle->regs->pmblimitr >> 12 == 0);
    HIT_IF(session_ended, vif->discard_reason == SPU_DISCARD_NOT_ENABLED && enabled && !vif->event_valid);
    HIT_IF(ended_by_stop, vif->discard_reason == SPU_DISCARD_STOPPED && enabled);
  }
}

static void reset_bins(const struct dut_reset_shape *reset, uint64_t *hits)
{
  HIT_IF(reset_from_low, reset->from_low);
  HIT_IF(reset_with_edge, !reset->from_low);
  HIT_IF(reset_between_edges, reset->edges == 0);
  HIT_IF(reset_of_clocks, reset->edges > 1);
  HIT_IF(reset_beside_inputs, !reset->idle);
  HIT_IF(reset_beside_idle_inputs, reset->idle);
}

static void step(void *state, const struct cover_cycle *cycle, uint64_t *hits)
{
  struct follow *follow = state;
  if (cycle->after_reset) {
    memset(follow, 0, sizeof *follow);
    reset_bins(cycle->reset, hits);
  }
  step_answers(follow, cycle, hits);
  step_burst(follow, cycle, hits);
  if (cycle->pe_changed) {
    pe_bins(cycle, hits);
  }
  if (cycle->in->psb_valid || cycle->in->dsb_valid) {
    step_barriers(follow, cycle, hits);
  }
  step_operations(cycle, hits);
  record_bins(cycle, hits);
}

const struct cover_block cover_environment = {"environment", bins, BINS, step};
