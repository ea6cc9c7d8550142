// SPDX-License-Identifier: Apache-2.0
//
// Learns an event list from the pins of a run, whatever drives it. Replayed, the list gives the same pins cycle by
// cycle; what no event can say is noted.
#ifndef TB_UNIT_STIMULUS_EVENTS_EVENT_RECORDER_H
#define TB_UNIT_STIMULUS_EVENTS_EVENT_RECORDER_H

#include "unit/dut/observer.h"
#include "unit/stimulus/events/events.h"

struct event_recorder;

// A recorder that has seen nothing. Null if out of memory.
struct event_recorder *event_recorder_create(const struct spu_config *config);
void event_recorder_destroy(struct event_recorder *recorder);

// What a run reports its cycles to; valid as long as *recorder.
struct observer event_recorder_observer(struct event_recorder *recorder);

// Ends the recording: the run had `cycles` cycles. The list belongs to the recorder. Null with an error if memory
// or the list's room ran out.
struct event_list *event_recorder_finish(struct event_recorder *recorder, uint64_t clocks,
                                         struct tb_error *error);

// The first thing of which a replay differs from the run, with its cycle; empty if there is none.
const char *event_recorder_note(const struct event_recorder *recorder);

#endif  // TB_UNIT_STIMULUS_EVENTS_EVENT_RECORDER_H
