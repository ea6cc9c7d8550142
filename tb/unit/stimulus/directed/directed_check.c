// SPDX-License-Identifier: Apache-2.0
//
// Checks the expectations of directed steps.
#include <inttypes.h>

#include "unit/stimulus/directed/directed_internal.h"
#include "unit/util/number.h"

enum { STEP_LIMIT = 20000 };  // cycles for which a step may wait

static bool fail_value(const struct directed_stimulus *directed, struct tb_error *error, const char *what,
                       uint64_t expected, uint64_t got)
{
  return tb_fail(error, "%s (step %zu): %s: expected 0x%" PRIx64 ", got 0x%" PRIx64, directed->name,
                 directed->at, what, expected, got);
}

static bool equal(const struct directed_stimulus *directed, struct tb_error *error, const char *what,
                  uint64_t expected, uint64_t got)
{
  return got == expected || fail_value(directed, error, what, expected, got);
}

// Checks the response to an access, in the cycle after it.
static bool check_answer(const struct directed_stimulus *directed, const struct directed_step *step,
                         const struct spu_out *out, struct tb_error *error)
{
  if (step->kind == STEP_VERDICT || step->kind == STEP_REFUSED) {
    const bool offset = step->b == SPU_ACCESS_MEMORY && step->c != 0;
    const uint64_t got = offset ? out->sysreg_offset : out->sysreg_ec;
    return equal(directed, error, "verdict of an access", step->b, out->sysreg_verdict) &&
           equal(directed, error, offset ? "offset of a memory access" : "EC of a refused access", step->c,
                 got);
  }
  return equal(directed, error, "register value", step->c, out->sysreg_rdata & step->b);
}

static bool check_fault(const struct directed_stimulus *directed, const struct directed_step *step,
                        const struct spu_out *out, struct tb_error *error)
{
  const uint64_t page_end = directed_buffer + 4096;
  const bool faults = step->a < directed->record_length;
  const uint64_t dl = faults && step->a != 0 ? 1U << 19 : 0;
  if (directed->step_clocks == 1) {
    const uint64_t pmbsr = faults ? (uint64_t)0x24 << 26 | dl | 1U << 17 | 0x07 : 0;
    return equal(directed, error, "PMBSR_EL1", pmbsr, out->sysreg_rdata);
  }
  const uint64_t pmbptr = faults ? page_end : page_end - step->a + directed->record_length;
  return equal(directed, error, "PMBPTR_EL1", pmbptr, out->sysreg_rdata);
}

// Checks PMBPTR_EL1 in the cycle after its read, in lengths of a record.
static bool check_pointer(const struct directed_stimulus *directed, const struct directed_step *step,
                          const struct spu_out *out, struct tb_error *error)
{
  const uint64_t pmbptr = step->a + step->b * directed->record_length;
  return equal(directed, error, "PMBPTR_EL1", pmbptr, out->sysreg_rdata);
}

// D18.1: the payload of a packet with a short header in the last record.
static uint64_t payload_of(const struct spu_vif *last, uint8_t header)
{
  enum { END = 0x01, EXTENDED = 0x20 };
  const uint8_t *data = last->commit_data;
  size_t at = 0;
  while (at < last->commit_len && data[at] != END && data[at] != 0) {
    at += (data[at] & 0xFCU) == EXTENDED ? 1U : 0U;
    const size_t size = (size_t)1 << (data[at] >> 4 & 3U);
    if (data[at] == header && at + size < last->commit_len) {
      uint64_t value = 0;
      for (size_t i = size; i != 0; i--) {
        value = value << 8 | data[at + i];
      }
      return value;
    }
    at += 1 + size;
  }
  return DIRECTED_ABSENT;
}

static bool check_packet(const struct directed_stimulus *directed, const struct directed_step *step,
                         struct tb_error *error)
{
  const uint64_t value = payload_of(&directed->last, (uint8_t)step->a);
  return equal(directed, error, "payload of a packet", step->b, value);
}

static bool check_request(const struct directed_stimulus *directed, const struct directed_step *step,
                          struct tb_error *error)
{
  const struct dut_bus *request = &directed->request;
  const uint64_t memory = DIRECTED_MEMORY(request->xlate_req_attr, request->xlate_req_sh);
  return equal(directed, error, "address of a translation request", step->a, request->xlate_req_va) &&
         equal(directed, error, "nvm of a translation request", step->b, request->xlate_req_nvm) &&
         equal(directed, error, "attributes of a translation request", step->c, memory);
}

static bool check_burst(const struct directed_stimulus *directed, const struct directed_step *step,
                        struct tb_error *error)
{
  const struct dut_bus *burst = &directed->burst;
  return equal(directed, error, "AWADDR", step->a, burst->axi_awaddr) &&
         equal(directed, error, "AWCACHE", step->b, burst->axi_awcache) &&
         equal(directed, error, "AWDOMAIN", step->c, burst->axi_awdomain);
}

static uint64_t ended_records(const struct directed_stimulus *directed)
{
  uint64_t ended = directed->committed;
  for (unsigned reason = SPU_DISCARD_STOPPED; reason < SPU_DISCARD_REASONS; reason++) {
    ended += directed->discarded[reason];
  }
  return ended;
}

