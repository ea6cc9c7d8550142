// SPDX-License-Identifier: Apache-2.0
#include "unit/stimulus/events/event_recorder_ports.h"

#include "unit/env/axi_memory.h"

#include <stdlib.h>
#include <string.h>

enum { STALL_MOST = 0xFFFF, PAGE_OFFSET = 0xFFF };

void recorder_ports_open(struct recorder_ports *ports)
{
  memset(ports, 0, sizeof *ports);
  ports->standard_xlate.latency = 1;
  ports->standard_axi.b = 1;
  ports->xlate = &ports->standard_xlate;
  ports->axi = &ports->standard_axi;
}

void recorder_ports_close(struct recorder_ports *ports)
{
  free(ports->undecided.flip);
}

// A number of cycles, limited to what a setting can hold.
static uint16_t clocks_of(struct recording *recording, uint64_t clocks)
{
  if (clocks > STALL_MOST) {
    recording_note(recording, "a request waits for more than 65535 cycles");
    return STALL_MOST;
  }
  return (uint16_t)clocks;
}

// The flip event of this cycle; adds it at the first call.
static struct timed_flip *flips(struct recording *recording, struct timed_flip **flip)
{
  if (*flip == NULL) {
    *flip = recording_add(recording, TIMED_FLIP);
  }
  return *flip;
}

// ---------------------------------------------------------------------------------------------------------
// xlate

// A request from before these resets gets its response: memory and MMU were not reset with the unit.
static void were_alone(const struct resets *resets)
{
  for (unsigned i = 0; i < resets->count; i++) {
    resets->reset[i]->alone = true;
  }
}

// Does not record garbage: a replay generates the same.
static void note_answer(struct timed_xlate *xlate, uint64_t va, uint64_t clocks, struct recording *recording,
                        const struct spu_in *in)
{
  xlate->latency = clocks_of(recording, clocks);
  xlate->fault = in->xlate_rsp_fault;
  if (in->xlate_rsp_fault) {
    xlate->stage2 = in->xlate_rsp_stage2;
    xlate->gpc = in->xlate_rsp_gpc;
    xlate->fsc = in->xlate_rsp_fsc;
    xlate->top_level = in->xlate_rsp_top_level;
    xlate->assured_only = in->xlate_rsp_assured_only;
    xlate->overlay = in->xlate_rsp_overlay;
    xlate->dirty_bit = in->xlate_rsp_dirty_bit;
    return;
  }
  xlate->ns = in->xlate_rsp_ns;
  xlate->nse = in->xlate_rsp_nse;
  xlate->pa = in->xlate_rsp_pa - (va & PAGE_OFFSET);
  if (recording->attributes) {
    xlate->cache = in->xlate_rsp_cache;
    xlate->domain = in->xlate_rsp_domain;
  }
  if ((xlate->pa & PAGE_OFFSET) != 0) {
    recording_note(recording, "a translation changes the offset in the page");
  }
}

static void answered(struct recorder_ports *ports, struct recording *recording, const struct spu_in *in)
{
  struct abandoned *abandoned = &ports->abandoned;
  if (ports->xlate_busy) {
    note_answer(ports->xlate, ports->xlate_va, recording->clock - ports->xlate_taken, recording, in);
    ports->xlate_busy = false;
  } else if (abandoned->xlate != NULL) {
    note_answer(abandoned->xlate, abandoned->xlate_va, recording->clock - abandoned->xlate_taken, recording,
                in);
    abandoned->xlate = NULL;
    ports->xlate_waits = false;  // a waiting request counts its cycles from here
    were_alone(&abandoned->xlate_resets);
  } else {
    recording_note(recording, "a translation response without a request");
  }
}

static void step_xlate(struct recorder_ports *ports, struct recording *recording, const struct spu_in *in,
                       const struct dut_bus *bus, struct timed_flip **flip)
{
  if (in->xlate_rsp_valid) {
    answered(ports, recording, in);
  }
  if (ports->xlate_busy) {
    if (in->xlate_req_ready) {
      recording_note(recording, "xlate_req_ready is high before the response");
    }
    return;
  }
  if (!bus->xlate_req_valid) {
    if (in->xlate_req_ready != (ports->xlate->stall == 0)) {
      flips(recording, flip)->xlate = true;
    }
    return;
  }
  if (!ports->xlate_waits) {
    ports->xlate = recording_add(recording, TIMED_XLATE);
    ports->xlate_waited = 0;
    ports->xlate_va = bus->xlate_req_va;
  }
  ports->xlate_waits = !in->xlate_req_ready;
  if (!in->xlate_req_ready) {
    ports->xlate->stall = clocks_of(recording, ++ports->xlate_waited);
  } else {
    ports->xlate_busy = true;
    ports->xlate_taken = recording->clock;
    ports->abandoned.xlate = NULL;  // gets no response, or this request would have waited
  }
}

