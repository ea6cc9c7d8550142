// SPDX-License-Identifier: Apache-2.0
//
// Converts bytes to requests. Hunts for the sync byte, then takes the bytes of a request. After a pause of more than
// GapByteTimes, or a framing error, it hunts again, so that it finds the next request after any input. request_o is
// stable from valid_o until the second byte of the next request.

module frame_rx
  import bringup_pkg::*;
#(
  parameter int unsigned Divider  // cycles per bit
) (
  input  logic       clk_i,
  input  logic       rst_ni,

  // uart_rx
  input  logic       byte_valid_i,
  input  logic [7:0] byte_i,
  input  logic       byte_error_i,

  // host_commands
  output logic       valid_o,    // for one cycle
  output logic       crc_bad_o,  // while valid
  output request_t   request_o
);

  localparam int unsigned GapClocks = GapByteTimes * BitsPerByte * Divider;
  localparam int unsigned GapWidth = $clog2(GapClocks + 1);
  localparam logic [3:0] FirstCrcByte = 4'(1 + RequestBodyBytes);
  localparam logic [3:0] LastByte = 4'(RequestBodyBytes + CrcBytes);

  logic [3:0]          index_q, index_d;  // of the next byte; 0: hunting
  logic [GapWidth-1:0] gap_q, gap_d;      // cycles without a byte
  logic [15:0]         crc_q, crc_d;      // expected CRC; after the body, its next byte is in bits 7:0
  logic                crc_bad_q, crc_bad_d;
  request_t            request_q, request_d;

  logic [15:0] crc_sum;
  crc16 u_crc16 (
    .crc_i (index_q == '0 ? CrcInit : crc_q),
    .byte_i,
    .crc_o (crc_sum)
  );

  logic crc_differs;
  assign crc_differs = (byte_i != crc_q[7:0]);
  assign valid_o     = byte_valid_i && (index_q == LastByte);
  assign crc_bad_o   = crc_bad_q || crc_differs;
  assign request_o   = request_q;

  always_comb begin
    index_d   = index_q;
    gap_d     = gap_q + 1'b1;
    crc_d     = crc_q;
    crc_bad_d = crc_bad_q;
    request_d = request_q;
    if (byte_valid_i) begin
      gap_d   = '0;
      index_d = (index_q == LastByte) ? '0 : index_q + 1'b1;
      if (index_q >= FirstCrcByte) begin
        crc_d     = crc_q >> 8;
        crc_bad_d = crc_bad_q || crc_differs;
      end else begin
        crc_d     = crc_sum;
        crc_bad_d = 1'b0;
        if (index_q != '0)              request_d = {byte_i, request_q[$bits(request_t)-1:8]};
        else if (byte_i != RequestSync) index_d = '0;
      end
    end else if (byte_error_i || gap_q == GapWidth'(GapClocks)) begin
      gap_d   = '0;
      index_d = '0;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      index_q <= '0;
      gap_q   <= '0;
    end else begin
      index_q <= index_d;
      gap_q   <= gap_d;
    end
  end

  always_ff @(posedge clk_i) begin
    crc_q     <= crc_d;
    crc_bad_q <= crc_bad_d;
    request_q <= request_d;
  end

endmodule
