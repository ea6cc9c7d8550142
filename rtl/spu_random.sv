// SPDX-License-Identifier: Apache-2.0
//
// Pseudorandom bytes for the sampling interval (Arm ARM D17.3.2: the generator is IMPLEMENTATION DEFINED).
//
// A 24-bit Fibonacci linear feedback shift register with taps 24, 23, 22 and 17 (maximal: period 2^24 - 1). A byte is
// the low byte of the state after eight shifts. Several bytes can be drawn in one cycle: bytes_o[n] is the byte of the
// (n+1)th draw of this cycle. The register advances only by the bytes drawn. It is one byte ahead, so that bytes_o[0]
// comes from flip-flops.

module spu_random #(
  parameter int unsigned Draws  // most bytes drawn in one cycle
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  output logic [Draws-1:0][7:0]       bytes_o,
  input  logic [$clog2(Draws+1)-1:0]  drawn_i  // number of bytes drawn in this cycle
);

  function automatic logic [23:0] shift_byte(logic [23:0] state);
    for (int unsigned i = 0; i < 8; i++) begin
      state = {state[22:0], state[23] ^ state[22] ^ state[21] ^ state[16]};
    end
    return state;
  endfunction

  localparam logic [23:0] ResetState = shift_byte(24'h000001);

  logic [23:0]          state_q;  // its low byte is the next one to draw
  logic [Draws:0][23:0] after;    // after[n]: the state after n draws

  always_comb begin
    logic [23:0] state;
    state    = state_q;
    after[0] = state_q;
    for (int unsigned n = 0; n < Draws; n++) begin
      bytes_o[n] = state[7:0];
      state      = shift_byte(state);
      after[n+1] = state;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) state_q <= ResetState;
    else         state_q <= after[drawn_i];
  end

endmodule
