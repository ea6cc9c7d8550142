// SPDX-License-Identifier: Apache-2.0
#include "unit/test/bench/fake_dut.h"

#include <stdlib.h>
#include <string.h>

#include "spu_sysreg.h"
#include "unit/env/mmu.h"

enum { PAGE = 4096 };
enum { MOST_KEPT = 32 };  // records; further decisions wait for room, as in an implementation

enum fake_state {
  FAKE_IDLE,
  FAKE_REQUEST,   // waits until the translation request is accepted
  FAKE_ANSWER,    // waits for the translation response
  FAKE_BURST,     // waits until the AXI address and all beats are accepted
  FAKE_RESPONSE,  // waits for the burst's response, if external aborts are synchronous
  FAKE_END        // memory has accepted every byte
};

struct fake_dut {
  struct spu *model;
  struct spu *trial;
  uint32_t beat_bytes;
  bool exposed;      // ExposedLatency
  bool synchronous;  // SPU_ABORT_REPORTED_SYNC
  bool ended;        // since the current record started, PMBLIMITR_EL1.E was 0 or profiling was stopped
  bool attributes;   // bursts have memory attributes: FEAT_SPE_nVM
  bool offered;      // the state's request, address or data was offered in an earlier cycle
  bool in_flight[SPU_MAX_TAGS];
  bool finished[SPU_MAX_TAGS];  // and can be decided
  bool held[SPU_MAX_TAGS];      // ExposedLatency: finished, and the PE may still wait for it
  uint32_t waiting;             // kept records, including the current one
  uint32_t outstanding;         // AXI bursts
  // What a requested PSB CSYNC waits for.
  bool psb_active;
  uint32_t psb_tags;
  uint32_t psb_records;  // the oldest waiting records
  // The current record, which is being written.
  enum fake_state state;
  struct spu_request request;
  uint64_t va;   // of its first byte
  uint32_t at;   // offset of the next byte
  uint32_t end;  // offset behind the part in the current page
  uint32_t length;
  uint64_t pa;  // of the next byte
  uint8_t pas;
  uint8_t data[SPU_MAX_RECORD];
  bool aw_left;  // memory has not accepted the burst's address
  bool w_left;   // memory has not accepted all of its beats
  uint8_t cache;
  uint8_t domain;
  uint64_t aw_pa;
  uint8_t aw_len;
  // The result of fake_dut_eval() for this cycle.
  struct spu_in in;
  struct spu_out out;
  struct spu_vif seen;
  struct dut_bus bus;
};

struct fake_dut *fake_dut_create(const struct spu_config *config)
{
  struct fake_dut *fake = calloc(1, sizeof *fake);
  if (fake == NULL) {
    return NULL;
  }
  fake->model = malloc(spu_size());
  fake->trial = malloc(spu_size());
  fake->beat_bytes = config->axi_data_width / 8;
  fake->attributes = config->have_spe_nvm;
  fake->exposed = config->exposed_latency;
  fake->synchronous = config->external_abort == SPU_ABORT_REPORTED_SYNC;
  if (fake->model == NULL || fake->trial == NULL || spu_init(fake->model, config) != SPU_OK) {
    fake_dut_destroy(fake);
    return NULL;
  }
  return fake;
}

void fake_dut_destroy(struct fake_dut *fake)
{
  if (fake != NULL) {
    free(fake->model);
    free(fake->trial);
    free(fake);
  }
}

// ---------------------------------------------------------------------------------------------------------
// Decisions: the flags that the model accepts

// Steps a copy of the model with these flags. True if they violate no rule.
static bool try_flags(struct fake_dut *fake, const struct spu_in *in, const struct spu_vif *flags,
                      struct spu_out *out, struct spu_vif *vif)
{
  memcpy(fake->trial, fake->model, spu_size());
  memset(out, 0, sizeof *out);
  memset(vif, 0, sizeof *vif);
  spu_step(fake->trial, in, flags, out, vif);
  return spu_last_violation(fake->trial).rule == NULL;
}

static uint32_t beat_size(const struct fake_dut *fake)
{
  const uint32_t left = fake->end - fake->at;
  const uint32_t block = fake->beat_bytes - (uint32_t)(fake->pa % fake->beat_bytes);
  return left < block ? left : block;
}

