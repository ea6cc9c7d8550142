// SPDX-License-Identifier: Apache-2.0
//
// Pseudorandom bytes for the sampling interval (Arm ARM D17.3.2: the generator is IMPLEMENTATION DEFINED).
//
// A 24-bit Fibonacci linear feedback shift register with taps 24, 23, 22 and 17 (maximal: period 2^24 - 1). A byte is
// the low byte of the state after eight shifts. Several bytes can be drawn in one cycle: bytes_o[n] is the byte of the
// (n+1)th draw of this cycle. The register advances only by the bytes drawn. It is one byte ahead, so that bytes_o[0]
// comes from flip-flops, and so do its comparisons with small numbers.

module spu_random
  import spu_pins_pkg::MaxDispatchWidth;
#(
  parameter int unsigned Draws  // most bytes drawn in one cycle
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  output logic [Draws-1:0][7:0]       bytes_o,
  output logic [MaxDispatchWidth-1:0] first_is_o,  // [r]: bytes_o[0] is r
  input  logic [$clog2(Draws+1)-1:0]  drawn_i  // number of bytes drawn in this cycle
);

  function automatic logic [23:0] shift_byte(logic [23:0] state);
    for (int unsigned i = 0; i < 8; i++) begin
      state = {state[22:0], state[23] ^ state[22] ^ state[21] ^ state[16]};
    end
    return state;
  endfunction

  function automatic logic [MaxDispatchWidth-1:0] small_numbers(logic [7:0] drawn);
    logic [MaxDispatchWidth-1:0] equal;
    for (int unsigned r = 0; r < MaxDispatchWidth; r++) equal[r] = (drawn == 8'(r));
    return equal;
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

  logic [Draws:0][MaxDispatchWidth-1:0] is_after;  // first_is_o after n draws
  logic [MaxDispatchWidth-1:0]          first_is_q;
  always_comb begin
    is_after[0] = first_is_q;
    for (int unsigned n = 1; n <= Draws; n++) is_after[n] = small_numbers(after[n][7:0]);
  end
  assign first_is_o = first_is_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q    <= ResetState;
      first_is_q <= small_numbers(ResetState[7:0]);
    end else begin
      state_q    <= after[drawn_i];
      first_is_q <= is_after[drawn_i];
    end
  end

endmodule
