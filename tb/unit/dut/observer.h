// SPDX-License-Identifier: Apache-2.0
//
// Observers of a run, such as coverage and the recorder of events.
#ifndef TB_UNIT_DUT_OBSERVER_H
#define TB_UNIT_DUT_OBSERVER_H

#include "unit/dut/tracker.h"

// Sees each cycle's pins and outputs before the model does: spu_peek_register() of the checker's model gives the
// values of the start of the cycle. The tracker has already taken this cycle.
struct observer {
  void *context;
  void (*step)(void *context, uint64_t cycle, const struct spu_in *in, const struct spu_out *out,
               const struct spu_vif *vif, const struct dut_bus *bus, const struct tracker *tracker);
  // The unit was reset before this cycle. Null if the observer need not know.
  void (*reset)(void *context, uint64_t cycle, const struct dut_reset_shape *shape);
};

#endif  // TB_UNIT_DUT_OBSERVER_H
