// SPDX-License-Identifier: Apache-2.0
//
// Tracks the session of each sample, from its mark until the write of its record starts.
//
// A lapse is a cycle after the mark in which PMBLIMITR_EL1.E is 0 or profiling is stopped: what has been collected and
// not written is discarded (Arm ARM D17.4), also if profiling is on again. What lapsed first is the reason. A record of
// another owner than the present one is foreign: it is not written into the present one's buffer (D17.9.1 IPDDCL).
// A management event that is reported synchronously comes before further operations are sampled (D17.8): what had been
// sampled by then and not written collides, the operation marked in the same cycle included. A verdict of that cycle
// is not changed by it.

module spu_session
  import spu_pins_pkg::*;
  import spu_pkg::*;
#(
  parameter config_t Cfg
) (
  input  logic                    clk_i,
  input  logic                    rst_ni,

  // interval
  input  logic                    mark_valid_i,
  input  logic [TagWidth-1:0]     mark_tag_i,

  // enable
  input  security_state_e         owner_ss_i,
  input  logic                    owner_is_el2_i,

  // the pipeline: what is pending, and what moves in this cycle
  input  logic [Cfg.InFlight-1:0] tag_busy_i,
  input  logic                    verdict_valid_i,
  input  logic [TagWidth-1:0]     verdict_tag_i,
  input  logic                    verdict_recorded_i,
  input  logic                    record_busy_i,
  input  logic                    record_taken_i,

  // buffer
  input  discard_e                lapse_i,     // of this cycle: DiscardNone, DiscardStopped, DiscardNotEnabled
  input  logic                    collide_i,   // an event that is reported synchronously
  output logic                    record_collided_o,  // the record that waits
  output discard_e                record_lapse_o,
  output logic                    record_foreign_o,

  // verdict
  output logic [Cfg.InFlight-1:0] tag_collided_o,

  output logic [3:0]              collisions_o  // of this cycle's event
);

  typedef struct packed {
    logic            collided;
    discard_e        lapse;
    security_state_e owner_ss;  // at the mark
    logic            owner_is_el2;
  } session_t;

  session_t [Cfg.InFlight-1:0] tag_q;
  session_t                    record_q;

  function automatic session_t go_on(session_t session);
    session_t next;
    next = session;
    if (collide_i) next.collided = 1'b1;
    if (session.lapse == DiscardNone) next.lapse = lapse_i;
    return next;
  endfunction

  session_t marked;
  assign marked = '{
    collided:     collide_i,
    lapse:        DiscardNone,
    owner_ss:     owner_ss_i,
    owner_is_el2: owner_is_el2_i
  };

  always_ff @(posedge clk_i) begin
    for (int unsigned tag = 0; tag < Cfg.InFlight; tag++) begin
      // A tag that is free has the owner of each cycle, however late in the cycle a mark is known.
      tag_q[tag] <= tag_busy_i[tag] ? go_on(tag_q[tag]) : marked;
    end
    record_q <= go_on((verdict_valid_i && verdict_recorded_i) ? tag_q[verdict_tag_i] : record_q);
  end

  always_comb begin
    for (int unsigned tag = 0; tag < Cfg.InFlight; tag++) begin
      tag_collided_o[tag] = tag_busy_i[tag] && tag_q[tag].collided;
    end
  end

  assign record_collided_o = record_q.collided;
  assign record_lapse_o    = (record_q.lapse != DiscardNone) ? record_q.lapse : lapse_i;
  assign record_foreign_o  = record_q.owner_ss != owner_ss_i || record_q.owner_is_el2 != owner_is_el2_i;

  // The mark is known late in the cycle, the rest is not.
  logic [3:0] pending;
  always_comb begin
    pending = 4'(record_busy_i && !record_taken_i && !record_q.collided);
    for (int unsigned tag = 0; tag < Cfg.InFlight; tag++) begin
      pending += 4'(tag_busy_i[tag] && !tag_q[tag].collided
                    && !(verdict_valid_i && !verdict_recorded_i && verdict_tag_i == TagWidth'(tag)));
    end
  end
  assign collisions_o = collide_i ? pending + 4'(mark_valid_i) : '0;

  // -------------------------------------------------------------------------------------------------------
  // Properties (make formal; checked in simulation too)

  // Of each tag in flight: there was a lapse, or an event, since its mark; of the record, since that of its operation.
  logic [Cfg.InFlight-1:0] lapsed_q, hit_q;
  logic                    record_lapsed_q, record_hit_q;
  logic                    moves;
  logic [Cfg.InFlight-1:0] verdict_tag;
  assign moves       = verdict_valid_i && verdict_recorded_i;
  assign verdict_tag = Cfg.InFlight'(1) << verdict_tag_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      lapsed_q        <= '0;
      hit_q           <= '0;
      record_lapsed_q <= 1'b0;
      record_hit_q    <= 1'b0;
    end else begin
      for (int unsigned tag = 0; tag < Cfg.InFlight; tag++) begin
        lapsed_q[tag] <= tag_busy_i[tag] && (lapsed_q[tag] || lapse_i != DiscardNone);
        hit_q[tag]    <= (collide_i && (tag_busy_i[tag] || (mark_valid_i && mark_tag_i == TagWidth'(tag))))
                      || (tag_busy_i[tag] && hit_q[tag]);
      end
      record_lapsed_q <= (lapse_i != DiscardNone) || (moves ? (lapsed_q & verdict_tag) != '0 : record_lapsed_q);
      record_hit_q    <= collide_i || (moves ? (hit_q & verdict_tag) != '0 : record_hit_q);
    end
  end

  logic [Cfg.InFlight-1:0] remembers_lapse;
  always_comb begin
    for (int unsigned tag = 0; tag < Cfg.InFlight; tag++) begin
      remembers_lapse[tag] = !tag_busy_i[tag] || (tag_q[tag].lapse != DiscardNone) == lapsed_q[tag];
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      RemembersLapse_A: assert (remembers_lapse == '1);
      RemembersEvent_A: assert (tag_collided_o == (tag_busy_i & hit_q));
      if (record_busy_i) begin
        RecordOfItsSession_A: assert ((record_q.lapse != DiscardNone) == record_lapsed_q
                                      && record_q.collided == record_hit_q);
      end
      CollidesOnce_A: assert (collisions_o == '0 || collide_i);
    end
  end

endmodule