static bool last_beat(const struct fake_dut *fake)
{
  return beat_size(fake) == fake->end - fake->at;
}

static bool fault_answered(const struct fake_dut *fake, const struct spu_in *in)
{
  return fake->state == FAKE_ANSWER && in->xlate_rsp_valid && in->xlate_rsp_fault;
}

static bool error_answered(const struct fake_dut *fake, const struct spu_in *in)
{
  return fake->state == FAKE_RESPONSE && in->axi_bvalid && in->axi_bresp >= 2;
}

// The record's session has ended and nothing of it is pending. A request that was not offered never will be.
static bool given_up(const struct fake_dut *fake, const struct spu_in *in)
{
  const bool idle = (fake->state == FAKE_REQUEST || fake->state == FAKE_BURST) && !fake->offered;
  return fake->ended && (idle || (fake->state == FAKE_ANSWER && in->xlate_rsp_valid));
}

// The last handshake of a burst is in this cycle.
static bool burst_accepted(const struct fake_dut *fake, const struct spu_in *in)
{
  const bool offered = fake->state == FAKE_BURST && (fake->offered || !fake->ended);
  return offered && (!fake->aw_left || in->axi_awready) &&
         (!fake->w_left || (in->axi_wready && last_beat(fake)));
}

enum { CANDIDATES = 4 };

// How the current record can proceed or end, in the order of preference, each without and with a management event.
// Returns the number of candidates.
static int candidates(const struct fake_dut *fake, const struct spu_in *in, const struct spu_vif *base,
                      struct spu_vif candidate[CANDIDATES])
{
  int count = 2;
  for (int i = 0; i < CANDIDATES; i++) {
    candidate[i] = *base;
    candidate[i].event_valid = i % 2 != 0;
  }
  if (fake->state == FAKE_END) {
    candidate[0].commit_valid = candidate[1].commit_valid = true;
    candidate[2].discard_valid = candidate[3].discard_valid = true;
    count = 4;
  } else if (given_up(fake, in) || fault_answered(fake, in) || error_answered(fake, in)) {
    candidate[0].discard_valid = candidate[1].discard_valid = true;
  } else if (fake->state == FAKE_IDLE && fake->waiting != 0) {
    candidate[0].start_valid = candidate[1].start_valid = true;
    candidate[2].discard_valid = candidate[3].discard_valid = true;
    count = 4;
  }
  return count;
}

// Later operations do not delay a PSB CSYNC: it waits for what is pending in its first cycle.
static bool psb_done(struct fake_dut *fake, const struct spu_in *in)
{
  if (in->psb_valid && !fake->psb_active) {
    fake->psb_active = true;
    fake->psb_records = fake->waiting;
    fake->psb_tags = 0;
    for (unsigned tag = 0; tag < SPU_MAX_TAGS; tag++) {
      fake->psb_tags |= fake->in_flight[tag] ? 1U << tag & in->psb_older : 0;
    }
  }
  return in->psb_valid && fake->psb_tags == 0 && fake->psb_records == 0;
}

static void clock_psb(struct fake_dut *fake, const struct spu_vif *seen)
{
  if (seen->commit_valid || seen->discard_valid) {
    fake->psb_records -= fake->psb_records != 0 ? 1 : 0;
  }
  if (seen->decide_valid && (fake->psb_tags >> seen->decide_tag & 1) != 0) {
    fake->psb_tags &= ~(1U << seen->decide_tag);
    if (seen->decide_keep && !seen->decide_discard) {
      fake->psb_records = fake->waiting;
    }
  }
  fake->psb_active = fake->psb_active && !seen->psb_done;
}

