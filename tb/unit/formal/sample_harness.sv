// SPDX-License-Identifier: Apache-2.0
//
// spu_sample with arbitrary operations and decisions.

module sample_harness
  import spu_pins_pkg::*;
  import spu_pkg::*;
  import spu_config_pkg::*;
  import formal_config_pkg::*;
#(
  localparam config_t Cfg = `FORMAL_CONFIG
) (
  input logic                   clk_i,
  input logic                   can_mark_i,
  input logic                   mark_valid_i,
  input logic [TagWidth-1:0]    mark_tag_i,
  input origin_t                origin_i,
  input op_t [Cfg.InFlight-1:0] op_i,
  input logic [1:0]             alt_clock_i,
  input logic                   thread_inactive_i,
  input logic                   decide_valid_i
);

  logic rst_ni = 1'b0;
  always_ff @(posedge clk_i) rst_ni <= 1'b1;

  logic [Cfg.InFlight-1:0] tag_free;
  logic                    finished_valid;
  logic [TagWidth-1:0]     finished_tag;

  spu_sample #(
    .Cfg(Cfg)
  ) u_spu_sample (
    .clk_i,
    .rst_ni,
    .can_mark_i,
    .mark_valid_i,
    .mark_tag_i,
    .origin_i,
    .tag_free_o      (tag_free),
    .op_i,
    .alt_clock_i,
    .thread_inactive_i,
    .finished_valid_o(finished_valid),
    .finished_tag_o  (finished_tag),
    .finished_o      (),
    .decide_valid_i
  );

  logic full = 1'b0;
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      full <= full || tag_free == '0;
      // spu_sampler: MarksWhileEnabled_A, MarksFreeTag_A, DecidesBusyTag_A; spu_control: EnabledCanMark_A
      CanMark_M: assume (!mark_valid_i || can_mark_i);
      MarksFree_M: assume (!mark_valid_i || (32'(mark_tag_i) < Cfg.InFlight && tag_free[mark_tag_i]));
      DecidesOffered_M: assume (!decide_valid_i || finished_valid);
      EmptyAgain_C: cover (full && tag_free == '1);
      LastTagOffered_C: cover (full && finished_valid && 32'(finished_tag) == Cfg.InFlight - 1);
    end
  end

endmodule
