// SPDX-License-Identifier: Apache-2.0
//
// Resets the unit and the modules around it for some cycles after each request. The reset is active from configuration
// on: released for even one cycle, the unit would act on an undefined state.

module unit_reset (
  input  logic clk_i,
  input  logic rst_ni,
  input  logic request_i,   // for one cycle
  output logic unit_rst_no
);

  logic [2:0] left_q;
  logic       unit_rst_nq;
  assign unit_rst_no = unit_rst_nq;

  initial unit_rst_nq = 1'b0;

  always @(posedge clk_i or negedge rst_ni) begin  // not always_ff: it has an initial value
    if (!rst_ni) begin
      left_q      <= '1;
      unit_rst_nq <= 1'b0;
    end else begin
      left_q      <= request_i ? '1 : left_q >> 1;
      unit_rst_nq <= (left_q == '0);
    end
  end

endmodule