static void decide(struct fake_dut *fake, const struct spu_in *in, struct spu_out *out, struct spu_vif *vif)
{
  struct spu_vif base = {0};
  struct spu_vif candidate[CANDIDATES];
  for (uint8_t tag = SPU_MAX_TAGS; tag-- > 0;) {
    if (fake->finished[tag] && fake->waiting < MOST_KEPT) {
      base.decide_valid = true;
      base.decide_tag = tag;
    }
  }
  base.psb_done = psb_done(fake, in);
  base.dsb_done = in->dsb_valid && fake->outstanding == 0;
  base.burst_valid = burst_accepted(fake, in);
  const int count = candidates(fake, in, &base, candidate);
  for (int i = 0; i < count; i++) {
    // A second trial with the outputs of the first, since the model may compare contents too.
    fake->seen = candidate[i];
    if (try_flags(fake, in, &fake->seen, out, vif)) {
      break;
    }
    fake->seen = *vif;
    if (try_flags(fake, in, &fake->seen, out, vif)) {
      break;
    }
  }
  fake->seen = *vif;
}

// ---------------------------------------------------------------------------------------------------------
// The bus

static void drive_bus(const struct fake_dut *fake, struct dut_bus *bus)
{
  const uint32_t beat = fake->beat_bytes;
  const uint64_t offset = fake->pa % beat;
  memset(bus, 0, sizeof *bus);
  bus->axi_bready = true;
  if (fake->ended && !fake->offered) {
    return;
  }
  if (fake->state == FAKE_REQUEST) {
    bus->xlate_req_valid = true;
    bus->xlate_req_va = fake->va + fake->at;
    bus->xlate_req_el = fake->request.el;
    bus->xlate_req_ss = fake->request.ss;
    bus->xlate_req_nvm = fake->request.nvm;
    bus->xlate_req_sh = fake->request.sh;
    bus->xlate_req_attr = fake->request.attr;
    return;
  }
  if (fake->state != FAKE_BURST) {
    return;
  }
  if (fake->aw_left) {
    bus->axi_awvalid = true;
    bus->axi_awaddr = fake->aw_pa;
    bus->axi_awlen = fake->aw_len;
    bus->axi_awsize = (uint8_t)__builtin_ctz(beat);
    bus->axi_awburst = 1;
    bus->axi_awprot = (uint8_t)(1U | ((fake->pas & 1U) != 0 ? 2U : 0U));
    bus->axi_awnse = (fake->pas & 2U) != 0;
    bus->axi_awcache = fake->cache;
    bus->axi_awdomain = fake->domain;
  }
  if (fake->w_left) {
    const uint32_t bytes = beat_size(fake);
    bus->axi_wvalid = true;
    bus->axi_wlast = last_beat(fake);
    for (uint32_t i = 0; i < bytes; i++) {
      bus->axi_wdata[offset + i] = fake->data[fake->at + i];
      bus->axi_wstrb |= (uint64_t)1 << (offset + i);
    }
  }
}

// Offers address and data of the part in this page from the next cycle on. Neither waits for the other's ready.
static void begin_burst(struct fake_dut *fake)
{
  const uint32_t beat = fake->beat_bytes;
  const uint64_t offset = fake->pa % beat;
  fake->aw_pa = fake->pa - offset;
  fake->aw_len = (uint8_t)((offset + (fake->end - fake->at) + beat - 1) / beat - 1);
  fake->aw_left = true;
  fake->w_left = true;
  fake->state = FAKE_BURST;
}

// The state after a page.
static enum fake_state after_page(const struct fake_dut *fake)
{
  return fake->at == fake->length ? FAKE_END : FAKE_REQUEST;
}

static void clock_burst(struct fake_dut *fake)
{
  const struct dut_bus *bus = &fake->bus;
  fake->aw_left = fake->aw_left && !(bus->axi_awvalid && fake->in.axi_awready);
  if (bus->axi_wvalid && fake->in.axi_wready) {
    const uint32_t bytes = (uint32_t)__builtin_popcountll(bus->axi_wstrb);
    fake->at += bytes;
    fake->pa += bytes;
    fake->w_left = !bus->axi_wlast;
  }
  if (!fake->aw_left && !fake->w_left) {
    fake->state = fake->synchronous ? FAKE_RESPONSE : after_page(fake);
  }
}

