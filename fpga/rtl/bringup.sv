// SPDX-License-Identifier: Apache-2.0
//
// The unit on an FPGA: spu_top, a player in place of the core, memory and translation for its records, and a serial
// line to a host. Independent of boards; docs/bring-up.md describes the host's view.

module bringup
  import spu_pins_pkg::*;
  import spu_pkg::*;
  import bringup_pkg::*;
#(
  parameter config_t Cfg,
  parameter logic [63:0] ConfigName,         // string literal, at most 8 characters
  parameter int unsigned ClockHz,
  parameter int unsigned Baud,
  parameter int unsigned TraceEntries,       // a power of two, like all sizes
  parameter int unsigned BufferBytes,        // 4096 to 131072
  parameter bit RegisterRow = 1'b0           // op_player
) (
  input  logic       clk_i,
  input  logic       rst_ni,
  input  logic       uart_rx_i,
  output logic       uart_tx_o,
  output logic [7:0] leds_o
);

  localparam int unsigned W = Cfg.DispatchWidth;
  localparam int unsigned AxiBytes = Cfg.AxiDataWidth / 8;
  localparam logic [63:0] Sizes = 64'(ClockHz) << 32 | 64'(AxiBytes) << 24
                                | 64'($clog2(BufferBytes)) << 16 | 64'($clog2(TraceEntries)) << 8 | 64'(W);

  // -------------------------------------------------------------------------------------------------------
  // Host

  localparam int unsigned Divider = (ClockHz + Baud / 2) / Baud;

  logic        request_valid, crc_bad, response_valid, response_ready, reset, unit_rst_n, link_error, running;
  logic        word_we, buffer_we, trace_we;
  request_t    request;  // its address and data are stable until long after its response has begun
  response_t   response;
  logic [15:0] framing_errors, crc_errors;
  logic [63:0] word_rdata, buffer_rdata;
  sysreg_req_t sysreg_req;
  sysreg_rsp_t sysreg_rsp;

  host_link #(
    .Divider(Divider)
  ) u_host_link (
    .clk_i,
    .rst_ni,
    .uart_rx_i,
    .uart_tx_o,
    .request_valid_o (request_valid),
    .crc_bad_o       (crc_bad),
    .request_o       (request),
    .response_valid_i(response_valid),
    .response_i      (response),
    .response_ready_o(response_ready),
    .line_error_o    (link_error),
    .framing_errors_o(framing_errors),
    .crc_errors_o    (crc_errors)
  );

  host_commands #(
    .TraceEntries(TraceEntries),
    .BufferBytes (BufferBytes)
  ) u_host_commands (
    .clk_i,
    .rst_ni,
    .request_valid_i  (request_valid),
    .request_crc_bad_i(crc_bad),
    .request_i        (request),
    .response_valid_o (response_valid),
    .response_o       (response),
    .response_ready_i (response_ready),
    .word_we_o        (word_we),
    .word_rdata_i     (word_rdata),
    .running_i        (running),
    .buffer_we_o      (buffer_we),
    .buffer_rdata_i   (buffer_rdata),
    .trace_we_o       (trace_we),
    .reset_o          (reset),
    .sysreg_o         (sysreg_req),
    .sysreg_i         (sysreg_rsp)
  );

  unit_reset u_unit_reset (
    .clk_i,
    .rst_ni,
    .request_i  (reset),
    .unit_rst_no(unit_rst_n)
  );

  // -------------------------------------------------------------------------------------------------------
  // Player

  logic                    start, stop;
  logic [15:0]             rows, passes;
  logic [31:0]             player_time;
  logic [1:0]              el;
  logic [31:0]             contextidr;
  logic                    psb_valid, psb_done, dsb_valid, dsb_done, pmbirq, serror;
  logic                    drained, serror_seen, done;
  pmu_events_t             pmu;
  logic [$clog2(TraceEntries/W)-1:0] row_addr;
  logic                    hold;
  trace_entry_t [W-1:0]    row;
  logic [W-1:0]            dispatch_valid;
  logic [W-1:0][63:0]      dispatch_pc;
  logic                    mark_valid;
  logic [SlotWidth-1:0]    mark_slot;
  logic [TagWidth-1:0]     mark_tag;
  op_t [Cfg.InFlight-1:0]  op;

  run_control #(
    .ConfigName(ascii_word(ConfigName)),
    .Sizes     (Sizes)
  ) u_run_control (
    .clk_i,
    .rst_ni          (unit_rst_n),
    .addr_i          (request.addr[WordBits-1:0]),
    .we_i            (word_we),
    .wdata_i         (request.data),
    .rdata_o         (word_rdata),
    .framing_errors_i(framing_errors),
    .crc_errors_i    (crc_errors),
    .start_o         (start),
    .stop_o          (stop),
    .rows_o          (rows),
    .passes_o        (passes),
    .running_i       (running),
    .time_i          (player_time),
    .el_o            (el),
    .contextidr_o    (contextidr),
    .psb_valid_o     (psb_valid),
    .psb_done_i      (psb_done),
    .dsb_valid_o     (dsb_valid),
    .dsb_done_i      (dsb_done),
    .pmu_i           (pmu),
    .pmbirq_i        (pmbirq),
    .serror_i        (serror),
    .drained_o       (drained),
    .serror_seen_o   (serror_seen),
    .done_o          (done)
  );

  trace_ram #(
    .DispatchWidth(W),
    .Entries      (TraceEntries)
  ) u_trace_ram (
    .clk_i,
    .we_i   (trace_we),
    .entry_i(request.addr[2+:$clog2(TraceEntries)]),
    .word_i (request.addr[1:0]),
    .wdata_i(request.data),
    .row_i  (row_addr),
    .hold_i (hold),
    .row_o  (row)
  );

  op_player #(
    .Cfg        (Cfg),
    .Entries    (TraceEntries),
    .RegisterRow(RegisterRow)
  ) u_op_player (
    .clk_i,
    .rst_ni          (unit_rst_n),
    .start_i         (start),
    .stop_i          (stop),
    .rows_i          (rows),
    .passes_i        (passes),
    .el_i            (el),
    .running_o       (running),
    .time_o          (player_time),
    .row_addr_o      (row_addr),
    .hold_o          (hold),
    .row_i           (row),
    .dispatch_valid_o(dispatch_valid),
    .dispatch_pc_o   (dispatch_pc),
    .mark_valid_i    (mark_valid),
    .mark_slot_i     (mark_slot),
    .mark_tag_i      (mark_tag),
    .op_o            (op)
  );

  // -------------------------------------------------------------------------------------------------------
  // The unit, in a PE with a Non-secure EL1&0 translation regime. Accesses are made at EL1.

  pe_t pe;
  always_comb begin
    pe                = '0;
    pe.el             = (running && !sysreg_req.valid) ? el : EL1;
    pe.scr_el3_ns     = 1'b1;
    pe.scr_el3_rw     = 1'b1;
    pe.hcr_el2_rw     = 1'b1;
    pe.mdcr_el3_nspb  = 2'b11;
    pe.mdcr_el2_e2pb  = 2'b11;
    pe.contextidr_el1 = contextidr;
    pe.dbgen          = 1'b1;
    pe.niden          = 1'b1;
    pe.spiden         = 1'b1;
    pe.spniden        = 1'b1;
  end

  xlate_req_t                    xlate_req;
  xlate_rsp_t                    xlate_rsp;
  logic                          xlate_ready;
  axi_aw_t                       aw;
  axi_b_t                        b;
  logic                          awready, wvalid, wlast, wready, bready;
  logic [Cfg.AxiDataWidth-1:0]   wdata;
  logic [Cfg.AxiDataWidth/8-1:0] wstrb;

  spu_top #(
    .Cfg(Cfg)
  ) u_spu_top (
    .clk_i,
    .rst_ni              (unit_rst_n),
    .sysreg_i            (sysreg_req),
    .sysreg_o            (sysreg_rsp),
    .pe_i                (pe),
    .dispatch_valid_i    (dispatch_valid),
    .dispatch_pc_i       (dispatch_pc),
    .dispatch_empty_i    ('0),
    .mark_valid_o        (mark_valid),
    .mark_slot_o         (mark_slot),
    .mark_tag_o          (mark_tag),
    .op_i                (op),
    .alt_clock_i         ('0),
    .time_i              (64'(player_time)),
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
    .psb_valid_i         (psb_valid),
    .psb_older_i         ('1),
    .psb_done_o          (psb_done),
    .dsb_valid_i         (dsb_valid),
    .dsb_done_o          (dsb_done),
    .pmu_o               (pmu),
    .pmu_event_i         ('0),
    .pmbirq_o            (pmbirq),
    .exception_o         (),
    .pmuirq_o            (),
    .pmu_exception_o     (),
    .cti_pmu_overflow_o  (),
    .cti_spe_sample_o    (),
    .serror_o            (serror),
    .profiling_enabled_o (),
    .filter_o            (),
    .trace_o             (),
    .vif_o               ()
  );

  xlate_identity #(
    .Bytes(BufferBytes)
  ) u_xlate_identity (
    .clk_i,
    .rst_ni       (unit_rst_n),
    .xlate_i      (xlate_req),
    .xlate_ready_o(xlate_ready),
    .xlate_o      (xlate_rsp)
  );

  buffer_ram #(
    .AxiDataWidth(Cfg.AxiDataWidth),
    .Bytes       (BufferBytes)
  ) u_buffer_ram (
    .clk_i,
    .rst_ni       (unit_rst_n),
    .axi_aw_i     (aw),
    .axi_awready_o(awready),
    .axi_wvalid_i (wvalid),
    .axi_wdata_i  (wdata),
    .axi_wstrb_i  (wstrb),
    .axi_wlast_i  (wlast),
    .axi_wready_o (wready),
    .axi_b_o      (b),
    .axi_bready_i (bready),
    .host_we_i    (buffer_we),
    .host_addr_i  (request.addr[$clog2(BufferBytes/8)-1:0]),
    .host_wdata_i (request.data),
    .host_rdata_o (buffer_rdata)
  );

  leds #(
    .ClockHz(ClockHz)
  ) u_leds (
    .clk_i,
    .rst_ni,
    .running_i   (running),
    .pmbirq_i    (pmbirq),
    .serror_i    (serror_seen),
    .request_i   (request_valid && !crc_bad),
    .link_error_i(link_error),
    .drained_i   (drained),
    .done_i      (done),
    .leds_o
  );

endmodule
