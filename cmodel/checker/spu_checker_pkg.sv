// Made by scripts/generate.py from rtl/data/pins.toml.
// SPDX-License-Identifier: Apache-2.0
//
// The ports of spu_top, as spu_checker passes them to C in one call, each with the largest size of any configuration.

package spu_checker_pkg;

  import spu_pins_pkg::*;

  typedef struct packed {
    sysreg_req_t sysreg_i;
    sysreg_rsp_t sysreg_o;
    pe_t pe_i;
    logic [7:0] dispatch_valid_i;
    logic [7:0][63:0] dispatch_pc_i;
    logic [15:0] dispatch_empty_i;
    logic mark_valid_o;
    logic [2:0] mark_slot_o;
    logic [1:0] mark_tag_o;
    logic profiling_enabled_o;
    op_t [3:0] op_i;
    logic [1:0] alt_clock_i;
    logic [63:0] time_i;
    logic xlate_ready_i;
    xlate_req_t xlate_o;
    xlate_rsp_t xlate_i;
    axi_aw_t axi_aw_o;
    logic axi_awready_i;
    logic axi_wvalid_o;
    logic axi_wlast_o;
    logic [63:0] axi_wstrb_o;
    logic [63:0][7:0] axi_wdata_o;
    logic axi_wready_i;
    axi_b_t axi_b_i;
    logic axi_bready_o;
    logic psb_valid_i;
    logic [3:0] psb_older_i;
    logic psb_done_o;
    logic dsb_valid_i;
    logic dsb_done_o;
    logic [63:0][3:0] pmu_event_i;
    pmu_events_t pmu_o;
    logic pmbirq_o;
    profiling_exception_t exception_o;
    logic pmuirq_o;
    profiling_exception_t pmu_exception_o;
    logic cti_pmu_overflow_o;
    logic cti_spe_sample_o;
    logic serror_o;
    trace_t trace_o;
    filter_controls_t filter_o;
    vif_t vif_o;
  } pins_t;

endpackage