static void clock_bus(struct fake_dut *fake)
{
  const struct spu_in *in = &fake->in;
  const struct dut_bus *bus = &fake->bus;
  const enum fake_state before = fake->state;
  fake->outstanding += bus->axi_awvalid && in->axi_awready;
  // A response may be for a burst from before a reset.
  fake->outstanding -= in->axi_bvalid && bus->axi_bready && fake->outstanding != 0;
  fake->offered = bus->xlate_req_valid || bus->axi_awvalid || bus->axi_wvalid;
  switch (fake->state) {
  case FAKE_REQUEST:
    fake->state = bus->xlate_req_valid && in->xlate_req_ready ? FAKE_ANSWER : FAKE_REQUEST;
    break;
  case FAKE_ANSWER:
    if (in->xlate_rsp_valid && !in->xlate_rsp_fault) {
      const uint64_t page_left = PAGE - (fake->va + fake->at) % PAGE;
      const uint32_t left = fake->length - fake->at;
      fake->end = fake->at + (left < page_left ? left : (uint32_t)page_left);
      fake->pa = in->xlate_rsp_pa;
      fake->pas = mmu_address_space(in);
      fake->cache = fake->attributes ? in->xlate_rsp_cache : 0;
      fake->domain = fake->attributes ? in->xlate_rsp_domain : 0;
      begin_burst(fake);
    }
    break;
  case FAKE_BURST:
    clock_burst(fake);
    break;
  case FAKE_RESPONSE:
    fake->state = in->axi_bvalid ? after_page(fake) : FAKE_RESPONSE;
    break;
  default:
    break;
  }
  fake->offered = fake->offered && fake->state == before;
}

// ---------------------------------------------------------------------------------------------------------
// One cycle

void fake_dut_eval(struct fake_dut *fake, const struct spu_in *in, struct spu_out *out, struct spu_vif *vif,
                   struct dut_bus *bus)
{
  uint64_t limit = 0;
  (void)spu_peek_register(fake->model, SPU_PMBLIMITR_EL1, &limit);
  fake->ended |= (limit & 1) == 0 || spu_next_stopped(fake->model, in);
  decide(fake, in, out, vif);
  drive_bus(fake, bus);
  fake->in = *in;
  fake->out = *out;
  fake->bus = *bus;
}

// Fetches the bytes of the record that starts in this cycle: those of a commit in the next cycle, without a register
// write or an error in between.
static void fetch_record(struct fake_dut *fake)
{
  struct spu_out out;
  struct spu_vif vif;
  const struct spu_vif commit = {.commit_valid = true};
  struct spu_in in = fake->in;
  in.sysreg_valid = false;
  in.axi_bvalid = false;
  in.xlate_rsp_valid = false;
  (void)try_flags(fake, &in, &fake->seen, &out, &vif);
  spu_step(fake->trial, &in, &commit, &out, &vif);
  memcpy(fake->data, vif.commit_data, sizeof fake->data);
  fake->length = vif.commit_len;
}

void fake_dut_clock(struct fake_dut *fake)
{
  struct spu_out out;
  struct spu_vif vif;
  const struct spu_vif *seen = &fake->seen;
  for (unsigned tag = 0; tag < SPU_MAX_TAGS; tag++) {
    const struct spu_op *op = &fake->in.op[tag];
    const bool finishes = fake->in_flight[tag] && op->finished;
    fake->finished[tag] |= fake->held[tag] ? !op->oldest : finishes && !fake->exposed;
    fake->held[tag] = (fake->held[tag] || finishes) && !fake->finished[tag];
  }
  if (seen->decide_valid) {
    fake->in_flight[seen->decide_tag] = false;
    fake->finished[seen->decide_tag] = false;
    fake->waiting += seen->decide_keep && !seen->decide_discard;
  }
  if (fake->out.mark_valid) {
    fake->in_flight[fake->out.mark_tag] = true;
  }
  if (seen->start_valid) {
    fetch_record(fake);
    fake->request = spu_next_request(fake->model, &fake->in);
  }
  spu_step(fake->model, &fake->in, seen, &out, &vif);
  clock_bus(fake);
  if (seen->start_valid) {
    fake->va = fake->out.pmbptr;
    fake->at = 0;
    fake->ended = false;
    fake->offered = false;
    fake->state = FAKE_REQUEST;
  }
  if (seen->commit_valid || seen->discard_valid) {
    fake->waiting--;
    fake->state = FAKE_IDLE;
  }
  clock_psb(fake, seen);
}
