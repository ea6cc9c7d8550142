// SPDX-License-Identifier: Apache-2.0
//
// Sender of a serial line: 8 data bits, no parity, 1 stop bit, lowest bit first. Bytes that are offered in time follow
// each other without a pause.

module uart_tx #(
  parameter int unsigned Divider  // cycles per bit
) (
  input  logic       clk_i,
  input  logic       rst_ni,

  input  logic       valid_i,
  input  logic [7:0] byte_i,
  output logic       ready_o,
  output logic       tx_o
);

  localparam int unsigned CountWidth = $clog2(Divider);
  localparam logic [CountWidth-1:0] Last = CountWidth'(Divider - 1);

  logic [CountWidth-1:0] count_q;
  logic [8:0]            shift_q;  // bits after the one on the line
  logic [3:0]            left_q;   // bits still to be sent, including the one on the line
  logic                  end_of_bit;
  assign end_of_bit = (count_q == Last);
  assign ready_o    = (left_q == '0) || (left_q == 4'd1 && end_of_bit);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      left_q <= '0;
      tx_o   <= 1'b1;
    end else begin
      if (valid_i && ready_o) begin
        left_q <= 4'd10;
        tx_o   <= 1'b0;
      end else if (left_q != '0 && end_of_bit) begin
        left_q <= left_q - 1'b1;
        tx_o   <= shift_q[0];
      end
    end
  end

  always_ff @(posedge clk_i) begin
    count_q <= (end_of_bit || left_q == '0) ? '0 : count_q + 1'b1;
    if (valid_i && ready_o) shift_q <= {1'b1, byte_i};
    else if (end_of_bit)    shift_q <= {1'b1, shift_q[8:1]};
  end

endmodule
