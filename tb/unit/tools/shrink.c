// SPDX-License-Identifier: Apache-2.0
#include "unit/tools/shrink.h"

#include <stdlib.h>
#include <string.h>

enum {
  TAIL_FIRST = 32,     // events that the first attempt to keep only the end leaves unchanged
  SUMMARY_LEAST = 16,  // shorter chunks are not summarized
  LONG = 1024,         // events of a list that is first halved
  REGISTERS = 1 << 16
};

// How a chunk is removed.
enum removal {
  REMOVE_WITH_TIME,  // later events move to earlier cycles
  REMOVE_KEEP_TIME,  // later events keep their cycles
  REMOVE_SUMMARIZE   // the chunk's final settings are kept
};

// If the candidate fails, makes it the list. `shorter`: only if it has fewer events, or as many in fewer cycles.
static bool attempt(struct shrink *shrink, size_t count, bool shorter)
{
  struct event_list *list = shrink->list;
  struct timed_event *candidate = shrink->candidate;
  struct shrink_failure failure;
  shrink->stopped = shrink->stopped || !shrink->next_session(shrink->context);
  if (shrink->stopped) {
    return false;
  }
  shrink->trials++;
  if (!shrink->fails(shrink->context, candidate, count, &failure)) {
    return false;
  }
  size_t left = failure.used;
  if (failure.used < count) {  // without an end, the environment would drain early, after the last event
    const uint64_t delta = failure.cycle + 1 - failure.last;
    candidate[left++] = (struct timed_event){.delta = (uint32_t)delta, .kind = TIMED_END};
  }
  if (shorter && left >= list->count &&
      (left > list->count || event_list_clocks(candidate, left) >= event_list_clocks(list->event, left))) {
    return false;
  }
  shrink->cycle = failure.cycle;
  list->count = left;
  memcpy(list->event, candidate, left * sizeof *list->event);
  return true;
}

bool shrink_try(struct shrink *shrink, size_t count)
{
  return attempt(shrink, count, false);
}

// A removed end reappears at the failure. That does not count as a success, or shrinking would not terminate.
bool shrink_try_shorter(struct shrink *shrink, size_t count)
{
  return attempt(shrink, count, true);
}

// ---------------------------------------------------------------------------------------------------------
// Summaries

static bool is_setting(uint8_t kind)
{
  return kind == TIMED_PE || kind == TIMED_OP || kind == TIMED_XLATE || kind == TIMED_AXI ||
         kind == TIMED_TIME || kind == TIMED_ALT_CLOCK;
}

// Copies the last of each setting and the last write of each register in [begin, end) to `to`, which has room for all,
// with a cycle for each write. Returns their number.
static size_t summarize(const struct timed_event *event, size_t begin, size_t end, struct timed_event *to)
{
  uint8_t written[REGISTERS / 8] = {0};
  bool set[TIMED_KINDS] = {false};
  bool reset = false;  // earlier register writes do not matter
  size_t at = end - begin;
  for (size_t i = end; i-- > begin;) {
    bool keep = false;
    if (is_setting(event[i].kind)) {
      keep = !set[event[i].kind];
      set[event[i].kind] = true;
    } else if (event[i].kind == TIMED_MSR) {
      const struct timed_access *access = event[i].data;
      uint8_t *byte = &written[access->reg / 8];
      keep = !reset && (*byte >> access->reg % 8 & 1) == 0;
      *byte = (uint8_t)(*byte | 1U << access->reg % 8);
    }
    reset = reset || event[i].kind == TIMED_RESET;
    if (keep) {
      to[--at] = event[i];
      to[at].delta = event[i].kind == TIMED_MSR ? 1 : 0;
    }
  }
  const size_t count = end - begin - at;
  memmove(to, to + at, count * sizeof *to);
  return count;
}

// ---------------------------------------------------------------------------------------------------------
// Chunks

// Makes the candidate: the list without [begin, end). Returns its length.
static size_t without(const struct shrink *shrink, size_t begin, size_t end, enum removal removal)
{
  const struct event_list *list = shrink->list;
  struct timed_event *to = shrink->candidate;
  size_t count = begin;
  memcpy(to, list->event, begin * sizeof *to);
  if (removal == REMOVE_SUMMARIZE) {
    count += summarize(list->event, begin, end, to + begin);
  }
  memcpy(to + count, list->event + end, (list->count - end) * sizeof *to);
  if (removal == REMOVE_KEEP_TIME && end != list->count) {
    const uint64_t delta = event_list_clocks(list->event + begin, end - begin) + to[count].delta;
    to[count].delta = (uint32_t)(delta < EVENT_DELTA_MOST ? delta : EVENT_DELTA_MOST);
  }
  return count + (list->count - end);
}

static bool try_without(struct shrink *shrink, size_t begin, size_t end, enum removal removal)
{
  const size_t count = without(shrink, begin, end, removal);
  return count < shrink->list->count && shrink_try_shorter(shrink, count);
}

