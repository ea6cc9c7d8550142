// SPDX-License-Identifier: Apache-2.0
//
// Clock and reset of a design on the ULX3S. The reset is released some cycles after the PLL has locked, and button
// PWR (B0) brings it back.

module ulx3s_clock_reset #(
  parameter int unsigned ClockHz  // ulx3s_clock says which there are
) (
  input  logic clk_i,       // 25 MHz
  input  logic btn_pwr_ni,
  output logic clk_o,
  output logic rst_no
);

  logic locked;

  ulx3s_clock #(
    .ClockHz(ClockHz)
  ) u_ulx3s_clock (
    .clk_i,
    .clk_o,
    .locked_o(locked)
  );

  power_on_reset u_power_on_reset (
    .clk_i     (clk_o),
    .request_ni(locked && btn_pwr_ni),
    .rst_no
  );

endmodule
