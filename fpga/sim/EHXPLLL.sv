// SPDX-License-Identifier: Apache-2.0
//
// Stand-in for the ECP5's PLL, for lint and simulation, with the ports that the boards use. The output clock is the
// input clock: a simulation drives the board's oscillator pin with the frequency that the PLL would generate.

module EHXPLLL #(
  parameter PLLRST_ENA = "DISABLED",
  parameter INTFB_WAKE = "DISABLED",
  parameter STDBY_ENABLE = "DISABLED",
  parameter DPHASE_SOURCE = "DISABLED",
  parameter OUTDIVIDER_MUXA = "DIVA",
  parameter CLKOP_ENABLE = "ENABLED",
  parameter FEEDBK_PATH = "CLKOP",
  parameter int CLKI_DIV = 1,
  parameter int CLKFB_DIV = 1,
  parameter int CLKOP_DIV = 1,
  parameter int CLKOP_CPHASE = 0,
  parameter int CLKOP_FPHASE = 0
) (
  input  logic CLKI,
  input  logic CLKFB,
  input  logic RST,
  input  logic STDBY,
  input  logic PHASESEL0,
  input  logic PHASESEL1,
  input  logic PHASEDIR,
  input  logic PHASESTEP,
  input  logic PHASELOADREG,
  input  logic PLLWAKESYNC,
  input  logic ENCLKOP,
  output logic CLKOP,
  output logic LOCK
);

  assign CLKOP = CLKI;
  assign LOCK  = 1'b1;

endmodule
