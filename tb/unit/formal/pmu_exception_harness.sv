// SPDX-License-Identifier: Apache-2.0
//
// The effects of PMECR_EL1 in the performance monitors as a whole, one cycle at a time from any state. The register
// stores and returns its fields and resets to zero. PMUIRQ, the cross-trigger level and the PMU Profiling exceptions
// follow from its value and the pins in the same cycle. While the exception is enabled, every counter overflows at 64
// bits and the cycle counter is not divided, regardless of PMCR_EL0.{LC, LP, D} and MDCR_EL2.HLP. (The proof
// pmu-increment shows that such a counter counts as in AArch64.PMUCycle().)

module pmu_exception_harness
  import spu_pins_pkg::*;
  import spu_pkg::*;
  import spu_sysreg_pkg::*;
  import spu_config_pkg::*;
  import formal_config_pkg::*;
  import spu_pmu_pkg::*;
  import spec_state_pkg::*;
  import spec_pmu_pkg::*;
  import spec_pmu_names_pkg::*;
  import spec_pmu_exception_pkg::*;
(
  input logic                         clk_i,
  input sysreg_req_t                  sysreg_i,
  input pe_t                          pe_i,
  input regs_t                        spe_regs_i,
  input logic                         spe_freeze_i,
  input logic [MaxPmuEvents-1:0][3:0] events_i,
  input pmu_events_t                  spe_events_i
);

  localparam config_t Cfg = `FORMAL_CONFIG;

  logic rst_ni = 1'b0;
  always_ff @(posedge clk_i) rst_ni <= 1'b1;

  sysreg_rsp_t          answer;
  pmu_regs_t            regs;
  logic                 irq, cti, cycles_count, cycle;
  profiling_exception_t exception;
  logic [Counters-1:0]  long_overflow;

  unit_pmu #(
    .Cfg(Cfg)
  ) u_unit (
    .clk_i,
    .rst_ni,
    .sysreg_i,
    .pe_i,
    .spe_regs_i,
    .spe_freeze_i,
    .events_i,
    .spe_events_i,
    .sysreg_o       (answer),
    .regs_o         (regs),
    .irq_o          (irq),
    .cti_o          (cti),
    .exception_o    (exception),
    .cycles_count_o (cycles_count),
    .long_overflow_o(long_overflow),
    .cycle_o        (cycle)
  );

  always_comb begin
    // Driven by the core, as in pmu_access_harness.
    PmuExceptionPossible_M: assume (possible_state(Cfg, pe_i));
    PmuExceptionState_M: assume ((pe_i.el == EL0) ? pe_i.aarch32 || !el_using_aarch32(Cfg, pe_i, EL1)
                                                  : pe_i.aarch32 == el_using_aarch32(Cfg, pe_i, pe_i.el));
  end

  // Expected values: the level outputs in this cycle; in the next one the access result and how the counters count.
  spec_pmu_access_pkg::answer_t must;
  pmecr_t                       pmecr, written;
  logic                         reached, condition;
  logic [31:0]                  long_must;
  assign pmecr     = pmecr_of(regs);
  assign condition = check_for_pmu_overflow(Cfg, pe_i, regs);
  assign must      = spec_pmu_access_pkg::access(Cfg, pe_i, regs, sysreg_i.write, sysreg_i.addr);
  assign reached   = sysreg_i.valid && must.left && must.target == PMECR_EL1;

  always_comb begin
    written = pmecr;
    if (reached && sysreg_i.write) begin
      written = '0;
      written.kpme = sysreg_i.wdata[2];
      written.pmee = sysreg_i.wdata[1:0];
    end
    long_must = '0;
    for (int n = 0; n < 31; n++) begin
      long_must[n] = effective_long(Cfg, pe_i, pmecr,
                                    pmu_counter_is_hyp(Cfg, pe_i, 5'(n)) ? pe_i.mdcr_el2_hlp : regs.pmcr.lp);
    end
    long_must[31] = effective_long(Cfg, pe_i, pmecr, regs.pmcr.lc);
  end

  logic        was_reset_q = 1'b0;
  logic        reads_q, undivided_q, count_q;
  logic [31:0] long_q, enabled_q;
  pmecr_t      read_q, written_q;
  always_ff @(posedge clk_i) begin
    was_reset_q <= rst_ni;
    reads_q     <= reached && !sysreg_i.write;
    read_q      <= pmecr;
    written_q   <= written;
    long_q      <= long_must;
    enabled_q   <= regs.pmcnten;
    undivided_q <= long_must[31];
    count_q     <= cycles_count;
    if (!rst_ni) PmuExceptionReset_A: assert (pmecr == '0);
    if (rst_ni && was_reset_q) begin
      PmuExceptionIrq_A: assert (irq == (condition && pmu_interrupt_enabled(Cfg, pe_i, pmecr)));
      PmuExceptionCti_A: assert (cti == condition);
      PmuExceptionTaken_A: assert (exception == check_for_pmu_exception(Cfg, pe_i, pmecr, condition));
      PmuExceptionStored_A: assert (pmecr == written_q);
      PmuExceptionReads_A: assert (!reads_q || answer.rdata == 64'(read_q));
      // Of counters that can have counted.
      PmuExceptionLong_A: assert (((long_overflow ^ long_q) & enabled_q) == '0);
      PmuExceptionDivided_A: assert (!undivided_q || cycle == count_q);
    end
  end

  // An exception and its overflow; a field whose Effective value differs; a reserved PMEE.
  always_ff @(posedge clk_i) begin
    if (rst_ni && was_reset_q) begin
      PmuExceptionTaken_C: cover (exception.el1 && pe_i.el == EL1);
      PmuExceptionLong_C: cover (long_overflow[0] && enabled_q[0] && !regs.pmcr.lp
                                 && !pe_i.mdcr_el2_hlp && pmecr == read_q);
      PmuExceptionReserved_C: cover (pmecr.pmee == 2'b01 && cti && !irq && exception == '0);
      PmuExceptionReads_C: cover (reads_q && answer.rdata == 64'h7);
    end
  end
  if (Cfg.Aarch32El0) begin : gen_short
    always_ff @(posedge clk_i) begin
      if (rst_ni && was_reset_q) PmuExceptionShort_C: cover (cycle && regs.pmcr.d && !regs.pmcr.lc
                                                             && long_overflow[31]);
    end
  end

endmodule
