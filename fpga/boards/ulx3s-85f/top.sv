// SPDX-License-Identifier: Apache-2.0
//
// Radiona ULX3S with an LFE5U-85F: configuration base. A PLL generates the clock from the 25 MHz oscillator. Serial
// line: the FT231X. Button PWR (B0) resets; LEDs D0 to D7.

module top (
  input  logic       clk_i,        // 25 MHz
  input  logic       uart_rx_i,
  output logic       uart_tx_o,
  input  logic       btn_pwr_ni,
  output logic       wifi_gpio0_o,
  output logic [7:0] led_o
);

  localparam int unsigned ClockHz = 50_000_000;

  logic clk, locked, rst_n;

  // If this pin were low, the ESP32 would reboot the board.
  assign wifi_gpio0_o = 1'b1;

  ulx3s_clock #(
    .ClockHz(ClockHz)
  ) u_ulx3s_clock (
    .clk_i,
    .clk_o   (clk),
    .locked_o(locked)
  );

  power_on_reset u_power_on_reset (
    .clk_i     (clk),
    .request_ni(locked && btn_pwr_ni),
    .rst_no    (rst_n)
  );

  bringup #(
    .Cfg         (spu_config_pkg::ConfigBase),
    .ConfigName  ("base"),
    .ClockHz     (ClockHz),
    .Baud        (2_000_000),
    .TraceEntries(8192),
    .BufferBytes (32768),
    .RegisterRow (1'b1)
  ) u_bringup (
    .clk_i    (clk),
    .rst_ni   (rst_n),
    .uart_rx_i,
    .uart_tx_o,
    .leds_o   (led_o)
  );

endmodule
