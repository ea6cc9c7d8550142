// SPDX-License-Identifier: Apache-2.0
//
// The testbench's top: spu_top with its inputs registered. The unit sees an input from the rising edge that samples it.
// Only reset is combinational from an input of this module, so Verilator evaluates the unit once per cycle, at the
// edge. pins.def, which scripts/facts/pins.py generates, maps C fields to these ports. The macro SPU_CONFIG selects the
// configuration (a row of spu_config_pkg). The macro SPU_NETLIST replaces the unit with the module of that name, a
// netlist of spu_top, which has no parameter.

`ifndef SPU_CONFIG
  `define SPU_CONFIG ConfigBase
`endif

module tb_top
  import spu_pins_pkg::*;
  import spu_pkg::*;
#(
  parameter config_t Cfg = spu_config_pkg::`SPU_CONFIG
) (
  input  logic        clk_i,
  input  logic        rst_ni,

  // sysreg
  input  sysreg_req_t sysreg_i,
  output sysreg_rsp_t sysreg_o,

  // pe
  input  pe_t         pe_i,

  // dispatch, at the largest width of any configuration
  input  logic [MaxDispatchWidth-1:0] dispatch_valid_i,
  input  logic [63:0]                 dispatch_pc_i [MaxDispatchWidth],
  input  logic [15:0]                 dispatch_empty_i,
  output logic                        mark_valid_o,
  output logic [SlotWidth-1:0]        mark_slot_o,
  output logic [TagWidth-1:0]         mark_tag_o,

  // op, with the most tags of any configuration
  input  op_t         op_i [MaxInFlight],
  input  logic [1:0]  alt_clock_i,

  // time
  input  logic [63:0] time_i,

  // xlate
  output xlate_req_t  xlate_o,
  input  logic        xlate_ready_i,
  input  xlate_rsp_t  xlate_i,

  // axi
  output axi_aw_t                       axi_aw_o,
  input  logic                          axi_awready_i,
  output logic                          axi_wvalid_o,
  output logic [Cfg.AxiDataWidth-1:0]   axi_wdata_o,
  output logic [Cfg.AxiDataWidth/8-1:0] axi_wstrb_o,
  output logic                          axi_wlast_o,
  input  logic                          axi_wready_i,
  input  axi_b_t                        axi_b_i,
  output logic                          axi_bready_o,

  // barrier
  input  logic        psb_valid_i,
  input  logic [MaxInFlight-1:0] psb_older_i,
  output logic        psb_done_o,
  input  logic        dsb_valid_i,
  output logic        dsb_done_o,

  // pmu, trace, irq
  input  logic [MaxPmuEvents-1:0][3:0] pmu_event_i,
  output pmu_events_t                  pmu_o,
  output logic                         pmbirq_o,
  output profiling_exception_t         exception_o,
  output logic                         pmuirq_o,
  output profiling_exception_t         pmu_exception_o,
  output logic                         cti_pmu_overflow_o,
  output logic                         cti_spe_sample_o,
  output logic                         serror_o,
  output logic                         profiling_enabled_o,
  output filter_controls_t             filter_o,
  output trace_t                       trace_o,

  // vif
  output vif_t        vif_o
);

  // Reset asserts asynchronously and is released by the first rising edge with rst_ni high.
  logic rst_nq;
  initial rst_nq = 1'b0;
  always @(posedge clk_i or negedge rst_ni) begin  // not always_ff: it has an initial value
    if (!rst_ni) rst_nq <= 1'b0;
    else         rst_nq <= 1'b1;
  end

  sysreg_req_t                                sysreg_q;
  pe_t                                        pe_q;
  logic        [Cfg.DispatchWidth-1:0]        dispatch_valid_q;
  logic        [Cfg.DispatchWidth-1:0][63:0]  dispatch_pc_q;
  logic        [15:0]                         dispatch_empty_q;
  op_t         [Cfg.InFlight-1:0]             op_q;
  logic        [1:0]                          alt_clock_q;
  logic        [63:0]                         time_q;
  logic                                       xlate_ready_q;
  xlate_rsp_t                                 xlate_q;
  logic                                       axi_awready_q, axi_wready_q;
  axi_b_t                                     axi_b_q;
  logic                                       psb_valid_q, dsb_valid_q;
  logic        [Cfg.InFlight-1:0]             psb_older_q;
  logic        [MaxPmuEvents-1:0][3:0]        pmu_event_q;

  always_ff @(posedge clk_i) begin
    sysreg_q          <= sysreg_i;
    pe_q              <= pe_i;
    dispatch_valid_q  <= dispatch_valid_i[Cfg.DispatchWidth-1:0];
    for (int unsigned slot = 0; slot < Cfg.DispatchWidth; slot++) dispatch_pc_q[slot] <= dispatch_pc_i[slot];
    dispatch_empty_q  <= dispatch_empty_i;
    for (int unsigned tag = 0; tag < Cfg.InFlight; tag++) op_q[tag] <= op_i[tag];
    alt_clock_q       <= alt_clock_i;
    time_q            <= time_i;
    xlate_ready_q <= xlate_ready_i;
    xlate_q       <= xlate_i;
    axi_awready_q     <= axi_awready_i;
    axi_wready_q      <= axi_wready_i;
    axi_b_q           <= axi_b_i;
    psb_valid_q       <= psb_valid_i;
    psb_older_q       <= psb_older_i[Cfg.InFlight-1:0];
    dsb_valid_q       <= dsb_valid_i;
    pmu_event_q       <= pmu_event_i;
  end

