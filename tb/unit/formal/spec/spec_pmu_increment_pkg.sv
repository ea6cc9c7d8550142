// SPDX-License-Identifier: Apache-2.0
//
// Specification of a cycle's effect on the counters and overflow flags of the performance monitors, one counter at a
// time: AArch64.PMUCycle(), AArch64.IncrementEventCounter() and AArch64.IncrementCycleCounter() (Arm ARM J1.1.1), the
// numbers of PMU events (D14.2), CHAIN (D14.3). Written from the Arm documents, not from the RTL: make formal proves
// that the two agree.
//
// Choices that the documents leave open: CHAIN counts across the boundary of two ranges; a divided cycle counter
// increments at every 64th counted cycle; a direct write takes effect after the PMU events of its cycle, and clearing a
// flag after setting it.

package spec_pmu_increment_pkg;

  import spu_pins_pkg::*;
  import spu_pkg::*;
  import spu_sysreg_pkg::*;
  import spu_pmu_pkg::*;

  // Number of occurrences of the PMU event with this number; 0 if it is not implemented.
  function automatic logic [3:0] occurrences(config_t cfg, logic [15:0] evt_count, logic [MaxPmuEvents-1:0][3:0] core,
                                             pmu_events_t spe, bit software_increment);
    logic [3:0] number;
    bit         v1p2, v1p4;
    v1p2 = cfg.SpeVersion >= 2;
    v1p4 = cfg.SpeVersion >= 4;
    number = 0;
    for (int n = 0; n < MaxPmuEvents; n++) begin
      if (cfg.PmuEvents[n] != 0) number |= (cfg.PmuEvents[n] == evt_count) ? core[n] : 4'd0;
    end
    case (evt_count)
      16'h0000: number = 4'(software_increment);  // SW_INCR
      16'h0011: number = 1;                       // CPU_CYCLES
      16'h001e: number = 0;                       // CHAIN: from another counter
      16'h4000: number = spe.sample_pop;
      16'h4001: number = 4'(spe.sample_feed);
      16'h4002: number = 4'(spe.sample_filtrate);
      16'h4003: number = spe.sample_collision;
      16'h8122: number = 4'(cfg.HaveFds && spe.sample_feed_ds);
      16'h8123: number = 4'(v1p4 && spe.sample_buffer_full);
      16'h812a: number = 4'(v1p2 && spe.sample_feed_br);
      16'h812b: number = 4'(v1p2 && spe.sample_feed_ld);
      16'h812c: number = 4'(v1p2 && spe.sample_feed_st);
      16'h812d: number = 4'(v1p2 && spe.sample_feed_op);
      16'h812e: number = 4'(v1p2 && spe.sample_feed_event);
      16'h812f: number = 4'(v1p2 && spe.sample_feed_lat);
      16'h8348: number = 4'(cfg.HaveEft && spe.sample_feed_fp);
      16'h8349: number = 4'(cfg.HaveEft && spe.sample_feed_simd);
      default: ;
    endcase
    return number;
  endfunction

  // The effect of a cycle on one counter.
  typedef struct packed {
    logic [63:0] value;
    logic        overflow;  // its flag is set
    logic        chain;     // CHAIN occurs for the next counter
    logic [5:0]  elapsed;   // divided cycle counter: counted cycles since its last increment
  } step_t;

  // AArch64.IncrementEventCounter() for counter `idx` by `increment`, if it counts.
  function automatic step_t increment_event_counter(config_t cfg, logic [63:0] was, bit counts, pmcr_t pmcr,
                                                    logic [4:0] hpmn, bit hlp, int idx, logic [3:0] increment);
    step_t       step;
    logic [64:0] sum;
    bit          first_range, lp;
    first_range = !cfg.HaveEl2 || 5'(idx) < hpmn;
    lp = (cfg.PmuVersion >= 5) && (first_range ? pmcr.lp : hlp);
    sum = 65'(was) + 65'(increment);
    step = '0;
    step.value = (cfg.PmuVersion >= 5) ? sum[63:0] : 64'(sum[31:0]);
    step.overflow = lp ? sum[64] : sum[64:32] != 33'(was[63:32]);
    step.chain = step.overflow && !lp && idx % 2 == 0;
    if (!counts) step = '{value: was, default: '0};
    return step;
  endfunction

  // AArch64.IncrementCycleCounter(), if it counts.
  function automatic step_t increment_cycle_counter(config_t cfg, logic [63:0] was, logic [5:0] elapsed, bit counts,
                                                    pmcr_t pmcr);
    step_t step;
    bit    d, narrow;
    d = pmcr.d && !pmcr.lc;
    narrow = cfg.Aarch32El0 && !pmcr.lc;  // HaveAArch32()
    step = '{value: was, elapsed: elapsed, default: '0};
    if (counts && (!d || elapsed == 63)) begin
      step.value = was + 1;
      step.overflow = narrow ? was[31:0] == '1 : was == '1;
    end
    if (counts && d) step.elapsed = elapsed + 1;
    return step;
  endfunction

  // A counter's value after a direct write.
  function automatic logic [63:0] written(logic [63:0] was, bit load, bit low_half, logic [63:0] wdata, bit narrow);
    logic [63:0] value;
    value = was;
    if (load) value = {low_half ? was[63:32] : wdata[63:32], wdata[31:0]};
    if (narrow) value[63:32] = 0;
    return value;
  endfunction

endpackage
