// SPDX-License-Identifier: Apache-2.0
//
// What core_top has beside the ports of tb_top: the core's bus, the port of the register window, and the core's own
// trace. As at the unit's pins, what is driven before a rising edge is there from then on, and outputs are those of
// that cycle.
#ifndef TB_CORES_CORE_DUT_H
#define TB_CORES_CORE_DUT_H

#include "cores/core_trace.h"
#include "unit/dut/dut.h"

#ifdef __cplusplus
extern "C" {
#endif

// Of the cycle that the next dut_clock() begins.
void core_dut_drive(struct dut *dut, const struct core_in *in);

// After dut_clock(): outputs of the cycle, and what the core's trace says of the cycle before. Every member is written.
void core_dut_read(struct dut *dut, struct core_out *out, struct core_events *events);

// After dut_clock(): puts the pins that the core and the window drive into *in, as the unit has them.
void core_dut_join(struct dut *dut, struct spu_in *in);

#ifdef __cplusplus
}
#endif

#endif  // TB_CORES_CORE_DUT_H
