// SPDX-License-Identifier: Apache-2.0
//
// The unit beside a core. It has the ports of tb_top, but the core drives these inputs:
//
//   sysreg, psb, dsb                software on the core, through spu_mmio
//   pe_i.el, dispatch, op, psb_older, pmu_event
//                                   the core, through its adapter
//
// The testbench drives all others; its values at the inputs above are ignored.
//
// unit_* are the unit's pins in this cycle, for the model. Inputs of the core and of the bridge are registered like
// those of tb_top: values driven before a rising edge act from that edge. core_trace_o is the core's trace of the
// previous cycle, whose pins reach the unit in this one.

`ifndef SPU_CONFIG
  `define SPU_CONFIG ConfigBase
`endif

module core_top
  import spu_pins_pkg::*;
  import spu_pkg::*;
#(
  parameter config_t Cfg = spu_config_pkg::`SPU_CONFIG
) (
  input  logic        clk_i,
  input  logic        rst_ni,

  // tb_top
  input  sysreg_req_t sysreg_i,
  output sysreg_rsp_t sysreg_o,
  input  pe_t         pe_i,
  input  logic [MaxDispatchWidth-1:0] dispatch_valid_i,
  input  logic [63:0]                 dispatch_pc_i [MaxDispatchWidth],
  input  logic [15:0]                 dispatch_empty_i,
  output logic                        mark_valid_o,
  output logic [SlotWidth-1:0]        mark_slot_o,
  output logic [TagWidth-1:0]         mark_tag_o,
  input  op_t         op_i [MaxInFlight],
  input  logic [1:0]  alt_clock_i,
  input  logic [63:0] time_i,
  output xlate_req_t  xlate_o,
  input  logic        xlate_ready_i,
  input  xlate_rsp_t  xlate_i,
  output axi_aw_t                       axi_aw_o,
  input  logic                          axi_awready_i,
  output logic                          axi_wvalid_o,
  output logic [Cfg.AxiDataWidth-1:0]   axi_wdata_o,
  output logic [Cfg.AxiDataWidth/8-1:0] axi_wstrb_o,
  output logic                          axi_wlast_o,
  input  logic                          axi_wready_i,
  input  axi_b_t                        axi_b_i,
  output logic                          axi_bready_o,
  input  logic        psb_valid_i,
  input  logic [MaxInFlight-1:0] psb_older_i,
  output logic        psb_done_o,
  input  logic        dsb_valid_i,
  output logic        dsb_done_o,
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
  output vif_t        vif_o,

  // the pins that the core drives, at the unit
  output logic        unit_sysreg_valid_o,
  output logic        unit_sysreg_write_o,
  output logic [15:0] unit_sysreg_addr_o,
  output logic [63:0] unit_sysreg_wdata_o,
  output logic [1:0]  unit_el_o,
  output logic        unit_dispatch_valid_o,
  output logic [63:0] unit_dispatch_pc_o,
  output logic [15:0] unit_dispatch_empty_o,
  output op_t         unit_op_o [MaxInFlight],
  output logic        unit_psb_valid_o,
  output logic [MaxInFlight-1:0] unit_psb_older_o,
  output logic        unit_dsb_valid_o,
  output logic [MaxPmuEvents-1:0][3:0] unit_pmu_event_o,

  // the core's bus, the bridge's port behind it, and the timer
  input  core_trace_pkg::host_in_t  host_i,
  output core_trace_pkg::host_out_t host_o,

  output core_trace_pkg::events_t core_trace_o
);

  // As in tb_top: reset ends at the first rising edge with rst_ni high.
  logic rst_nq;
  initial rst_nq = 1'b0;
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) rst_nq <= 1'b0;
    else         rst_nq <= 1'b1;
  end

  // -------------------------------------------------------------------------------------------------------
  // The core

  logic [1:0]                    core_el;
  logic                          core_dispatch_valid;
  logic [63:0]                   core_dispatch_pc;
  logic [15:0]                   core_dispatch_empty;
  op_t                           core_op [MaxInFlight];
  logic [MaxInFlight-1:0]        core_psb_older;
  logic [MaxPmuEvents-1:0][3:0]  core_pmu_event;
  ariane_axi::req_t              bus_req;
  ariane_axi::resp_t             bus_rsp;
  core_trace_pkg::host_in_t      host_q;
  logic                          mmio_ready, mmio_done, mmio_error;
  logic [63:0]                   mmio_rdata;
  logic                          pmbirq_q;
  core_trace_pkg::events_t       core_trace;

  always_comb begin
    bus_rsp          = '0;
    bus_rsp.ar_ready = host_q.ar_ready;
    bus_rsp.r_valid  = host_q.r_valid;
    bus_rsp.r.id     = host_q.r_id;
    bus_rsp.r.data   = host_q.r_data;
    bus_rsp.r.resp   = host_q.r_resp;
    bus_rsp.r.last   = host_q.r_last;
    bus_rsp.aw_ready = host_q.aw_ready;
    bus_rsp.w_ready  = host_q.w_ready;
    bus_rsp.b_valid  = host_q.b_valid;
    bus_rsp.b.id     = host_q.b_id;
    bus_rsp.b.resp   = host_q.b_resp;
  end

  cva6_host #(
    .Cfg(Cfg)
  ) u_host (
    .clk_i,
    .rst_ni          (rst_nq),
    .el_o            (core_el),
    .dispatch_valid_o(core_dispatch_valid),
    .dispatch_pc_o   (core_dispatch_pc),
    .dispatch_empty_o(core_dispatch_empty),
    .mark_valid_i    (mark_valid_o),
    .mark_tag_i      (mark_tag_o),
    .op_o            (core_op),
    .psb_older_o     (core_psb_older),
    .pmu_event_o     (core_pmu_event),
    .external_irq_i  (pmbirq_q),
    .timer_irq_i     (host_q.timer_irq),
    .axi_req_o       (bus_req),
    .axi_resp_i      (bus_rsp),
    .trace_o         (core_trace)
  );

  always_comb begin
    host_o.ar_valid   = bus_req.ar_valid;
    host_o.ar_id      = bus_req.ar.id;
    host_o.ar_addr    = bus_req.ar.addr;
    host_o.ar_len     = bus_req.ar.len;
    host_o.ar_lock    = bus_req.ar.lock;
    host_o.r_ready    = bus_req.r_ready;
    host_o.aw_valid   = bus_req.aw_valid;
    host_o.aw_id      = bus_req.aw.id;
    host_o.aw_addr    = bus_req.aw.addr;
    host_o.aw_lock    = bus_req.aw.lock;
    host_o.aw_atop    = bus_req.aw.atop;
    host_o.w_valid    = bus_req.w_valid;
    host_o.w_data     = bus_req.w.data;
    host_o.w_strb     = bus_req.w.strb;
    host_o.b_ready    = bus_req.b_ready;
    host_o.mmio_ready = mmio_ready;
    host_o.mmio_done  = mmio_done;
    host_o.mmio_error = mmio_error;
    host_o.mmio_rdata = mmio_rdata;
  end

  // -------------------------------------------------------------------------------------------------------
  // The bridge. Its accesses come from EL1: only the supervisor's page tables map it.

  sysreg_req_t mmio_sysreg;
  logic [1:0]  mmio_el;
  logic        mmio_psb_valid, mmio_dsb_valid;

  spu_mmio #(
    .DataWidth(64)
  ) u_mmio (
    .clk_i,
    .rst_ni     (rst_nq),
    .req_valid_i(host_q.mmio_valid),
    .req_ready_o(mmio_ready),
    .req_write_i(host_q.mmio_write),
    .req_addr_i (host_q.mmio_addr),
    .req_wdata_i(host_q.mmio_wdata),
    .req_strb_i (host_q.mmio_strb),
    .req_el_i   (EL1),
    .rsp_valid_o(mmio_done),
    .rsp_ready_i(1'b1),
    .rsp_error_o(mmio_error),
    .rsp_rdata_o(mmio_rdata),
    .grant_i    (!core_dispatch_valid || core_el == EL1),
    .el_o       (mmio_el),
    .sysreg_o   (mmio_sysreg),
    .sysreg_i   (sysreg_o),
    .psb_valid_o(mmio_psb_valid),
    .psb_done_i (psb_done_o),
    .dsb_valid_o(mmio_dsb_valid),
    .dsb_done_i (dsb_done_o)
  );

  // -------------------------------------------------------------------------------------------------------
  // The unit

  pe_t                          pe;
  logic [MaxDispatchWidth-1:0]  dispatch_valid;
  logic [63:0]                  dispatch_pc [MaxDispatchWidth];

  always_comb begin
    pe    = pe_i;
    pe.el = mmio_sysreg.valid ? mmio_el : core_el;
    dispatch_valid    = '0;
    dispatch_valid[0] = core_dispatch_valid;
    for (int unsigned n = 0; n < MaxDispatchWidth; n++) dispatch_pc[n] = '0;
    dispatch_pc[0]    = core_dispatch_pc;
  end

  tb_top #(
    .Cfg(Cfg)
  ) u_tb (
    .clk_i,
    .rst_ni,
    .sysreg_i        (mmio_sysreg),
    .pe_i            (pe),
    .dispatch_valid_i(dispatch_valid),
    .dispatch_pc_i   (dispatch_pc),
    .dispatch_empty_i(core_dispatch_empty),
    .op_i            (core_op),
    // The input registers hold a request one cycle longer than the bridge.
    .psb_valid_i(mmio_psb_valid && !psb_done_o),
    .psb_older_i(core_psb_older),
    .dsb_valid_i(mmio_dsb_valid && !dsb_done_o),
    .pmu_event_i(core_pmu_event),
    .sysreg_o, .mark_valid_o, .mark_slot_o, .mark_tag_o, .alt_clock_i, .time_i, .xlate_o, .xlate_ready_i,
    .xlate_i, .axi_aw_o,
    .axi_awready_i, .axi_wvalid_o, .axi_wdata_o, .axi_wstrb_o, .axi_wlast_o, .axi_wready_i, .axi_b_i, .axi_bready_o,
    .psb_done_o, .dsb_done_o, .pmu_o, .pmbirq_o, .exception_o, .pmuirq_o, .pmu_exception_o, .cti_pmu_overflow_o,
    .cti_spe_sample_o, .serror_o, .profiling_enabled_o, .filter_o, .trace_o, .vif_o
  );

  always_comb begin
    unit_sysreg_valid_o   = u_tb.sysreg_q.valid;
    unit_sysreg_write_o   = u_tb.sysreg_q.write;
    unit_sysreg_addr_o    = u_tb.sysreg_q.addr;
    unit_sysreg_wdata_o   = u_tb.sysreg_q.wdata;
    unit_el_o             = u_tb.pe_q.el;
    unit_dispatch_valid_o = u_tb.dispatch_valid_q[0];
    unit_dispatch_pc_o    = u_tb.dispatch_pc_q[0];
    unit_dispatch_empty_o = u_tb.dispatch_empty_q;
    for (int unsigned tag = 0; tag < MaxInFlight; tag++) unit_op_o[tag] = '0;
    for (int unsigned tag = 0; tag < Cfg.InFlight; tag++) unit_op_o[tag] = u_tb.op_q[tag];
    unit_psb_valid_o      = u_tb.psb_valid_q;
    unit_psb_older_o      = MaxInFlight'(u_tb.psb_older_q);
    unit_dsb_valid_o      = u_tb.dsb_valid_q;
    unit_pmu_event_o      = u_tb.pmu_event_q;
  end

  always_ff @(posedge clk_i) begin
    host_q       <= host_i;
    pmbirq_q     <= pmbirq_o;
    core_trace_o <= core_trace;
  end

  // The testbench's values at pins that the core drives.
  logic unused;
  assign unused = ^{sysreg_i, dispatch_valid_i, psb_valid_i, psb_older_i, dsb_valid_i, pmu_event_i,
                    op_i[0].issued, dispatch_pc_i[0][0], dispatch_empty_i};

endmodule
