// SPDX-License-Identifier: Apache-2.0
//
// From dispatch to a record in the store: selects the operation to sample, collects its sample, filters it and builds
// its record (Arm ARM D17.3 to D17.6, D18). This module only wires the blocks
//
//   interval || collect -> sample -> filter -> decision -> record
//
// Dispatch is answered in the same cycle. A finished sample is offered one or two cycles after it finished, or with
// ExposedLatency after the PE has waited for it (spu_sample). It is decided in the next cycle at the earliest, and with
// its last packet if it is recorded (spu_decide, spu_record).

module spu_sampler
  import spu_pins_pkg::*;
  import spu_pkg::*;
#(
  parameter config_t Cfg
) (
  input  logic                               clk_i,
  input  logic                               rst_ni,

  // control
  input  sysreg_req_t                        sysreg_i,
  input  pe_t                                pe_i,
  input  regs_t                              regs_i,
  input  enable_t                            enable_i,
  input  logic                               discard_mode_i,
  input  interval_counters_t                 counters_i,
  output interval_counters_t                 counters_o,          // after this cycle's operations
  output logic                               collision_o,

  // dispatch, op, time
  input  logic [Cfg.DispatchWidth-1:0]       dispatch_valid_i,
  input  logic [Cfg.DispatchWidth-1:0][63:0] dispatch_pc_i,
  input  logic [15:0]                        dispatch_empty_i,
  output logic                               mark_valid_o,
  output logic [SlotWidth-1:0]               mark_slot_o,
  output logic [TagWidth-1:0]                mark_tag_o,
  input  op_t [Cfg.InFlight-1:0]             op_i,
  input  logic [1:0]                         alt_clock_i,
  input  logic [63:0]                        time_i,

  // writer
  output logic [Cfg.InFlight-1:0]            tag_busy_o,
  output decision_t                          decision_o,
  output logic                               record_busy_o,       // a record of a decided sample has not been taken
  output waiting_record_t                    record_o,
  output store_write_t                       store_o,
  input  logic                               sample_room_i,
  input  logic [Cfg.InFlight-1:0]            tag_collided_i,
  input  logic [3:0]                         event_collisions_i,  // with this cycle's management event
  input  logic                               record_taken_i,
  input  logic                               writer_busy_i,       // the record taken last is still being read
  input  logic                               filled_i,            // SPEBufferFilled()

  // pmu, vif
  output pmu_events_t                        pmu_o,
  output collect_t                           collect_o            // of the operation marked
);

  // -------------------------------------------------------------------------------------------------------
  // interval, collect

  logic [Cfg.InFlight-1:0] tag_free;
  logic [SlotWidth-1:0]    next_slot;
  logic [TagWidth-1:0]     next_tag;
  origin_t                 origin;
  logic [3:0]              population, selection_collisions;
  logic                    collided;

  assign tag_busy_o  = ~tag_free;
  assign collision_o = collided || event_collisions_i != '0;

  spu_interval #(
    .Cfg(Cfg)
  ) u_spu_interval (
    .clk_i,
    .rst_ni,
    .profiling_enabled_i(enable_i.profiling_enabled),
    .dispatch_valid_i,
    .pmsirr_i           (regs_i.pmsirr),
    .counters_i,
    .counters_o,
    .tag_free_i         (tag_free),
    .sample_room_i,
    .mark_valid_o,
    .mark_slot_o,
    .mark_tag_o,
    .next_slot_o        (next_slot),
    .next_tag_o         (next_tag),
    .population_o       (population),
    .collisions_o       (selection_collisions),
    .collided_o         (collided)
  );

  // The slot to mark is known late in the cycle, so its PC is selected in the next one, and the empty cycles before
  // dispatch if it is the lowest valid slot: they belong to the oldest operation.
  logic [Cfg.DispatchWidth-1:0][55:0] pc_q;
  logic [Cfg.DispatchWidth-1:0]       valid_q;
  logic [15:0]                        empty_q, empty;
  logic [SlotWidth-1:0]               next_slot_q;
  always_ff @(posedge clk_i) begin
    if (enable_i.can_mark) begin
      for (int unsigned slot = 0; slot < Cfg.DispatchWidth; slot++) pc_q[slot] <= dispatch_pc_i[slot][55:0];
      valid_q     <= dispatch_valid_i;
      empty_q     <= dispatch_empty_i;
      next_slot_q <= next_slot;
    end
  end

  logic [Cfg.DispatchWidth-1:0] older;
  assign older = (Cfg.DispatchWidth'(1) << next_slot_q) - Cfg.DispatchWidth'(1);
  assign empty = ((valid_q & older) == '0) ? empty_q : '0;

  spu_collect #(
    .Cfg(Cfg)
  ) u_spu_collect (
    .pe_i,
    .regs_i,
    .enable_i,
    .pc_i    (64'(pc_q[next_slot_q])),
    .time_i,
    .collect_o,
    .origin_o(origin)
  );

  // -------------------------------------------------------------------------------------------------------
  // sample, filter, decision

  localparam int unsigned WordWidth = record_word_width(Cfg);

  logic                finished_valid, last_packet, passed, fed;
  logic [TagWidth-1:0] finished_tag;
  sample_t             finished;
  feed_t               found, feed;

  spu_sample #(
    .Cfg(Cfg)
  ) u_spu_sample (
    .clk_i,
    .rst_ni,
    .can_mark_i       (enable_i.can_mark),
    .mark_valid_i     (mark_valid_o),
    .mark_tag_i       (next_tag),
    .origin_i         (origin),
    .empty_i          (empty),
    .tag_free_o       (tag_free),
    .op_i,
    .alt_clock_i,
    .thread_inactive_i(pe_i.thread_inactive),
    .finished_valid_o (finished_valid),
    .finished_tag_o   (finished_tag),
    .finished_o       (finished),
    .decide_valid_i   (decision_o.valid)
  );

  spu_filter #(
    .Cfg(Cfg)
  ) u_spu_filter (
    .regs_i,
    .sample_i(finished),
    .keep_o  (passed),
    .feed_o  (found)
  );

  spu_decide #(
    .Cfg(Cfg)
  ) u_spu_decide (
    .clk_i,
    .rst_ni,
    .write_i       (sysreg_i.valid && sysreg_i.write),
    .addr_i        (sysreg_i.addr),
    .sample_valid_i(finished_valid),
    .keep_i        (passed),
    .feed_i        (found),
    .discard_mode_i,
    .collided_i    ((tag_collided_i & (Cfg.InFlight'(1) << finished_tag)) != '0),
    .last_i        (last_packet),
    .valid_o       (decision_o.valid),
    .keep_o        (decision_o.keep),
    .recorded_o    (decision_o.recorded),
    .fed_o         (fed),
    .feed_o        (feed)
  );

  assign decision_o.tag = finished_tag;

  assign pmu_o = '{
    sample_pop:         population,
    sample_collision:   selection_collisions + event_collisions_i,
    sample_feed:        fed,
    sample_filtrate:    decision_o.keep,
    sample_feed_br:     feed.br,
    sample_feed_ld:     feed.ld,
    sample_feed_st:     feed.st,
    sample_feed_op:     feed.op,
    sample_feed_event:  feed.matched,
    sample_feed_lat:    feed.lat,
    sample_feed_ds:     feed.ds,
    sample_feed_fp:     feed.fp,
    sample_feed_simd:   feed.simd,
    sample_buffer_full: (Cfg.SpeVersion >= 4) && filled_i
  };

  // -------------------------------------------------------------------------------------------------------
  // record

  logic [WordWidth-1:0] store_word;
  assign store_o.word = StoreWordWidth'(store_word);

  spu_record #(
    .Cfg(Cfg)
  ) u_spu_record (
    .clk_i,
    .rst_ni,
    .sample_valid_i(finished_valid),
    .sample_i      (finished),
    .last_o        (last_packet),
    .decide_valid_i(decision_o.valid),
    .recorded_i    (decision_o.recorded),
    .busy_o        (record_busy_o),
    .write_o       (store_o.valid),
    .write_bank_o  (store_o.bank),
    .write_word_o  (store_word),
    .write_data_o  (store_o.data),
    .record_valid_o(record_o.valid),
    .record_len_o  (record_o.len),
    .record_bank_o (record_o.bank),
    .record_taken_i,
    .buffer_busy_i (writer_busy_i)
  );

  // -------------------------------------------------------------------------------------------------------
  // Properties (make formal; checked in simulation too)

  // The mark of the previous cycle.
  logic                marked_q;
  logic [TagWidth-1:0] marked_tag_q;
  logic [15:0]         marked_empty_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) marked_q <= 1'b0;
    else         marked_q <= mark_valid_o;
  end

  always_ff @(posedge clk_i) begin
    marked_tag_q   <= mark_tag_o;
    marked_empty_q <= dispatch_empty_i;
    for (int unsigned slot = 0; slot < Cfg.DispatchWidth; slot++) begin
      if (dispatch_valid_i[slot] && slot < 32'(mark_slot_o)) marked_empty_q <= '0;
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      // A mark is of a valid slot, on a free tag, while profiling is enabled.
      if (mark_valid_o) begin
        MarksValidSlot_A: assert ((dispatch_valid_i & (Cfg.DispatchWidth'(1) << mark_slot_o)) != '0);
        MarksFreeTag_A: assert ((tag_free & (Cfg.InFlight'(1) << mark_tag_o)) != '0);
        MarksWhileEnabled_A: assert (enable_i.profiling_enabled && !enable_i.stopped && !pe_i.debug);
        MarksInSession_A: assert (session_end_reason(enable_i.stopped, regs_i.pmblimitr.e) == DiscardNone);
      end
      if (marked_q) begin
        MarkTakesTag_A: assert ((tag_free & (Cfg.InFlight'(1) << marked_tag_q)) == '0);
        EmptyIsOfOldest_A: assert (!Cfg.ExposedLatency || empty == marked_empty_q);
      end
      // What the blocks assume of each other. A sample that has collided with a management event is neither counted nor
      // recorded.
      if (decision_o.valid) begin
        DecidesBusyTag_A: assert (finished_valid && (tag_busy_o & (Cfg.InFlight'(1) << finished_tag)) != '0
                                  && !(decision_o.recorded && record_busy_o));
        CollidedLeavesSilently_A: assert ((tag_collided_i & (Cfg.InFlight'(1) << finished_tag)) == '0
                                          || (!decision_o.keep && !decision_o.recorded && !fed));
      end
    end
  end

endmodule
