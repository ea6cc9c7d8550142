// SPDX-License-Identifier: Apache-2.0
//
// Radiona ULX3S with an LFE5U-85F: VexRiscv, and beside it configuration small. Otherwise as top.sv.

module top (
  input  logic       clk_i,        // 25 MHz
  input  logic       uart_rx_i,
  output logic       uart_tx_o,
  input  logic       btn_pwr_ni,
  output logic       wifi_gpio0_o,
  output logic [7:0] led_o
);

  localparam int unsigned ClockHz = 50_000_000;

  logic clk, rst_n;

  // If this pin were low, the ESP32 would reboot the board.
  assign wifi_gpio0_o = 1'b1;

  ulx3s_clock_reset #(
    .ClockHz(ClockHz)
  ) u_clock_reset (
    .clk_i,
    .btn_pwr_ni,
    .clk_o (clk),
    .rst_no(rst_n)
  );

  vexriscv_bringup #(
    .Cfg        (spu_config_pkg::ConfigSmall),
    .ConfigName ("small"),
    .ClockHz    (ClockHz),
    .Baud       (2_000_000),
    .RamBytes   (65536),
    .BufferBytes(8192)
  ) u_bringup (
    .clk_i    (clk),
    .rst_ni   (rst_n),
    .uart_rx_i,
    .uart_tx_o,
    .leds_o   (led_o)
  );

endmodule
