// SPDX-License-Identifier: Apache-2.0
//
// The increment of each counter from this cycle's events. It is available in the next cycle, from flip-flops through
// little logic; spu_pmu_counters adds it to the value then.
//
// Source: AArch64.IncrementEventCounter(), AArch64.IncrementCycleCounter(), AArch64.PMUCycle() (Arm ARM D13.3; J1). An
// event counter counts each occurrence of its event in the cycle. The prescaler of PMCR_EL0.D advances with each cycle
// that is counted while the division is in effect.
//
// Timing: the unit's own events (spe_events_i) depend on dispatch and on the filters, and arrive late in the cycle.
// They are registered here without logic before the flip-flops: each counter's selection is registered beside them, and
// applied in the next cycle. The core's events have about five LUTs before their flip-flops. The count enables come
// from the PE's pins through spu_pmu_count, and have one LUT.

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

  input  logic [Counters-1:0]          count_i,  // which counters count
  input  pmcr_t                        pmcr_i,   // LP and LC: Effective values
  input  event_source_t [EventCounters-1:0] sources_i,
  input  logic [4:0]                   hpmn_i,   // MDCR_EL2
  input  logic                         hlp_i,    // Effective value of HLP

  // Occurrences of each event, and a software increment for each counter.
  input  logic [MaxPmuEvents-1:0][3:0] events_i,
  input  pmu_events_t                  spe_events_i,
  input  logic [MaxEventCounters-1:0]  software_increment_i,

  input  logic                         clear_prescaler_i,  // by a direct write
  output increment_t [Counters-1:0]    increments_o        // of the previous cycle
);

  localparam bit HavePmuV3p5 = Cfg.PmuVersion >= 5;

  logic [MaxEventCounters-1:0] hyp;
  assign hyp = pmu_counters_hyp(Cfg.HaveEl2, hpmn_i);

  // Fields of structs that this block does not read.
  logic unused_inputs;
  assign unused_inputs = ^{pmcr_i, sources_i, spe_events_i, count_i, software_increment_i, hyp};

  // -------------------------------------------------------------------------------------------------------
  // The core's events, SW_INCR and CPU_CYCLES. spu_pmu_counters handles CHAIN.

  localparam int unsigned CountedWidth = $clog2(counted_events(Cfg.PmuEvents));

  // Occurrences of each event, without software increments, which differ by counter.
  logic [2**CountedWidth-1:0][3:0] occurred;
  always_comb begin
    occurred                                     = '0;
    occurred[CountedCpuCycles[CountedWidth-1:0]] = 4'd1;
    for (int unsigned n = 0; n < MaxPmuEvents; n++) begin
      if (Cfg.PmuEvents[n] != '0) occurred[CountedWidth'(32'(CountedFirst) + n)] = events_i[n];
    end
  end

  function automatic logic [3:0] event_occurred(logic [CountedWidth-1:0] number, logic software_increment);
    logic [2**CountedWidth-1:0][3:0] of_counter;
    of_counter                                  = occurred;
    of_counter[CountedSwIncr[CountedWidth-1:0]] = 4'(software_increment);
    return of_counter[number];
  endfunction

  // -------------------------------------------------------------------------------------------------------
  // The unit's own events.

  // All are registered, whether or not a counter counts them; unimplemented events are ignored.
  pmu_events_t spe_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) spe_q <= '0;
    else         spe_q <= spe_events_i;
  end

  // Occurrences of each event; [SpeNone] is 0.
  logic [15:0][3:0] spe_occurred;
  always_comb begin
    spe_occurred                = '0;
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

  // -------------------------------------------------------------------------------------------------------
  // Event counters

  for (genvar n = 0; n < MaxEventCounters; n++) begin : gen_event_counter
    if (n < Cfg.PmuCounters) begin : gen_counter
      logic [3:0]  occurred_q;
      spe_event_e  spe_event_q;
      logic        chain_q, long_overflow_q;

      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) begin
          occurred_q      <= '0;
          spe_event_q     <= SpeNone;
          chain_q         <= 1'b0;
          long_overflow_q <= 1'b0;
        end else begin
          occurred_q      <= '0;
          if (count_i[n]) begin
            occurred_q <= event_occurred(sources_i[n].counted[CountedWidth-1:0], software_increment_i[n]);
          end
          spe_event_q     <= count_i[n] ? sources_i[n].spe : SpeNone;
          chain_q         <= count_i[n] && sources_i[n].chain;
          long_overflow_q <= HavePmuV3p5 && (hyp[n] ? hlp_i : pmcr_i.lp);
        end
      end

      assign increments_o[n] = '{
        number:        occurred_q | spe_occurred[spe_event_q],
        chain:         chain_q,
        long_overflow: long_overflow_q
      };
    end else begin : gen_no_counter
      assign increments_o[n] = '0;
    end
  end

  // -------------------------------------------------------------------------------------------------------
  // Cycle counter

  logic       divide, has_elapsed_64_cycles, cycle_q, long_cycles_q;
  logic [5:0] prescaler_q;

  assign divide                = pmcr_i.d && !pmcr_i.lc;
  assign has_elapsed_64_cycles = (prescaler_q == '1);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      prescaler_q   <= '0;
      cycle_q       <= 1'b0;
      long_cycles_q <= 1'b0;
    end else begin
      if (clear_prescaler_i)                         prescaler_q <= '0;
      else if (count_i[CycleCounter] && divide)      prescaler_q <= prescaler_q + 6'd1;
      cycle_q       <= count_i[CycleCounter] && (!divide || has_elapsed_64_cycles);
      long_cycles_q <= pmcr_i.lc;
    end
  end

  assign increments_o[CycleCounter] = '{number: 4'(cycle_q), chain: 1'b0, long_overflow: long_cycles_q};

endmodule
