// SPDX-License-Identifier: Apache-2.0
//
// Finds the burst and beat of each cycle of the AXI write channels, for recorder and replay. Bursts are numbered in
// the order of their addresses. This code does not check AXI's rules.
#ifndef TB_UNIT_STIMULUS_EVENTS_EVENTS_BURSTS_H
#define TB_UNIT_STIMULUS_EVENTS_EVENTS_BURSTS_H

#include "unit/dut/dut.h"

enum { EVENTS_BURSTS = 64 };  // at least as many as unit/env/axi_memory.h allows outstanding; a power of two

// All zero: nothing has been offered.
struct events_bursts {
  uint32_t shown;      // bursts whose address was offered
  uint32_t filling;    // the burst the next beat belongs to
  uint32_t completed;  // bursts whose address and data were accepted
  uint32_t answered;
  uint32_t abandoned;  // bursts from before a reset of the unit that may still get a response
  bool aw_waits;
  bool w_waits;
  bool b_waits;
  struct {
    uint32_t beats;
    uint32_t taken;
    bool accepted;
  } burst[EVENTS_BURSTS];  // by number modulo EVENTS_BURSTS
};

// The events of a cycle.
struct events_bus_cycle {
  bool aw_shown;  // the address of burst `shown` - 1 is offered first
  bool aw_taken;
  bool w_shown;  // beat `beat` of burst `filling` is offered first
  bool w_taken;
  bool completed;  // burst `completed` - 1 is complete
  bool b_shown;    // the response to burst b_burst is offered first
  bool b_late;     // a response to a burst from before a reset
  uint32_t w_burst;
  uint32_t beat;
  uint32_t b_burst;
};

// The unit was reset. Complete bursts may still get their response before another address or data is accepted.
void events_bursts_reset(struct events_bursts *bursts);

// No room for another burst: AWREADY is low in spite of the settings.
bool events_bursts_full(const struct events_bursts *bursts);

// The next beat: burst *burst, beat *beat. False if it belongs to a burst whose address was not offered yet.
bool events_bursts_next_beat(const struct events_bursts *bursts, uint32_t *burst, uint32_t *beat);

// The address channel of a cycle; call it first. True if a new burst is offered.
bool events_bursts_show(struct events_bursts *bursts, const struct dut_bus *bus);

// The other channels of the cycle.
struct events_bus_cycle events_bursts_step(struct events_bursts *bursts, const struct spu_in *in,
                                           const struct dut_bus *bus, bool shown);

#endif  // TB_UNIT_STIMULUS_EVENTS_EVENTS_BURSTS_H
