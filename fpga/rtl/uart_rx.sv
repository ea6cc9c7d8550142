// SPDX-License-Identifier: Apache-2.0
//
// Receiver of a serial line: 8 data bits, no parity, 1 stop bit, lowest bit first.
//
// A bit is the majority of three consecutive samples around its middle. The falling edge of each start bit sets the
// phase, and the receiver looks for the next one from the middle of the stop bit on, so the rates of sender and
// receiver may differ by a few percent. A byte whose stop bit is low is a framing error; then nothing is received until
// the line has been high.

module uart_rx #(
  parameter int unsigned Divider  // cycles per bit, at least 8
) (
  input  logic       clk_i,
  input  logic       rst_ni,

  input  logic       rx_i,     // asynchronous
  output logic       valid_o,  // for one cycle
  output logic [7:0] byte_o,   // while valid
  output logic       error_o   // framing error, for one cycle
);

  localparam int unsigned CountWidth = $clog2(Divider);
  localparam logic [CountWidth-1:0] Last = CountWidth'(Divider - 1);
  localparam logic [CountWidth-1:0] Decide = CountWidth'(Divider / 2);
  localparam logic [3:0] StopBit = 4'd9;

  // Two flip-flops against metastability, then the last three values.
  logic [1:0] sync_q;
  logic       armed_q, armed_d;  // the line has been high since the last byte
  logic [2:0] sample_q;
  logic       bit_value, start;
  assign bit_value = (sample_q[0] & sample_q[1]) | (sample_q[1] & sample_q[2]) | (sample_q[0] & sample_q[2]);
  assign start     = armed_q && !sync_q[1];

  logic                  busy_q, busy_d;
  logic [CountWidth-1:0] count_q, count_d;
  logic [3:0]            index_q, index_d;  // 0: start bit
  logic [7:0]            byte_q, byte_d;
  logic                  decide, stop;
  assign decide  = busy_q && (count_q == Decide);
  assign stop    = (index_q == StopBit);
  assign valid_o = decide && stop && bit_value;
  assign error_o = decide && stop && !bit_value;
  assign byte_o  = byte_q;

  always_comb begin
    busy_d  = busy_q;
    armed_d = armed_q;
    count_d = (count_q == Last) ? '0 : count_q + 1'b1;
    index_d = index_q;
    byte_d  = byte_q;
    if (count_q == Last) index_d = index_q + 1'b1;
    if (decide) begin
      if (stop) armed_d = bit_value;
      // A start bit that is high in its middle was a glitch.
      if (stop || (index_q == '0 && bit_value)) busy_d = 1'b0;
      else if (index_q != '0)                   byte_d = {bit_value, byte_q[7:1]};
    end
    if (!busy_q) begin
      busy_d  = start;
      armed_d = armed_q || sync_q[1];
      count_d = '0;
      index_d = '0;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      sync_q   <= '1;
      sample_q <= '1;
      busy_q   <= 1'b0;
      armed_q  <= 1'b0;
    end else begin
      sync_q   <= {sync_q[0], rx_i};
      sample_q <= {sample_q[1:0], sync_q[1]};
      busy_q   <= busy_d;
      armed_q  <= armed_d;
    end
  end

  always_ff @(posedge clk_i) begin
    count_q <= count_d;
    index_q <= index_d;
    byte_q  <= byte_d;
  end

endmodule
