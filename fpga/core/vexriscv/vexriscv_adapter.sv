// SPDX-License-Identifier: Apache-2.0
//
// From VexRiscv's pipeline to the pins of spu_top. Everything is seen a cycle late: what the taps show goes through
// registers first, so that the core's longest paths do not continue in the unit. Latencies stay what they are.

module vexriscv_adapter
  import spu_pins_pkg::*;
  import spu_pkg::*;
  import vexriscv_pkg::*;
#(
  parameter int unsigned InFlight
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  taps_t                taps_i,

  // spu_top
  output logic                 dispatch_valid_o,
  output logic [63:0]          dispatch_pc_o,
  input  logic                 mark_valid_i,
  input  logic [TagWidth-1:0]  mark_tag_i,
  output op_t [InFlight-1:0]   op_o,
  // Of a PSB CSYNC that is a load of the window. It is carried out in write-back: all that is older has left the
  // pipeline, and what is in it is the load itself or younger.
  output logic [InFlight-1:0]  psb_older_o
);

  taps_t taps_q;
  logic  fire_q;
  assign dispatch_valid_o = fire_q;
  assign dispatch_pc_o    = 64'(taps_q.pc);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) fire_q <= 1'b0;
    else         fire_q <= taps_i.fire;
  end

  always_ff @(posedge clk_i) taps_q <= taps_i;

  for (genvar i = 0; i < InFlight; i++) begin : gen_tag
    logic in_pipeline;
    assign psb_older_o[i] = !in_pipeline;

    vexriscv_report u_report (
      .clk_i,
      .rst_ni,
      .mark_i       (mark_valid_i && (mark_tag_i == TagWidth'(i))),
      .taps_i       (taps_q),
      .in_pipeline_o(in_pipeline),
      .op_o         (op_o[i])
    );
  end

endmodule
