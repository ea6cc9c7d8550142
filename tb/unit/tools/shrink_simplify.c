// SPDX-License-Identifier: Apache-2.0
//
// The second half of shrinking: keeps the events, and simplifies them.
#include <string.h>

#include "unit/stimulus/events/events_fields.h"
#include "unit/tools/shrink.h"

// ---------------------------------------------------------------------------------------------------------
// Distances

// Tries the list with the distances of [begin, end) at most `most`. True if that shortens any and still fails.
static bool cap_distances(struct shrink *shrink, size_t begin, size_t end, uint32_t most)
{
  const struct event_list *list = shrink->list;
  bool shorter = false;
  memcpy(shrink->candidate, list->event, list->count * sizeof *list->event);
  for (size_t i = begin; i < end; i++) {
    if (list->event[i].delta > most && (most != 0 || !shrink_alone(list->event[i].kind))) {
      shorter = true;
      shrink->candidate[i].delta = most;
    }
  }
  return shorter && shrink_try_shorter(shrink, list->count);
}

// Finds the shortest distance of one event by bisection, assuming that every longer distance also fails.
static bool bisect_distance(struct shrink *shrink, size_t i)
{
  bool any = false;
  uint32_t least = 1;  // too short
  while (i < shrink->list->count && shrink->list->event[i].delta > least + 1 && !shrink->stopped) {
    const uint32_t middle = least + (shrink->list->event[i].delta - least) / 2;
    if (cap_distances(shrink, i, i + 1, middle)) {
      any = true;
    } else {
      least = middle;
    }
  }
  return any;
}

bool shrink_distances(struct shrink *shrink)
{
  bool any = false;
  for (uint32_t most = 0; most <= 1; most++) {
    for (size_t size = shrink->list->count; size != 0 && !shrink->stopped; size /= 2) {
      for (size_t i = 0; i < shrink->list->count && !shrink->stopped; i += size) {
        const size_t left = shrink->list->count - i;
        any = cap_distances(shrink, i, i + (left < size ? left : size), most) || any;
      }
    }
  }
  for (size_t i = 0; i < shrink->list->count && !shrink->stopped; i++) {
    any = bisect_distance(shrink, i) || any;
  }
  return any;
}

// ---------------------------------------------------------------------------------------------------------
// Dispatch

static bool is_dispatch(uint8_t kind)
{
  return kind == TIMED_DISPATCH || kind == TIMED_SLOTS;
}

// Tries the list with one dispatch event that continues to the end, instead of all from event i on.
static bool merge_from(struct shrink *shrink, size_t i, struct timed_dispatch *dispatch)
{
  const struct event_list *list = shrink->list;
  const struct timed_slots *slots = list->event[i].data;
  const uint64_t clocks = event_list_clocks(list->event + i + 1, list->count - i - 1);
  size_t count = i + 1;
  uint64_t delta = 0;
  bool fewer = false;
  if (list->event[i].kind == TIMED_DISPATCH) {
    memcpy(dispatch, list->event[i].data, sizeof *dispatch);
  } else {
    *dispatch = (struct timed_dispatch){.valid = slots->valid, .pc = slots->pc[0]};
  }
  dispatch->clocks = (uint16_t)(clocks < 1 ? 1 : (clocks < UINT16_MAX ? clocks : UINT16_MAX));
  memcpy(shrink->candidate, list->event, i * sizeof *list->event);
  shrink->candidate[i] = (struct timed_event){dispatch, list->event[i].delta, TIMED_DISPATCH};
  for (size_t from = i + 1; from < list->count; from++) {
    delta += list->event[from].delta;
    if (is_dispatch(list->event[from].kind)) {
      fewer = true;
    } else {
      shrink->candidate[count] = list->event[from];
      shrink->candidate[count++].delta = (uint32_t)(delta < EVENT_DELTA_MOST ? delta : EVENT_DELTA_MOST);
      delta = 0;
    }
  }
  return fewer && shrink_try_shorter(shrink, count);
}

bool shrink_dispatch(struct shrink *shrink)
{
  bool any = false;
  for (size_t i = 0; i < shrink->list->count && !shrink->stopped; i++) {
    if (is_dispatch(shrink->list->event[i].kind)) {
      struct timed_dispatch *dispatch = event_list_data(shrink->list, TIMED_DISPATCH);
      any = (dispatch != NULL && merge_from(shrink, i, dispatch)) || any;
    }
  }
  return any;
}

