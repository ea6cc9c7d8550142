// SPDX-License-Identifier: Apache-2.0
//
// Lattice iCE40-HX8K breakout board: the smallest unit, at the 12 MHz of the board's oscillator. Serial line: channel B
// of the FT2232H. LEDs D2 to D9.

module top (
  input  logic       clk_i,      // 12 MHz
  input  logic       uart_rx_i,
  output logic       uart_tx_o,
  output logic [7:0] led_o
);

  logic rst_n;

  power_on_reset u_power_on_reset (
    .clk_i,
    .request_ni(1'b1),
    .rst_no    (rst_n)
  );

  bringup #(
    .Cfg         (spu_config_pkg::ConfigSmall),
    .ConfigName  ("small"),
    .ClockHz     (12_000_000),
    .Baud        (1_000_000),
    .TraceEntries(256),
    .BufferBytes (4096)
  ) u_bringup (
    .clk_i,
    .rst_ni(rst_n),
    .uart_rx_i,
    .uart_tx_o,
    .leds_o(led_o)
  );

endmodule
