// SPDX-License-Identifier: Apache-2.0
//
// What an injection is aimed at, beside the operations and records that the tracker follows: what is going on at the
// bus, barriers, the interrupt.
#ifndef TB_UNIT_STIMULUS_INJECT_INJECT_LIFE_H
#define TB_UNIT_STIMULUS_INJECT_INJECT_LIFE_H

#include "unit/dut/tracker.h"

// Moments in the life of a sample.
enum inject_moment {
  INJECT_MARK,     // it was marked
  INJECT_FINISH,   // its operation finished
  INJECT_VERDICT,  // it left its tag
  INJECT_START,    // its record is about to be written
  INJECT_MOMENTS
};

struct inject_life {
  bool asked;          // a translation has been asked for and not taken
  uint64_t asked_va;   // of the last translation taken
  bool address_waits;  // an AXI address is shown and not taken
  int32_t beats_left;  // of bursts whose address was taken; negative: beats taken before their address
  bool psb;            // a barrier was asked for and is not done
  bool dsb;
  bool irq;     // PMBIRQ
  bool raised;  // it rose in the last cycle
};

// One cycle. All zero is a unit in reset.
void inject_life_step(struct inject_life *life, const struct spu_in *in, const struct spu_out *out,
                      const struct spu_vif *vif, const struct dut_bus *bus);

// Whether it was that moment of any sample in the last cycle.
bool inject_life_is(const struct tracker *tracker, enum inject_moment moment);

// Nothing is written and every burst has its response.
static inline bool inject_life_quiet(const struct tracker *tracker)
{
  return tracker->now.waiting == 0 && !tracker->now.writing && tracker->outstanding == 0;
}

#endif  // TB_UNIT_STIMULUS_INJECT_INJECT_LIFE_H
