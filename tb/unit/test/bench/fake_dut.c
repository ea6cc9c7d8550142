// SPDX-License-Identifier: Apache-2.0
#include "unit/test/bench/fake_dut.h"

#include <stdlib.h>
#include <string.h>

#include "spu_sysreg.h"
#include "unit/env/mmu.h"

enum { PAGE = 4096 };
enum { MOST_KEPT = 32 };  // records: the next decision waits for room, as an implementation's does

enum fake_state {
  FAKE_IDLE,
  FAKE_REQUEST,   // waits for the translation request to be taken
  FAKE_ANSWER,    // waits for its answer
  FAKE_BURST,     // waits for the AXI address and all beats to be taken
  FAKE_RESPONSE,  // waits for the burst's response, if errors are reported with the address
  FAKE_END        // memory has accepted every byte
};

struct fake_dut {
  struct spu *model;
  struct spu *trial;
  uint32_t beat_bytes;
  bool synchronous;  // SPU_ABORT_REPORTED_SYNC
  bool ended;        // since the record being written started, PMBLIMITR_EL1.E was 0 or profiling stopped
  bool attributes;   // bursts have memory attributes: FEAT_SPE_nVM
  bool offered;      // what the state waits to be taken has been offered in an earlier cycle
  bool in_flight[SPU_MAX_TAGS];
  bool finished[SPU_MAX_TAGS];
  uint32_t waiting;      // kept records, the one being written included
  uint32_t outstanding;  // AXI bursts
  // What a PSB CSYNC that is being asked for still waits for.
  bool psb_active;
  uint32_t psb_tags;
  uint32_t psb_records;  // of the oldest that wait
  // The record being written.
  enum fake_state state;
  struct spu_request request;  // what its pages are asked for with
  uint64_t va;                 // of its first byte
  uint32_t at;                 // byte
  uint32_t end;                // of the current page's part
  uint32_t length;
  uint64_t pa;  // of byte `at` of the record
  uint8_t pas;
  uint8_t data[SPU_MAX_RECORD];
  bool aw_left;  // of the burst: its address is to be taken
  bool w_left;   // and at least one beat
  uint8_t cache;
  uint8_t domain;
  uint64_t aw_pa;
  uint8_t aw_len;
  // What fake_dut_eval() decided for this cycle.
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

// Steps a copy of the model with these flags. True if it has no objection.
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

// The record's session has ended, and nothing of it is on its way: a request that was not offered yet never is.
static bool given_up(const struct fake_dut *fake, const struct spu_in *in)
{
  const bool idle = (fake->state == FAKE_REQUEST || fake->state == FAKE_BURST) && !fake->offered;
  return fake->ended && (idle || (fake->state == FAKE_ANSWER && in->xlate_rsp_valid));
}

// The last handshake of a burst is in this cycle.
static bool burst_taken(const struct fake_dut *fake, const struct spu_in *in)
{
  const bool offered = fake->state == FAKE_BURST && (fake->offered || !fake->ended);
  return offered && (!fake->aw_left || in->axi_awready) &&
         (!fake->w_left || (in->axi_wready && last_beat(fake)));
}

enum { CANDIDATES = 4 };

// How the record at hand can go on or end, most wanted first; each without and with a management event.
// Returns how many ways there are.
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

// Later operations do not delay a PSB CSYNC: in its first cycle it notes what it has to wait for.
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
      fake->psb_records = fake->waiting;  // up to this one
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
  base.burst_valid = burst_taken(fake, in);
  const int count = candidates(fake, in, &base, candidate);
  for (int i = 0; i < count; i++) {
    // A second trial with what the first one said: the model may look at contents too.
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

// Address and data of the page's part are offered from the next cycle on, neither waiting for the other's ready.
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
    fake->state = fake->at == fake->length ? FAKE_END : FAKE_REQUEST;
    fake->state = fake->synchronous ? FAKE_RESPONSE : fake->state;
  }
}

static void clock_bus(struct fake_dut *fake)
{
  const struct spu_in *in = &fake->in;
  const struct dut_bus *bus = &fake->bus;
  const enum fake_state before = fake->state;
  fake->outstanding += bus->axi_awvalid && in->axi_awready;
  fake->outstanding -=
      in->axi_bvalid && bus->axi_bready && fake->outstanding != 0;  // one may be of before a reset
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
    if (in->axi_bvalid) {
      fake->state = fake->at == fake->length ? FAKE_END : FAKE_REQUEST;
    }
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

// The bytes of the record that starts in this cycle: what a commit in the next one would say, if software did
// not write a register meanwhile and memory answered with no error.
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
    fake->finished[tag] = fake->finished[tag] || (fake->in_flight[tag] && fake->in.op[tag].finished);
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
