// SPDX-License-Identifier: Apache-2.0
//
// The Verilated unit behind a C interface. A cycle is: dut_clock() with the cycle's inputs, then dut_read() of every
// output those inputs cause. Only this block knows Verilator.
#ifndef TB_UNIT_DUT_DUT_H
#define TB_UNIT_DUT_DUT_H

#include "gen/pins.h"  // struct dut_bus: outputs to the environment
#include "spu.h"

#ifdef __cplusplus
extern "C" {
#endif

struct dut;

// A unit in reset, of the configuration this program was built for. Null if out of memory.
struct dut *dut_create(void);
void dut_destroy(struct dut *dut);

// Name of that configuration ("base").
const char *dut_config_name(void);

// What stands for the RTL: a netlist ("generic", "ecp5", "ice40"), or "" if nothing does.
const char *dut_netlist_name(void);

// How a reset was asserted.
struct dut_reset_shape {
  bool from_low;   // while the clock was low; else with its rising edge
  bool idle;       // with idle inputs; else with those of the cycle before
  unsigned edges;  // rising edges that came while it was asserted, 0 .. 4
};

// Ends the previous cycle and asserts reset for one or more cycles: each reset in its own way, the
// same in every run. The next dut_clock() is the first cycle without reset.
struct dut_reset_shape dut_reset(struct dut *dut);

// The rising edge that ends the cycle before, then the inputs of the cycle that it begins: outputs settle.
void dut_clock(struct dut *dut, const struct spu_in *in);

// Outputs after dut_clock(). Every member is written and padding is not, so that structs that were zeroed
// once can be compared with memcmp. Of an array of bytes, those that the configuration does not have are not
// written either.
void dut_read(const struct dut *dut, struct spu_out *out, struct spu_vif *vif, struct dut_bus *bus);

// File and line of the first RTL assertion that failed, and its label if the source can be read
// ("rtl/spu_record.sv:154 (BankIsFree_A)"); null if none has failed. A cycle's assertions are checked at its
// end, so in the next dut_clock() or dut_reset().
const char *dut_failed_assertion(const struct dut *dut);

#ifdef __cplusplus
}
#endif

#endif  // TB_UNIT_DUT_DUT_H
