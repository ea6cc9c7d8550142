// SPDX-License-Identifier: Apache-2.0
//
// Selects the operation to sample (Arm ARM D17.3).
//
// Each valid slot, oldest first, is one member of the sample population and steps the interval counters once: the
// result equals feeding the operations one at a time to SPEToCollectSample(). The first operation selected in a cycle
// is marked if, at the start of the cycle, a tag was free and the Profiling Buffer had room for its record; every other
// selected operation collides. Combinational from dispatch to mark. The counters are PMSICR_EL1, in spu_regs; the only
// state here is the random number generator's.
//
// The counter sequence does not depend on which slots are valid: spu_interval_lookahead computes from state alone what
// the first, the second, ... operation of this cycle would do. The pins only select: which operation a slot holds, how
// many there are, and, last, whether profiling is enabled.

module spu_interval
  import spu_pins_pkg::*;
  import spu_pkg::*;
  import spu_sysreg_pkg::*;
#(
  parameter config_t Cfg
) (
  input  logic                         clk_i,
  input  logic                         rst_ni,

  // dispatch
  input  logic                         profiling_enabled_i,
  input  logic [Cfg.DispatchWidth-1:0] dispatch_valid_i,

  // regs
  input  pmsirr_t                      pmsirr_i,
  input  interval_counters_t           counters_i,
  output interval_counters_t           counters_o,  // after this cycle's operations

  // sample
  input  logic [Cfg.InFlight-1:0]      tag_free_i,
  input  logic                         sample_room_i,  // buffer: there is room for the record of one more sample
  output logic                         mark_valid_o,
  output logic [SlotWidth-1:0]         mark_slot_o,
  output logic [TagWidth-1:0]          mark_tag_o,

  // Slot and tag of the mark, if there is one. Known early, to select the data that belongs to it.
  output logic [SlotWidth-1:0]         next_slot_o,
  output logic [TagWidth-1:0]          next_tag_o,   // lowest free tag

  // pmu
  output logic [3:0]                   population_o,
  output logic [3:0]                   collisions_o,
  output logic                         collided_o    // collisions_o is not zero
);

  localparam int unsigned Width = Cfg.DispatchWidth;
  localparam int unsigned StepsWidth = $clog2(Width + 1);
  // With FEAT_SPE_ERnd a cycle draws at most one byte; without, each operation can draw one (INTERVAL = 0).
  localparam int unsigned Draws = Cfg.HaveErnd ? 1 : Width;
  localparam int unsigned DrawnWidth = $clog2(Draws + 1);

  logic [Width-1:0]            selects;  // [n]: operation n of this cycle, if it exists, is selected
  logic [StepsWidth-1:0]       steps;    // number of operations in this cycle
  interval_counters_t          after;
  logic [Draws-1:0][7:0]       random_bytes;
  logic [MaxDispatchWidth-1:0] random_is;  // [r]: the first of them is r
  logic [DrawnWidth-1:0]       drawn, drawn_if_enabled;

  spu_interval_lookahead #(
    .Cfg  (Cfg),
    .Draws(Draws)
  ) u_spu_interval_lookahead (
    .counters_i,
    .interval_i    (pmsirr_i.interval),
    .rnd_i         (pmsirr_i.rnd),
    .random_bytes_i(random_bytes),
    .random_is_i   (random_is),
    .selects_o     (selects),
    .steps_i       (steps),
    .counters_o    (after),
    .drawn_o       (drawn_if_enabled)
  );

  assign counters_o   = profiling_enabled_i ? after : counters_i;
  assign population_o = profiling_enabled_i ? 4'(steps) : '0;
  assign drawn        = profiling_enabled_i ? drawn_if_enabled : '0;

  logic sampling;  // one operation can be sampled
  assign sampling = (tag_free_i != '0) && sample_room_i;

  always_comb begin
    next_tag_o = '0;
    for (int tag = Cfg.InFlight - 1; tag >= 0; tag--) begin
      if (tag_free_i[tag]) next_tag_o = TagWidth'(tag);
    end
  end

  // -------------------------------------------------------------------------------------------------------
  // From the pins: which operation each slot holds.

  // Valid slots among the first `slots`.
  function automatic logic [StepsWidth-1:0] valid_among(logic [Width-1:0] valid, int unsigned slots);
    logic [StepsWidth-1:0] sum;
    sum = '0;
    for (int unsigned slot = 0; slot < slots; slot++) sum = sum + StepsWidth'(valid[slot]);
    return sum;
  endfunction

  assign steps = valid_among(dispatch_valid_i, Width);

  // The slot of operation n, if it exists: the valid slot with n valid slots before it.
  logic [Width-1:0][SlotWidth-1:0]  slot_of;
  logic [Width-1:0]                 exists;
  logic [Width-1:0][StepsWidth-1:0] valid_before;
  always_comb begin
    for (int unsigned slot = 0; slot < Width; slot++) valid_before[slot] = valid_among(dispatch_valid_i, slot);
    slot_of = '0;
    exists  = '0;
    for (int unsigned n = 0; n < Width; n++) begin
      for (int unsigned slot = n; slot < Width; slot++) begin
        if (dispatch_valid_i[slot] && valid_before[slot] == StepsWidth'(n)) begin
          slot_of[n] = slot_of[n] | SlotWidth'(slot);
          exists[n]  = 1'b1;
        end
      end
    end
  end

  always_comb begin
    next_slot_o = '0;
    for (int n = Width - 1; n >= 0; n--) begin
      if (selects[n]) next_slot_o = slot_of[n];
    end
  end

  // How many operations are selected: with FEAT_SPE_ERnd, at most one that ECOUNT reaches and one that a new random
  // number does.
  logic [Width-1:0] selected;
  logic             one, two;  // at least
  logic [3:0]       number;
  assign selected = exists & selects;
  always_comb begin
    {one, two} = '0;
    for (int unsigned n = 0; n < Width; n++) begin
      two = two || (one && selected[n]);
      one = one || selected[n];
    end
    number = Cfg.HaveErnd ? {2'b00, two, one && !two} : 4'($countones(selected));
  end

  assign mark_valid_o = profiling_enabled_i && sampling && one;
  assign mark_slot_o  = mark_valid_o ? next_slot_o : '0;
  assign mark_tag_o   = mark_valid_o ? next_tag_o : '0;
  assign collisions_o = profiling_enabled_i ? number - 4'(sampling && one) : '0;
  assign collided_o   = profiling_enabled_i && (two || (one && !sampling));

  spu_random #(
    .Draws(Draws)
  ) u_spu_random (
    .clk_i,
    .rst_ni,
    .bytes_o   (random_bytes),
    .first_is_o(random_is),
    .drawn_i   (drawn)
  );

  // -------------------------------------------------------------------------------------------------------
  // Properties (guarantees of spu_regs; checked in simulation). Equivalence with SPEToCollectSample() is proved in
  // tb/unit/formal/interval_harness.sv.

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      // ECOUNT is RES0 without FEAT_SPE_ERnd: spu_regs stores no other value (NoEcountWithoutErnd_A).
      NoEcountWithoutErnd_M: assume (Cfg.HaveErnd || counters_i.pmsicr.ecount == '0);
      // spu_regs: ComparisonsAreStored_A
      ComparisonsAreStored_M: assume (counters_i == interval_counters(counters_i.pmsicr));
    end
  end

endmodule
