// SPDX-License-Identifier: Apache-2.0
//
// The unit's names for the additions of FEAT_EBEP. Specifications and harnesses access these struct members only
// through this package; tb/unit/formal/unit_pmu.sv has the names of blocks and ports.

package spec_pmu_names_pkg;

  import spu_sysreg_pkg::*;
  import spu_pmu_pkg::*;

  // PMECR_EL1, in pmu_regs_t.
  function automatic pmecr_t pmecr_of(pmu_regs_t regs);
    return regs.pmecr;
  endfunction

  // The unit's name for a register, in pmu_target_t.
  function automatic pmu_target_t one_hot_of_ebep(logic [15:0] target);
    pmu_target_t one;
    one = '0;
    if (target == PMECR_EL1) one.pmecr = 1;
    return one;
  endfunction

endpackage
