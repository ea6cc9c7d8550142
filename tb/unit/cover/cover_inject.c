// SPDX-License-Identifier: Apache-2.0
//
// Block "inject": every kind of fault at every byte of a record; error responses to each burst, together with
// everything that can happen at the same time; exceptions, interrupt handlers and register writes in every cycle of a
// sample's life; resets in every phase; memory that stalls. Observed at the pins, whatever the cause.
#include <string.h>

#include "spu_sysreg.h"
#include "unit/cover/cover_block.h"
#include "unit/cover/cover_inject_bins.h"

// The n-th code of stage 1; stage 2 has the same codes but the last.
#define FSC_VALUE(stage, fsc) 0x##fsc,
static const uint8_t codes[] = {FAULT_CODES(FSC_VALUE, s1) GRANULE_CODES(FSC_VALUE, s1) 0x28};

#define REGISTER_ADDRESS(name, exists) SPU_##name,
static const uint16_t registers[] = {REGISTERS(REGISTER_ADDRESS)};

enum { CODES = sizeof codes, REGISTERS_COUNT = sizeof registers / sizeof registers[0] };
enum { NEAR = 15, STALL = 64, BURSTS = 16 };

// ---------------------------------------------------------------------------------------------------------
// Tracked state

enum moment { MARK, FINISH, DECISION, START, MOMENTS };

struct burst {
  uint64_t complete;  // cycle of its last data beat
  uint32_t beats;     // missing beats
  uint8_t number;     // index in its record: 0 or 1
  uint64_t record;    // number of records started before it
};

struct follow {
  uint64_t last[MOMENTS];  // cycle of the last one, plus 1; 0: none
  uint64_t raised;         // the same for PMBIRQ
  struct burst burst[BURSTS];
  uint32_t oldest;  // running numbers
  uint32_t next;
  uint32_t early;           // beats accepted before their address
  uint64_t records;         // records started
  uint8_t bursts;           // bursts of the present record
  uint64_t aborted_record;  // record of the last error response, plus 1
  uint64_t faulted_record;  // record of the last fault, plus 1
  bool aborted;             // error response in the previous cycle
  uint64_t asked_va;
  bool asked, translating, address, data;
  bool psb, dsb, irq;
  uint32_t address_wait, data_wait, response_wait, request_wait, answer_wait, responses;
};

_Static_assert(sizeof(struct follow) <= COVER_BLOCK_STATE, "too much state");

static bool near(uint64_t then, uint64_t cycle, uint64_t *distance)
{
  *distance = cycle + 1 - then;
  return then != 0 && *distance <= NEAR;
}

static void reset_bins(const struct follow *follow, const struct tracker_state *flight, uint64_t *hits)
{
  const bool response = follow->oldest != follow->next && !follow->data;
  const bool records = flight->in_flight != 0 || flight->waiting != 0 || flight->writing;
  HIT_IF(reset_in_flight, (flight->in_flight & ~flight->finished) != 0);
  HIT_IF(reset_finished, flight->finished != 0);
  HIT_IF(reset_waiting, flight->waiting != 0);
  HIT_IF(reset_asked, follow->asked);
  HIT_IF(reset_translating, follow->translating);
  HIT_IF(reset_address, follow->address);
  HIT_IF(reset_data, follow->data);
  HIT_IF(reset_response, response);
  HIT_IF(reset_psb, follow->psb);
  HIT_IF(reset_dsb, follow->dsb);
  HIT_IF(reset_irq, follow->irq);
  HIT_IF(reset_nothing, !records && !response && !follow->psb && !follow->dsb && !follow->irq);
}

static void fault_bins(struct follow *follow, const struct cover_cycle *cycle, uint64_t *hits)
{
  const struct spu_in *in = cycle->in;
  const struct spu_vif *vif = cycle->vif;
  // If not translating, the response is to a request from before a reset.
  if (!in->xlate_rsp_valid || !in->xlate_rsp_fault || !follow->translating) {
    return;
  }
  follow->faulted_record = follow->records;
  HIT_IF(abort_beside_a_fault, follow->aborted_record == follow->records);
  const uint64_t byte = follow->asked_va - cycle->flight->start;
  if (!vif->event_valid || vif->discard_reason != SPU_DISCARD_FAULT) {
    return;
  }
  if (byte <= BIN_byte_0x7F - BIN_byte_0x00) {
    hits[BIN_byte_0x00 + byte]++;
  }
  const uint32_t ec = (uint32_t)(vif->event_pmbsr >> 26 & 0x3F);
  const uint32_t fsc = (uint32_t)(vif->event_pmbsr & 0x3F);
  HIT_IF(fault_gpc, ec == 0x1E);
  for (uint32_t i = 0; i < CODES; i++) {
    if (codes[i] == fsc && ec == 0x24) {
      hits[BIN_fault_s1_0x00 + i]++;
    } else if (codes[i] == fsc && ec == 0x25 && i + 1 < CODES) {
      hits[BIN_fault_s2_0x00 + i]++;
    }
  }
}