// ---------------------------------------------------------------------------------------------------------
// AXI

static void leave_undecided(struct undecided *undecided, struct recording *recording, struct timed_flip *flip,
                            bool pin)
{
  if (undecided->count == undecided->size) {
    const size_t size = undecided->size == 0 ? 64 : 2 * undecided->size;
    struct undecided_flip *grown = realloc(undecided->flip, size * sizeof *grown);
    if (grown == NULL) {
      recording->failed = true;
      return;
    }
    undecided->flip = grown;
    undecided->size = size;
  }
  flip->w = pin;
  undecided->flip[undecided->count++].event = flip;
}

// The next beat is accepted at once, or waits: WREADY is high while nothing is offered, or low.
static void decide(struct undecided *undecided, bool level)
{
  for (size_t i = 0; i < undecided->count; i++) {
    undecided->flip[i].event->w = undecided->flip[i].event->w != level;
  }
  undecided->count = 0;
}

static void step_beat(struct recorder_ports *ports, struct recording *recording, const struct spu_in *in,
                      const struct events_bus_cycle *now)
{
  if (now->w_shown) {
    decide(&ports->undecided, in->axi_wready);
    ports->w_waited = 0;
  }
  if (in->axi_wready) {
    return;
  }
  ports->w_waited++;
  if (now->beat < TIMED_BEATS) {
    ports->burst[now->w_burst % EVENTS_BURSTS].axi->w[now->beat] = clocks_of(recording, ports->w_waited);
  } else {
    recording_note(recording, "a beat after the 32nd waits");
  }
}

// Records WREADY while no beat is offered.
static void step_w_idle(struct recorder_ports *ports, struct recording *recording, const struct spu_in *in,
                        struct timed_flip **flip)
{
  uint32_t burst;
  uint32_t beat;
  if (events_bursts_next_beat(&ports->bursts, &burst, &beat)) {
    leave_undecided(&ports->undecided, recording, flips(recording, flip), in->axi_wready);
  } else if (in->axi_wready != (ports->axi->w[0] == 0)) {
    flips(recording, flip)->w = true;
  }
}

// The response to a burst from before a reset.
static void answer_late(struct recorder_ports *ports, struct recording *recording, const struct spu_in *in)
{
  struct abandoned *abandoned = &ports->abandoned;
  const uint32_t i = abandoned->oldest++ % EVENTS_BURSTS;
  abandoned->burst[i].axi->b = clocks_of(recording, recording->clock - abandoned->burst[i].completed);
  abandoned->burst[i].axi->resp = in->axi_bresp;
  were_alone(&abandoned->axi_resets);
}

static void step_axi(struct recorder_ports *ports, struct recording *recording, const struct spu_in *in,
                     const struct dut_bus *bus, struct timed_flip **flip)
{
  struct events_bursts *bursts = &ports->bursts;
  const bool full = events_bursts_full(bursts);
  const bool aw_waited = bursts->aw_waits;
  const bool shown = events_bursts_show(bursts, bus);
  if (shown) {
    ports->axi = recording_add(recording, TIMED_AXI);
    ports->burst[(bursts->shown - 1) % EVENTS_BURSTS].axi = ports->axi;
    ports->aw_waited = 0;
  }
  if (!shown && !aw_waited && !full && in->axi_awready != (ports->axi->aw == 0)) {
    flips(recording, flip)->aw = true;
  }
  const struct events_bus_cycle now = events_bursts_step(bursts, in, bus, shown);
  if ((shown || aw_waited) && !now.aw_taken) {
    ports->axi->aw = clocks_of(recording, ++ports->aw_waited);
  }
  if (now.w_shown || now.w_taken || (bus->axi_wvalid && bursts->w_waits)) {
    step_beat(ports, recording, in, &now);
  } else {
    step_w_idle(ports, recording, in, flip);
  }
  if (now.b_late) {
    answer_late(ports, recording, in);
  }
  if (now.completed) {
    ports->burst[(bursts->completed - 1) % EVENTS_BURSTS].completed = recording->clock;
  }
  if (now.b_shown && ports->burst[now.b_burst % EVENTS_BURSTS].axi != NULL) {
    struct timed_axi *axi = ports->burst[now.b_burst % EVENTS_BURSTS].axi;
    axi->b = clocks_of(recording, recording->clock - ports->burst[now.b_burst % EVENTS_BURSTS].completed);
    axi->resp = in->axi_bresp;
  }
}

