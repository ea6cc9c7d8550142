// SPDX-License-Identifier: Apache-2.0
//
// Replays an event list cycle by cycle. An event that comes too early (such as a second register access in a cycle)
// happens in the next cycle. A response follows only a request, and an operation lives only once it is marked, so any
// list is a legal stimulus. After the last event everything pending ends as fast as possible.
#ifndef TB_UNIT_STIMULUS_EVENTS_EVENTS_REPLAY_H
#define TB_UNIT_STIMULUS_EVENTS_EVENTS_REPLAY_H

#include "unit/stimulus/events/events.h"
#include "unit/stimulus/stimulus.h"

struct event_replay;

// A replay of these events, which must outlive it. Null if out of memory.
struct event_replay *event_replay_create(const struct spu_config *config, const struct timed_event *event,
                                         size_t count);
void event_replay_destroy(struct event_replay *replay);

// The stimulus interface; valid as long as *replay.
struct stimulus event_replay_stimulus(struct event_replay *replay);

// Operations dispatched so far.
uint64_t event_replay_operations(const struct event_replay *replay);

// Events that have happened, and the cycle of the last of them.
size_t event_replay_used(const struct event_replay *replay);
uint64_t event_replay_last(const struct event_replay *replay);

// The count of a timed_time, `clocks` cycles after its event.
uint64_t event_replay_time(const struct timed_time *time, uint64_t clocks);

// The issue pin of a life, `offset` cycles after the mark.
bool event_replay_issued(const struct timed_op *op, uint64_t offset);

#endif  // TB_UNIT_STIMULUS_EVENTS_EVENTS_REPLAY_H
