// SPDX-License-Identifier: Apache-2.0
#include "unit/check/history.h"

static void push_vif_events(struct event_ring *ring, uint64_t cycle, const struct spu_out *out,
                            const struct spu_vif *vif)
{
  if (out->mark_valid) {
    event_push(ring, cycle, EVENT_MARK, out->mark_slot, out->mark_tag);
  }
  if (out->sample_collision != 0) {
    event_push(ring, cycle, EVENT_COLLISION, out->sample_collision, 0);
  }
  if (vif->commit_valid) {
    event_push(ring, cycle, EVENT_COMMIT, vif->commit_len, 0);
  }
  if (vif->discard_valid) {
    event_push(ring, cycle, EVENT_DISCARD, vif->discard_reason, 0);
  }
  if (vif->event_valid) {
    event_push(ring, cycle, EVENT_MANAGEMENT, vif->event_pmbsr, vif->event_pmbptr);
  }
  if (vif->start_valid) {
    event_push(ring, cycle, EVENT_START, out->pmbptr, 0);
  }
  if (vif->decide_valid) {
    event_push(ring, cycle, EVENT_DECISION, vif->decide_tag,
               vif->decide_keep + (vif->decide_discard ? 1U : 0U));
  }
}

static void push_barrier(struct event_ring *ring, uint64_t cycle, enum event_kind kind, bool rises, bool done)
{
  if (rises) {
    event_push(ring, cycle, kind, 0, 0);
  }
  if (done) {
    event_push(ring, cycle, kind, 1, 0);
  }
}

static struct barrier_request request_of(const struct tracker *tracker, uint64_t cycle, uint8_t older)
{
  return (struct barrier_request){.cycle = cycle,
                                  .tags = tracker->before.in_flight & older,
                                  .records = tracker->before.waiting,
                                  .writing = tracker->before.writing,
                                  .bursts = tracker->outstanding};
}

void history_step(struct history *history, const struct tracker *tracker, uint64_t cycle,
                  const struct spu_in *in, const struct spu_out *out, const struct spu_vif *vif)
{
  struct event_ring *ring = &history->ring;
  if (out->mark_valid | (out->sample_collision != 0) | vif->commit_valid | vif->discard_valid |
      vif->event_valid | vif->start_valid | vif->decide_valid) {
    push_vif_events(ring, cycle, out, vif);
  }
  const uint8_t pe_state = (uint8_t)(in->pe_el << 2 | out->profiling_enabled << 1 | out->buffer_enabled);
  if (pe_state != history->pe_state) {
    event_push(ring, cycle, EVENT_PE, in->pe_el, pe_state & 3U);
    history->pe_state = pe_state;
  }
  if (out->pmbirq != history->pmbirq) {
    event_push(ring, cycle, EVENT_IRQ, out->pmbirq, 0);
    history->pmbirq = out->pmbirq;
  }
  if (in->xlate_rsp_valid) {
    event_push(ring, cycle, EVENT_XLATE, in->xlate_rsp_pa,
               in->xlate_rsp_fault ? 0x100U | in->xlate_rsp_fsc : 0);
  }
  if (out->pmuirq != history->pmuirq) {
    event_push(ring, cycle, EVENT_PMUIRQ, out->pmuirq, 0);
    history->pmuirq = out->pmuirq;
  }
  if (in->axi_bvalid && in->axi_bresp >= 2) {
    event_push(ring, cycle, EVENT_ABORT, in->axi_bresp, 0);
  }
  if (in->psb_valid | history->psb_valid) {
    if (!history->psb_valid) {
      ring->barrier[0] = request_of(tracker, cycle, in->psb_older);
    }
    push_barrier(ring, cycle, EVENT_PSB, in->psb_valid && !history->psb_valid, vif->psb_done);
    history->psb_valid = in->psb_valid;
  }
  if (in->dsb_valid | history->dsb_valid) {
    if (!history->dsb_valid) {
      ring->barrier[1] = request_of(tracker, cycle, 0);
    }
    push_barrier(ring, cycle, EVENT_DSB, in->dsb_valid && !history->dsb_valid, vif->dsb_done);
    history->dsb_valid = in->dsb_valid;
  }
  if (in->sysreg_valid) {
    event_push(ring, cycle, in->sysreg_write ? EVENT_WRITE : EVENT_READ, in->sysreg_addr, in->sysreg_wdata);
  }
  for (unsigned tags = tracker->events.finishes; tags != 0; tags &= tags - 1) {
    const unsigned tag = (unsigned)__builtin_ctz(tags);
    event_push(ring, cycle, EVENT_FINISH, tag, in->op[tag].how);
  }
}
