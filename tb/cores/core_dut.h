// SPDX-License-Identifier: Apache-2.0
//
// The ports that core_top has in addition to those of tb_top: the core's bus, the port of the MMIO bridge, and the
// core's own trace. As at the unit's pins, inputs driven before a rising edge act from then on, and outputs belong to
// that cycle.
#ifndef TB_CORES_CORE_DUT_H
#define TB_CORES_CORE_DUT_H

#include "cores/core_trace.h"
#include "unit/dut/dut.h"

#ifdef __cplusplus
extern "C" {
#endif

// Drives the inputs of the cycle that the next dut_clock() begins.
void core_dut_drive(struct dut *dut, const struct core_in *in);

// After dut_clock(): outputs of the cycle, and the core's trace of the previous cycle. Every member is written.
void core_dut_read(struct dut *dut, struct core_out *out, struct core_events *events);

// After dut_clock(): copies the pins that the core and the bridge drive, as the unit sees them, to *in.
void core_dut_join(struct dut *dut, struct spu_in *in);

#ifdef __cplusplus
}
#endif

#endif  // TB_CORES_CORE_DUT_H
