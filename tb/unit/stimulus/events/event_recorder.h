// SPDX-License-Identifier: Apache-2.0
//
// Derives an event list from the pins of a run with any stimulus. A replay of the list drives the same pins cycle by
// cycle. The recorder notes what no event can describe.
#ifndef TB_UNIT_STIMULUS_EVENTS_EVENT_RECORDER_H
#define TB_UNIT_STIMULUS_EVENTS_EVENT_RECORDER_H

#include "unit/dut/observer.h"
#include "unit/stimulus/events/events.h"

struct event_recorder;

// A recorder before the first cycle. Null if out of memory.
struct event_recorder *event_recorder_create(const struct spu_config *config);
void event_recorder_destroy(struct event_recorder *recorder);

// The observer for a run; valid as long as *recorder.
struct observer event_recorder_observer(struct event_recorder *recorder);

// Ends the recording of a run of `clocks` cycles. The recorder owns the list. Null with an error if out of memory or if
// the list is full.
struct event_list *event_recorder_finish(struct event_recorder *recorder, uint64_t clocks,
                                         struct tb_error *error);

// The first way in which a replay will differ from the run, with its cycle; empty if there is none.
const char *event_recorder_note(const struct event_recorder *recorder);

#endif  // TB_UNIT_STIMULUS_EVENTS_EVENT_RECORDER_H
