// SPDX-License-Identifier: Apache-2.0
//
// The decision on a finished sample (Arm ARM D17.5), with its PMU events (C4).
//
// SAMPLE_FEED_* count every sample that SAMPLE_FEED counts, recorded or not (D14.3).
//
// The filter's outputs are registered, so that decision and PMU events come from flip-flops: the filter works in one
// cycle, and the decision is made in the next at the earliest. The registers that the filter reads must be the same in
// both cycles: after a write to one of them the filter decides again. A sample that is not recorded leaves with the
// first decision, a recorded one with its last packet.

module spu_decide
  import spu_pkg::*;
  import spu_sysreg_pkg::*;
#(
  parameter config_t Cfg
) (
  input  logic        clk_i,
  input  logic        rst_ni,

  // sysreg: a direct write in this cycle
  input  logic        write_i,
  input  logic [15:0] addr_i,

  // sample
  input  logic        sample_valid_i,

  // filter, with the registers of this cycle
  input  logic        keep_i,
  input  feed_t       feed_i,

  // PMBLIMITR_EL1
  input  logic        discard_mode_i,

  // session
  input  logic        collided_i,    // lost to a management event: the tag is freed without record or PMU event

  // record
  input  logic        last_i,        // the sample's last packet can be taken

  output logic        valid_o,
  output logic        keep_o,        // the sample is kept
  output logic        recorded_o,    // kept, and not taken by Discard mode: there is a record of it
  output logic        fed_o,         // PMU events: SAMPLE_FEED counts the sample
  output feed_t       feed_o
);

  // A direct write to a register that the filter reads, whether or not the write is permitted.
  logic filter_written;
  assign filter_written = write_i && addr_i inside {PMSFCR_EL1, PMSEVFR_EL1, PMSNEVFR_EL1, PMSLATFR_EL1, PMSDSFR_EL1};

  // The implemented PMU events (D14.6).
  feed_t feed;
  always_comb begin
    feed      = (Cfg.SpeVersion >= 2) ? feed_i : '0;
    feed.ds   = Cfg.HaveFds && feed_i.ds;
    feed.fp   = Cfg.HaveEft && feed_i.fp;
    feed.simd = Cfg.HaveEft && feed_i.simd;
  end

  logic  decided_q, keep_q;
  feed_t feed_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) decided_q <= 1'b0;
    else         decided_q <= sample_valid_i && !valid_o && !filter_written;
  end

  always_ff @(posedge clk_i) begin
    keep_q <= keep_i;
    feed_q <= feed;
  end

  assign recorded_o = keep_q && !discard_mode_i && !collided_i;
  assign valid_o    = decided_q && (!recorded_o || last_i);
  assign keep_o     = valid_o && keep_q && !collided_i;
  assign fed_o      = valid_o && !collided_i;
  assign feed_o     = fed_o ? feed_q : '0;

endmodule
