// SPDX-License-Identifier: Apache-2.0
//
// Specification of FEAT_EBEP: whether a counter's overflow causes an interrupt or a PMU Profiling exception, the target
// level of the exception, and the Effective values of PMCR_EL0.{LP, LC} and MDCR_EL2.HLP while it is enabled. Arm ARM
// D13.3, D13.3.2, J1.1.1 EffectivePMEE(), PMUExceptionEnabled(), PMUExceptionMasked(), PMUInterruptEnabled() and
// CheckForPMUException(), each under Arm's name, with its clauses in Arm's order. spec_pmu_exception_tables_pkg is a
// second reading, from the rules and the table of D13.3.2. Written from the Arm documents, not from the RTL: make
// formal proves that the two agree.
//
// A reserved PMEE disables both (Constraint_DISABLED). FEAT_SEBEP is not implemented.

package spec_pmu_exception_pkg;

  import spu_pins_pkg::*;
  import spu_pkg::*;
  import spu_sysreg_pkg::*;
  import spec_state_pkg::*;

  // EffectivePMEE().
  function automatic logic [1:0] effective_pmee(pe_t pe, pmecr_t pmecr, logic [1:0] el, bit for_interrupt);
    logic [1:0] val;
    case (el)
      EL1: val = pmecr.pmee;
      EL2: val = pe.mdcr_el2_pmee;
      default: val = pe.mdcr_el3_pmee;
    endcase
    if (val == 2'b10 || (el == EL1 && val == 2'b01)) val = for_interrupt ? 2'b11 : 2'b00;
    return val;
  endfunction

  typedef struct packed {
    logic       enabled;
    logic [1:0] target;  // valid if enabled
  } enabled_t;

  // PMUExceptionEnabled().
  function automatic enabled_t pmu_exception_enabled(config_t cfg, pe_t pe, pmecr_t pmecr);
    logic [1:0] pmee_el3, pmee_el2, pmee_el1;
    enabled_t answer;
    answer = '{enabled: 0, target: EL1};
    if (!cfg.HaveEbep) return answer;
    pmee_el3 = effective_pmee(pe, pmecr, EL3, 0);
    pmee_el2 = effective_pmee(pe, pmecr, EL2, 0);
    pmee_el1 = effective_pmee(pe, pmecr, EL1, 0);
    if (cfg.HaveEl3 && pmee_el3 != 2'b01) begin
      answer.enabled = pmee_el3 == 2'b11;
      answer.target = EL3;
    end else if (el2_enabled(cfg, pe) && pmee_el2 != 2'b01) begin
      answer.enabled = pmee_el2 == 2'b11;
      answer.target = EL2;
    end else begin
      answer.enabled = pmee_el1 == 2'b11;
      answer.target = (el2_enabled(cfg, pe) && pe.hcr_el2_tge) ? EL2 : EL1;
    end
    return answer;
  endfunction

  // PMUExceptionMasked().
  function automatic bit pmu_exception_masked(pe_t pe, pmecr_t pmecr, logic [1:0] target_el,
                                              logic [1:0] from_el, bit pm);
    if (pe.debug) return 1;
    if (target_el < from_el) return 1;
    if (from_el == EL2 && target_el == EL2 && effective_pmee(pe, pmecr, EL2, 0) != 2'b11) return 1;
    return target_el == from_el && (!pmecr.kpme || pm);
  endfunction

  // PMUInterruptEnabled().
  function automatic bit pmu_interrupt_enabled(config_t cfg, pe_t pe, pmecr_t pmecr);
    logic [1:0] pmee_el3, pmee_el2, pmee_el1;
    if (!cfg.HaveEbep) return 1;
    pmee_el3 = effective_pmee(pe, pmecr, EL3, 1);
    pmee_el2 = effective_pmee(pe, pmecr, EL2, 1);
    pmee_el1 = effective_pmee(pe, pmecr, EL1, 1);
    if (cfg.HaveEl3 && pmee_el3 != 2'b01) return pmee_el3 == 2'b00;
    if (el2_enabled(cfg, pe) && pmee_el2 != 2'b01) return pmee_el2 == 2'b00;
    return pmee_el1 == 2'b00;
  endfunction

  // CheckForPMUException(), with CheckPMUOverflowCondition(PMUOverflowCondition_PMUException) as `condition`.
  function automatic profiling_exception_t check_for_pmu_exception(config_t cfg, pe_t pe, pmecr_t pmecr, bit condition);
    enabled_t exception;
    bit taken;
    exception = pmu_exception_enabled(cfg, pe, pmecr);
    taken = exception.enabled && !pmu_exception_masked(pe, pmecr, exception.target, pe.el, pe.pe_pm) && condition;
    return '{el1: taken && exception.target == EL1,
             el2: taken && exception.target == EL2,
             el3: taken && exception.target == EL3};
  endfunction

  // The Effective value of a field that selects overflow at 64 bits: PMCR_EL0.LC in AArch64.IncrementCycleCounter(),
  // PMCR_EL0.LP and MDCR_EL2.HLP in AArch64.IncrementEventCounter().
  function automatic bit effective_long(config_t cfg, pe_t pe, pmecr_t pmecr, bit field);
    enabled_t exception;
    exception = pmu_exception_enabled(cfg, pe, pmecr);
    return exception.enabled || field;
  endfunction

endpackage