static bool writes_status(const struct spu_in *in)
{
  return in->sysreg_valid && in->sysreg_write && in->sysreg_addr == SPU_PMBSR_EL1;
}

static void abort_bins(struct follow *follow, const struct cover_cycle *cycle, const struct burst *burst,
                       uint64_t *hits)
{
  const struct spu_in *in = cycle->in;
  const uint64_t latency = cycle->number - burst->complete;
  const bool slverr = in->axi_bresp == 2;
  hits[(burst->number == 0 ? BIN_abort_first_slverr : BIN_abort_second_slverr) + (slverr ? 0 : 1)]++;
  HIT_IF(abort_both, burst->number == 1 && follow->aborted_record == burst->record);
  HIT_IF(abort_beside_a_fault, follow->faulted_record == burst->record);
  HIT_IF(abort_with_start, cycle->vif->start_valid);
  HIT_IF(abort_with_decision, cycle->vif->decide_valid);
  HIT_IF(abort_with_commit, cycle->vif->commit_valid);
  HIT_IF(abort_with_psb, follow->psb);
  HIT_IF(abort_with_dsb, follow->dsb);
  HIT_IF(abort_with_status, writes_status(in));
  HIT_IF(abort_after_status, cover_wrote(cycle, SPU_PMBSR_EL1));
  HIT_IF(abort_stopped, cycle->stopped);
  HIT_IF(abort_latency_1, latency == 1);
  HIT_IF(abort_latency_2_to_4, latency >= 2 && latency <= 4);
  HIT_IF(abort_latency_5_to_16, latency >= 5 && latency <= 16);
  HIT_IF(abort_latency_17_to_32, latency >= 17 && latency <= 32);
  follow->aborted_record = burst->record;
}

static void interrupt_bins(const struct follow *follow, const struct cover_cycle *cycle, uint64_t *hits)
{
  const bool off = cycle->last_out->profiling_enabled && !cycle->out->profiling_enabled;
  uint64_t distance;
  if (off && !cycle->out->pmbirq && !cycle->last_in->sysreg_valid) {
    if (near(follow->last[START], cycle->number, &distance)) {
      hits[BIN_interrupt_start_0 + distance]++;
    }
    if (near(follow->last[MARK], cycle->number, &distance) && distance != 0) {
      hits[BIN_interrupt_mark_1 + distance - 1]++;
    }
    if (near(follow->last[FINISH], cycle->number, &distance)) {
      hits[BIN_interrupt_finish_0 + distance]++;
    }
  }
  // The write was in the previous cycle.
  if (follow->irq && !cycle->out->pmbirq && near(follow->raised, cycle->number - 1, &distance) &&
      distance != 0) {
    hits[BIN_service_1 + distance - 1]++;
  }
}

// Takes an allowed write of the previous cycle; the moments are those up to that cycle.
static void write_bins(const struct follow *follow, const struct cover_cycle *cycle, uint64_t *hits)
{
  static const uint32_t first[MOMENTS] = {BIN_write_mark_0, BIN_write_finish_0, BIN_write_decision_0,
                                          BIN_write_start_0};
  for (uint32_t i = 0; cycle->last_in->sysreg_valid && i < REGISTERS_COUNT; i++) {
    if (!cover_wrote(cycle, registers[i])) {
      continue;
    }
    for (uint32_t moment = 0; moment < MOMENTS; moment++) {
      uint64_t distance;
      if (near(follow->last[moment], cycle->number - 1, &distance)) {
        hits[BIN_PMSCR_EL1_mark + MOMENTS * i + moment]++;
        hits[first[moment] + distance]++;
      }
    }
  }
}

