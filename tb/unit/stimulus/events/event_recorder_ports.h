// SPDX-License-Identifier: Apache-2.0
//
// Parts of the recorder: adding events, and recording xlate and AXI.
#ifndef TB_UNIT_STIMULUS_EVENTS_EVENT_RECORDER_PORTS_H
#define TB_UNIT_STIMULUS_EVENTS_EVENT_RECORDER_PORTS_H

#include "unit/stimulus/events/events.h"
#include "unit/stimulus/events/events_bursts.h"

// The end of the list.
struct recording {
  struct event_list *list;
  uint64_t clock;   // the present cycle
  uint64_t last;    // cycle of the last event
  bool failed;      // out of memory
  bool full;        // the list is full
  bool attributes;  // translation responses have memory attributes: FEAT_SPE_nVM
  char note[128];   // the first behaviour that no event can describe
  _Alignas(8) unsigned char nowhere[256];
};

// Adds an event in this cycle. Returns its data, at standard values; for kinds without data, and after a failure, a
// buffer that is never read.
void *recording_add(struct recording *recording, enum timed_kind kind);

// Notes that no event can describe what happens in this cycle.
void recording_note(struct recording *recording, const char *what);

// Flips of WREADY that depend on how long the next beat will wait.
struct undecided {
  struct undecided_flip {
    struct timed_flip *event;  // its w holds the pin's level until then
  } * flip;
  size_t count;
  size_t size;
};

enum { RECORDER_RESETS = 64 };

// Requests that were pending at a reset. If one gets its response, memory and MMU were not reset with the unit; if
// another request is accepted first, they were.
struct abandoned {
  struct resets {
    struct timed_reset *reset[RECORDER_RESETS];
    unsigned count;
  } xlate_resets, axi_resets;  // resets since the pending requests were accepted
  struct timed_xlate *xlate;   // null: no translation is pending
  uint64_t xlate_taken;
  uint64_t xlate_va;
  struct {
    struct timed_axi *axi;
    uint64_t completed;
  } burst[EVENTS_BURSTS];  // a ring; events_bursts.abandoned of them are pending
  uint32_t oldest;
};

struct recorder_ports {
  struct timed_xlate *xlate;  // setting for the last request
  struct timed_xlate standard_xlate;
  bool xlate_waits;
  bool xlate_busy;
  uint32_t xlate_waited;
  uint64_t xlate_taken;  // cycle
  uint64_t xlate_va;
  struct timed_axi *axi;  // setting for the last burst
  struct timed_axi standard_axi;
  struct events_bursts bursts;
  struct {
    struct timed_axi *axi;
    uint64_t completed;    // cycle
  } burst[EVENTS_BURSTS];  // indexed by number modulo EVENTS_BURSTS
  uint32_t aw_waited;
  uint32_t w_waited;
  struct undecided undecided;
  struct abandoned abandoned;
};

void recorder_ports_open(struct recorder_ports *ports);
void recorder_ports_close(struct recorder_ports *ports);

// Takes one cycle.
void recorder_ports_step(struct recorder_ports *ports, struct recording *recording, const struct spu_in *in,
                         const struct dut_bus *bus);

// A reset, or the end of the run (`reset` is null): pending requests have no response up to here.
void recorder_ports_end(struct recorder_ports *ports, struct recording *recording, struct timed_reset *reset);

#endif  // TB_UNIT_STIMULUS_EVENTS_EVENT_RECORDER_PORTS_H
