// SPDX-License-Identifier: Apache-2.0
//
// A part of a counter above its lowest bits: a carry from the part below increments it, or it takes a written value.
//
// The carry out is one gate behind the carry in: whether all bits are 1 comes from a flip-flop, and the increment is
// computed before it is known whether there is a carry. A written value wins over a carry, which still passes through.

module spu_pmu_counter_part #(
  parameter int unsigned Width
) (
  input  logic             clk_i,
  input  logic             rst_ni,

  input  logic             carry_i,
  output logic             carry_o,

  input  logic             load_i,
  input  logic [Width-1:0] wdata_i,

  output logic [Width-1:0] value_o,  // with this cycle's carry or write
  output logic [Width-1:0] behind_o  // before it
);

  // A written value passes through the incrementer unchanged.
  logic [Width-1:0] value_q, value_d;
  logic             ones_q, ones_d;
  assign value_d = (load_i ? wdata_i : value_q) + Width'(!load_i);
  assign ones_d  = load_i ? (wdata_i == '1) : (value_q[Width-1:1] == '1 && !value_q[0]);

  logic changes;
  assign changes = carry_i || load_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      value_q <= '0;
      ones_q  <= 1'b0;
    end else if (changes) begin
      value_q <= value_d;
      ones_q  <= ones_d;
    end
  end

  assign carry_o  = carry_i && ones_q;
  assign value_o  = changes ? value_d : value_q;
  assign behind_o = value_q;

  // Properties (make formal; checked in simulation too)
  always_ff @(posedge clk_i) begin
    if (rst_ni) OnesAreOfTheValue_A: assert (ones_q == (value_q == '1));
  end

endmodule
