// SPDX-License-Identifier: Apache-2.0
//
// Resets after configuration, and while request_ni is low (a button, a PLL that is not locked). Configuration of the
// FPGA clears the flip-flops; the reset ends 2^Width cycles after request_ni goes high.

module power_on_reset #(
  parameter int unsigned Width = 8
) (
  input  logic clk_i,
  input  logic request_ni,  // asynchronous
  output logic rst_no
);

  logic [1:0]       sync_q;
  logic [Width-1:0] count_q;
  logic             rst_nq;
  assign rst_no = rst_nq;

  initial begin
    sync_q  = '0;
    count_q = '0;
    rst_nq  = 1'b0;
  end

  // always, not always_ff: these registers have an initial value.
  always @(posedge clk_i) begin
    sync_q  <= {sync_q[0], request_ni};
    count_q <= sync_q[1] ? ((&count_q) ? count_q : count_q + 1'b1) : '0;
    rst_nq  <= &count_q;
  end

endmodule
