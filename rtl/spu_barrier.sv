// SPDX-License-Identifier: Apache-2.0
//
// PSB CSYNC and DSB (Arm ARM D17.9 RTRDTK, IMLGHW).
//
// A barrier starts in the first cycle in which its valid is high and captures what is pending at the start of that
// cycle; the requester holds valid until done. PSB follows the captured operations down the pipeline, from tag to
// record to buffer, and is done when none is left. It captures only the tags of operations older than the PSB CSYNC:
// neither a younger operation nor the PSB CSYNC itself, if sampled, can delay it. DSB counts the responses still
// outstanding for the captured bursts. Both are done at once if nothing was pending.
//
// DSB is done in the cycle after the last response at the earliest. By then PMBSR_EL1 shows an External abort that was
// reported to the unit, and an SError has been signalled (H5).

module spu_barrier
  import spu_pins_pkg::*;
  import spu_pkg::*;
#(
  parameter config_t Cfg,
  parameter int unsigned OutstandingWidth
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,

  // barrier
  input  logic                        psb_valid_i,
  input  logic [Cfg.InFlight-1:0]     psb_older_i,      // first cycle: tags of operations older than the PSB CSYNC
  output logic                        psb_done_o,
  input  logic                        dsb_valid_i,
  output logic                        dsb_done_o,

  // The pipeline: what is pending, and what moves in this cycle.
  input  logic [Cfg.InFlight-1:0]     tag_busy_i,
  input  logic                        decide_valid_i,
  input  logic [TagWidth-1:0]         decide_tag_i,
  input  logic                        recorded_i,
  input  logic                        record_busy_i,
  input  logic                        start_valid_i,    // record to buffer
  input  logic                        discard_valid_i,  // the waiting record, or the one being written, is discarded
  input  logic                        commit_valid_i,
  input  logic                        buffer_busy_i,

  // memory
  input  logic [OutstandingWidth-1:0] outstanding_i,
  input  logic                        response_i
);

  typedef struct packed {
    logic [Cfg.InFlight-1:0] tags;
    logic                    record;
    logic                    buffer;
  } earlier_t;

  logic     psb_active_q, psb_active_d;
  earlier_t earlier, earlier_q, earlier_d;

  always_comb begin
    earlier = '{tags: tag_busy_i & psb_older_i, record: record_busy_i, buffer: buffer_busy_i};
    if (psb_active_q) earlier = earlier_q;
    psb_done_o   = psb_valid_i && (earlier == '0);
    psb_active_d = psb_valid_i && !psb_done_o;

    earlier_d = earlier;
    if (commit_valid_i || (discard_valid_i && buffer_busy_i)) earlier_d.buffer = 1'b0;
    if (start_valid_i) begin
      earlier_d.buffer = earlier.record;
      earlier_d.record = 1'b0;
    end
    if (discard_valid_i && !buffer_busy_i) earlier_d.record = 1'b0;
    for (int unsigned tag = 0; tag < Cfg.InFlight; tag++) begin
      if (decide_valid_i && decide_tag_i == TagWidth'(tag)) begin
        earlier_d.tags[tag] = 1'b0;
        if (recorded_i) earlier_d.record = earlier.tags[tag];
      end
    end
  end

  logic                        dsb_active_q, dsb_active_d;
  logic [OutstandingWidth-1:0] expected, expected_q, expected_d;

  always_comb begin
    expected     = dsb_active_q ? expected_q : outstanding_i;
    dsb_done_o   = dsb_valid_i && (expected == '0);
    dsb_active_d = dsb_valid_i && !dsb_done_o;
    // Responses come in the order of the bursts, so the next `expected` responses belong to the captured bursts.
    expected_d   = (response_i && expected != '0) ? expected - OutstandingWidth'(1) : expected;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      psb_active_q <= 1'b0;
      dsb_active_q <= 1'b0;
    end else begin
      psb_active_q <= psb_active_d;
      dsb_active_q <= dsb_active_d;
    end
  end

  always_ff @(posedge clk_i) begin
    earlier_q  <= earlier_d;
    expected_q <= expected_d;
  end

  // -------------------------------------------------------------------------------------------------------
  // Properties (make formal; checked in simulation too)

  // Responses since the first cycle of this DSB, and how many were expected then.
  logic [OutstandingWidth-1:0] dsb_answered_q, dsb_target_q, dsb_target;
  assign dsb_target = dsb_active_q ? dsb_target_q : outstanding_i;

  always_ff @(posedge clk_i) begin
    dsb_target_q   <= dsb_target;
    dsb_answered_q <= (dsb_active_d ? (dsb_active_q ? dsb_answered_q : '0) : '0) + OutstandingWidth'(response_i);
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      // What a barrier waits for is still in the pipeline, so the barrier ends when the pipeline is empty.
      if (psb_active_q) begin
        EarlierTagsAreBusy_A: assert ((earlier_q.tags & ~tag_busy_i) == '0);
        EarlierRecordIsThere_A: assert (!earlier_q.record || record_busy_i);
        EarlierWriteIsRunning_A: assert (!earlier_q.buffer || buffer_busy_i);
      end
      if (psb_valid_i && !psb_done_o) begin
        WaitsForOlderOnly_A: assert (psb_active_q || (tag_busy_i & psb_older_i) != '0 || record_busy_i
                                     || buffer_busy_i);
        PsbEndsWhenEmpty_A: assert (tag_busy_i != '0 || record_busy_i || buffer_busy_i);
      end
      // All bursts outstanding at the start have been answered before this cycle.
      if (dsb_done_o) begin
        DsbAnswered_A: assert (dsb_active_q ? dsb_answered_q >= dsb_target : dsb_target == '0);
      end
      if (dsb_active_q) ExpectedIsPending_A: assert (expected_q <= outstanding_i);
      if (dsb_valid_i && !dsb_done_o) DsbEndsWhenAnswered_A: assert (outstanding_i != '0);
      DoneIfAsked_A: assert ((psb_valid_i || !psb_done_o) && (dsb_valid_i || !dsb_done_o));
    end
  end

endmodule
