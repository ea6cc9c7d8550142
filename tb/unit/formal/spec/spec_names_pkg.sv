// SPDX-License-Identifier: Apache-2.0
//
// The unit's names for the additions of FEAT_SPE_EXC and FEAT_SPE_nVM. Specifications and harnesses access these struct
// members only through this package.

package spec_names_pkg;

  import spu_pkg::*;
  import spu_sysreg_pkg::*;

  // PMBSR_EL2.S and PMBSR_EL3.S, in regs_t.
  function automatic logic pmbsr_el2_s(regs_t regs);
    return regs.pmbsr_el2.s;
  endfunction

  function automatic logic pmbsr_el3_s(regs_t regs);
    return regs.pmbsr_el3.s;
  endfunction

  // SPEProfilingStopped(), in enable_t.
  function automatic logic stopped_of(enable_t enable);
    return enable.stopped;
  endfunction

  // The registers with the given S bits.
  function automatic regs_t with_services(regs_t regs, logic s1, logic s2, logic s3);
    regs_t changed;
    changed = regs;
    changed.pmbsr.s = s1;
    changed.pmbsr_el2.s = s2;
    changed.pmbsr_el3.s = s3;
    return changed;
  endfunction

  // The unit's name for a register, in selected_t; PMBSR_EL12 is PMBSR_EL1.
  function automatic selected_t one_hot_of_exc_and_nvm(logic [15:0] target);
    selected_t one;
    one = '0;
    case (target)
      PMBSR_EL2: one.pmbsr_el2 = 1;
      PMBSR_EL3: one.pmbsr_el3 = 1;
      PMBMAR_EL1: one.pmbmar = 1;
      default: ;
    endcase
    return one;
  endfunction

endpackage
