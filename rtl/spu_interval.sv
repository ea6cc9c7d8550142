// SPDX-License-Identifier: Apache-2.0
//
// Which operation is sampled (Arm ARM D17.3).
//
// Each valid slot, oldest first, is one member of the sample population and takes one step of the interval
// counters: the result equals feeding the operations one at a time to SPEToCollectSample(). The first
// operation selected in a clock is marked if a tag was free at its start; every other one collides.
// Combinational from dispatch to mark. The counters themselves are PMSICR_EL1, in spu_regs; the only state
// here is the random number generator's.

module spu_interval
  import spu_pkg::*;
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
  input  pmsicr_t                      pmsicr_i,
  output pmsicr_t                      pmsicr_o,  // after this clock's operations

  // sample
  input  logic [Cfg.InFlight-1:0]      tag_free_i,
  output logic                         mark_valid_o,
  output logic [SlotWidth-1:0]         mark_slot_o,
  output logic [TagWidth-1:0]          mark_tag_o,

  // pmu
  output logic [3:0]                   population_o,
  output logic [3:0]                   collisions_o
);

  localparam int unsigned DrawnWidth = $clog2(Cfg.DispatchWidth + 1);

  typedef struct packed {
    pmsicr_t counters;
    logic    drew;      // took the random byte
    logic    selected;
  } step_t;

  // One operation. SPEResetSampleCounter() and the secondary counter included.
  function automatic step_t spe_to_collect_sample(pmsicr_t counters, pmsirr_t reload, logic [7:0] random);
    step_t step;
    step = '{counters: counters, default: '0};
    if (counters.count == '0) begin
      step.drew           = reload.rnd && !Cfg.HaveErnd;
      step.counters.count = {reload.interval, step.drew ? random : 8'h00};
    end else begin
      step.counters.count = counters.count - 32'd1;
      if (step.counters.count == '0) begin
        if (reload.rnd && Cfg.HaveErnd) begin
          step.drew            = 1'b1;
          step.counters.ecount = random;
          // D17.3.4.3: a random value of zero selects at once.
          step.selected        = (random == '0);
        end else begin
          step.selected = 1'b1;
          return step;
        end
      end
    end
    if (step.counters.ecount != '0) begin
      step.counters.ecount = step.counters.ecount - 8'd1;
      step.selected        = (step.counters.ecount == '0);
    end
    return step;
  endfunction

  logic [Cfg.DispatchWidth-1:0]      selected;
  logic [Cfg.DispatchWidth-1:0][7:0] random_bytes;
  logic [DrawnWidth-1:0]             drawn;

  always_comb begin
    step_t step;
    step         = '0;
    selected     = '0;
    drawn        = '0;
    population_o = '0;
    pmsicr_o     = pmsicr_i;
    for (int unsigned slot = 0; slot < Cfg.DispatchWidth; slot++) begin
      if (profiling_enabled_i && dispatch_valid_i[slot]) begin
        step           = spe_to_collect_sample(pmsicr_o, pmsirr_i, random_bytes[drawn]);
        pmsicr_o       = step.counters;
        selected[slot] = step.selected;
        drawn          = drawn + DrawnWidth'(step.drew);
        population_o   = population_o + 4'd1;
      end
    end
  end

  always_comb begin
    mark_valid_o = (selected != '0) && (tag_free_i != '0);
    mark_slot_o  = '0;
    mark_tag_o   = '0;
    collisions_o = '0;
    for (int unsigned slot = 0; slot < Cfg.DispatchWidth; slot++) begin
      collisions_o = collisions_o + 4'(selected[slot]);
    end
    if (mark_valid_o) begin
      collisions_o = collisions_o - 4'd1;
      for (int slot = Cfg.DispatchWidth - 1; slot >= 0; slot--) begin
        if (selected[slot]) mark_slot_o = SlotWidth'(slot);
      end
      for (int tag = Cfg.InFlight - 1; tag >= 0; tag--) begin
        if (tag_free_i[tag]) mark_tag_o = TagWidth'(tag);
      end
    end
  end

  spu_random #(
    .Draws(Cfg.DispatchWidth)
  ) u_spu_random (
    .clk_i,
    .rst_ni,
    .bytes_o(random_bytes),
    .drawn_i(drawn)
  );

endmodule
