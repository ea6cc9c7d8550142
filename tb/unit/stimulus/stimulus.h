// SPDX-License-Identifier: Apache-2.0
//
// The stimulus of a run. In each cycle drive() fills the input pins, the unit is evaluated, observe() gets the outputs,
// and the clock edge follows. A stimulus never looks inside the unit and does not use the model: a run without model
// and checks behaves identically.
#ifndef TB_UNIT_STIMULUS_STIMULUS_H
#define TB_UNIT_STIMULUS_STIMULUS_H

#include "spu.h"
#include "unit/dut/tracker.h"
#include "unit/env/axi_memory.h"
#include "unit/util/error.h"

struct stimulus {
  void *context;
  // Fills every field of *in for cycle number `cycle` (0, 1, ...). *in holds the previous cycle's values.
  void (*drive)(void *context, uint64_t cycle, struct spu_in *in);
  // Adds to *in, after the edge, the pins that a core in the simulator drives. Null: there is no such core.
  void (*joined)(void *context, struct spu_in *in);
  // Takes the outputs of this cycle, after tracker_step(). False (with an error) if the unit broke a bus protocol or
  // the input is bad.
  bool (*observe)(void *context, const struct spu_in *in, const struct spu_out *out,
                  const struct spu_vif *vif, const struct dut_bus *bus, const struct tracker *tracker,
                  struct tb_error *error);
  // True when nothing is left to do; called before each cycle.
  bool (*finished)(const void *context);
  // True if the unit is reset before this cycle; called once before each drive(). The stimulus has then reset its
  // environment (pending translations and bursts), and *in starts from all zero. *tracker is the previous cycle's.
  // Null: never.
  bool (*reset)(void *context, const struct tracker *tracker);
  // The memory at the unit's AXI port, for the checker's comparison of the image.
  struct axi_memory *memory;
};

#endif  // TB_UNIT_STIMULUS_STIMULUS_H
