// SPDX-License-Identifier: Apache-2.0
//
// The ULX3S' clock: a PLL generates it from the 25 MHz oscillator. Its frequency divides 600 MHz and is a multiple of
// 25 MHz.

module ulx3s_clock #(
  parameter int unsigned ClockHz
) (
  input  logic clk_i,     // 25 MHz
  output logic clk_o,
  output logic locked_o
);

  // The PLL's oscillator runs at 600 MHz, within its range of 400 to 800 MHz.
  localparam int unsigned VcoHz = 600_000_000;
  localparam int OutputDivider = VcoHz / ClockHz;

  EHXPLLL #(
    .PLLRST_ENA      ("DISABLED"),
    .INTFB_WAKE      ("DISABLED"),
    .STDBY_ENABLE    ("DISABLED"),
    .DPHASE_SOURCE   ("DISABLED"),
    .OUTDIVIDER_MUXA ("DIVA"),
    .CLKOP_ENABLE    ("ENABLED"),
    .FEEDBK_PATH     ("CLKOP"),
    .CLKI_DIV        (1),
    .CLKFB_DIV       (ClockHz / 25_000_000),
    .CLKOP_DIV       (OutputDivider),
    .CLKOP_CPHASE    (OutputDivider / 2 - 1),
    .CLKOP_FPHASE    (0)
  ) u_pll (
    .CLKI        (clk_i),
    .CLKFB       (clk_o),
    .RST         (1'b0),
    .STDBY       (1'b0),
    .PHASESEL0   (1'b0),
    .PHASESEL1   (1'b0),
    .PHASEDIR    (1'b1),
    .PHASESTEP   (1'b1),
    .PHASELOADREG(1'b1),
    .PLLWAKESYNC (1'b0),
    .ENCLKOP     (1'b0),
    .CLKOP       (clk_o),
    .LOCK        (locked_o)
  );

endmodule
