// SPDX-License-Identifier: Apache-2.0
#include "unit/check/flight.h"

#include <string.h>

void flight_init(struct flight *flight, const struct spu_config *config)
{
  memset(flight, 0, sizeof *flight);
  flight->bound = spu_config_bound(config);
  flight->exposed_latency = config->exposed_latency;
}

void flight_reset(struct flight *flight, const struct tracker *tracker)
{
  struct flight_lost *lost = &flight->lost;
  lost->resets++;
  lost->in_flight += (uint64_t)__builtin_popcount(tracker->now.in_flight);
  lost->waiting += tracker->now.waiting;
  lost->writing += tracker->now.writing;
  lost->bursts += tracker->outstanding;
  *flight = (struct flight){.counts = flight->counts,
                            .lost = *lost,
                            .exposed_latency = flight->exposed_latency,
                            .bound = flight->bound};
}

// ---------------------------------------------------------------------------------------------------------
// Events: counted and checked

static bool impossible(const struct tracker *tracker, unsigned what)
{
  return (tracker->events.impossible & what) != 0;
}

static const char *take_end_of_record(struct flight *flight, const struct tracker *tracker,
                                      const struct spu_vif *vif)
{
  if (impossible(tracker, TRACKER_END_OF_NOTHING)) {
    return "a record without a kept operation was committed or discarded";
  }
  if (vif->commit_valid) {
    flight->counts.committed++;
    flight->counts.bytes += vif->commit_len;
  } else {
    flight->counts.discarded[vif->discard_reason < SPU_DISCARD_REASONS ? vif->discard_reason : 0]++;
  }
  return NULL;
}

static const char *take_start(const struct tracker *tracker)
{
  return impossible(tracker, TRACKER_START_OF_NOTHING) ? "a record without a kept operation was started"
                                                       : NULL;
}

static const char *take_decision(struct flight *flight, const struct tracker *tracker,
                                 const struct spu_out *out, const struct spu_vif *vif)
{
  if (impossible(tracker, TRACKER_DECISION_OF_NOTHING)) {
    return "a decision was made for a tag without a finished operation";
  }
  if (flight->exposed_latency && (tracker->before.held >> vif->decide_tag & 1U) != 0) {
    return "a decision was made for an operation for which the PE may still wait";
  }
  flight->counts.decisions++;
  flight->counts.uncounted += out->sample_feed == 0;
  if (vif->decide_keep && out->sample_feed == 0) {
    return "an operation that had collided was kept";
  }
  if (vif->decide_discard && !vif->decide_keep) {
    return "a record was discarded that the filters did not keep";
  }
  if (impossible(tracker, TRACKER_QUEUE_FULL)) {
    return "more kept records wait than any implementation holds";
  }
  flight->counts.kept += vif->decide_keep;
  flight->counts.discarded[SPU_DISCARD_MODE] += vif->decide_discard;
  if (tracker->events.kept) {
    flight->kept[tracker_youngest(tracker)] = flight->finish[vif->decide_tag];
  }
  return NULL;
}

static const char *take_mark(struct flight *flight, const struct tracker *tracker)
{
  flight->counts.marked++;
  return impossible(tracker, TRACKER_TAG_IN_USE) ? "an operation was marked with a tag that is in use" : NULL;
}

// Notes when the operations that this cycle's reports finish did so; those that are held could not be decided yet.
static void take_reports(struct flight *flight, const struct tracker *tracker)
{
  const uint8_t held = flight->exposed_latency ? tracker->now.held : 0;
  for (unsigned tags = tracker->events.finishes | held; tags != 0; tags &= tags - 1) {
    flight->finish[__builtin_ctz(tags)] = flight->active;
  }
}

// ---------------------------------------------------------------------------------------------------------
// The bound

static bool late(const struct flight *flight, uint64_t finish)
{
  return flight->active - finish > flight->bound;
}

static const char *check_bound(const struct flight *flight, const struct tracker *tracker)
{
  bool expired = tracker->head != tracker->tail && late(flight, flight->kept[tracker_oldest(tracker)]);
  for (unsigned tags = tracker->now.finished; tags != 0; tags &= tags - 1) {
    expired |= late(flight, flight->finish[__builtin_ctz(tags)]);
  }
  return expired ? "a finished operation was not resolved within the documented bound" : NULL;
}

const char *flight_step(struct flight *flight, const struct tracker *tracker, const struct spu_out *out,
                        const struct spu_vif *vif)
{
  const char *broken = NULL;
  flight->counts.operations += out->sample_pop;
  flight->counts.collided += out->sample_collision;
  flight->counts.events += vif->event_valid;
  // In the tracker's order.
  if (vif->commit_valid | vif->discard_valid) {
    broken = take_end_of_record(flight, tracker, vif);
  }
  if (vif->start_valid && broken == NULL) {
    broken = take_start(tracker);
  }
  if (vif->decide_valid && broken == NULL) {
    broken = take_decision(flight, tracker, out, vif);
  }
  take_reports(flight, tracker);
  if (out->mark_valid && broken == NULL) {
    broken = take_mark(flight, tracker);
  }
  flight->active += !tracker->events.waits_outside;
  return broken != NULL ? broken : check_bound(flight, tracker);
}
