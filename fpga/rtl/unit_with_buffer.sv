// SPDX-License-Identifier: Apache-2.0
//
// spu_top with the memory that its records go to, and a translation that finds it at BufferBase. What is left are the
// pins of a core: registers, dispatch, mark, op, barriers. They are spu_top's own, without a register between.
//
// The buffer memory has a port for whoever reads the records: a word is there in the cycle after its address.

module unit_with_buffer
  import spu_pins_pkg::*;
  import spu_pkg::*;
#(
  parameter config_t Cfg,
  parameter int unsigned BufferBytes,
  parameter logic [63:0] BufferBase = '0,
  localparam int unsigned W = Cfg.DispatchWidth
) (
  input  logic                             clk_i,
  input  logic                             rst_ni,

  // registers, and the PE
  input  sysreg_req_t                      sysreg_i,
  output sysreg_rsp_t                      sysreg_o,
  input  pe_t                              pe_i,
  input  logic [63:0]                      time_i,

  // operations
  input  logic [W-1:0]                     dispatch_valid_i,
  input  logic [W-1:0][63:0]               dispatch_pc_i,
  output logic                             mark_valid_o,
  output logic [SlotWidth-1:0]             mark_slot_o,
  output logic [TagWidth-1:0]              mark_tag_o,
  input  op_t [Cfg.InFlight-1:0]           op_i,

  // barriers
  input  logic                             psb_valid_i,
  input  logic [Cfg.InFlight-1:0]          psb_older_i,
  output logic                             psb_done_o,
  input  logic                             dsb_valid_i,
  output logic                             dsb_done_o,

  // what it reports
  output pmu_events_t                      pmu_o,
  output logic                             pmbirq_o,
  output logic                             serror_o,

  // the buffer memory
  input  logic                             buffer_we_i,
  input  logic [$clog2(BufferBytes/8)-1:0] buffer_addr_i,  // of a word of 64 bits
  input  logic [63:0]                      buffer_wdata_i,
  output logic [63:0]                      buffer_rdata_o
);

  xlate_req_t                    xlate_req;
  xlate_rsp_t                    xlate_rsp;
  logic                          xlate_ready;
  axi_aw_t                       aw;
  axi_b_t                        b;
  logic                          awready, wvalid, wlast, wready, bready;
  logic [Cfg.AxiDataWidth-1:0]   wdata;
  logic [Cfg.AxiDataWidth/8-1:0] wstrb;

  xlate_identity #(
    .Bytes(BufferBytes),
    .Base (BufferBase)
  ) u_xlate_identity (
    .clk_i,
    .rst_ni,
    .xlate_i      (xlate_req),
    .xlate_ready_o(xlate_ready),
    .xlate_o      (xlate_rsp)
  );

  buffer_ram #(
    .AxiDataWidth(Cfg.AxiDataWidth),
    .Bytes       (BufferBytes)
  ) u_buffer_ram (
    .clk_i,
    .rst_ni,
    .axi_aw_i     (aw),
    .axi_awready_o(awready),
    .axi_wvalid_i (wvalid),
    .axi_wdata_i  (wdata),
    .axi_wstrb_i  (wstrb),
    .axi_wlast_i  (wlast),
    .axi_wready_o (wready),
    .axi_b_o      (b),
    .axi_bready_i (bready),
    .host_we_i    (buffer_we_i),
    .host_addr_i  (buffer_addr_i),
    .host_wdata_i (buffer_wdata_i),
    .host_rdata_o (buffer_rdata_o)
  );

  spu_top #(
    .Cfg(Cfg)
  ) u_spu_top (
    .clk_i,
    .rst_ni,
    .sysreg_i,
    .sysreg_o,
    .pe_i,
    .dispatch_valid_i,
    .dispatch_pc_i,
    .mark_valid_o,
    .mark_slot_o,
    .mark_tag_o,
    .op_i,
    .alt_clock_i         ('0),
    .time_i,
    .xlate_o             (xlate_req),
    .xlate_ready_i       (xlate_ready),
    .xlate_i             (xlate_rsp),
    .axi_aw_o            (aw),
    .axi_awready_i       (awready),
    .axi_wvalid_o        (wvalid),
    .axi_wdata_o         (wdata),
    .axi_wstrb_o         (wstrb),
    .axi_wlast_o         (wlast),
    .axi_wready_i        (wready),
    .axi_b_i             (b),
    .axi_bready_o        (bready),
    .psb_valid_i,
    .psb_older_i,
    .psb_done_o,
    .dsb_valid_i,
    .dsb_done_o,
    .pmu_o,
    .pmu_event_i         ('0),
    .pmbirq_o,
    .exception_o         (),
    .pmuirq_o            (),
    .pmu_exception_o     (),
    .cti_pmu_overflow_o  (),
    .cti_spe_sample_o    (),
    .serror_o,
    .profiling_enabled_o (),
    .filter_o            (),
    .trace_o             (),
    .vif_o               ()
  );

endmodule
