// SPDX-License-Identifier: Apache-2.0
#include "unit/stimulus/events/event_recorder.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "unit/stimulus/events/event_recorder_ports.h"
#include "unit/stimulus/events/events_fields.h"
#include "unit/stimulus/events/events_replay.h"
#include "unit/util/text.h"

enum { DISPATCH_MOST = 0xFFFF, OFFSET_MOST = (1 << 20) - 1 };

// A marked operation that has not ended yet.
struct open_life {
  struct timed_op *op;  // null: none
  uint64_t marked;
  bool completed;
  bool finished;
};

struct event_recorder {
  struct recording recording;
  struct recorder_ports ports;
  uint32_t width;
  bool exposed_latency;
  struct timed_pe pe;
  struct spu_in before;             // the previous cycle
  struct timed_dispatch *dispatch;  // the last event, if this cycle can extend it
  struct open_life life[SPU_MAX_TAGS];
  struct spu_op stray[SPU_MAX_TAGS];
  struct timed_time *time;
  struct timed_time standard_time;
  uint64_t time_from;
  uint8_t alt_clock;
  bool psb;
  bool dsb;
};

// ---------------------------------------------------------------------------------------------------------
// The list

void *recording_add(struct recording *recording, enum timed_kind kind)
{
  _Static_assert(sizeof(struct timed_op) <= sizeof recording->nowhere, "room for any data");
  const uint64_t delta = recording->clock - recording->last;
  void *data = recording->failed ? NULL : event_list_data(recording->list, kind);
  const bool have = data != NULL || event_kinds[kind].bytes == 0;
  recording->full = recording->full || delta > EVENT_DELTA_MOST || recording->list->count == EVENT_LIST_MOST;
  if (recording->failed || recording->full || !have ||
      !event_list_add(recording->list, kind, (uint32_t)delta, data)) {
    recording->failed = true;
    return recording->nowhere;
  }
  recording->last = recording->clock;
  return data == NULL ? recording->nowhere : data;
}

void recording_note(struct recording *recording, const char *what)
{
  if (recording->note[0] == '\0') {
    struct text text = {recording->note, sizeof recording->note, 0};
    text_add(&text, "cycle %" PRIu64 ": %s", recording->clock, what);
  }
}

// ---------------------------------------------------------------------------------------------------------
// Registers, pe

static void step_access(struct event_recorder *recorder, const struct spu_in *in)
{
  const struct spu_in *before = &recorder->before;
  if (in->sysreg_valid) {
    struct timed_access *access =
        recording_add(&recorder->recording, in->sysreg_write ? TIMED_MSR : TIMED_MRS);
    access->reg = in->sysreg_addr;
    access->data = in->sysreg_wdata;
    access->el = in->pe_el;
    access->aarch32 = in->pe_aarch32;
    access->debug = in->pe_debug;
  } else if (in->sysreg_write != before->sysreg_write || in->sysreg_addr != before->sysreg_addr ||
             in->sysreg_wdata != before->sysreg_wdata) {
    recording_note(&recorder->recording, "the register pins change without an access");
  }
}

// The Exception level of an access is recorded with the access, so it does not count as a change of the pe pins.
static void step_pe(struct event_recorder *recorder, const struct spu_in *in)
{
  struct spu_in level = *in;
  struct timed_pe pe;
  if (in->sysreg_valid) {
    memcpy((char *)&level + TIMED_PE_BEGIN, recorder->pe.pins, sizeof recorder->pe.pins);
  }
  memcpy(pe.pins, (const char *)in + TIMED_PE_BEGIN, sizeof pe.pins);
  pe.pins[offsetof(struct spu_in, pe_el) - TIMED_PE_BEGIN] = level.pe_el;
  pe.pins[offsetof(struct spu_in, pe_aarch32) - TIMED_PE_BEGIN] = level.pe_aarch32;
  pe.pins[offsetof(struct spu_in, pe_debug) - TIMED_PE_BEGIN] = level.pe_debug;
  if (memcmp(&pe, &recorder->pe, sizeof pe) != 0) {
    recorder->pe = pe;
    memcpy(recording_add(&recorder->recording, TIMED_PE), &pe, sizeof pe);
  }
}

// ---------------------------------------------------------------------------------------------------------
// Dispatch

// Whether the slots have consecutive addresses and the pins of absent slots are unchanged.
static bool consecutive(const struct event_recorder *recorder, const struct spu_in *in)
{
  bool so = true;
  for (uint32_t slot = 1; slot < SPU_MAX_SLOTS; slot++) {
    const uint64_t expected =
        slot < recorder->width ? in->dispatch_pc[0] + 4 * (uint64_t)slot : recorder->before.dispatch_pc[slot];
    so = so && in->dispatch_pc[slot] == expected;
  }
  return so;
}