// ---------------------------------------------------------------------------------------------------------
// Fields

// An event whose data is being changed. The data is a copy; a successful change goes to the list.
struct subject {
  struct shrink *shrink;
  size_t i;
  const struct event_kind_info *info;
  void *data;
};

// True if the list still has the event: no trial has ended the list before it.
static bool there(const struct subject *subject)
{
  return subject->i < subject->shrink->list->count && !subject->shrink->stopped;
}

static bool try_data(const struct subject *subject)
{
  const struct event_list *list = subject->shrink->list;
  struct timed_event *candidate = subject->shrink->candidate;
  memcpy(candidate, list->event, list->count * sizeof *candidate);
  candidate[subject->i].data = subject->data;
  return shrink_try(subject->shrink, list->count);
}

static bool try_value(const struct subject *subject, const struct event_field *field, uint64_t value)
{
  const uint64_t before = event_field_get(field, subject->data);
  if (!there(subject) || before == value) {
    return false;
  }
  event_field_set(field, subject->data, value);
  if (try_data(subject)) {
    return true;
  }
  event_field_set(field, subject->data, before);
  return false;
}

// Finds the smallest value of a quantity, such as a number of cycles, by bisection.
static bool bisect_value(const struct subject *subject, const struct event_field *field)
{
  bool any = false;
  uint64_t least = field->standard;  // too small
  for (uint64_t value = event_field_get(field, subject->data); value > least + 1 && there(subject);) {
    const uint64_t middle = least + (value - least) / 2;
    if (try_value(subject, field, middle)) {
      any = true;
      value = middle;
    } else {
      least = middle;
    }
  }
  return any;
}

// Clears as many bits as possible of any other field.
static bool clear_bits(const struct subject *subject, const struct event_field *field)
{
  bool any = false;
  for (unsigned width = 32; width != 0; width /= 2) {
    for (unsigned bit = 0; bit < 64 && there(subject); bit += width) {
      const uint64_t mask = (((uint64_t)1 << width) - 1) << bit;
      const uint64_t value = event_field_get(field, subject->data);
      if ((value & mask) != 0 && (value & ~mask) != 0) {
        any = try_value(subject, field, value & ~mask) || any;
      }
    }
  }
  return any;
}

static bool simplify_field(const struct subject *subject, const struct event_field *field)
{
  if (event_field_get(field, subject->data) == field->standard || !there(subject) ||
      strcmp(field->name, "reg") == 0) {
    return false;
  }
  if (try_value(subject, field, field->standard)) {
    return true;
  }
  const bool clocks = field->bits == 16 || field->bits == 20;
  return clocks ? bisect_value(subject, field) : clear_bits(subject, field);
}

// Sets all fields to their default values at once, except the register of an access.
static bool simplify_at_once(const struct subject *subject)
{
  const uint8_t kind = subject->shrink->list->event[subject->i].kind;
  const void *before = subject->shrink->list->event[subject->i].data;
  if (kind == TIMED_MRS || kind == TIMED_MSR) {
    return false;
  }
  event_fields_standard((enum timed_kind)kind, subject->data);
  if (memcmp(before, subject->data, subject->info->bytes) != 0 && try_data(subject)) {
    return true;
  }
  memcpy(subject->data, before, subject->info->bytes);
  return false;
}

static bool simplify_event(struct shrink *shrink, size_t i)
{
  const struct timed_event *event = &shrink->list->event[i];
  struct subject subject = {.shrink = shrink, .i = i, .info = &event_kinds[event->kind]};
  subject.data = event_list_data(shrink->list, (enum timed_kind)event->kind);
  if (subject.data == NULL) {
    return false;
  }
  memcpy(subject.data, event->data, subject.info->bytes);
  if (simplify_at_once(&subject)) {
    return true;
  }
  bool any = false;
  for (size_t f = 0; f < subject.info->count && there(&subject); f++) {
    any = simplify_field(&subject, &subject.info->field[f]) || any;
  }
  return any;
}

bool shrink_fields(struct shrink *shrink)
{
  bool any = false;
  for (size_t i = 0; i < shrink->list->count && !shrink->stopped; i++) {
    any = simplify_event(shrink, i) || any;
  }
  return any;
}
