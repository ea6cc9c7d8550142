// SPDX-License-Identifier: Apache-2.0
//
// The Verilated unit behind a C interface. In each cycle, call dut_clock() with the inputs, then dut_read() for the
// outputs that they cause. Only this folder uses Verilator.
#ifndef TB_UNIT_DUT_DUT_H
#define TB_UNIT_DUT_DUT_H

#include "gen/pins.h"  // struct dut_bus: outputs to the environment
#include "spu.h"

#ifdef __cplusplus
extern "C" {
#endif

struct dut;

// A unit in reset, in the configuration that this program was built for. Null if out of memory.
struct dut *dut_create(void);
void dut_destroy(struct dut *dut);

// Name of the configuration ("base").
const char *dut_config_name(void);

// The netlist that replaces the RTL ("generic", "ecp5", "ice40"), or "" for the RTL.
const char *dut_netlist_name(void);

// How a reset was asserted.
struct dut_reset_shape {
  bool from_low;   // asserted while the clock was low; else at its rising edge
  bool idle;       // with idle inputs; else with the previous cycle's
  unsigned edges;  // rising edges while it was asserted, 0 .. 4
};

// Ends the previous cycle and asserts reset for up to four rising edges; the shape varies from reset to reset and is
// the same in every run. The next dut_clock() is the first cycle without reset.
struct dut_reset_shape dut_reset(struct dut *dut);

// Ends the previous cycle with a rising edge and applies the inputs of the new one; outputs settle.
void dut_clock(struct dut *dut, const struct spu_in *in);

// Reads the outputs after dut_clock(). Writes every member but no padding, so that structs that were zeroed once can be
// compared with memcmp. Elements of byte arrays that the configuration does not have are not written.
void dut_read(const struct dut *dut, struct spu_out *out, struct spu_vif *vif, struct dut_bus *bus);

// File and line of the first RTL assertion that failed, with its label if the source can be read
// ("rtl/spu_record.sv:154 (BankIsFree_A)"); null if none has failed. The next dut_clock() or dut_reset() checks a
// cycle's assertions.
const char *dut_failed_assertion(const struct dut *dut);

#ifdef __cplusplus
}
#endif

#endif  // TB_UNIT_DUT_DUT_H
