// SPDX-License-Identifier: Apache-2.0
#include "unit/report/life_draw.h"

#include <inttypes.h>
#include <string.h>

#include "unit/util/names.h"

// ---------------------------------------------------------------------------------------------------------
// Choice

static size_t pick_all(const struct life *life, uint64_t marked, const struct life_op *list[LIFE_SHOWN])
{
  size_t count = 0;
  const uint64_t first = marked > LIFE_OPS ? marked - LIFE_OPS + 1 : 1;
  for (uint64_t number = first; number <= marked && count < LIFE_SHOWN; number++) {
    const struct life_op *op = &life->op[number % LIFE_OPS];
    if (op->marked != 0 && op->end == LIFE_GOING) {
      list[count++] = op;
    }
  }
  return count;
}

size_t life_pick(const struct life *life, const struct tracker *tracker, enum life_about about,
                 const struct life_op *list[LIFE_SHOWN])
{
  const struct tracker_events *events = &tracker->events;
  uint64_t number = 0;
  switch (about) {
  case LIFE_MARK:
    number = events->mark;
    break;
  case LIFE_DECISION:
    number = events->decision;
    break;
  case LIFE_RECORD:
    number = events->start != 0 ? events->start : events->end;
    if (number == 0 && tracker->now.writing) {
      number = tracker->queue[tracker_oldest(tracker)];
    }
    break;
  case LIFE_ALL:
    break;
  }
  const struct life_op *op = &life->op[number % LIFE_OPS];
  if (number != 0 && op->number == number) {
    list[0] = op;
    return 1;
  }
  return pick_all(life, tracker->now.marked, list);
}

// ---------------------------------------------------------------------------------------------------------
// Drawing

enum { BAR = 46 };  // columns of a bar

struct scale {
  uint64_t first;  // cycle of the first column
  uint64_t width;  // cycles of a column
  uint64_t now;    // the failing cycle
};

static size_t column(const struct scale *scale, uint64_t clock)
{
  const uint64_t at = clock < scale->first ? 0 : (clock - scale->first) / scale->width;
  return at < BAR ? (size_t)at : BAR - 1;
}

// From one cycle to another, both included.
static void fill(char bar[BAR + 1], const struct scale *scale, uint64_t from, uint64_t to)
{
  const size_t last = column(scale, to);
  for (size_t i = column(scale, from); i <= last; i++) {
    bar[i] = '=';
  }
}

static void clear(char bar[BAR + 1])
{
  memset(bar, ' ', BAR);
  bar[BAR] = '\0';
}

// `ends`: the phase is over; else it is still active in the failing cycle.
static void add_row(struct text *text, const struct scale *scale, const char *phase, uint64_t from,
                    uint64_t to, bool ends, uint64_t clocks, char bar[BAR + 1])
{
  bar[column(scale, scale->now)] = '!';
  text_add(text, "  %-18s %9" PRIu64 " ", phase, from - 1);
  if (ends) {
    text_add(text, "%9" PRIu64, to - 1);
  } else {
    text_add(text, "%9s", "active");
  }
  text_add(text, " %6" PRIu64 "  |%s|\n", clocks, bar);
}

// Draws a phase; `to` is 0 while it is active. Nothing if it has not begun.
static void phase(struct text *text, const struct scale *scale, const char *name, uint64_t from, uint64_t to)
{
  char bar[BAR + 1];
  const uint64_t end = to != 0 ? to : scale->now;
  if (from == 0) {
    return;
  }
  clear(bar);
  fill(bar, scale, from, end);
  add_row(text, scale, name, from, end, to != 0, end >= from ? end - from : 0, bar);
}

static void translation(struct text *text, const struct scale *scale, const struct life_op *op)
{
  char bar[BAR + 1];
  if (op->waits == 0) {
    return;
  }
  clear(bar);
  for (uint32_t i = 0; i < op->waits; i++) {
    fill(bar, scale, op->wait[i].from, op->wait[i].to);
  }
  const uint64_t last = op->wait[op->waits - 1].to;
  add_row(text, scale, "translating", op->wait[0].from, last, last < scale->now || op->completed != 0,
          op->waited, bar);
}

const char *life_kind(const struct life_op *op)
{
  static const char *const names[] = {
      "other",      "branch", "load/store",     "SIMD&FP load/store", "extended load/store", "SVE load/store",
      "load/store", "NV2",    "tag load/store", "memory copy",        "memory set",          "GCS load/store",
      "SVE",        "SME"};
  return op->report.kind < sizeof names / sizeof names[0] ? names[op->report.kind] : "?";
}

static void add_end(struct text *text, const struct life_op *op)
{
  switch (op->end) {
  case LIFE_GOING:
    text_add(text, "in progress");
    break;
  case LIFE_FILTERED:
    text_add(text, "not kept");
    break;
  case LIFE_DISCARD_MODE:
    text_add(text, "kept, discarded by Discard mode");
    break;
  case LIFE_COLLIDED:
    text_add(text, "collided with the record of a management event");
    break;
  case LIFE_COMMITTED:
    text_add(text, "committed, %u bytes", op->bytes);
    break;
  case LIFE_DISCARDED:
    text_add(text, "discarded: %s", discard_name(op->reason));
    break;
  }
}

void life_text(const struct life_op *op, uint64_t cycle, struct text *text)
{
  static const char *const how[] = {"retired", "exception", "squashed"};
  const uint64_t now = cycle + 1;
  const uint64_t span = now >= op->marked ? now - op->marked + 1 : 1;
  const struct scale scale = {.first = op->marked, .width = (span + BAR - 1) / BAR, .now = now};
  text_add(text, "life of operation %" PRIu64 ": ", op->number - 1);
  if (op->finished != 0) {
    text_add(text, "%s, %s, ", life_kind(op), op->how < 3 ? how[op->how] : "?");
  }
  add_end(text, op);
  text_add(text, "\n  %-18s %9s %9s %6s  tag %u, slot %u, PC 0x%" PRIx64 "\n", "phase", "from", "to",
           "cycles", op->tag, op->slot, op->pc);
  if (op->issued != 0 || op->completed == 0) {
    phase(text, &scale, "waits to issue", op->marked, op->issued);
  }
  translation(text, &scale, op);
  phase(text, &scale, "in the pipeline", op->marked, op->completed);
  if (op->completed != op->finished) {
    phase(text, &scale, "waits to finish", op->completed, op->finished);
  }
  phase(text, &scale, "waits for decision", op->finished, op->decision);
  if (op->end != LIFE_FILTERED && op->end != LIFE_DISCARD_MODE && op->end != LIFE_COLLIDED) {
    phase(text, &scale, "record waits", op->decision, op->started != 0 ? op->started : op->ended);
    phase(text, &scale, "record is written", op->started, op->ended);
  }
  text_add(text, "  %46s a column is %" PRIu64 " cycle%s, ! marks cycle %" PRIu64 "\n", "", scale.width,
           scale.width == 1 ? "" : "s", cycle);
}