static void step_dispatch(struct event_recorder *recorder, const struct spu_in *in)
{
  const struct spu_in *before = &recorder->before;
  struct timed_dispatch *dispatch = recorder->dispatch;
  recorder->dispatch = NULL;
  if (in->dispatch_valid == 0 && in->dispatch_empty == before->dispatch_empty &&
      memcmp(in->dispatch_pc, before->dispatch_pc, sizeof in->dispatch_pc) == 0) {
    return;
  }
  if (in->dispatch_valid >> recorder->width != 0) {
    recording_note(&recorder->recording, "an operation in an absent slot");
  }
  if (!consecutive(recorder, in)) {
    struct timed_slots *slots = recording_add(&recorder->recording, TIMED_SLOTS);
    slots->valid = in->dispatch_valid;
    slots->empty = in->dispatch_empty;
    memcpy(slots->pc, in->dispatch_pc, sizeof slots->pc);
    return;
  }
  if (dispatch != NULL && dispatch->valid == in->dispatch_valid && dispatch->empty == in->dispatch_empty &&
      dispatch->clocks < DISPATCH_MOST &&
      in->dispatch_pc[0] == before->dispatch_pc[0] + 4 * (uint64_t)recorder->width) {
    dispatch->clocks++;
  } else {
    dispatch = recording_add(&recorder->recording, TIMED_DISPATCH);
    dispatch->valid = in->dispatch_valid;
    dispatch->empty = in->dispatch_empty;
    dispatch->pc = in->dispatch_pc[0];
    dispatch->clocks = 1;
  }
  recorder->dispatch = dispatch;
}

// ---------------------------------------------------------------------------------------------------------
// Operations

// Whether the pins are the same, but for those that an event describes: `oldest` alone after the finish.
static bool same_report(const struct spu_op *a, const struct spu_op *b, bool finished)
{
  struct spu_op x;
  memcpy(&x, a, sizeof x);
  x.oldest = b->oldest;
  if (finished) {
    return memcmp(&x, b, sizeof x) == 0;
  }
  x.issued = b->issued;
  x.xlate_busy = b->xlate_busy;
  x.completed = b->completed;
  x.finished = b->finished;
  return memcmp(&x, b, sizeof x) == 0;
}

// A pin that is high in one interval of a life.
static void learn_interval(bool high, uint32_t at, uint32_t *from, uint32_t *to)
{
  if (high && *from == 0) {
    *from = at;
    *to = at + 1;
  } else if (high && at == *to) {
    *to = at + 1;
  }
}

static void learn_life(struct event_recorder *recorder, struct timed_op *op, uint64_t offset,
                       const struct spu_op *pins)
{
  const uint32_t at = (uint32_t)(offset > OFFSET_MOST ? OFFSET_MOST : offset);
  if (pins->issued && !event_replay_issued(op, offset)) {
    if (op->issue == 0) {
      op->issue = at;
    } else if (op->again == 0) {
      op->again = at;
    } else if (op->every == 0) {
      op->every = at - op->again;
    }
  }
  learn_interval(pins->xlate_busy, at, &op->xlate_from, &op->xlate_to);
  learn_interval(pins->oldest, at, &op->oldest_from, &op->oldest_to);
  const bool busy = offset >= op->xlate_from && offset < op->xlate_to;
  const bool oldest = offset >= op->oldest_from && offset < op->oldest_to;
  if (event_replay_issued(op, offset) != pins->issued || busy != pins->xlate_busy || oldest != pins->oldest ||
      offset > OFFSET_MOST) {
    recording_note(&recorder->recording, "the pins of an operation change in a way that no event describes");
  }
  op->finish = at;
}

static void stray(struct event_recorder *recorder, unsigned tag, const struct spu_op *pins)
{
  struct timed_stray *data = recording_add(&recorder->recording, TIMED_STRAY);
  data->tag = (uint8_t)tag;
  memcpy(&data->pins, pins, sizeof data->pins);
  memcpy(&recorder->stray[tag], pins, sizeof *pins);
}