`ifdef SPU_NETLIST
  `SPU_NETLIST u_spu_top (
`else
  spu_top #(
    .Cfg(Cfg)
  ) u_spu_top (
`endif
    .clk_i              (clk_i),
    .rst_ni             (rst_nq),
    .sysreg_i           (sysreg_q),
    .sysreg_o           (sysreg_o),
    .pe_i               (pe_q),
    .dispatch_valid_i   (dispatch_valid_q),
    .dispatch_pc_i      (dispatch_pc_q),
    .dispatch_empty_i   (dispatch_empty_q),
    .mark_valid_o       (mark_valid_o),
    .mark_slot_o        (mark_slot_o),
    .mark_tag_o         (mark_tag_o),
    .op_i               (op_q),
    .alt_clock_i        (alt_clock_q),
    .time_i             (time_q),
    .xlate_o            (xlate_o),
    .xlate_ready_i      (xlate_ready_q),
    .xlate_i            (xlate_q),
    .axi_aw_o           (axi_aw_o),
    .axi_awready_i      (axi_awready_q),
    .axi_wvalid_o       (axi_wvalid_o),
    .axi_wdata_o        (axi_wdata_o),
    .axi_wstrb_o        (axi_wstrb_o),
    .axi_wlast_o        (axi_wlast_o),
    .axi_wready_i       (axi_wready_q),
    .axi_b_i            (axi_b_q),
    .axi_bready_o       (axi_bready_o),
    .psb_valid_i        (psb_valid_q),
    .psb_older_i        (psb_older_q),
    .psb_done_o         (psb_done_o),
    .dsb_valid_i        (dsb_valid_q),
    .dsb_done_o         (dsb_done_o),
    .pmu_o              (pmu_o),
    .pmu_event_i        (pmu_event_q),
    .pmbirq_o           (pmbirq_o),
    .exception_o        (exception_o),
    .pmuirq_o           (pmuirq_o),
    .pmu_exception_o    (pmu_exception_o),
    .cti_pmu_overflow_o (cti_pmu_overflow_o),
    .cti_spe_sample_o   (cti_spe_sample_o),
    .serror_o           (serror_o),
    .profiling_enabled_o(profiling_enabled_o),
    .filter_o           (filter_o),
    .trace_o            (trace_o),
    .vif_o              (vif_o)
  );

  axi_write_rules #(
    .DataWidth(Cfg.AxiDataWidth)
  ) u_axi_write_rules (
    .clk_i,
    .rst_ni       (rst_nq),
    .axi_aw_i     (axi_aw_o),
    .axi_awready_i(axi_awready_q),
    .axi_wvalid_i (axi_wvalid_o),
    .axi_wdata_i  (axi_wdata_o),
    .axi_wstrb_i  (axi_wstrb_o),
    .axi_wlast_i  (axi_wlast_o),
    .axi_wready_i (axi_wready_q)
  );

endmodule
