// SPDX-License-Identifier: Apache-2.0
#include "unit/stimulus/events/events_replay.h"

#include <stdlib.h>
#include <string.h>

#include "unit/stimulus/events/events_ports.h"
#include "unit/stimulus/op_pins.h"

enum { DRAIN_LIMIT = 20000 };  // cycles after the last event; a thousand normally suffice

// A marked operation until it is decided.
struct replay_life {
  const struct timed_op *op;
  uint64_t marked;
  uint64_t finished;  // cycle
  bool running;       // not finished
  bool held;          // finished, and the PE still waits for it
  bool in_use;        // not decided
};

struct event_replay {
  const struct timed_event *event;
  size_t count;
  size_t next;
  uint64_t last;   // cycle of event next - 1
  uint64_t clock;  // the present cycle
  uint64_t upcoming;
  uint32_t width;
  bool exposed_latency;
  struct events_ports ports;
  struct timed_pe pe;
  const struct timed_op *op;
  const struct timed_time *time;
  uint64_t time_from;
  uint8_t alt_clock;
  uint64_t pc;
  uint16_t empty;
  uint8_t valid;
  uint32_t dispatch_left;  // cycles
  struct replay_life life[SPU_MAX_TAGS];
  struct spu_op stray[SPU_MAX_TAGS];
  uint64_t waiting;  // kept records, neither committed nor discarded
  bool psb;
  uint8_t psb_older;
  bool dsb;
  bool dispatched;  // an event of this cycle dispatched
  bool counted;     // likewise for pmu_event
  bool draining;
  uint64_t drain_from;
  uint64_t operations;
};

static const struct timed_op standard_op = {.finish = 1};
static const struct timed_time standard_time = {0};

uint64_t event_replay_time(const struct timed_time *time, uint64_t clocks)
{
  if (time->next == 0 || clocks < time->next) {
    return time->count;
  }
  const uint64_t more = time->every == 0 ? 0 : (clocks - time->next) / time->every;
  return time->count + time->step * (1 + more);
}

bool event_replay_issued(const struct timed_op *op, uint64_t offset)
{
  if (op->issue != 0 && offset == op->issue) {
    return true;
  }
  if (op->again == 0 || offset < op->again) {
    return false;
  }
  return offset == op->again || (op->every != 0 && (offset - op->again) % op->every == 0);
}

// ---------------------------------------------------------------------------------------------------------
// Events

static void access(struct spu_in *in, const struct timed_access *data, bool write)
{
  in->sysreg_valid = true;
  in->sysreg_write = write;
  in->sysreg_addr = data->reg;
  in->sysreg_wdata = data->data;
}

static void dispatch_slots(struct event_replay *replay, const struct timed_slots *data, struct spu_in *in)
{
  memcpy(in->dispatch_pc, data->pc, sizeof in->dispatch_pc);
  in->dispatch_empty = data->empty;
  in->dispatch_valid = (uint8_t)(data->valid & ((1U << replay->width) - 1));
  replay->dispatch_left = 0;
  replay->dispatched = true;
}

static void begin_dispatch(struct event_replay *replay, const struct timed_dispatch *data)
{
  replay->pc = data->pc;
  replay->empty = data->empty;
  replay->valid = (uint8_t)(data->valid & ((1U << replay->width) - 1));
  replay->dispatch_left = data->clocks == 0 ? 1 : data->clocks;
  replay->dispatched = true;
}

// Whether an event must wait for the next cycle because this one had an event at the same port.
static bool taken(const struct event_replay *replay, enum timed_kind kind, const struct spu_in *in)
{
  switch (kind) {
  case TIMED_MRS:
  case TIMED_MSR:
    return in->sysreg_valid;
  case TIMED_DISPATCH:
  case TIMED_SLOTS:
    return replay->dispatched;
  case TIMED_PMU:
    return replay->counted;
  default:
    return kind == TIMED_RESET;  // resets only between cycles
  }
}

static void apply(struct event_replay *replay, const struct timed_event *event, struct spu_in *in)
{
  const void *data = event->data;
  switch ((enum timed_kind)event->kind) {
  case TIMED_PE:
    memcpy(&replay->pe, data, sizeof replay->pe);
    break;
  case TIMED_MRS:
  case TIMED_MSR:
    access(in, data, event->kind == TIMED_MSR);
    break;
  case TIMED_DISPATCH:
    begin_dispatch(replay, data);
    break;
  case TIMED_SLOTS:
    dispatch_slots(replay, data, in);
    break;
  case TIMED_OP:
    replay->op = data;
    break;
  case TIMED_PSB:
    replay->psb_older = replay->psb ? replay->psb_older : ((const struct timed_psb *)data)->older;
    replay->psb = true;
    break;
  case TIMED_DSB:
    replay->dsb = true;
    break;
  case TIMED_XLATE:
    replay->ports.xlate = data;
    break;
  case TIMED_AXI:
    replay->ports.axi = data;
    break;
  case TIMED_PMU:
    memcpy(in->pmu_event, data, sizeof in->pmu_event);
    replay->counted = true;
    break;
  case TIMED_TIME:
    replay->time = data;
    replay->time_from = replay->clock;
    break;
  case TIMED_ALT_CLOCK:
    replay->alt_clock = ((const struct timed_alt_clock *)data)->ticks;
    break;
  case TIMED_STRAY: {
    const struct timed_stray *stray = data;
    memcpy(&replay->stray[stray->tag % SPU_MAX_TAGS], &stray->pins, sizeof stray->pins);
    break;
  }
  case TIMED_FLIP:
    memcpy(&replay->ports.flip, data, sizeof replay->ports.flip);
    break;
  default:  // TIMED_RESET does not come here; TIMED_END has no effect
    break;
  }
}

