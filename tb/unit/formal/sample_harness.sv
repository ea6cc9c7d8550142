// SPDX-License-Identifier: Apache-2.0
//
// spu_sample with arbitrary operations and decisions. With ExposedLatency, an offered sample's exposed latency is what
// docs/verification-interface.md says of the pins, and no sample is offered before it has ended.

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
  input logic [15:0]            empty_i,
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
  sample_t                 finished;

  spu_sample #(
    .Cfg(Cfg)
  ) u_spu_sample (
    .clk_i,
    .rst_ni,
    .can_mark_i,
    .mark_valid_i,
    .mark_tag_i,
    .origin_i,
    .empty_i,
    .tag_free_o      (tag_free),
    .op_i,
    .alt_clock_i,
    .thread_inactive_i,
    .finished_valid_o(finished_valid),
    .finished_tag_o  (finished_tag),
    .finished_o      (finished),
    .decide_valid_i
  );

  // -------------------------------------------------------------------------------------------------------
  // Exposed latency of each tag, from the pins: `lives` up to finished, `lingers` after it until oldest falls.

  localparam logic [16:0] Max = Cfg.Count16bit ? 17'hffff : 17'h0fff;
  logic [Cfg.InFlight-1:0]       marked_q, lives_q, lingers_q;  // marked: in the previous cycle
  logic [Cfg.InFlight-1:0][16:0] exposed_q, exposed;

  always_comb begin
    for (int tag = 0; tag < Cfg.InFlight; tag++) begin
      exposed[tag] = exposed_q[tag];
      if (marked_q[tag]) exposed[tag] += 17'(empty_i);  // of the mark's cycle
      if ((lives_q[tag] || lingers_q[tag]) && op_i[tag].oldest && !thread_inactive_i) exposed[tag] += 17'd1;
    end
  end

  always_ff @(posedge clk_i) begin
    for (int tag = 0; tag < Cfg.InFlight; tag++) begin
      marked_q[tag]  <= mark_valid_i && 32'(mark_tag_i) == tag;
      exposed_q[tag] <= (exposed[tag] > Max) ? Max : exposed[tag];
      if (lives_q[tag] && op_i[tag].finished) {lives_q[tag], lingers_q[tag]} <= 2'b01;
      if (lingers_q[tag] && !op_i[tag].oldest) lingers_q[tag] <= 1'b0;
      if (mark_valid_i && 32'(mark_tag_i) == tag) {lives_q[tag], exposed_q[tag]} <= {1'b1, 17'd0};
    end
    if (!rst_ni) {lives_q, lingers_q} <= '0;
  end

  // For induction: the unit's counters of tags in use.
  logic [Cfg.InFlight-1:0] follows;
  always_comb begin
    for (int tag = 0; tag < Cfg.InFlight; tag++) begin
      follows[tag] = tag_free[tag] || marked_q[tag] || 17'(u_spu_sample.exposed_q[tag]) == exposed_q[tag];
    end
  end

  if (Cfg.ExposedLatency) begin : gen_exposed
    always_ff @(posedge clk_i) begin
      if (rst_ni) begin
        ExposedLatency_A: assert (!finished_valid || (!lives_q[finished_tag] && !lingers_q[finished_tag]
                                                      && 17'(finished.exposed_latency) == exposed_q[finished_tag]));
        ExposedFollows_A: assert (follows == '1 && lives_q == u_spu_sample.flying_q
                                  && lingers_q == (u_spu_sample.done_q & ~u_spu_sample.over_q)
                                  && (lives_q & ~tag_free & ~u_spu_sample.exposing_q) == '0);
        ExposedSaturated_C: cover (finished_valid && finished.exposed_latency == 16'(Max));
      end
    end
  end

  // -------------------------------------------------------------------------------------------------------

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
