// SPDX-License-Identifier: Apache-2.0
#include "check/flight.h"

#include <string.h>

void flight_init(struct flight *flight, const struct spu_config *config)
{
  memset(flight, 0, sizeof *flight);
  flight->bound = 64 * ((uint64_t)config->in_flight + 2);
}

void flight_reset(struct flight *flight)
{
  struct flight_lost *lost = &flight->lost;
  lost->resets++;
  for (unsigned tag = 0; tag < SPU_MAX_TAGS; tag++) {
    lost->in_flight += flight->in_flight[tag];
  }
  lost->waiting += flight->waiting - flight->writing;
  lost->writing += flight->writing;
  lost->bursts += flight->outstanding;
  *flight = (struct flight){.counts = flight->counts, .lost = *lost, .bound = flight->bound};
}

// Reports of this clock: which operations are finished from now on.
static void take_reports(struct flight *flight, uint64_t cycle, const struct spu_in *in,
                         struct event_ring *ring)
{
  for (unsigned tag = 0; tag < SPU_MAX_TAGS; tag++) {
    if (flight->in_flight[tag] && !flight->finished[tag] && in->op[tag].finished) {
      flight->finished[tag] = true;
      flight->finish[tag] = flight->active;
      event_push(ring, cycle, EVENT_FINISH, tag, in->op[tag].how);
    }
  }
}

static const char *take_end_of_record(struct flight *flight, const struct spu_vif *vif)
{
  if (flight->waiting == 0) {
    return "a record was committed or discarded that no operation was kept for";
  }
  flight->head = (flight->head + 1) % FLIGHT_QUEUE;
  flight->waiting--;
  flight->writing = false;
  if (vif->commit_valid) {
    flight->counts.committed++;
    flight->counts.bytes += vif->commit_len;
  } else {
    flight->counts.discarded[vif->discard_reason < SPU_DISCARD_REASONS ? vif->discard_reason : 0]++;
  }
  return NULL;
}

static const char *take_start(struct flight *flight)
{
  if (flight->waiting == 0 || flight->writing) {
    return "a record was started that no operation was kept for";
  }
  flight->writing = true;
  return NULL;
}

static const char *take_verdict(struct flight *flight, const struct spu_out *out, const struct spu_vif *vif)
{
  const unsigned tag = vif->verdict_tag;
  if (tag >= SPU_MAX_TAGS || !flight->in_flight[tag] || !flight->finished[tag]) {
    return "a verdict was given for a tag without a finished operation";
  }
  flight->in_flight[tag] = false;
  flight->finished[tag] = false;
  flight->counts.verdicts++;
  flight->counts.disowned += out->sample_feed == 0;
  if (vif->verdict_keep && out->sample_feed == 0) {
    return "an operation was kept that had collided";
  }
  if (vif->verdict_discard && !vif->verdict_keep) {
    return "a record was discarded that the filters did not keep";
  }
  if (vif->verdict_discard) {
    flight->counts.kept++;
    flight->counts.discarded[SPU_DISCARD_MODE]++;
  } else if (vif->verdict_keep) {
    if (flight->waiting == FLIGHT_QUEUE) {
      return "more kept records wait than any implementation holds";
    }
    flight->queue[(flight->head + flight->waiting) % FLIGHT_QUEUE] = flight->finish[tag];
    flight->waiting++;
    flight->counts.kept++;
  }
  return NULL;
}

static const char *take_mark(struct flight *flight, const struct spu_out *out)
{
  const unsigned tag = out->mark_tag;
  flight->counts.marked++;
  if (tag >= SPU_MAX_TAGS || flight->in_flight[tag]) {
    return "an operation was marked with a tag that is in use";
  }
  flight->in_flight[tag] = true;
  return NULL;
}

// True if the unit could be waiting for a translation or for AXI in this clock.
static bool waits_outside(struct flight *flight, const struct spu_in *in, const struct dut_bus *bus)
{
  if (bus->xlate_req_valid && in->xlate_req_ready) {
    flight->translating = true;
  }
  const bool waits = bus->xlate_req_valid || flight->translating || (bus->axi_awvalid && !in->axi_awready) ||
                     (bus->axi_wvalid && !in->axi_wready) || flight->outstanding != 0;
  if (in->xlate_rsp_valid) {
    flight->translating = false;
  }
  if (bus->axi_awvalid && in->axi_awready) {
    flight->outstanding++;
  }
  if (in->axi_bvalid && bus->axi_bready && flight->outstanding != 0) {
    flight->outstanding--;
  }
  return waits;
}

static const char *check_bound(const struct flight *flight)
{
  static const char late[] = "a finished operation was not resolved within the documented bound";
  if (flight->waiting != 0 && flight->active - flight->queue[flight->head] > flight->bound) {
    return late;
  }
  bool finished = false;
  bool expired = false;
  for (unsigned tag = 0; tag < SPU_MAX_TAGS; tag++) {
    finished |= flight->finished[tag];
  }
  for (unsigned tag = 0; finished && tag < SPU_MAX_TAGS; tag++) {
    expired |= flight->finished[tag] && flight->active - flight->finish[tag] > flight->bound;
  }
  return expired ? late : NULL;
}

const char *flight_step(struct flight *flight, uint64_t cycle, const struct spu_in *in,
                        const struct spu_out *out, const struct spu_vif *vif, const struct dut_bus *bus,
                        struct event_ring *ring)
{
  const char *broken = NULL;
  flight->counts.operations += out->sample_pop;
  flight->counts.collided += out->sample_collision;
  flight->counts.events += vif->event_valid;
  // Ends first: they concern what was there at the start of the clock.
  if (vif->commit_valid || vif->discard_valid) {
    broken = take_end_of_record(flight, vif);
  }
  if (vif->start_valid && broken == NULL) {
    broken = take_start(flight);
  }
  if (vif->verdict_valid && broken == NULL) {
    broken = take_verdict(flight, out, vif);
  }
  take_reports(flight, cycle, in, ring);
  if (out->mark_valid && broken == NULL) {
    broken = take_mark(flight, out);
  }
  if (!waits_outside(flight, in, bus)) {
    flight->active++;
  }
  return broken != NULL ? broken : check_bound(flight);
}
