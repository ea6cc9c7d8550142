// SPDX-License-Identifier: Apache-2.0
//
// After every cycle, counters and overflow flags equal AArch64.PMUCycle() followed by the direct write, for all
// counters, selected events and occurrences. The proof is unbounded. Covers spu_pmu_increment and spu_pmu_counters,
// with event numbers decoded as in spu_pmu_regs.

module pmu_increment_harness
  import spu_pins_pkg::*;
  import spu_pkg::*;
  import spu_sysreg_pkg::*;
  import spu_config_pkg::*;
  import formal_config_pkg::*;
  import spu_pmu_pkg::*;
  import spec_pmu_increment_pkg::*;
(
  input logic                          clk_i,
  input logic [Counters-1:0]           enabled_i,
  input logic [Counters-1:0]           count_i,
  input pmcr_t                         pmcr_i,
  input logic [30:0][15:0]             evt_count_i,  // PMEVTYPER<n>_EL0.evtCount
  input logic [4:0]                    hpmn_i,
  input logic                          hlp_i,
  input logic [MaxPmuEvents-1:0][3:0]  events_i,
  input pmu_events_t                   spe_events_i,
  input logic [MaxEventCounters-1:0]   software_increment_i,
  input logic                          clear_prescaler_i,
  input counter_write_t                write_i             // both of this cycle
);

  localparam config_t Cfg = `FORMAL_CONFIG;
  localparam int unsigned EventCounters = existing_counters(Cfg.PmuCounters);

  logic rst_ni = 1'b0;
  always_ff @(posedge clk_i) rst_ni <= 1'b1;

  // spu_pmu_regs: PMCR_EL0.LC is RES1 without AArch32.
  always_comb begin
    PmuLongCycles_M: assume (Cfg.Aarch32El0 || pmcr_i.lc);
    // spu_pmu_count: a counter that PMCNTENSET_EL0 does not enable does not count. The pmu-count proof has it.
    PmuCountsEnabled_M: assume ((count_i & ~enabled_i) == '0);
  end

  event_source_t [EventCounters-1:0] sources;
  for (genvar n = 0; n < EventCounters; n++) begin : gen_source
    assign sources[n] = event_source(evt_count_i[n], Cfg.PmuEvents, Cfg.SpeVersion, Cfg.HaveFds, Cfg.HaveEft);
  end

  increment_t [Counters-1:0]      increments;
  logic [Counters-1:0]            pmovs;
  logic [63:0]                    pmccntr;
  logic [EventCounters-1:0][63:0] pmevcntr;

  // spu_pmu_regs: direct writes reach the blocks one cycle later.
  logic           clear_prescaler_q;
  counter_write_t write_q;
  always_ff @(posedge clk_i) begin
    clear_prescaler_q <= rst_ni && clear_prescaler_i;
    write_q           <= rst_ni ? write_i : '0;
  end

  spu_pmu_increment #(.Cfg(Cfg)) u_increment (
    .clk_i,
    .rst_ni,
    .enabled_i,
    .count_i,
    .pmcr_i,
    .sources_i           (sources),
    .hpmn_i,
    .hlp_i,
    .events_i,
    .spe_events_i,
    .software_increment_i,
    .clear_prescaler_i   (clear_prescaler_q),
    .increments_o        (increments)
  );

  spu_pmu_counters #(.Cfg(Cfg)) u_counters (
    .clk_i,
    .rst_ni,
    .increments_i     (increments),
    .write_i          (write_q),
    .pmovs_o          (pmovs),
    .pmovs_held_o     (),
    .pmovs_late_o     (),
    .pmccntr_o        (pmccntr),
    .pmevcntr_o       (pmevcntr),
    .pmovs_behind_o   (),
    .pmccntr_behind_o (),
    .pmevcntr_behind_o()
  );

  // The specification's own counters.
  logic [63:0]        cycles_q;
  logic [5:0]         elapsed_q;
  logic [31:0]        flags_q;
  logic [31:0]        overflow;
  logic [31:0]        chain;  // [n]: CHAIN occurs for counter n
  step_t              cycles;

  assign chain[0] = 1'b0;
  for (genvar n = 0; n < 31; n++) begin : gen_event_counter
    if (n < Cfg.PmuCounters) begin : gen_counter
      localparam bit Narrow = Cfg.PmuVersion < 5;
      logic [63:0] value_q;
      logic [3:0]  accumulated;
      step_t       step;

      assign accumulated =
          occurrences(Cfg, evt_count_i[n], events_i, spe_events_i, software_increment_i[n])
          + 4'(evt_count_i[n] == 16'h001e && chain[n]);
      assign step = increment_event_counter(Cfg, value_q, count_i[n], pmcr_i, hpmn_i, hlp_i, n, accumulated);
      assign overflow[n] = step.overflow;
      assign chain[n+1]  = step.chain;

      always_ff @(posedge clk_i) begin
        if (!rst_ni) begin
          value_q <= '0;
        end else begin
          value_q <= written(step.value, write_i.load[n], write_i.low_half, write_i.wdata, Narrow);
          PmuEventCounter_A: assert (pmevcntr[n] == value_q);
        end
      end
    end else begin : gen_none
      assign overflow[n] = 1'b0;
      assign chain[n+1]  = 1'b0;
    end
  end

  assign cycles       = increment_cycle_counter(Cfg, cycles_q, elapsed_q, count_i[31], pmcr_i);
  assign overflow[31] = cycles.overflow;

  localparam logic [31:0] Exist = {1'b1, implemented_counters(Cfg.PmuCounters)};
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      cycles_q  <= '0;
      elapsed_q <= '0;
      flags_q   <= '0;
    end else begin
      cycles_q  <= written(cycles.value, write_i.load[31], write_i.low_half, write_i.wdata, 1'b0);
      elapsed_q <= clear_prescaler_i ? 6'd0 : cycles.elapsed;
      flags_q   <= (flags_q | overflow | write_i.set_flags & Exist) & ~write_i.clear_flags;
      PmuFlags_A: assert (pmovs == flags_q);
      PmuCycleCounter_A: assert (pmccntr == cycles_q);
      PmuPrescaler_A: assert (u_increment.prescaler_d == elapsed_q);
    end
  end

  // An event counter and its neighbour; the cycle counter at bit 31 and with the division.
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      PmuChained_C: cover (pmevcntr[0][31:0] == 32'd3 && pmovs[0] && pmevcntr[EventCounters-1] == 64'd1 && !pmovs[1]);
      PmuCyclesOverflow_C: cover (pmovs[31] && pmccntr == 64'd0);
    end
  end

endmodule
