// SPDX-License-Identifier: Apache-2.0
//
// Counts events since reset, and saturates at the largest value.

module saturating_count #(
  parameter int unsigned Width
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             event_i,
  output logic [Width-1:0] count_o
);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)                           count_o <= '0;
    else if (event_i && !(&count_o))       count_o <= count_o + 1'b1;
  end

endmodule
