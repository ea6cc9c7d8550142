// SPDX-License-Identifier: Apache-2.0
//
// The unit beside VexRiscv on an FPGA: core, RAM, Profiling Buffer, the window through which the core reaches the
// unit, and the serial line to a host, which loads a program, starts it, and reads what it left.
// docs/fpga-hardware.md has the picture.
//
// The core has machine mode alone, which to the unit is EL1 of a PE without EL2 and EL3.

module vexriscv_bringup
  import spu_pins_pkg::*;
  import spu_pkg::*;
  import bringup_pkg::*;
  import core_pkg::*;
  import vexriscv_pkg::*;
#(
  parameter config_t Cfg,
  parameter logic [63:0] ConfigName,         // string literal, at most 8 characters
  parameter int unsigned ClockHz,
  parameter int unsigned Baud,
  parameter int unsigned RamBytes,           // a power of two, like all sizes; at most 262144
  parameter int unsigned BufferBytes         // 4096 to 131072
) (
  input  logic       clk_i,
  input  logic       rst_ni,
  input  logic       uart_rx_i,
  output logic       uart_tx_o,
  output logic [7:0] leds_o
);

  if (Cfg.DispatchWidth != 1 || Cfg.HaveEl2 || Cfg.HaveEl3) begin : gen_bad_configuration
    $error("VexRiscv dispatches one operation a cycle, and has no EL2 and no EL3");
  end

  localparam int unsigned AxiBytes = Cfg.AxiDataWidth / 8;
  localparam int unsigned RamEntries = RamBytes / (8 * EntryWords);
  localparam logic [63:0] Sizes = 64'(ClockHz) << 32 | 64'(AxiBytes) << 24
                                | 64'($clog2(BufferBytes)) << 16 | 64'($clog2(RamEntries)) << 8 | 64'd1;

  // -------------------------------------------------------------------------------------------------------
  // Host

  logic        unit_rst_n, request_seen, link_error, running, word_we, host_take, buffer_we, ram_we;
  request_t    request;
  logic [15:0] framing_errors, crc_errors;
  logic [63:0] word_rdata, buffer_rdata, ram_host_rdata;
  sysreg_req_t no_access;  // registers are the core's

  host_port #(
    .ClockHz      (ClockHz),
    .Baud         (Baud),
    .TraceEntries (RamEntries),
    .BufferBytes  (BufferBytes),
    .Readable     (CoreReadable),
    .Writable     (CoreWritable),
    .TraceReadable(1'b1),
    .Registers    (1'b0)
  ) u_host_port (
    .clk_i,
    .rst_ni,
    .uart_rx_i,
    .uart_tx_o,
    .unit_rst_no     (unit_rst_n),
    .request_o       (request),
    .request_seen_o  (request_seen),
    .link_error_o    (link_error),
    .framing_errors_o(framing_errors),
    .crc_errors_o    (crc_errors),
    .word_we_o       (word_we),
    .word_rdata_i    (word_rdata),
    .running_i       (running),
    .memory_o        (host_take),
    .buffer_we_o     (buffer_we),
    .buffer_rdata_i  (buffer_rdata),
    .trace_we_o      (ram_we),
    .trace_rdata_i   (ram_host_rdata),
    .sysreg_o        (no_access),
    .sysreg_i        ('0)
  );

  logic        exit, pmbirq, serror, serror_seen, done;
  logic [31:0] exit_value;
  logic [63:0] run_time;
  logic        psb_valid, psb_done, dsb_valid, dsb_done;
  pmu_events_t pmu;

  core_control #(
    .ConfigName(ascii_word(ConfigName)),
    .Sizes     (Sizes),
    .CoreName  (ascii_word("vexriscv"))
  ) u_core_control (
    .clk_i,
    .rst_ni          (unit_rst_n),
    .addr_i          (request.addr[WordBits-1:0]),
    .we_i            (word_we),
    .wdata_i         (request.data),
    .rdata_o         (word_rdata),
    .framing_errors_i(framing_errors),
    .crc_errors_i    (crc_errors),
    .running_o       (running),
    .time_o          (run_time),
    .exit_i          (exit),
    .exit_value_i    (exit_value),
    .draining_i      (psb_valid || dsb_valid),
    .pmu_i           (pmu),
    .pmbirq_i        (pmbirq),
    .serror_i        (serror),
    .serror_seen_o   (serror_seen),
    .done_o          (done)
  );

  // -------------------------------------------------------------------------------------------------------
  // Core. Its reset comes from a flip-flop of its own: it goes far.

  logic core_rst_nq;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) core_rst_nq <= 1'b0;
    else         core_rst_nq <= running && unit_rst_n;
  end

  logic        fetch_valid, fetch_ack, data_valid, data_write, data_ack;
  logic [29:0] fetch_addr, data_addr;
  logic [31:0] data_wdata, data_rdata, ram_rdata;
  logic [3:0]  data_strb;
  taps_t       taps;

  vexriscv_core #(
    .ResetVector(ResetVector)
  ) u_core (
    .clk_i,
    .rst_ni       (core_rst_nq),
    .interrupt_i  (pmbirq),
    .fetch_valid_o(fetch_valid),
    .fetch_addr_o (fetch_addr),
    .fetch_ack_i  (fetch_ack),
    .fetch_rdata_i(ram_rdata),
    .data_valid_o (data_valid),
    .data_write_o (data_write),
    .data_addr_o  (data_addr),
    .data_wdata_o (data_wdata),
    .data_strb_o  (data_strb),
    .data_ack_i   (data_ack),
    .data_rdata_i (data_rdata),
    .taps_o       (taps)
  );

  logic        ram_valid, ram_ack, window_valid, window_ready, window_ack, window_error;
  logic [31:0] window_rdata;

  core_bus u_core_bus (
    .clk_i,
    .rst_ni        (core_rst_nq),
    .valid_i       (data_valid),
    .write_i       (data_write),
    .addr_i        ({data_addr, 2'b00}),
    .wdata_i       (data_wdata),
    .ack_o         (data_ack),
    .rdata_o       (data_rdata),
    .ram_valid_o   (ram_valid),
    .ram_ack_i     (ram_ack),
    .ram_rdata_i   (ram_rdata),
    .buffer_busy_i (host_take),
    .buffer_rdata_i(buffer_rdata),
    .window_valid_o(window_valid),
    .window_ready_i(window_ready),
    .window_ack_i  (window_ack),
    .window_rdata_i(window_rdata),
    .time_i        (run_time),
    .exit_o        (exit),
    .exit_value_o  (exit_value)
  );

  core_ram #(
    .Bytes(RamBytes)
  ) u_core_ram (
    .clk_i,
    .rst_ni       (core_rst_nq),
    .host_take_i  (host_take),
    .host_we_i    (ram_we),
    .host_addr_i  (request.addr[$clog2(RamBytes/8)-1:0]),
    .host_wdata_i (request.data),
    .host_rdata_o (ram_host_rdata),
    .data_valid_i (ram_valid),
    .data_write_i (data_write),
    .data_addr_i  (data_addr[$clog2(RamBytes/4)-1:0]),
    .data_wdata_i (data_wdata),
    .data_strb_i  (data_strb),
    .data_ack_o   (ram_ack),
    .fetch_valid_i(fetch_valid),
    .fetch_addr_i (fetch_addr[$clog2(RamBytes/4)-1:0]),
    .fetch_ack_o  (fetch_ack),
    .rdata_o      (ram_rdata)
  );

  // -------------------------------------------------------------------------------------------------------
  // Window and adapter. No operation of another Exception level is ever dispatched, so an access can be made in any
  // cycle.

  sysreg_req_t sysreg_req;
  sysreg_rsp_t sysreg_rsp;

  spu_window #(
    .DataWidth(32)
  ) u_spu_window (
    .clk_i,
    .rst_ni     (unit_rst_n),
    .req_valid_i(window_valid),
    .req_ready_o(window_ready),
    .req_write_i(data_write),
    .req_addr_i ({data_addr[15:0], 2'b00}),
    .req_wdata_i(data_wdata),
    .req_strb_i (data_strb),
    .req_el_i   (EL1),
    .rsp_valid_o(window_ack),
    .rsp_ready_i(1'b1),
    .rsp_error_o(window_error),
    .rsp_rdata_o(window_rdata),
    .grant_i    (1'b1),
    .el_o       (),
    .sysreg_o   (sysreg_req),
    .sysreg_i   (sysreg_rsp),
    .psb_valid_o(psb_valid),
    .psb_done_i (psb_done),
    .dsb_valid_o(dsb_valid),
    .dsb_done_i (dsb_done)
  );

  logic                    dispatch_valid, mark_valid;
  logic [63:0]             dispatch_pc;
  logic [TagWidth-1:0]     mark_tag;
  op_t [Cfg.InFlight-1:0]  op;
  logic [Cfg.InFlight-1:0] psb_older;

  vexriscv_adapter #(
    .InFlight(Cfg.InFlight)
  ) u_adapter (
    .clk_i,
    .rst_ni          (unit_rst_n),
    .taps_i          (taps),
    .dispatch_valid_o(dispatch_valid),
    .dispatch_pc_o   (dispatch_pc),
    .mark_valid_i    (mark_valid),
    .mark_tag_i      (mark_tag),
    .op_o            (op),
    .psb_older_o     (psb_older)
  );

  // -------------------------------------------------------------------------------------------------------
  // The unit, in a Non-secure PE

  pe_t pe;
  always_comb begin
    pe         = '0;
    pe.el      = EL1;
    pe.dbgen   = 1'b1;
    pe.niden   = 1'b1;
    pe.spiden  = 1'b1;
    pe.spniden = 1'b1;
  end

  // A word of the buffer for the host, or for the core's bus.
  logic [$clog2(BufferBytes/8)-1:0] buffer_addr;
  assign buffer_addr = host_take ? request.addr[$clog2(BufferBytes/8)-1:0] : data_addr[1+:$clog2(BufferBytes/8)];

  unit_with_buffer #(
    .Cfg        (Cfg),
    .BufferBytes(BufferBytes),
    .BufferBase (BufferBase)
  ) u_unit_with_buffer (
    .clk_i,
    .rst_ni          (unit_rst_n),
    .sysreg_i        (sysreg_req),
    .sysreg_o        (sysreg_rsp),
    .pe_i            (pe),
    .time_i          (run_time),
    .dispatch_valid_i(dispatch_valid),
    .dispatch_pc_i   (dispatch_pc),
    .mark_valid_o    (mark_valid),
    .mark_slot_o     (),
    .mark_tag_o      (mark_tag),
    .op_i            (op),
    .psb_valid_i     (psb_valid),
    .psb_older_i     (psb_older),
    .psb_done_o      (psb_done),
    .dsb_valid_i     (dsb_valid),
    .dsb_done_o      (dsb_done),
    .pmu_o           (pmu),
    .pmbirq_o        (pmbirq),
    .serror_o        (serror),
    .buffer_we_i     (buffer_we),
    .buffer_addr_i   (buffer_addr),
    .buffer_wdata_i  (request.data),
    .buffer_rdata_o  (buffer_rdata)
  );

  leds #(
    .ClockHz(ClockHz)
  ) u_leds (
    .clk_i,
    .rst_ni,
    .running_i   (running),
    .pmbirq_i    (pmbirq),
    .serror_i    (serror_seen),
    .request_i   (request_seen),
    .link_error_i(link_error),
    .drained_i   (!(psb_valid || dsb_valid)),
    .done_i      (done),
    .leds_o
  );

endmodule
