// SPDX-License-Identifier: Apache-2.0
//
// What core_top has beside the ports of tb_top: the core's bus, the port of the register window, and the core's own
// trace. As at the unit's pins, what is driven before a rising edge is there from then on, and outputs are those of
// that cycle.
#ifndef TB_CORE_CORE_DUT_H
#define TB_CORE_CORE_DUT_H

#include "core/core_trace.h"
#include "dut/dut.h"

#ifdef __cplusplus
extern "C" {
#endif

// What the testbench drives.
struct core_in {
  // AXI4, the subordinate's side
  bool ar_ready;
  bool r_valid;
  uint8_t r_id;
  uint64_t r_data;
  uint8_t r_resp;
  bool r_last;
  bool aw_ready;
  bool w_ready;
  bool b_valid;
  uint8_t b_id;
  uint8_t b_resp;
  // the window's requests
  bool window_valid;
  bool window_write;
  uint32_t window_addr;
  uint64_t window_wdata;
  uint8_t window_strb;
  // the machine timer's interrupt
  bool timer_irq;
};

// What the core and the window drive.
struct core_out {
  bool ar_valid;
  uint8_t ar_id;
  uint64_t ar_addr;
  uint8_t ar_len;
  bool ar_lock;
  bool r_ready;
  bool aw_valid;
  uint8_t aw_id;
  uint64_t aw_addr;
  bool aw_lock;
  uint8_t aw_atop;
  bool w_valid;
  uint64_t w_data;
  uint8_t w_strb;
  bool b_ready;
  bool window_ready;
  bool window_done;
  bool window_error;
  uint64_t window_rdata;
};

// Of the cycle that the next dut_clock() begins.
void core_dut_drive(struct dut *dut, const struct core_in *in);

// After dut_clock(): outputs of the cycle, and what the core's trace says of the cycle before. Every member is written.
void core_dut_read(struct dut *dut, struct core_out *out, struct core_events *events);

// After dut_clock(): puts the pins that the core and the window drive into *in, as the unit has them.
void core_dut_join(struct dut *dut, struct spu_in *in);

#ifdef __cplusplus
}
#endif

#endif  // TB_CORE_CORE_DUT_H
