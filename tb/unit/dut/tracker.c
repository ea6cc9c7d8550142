// SPDX-License-Identifier: Apache-2.0
#include "unit/dut/tracker.h"

static uint8_t bit(unsigned tag)
{
  return (uint8_t)(1U << tag);
}

static void take_end(struct tracker *tracker)
{
  struct tracker_state *now = &tracker->now;
  now->ended++;
  if (tracker->head == tracker->tail) {
    tracker->events.impossible |= TRACKER_END_OF_NOTHING;
    return;
  }
  tracker->events.end = tracker->queue[tracker_oldest(tracker)];
  tracker->head++;
  now->waiting -= now->writing ? 0 : 1;
  now->writing = false;
}

static void take_start(struct tracker *tracker, const struct spu_out *out)
{
  struct tracker_state *now = &tracker->now;
  if (tracker->head == tracker->tail || now->writing) {
    tracker->events.impossible |= TRACKER_START_OF_NOTHING;
  }
  if (tracker->head == tracker->tail) {
    return;
  }
  tracker->events.start = tracker->queue[tracker_oldest(tracker)];
  now->waiting -= now->writing ? 0 : 1;
  now->writing = true;
  now->start = out->pmbptr;
}

static void keep(struct tracker *tracker, uint64_t operation)
{
  if (tracker->tail - tracker->head == TRACKER_QUEUE) {
    tracker->events.impossible |= TRACKER_QUEUE_FULL;
    return;
  }
  tracker->queue[tracker->tail++ % TRACKER_QUEUE] = operation;
  tracker->now.waiting++;
  tracker->events.kept = true;
}

static void take_decision(struct tracker *tracker, const struct spu_out *out, const struct spu_vif *vif)
{
  struct tracker_state *now = &tracker->now;
  const unsigned tag = vif->decide_tag;
  const uint8_t own = tag < SPU_MAX_TAGS ? bit(tag) : 0;
  if ((now->finished & own) == 0) {
    tracker->events.impossible |= TRACKER_DECISION_OF_NOTHING;
  }
  if ((now->in_flight & own) == 0) {
    return;
  }
  tracker->events.decision = tracker->operation[tag];
  now->in_flight &= (uint8_t)~own;
  now->completed &= (uint8_t)~own;
  now->finished &= (uint8_t)~own;
  now->held &= (uint8_t)~own;
  // A sample that SAMPLE_FEED does not count had collided.
  if (vif->decide_keep && !vif->decide_discard && out->sample_feed != 0) {
    keep(tracker, tracker->operation[tag]);
  }
}

static void take_held(struct tracker *tracker, const struct spu_in *in)
{
  for (unsigned tags = tracker->now.held; tags != 0; tags &= tags - 1) {
    const unsigned tag = (unsigned)__builtin_ctz(tags);
    tracker->now.held &= in->op[tag].oldest ? 0xFF : (uint8_t)~bit(tag);
  }
}

static void take_reports(struct tracker *tracker, const struct spu_in *in)
{
  struct tracker_events *events = &tracker->events;
  for (unsigned tags = events->reported; tags != 0; tags &= tags - 1) {
    const unsigned tag = (unsigned)__builtin_ctz(tags);
    const struct spu_op *report = &in->op[tag];
    const unsigned completes = report->completed | report->finished;
    events->completes |= (uint8_t)(completes << tag);
    events->finishes |= (uint8_t)(report->finished << tag);
    events->reporting |= (uint8_t)((completes | report->issued | report->xlate_busy) << tag);
  }
  events->completes &= (uint8_t)~tracker->now.completed;
  tracker->now.completed |= events->completes;
  tracker->now.finished |= events->finishes;
  tracker->now.held |= events->finishes;
}

static void take_mark(struct tracker *tracker, const struct spu_out *out)
{
  struct tracker_state *now = &tracker->now;
  const unsigned tag = out->mark_tag;
  if (tag >= SPU_MAX_TAGS || (now->in_flight & bit(tag)) != 0) {
    tracker->events.impossible |= TRACKER_TAG_IN_USE;
  }
  if (tag >= SPU_MAX_TAGS) {
    return;
  }
  tracker->replaced = tracker->operation[tag];
  tracker->operation[tag] = ++now->marked;
  tracker->events.mark = now->marked;
  now->in_flight |= bit(tag);
  now->completed &= (uint8_t)~bit(tag);
  now->finished &= (uint8_t)~bit(tag);
}

static void take_bus(struct tracker *tracker, const struct spu_in *in, const struct dut_bus *bus)
{
  const bool asks = bus->xlate_req_valid;
  const bool address = bus->axi_awvalid;
  tracker->events.waits_outside = asks | tracker->translating | (address && !in->axi_awready) |
                                  (bus->axi_wvalid && !in->axi_wready) | (tracker->outstanding != 0);
  // A response belongs to a request from an earlier cycle, or from before a reset.
  tracker->translating = (tracker->translating && !in->xlate_rsp_valid) || (asks && in->xlate_req_ready);
  tracker->outstanding += address && in->axi_awready;
  if (in->axi_bvalid && bus->axi_bready && tracker->outstanding != 0) {
    tracker->outstanding--;
  }
}

void tracker_step(struct tracker *tracker, const struct spu_in *in, const struct spu_out *out,
                  const struct spu_vif *vif, const struct dut_bus *bus)
{
  tracker->before = tracker->now;
  tracker->events = (struct tracker_events){.mark = 0};
  // Ends first: they refer to the state at the start of the cycle.
  if (vif->commit_valid | vif->discard_valid) {
    take_end(tracker);
  }
  if (vif->start_valid) {
    take_start(tracker, out);
  }
  if (vif->decide_valid) {
    take_decision(tracker, out, vif);
  }
  take_held(tracker, in);
  tracker->events.reported = tracker->now.in_flight & (uint8_t)~tracker->now.finished;
  if (tracker->events.reported != 0) {
    take_reports(tracker, in);
  }
  if (out->mark_valid) {
    take_mark(tracker, out);
  }
  take_bus(tracker, in, bus);
}
