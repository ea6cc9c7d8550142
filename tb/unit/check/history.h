// SPDX-License-Identifier: Apache-2.0
//
// Turns the pins and outputs of each cycle into the events that a mismatch report shows.
#ifndef TB_UNIT_CHECK_HISTORY_H
#define TB_UNIT_CHECK_HISTORY_H

#include "unit/check/event_ring.h"
#include "unit/dut/tracker.h"

// All zero is the history of a unit in reset.
struct history {
  struct event_ring ring;
  // Values of the previous cycle.
  bool psb_valid;
  bool dsb_valid;
  bool pmbirq;
  bool pmuirq;
  uint8_t pe_state;
};

// Pushes the events of one cycle. Call after tracker_step().
void history_step(struct history *history, const struct tracker *tracker, uint64_t cycle,
                  const struct spu_in *in, const struct spu_out *out, const struct spu_vif *vif);

#endif  // TB_UNIT_CHECK_HISTORY_H
