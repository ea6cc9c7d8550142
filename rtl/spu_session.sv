// SPDX-License-Identifier: Apache-2.0
//
// Tracks the session of each sample, from its mark until the write of its record starts.
//
// A session ends in a cycle after the mark in which PMBLIMITR_EL1.E is 0 or profiling is stopped. What has been
// collected and not written is then discarded (Arm ARM D17.4), even if profiling is enabled again; the first cause is
// the reason. A record is not written into the buffer of an owner other than its own (D17.9.1 IPDDCL). A fault or
// External abort that is reported synchronously comes before further operations are sampled (D17.8): operations in
// flight or undecided collide, and so does one marked in the same cycle. A sample decided in that cycle and a waiting
// record do not collide: SAMPLE_FEED has counted them, and their session ends.

module spu_session
  import spu_pins_pkg::*;
  import spu_pkg::*;
#(
  parameter config_t Cfg
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,

  // interval
  input  logic                    can_mark_i,  // known early: whether there can be a mark
  input  logic                    mark_valid_i,
  input  logic [TagWidth-1:0]     mark_tag_i,

  // enable
  input  security_state_e         owner_ss_i,
  input  logic                    owner_is_el2_i,

  // the pipeline: what is pending, and what moves in this cycle
  input  logic [Cfg.InFlight-1:0] tag_busy_i,
  input  logic                    decide_valid_i,
  input  logic [TagWidth-1:0]     decide_tag_i,
  input  logic                    recorded_i,
  input  logic                    record_busy_i,

  // buffer
  input  discard_e                session_end_i,  // in this cycle: DiscardNone, DiscardStopped, DiscardNotEnabled
  input  logic                    collide_i,      // a management event with which samples collide
  output discard_e                record_session_end_o,  // of the waiting record
  output logic                    record_owner_changed_o,
  output logic [2:0]              pending_o,   // samples in flight, undecided or with a waiting record

  // decision
  output logic [Cfg.InFlight-1:0] tag_collided_o,

  output logic [3:0]              collisions_o  // with this cycle's management event
);

  typedef struct packed {
    discard_e        ended;
    security_state_e owner_ss;  // at the mark
    logic            owner_is_el2;
  } session_t;

  session_t [Cfg.InFlight-1:0] tag_q;
  session_t                    record_q;
  logic     [Cfg.InFlight-1:0] collided_q;

  function automatic session_t next_session(session_t session);
    session_t next;
    next = session;
    if (session.ended == DiscardNone) next.ended = session_end_i;
    return next;
  endfunction

  session_t marked;
  assign marked = '{
    ended:        DiscardNone,
    owner_ss:     owner_ss_i,
    owner_is_el2: owner_is_el2_i
  };

  always_ff @(posedge clk_i) begin
    for (int unsigned tag = 0; tag < Cfg.InFlight; tag++) begin
      // A free tag captures the owner whenever there can be a mark, so that the mark may be known late in the cycle.
      if (tag_busy_i[tag]) tag_q[tag] <= next_session(tag_q[tag]);
      else if (can_mark_i) tag_q[tag] <= marked;
      collided_q[tag] <= collide_i || tag_collided_o[tag];
    end
    record_q <= next_session((decide_valid_i && recorded_i) ? tag_q[decide_tag_i] : record_q);
  end

  assign tag_collided_o         = has_spe_exc(Cfg) ? '0 : tag_busy_i & collided_q;  // collide_i is 0 with FEAT_SPE_EXC
  assign record_session_end_o   = (record_q.ended != DiscardNone) ? record_q.ended : session_end_i;
  assign record_owner_changed_o = record_q.owner_ss != owner_ss_i || record_q.owner_is_el2 != owner_is_el2_i;

  // Only the mark is known late in the cycle.
  logic [Cfg.InFlight-1:0] decided, undecided;
  assign decided      = Cfg.InFlight'(decide_valid_i) << decide_tag_i;
  assign undecided    = tag_busy_i & ~tag_collided_o & ~decided;
  assign collisions_o = collide_i ? 4'($countones(undecided)) + 4'(mark_valid_i) : '0;
  assign pending_o    = 3'($countones(tag_busy_i)) + 3'(record_busy_i);

  // -------------------------------------------------------------------------------------------------------
  // Properties (make formal; checked in simulation too)

  // For each tag in flight, a session end or management event since its mark; for the record, a session end since the
  // mark of its operation.
  logic [Cfg.InFlight-1:0] ended_q, hit_q;
  logic                    record_ended_q;
  logic                    moves;
  assign moves = decide_valid_i && recorded_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      ended_q        <= '0;
      hit_q          <= '0;
      record_ended_q <= 1'b0;
    end else begin
      for (int unsigned tag = 0; tag < Cfg.InFlight; tag++) begin
        ended_q[tag] <= tag_busy_i[tag] && (ended_q[tag] || session_end_i != DiscardNone);
        hit_q[tag]   <= (collide_i && (tag_busy_i[tag] || (mark_valid_i && mark_tag_i == TagWidth'(tag))))
                      || (tag_busy_i[tag] && hit_q[tag]);
      end
      record_ended_q <= (session_end_i != DiscardNone) || (moves ? (ended_q & decided) != '0 : record_ended_q);
    end
  end

  logic [Cfg.InFlight-1:0] remembers_session_end;
  always_comb begin
    for (int unsigned tag = 0; tag < Cfg.InFlight; tag++) begin
      remembers_session_end[tag] = !tag_busy_i[tag] || (tag_q[tag].ended != DiscardNone) == ended_q[tag];
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      RemembersSessionEnd_A: assert (remembers_session_end == '1);
      RemembersEvent_A:      assert (tag_collided_o == (tag_busy_i & hit_q));
      if (record_busy_i) begin
        RecordOfItsSession_A: assert ((record_q.ended != DiscardNone) == record_ended_q);
      end
      // No sample collides twice, or both feeds and collides.
      CollidesOnce_A: assert (collisions_o == '0 || collide_i);
      FedOrCollides_A: assert (32'(collisions_o) + $countones(tag_busy_i & (hit_q | decided))
                               <= $countones(tag_busy_i) + 32'(mark_valid_i));
      CollidesBelowV1p5_A: assert (!has_spe_exc(Cfg) || !collide_i);
    end
  end

endmodule
