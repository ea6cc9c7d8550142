// SPDX-License-Identifier: Apache-2.0
//
// The serial line to the host: receives requests, sends responses, and counts errors.

module host_link
  import bringup_pkg::*;
#(
  parameter int unsigned Divider  // cycles per bit
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        uart_rx_i,
  output logic        uart_tx_o,

  // host_commands
  output logic        request_valid_o,
  output logic        crc_bad_o,         // of the request
  output request_t    request_o,
  input  logic        response_valid_i,
  input  response_t   response_i,
  output logic        response_ready_o,

  // errors since power-on
  output logic        line_error_o,      // one in this cycle
  output logic [15:0] framing_errors_o,
  output logic [15:0] crc_errors_o
);

  logic       rx_valid, rx_error, tx_valid, tx_ready;
  logic [7:0] rx_byte, tx_byte;

  uart_rx #(
    .Divider(Divider)
  ) u_uart_rx (
    .clk_i,
    .rst_ni,
    .rx_i   (uart_rx_i),
    .valid_o(rx_valid),
    .byte_o (rx_byte),
    .error_o(rx_error)
  );

  uart_tx #(
    .Divider(Divider)
  ) u_uart_tx (
    .clk_i,
    .rst_ni,
    .valid_i(tx_valid),
    .byte_i (tx_byte),
    .ready_o(tx_ready),
    .tx_o   (uart_tx_o)
  );

  frame_rx #(
    .Divider(Divider)
  ) u_frame_rx (
    .clk_i,
    .rst_ni,
    .byte_valid_i(rx_valid),
    .byte_i      (rx_byte),
    .byte_error_i(rx_error),
    .valid_o     (request_valid_o),
    .crc_bad_o,
    .request_o
  );

  frame_tx u_frame_tx (
    .clk_i,
    .rst_ni,
    .valid_i     (response_valid_i),
    .response_i,
    .ready_o     (response_ready_o),
    .byte_valid_o(tx_valid),
    .byte_o      (tx_byte),
    .byte_ready_i(tx_ready)
  );

  logic crc_error;
  assign crc_error    = request_valid_o && crc_bad_o;
  assign line_error_o = rx_error || crc_error;

  saturating_count #(
    .Width(16)
  ) u_framing_errors (
    .clk_i,
    .rst_ni,
    .event_i(rx_error),
    .count_o(framing_errors_o)
  );

  saturating_count #(
    .Width(16)
  ) u_crc_errors (
    .clk_i,
    .rst_ni,
    .event_i(crc_error),
    .count_o(crc_errors_o)
  );

endmodule
