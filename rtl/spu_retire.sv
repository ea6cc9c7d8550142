// SPDX-License-Identifier: Apache-2.0
//
// Applies the fate of an operation to its sample (Arm ARM D17.6.3, D17.6.7, D18.2.6). A sample is collected at
// completion as if its operation retires; the fate is known in the same cycle or later. Combinational.

module spu_retire
  import spu_pins_pkg::*;
  import spu_pkg::*;
#(
  parameter config_t Cfg
) (
  input  sample_t     sample_i,  // as collected; issue_latency_valid: the operation was issued

  // in the cycle of finished
  input  op_how_e     how_i,
  input  logic        previous_valid_i,  // FEAT_SPE_PBT: payload of the previous branch target
  input  logic [63:0] previous_i,

  output sample_t     sample_o
);

  // An operation that did not retire must not reveal a condition or a predicate (D17.6.7): the events misprediction,
  // not taken, partial and empty predicate are cleared. The first two are branch events (D18.2.6).
  localparam logic [63:0] ConditionEvents = 64'h0006_00c0;
  localparam logic [63:0] BranchEvents    = 64'h0000_00c0;

  // An operation that did not retire records no addresses and no data source (D17.6.7), and a branch that generated an
  // exception no target (D17.6). The latter is recorded neither as a branch (D17.6.3) nor as conditional.
  logic retired, is_branch, keeps_access;
  assign retired      = (how_i != OpSquashed);
  assign is_branch    = (sample_i.op_class == 2'b10);
  assign keeps_access = retired && !(is_branch && how_i == OpException);

  always_comb begin
    sample_o = sample_i;
    sample_o.dropped             = !retired && !Cfg.SquashedRecorded;
    sample_o.issue_latency_valid = retired || sample_i.issue_latency_valid;
    sample_o.target_valid        = sample_i.target_valid && (how_i == OpRetired);
    sample_o.va_valid            = sample_i.va_valid && keeps_access;
    sample_o.xlate_latency_valid = sample_i.xlate_latency_valid && keeps_access;
    sample_o.pa_valid            = sample_i.pa_valid && keeps_access;
    sample_o.source_valid        = sample_i.source_valid && keeps_access;
    sample_o.previous            = Cfg.HavePbt ? previous_i : '0;
    sample_o.previous_valid      = retired && Cfg.HavePbt && previous_valid_i;
    // Events 0 and 1 record how the operation ended.
    if (!retired) sample_o.events = sample_i.events & ~ConditionEvents;
    sample_o.events[0] = (how_i == OpException);
    sample_o.events[1] = retired;
    if (is_branch && how_i == OpException) begin
      sample_o.op_type     = OpTypeOther;
      sample_o.op_class    = 2'b00;
      sample_o.op_subclass = '0;
      sample_o.events      = sample_o.events & ~BranchEvents;
    end
  end

endmodule
