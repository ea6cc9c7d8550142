// SPDX-License-Identifier: Apache-2.0
//
// A host at a serial line, as words, memories and register accesses: host_link receives a request and sends its
// response, host_commands carries it out in four cycles, and unit_reset is the reset that a host can ask for. Which
// words, memories and registers there are is the design's: host_commands has these parameters and ports.

module host_port
  import spu_pins_pkg::*;
  import spu_pkg::*;
  import bringup_pkg::*;
#(
  parameter int unsigned ClockHz,
  parameter int unsigned Baud,
  parameter int unsigned TraceEntries,
  parameter int unsigned BufferBytes,
  parameter logic [15:0] Readable = PlayerReadable,
  parameter logic [15:0] Writable = PlayerWritable,
  parameter bit TraceReadable = 1'b0,
  parameter bit Registers = 1'b1  // MRS and MSR are taken
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        uart_rx_i,
  output logic        uart_tx_o,
  output logic        unit_rst_no,

  // the request that is carried out: its address and data hold until long after its response has begun
  output request_t    request_o,
  output logic        request_seen_o,    // for one cycle: it has come, with a good CRC
  output logic        link_error_o,      // for one cycle
  output logic [15:0] framing_errors_o,
  output logic [15:0] crc_errors_o,

  // the words
  output logic        word_we_o,
  input  logic [63:0] word_rdata_i,
  input  logic        running_i,

  // buffer memory, and trace memory or RAM
  output logic        memory_o,          // their ports are the host's in this cycle
  output logic        buffer_we_o,
  input  logic [63:0] buffer_rdata_i,
  output logic        trace_we_o,
  input  logic [63:0] trace_rdata_i,

  // spu_top
  output sysreg_req_t sysreg_o,
  input  sysreg_rsp_t sysreg_i
);

  localparam int unsigned Divider = (ClockHz + Baud / 2) / Baud;

  logic      request_valid, crc_bad, response_valid, response_ready, reset;
  response_t response;
  assign request_seen_o = request_valid && !crc_bad;

  host_link #(
    .Divider(Divider)
  ) u_host_link (
    .clk_i,
    .rst_ni,
    .uart_rx_i,
    .uart_tx_o,
    .request_valid_o (request_valid),
    .crc_bad_o       (crc_bad),
    .request_o,
    .response_valid_i(response_valid),
    .response_i      (response),
    .response_ready_o(response_ready),
    .line_error_o    (link_error_o),
    .framing_errors_o,
    .crc_errors_o
  );

  host_commands #(
    .TraceEntries (TraceEntries),
    .BufferBytes  (BufferBytes),
    .Readable     (Readable),
    .Writable     (Writable),
    .TraceReadable(TraceReadable),
    .Registers    (Registers)
  ) u_host_commands (
    .clk_i,
    .rst_ni,
    .request_valid_i  (request_valid),
    .request_crc_bad_i(crc_bad),
    .request_i        (request_o),
    .response_valid_o (response_valid),
    .response_o       (response),
    .response_ready_i (response_ready),
    .word_we_o,
    .word_rdata_i,
    .running_i,
    .memory_o,
    .buffer_we_o,
    .buffer_rdata_i,
    .trace_we_o,
    .trace_rdata_i,
    .reset_o          (reset),
    .sysreg_o,
    .sysreg_i
  );

  unit_reset u_unit_reset (
    .clk_i,
    .rst_ni,
    .request_i(reset),
    .unit_rst_no
  );

endmodule
