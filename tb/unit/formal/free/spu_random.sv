// SPDX-License-Identifier: Apache-2.0
//
// Replaces the generator with arbitrary bytes, an input of the harness, so that spu_interval is proved for every
// sequence.

module spu_random
  import spu_pins_pkg::MaxDispatchWidth;
#(
  parameter int unsigned Draws
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  output logic [Draws-1:0][7:0]       bytes_o,
  output logic [MaxDispatchWidth-1:0] first_is_o,
  input  logic [$clog2(Draws+1)-1:0]  drawn_i
);

  assign bytes_o = interval_harness.random_i[Draws-1:0];
  for (genvar r = 0; r < MaxDispatchWidth; r++) begin : gen_first
    assign first_is_o[r] = (bytes_o[0] == 8'(r));
  end

endmodule
