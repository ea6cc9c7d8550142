// SPDX-License-Identifier: Apache-2.0
//
// Which burst and which beat a cycle of the AXI write channels is about, as recorder and replay both need it.
// Bursts have running numbers, in address order; rules of AXI are checked elsewhere.
#ifndef TB_UNIT_STIMULUS_EVENTS_EVENTS_BURSTS_H
#define TB_UNIT_STIMULUS_EVENTS_EVENTS_BURSTS_H

#include "unit/dut/dut.h"

enum { EVENTS_BURSTS = 64 };  // that unit/env/axi_memory.h lets be outstanding; a power of two

// All zero: nothing has been shown.
struct events_bursts {
  uint32_t shown;      // bursts whose address was shown
  uint32_t filling;    // the burst the next beat belongs to
  uint32_t completed;  // bursts whose address and data were taken
  uint32_t answered;
  uint32_t abandoned;  // bursts of before a reset of the unit that may still be answered
  bool aw_waits;
  bool w_waits;
  bool b_waits;
  struct {
    uint32_t beats;
    uint32_t taken;
    bool accepted;
  } burst[EVENTS_BURSTS];  // by number modulo EVENTS_BURSTS
};

// What happened in a cycle.
struct events_bus_cycle {
  bool aw_shown;  // burst `shown` - 1 appears
  bool aw_taken;
  bool w_shown;  // beat `beat` of burst `filling` appears
  bool w_taken;
  bool completed;  // burst `completed` - 1
  bool b_shown;    // the response of burst b_burst appears
  bool b_late;     // that of a burst of before a reset is here
  uint32_t w_burst;
  uint32_t beat;
  uint32_t b_burst;
};

// The unit was reset. Bursts that are complete may still be answered, before another one's address or data is taken.
void events_bursts_reset(struct events_bursts *bursts);

// No room for another burst: AWREADY is low whatever the settings are.
bool events_bursts_full(const struct events_bursts *bursts);

// The next beat: burst *burst, beat *beat. False if it belongs to a burst that was not shown yet.
bool events_bursts_next_beat(const struct events_bursts *bursts, uint32_t *burst, uint32_t *beat);

// The address channel of a cycle, which comes first: true if a burst was shown.
bool events_bursts_show(struct events_bursts *bursts, const struct dut_bus *bus);

// The rest of the cycle.
struct events_bus_cycle events_bursts_step(struct events_bursts *bursts, const struct spu_in *in,
                                           const struct dut_bus *bus, bool shown);

#endif  // TB_UNIT_STIMULUS_EVENTS_EVENTS_BURSTS_H