static void step_op(struct event_recorder *recorder, unsigned tag, const struct spu_op *pins)
{
  struct open_life *life = &recorder->life[tag];
  const uint64_t offset = recorder->recording.clock - life->marked;
  const bool same = life->op == NULL ? memcmp(pins, &recorder->stray[tag], sizeof *pins) == 0
                                     : same_report(pins, &recorder->stray[tag], life->finished);
  if (life->op == NULL || life->finished) {
    if (!same) {
      stray(recorder, tag, pins);
    }
    if (life->op != NULL && pins->oldest) {
      life->op->hold = (uint32_t)(offset > OFFSET_MOST ? OFFSET_MOST : offset) - life->op->finish;
    } else {
      life->op = NULL;
    }
    return;
  }
  learn_life(recorder, life->op, offset, pins);
  // The cycle of `completed` gives the report, and the cycle of `finished` how the operation ended.
  const bool completes = !life->completed && (pins->completed || pins->finished);
  if (completes) {
    life->completed = true;
    life->op->complete = !pins->completed ? 0 : (uint32_t)(offset > OFFSET_MOST ? OFFSET_MOST : offset);
    memcpy(&life->op->report, pins, sizeof *pins);
    life->op->report.issued = false;
    life->op->report.xlate_busy = false;
    life->op->report.oldest = false;
    life->op->report.completed = false;
    life->op->report.finished = false;
  }
  if (pins->finished) {
    life->op->report.how = pins->how;
    life->op->report.previous_valid = pins->previous_valid;
    life->op->report.previous_ns = pins->previous_ns;
    life->op->report.previous_nse = pins->previous_nse;
    life->op->report.previous_el = pins->previous_el;
    life->op->report.previous = pins->previous;
    life->finished = true;
    life->op = recorder->exposed_latency ? life->op : NULL;
  } else if (!completes && !same) {
    stray(recorder, tag, pins);
  }
}

// Operations still in flight finish at the end of the recording, so that no replay finishes them earlier.
static void end_lives(struct event_recorder *recorder)
{
  for (unsigned tag = 0; tag < SPU_MAX_TAGS; tag++) {
    struct open_life *life = &recorder->life[tag];
    if (life->op != NULL && !life->finished) {
      const uint64_t offset = recorder->recording.clock - life->marked;
      life->op->finish = (uint32_t)(offset > OFFSET_MOST ? OFFSET_MOST : offset);
    }
    life->op = NULL;
  }
}

// ---------------------------------------------------------------------------------------------------------
// Time, barriers, common events

static void step_time(struct event_recorder *recorder, const struct spu_in *in)
{
  struct timed_time *time = recorder->time;
  const uint64_t clocks = recorder->recording.clock - recorder->time_from;
  const uint64_t expected = event_replay_time(time, clocks);
  if (in->time_count == expected) {
    return;
  }
  const bool can_learn = time != &recorder->standard_time && clocks != 0 && clocks <= UINT32_MAX;
  if (can_learn && time->next == 0) {
    time->next = (uint32_t)clocks;
    time->step = in->time_count - time->count;
  } else if (can_learn && time->every == 0 && in->time_count == expected + time->step) {
    time->every = (uint32_t)(clocks - time->next);
  } else {
    recorder->time = recording_add(&recorder->recording, TIMED_TIME);
    recorder->time->count = in->time_count;
    recorder->time_from = recorder->recording.clock;
  }
}

static void step_alt_clock(struct event_recorder *recorder, const struct spu_in *in)
{
  if (in->alt_clock != recorder->alt_clock) {
    struct timed_alt_clock *alt_clock = recording_add(&recorder->recording, TIMED_ALT_CLOCK);
    alt_clock->ticks = in->alt_clock;
    recorder->alt_clock = in->alt_clock;
  }
}

static void step_barrier(struct event_recorder *recorder, enum timed_kind kind, bool pin, bool done,
                         uint8_t older, bool *held)
{
  if (pin && !*held) {
    struct timed_psb *psb = recording_add(&recorder->recording, kind);
    if (kind == TIMED_PSB) {
      psb->older = older & TIMED_ALL_TAGS;
    }
    *held = true;
  } else if (!pin && *held) {
    recording_note(&recorder->recording, "a barrier request ends before it is done");
    *held = false;
  }
  *held = *held && !done;
}

static void step_pmu(struct event_recorder *recorder, const struct spu_in *in)
{
  static const uint8_t nothing[SPU_MAX_PMU_EVENTS];
  if (memcmp(in->pmu_event, nothing, sizeof nothing) != 0) {
    memcpy(recording_add(&recorder->recording, TIMED_PMU), in->pmu_event, sizeof nothing);
  }
}

// ---------------------------------------------------------------------------------------------------------
// The run