static bool check_count(const struct directed_stimulus *directed, const struct directed_step *step,
                        struct tb_error *error)
{
  switch (step->kind) {
  case STEP_COMMITTED:
    return equal(directed, error, "records committed", step->a, directed->committed);
  case STEP_DISCARDED:
    return equal(directed, error, "records discarded for a reason", step->b, directed->discarded[step->a]);
  case STEP_EVENTS:
    return equal(directed, error, "management events", step->a, directed->events);
  case STEP_TRIGGERS:
    return equal(directed, error, "cross-triggers of samples", step->a, directed->triggers);
  default:
    return equal(directed, error, "SErrors", step->a, directed->serrors);
  }
}

// True when the step is done. A failed expectation sets *error.
static bool observe_step(const struct directed_stimulus *directed, const struct directed_step *step,
                         const struct spu_out *out, const struct spu_vif *vif, struct tb_error *error)
{
  const uint64_t ended = ended_records(directed);
  switch (step->kind) {
  case STEP_WRITE:
  case STEP_WRITE_DISPATCH:
    return true;
  case STEP_EXPECT:
  case STEP_VERDICT:
  case STEP_REFUSED:
    return directed->step_clocks == 1 && check_answer(directed, step, out, error);
  case STEP_OUT: {
    const uint64_t value = number_at((const char *)out + step->a, step->b);
    return equal(directed, error, "output", step->c, value);
  }
  case STEP_POINTER:
    return directed->step_clocks == 1 && check_pointer(directed, step, out, error);
  case STEP_FAULT:
    if (directed->step_clocks != 0 && !check_fault(directed, step, out, error)) {
      return false;
    }
    return directed->step_clocks == 2;
  case STEP_DISPATCH:
  case STEP_CLOCKS:
    return directed->step_clocks + 1 >= step->a;
  case STEP_STARTED:
    return directed->started >= step->a;
  case STEP_PSB:
    if (vif->psb_done && ended < step->a) {
      (void)fail_value(directed, error, "records ended before PSB CSYNC was done", step->a, ended);
    }
    return vif->psb_done;
  case STEP_PSB_END:
    return !directed->psb_held;
  case STEP_DSB:
    if (vif->dsb_done && axi_memory_outstanding(directed->memory) != 0) {
      (void)fail_value(directed, error, "AXI bursts without a response when DSB was done", 0,
                       axi_memory_outstanding(directed->memory));
    }
    return vif->dsb_done;
  case STEP_COMMITTED:
  case STEP_DISCARDED:
  case STEP_EVENTS:
  case STEP_SERRORS:
  case STEP_TRIGGERS:
    return check_count(directed, step, error);
  case STEP_PACKET:
    return check_packet(directed, step, error);
  case STEP_REQUEST:
    return check_request(directed, step, error);
  case STEP_BURST:
    return check_burst(directed, step, error);
  case STEP_IRQ:
    return equal(directed, error, "PMBIRQ", step->a, out->pmbirq);
  default:
    return true;
  }
}

static void count(struct directed_stimulus *directed, const struct spu_out *out, const struct spu_vif *vif)
{
  if (out->mark_valid && out->mark_tag < SPU_MAX_TAGS) {
    directed->complete[out->mark_tag] = directed->cycle + 1;
    directed->finish[out->mark_tag] = directed->cycle + directed->latency;
  }
  directed->started += vif->start_valid;
  directed->committed += vif->commit_valid;
  directed->events += vif->event_valid;
  directed->serrors += out->serror;
  directed->triggers += out->cti_spe_sample;
  directed->discarded[SPU_DISCARD_MODE] += vif->decide_discard;
  if (vif->discard_valid && vif->discard_reason < SPU_DISCARD_REASONS) {
    directed->discarded[vif->discard_reason]++;
  }
  directed->psb_held = directed->psb_held && !vif->psb_done;
  if (vif->commit_valid) {
    directed->last = *vif;
  }
  if (vif->commit_valid && directed->record_length == 0) {
    directed->record_length = vif->commit_len;
  }
}

bool directed_observe(void *context, const struct spu_in *in, const struct spu_out *out,
                      const struct spu_vif *vif, const struct dut_bus *bus, const struct tracker *tracker,
                      struct tb_error *error)
{
  (void)tracker;
  struct directed_stimulus *directed = context;
  if (!mmu_observe(directed->mmu, in, bus, error) || !axi_memory_observe(directed->memory, in, bus, error)) {
    return false;
  }
  if (directed->script.out_of_memory) {
    return tb_fail(error, "directed stimulus: out of memory");
  }
  count(directed, out, vif);
  if (bus->xlate_req_valid) {
    directed->request = *bus;
  }
  if (bus->axi_awvalid) {
    directed->burst = *bus;
  }
  if (directed->wrote && out->sysreg_verdict != SPU_ACCESS_OK) {
    return fail_value(directed, error, "verdict of the previous write", SPU_ACCESS_OK, out->sysreg_verdict);
  }
  directed->wrote = false;
  if (directed->at == directed->script.count) {
    return true;
  }
  const struct directed_step *step = &directed->script.step[directed->at];
  directed->wrote = step->kind == STEP_WRITE || step->kind == STEP_WRITE_DISPATCH;
  if (observe_step(directed, step, out, vif, error)) {
    directed->at++;
    directed->step_clocks = 0;
  } else if (directed->step_clocks++ == STEP_LIMIT) {
    return tb_fail(error, "%s (step %zu): nothing happened for %d cycles", directed->name, directed->at,
                   STEP_LIMIT);
  }
  return error->text[0] == '\0';
}
