// SPDX-License-Identifier: Apache-2.0
//
// The overflow condition, for spu_pmu_exception, and the cross-trigger input: levels, held until the flag, its
// interrupt enable or the range's global enable is cleared.
//
// Source: CheckPMUOverflowCondition(), CheckForPMUOverflow() and AArch32.CheckForPMUOverflow(), which agree (Arm ARM
// D13.3.1; J1). Combinational, from the registers at the start of the cycle and MDCR_EL2 (HDCR) of this cycle.
//
// PMOVSSET_EL0 comes in two parts, because the flags of the latest overflows come late: they are combined with their
// enables apart from the others.

module spu_pmu_overflow
  import spu_pins_pkg::*;
  import spu_pkg::*;
  import spu_pmu_pkg::*;
#(
  parameter config_t Cfg
) (
  input  pe_t                 pe_i,
  input  pmu_regs_t           regs_i,  // without pmovs, which is held_i | late_i
  input  logic [Counters-1:0] held_i,
  input  logic [Counters-1:0] late_i,
  output logic                irq_o,   // PMUIRQ, if enabled
  output logic                cti_o    // cross-trigger input event
);

  // Fields of struct ports that this block does not read.
  logic unused_inputs;
  assign unused_inputs = ^{pe_i, regs_i};

  // The global enable of each counter.
  function automatic logic [Counters-1:0] global_enables(logic [MaxEventCounters-1:0] hyp, logic e, logic hpme);
    logic [Counters-1:0] second;  // counters of the second range
    second = Counters'(hyp);
    return ({Counters{e}} & ~second) | ({Counters{hpme}} & second);
  endfunction

  function automatic logic check_for_pmu_overflow(logic [Counters-1:0] enables, logic [Counters-1:0] inten,
                                                  logic [Counters-1:0] ovs);
    return (ovs & inten & enables) != '0;
  endfunction

  localparam logic [Counters-1:0] Implemented = {1'b1, implemented_counters(Cfg.PmuCounters)};

  logic [Counters-1:0] enables;
  assign enables = global_enables(pmu_counters_hyp(Cfg.HaveEl2, pe_i.mdcr_el2_hpmn), regs_i.pmcr.e, pe_i.mdcr_el2_hpme)
                 & Implemented;

  assign irq_o = check_for_pmu_overflow(enables, regs_i.pminten, held_i)
              || check_for_pmu_overflow(enables, regs_i.pminten, late_i);
  assign cti_o = irq_o;

endmodule
