// SPDX-License-Identifier: Apache-2.0
//
// A cycle's dispatch gives the same PMSICR_EL1, mark, SAMPLE_POP and collisions as SPEToCollectSample() called for one
// operation at a time, oldest slot first. Slots, registers and random bytes (tb/unit/formal/free/spu_random.sv) are
// arbitrary. All state is an input, so a proof of one cycle covers every cycle.
//
// With eight slots IntervalCounters_A is too large to prove directly. IntervalSteps_A claims that, after any number of
// operations, one more changes the counters as the specification does. IntervalChosen_A claims that a cycle's counters
// are those after its number of operations. Together they imply IntervalCounters_A.

module interval_harness
  import spu_pins_pkg::*;
  import spu_pkg::*;
  import spu_sysreg_pkg::*;
  import spu_config_pkg::*;
  import formal_config_pkg::*;
  import spec_interval_pkg::*;
(
  input logic            profiling_enabled_i,
  input logic [7:0]      dispatch_valid_i,
  input pmsirr_t         pmsirr_i,
  input pmsicr_t         pmsicr_i,
  input logic [3:0]      tag_free_i,
  input logic            sample_room_i,
  input logic [7:0][7:0] random_i  // next bytes of the generator
);

  localparam config_t Cfg = `FORMAL_CONFIG;

  interval_counters_t   next;
  pmsicr_t              pmsicr;
  logic                 mark_valid, collided;
  logic [SlotWidth-1:0] mark_slot, next_slot;
  logic [TagWidth-1:0]  mark_tag, next_tag;
  logic [3:0]           population, collisions;

  spu_interval #(.Cfg(Cfg)) u_interval (
    .clk_i(1'b0),
    .rst_ni(1'b1),
    .profiling_enabled_i,
    .dispatch_valid_i(dispatch_valid_i[Cfg.DispatchWidth-1:0]),
    .pmsirr_i,
    .counters_i(interval_counters(pmsicr_i)),
    .counters_o(next),
    .tag_free_i(tag_free_i[Cfg.InFlight-1:0]),
    .sample_room_i,
    .mark_valid_o(mark_valid),
    .mark_slot_o(mark_slot),
    .mark_tag_o(mark_tag),
    .next_slot_o(next_slot),
    .next_tag_o(next_tag),
    .population_o(population),
    .collisions_o(collisions),
    .collided_o(collided)
  );

  logic [MaxDispatchWidth-1:0] random_is;
  assign pmsicr    = next.pmsicr;
  assign random_is = u_interval.random_is;

  always_comb begin
    // spu_regs: RES0 fields of PMSICR_EL1 are zero, as is ECOUNT without FEAT_SPE_ERnd.
    IntervalRes0_M: assume (pmsicr_i.res0_55_32 == 0 && (Cfg.HaveErnd || pmsicr_i.ecount == 0));
  end

  // The specification, one operation at a time: each starts from the previous one's counters. The n-th draw of the
  // cycle gets the n-th random byte.
  localparam int unsigned Width = Cfg.DispatchWidth;
  localparam int unsigned Draws = Cfg.HaveErnd ? 1 : Width;

  pmsicr_t [Width:0]      counters;    // [n]: before slot n's operation
  logic    [Width:0][3:0] drawn;       // bytes drawn before it
  logic    [Width:0][3:0] members;     // operations in the sample population
  logic    [Width:0][3:0] selections;  // selections by earlier slots
  logic    [Width-1:0]    oldest;      // this slot has the first selected operation

  assign counters[0]   = pmsicr_i;
  assign drawn[0]      = '0;
  assign members[0]    = '0;
  assign selections[0] = '0;

  for (genvar slot = 0; slot < Width; slot++) begin : gen_slot
    collect_answer_t answer;
    logic            member;
    assign member = profiling_enabled_i && dispatch_valid_i[slot];
    assign answer = spe_to_collect_sample(Cfg, pmsirr_i, counters[slot], random_i[drawn[slot][2:0]]);
    assign counters[slot+1]   = member ? answer.pmsicr : counters[slot];
    assign drawn[slot+1]      = drawn[slot] + 4'(member && answer.drew);
    assign members[slot+1]    = members[slot] + 4'(member);
    assign selections[slot+1] = selections[slot] + 4'(member && answer.sample);
    assign oldest[slot]       = member && answer.sample && selections[slot] == 0;
  end

  // The counters after n operations, even if the cycle has fewer.
  localparam int unsigned StepsWidth = $clog2(Width + 1);
  localparam int unsigned DrawnWidth = $clog2(Draws + 1);

  pmsicr_t [Width:0]                 after;
  logic    [Width:0][DrawnWidth-1:0] drawn_after;
  logic    [Width:0]                 right;  // [0]: equal to the registers; [n]: one step after n - 1

  for (genvar n = 0; n <= Width; n++) begin : gen_after
    interval_counters_t after_n;
    spu_interval_lookahead #(
      .Cfg  (Cfg),
      .Draws(Draws)
    ) u_ahead (
      .counters_i    (interval_counters(pmsicr_i)),
      .interval_i    (pmsirr_i.interval),
      .rnd_i         (pmsirr_i.rnd),
      .random_bytes_i(random_i[Draws-1:0]),
      .random_is_i   (random_is),
      .selects_o     (),
      .steps_i       (StepsWidth'(n)),
      .counters_o    (after_n),
      .drawn_o       (drawn_after[n])
    );
    assign after[n] = after_n.pmsicr;

    if (n == 0) begin : gen_start
      assign right[0] = after[0] == pmsicr_i && drawn_after[0] == '0;
    end else begin : gen_step
      collect_answer_t answer;
      assign answer   = spe_to_collect_sample(Cfg, pmsirr_i, after[n-1], random_i[3'(drawn_after[n-1])]);
      assign right[n] = after[n] == answer.pmsicr && 4'(drawn_after[n]) == 4'(drawn_after[n-1]) + 4'(answer.drew);
    end
  end

  pmsicr_t              spec_pmsicr;
  logic                 tag_free, spec_mark;
  logic [SlotWidth-1:0] spec_slot;
  logic [TagWidth-1:0]  spec_tag;
  logic [3:0]           spec_population, spec_collisions, spec_drawn;

  assign spec_pmsicr     = counters[Width];
  assign spec_population = members[Width];
  assign spec_drawn      = drawn[Width];
  assign spec_mark       = tag_free && sample_room_i && oldest != 0;
  assign spec_collisions = selections[Width] - 4'(spec_mark);

  always_comb begin
    tag_free = 0;
    spec_tag = 0;
    for (int tag = Cfg.InFlight - 1; tag >= 0; tag--) begin
      if (tag_free_i[tag]) begin
        tag_free = 1;
        spec_tag = TagWidth'(tag);
      end
    end
    spec_slot = 0;
    for (int slot = 0; slot < Width; slot++) begin
      if (oldest[slot]) spec_slot = SlotWidth'(slot);
    end
  end

  always_comb begin
    IntervalCounters_A: assert (pmsicr == spec_pmsicr);
    IntervalSteps_A: assert (right == '1);
    IntervalChosen_A: assert (pmsicr == (profiling_enabled_i ? after[StepsWidth'(spec_population)] : pmsicr_i));
    IntervalComparisons_A: assert (next == interval_counters(pmsicr));
    IntervalMark_A: assert (mark_valid == spec_mark);
    IntervalSlot_A: assert (!spec_mark || (mark_slot == spec_slot && mark_tag == spec_tag));
    IntervalEarly_A: assert (!spec_mark || (next_slot == spec_slot && next_tag == spec_tag));
    IntervalPopulation_A: assert (population == spec_population);
    IntervalCollisions_A: assert (collisions == spec_collisions && collided == (spec_collisions != 0));
    IntervalDrawn_A: assert (4'(u_interval.drawn) == spec_drawn && spec_drawn <= 4'(Draws));
  end

  always_comb begin
    IntervalMarks_C: cover (mark_valid);
    IntervalReloads_C:
      cover (pmsicr_i.count == 0 && pmsicr.count[31:8] == pmsirr_i.interval && population != 0);
    IntervalDraws_C: cover (spec_drawn != 0 && spec_drawn == 4'(Draws));
    IntervalCollides_C: cover (collisions != 0);
  end

endmodule
