// SPDX-License-Identifier: Apache-2.0
//
// The recorder's parts: adding events, and what it learns of xlate and AXI.
#ifndef TB_UNIT_STIMULUS_EVENTS_EVENT_RECORDER_PORTS_H
#define TB_UNIT_STIMULUS_EVENTS_EVENT_RECORDER_PORTS_H

#include "unit/stimulus/events/events.h"
#include "unit/stimulus/events/events_bursts.h"

// The end of the list.
struct recording {
  struct event_list *list;
  uint64_t clock;   // this one
  uint64_t last;    // of the last event
  bool failed;      // out of memory, or
  bool full;        // of what a list can hold
  bool attributes;  // answers of the translation have memory attributes: FEAT_SPE_nVM
  char note[128];   // the first thing that no event can say
  _Alignas(8) unsigned char nowhere[256];
};

// Adds an event of this cycle. Its data, at standard values; for kinds without data, and after a failure, a place
// that nothing reads.
void *recording_add(struct recording *recording, enum timed_kind kind);

// The run does something in this cycle that no event can say.
void recording_note(struct recording *recording, const char *what);

// Flips of WREADY that cannot be decided before it is known how long the next beat waits.
struct undecided {
  struct undecided_flip {
    struct timed_flip *event;  // w holds the pin
  } * flip;
  size_t count;
  size_t size;
};

enum { RECORDER_RESETS = 64 };

// What a reset left without its answer. If it is answered after all, memory and MMU were not reset with the unit; if
// something else is taken first, they were.
struct abandoned {
  struct resets {
    struct timed_reset *reset[RECORDER_RESETS];
    unsigned count;
  } xlate_resets, axi_resets;  // since what is left was taken
  struct timed_xlate *xlate;   // null: no translation is left
  uint64_t xlate_taken;
  uint64_t xlate_va;
  struct {
    struct timed_axi *axi;
    uint64_t completed;
  } burst[EVENTS_BURSTS];  // a ring; events_bursts.abandoned of them are left
  uint32_t oldest;
};

struct recorder_ports {
  struct timed_xlate *xlate;  // of the last request
  struct timed_xlate standard_xlate;
  bool xlate_waits;
  bool xlate_busy;
  uint32_t xlate_waited;
  uint64_t xlate_taken;  // cycle
  uint64_t xlate_va;
  struct timed_axi *axi;  // of the last burst
  struct timed_axi standard_axi;
  struct events_bursts bursts;
  struct {
    struct timed_axi *axi;
    uint64_t completed;    // cycle
  } burst[EVENTS_BURSTS];  // by number modulo EVENTS_BURSTS
  uint32_t aw_waited;
  uint32_t w_waited;
  struct undecided undecided;
  struct abandoned abandoned;
};

void recorder_ports_open(struct recorder_ports *ports);
void recorder_ports_close(struct recorder_ports *ports);

// One cycle.
void recorder_ports_step(struct recorder_ports *ports, struct recording *recording, const struct spu_in *in,
                         const struct dut_bus *bus);

// A reset, or the end (null): what is without its answer gets none up to here.
void recorder_ports_end(struct recorder_ports *ports, struct recording *recording, struct timed_reset *reset);

#endif  // TB_UNIT_STIMULUS_EVENTS_EVENT_RECORDER_PORTS_H
