// SPDX-License-Identifier: Apache-2.0
//
// Converts responses to bytes. Takes a response when ready and sends it with sync byte and CRC.

module frame_tx
  import bringup_pkg::*;
(
  input  logic       clk_i,
  input  logic       rst_ni,

  // host_commands
  input  logic       valid_i,
  input  response_t  response_i,
  output logic       ready_o,

  // uart_tx
  output logic       byte_valid_o,
  output logic [7:0] byte_o,
  input  logic       byte_ready_i
);

  localparam int unsigned BodyEnd = 1 + ResponseBodyBytes;
  localparam logic [3:0] FrameBytes = 4'(BodyEnd + CrcBytes);

  typedef struct packed {
    response_t  response;
    logic [7:0] sync;
  } frame_t;

  logic [3:0]  index_q;  // of the byte on offer; FrameBytes: none
  frame_t      frame_q;  // the next byte in bits 7:0
  logic [15:0] crc_q, crc_sum;
  logic        in_body;
  assign in_body      = (index_q < 4'(BodyEnd));
  assign ready_o      = (index_q == FrameBytes);
  assign byte_valid_o = !ready_o;
  assign byte_o       = in_body ? frame_q.sync : crc_q[7:0];

  crc16 u_crc16 (
    .crc_i (index_q == '0 ? CrcInit : crc_q),
    .byte_i(frame_q.sync),
    .crc_o (crc_sum)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)                            index_q <= FrameBytes;
    else if (valid_i && ready_o)            index_q <= '0;
    else if (byte_valid_o && byte_ready_i)  index_q <= index_q + 1'b1;
  end

  always_ff @(posedge clk_i) begin
    if (valid_i && ready_o) begin
      frame_q <= '{response: response_i, sync: ResponseSync};
    end else if (byte_valid_o && byte_ready_i) begin
      frame_q <= frame_q >> 8;
      crc_q   <= in_body ? crc_sum : crc_q >> 8;
    end
  end

endmodule
