// SPDX-License-Identifier: Apache-2.0
//
// Shortens a failing event list by delta debugging: removes halves, quarters and so on down to single events, then
// simplifies the remaining events, as long as the list still fails in the same way.
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
  // True if these events fail in the same way.
  bool (*fails)(void *context, const struct timed_event *event, size_t count, struct shrink_failure *failure);
  bool (*next_session)(void *context);  // called before each trial; once false, shrinking ends
  void *context;
  uint64_t trials;
  uint64_t cycle;  // of the failure of the shortest so far
  // Internal.
  struct timed_event *candidate;
  bool stopped;
};

// Shortens shrink->list until nothing more can be removed, or next_session() returns false. False if the list does not
// fail, or if out of memory before the first trial.
bool shrink_run(struct shrink *shrink);

// Tries the candidate's first `count` events, and makes them the list if they fail. Events after the failure are
// replaced by an end.
bool shrink_try(struct shrink *shrink, size_t count);

// The same for removed or moved events: true only if there are fewer events, or as many in fewer cycles.
bool shrink_try_shorter(struct shrink *shrink, size_t count);

// True if a cycle can have only one event of this kind: a second one waits for the next cycle.
bool shrink_alone(uint8_t kind);

// Shortens distances: all to 0 or 1 cycle, then one by one. True if one became shorter.
bool shrink_distances(struct shrink *shrink);

// Replaces dispatch events by one that continues at consecutive addresses to the end. True if that saved an event.
bool shrink_dispatch(struct shrink *shrink);

// Sets fields to their default values, or to simpler ones. True if one became simpler.
bool shrink_fields(struct shrink *shrink);

#endif  // TB_UNIT_TOOLS_SHRINK_H
