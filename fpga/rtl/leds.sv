// SPDX-License-Identifier: Apache-2.0
//
// Eight LEDs: 0 heartbeat, 1 running, 2 PMBIRQ, 3 SError seen, 4 requests arrive, 5 errors on the link, 6 drained,
// 7 the last run is over. An event of one cycle is shown for about a tenth of a second.

module leds #(
  parameter int unsigned ClockHz
) (
  input  logic       clk_i,
  input  logic       rst_ni,
  input  logic       running_i,
  input  logic       pmbirq_i,
  input  logic       serror_i,
  input  logic       request_i,     // for one cycle
  input  logic       link_error_i,  // for one cycle
  input  logic       drained_i,
  input  logic       done_i,
  output logic [7:0] leds_o         // 1: lit
);

  localparam int unsigned CountWidth = $clog2(ClockHz);
  localparam int unsigned TickWidth = CountWidth - 4;

  logic [CountWidth-1:0] count_q;
  logic [1:0]            request_q, link_error_q;  // lit for one to two ticks
  logic                  tick;
  assign tick   = (count_q[TickWidth-1:0] == '0);
  assign leds_o = {done_i, drained_i, link_error_q[0], request_q[0], serror_i, pmbirq_i, running_i,
                   count_q[CountWidth-1]};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      count_q      <= '0;
      request_q    <= '0;
      link_error_q <= '0;
    end else begin
      count_q <= count_q + 1'b1;
      if (request_i) request_q <= '1;
      else if (tick) request_q <= request_q >> 1;
      if (link_error_i) link_error_q <= '1;
      else if (tick)    link_error_q <= link_error_q >> 1;
    end
  end

endmodule