// The next event if it is due; else null.
static const struct timed_event *due(const struct event_replay *replay, uint64_t clock)
{
  const struct timed_event *event = &replay->event[replay->next];
  return replay->next < replay->count && replay->last + event->delta <= clock ? event : NULL;
}

// The Exception level of an access applies in its cycle only.
static void drive_pe(const struct event_replay *replay, const struct timed_access *data, struct spu_in *in)
{
  memcpy((char *)in + TIMED_PE_BEGIN, replay->pe.pins, sizeof replay->pe.pins);
  if (data != NULL) {
    in->pe_el = data->el;
    in->pe_aarch32 = data->aarch32;
    in->pe_debug = data->debug;
  }
}

static void drive_events(struct event_replay *replay, struct spu_in *in)
{
  const struct timed_access *accessed = NULL;
  in->sysreg_valid = false;
  in->dispatch_valid = 0;
  memset(in->pmu_event, 0, sizeof in->pmu_event);
  replay->dispatched = false;
  replay->counted = false;
  replay->ports.flip = (struct timed_flip){0};
  for (const struct timed_event *event = due(replay, replay->clock);
       event != NULL && !taken(replay, (enum timed_kind)event->kind, in);
       event = due(replay, replay->clock)) {
    apply(replay, event, in);
    if (event->kind == TIMED_MRS || event->kind == TIMED_MSR) {
      accessed = event->data;
    }
    replay->last = replay->clock;
    replay->next++;
  }
  drive_pe(replay, accessed, in);
}

// ---------------------------------------------------------------------------------------------------------
// Pins

static void drive_dispatch(struct event_replay *replay, struct spu_in *in)
{
  if (replay->dispatch_left != 0) {
    replay->dispatch_left--;
    in->dispatch_valid = replay->valid;
    in->dispatch_empty = replay->empty;
    for (uint32_t slot = 0; slot < replay->width; slot++) {
      in->dispatch_pc[slot] = replay->pc + 4 * (uint64_t)slot;
    }
    replay->pc += 4 * (uint64_t)replay->width;
  }
  replay->operations += (uint64_t)__builtin_popcount(in->dispatch_valid);
}

static void drive_op(struct event_replay *replay, unsigned tag, struct spu_op *pins)
{
  struct replay_life *life = &replay->life[tag];
  const uint64_t offset = replay->clock - life->marked;
  memcpy(pins, &replay->stray[tag], sizeof *pins);
  if (life->held) {
    life->held = replay->clock <= life->finished + life->op->hold && !replay->draining;
    pins->oldest = life->held;
  }
  if (!life->running) {
    return;
  }
  const bool finished = offset >= life->op->finish || replay->draining;
  const uint64_t complete = life->op->complete != 0 ? life->op->complete : life->op->finish;
  const bool completed = life->op->complete != 0 && op_pins_completed(replay->clock, life->marked + complete);
  if (finished && offset > complete) {
    op_pins_finish(&life->op->report, replay->clock, pins);
  } else if (finished) {
    memcpy(pins, &life->op->report, sizeof *pins);
  } else if (offset == complete) {
    op_pins_complete(&life->op->report, replay->clock, pins);
  }
  life->running = !finished;
  life->held = finished && replay->exposed_latency;
  life->finished = replay->clock;
  pins->issued = event_replay_issued(life->op, offset);
  pins->xlate_busy = offset >= life->op->xlate_from && offset < life->op->xlate_to;
  pins->oldest = offset >= life->op->oldest_from && offset < life->op->oldest_to;
  pins->completed = completed;
  pins->finished = finished;
}

// Whether the unit is empty, as far as its outputs show.
static bool idle(const struct event_replay *replay)
{
  bool busy = replay->waiting != 0 || replay->psb || replay->dsb || !events_ports_idle(&replay->ports);
  for (unsigned tag = 0; tag < SPU_MAX_TAGS; tag++) {
    busy = busy || replay->life[tag].in_use;
  }
  return !busy;
}

