// SPDX-License-Identifier: Apache-2.0
//
// Shortens an event list that fails, by delta debugging: takes away halves, quarters and so on down to single
// events, then makes what is left simpler, as long as it still fails in the same way.
#ifndef TB_UNIT_TOOLS_SHRINK_H
#define TB_UNIT_TOOLS_SHRINK_H

#include "unit/stimulus/events/events.h"

// Where a trial failed.
struct shrink_failure {
  size_t used;     // events that had happened
  uint64_t last;   // cycle of the last of them
  uint64_t cycle;  // of the failure
};

struct shrink {
  struct event_list *list;  // the shortest so far; it fails
  // True if these events fail in the way that is looked for.
  bool (*fails)(void *context, const struct timed_event *event, size_t count, struct shrink_failure *failure);
  bool (*go_on)(void *context);  // asked before each trial; once false, shrinking ends
  void *context;
  uint64_t trials;
  uint64_t cycle;  // of the failure of the shortest so far
  // Inside.
  struct timed_event *candidate;
  bool stopped;
};

// Shortens shrink->list until nothing more can be taken away, or go_on() says no. False if the list does not fail,
// or if memory ran out before anything was tried.
bool shrink_run(struct shrink *shrink);

// Tries the candidate's first `count` events, and makes them the list if they fail. Events that do not happen
// before the failure are dropped, and an end is put there.
bool shrink_try(struct shrink *shrink, size_t count);

// The same for events that were taken away or moved: true only if there are fewer, or as many in fewer cycles.
bool shrink_try_shorter(struct shrink *shrink, size_t count);

// Whether a cycle can have only one event of this kind and its like: a second one waits for the next cycle.
bool shrink_alone(uint8_t kind);

// Makes distances shorter: all to 0 or 1 cycle, then one by one. True if one became shorter.
bool shrink_distances(struct shrink *shrink);

// Dispatches at consecutive addresses up to the end instead of here and there. True if that saved an event.
bool shrink_dispatch(struct shrink *shrink);

// Sets fields to their standard values, or to simpler ones. True if one became simpler.
bool shrink_fields(struct shrink *shrink);

#endif  // TB_UNIT_TOOLS_SHRINK_H
