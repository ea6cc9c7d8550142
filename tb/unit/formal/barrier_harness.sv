// SPDX-License-Identifier: Apache-2.0
//
// spu_barrier in an arbitrary pipeline: operations may be marked, decided, kept, started, written or discarded at any
// time that a pipeline allows, and responses may come at any time. The proof follows one arbitrary operation. The
// harness assumes the pipeline's restrictions; spu_sampler and spu_writer assert them for the real pipeline.

module barrier_harness
  import spu_pins_pkg::*;
  import spu_pkg::*;
  import spu_config_pkg::*;
  import formal_config_pkg::*;
(
  input logic                clk_i,

  input logic                psb_valid_i,
  input logic [MaxInFlight-1:0] psb_older_i,
  input logic                dsb_valid_i,

  input logic                mark_i,
  input logic [TagWidth-1:0] mark_tag_i,
  input logic                decide_valid_i,
  input logic [TagWidth-1:0] decide_tag_i,
  input logic                keep_i,
  input logic                start_i,
  input logic                discard_i,
  input logic                commit_i,
  input logic                burst_i,
  input logic                response_i,

  input logic                follow_i  // the operation marked in this cycle is the one to follow
);

  localparam config_t Cfg = `FORMAL_CONFIG;
  localparam int unsigned OutstandingWidth = 4;

  logic rst_ni = 1'b0;
  always_ff @(posedge clk_i) rst_ni <= 1'b1;

  // The pipeline.
  logic [MaxInFlight-1:0]      busy = '0;
  logic                        record = 1'b0, buffer = 1'b0;
  logic [OutstandingWidth-1:0] outstanding = '0;
  logic                        psb_done, dsb_done;

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      for (int unsigned tag = 0; tag < Cfg.InFlight; tag++) begin
        if (mark_i && mark_tag_i == TagWidth'(tag)) busy[tag] <= 1'b1;
        if (decide_valid_i && decide_tag_i == TagWidth'(tag)) busy[tag] <= 1'b0;
      end
      if (decide_valid_i && keep_i) record <= 1'b1;
      if (start_i || (discard_i && !buffer)) record <= 1'b0;
      if (start_i) buffer <= 1'b1;
      if (commit_i || (discard_i && buffer)) buffer <= 1'b0;
      outstanding <= outstanding + OutstandingWidth'(burst_i) - OutstandingWidth'(response_i);
    end
  end

  spu_barrier #(
    .Cfg             (Cfg),
    .OutstandingWidth(OutstandingWidth)
  ) u_spu_barrier (
    .clk_i,
    .rst_ni,
    .psb_valid_i,
    .psb_older_i    (psb_older_i[Cfg.InFlight-1:0]),
    .psb_done_o     (psb_done),
    .dsb_valid_i,
    .dsb_done_o    (dsb_done),
    .tag_busy_i    (busy[Cfg.InFlight-1:0]),
    .decide_valid_i(decide_valid_i),
    .decide_tag_i,
    .recorded_i     (keep_i),
    .record_busy_i  (record),
    .start_valid_i  (start_i),
    .discard_valid_i(discard_i),
    .commit_valid_i (commit_i),
    .buffer_busy_i  (buffer),
    .outstanding_i  (outstanding),
    .response_i
  );

  logic psb_held = 1'b0, dsb_held = 1'b0;
  always_ff @(posedge clk_i) begin
    psb_held <= rst_ni && psb_valid_i && !psb_done;
    dsb_held <= rst_ni && dsb_valid_i && !dsb_done;
    if (rst_ni) begin
      // The requester's side of the interface (spu_top's port comment); the testbench also holds its requests.
      PsbHeld_M: assume (!psb_held || psb_valid_i);
      DsbHeld_M: assume (!dsb_held || dsb_valid_i);
      // spu_sampler: MarksFreeTag_A, DecidesBusyTag_A; spu_writer: StartsWaitingRecord_A, DiscardsWhatIsThere_A,
      // CommitsWhatIsWritten_A
      MarksFreeTag_M: assume (!mark_i || (32'(mark_tag_i) < Cfg.InFlight && !busy[mark_tag_i]));
      DecidesBusyTag_M: assume (!decide_valid_i || (32'(decide_tag_i) < Cfg.InFlight && busy[decide_tag_i]
                               && !(keep_i && record)));
      StartsWaitingRecord_M: assume (!start_i || (record && !buffer));
      DiscardsWhatIsThere_M: assume (!discard_i || (buffer || record));
      CommitsWhatIsWritten_M: assume (!commit_i || buffer);
      OneEndAtATime_M: assume (32'(start_i) + 32'(discard_i) + 32'(commit_i) <= 1);
      // spu_axi_write: OutstandingBounded_A; memory responds only to bursts (tb/unit/env/axi_memory.c).
      OutstandingBounded_M: assume (!burst_i || outstanding != '1);
      AnswersBursts_M: assume (!response_i || outstanding != '0);
    end
  end

  // The followed operation, from its mark to its end.
  typedef enum logic [2:0] {
    NotYet,
    InFlight,
    Waiting,
    Writing,
    Gone
  } where_e;
  where_e              where = NotYet;
  logic [TagWidth-1:0] tag = '0;
  logic                before_psb = 1'b0;  // was older than the barrier in the barrier's first cycle
  logic                is_older;           // older than a barrier that starts now; while in flight psb_older_i says so

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      unique case (where)
        NotYet: begin
          if (mark_i && follow_i) begin
            where <= InFlight;
            tag   <= mark_tag_i;
          end
        end
        InFlight: if (decide_valid_i && decide_tag_i == tag) where <= keep_i ? Waiting : Gone;
        Waiting: begin
          if (start_i) where <= Writing;
          if (discard_i && !buffer) where <= Gone;
        end
        Writing: if (commit_i || discard_i) where <= Gone;
        default: ;
      endcase
      if (psb_valid_i && !psb_held) before_psb <= is_older;
    end
  end

  logic pending, earlier;
  assign pending = where inside {InFlight, Waiting, Writing};
  assign is_older = where inside {Waiting, Writing, Gone} || (where == InFlight && psb_older_i[tag]);
  assign earlier = psb_held ? before_psb : is_older;

  // PSB CSYNC is not done too early. These assertions do not bound how late it is done.
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      PsbAfterEarlier_A: assert (!psb_done || !earlier || !pending);
      // Later operations cannot block it: it can be done while an operation marked after its start is pending.
      PsbPassesYounger_C: cover (psb_done && !psb_held && where == InFlight && busy[Cfg.InFlight-1:0] == '1);
      PsbPassesLater_C: cover (psb_done && psb_held && pending && !earlier);
      PsbWaitsForWrite_C: cover (psb_done && psb_held && before_psb && where == Gone);
      DsbWaits_C: cover (dsb_done && dsb_held && outstanding == 4'd3);
    end
  end

endmodule