// Tries to remove each chunk of `size` events. True if one was removed.
static bool remove_chunks(struct shrink *shrink, size_t size)
{
  bool any = false;
  for (size_t begin = 0; begin < shrink->list->count && !shrink->stopped;) {
    const size_t count = shrink->list->count;
    const size_t end = count - begin < size ? count : begin + size;
    if (try_without(shrink, begin, end, REMOVE_WITH_TIME) ||
        (size == 1 && try_without(shrink, begin, end, REMOVE_KEEP_TIME))) {
      any = true;
      continue;
    }
    if (size >= SUMMARY_LEAST) {
      const size_t shorter = without(shrink, begin, end, REMOVE_SUMMARIZE);
      if (shorter < count && shrink_try_shorter(shrink, shorter)) {
        any = true;
        begin += shorter - (count - (end - begin));
        continue;
      }
    }
    begin = end;
  }
  return any;
}

// Removes halves, quarters, ... single events; repeats single events until none can be removed.
static bool remove_all_sizes(struct shrink *shrink, size_t size)
{
  bool any = false;
  for (; size > 1; size /= 2) {
    any = remove_chunks(shrink, size) || any;
  }
  while (remove_chunks(shrink, 1)) {
    any = true;
  }
  return any;
}

// Removes all events of some kinds at once; `kinds` has a bit for each.
static bool remove_kinds(struct shrink *shrink, uint32_t kinds)
{
  const struct event_list *list = shrink->list;
  size_t count = 0;
  uint64_t delta = 0;
  for (size_t i = 0; i < list->count; i++) {
    delta += list->event[i].delta;
    if ((kinds >> list->event[i].kind & 1) == 0) {
      shrink->candidate[count] = list->event[i];
      shrink->candidate[count++].delta = (uint32_t)(delta < EVENT_DELTA_MOST ? delta : EVENT_DELTA_MOST);
      delta = 0;
    }
  }
  return count < list->count && shrink_try_shorter(shrink, count);
}

static bool remove_each_kind(struct shrink *shrink)
{
  static const uint32_t kinds[] = {1U << TIMED_FLIP | 1U << TIMED_STRAY,
                                   1U << TIMED_FLIP,
                                   1U << TIMED_STRAY,
                                   1U << TIMED_PMU,
                                   1U << TIMED_MRS,
                                   1U << TIMED_PSB | 1U << TIMED_DSB,
                                   1U << TIMED_AXI,
                                   1U << TIMED_XLATE,
                                   1U << TIMED_OP,
                                   1U << TIMED_TIME,
                                   1U << TIMED_ALT_CLOCK,
                                   1U << TIMED_RESET,
                                   1U << TIMED_DISPATCH | 1U << TIMED_SLOTS};
  bool any = false;
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
    any = remove_kinds(shrink, kinds[i]) || any;
  }
  return any;
}

// Most failures need few early events: tries short ends of the list, which are cheap, after a summary of everything
// before them.
static void keep_the_end(struct shrink *shrink)
{
  for (size_t tail = TAIL_FIRST; tail < shrink->list->count && !shrink->stopped; tail *= 4) {
    if (try_without(shrink, 0, shrink->list->count - tail, REMOVE_SUMMARIZE)) {
      return;
    }
  }
}

bool shrink_alone(uint8_t kind)
{
  return kind == TIMED_MRS || kind == TIMED_MSR || kind == TIMED_DISPATCH || kind == TIMED_SLOTS ||
         kind == TIMED_PMU || kind == TIMED_RESET;
}

// Moves each event to the cycle in which it happens, if it waits because its cycle already has one of its kind.
static void settle(struct event_list *list)
{
  bool had[TIMED_KINDS] = {false};
  for (size_t i = 0; i < list->count; i++) {
    struct timed_event *event = &list->event[i];
    const enum timed_kind like = event->kind == TIMED_MRS     ? TIMED_MSR
                                 : event->kind == TIMED_SLOTS ? TIMED_DISPATCH
                                                              : (enum timed_kind)event->kind;
    const bool second = like == TIMED_RESET ? i != 0 : had[like];
    const bool waits = event->delta == 0 && shrink_alone(event->kind) && second;
    event->delta += waits ? 1 : 0;
    if (event->delta != 0) {
      memset(had, 0, sizeof had);
    }
    had[like] = true;
  }
}

bool shrink_run(struct shrink *shrink)
{
  struct event_list *list = shrink->list;
  shrink->candidate = malloc((list->count + 1) * sizeof *shrink->candidate);
  if (shrink->candidate == NULL) {
    return false;
  }
  memcpy(shrink->candidate, list->event, list->count * sizeof *list->event);
  const bool failed = shrink_try(shrink, list->count);
  if (failed) {
    keep_the_end(shrink);
    (void)remove_kinds(shrink, 1U << TIMED_FLIP | 1U << TIMED_STRAY);
    while (list->count > LONG && remove_chunks(shrink, list->count / 2)) {
    }
    (void)remove_each_kind(shrink);
    size_t size = list->count / 2;
    bool any = true;
    while (any && !shrink->stopped) {
      any = remove_all_sizes(shrink, size);
      any = shrink_dispatch(shrink) || any;
      any = shrink_distances(shrink) || any;
      any = shrink_fields(shrink) || any;
      any = remove_each_kind(shrink) || any;
      settle(list);
      size = list->count / 2 < 8 ? list->count / 2 : 8;
    }
  }
  free(shrink->candidate);
  shrink->candidate = NULL;
  return failed;
}
