// SPDX-License-Identifier: Apache-2.0
//
// The increment of each counter from this cycle's events. It is available in the next cycle, from flip-flops through
// little logic; spu_pmu_counters adds it to the value then.
//
// Source: AArch64.IncrementEventCounter(), AArch64.IncrementCycleCounter(), AArch64.PMUCycle() (Arm ARM D13.3; J1). An
// event counter counts each occurrence of its event in the cycle. The prescaler of PMCR_EL0.D advances with each cycle
// that is counted while the division is in effect.
//
// Timing: the unit's own events (spe_events_i) depend on dispatch and on the filters, and the count enables on the PE's
// pins through spu_pmu_count: both arrive late in the cycle. They are registered here without logic before the
// flip-flops: each counter's selection is registered beside them, and applied in the next cycle. The core's events are
// selected before their flip-flops, in three LUTs.
//
// No flip-flop follows the events while no counter is enabled.

module spu_pmu_increment
  import spu_pins_pkg::*;
  import spu_pkg::*;
  import spu_sysreg_pkg::*;
  import spu_pmu_pkg::*;
#(
  parameter config_t Cfg,
  localparam int unsigned EventCounters = existing_counters(Cfg.PmuCounters)
) (
  input  logic                         clk_i,
  input  logic                         rst_ni,

  input  logic [Counters-1:0]          enabled_i,  // PMCNTENSET_EL0: which counters can count
  input  logic [Counters-1:0]          count_i,    // which counters count
  input  pmcr_t                        pmcr_i,     // LP and LC: Effective values
  input  event_source_t [EventCounters-1:0] sources_i,
  input  logic [4:0]                   hpmn_i,   // MDCR_EL2
  input  logic                         hlp_i,    // Effective value of HLP

  // Occurrences of each event, and a software increment for each counter.
  input  logic [MaxPmuEvents-1:0][3:0] events_i,
  input  pmu_events_t                  spe_events_i,
  input  logic [MaxEventCounters-1:0]  software_increment_i,

  input  logic                         clear_prescaler_i,  // by a direct write of the previous cycle
  output increment_t [Counters-1:0]    increments_o        // of the previous cycle
);

  localparam bit HavePmuV3p5 = Cfg.PmuVersion >= 5;

  logic [MaxEventCounters-1:0] hyp;
  assign hyp = pmu_counters_hyp(Cfg.HaveEl2, hpmn_i);

  // Fields of structs that this block does not read.
  logic unused_inputs;
  assign unused_inputs = ^{pmcr_i, sources_i, spe_events_i, enabled_i, count_i, software_increment_i, hyp};

  // -------------------------------------------------------------------------------------------------------
  // The core's events, SW_INCR and CPU_CYCLES. spu_pmu_counters handles CHAIN.

  function automatic logic [3:0] event_occurred(logic [MaxPmuEvents-1:0] source, logic once);
    logic [3:0] number;
    number = 4'(once);
    for (int unsigned n = 0; n < MaxPmuEvents; n++) begin
      if (Cfg.PmuEvents[n] != '0 && source[n]) number |= events_i[n];
    end
    return number;
  endfunction

  // -------------------------------------------------------------------------------------------------------
  // The unit's own events.

  // All are registered, whether or not a counter counts them; unimplemented events are ignored.
  pmu_events_t spe_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni)                                    spe_q <= '0;
    else if (enabled_i[MaxEventCounters-1:0] != '0) spe_q <= spe_events_i;
  end

  // Occurrences of each event.
  logic [SpeEvents-1:0][3:0] spe_occurred;
  always_comb begin
    spe_occurred[SpePop]        = spe_q.sample_pop;
    spe_occurred[SpeFeed]       = 4'(spe_q.sample_feed);
    spe_occurred[SpeFiltrate]   = 4'(spe_q.sample_filtrate);
    spe_occurred[SpeCollision]  = spe_q.sample_collision;
    spe_occurred[SpeBufferFull] = 4'(spe_q.sample_buffer_full);
    spe_occurred[SpeFeedBr]     = 4'(spe_q.sample_feed_br);
    spe_occurred[SpeFeedLd]     = 4'(spe_q.sample_feed_ld);
    spe_occurred[SpeFeedSt]     = 4'(spe_q.sample_feed_st);
    spe_occurred[SpeFeedOp]     = 4'(spe_q.sample_feed_op);
    spe_occurred[SpeFeedEvent]  = 4'(spe_q.sample_feed_event);
    spe_occurred[SpeFeedLat]    = 4'(spe_q.sample_feed_lat);
    spe_occurred[SpeFeedDs]     = 4'(spe_q.sample_feed_ds);
    spe_occurred[SpeFeedFp]     = 4'(spe_q.sample_feed_fp);
    spe_occurred[SpeFeedSimd]   = 4'(spe_q.sample_feed_simd);
  end

  function automatic logic [3:0] spe_event_occurred(logic [SpeEvents-1:0] source);
    logic [3:0] number;
    number = '0;
    for (int unsigned n = 0; n < SpeEvents; n++) begin
      if (source[n]) number |= spe_occurred[n];
    end
    return number;
  endfunction

  // -------------------------------------------------------------------------------------------------------
  // Event counters

  for (genvar n = 0; n < MaxEventCounters; n++) begin : gen_event_counter
    if (n < Cfg.PmuCounters) begin : gen_counter
      logic                 once, count_q, chain_q, long_overflow_q;
      logic [3:0]           occurred_q;
      logic [SpeEvents-1:0] spe_event_q;

      assign once = sources_i[n].cycles || (sources_i[n].sw_incr && software_increment_i[n]);

      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) begin
          count_q         <= 1'b0;
          occurred_q      <= '0;
          spe_event_q     <= '0;
          chain_q         <= 1'b0;
          long_overflow_q <= 1'b0;
        end else begin
          count_q <= count_i[n];
          if (enabled_i[n]) begin
            occurred_q      <= event_occurred(sources_i[n].core, once);
            spe_event_q     <= sources_i[n].spe;
            chain_q         <= sources_i[n].chain;
            long_overflow_q <= HavePmuV3p5 && (hyp[n] ? hlp_i : pmcr_i.lp);
          end
        end
      end

      assign increments_o[n] = '{
        counts:        count_q,
        number:        occurred_q | spe_event_occurred(spe_event_q),
        chain:         chain_q,
        long_overflow: long_overflow_q
      };

      // Properties (make formal; checked in simulation too)
      always_ff @(posedge clk_i) begin
        if (rst_ni && chain_q) ChainCountsOne_A: assert (occurred_q == 4'd1 && spe_event_q == '0);
      end
    end else begin : gen_no_counter
      assign increments_o[n] = '0;
    end
  end

  // -------------------------------------------------------------------------------------------------------
  // Cycle counter

  // The prescaler is one cycle behind, as the counters are.
  logic       count_q, divide_q, long_cycles_q, has_elapsed_64_cycles;
  logic [5:0] prescaler_q, prescaler_d;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      count_q       <= 1'b0;
      divide_q      <= 1'b0;
      long_cycles_q <= 1'b0;
    end else begin
      count_q <= count_i[CycleCounter];
      if (enabled_i[CycleCounter]) begin
        divide_q      <= pmcr_i.d && !pmcr_i.lc;
        long_cycles_q <= pmcr_i.lc;
      end
    end
  end

  always_comb begin
    prescaler_d = prescaler_q;
    if (count_q && divide_q) prescaler_d = prescaler_q + 6'd1;
    if (clear_prescaler_i)   prescaler_d = '0;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) prescaler_q <= '0;
    else         prescaler_q <= prescaler_d;
  end

  assign has_elapsed_64_cycles = (prescaler_q == '1);
  assign increments_o[CycleCounter] = '{
    counts:        count_q && (!divide_q || has_elapsed_64_cycles),
    number:        4'd1,
    chain:         1'b0,
    long_overflow: long_cycles_q
  };

endmodule
