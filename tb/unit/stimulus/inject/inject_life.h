// SPDX-License-Identifier: Apache-2.0
//
// State that injections aim at, beyond the operations and records in the tracker: bus, barriers, interrupt.
#ifndef TB_UNIT_STIMULUS_INJECT_INJECT_LIFE_H
#define TB_UNIT_STIMULUS_INJECT_INJECT_LIFE_H

#include "unit/dut/tracker.h"

// Moments in the life of a sample.
enum inject_moment {
  INJECT_MARK,      // a sample was marked
  INJECT_FINISH,    // its operation finished
  INJECT_DECISION,  // it was decided and left its tag
  INJECT_START,     // its record is about to be written
  INJECT_MOMENTS
};

struct inject_life {
  bool asked;          // a translation is requested and not accepted
  uint64_t asked_va;   // address of the last accepted translation
  bool address_waits;  // an AXI address is offered and not accepted
  int32_t beats_left;  // beats left of accepted addresses; negative: beats accepted before their address
  bool psb;            // a barrier is requested and not done
  bool dsb;
  bool irq;     // PMBIRQ
  bool raised;  // PMBIRQ rose in the last cycle
};

// Takes one cycle. All zero after a reset.
void inject_life_step(struct inject_life *life, const struct spu_in *in, const struct spu_out *out,
                      const struct spu_vif *vif, const struct dut_bus *bus);

// Whether any sample was at this moment in the last cycle.
bool inject_life_is(const struct tracker *tracker, enum inject_moment moment);

// True if no record is being written and every burst has its response.
static inline bool inject_life_quiet(const struct tracker *tracker)
{
  return tracker->now.waiting == 0 && !tracker->now.writing && tracker->outstanding == 0;
}

#endif  // TB_UNIT_STIMULUS_INJECT_INJECT_LIFE_H
