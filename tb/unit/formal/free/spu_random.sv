// SPDX-License-Identifier: Apache-2.0
//
// Replaces the generator with arbitrary bytes, an input of the harness, so that spu_interval is proved for every
// sequence.

module spu_random #(
  parameter int unsigned Draws
) (
  input  logic                       clk_i,
  input  logic                       rst_ni,
  output logic [Draws-1:0][7:0]      bytes_o,
  input  logic [$clog2(Draws+1)-1:0] drawn_i
);

  assign bytes_o = interval_harness.random_i[Draws-1:0];

endmodule