static bool exhausted(const struct event_replay *replay, uint64_t clock)
{
  const struct timed_event *event = due(replay, clock);
  const bool end = event != NULL && event->kind == TIMED_END;
  return replay->dispatch_left == 0 && (replay->next == replay->count || end);
}

static void drive(void *context, uint64_t cycle, struct spu_in *in)
{
  struct event_replay *replay = context;
  replay->clock = cycle;
  replay->upcoming = cycle + 1;
  if (!replay->draining && exhausted(replay, cycle)) {
    replay->draining = true;
    replay->drain_from = cycle;
    events_ports_hurry(&replay->ports);
  }
  drive_events(replay, in);
  drive_dispatch(replay, in);
  in->psb_valid = replay->psb;
  in->psb_older = replay->psb ? replay->psb_older : 0;
  in->dsb_valid = replay->dsb;
  in->alt_clock = replay->alt_clock;
  in->time_count = event_replay_time(replay->time, cycle - replay->time_from);
  for (unsigned tag = 0; tag < SPU_MAX_TAGS; tag++) {
    drive_op(replay, tag, &in->op[tag]);
  }
  events_ports_drive(&replay->ports, in);
}

static bool observe(void *context, const struct spu_in *in, const struct spu_out *out,
                    const struct spu_vif *vif, const struct dut_bus *bus, const struct tracker *tracker,
                    struct tb_error *error)
{
  (void)tracker;
  struct event_replay *replay = context;
  if (!events_ports_observe(&replay->ports, in, bus, error)) {
    return false;
  }
  if (vif->decide_valid && vif->decide_tag < SPU_MAX_TAGS) {
    replay->life[vif->decide_tag].in_use = false;
  }
  replay->waiting += vif->decide_valid && vif->decide_keep && !vif->decide_discard;
  replay->waiting -= replay->waiting != 0 && (vif->commit_valid || vif->discard_valid);
  if (out->mark_valid && out->mark_tag < SPU_MAX_TAGS) {
    replay->life[out->mark_tag] =
        (struct replay_life){.op = replay->op, .marked = replay->clock, .running = true, .in_use = true};
  }
  replay->psb = replay->psb && !vif->psb_done;
  replay->dsb = replay->dsb && !vif->dsb_done;
  if (replay->draining && replay->clock - replay->drain_from >= DRAIN_LIMIT) {
    return tb_fail(
        error, "the unit did not drain within %d cycles: %s", DRAIN_LIMIT,
        replay->psb ? "PSB CSYNC is not done"
                    : (replay->dsb ? "DSB is not done"
                                   : (events_ports_idle(&replay->ports) ? "an operation or a record is left"
                                                                        : "AXI responses are missing")));
  }
  return true;
}

static bool finished(const void *context)
{
  const struct event_replay *replay = context;
  return exhausted(replay, replay->upcoming) && idle(replay);
}

static bool reset(void *context, const struct tracker *tracker)
{
  (void)tracker;
  struct event_replay *replay = context;
  const struct timed_event *event = due(replay, replay->upcoming);
  if (event == NULL || event->kind != TIMED_RESET) {
    return false;
  }
  replay->last = replay->upcoming;
  replay->next++;
  replay->waiting = 0;
  replay->psb = false;
  replay->psb_older = 0;
  replay->dsb = false;
  memset(replay->life, 0, sizeof replay->life);
  memset(replay->stray, 0, sizeof replay->stray);
  events_ports_reset(&replay->ports, ((const struct timed_reset *)event->data)->alone);
  return true;
}

// ---------------------------------------------------------------------------------------------------------

struct event_replay *event_replay_create(const struct spu_config *config, const struct timed_event *event,
                                         size_t count)
{
  struct event_replay *replay = calloc(1, sizeof *replay);
  if (replay == NULL) {
    return NULL;
  }
  replay->event = event;
  replay->count = count;
  replay->width = config->dispatch_width;
  replay->exposed_latency = config->exposed_latency;
  replay->op = &standard_op;
  replay->time = &standard_time;
  if (!events_ports_open(&replay->ports, config)) {
    event_replay_destroy(replay);
    return NULL;
  }
  return replay;
}

void event_replay_destroy(struct event_replay *replay)
{
  if (replay != NULL) {
    events_ports_close(&replay->ports);
    free(replay);
  }
}

struct stimulus event_replay_stimulus(struct event_replay *replay)
{
  return (struct stimulus){.context = replay,
                           .drive = drive,
                           .observe = observe,
                           .finished = finished,
                           .reset = reset,
                           .memory = replay->ports.memory};
}

uint64_t event_replay_operations(const struct event_replay *replay)
{
  return replay->operations;
}

size_t event_replay_used(const struct event_replay *replay)
{
  return replay->next;
}

uint64_t event_replay_last(const struct event_replay *replay)
{
  return replay->last;
}
