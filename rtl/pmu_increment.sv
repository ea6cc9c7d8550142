// SPDX-License-Identifier: Apache-2.0
//
// What a clock's events do to the counters: the values and overflow flags after it.
//
// Source: AArch64.IncrementEventCounter(), AArch64.IncrementCycleCounter(), AArch64.PMUCycle() (Arm ARM D13.3; J1).
// Purely combinational. An event counter counts as often in a clock as its event occurred. CHAIN occurs in the clock
// in which the even neighbour overflows at bit 31, unless that one's overflow is at bit 63 (PMCR_EL0.LP,
// MDCR_EL2.HLP); also where the two are in different ranges. The prescaler of PMCR_EL0.D advances with each clock
// that is counted while the division is in effect.

module pmu_increment
  import spu_pkg::*;
  import pmu_pkg::*;
#(
  parameter config_t Cfg
) (
  input  logic [Counters-1:0]          count_i,     // which counters count
  input  pmu_regs_t                    regs_i,
  input  logic [4:0]                   hpmn_i,      // MDCR_EL2
  input  logic                         hlp_i,

  // How often each event occurred; a software increment of each counter.
  input  logic [CommonEvents-1:0][3:0] events_i,
  input  pmu_events_t                  spe_events_i,
  input  logic [MaxEventCounters-1:0]  software_increment_i,

  input  pmu_counters_t                counters_i,
  input  logic [5:0]                   prescaler_i,
  output pmu_counters_t                counters_o,
  output logic [5:0]                   prescaler_o
);

  localparam bit HavePmuV3p5 = Cfg.PmuVersion >= 5;
  localparam bit HaveSpeV1p4 = Cfg.SpeVersion >= 4;

  // The types carry more than this room reads.
  logic unused_inputs;
  assign unused_inputs = ^regs_i;

  // How often the event occurred, CHAIN and SW_INCR left out. An event that does not exist never does.
  function automatic logic [3:0] event_occurred(logic [15:0] evt_count, logic [CommonEvents-1:0][3:0] events,
                                                pmu_events_t spe);
    logic common;
    common = (evt_count < 16'(CommonEvents)) && Cfg.PmuEvents[evt_count[5:0]] && !OwnCommonEvents[evt_count[5:0]];
    unique case (evt_count)
      EventCpuCycles:        return 4'd1;
      EventSamplePop:        return spe.sample_pop;
      EventSampleFeed:       return 4'(spe.sample_feed);
      EventSampleFiltrate:   return 4'(spe.sample_filtrate);
      EventSampleCollision:  return spe.sample_collision;
      EventSampleBufferFull: return 4'(HaveSpeV1p4 && spe.sample_buffer_full);
      EventSampleFeedBr:     return 4'(HaveSpeV1p4 && spe.sample_feed_br);
      EventSampleFeedLd:     return 4'(HaveSpeV1p4 && spe.sample_feed_ld);
      EventSampleFeedSt:     return 4'(HaveSpeV1p4 && spe.sample_feed_st);
      EventSampleFeedOp:     return 4'(HaveSpeV1p4 && spe.sample_feed_op);
      EventSampleFeedEvent:  return 4'(HaveSpeV1p4 && spe.sample_feed_event);
      EventSampleFeedLat:    return 4'(HaveSpeV1p4 && spe.sample_feed_lat);
      default:               return common ? events[evt_count[5:0]] : '0;
    endcase
  endfunction

  // {carry out of bit 63, carry out of bit 31, value}
  typedef struct packed {
    logic        carry_63;
    logic        carry_31;
    logic [63:0] value;
  } sum_t;

  // Without FEAT_PMUv3p5 the upper half is not there.
  function automatic sum_t add(logic [63:0] value, logic [3:0] increment, logic wide);
    logic [32:0] low, high;
    low  = {1'b0, value[31:0]} + 33'(increment);
    high = {1'b0, value[63:32]} + 33'(low[32]);
    if (!wide) high = '0;
    return '{carry_63: high[32], carry_31: low[32], value: {high[31:0], low[31:0]}};
  endfunction

  // -------------------------------------------------------------------------------------------------------
  // Event counters

  logic [MaxEventCounters-1:0]       hyp, overflow;
  logic [MaxEventCounters-1:0][63:0] values;

  assign hyp = pmu_counters_hyp(Cfg.HaveEl2, hpmn_i);

  always_comb begin
    logic       long_overflow, chain;  // chain: the counter before, an even one, has overflowed at bit 31
    logic [3:0] occurred;
    sum_t       sum;
    chain    = 1'b0;
    values   = '0;
    overflow = '0;
    for (int n = 0; n < int'(Cfg.PmuCounters); n++) begin
      long_overflow = HavePmuV3p5 && (hyp[n] ? hlp_i : regs_i.pmcr.lp);
      unique case (regs_i.pmevtyper[n].evt_count)
        EventChain:  occurred = 4'(chain);
        EventSwIncr: occurred = 4'(software_increment_i[n]);
        default:     occurred = event_occurred(regs_i.pmevtyper[n].evt_count, events_i, spe_events_i);
      endcase
      sum = add(counters_i.pmevcntr[n], count_i[n] ? occurred : '0, HavePmuV3p5);
      values[n]   = sum.value;
      overflow[n] = long_overflow ? sum.carry_63 : sum.carry_31;
      chain       = (n % 2 == 0) && sum.carry_31 && !long_overflow;
    end
  end

  // -------------------------------------------------------------------------------------------------------
  // Cycle counter

  logic divide, has_elapsed_64_cycles, cycle_overflow;
  sum_t cycles;

  assign divide                = regs_i.pmcr.d && !regs_i.pmcr.lc;
  assign has_elapsed_64_cycles = (prescaler_i == '1);

  always_comb begin
    prescaler_o = prescaler_i;
    if (count_i[CycleCounter] && divide) prescaler_o = prescaler_i + 6'd1;
    cycles = add(counters_i.pmccntr, 4'(count_i[CycleCounter] && (!divide || has_elapsed_64_cycles)), 1'b1);
    cycle_overflow = regs_i.pmcr.lc ? cycles.carry_63 : cycles.carry_31;
  end

  // -------------------------------------------------------------------------------------------------------

  always_comb begin
    counters_o.pmevcntr = values;
    counters_o.pmccntr  = cycles.value;
    counters_o.pmovs    = counters_i.pmovs | {cycle_overflow, overflow};
  end

endmodule
