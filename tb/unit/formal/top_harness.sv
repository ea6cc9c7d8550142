// SPDX-License-Identifier: Apache-2.0
//
// The whole unit, with an arbitrary core, registers and memory.

module top_harness
  import spu_pins_pkg::*;
  import spu_pkg::*;
  import spu_config_pkg::*;
  import formal_config_pkg::*;
#(
  localparam config_t Cfg = `FORMAL_CONFIG
) (
  input logic                                clk_i,
  input sysreg_req_t                         sysreg_i,
  input pe_t                                 pe_i,
  input logic [Cfg.DispatchWidth-1:0]        dispatch_valid_i,
  input logic [Cfg.DispatchWidth-1:0][63:0]  dispatch_pc_i,
  input logic [15:0]                         dispatch_empty_i,
  input op_t [Cfg.InFlight-1:0]              op_i,
  input logic [1:0]                          alt_clock_i,
  input logic [63:0]                         time_i,
  input logic                                xlate_ready_i,
  input xlate_rsp_t                          xlate_i,
  input logic                                axi_awready_i,
  input logic                                axi_wready_i,
  input axi_b_t                              axi_b_i,
  input logic                                psb_valid_i,
  input logic [Cfg.InFlight-1:0]             psb_older_i,
  input logic                                dsb_valid_i,
  input logic [MaxPmuEvents-1:0][3:0]        pmu_event_i
);

  logic rst_ni = 1'b0;
  always_ff @(posedge clk_i) rst_ni <= 1'b1;

  logic mark_valid, pmbirq;

  spu_top #(
    .Cfg(Cfg)
  ) u_spu_top (
    .clk_i,
    .rst_ni,
    .sysreg_i,
    .sysreg_o           (),
    .pe_i,
    .dispatch_valid_i,
    .dispatch_pc_i,
    .dispatch_empty_i,
    .mark_valid_o       (mark_valid),
    .mark_slot_o        (),
    .mark_tag_o         (),
    .op_i,
    .alt_clock_i,
    .time_i,
    .xlate_o            (),
    .xlate_ready_i,
    .xlate_i,
    .axi_aw_o           (),
    .axi_awready_i,
    .axi_wvalid_o       (),
    .axi_wdata_o        (),
    .axi_wstrb_o        (),
    .axi_wlast_o        (),
    .axi_wready_i,
    .axi_b_i,
    .axi_bready_o       (),
    .psb_valid_i,
    .psb_older_i,
    .psb_done_o         (),
    .dsb_valid_i,
    .dsb_done_o         (),
    .pmu_o              (),
    .pmu_event_i,
    .pmbirq_o           (pmbirq),
    .exception_o        (),
    .pmuirq_o           (),
    .pmu_exception_o    (),
    .cti_pmu_overflow_o (),
    .cti_spe_sample_o   (),
    .serror_o           (),
    .profiling_enabled_o(),
    .filter_o           (),
    .trace_o            (),
    .vif_o              ()
  );

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      // Needs writes of PMBLIMITR_EL1, PMSCR_EL1 and PMSIRR_EL1 first.
      Marks_C: cover (mark_valid);
      Interrupts_C: cover (pmbirq);
    end
  end

endmodule