static void note_moments(struct follow *follow, const struct cover_cycle *cycle)
{
  const uint64_t now = cycle->number + 1;
  follow->last[FINISH] = cycle->tracker->events.finishes != 0 ? now : follow->last[FINISH];
  follow->last[MARK] = cycle->out->mark_valid ? now : follow->last[MARK];
  follow->last[DECISION] = cycle->vif->decide_valid ? now : follow->last[DECISION];
  follow->last[START] = cycle->vif->start_valid ? now : follow->last[START];
  follow->raised = cycle->out->pmbirq && !follow->irq ? now : follow->raised;
  follow->psb = cycle->in->psb_valid && !cycle->vif->psb_done;
  follow->dsb = cycle->in->dsb_valid && !cycle->vif->dsb_done;
  follow->irq = cycle->out->pmbirq;
  if (cycle->vif->start_valid) {
    follow->records++;
    follow->bursts = 0;
  }
}

// Counts waiting cycles; true in the one that makes the wait long.
static bool long_wait(uint32_t *cycles, bool waits)
{
  *cycles = waits ? *cycles + 1 : 0;
  return *cycles == STALL;
}

static void step_bus(struct follow *follow, const struct cover_cycle *cycle, uint64_t *hits)
{
  const struct spu_in *in = cycle->in;
  const struct dut_bus *bus = cycle->bus;
  follow->asked = bus->xlate_req_valid && !in->xlate_req_ready;
  follow->translating =
      (follow->translating && !in->xlate_rsp_valid) || (bus->xlate_req_valid && in->xlate_req_ready);
  if (bus->xlate_req_valid) {
    follow->asked_va = bus->xlate_req_va;
  }
  if (in->axi_bvalid && follow->oldest != follow->next) {
    const struct burst *burst = &follow->burst[follow->oldest++ % BURSTS];
    if (in->axi_bresp >= 2) {
      abort_bins(follow, cycle, burst, hits);
    }
  }
  follow->aborted = in->axi_bvalid && in->axi_bresp >= 2;
  follow->address = bus->axi_awvalid && !in->axi_awready;
  if (bus->axi_awvalid && in->axi_awready) {
    follow->burst[follow->next++ % BURSTS] = (struct burst){.beats = bus->axi_awlen + 1U - follow->early,
                                                            .number = follow->bursts++,
                                                            .record = follow->records,
                                                            .complete = cycle->number};
    follow->data = follow->early <= bus->axi_awlen;
    follow->early = 0;
  }
  if (bus->axi_wvalid && in->axi_wready && !follow->data) {
    follow->early++;
  } else if (bus->axi_wvalid && in->axi_wready) {
    struct burst *filling = &follow->burst[(follow->next - 1) % BURSTS];
    filling->complete = cycle->number;
    follow->data = --filling->beats != 0;
  }
  HIT_IF(memory_address_stalls, long_wait(&follow->address_wait, follow->address));
  HIT_IF(memory_data_stalls, long_wait(&follow->data_wait, bus->axi_wvalid && !in->axi_wready));
  HIT_IF(memory_response_stalls, long_wait(&follow->response_wait, !in->axi_bvalid && !follow->data &&
                                                                       follow->oldest != follow->next));
  HIT_IF(memory_request_stalls, long_wait(&follow->request_wait, follow->asked));
  HIT_IF(memory_answer_stalls, long_wait(&follow->answer_wait, follow->translating));
  HIT_IF(memory_full, follow->next - follow->oldest == 15 && !in->axi_bvalid);
  follow->responses = in->axi_bvalid ? follow->responses + 1 : 0;
  HIT_IF(memory_back_to_back, follow->responses == 4);
}

static void step(void *state, const struct cover_cycle *cycle, uint64_t *hits)
{
  struct follow *follow = state;
  if (cycle->after_reset) {
    reset_bins(follow, cycle->taken, hits);
    memset(follow, 0, sizeof *follow);
  }
  write_bins(follow, cycle, hits);
  fault_bins(follow, cycle, hits);
  HIT_IF(abort_before_status, follow->aborted && writes_status(cycle->in));
  const bool irq = follow->irq;
  const bool moves = cover_moves(cycle);
  step_bus(follow, cycle, hits);
  if (moves || cycle->in->psb_valid || cycle->in->dsb_valid || cycle->out->pmbirq != irq || follow->psb ||
      follow->dsb) {
    struct follow before = *follow;
    note_moments(follow, cycle);
    before.last[START] = follow->last[START];
    before.last[MARK] = follow->last[MARK];
    before.last[FINISH] = follow->last[FINISH];
    interrupt_bins(&before, cycle, hits);
  } else {
    interrupt_bins(follow, cycle, hits);
  }
}

const struct cover_block cover_inject = {"inject", bins, BINS, step};
