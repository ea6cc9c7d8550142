// SPDX-License-Identifier: Apache-2.0
//
// The interrupt request or the PMU Profiling exception for an overflow, and the counter lengths that go with them.
//
// Source: PMUInterruptEnabled(), PMUExceptionEnabled(), PMUExceptionMasked(), CheckForPMUException() (Arm ARM D13.3.2,
// RGWLVY, RSCBDZ, RKBPMJ, Table D13-1; J1); D13.3 for the Effective values of PMCR_EL0.{LP, LC} and MDCR_EL2.HLP.
// Without FEAT_EBEP there is only the interrupt request, and the Effective values are the fields. Combinational: levels
// from this cycle's PE state and the registers at the start of the cycle. The core chooses when to take an exception.
//
// A reserved PMEE enables neither the interrupt nor the exception: Constraint_DISABLED of EffectivePMEE().

module spu_pmu_exception
  import spu_pins_pkg::*;
  import spu_pkg::*;
  import spu_sysreg_pkg::*;
  import spu_pmu_pkg::*;
#(
  parameter config_t Cfg
) (
  input  pe_t       pe_i,
  input  enable_t   enable_i,
  input  pmu_regs_t regs_i,
  input  logic      overflow_i,  // CheckPMUOverflowCondition(), for interrupt and exception

  output logic                 irq_o,        // PMUIRQ
  output profiling_exception_t exception_o,

  // Effective values
  output pmcr_t     pmcr_o,
  output logic      hlp_o        // MDCR_EL2.HLP
);

  // The values of PMEE; 0b01 is reserved in PMECR_EL1, 0b10 everywhere.
  localparam logic [1:0] PmeeInterrupt = 2'b00;
  localparam logic [1:0] PmeeLowerDecides = 2'b01;
  localparam logic [1:0] PmeeException = 2'b11;

  // Fields of struct ports that this block does not read.
  logic unused_inputs;
  assign unused_inputs = ^{pe_i, enable_i, regs_i};

  // -------------------------------------------------------------------------------------------------------
  // Enabled

  // The PMEE that decides is that of the highest Exception level that does not defer to the next lower one.
  logic el3_decides, el2_decides;
  assign el3_decides = Cfg.HaveEl3 && pe_i.mdcr_el3_pmee != PmeeLowerDecides;
  assign el2_decides = !el3_decides && enable_i.el2_enabled && pe_i.mdcr_el2_pmee != PmeeLowerDecides;

  logic [1:0] pmee;
  always_comb begin
    pmee = regs_i.pmecr.pmee;
    if (el2_decides) pmee = pe_i.mdcr_el2_pmee;
    if (el3_decides) pmee = pe_i.mdcr_el3_pmee;
  end

  function automatic logic pmu_interrupt_enabled();
    return !Cfg.HaveEbep || pmee == PmeeInterrupt;
  endfunction

  function automatic logic pmu_exception_enabled();
    return Cfg.HaveEbep && pmee == PmeeException;
  endfunction

  // The target of an enabled exception.
  function automatic logic [1:0] target_el();
    if (el3_decides) return EL3;
    if (el2_decides) return EL2;
    return (enable_i.el2_enabled && pe_i.hcr_el2_tge) ? EL2 : EL1;
  endfunction

  // -------------------------------------------------------------------------------------------------------
  // Masked

  function automatic logic pmu_exception_masked(logic [1:0] target);
    if (pe_i.debug)        return 1'b1;
    if (target < pe_i.el)  return 1'b1;
    if (target != pe_i.el) return 1'b0;
    // EL2 itself takes only an exception that MDCR_EL2.PMEE enables, not EL1's, which TGE routes to EL2.
    return (target == EL2 && pe_i.mdcr_el2_pmee != PmeeException) || !regs_i.pmecr.kpme || pe_i.pe_pm;
  endfunction

  function automatic profiling_exception_t check_for_pmu_exception();
    profiling_exception_t route;
    logic [1:0]           target;
    target    = target_el();
    route     = '0;
    if (!pmu_exception_enabled() || pmu_exception_masked(target) || !overflow_i) return route;
    route.el3 = (target == EL3);
    route.el2 = (target == EL2);
    route.el1 = (target == EL1);
    return route;
  endfunction

  assign irq_o       = overflow_i && pmu_interrupt_enabled();
  assign exception_o = check_for_pmu_exception();

  // -------------------------------------------------------------------------------------------------------
  // Counter lengths: while the exception is enabled, masked or not, every counter overflows at bit 63.

  always_comb begin
    pmcr_o = regs_i.pmcr;
    hlp_o  = pe_i.mdcr_el2_hlp;
    if (pmu_exception_enabled()) begin
      pmcr_o.lp = 1'b1;
      pmcr_o.lc = 1'b1;
      hlp_o     = 1'b1;
    end
  end

  // Properties (checked in simulation)
  always_comb begin
    InterruptOrException_S: assert (!irq_o || exception_o == '0);
    OneTarget_S: assert ((exception_o & (exception_o - 1'b1)) == '0);
  end

endmodule