// ---------------------------------------------------------------------------------------------------------

void recorder_ports_step(struct recorder_ports *ports, struct recording *recording, const struct spu_in *in,
                         const struct dut_bus *bus)
{
  struct timed_flip *flip = NULL;
  step_xlate(ports, recording, in, bus, &flip);
  step_axi(ports, recording, in, bus, &flip);
}

static void add_reset(struct resets *resets, struct recording *recording, bool first,
                      struct timed_reset *reset)
{
  resets->count = first ? 0 : resets->count;
  if (resets->count == RECORDER_RESETS) {
    recording_note(recording, "too many resets in a row");
    return;
  }
  resets->reset[resets->count++] = reset;
}

// At a reset, keeps the unit's pending requests, together with those from before an earlier reset.
static void abandon(struct recorder_ports *ports, struct recording *recording, struct timed_reset *reset)
{
  struct abandoned *abandoned = &ports->abandoned;
  const struct events_bursts *bursts = &ports->bursts;
  add_reset(&abandoned->xlate_resets, recording, abandoned->xlate == NULL, reset);
  add_reset(&abandoned->axi_resets, recording, bursts->abandoned == 0, reset);
  if (ports->xlate_busy) {
    abandoned->xlate = ports->xlate;
    abandoned->xlate_taken = ports->xlate_taken;
    abandoned->xlate_va = ports->xlate_va;
  }
  for (uint32_t i = bursts->answered; i != bursts->completed; i++) {
    const uint32_t to = (abandoned->oldest + bursts->abandoned + (i - bursts->answered)) % EVENTS_BURSTS;
    abandoned->burst[to].axi = ports->burst[i % EVENTS_BURSTS].axi;
    abandoned->burst[to].completed = ports->burst[i % EVENTS_BURSTS].completed;
  }
}

// Addresses that were offered without data and never accepted: as if memory waited for the data.
static void note_order(struct recorder_ports *ports)
{
  const struct events_bursts *bursts = &ports->bursts;
  if (bursts->aw_waits && bursts->filling == bursts->shown - 1 && !bursts->w_waits &&
      bursts->burst[bursts->filling % EVENTS_BURSTS].taken == 0) {
    ports->axi->order = AXI_ORDER_TOGETHER;
  }
}

void recorder_ports_end(struct recorder_ports *ports, struct recording *recording, struct timed_reset *reset)
{
  struct events_bursts *bursts = &ports->bursts;
  struct abandoned *abandoned = &ports->abandoned;
  decide(&ports->undecided, true);
  note_order(ports);
  if (ports->xlate_busy) {
    ports->xlate->latency = clocks_of(recording, recording->clock - ports->xlate_taken);
  }
  for (uint32_t i = bursts->answered; i != bursts->completed; i++) {
    const uint64_t waited = recording->clock - ports->burst[i % EVENTS_BURSTS].completed;
    ports->burst[i % EVENTS_BURSTS].axi->b = clocks_of(recording, waited);
  }
  if (abandoned->xlate != NULL) {
    abandoned->xlate->latency = clocks_of(recording, recording->clock - abandoned->xlate_taken);
  }
  for (uint32_t i = 0; i < bursts->abandoned; i++) {
    const uint32_t at = (abandoned->oldest + i) % EVENTS_BURSTS;
    abandoned->burst[at].axi->b = clocks_of(recording, recording->clock - abandoned->burst[at].completed);
  }
  if (reset != NULL) {
    abandon(ports, recording, reset);
  }
  ports->xlate_waits = false;
  ports->xlate_busy = false;
  events_bursts_reset(bursts);
}
