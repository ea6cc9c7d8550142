// SPDX-License-Identifier: Apache-2.0
//
// Event lists: the activity at the unit's pins, as a list that can be written, shortened and replayed. Each event has
// its distance in cycles from the previous one. Responses of the environment and lives of operations are settings that
// apply from then on. So a list without some of its events is still a legal stimulus: a response follows only a
// request, and an operation lives only once it is marked. docs/event-list.md describes every kind.
#ifndef TB_UNIT_STIMULUS_EVENTS_EVENTS_H
#define TB_UNIT_STIMULUS_EVENTS_EVENTS_H

#include <stddef.h>

#include "gen/pins.h"
#include "spu.h"
#include "unit/util/error.h"

enum timed_kind {
  TIMED_PE,         // struct timed_pe: the pe pins from now on
  TIMED_MRS,        // struct timed_access: a read in this cycle
  TIMED_MSR,        // struct timed_access: a write in this cycle
  TIMED_DISPATCH,   // struct timed_dispatch: operations at consecutive addresses
  TIMED_SLOTS,      // struct timed_slots: operations anywhere, in this cycle
  TIMED_OP,         // struct timed_op: life and report of operations marked from now on
  TIMED_PSB,        // struct timed_psb: requests PSB CSYNC until it is done
  TIMED_DSB,        // requests DSB until it is done
  TIMED_XLATE,      // struct timed_xlate: responses to translations requested from now on
  TIMED_AXI,        // struct timed_axi: handshakes and responses of bursts offered from now on
  TIMED_PMU,        // struct timed_pmu: PMU events of the core in this cycle
  TIMED_TIME,       // struct timed_time: the physical count, and its increments
  TIMED_ALT_CLOCK,  // struct timed_alt_clock: alternate clock cycles per cycle from now on
  TIMED_RESET,      // struct timed_reset: the unit is reset before this cycle
  TIMED_STRAY,      // struct timed_stray: a tag's report pins from now on, while they are ignored
  TIMED_FLIP,       // struct timed_flip: ready pins that are inverted in this cycle
  TIMED_END,        // the last event; the run lasts at least up to here
  TIMED_KINDS
};

enum {
  TIMED_PE_BEGIN = PINS_PE_BEGIN,
  TIMED_PE_BYTES = PINS_PE_END - PINS_PE_BEGIN,
  TIMED_BEATS = 32,  // beats of a burst with their own stalls; later beats do not stall
  TIMED_ALL_TAGS = (1 << SPU_MAX_TAGS) - 1
};

struct timed_pe {
  uint8_t pins[TIMED_PE_BYTES];  // the PE's pins in struct spu_in
};

// The Exception level applies in this cycle only; afterwards the PE returns to the previous one.
struct timed_access {
  uint16_t reg;   // sysreg_addr
  uint64_t data;  // for a read: pin values without meaning
  uint8_t el;
  bool aarch32;
  bool debug;
};

// Slot n has pc + 4 n; every cycle begins where the previous one ended.
struct timed_dispatch {
  uint8_t valid;
  uint16_t clocks;  // at least 1
  uint64_t pc;
  uint16_t empty;  // dispatch_empty_i
};

struct timed_slots {
  uint8_t valid;
  uint64_t pc[SPU_MAX_SLOTS];
  uint16_t empty;
};

// Offsets are cycles after the mark.
struct timed_op {
  uint32_t finish;    // at least 1
  uint32_t complete;  // 0: with finish
  uint32_t issue;     // 0: never
  uint32_t again;     // second pulse of the issue pin; 0: none
  uint32_t every;     // period of further pulses; 0: none
  uint32_t xlate_from;
  uint32_t xlate_to;     // exclusive
  uint32_t oldest_from;  // likewise, up to the finish
  uint32_t oldest_to;
  uint32_t hold;         // cycles of it after the finish, with ExposedLatency
  struct spu_op report;  // issued, xlate_busy, oldest, completed and finished are not used
};

struct timed_psb {
  uint8_t older;  // tags of operations older than it
};

struct timed_xlate {
  uint16_t stall;    // cycles for which a request waits before it is accepted
  uint16_t latency;  // cycles from there to the response, at least 1
  bool fault;
  bool stage2;
  bool gpc;
  uint8_t fsc;
  bool ns;
  bool nse;
  uint64_t pa;  // physical address of the page
  bool top_level;
  bool assured_only;
  bool overlay;
  bool dirty_bit;
  uint8_t cache;  // FEAT_SPE_nVM
  uint8_t domain;
};

struct timed_axi {
  uint16_t aw;              // cycles for which an address waits
  uint16_t w[TIMED_BEATS];  // cycles for which each beat waits
  uint16_t b;               // cycles from the burst's last handshake to its response, at least 1
  uint8_t resp;
  uint8_t order;  // enum axi_order: what address or data also wait for
};

struct timed_reset {
  bool alone;  // only the unit is reset: memory and MMU still respond to complete requests
};

struct timed_pmu {
  uint8_t count[SPU_MAX_PMU_EVENTS];
};

struct timed_time {
  uint64_t count;  // value in this cycle
  uint64_t step;   // increment
  uint32_t next;   // cycles until the first increment
  uint32_t every;  // cycles between increments; 0: only the first one
};

struct timed_alt_clock {
  uint8_t ticks;  // 0 to 3
};

struct timed_stray {
  uint8_t tag;
  struct spu_op pins;
};

struct timed_flip {
  bool xlate;
  bool aw;
  bool w;
};

struct timed_event {
  const void *data;  // the kind's struct; null for kinds without one
  uint32_t delta;    // cycles since the previous event; for the first event, since cycle 0
  uint8_t kind;      // enum timed_kind
};

struct event_block;

struct event_list {
  struct timed_event *event;
  size_t count;
  size_t size;                 // capacity in events
  struct event_block *blocks;  // storage for the data, which lives as long as the list
};

enum {
  EVENT_LIST_MOST = 1 << 26,        // events in a list
  EVENT_DELTA_MOST = (1 << 28) - 1  // cycles between two of them
};

// An empty list; null if out of memory.
struct event_list *event_list_create(void);
void event_list_destroy(struct event_list *list);

// Allocates the data of one event of this kind, at its standard values; null if out of memory, and for kinds without
// data.
void *event_list_data(struct event_list *list, enum timed_kind kind);

// Appends an event. False if out of memory or if the list has EVENT_LIST_MOST events.
bool event_list_add(struct event_list *list, enum timed_kind kind, uint32_t delta, const void *data);

// Cycles up to the last event.
uint64_t event_list_clocks(const struct timed_event *event, size_t count);

#endif  // TB_UNIT_STIMULUS_EVENTS_EVENTS_H