static void step(void *context, uint64_t cycle, const struct spu_in *in, const struct spu_out *out,
                 const struct spu_vif *vif, const struct dut_bus *bus, const struct tracker *tracker)
{
  (void)tracker;
  struct event_recorder *recorder = context;
  recorder->recording.clock = cycle;
  step_access(recorder, in);
  step_pe(recorder, in);
  step_dispatch(recorder, in);
  step_pmu(recorder, in);
  step_time(recorder, in);
  step_alt_clock(recorder, in);
  step_barrier(recorder, TIMED_PSB, in->psb_valid, vif->psb_done, in->psb_older, &recorder->psb);
  step_barrier(recorder, TIMED_DSB, in->dsb_valid, vif->dsb_done, 0, &recorder->dsb);
  for (unsigned tag = 0; tag < SPU_MAX_TAGS; tag++) {
    step_op(recorder, tag, &in->op[tag]);
  }
  recorder_ports_step(&recorder->ports, &recorder->recording, in, bus);
  if (out->mark_valid && out->mark_tag < SPU_MAX_TAGS) {
    struct timed_op *op = recording_add(&recorder->recording, TIMED_OP);
    recorder->life[out->mark_tag] = (struct open_life){.op = op, .marked = cycle};
  }
  memcpy(&recorder->before, in, sizeof *in);
}

static void reset(void *context, uint64_t cycle, const struct dut_reset_shape *shape)
{
  (void)shape;
  struct event_recorder *recorder = context;
  recorder->recording.clock = cycle;
  end_lives(recorder);
  recorder_ports_end(&recorder->ports, &recorder->recording,
                     recording_add(&recorder->recording, TIMED_RESET));
  memset(&recorder->before, 0, sizeof recorder->before);
  memset(recorder->stray, 0, sizeof recorder->stray);
  recorder->dispatch = NULL;
  recorder->psb = false;
  recorder->dsb = false;
}

struct observer event_recorder_observer(struct event_recorder *recorder)
{
  return (struct observer){.context = recorder, .step = step, .reset = reset};
}

// ---------------------------------------------------------------------------------------------------------
// The end

// Whether an event is needed: a setting that repeats the previous one, or an empty flip, is not.
static bool needed(const struct timed_event *event, const void *setting[TIMED_KINDS])
{
  static const struct timed_flip nothing = {false};
  switch (event->kind) {
  case TIMED_FLIP:
    return memcmp(event->data, &nothing, sizeof nothing) != 0;
  case TIMED_OP:
  case TIMED_XLATE:
  case TIMED_AXI: {
    const void *before = setting[event->kind];
    setting[event->kind] = event->data;
    return before == NULL || memcmp(before, event->data, event_kinds[event->kind].bytes) != 0;
  }
  default:
    return true;
  }
}

static void compact(struct event_list *list)
{
  const void *setting[TIMED_KINDS] = {NULL};
  size_t kept = 0;
  uint32_t delta = 0;
  for (size_t i = 0; i < list->count; i++) {
    struct timed_event event = list->event[i];
    delta += event.delta;
    if (needed(&event, setting)) {
      event.delta = delta;
      list->event[kept++] = event;
      delta = 0;
    }
  }
  list->count = kept;
}

struct event_list *event_recorder_finish(struct event_recorder *recorder, uint64_t clocks,
                                         struct tb_error *error)
{
  recorder->recording.clock = clocks;
  end_lives(recorder);
  recorder_ports_end(&recorder->ports, &recorder->recording, NULL);
  (void)recording_add(&recorder->recording, TIMED_END);
  if (recorder->recording.failed) {
    if (recorder->recording.full) {
      (void)tb_fail(error, "the event list: more than %d events, or more than %d cycles without one",
                    EVENT_LIST_MOST, EVENT_DELTA_MOST);
    } else {
      (void)tb_fail(error, "the event list: out of memory");
    }
    return NULL;
  }
  compact(recorder->recording.list);
  return recorder->recording.list;
}

const char *event_recorder_note(const struct event_recorder *recorder)
{
  return recorder->recording.note;
}

struct event_recorder *event_recorder_create(const struct spu_config *config)
{
  struct event_recorder *recorder = calloc(1, sizeof *recorder);
  if (recorder == NULL) {
    return NULL;
  }
  recorder->width = config->dispatch_width;
  recorder->exposed_latency = config->exposed_latency;
  recorder->recording.attributes = config->have_spe_nvm;
  recorder->time = &recorder->standard_time;
  recorder_ports_open(&recorder->ports);
  recorder->recording.list = event_list_create();
  if (recorder->recording.list == NULL) {
    event_recorder_destroy(recorder);
    return NULL;
  }
  return recorder;
}

void event_recorder_destroy(struct event_recorder *recorder)
{
  if (recorder != NULL) {
    recorder_ports_close(&recorder->ports);
    event_list_destroy(recorder->recording.list);
    free(recorder);
  }
}
