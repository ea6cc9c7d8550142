// SPDX-License-Identifier: Apache-2.0
//
// Observers of a run, such as coverage and the event recorder.
#ifndef TB_UNIT_DUT_OBSERVER_H
#define TB_UNIT_DUT_OBSERVER_H

#include "unit/dut/tracker.h"

// step() is called after tracker_step() and before the model steps, so spu_peek_register() on the checker's model
// returns values from the start of the cycle.
struct observer {
  void *context;
  void (*step)(void *context, uint64_t cycle, const struct spu_in *in, const struct spu_out *out,
               const struct spu_vif *vif, const struct dut_bus *bus, const struct tracker *tracker);
  // The unit was reset before this cycle. Null if the observer ignores resets.
  void (*reset)(void *context, uint64_t cycle, const struct dut_reset_shape *shape);
};

#endif  // TB_UNIT_DUT_OBSERVER_H
