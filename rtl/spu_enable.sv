// SPDX-License-Identifier: Apache-2.0
//
// The owner of the Profiling Buffer, whether the buffer is enabled and its addresses are translated, and whether
// profiling is stopped or enabled.
//
// Each function is the pseudocode function of the same name (Arm ARM D17.4, D17.7, D17.8; J1). Combinational, from this
// cycle's PE state and the registers at the start of the cycle. While EL3 uses AArch32 every Exception level does, so
// nothing is enabled; pe_i.scr_el3_ns is then SCR.NS.
//
// Where the documents differ:
// * J1's EffectivePMSCR_EL2_EE() compares SCR_EL3.NS with Secure EL2's enable. D17.4, D17.8 and the field's description
//   (D24.7.9) require either of them, as implemented here.

module spu_enable
  import spu_pins_pkg::*;
  import spu_pkg::*;
  import spu_sysreg_pkg::*;
#(
  parameter config_t Cfg
) (
  input  pe_t     pe_i,
  input  regs_t   regs_i,
  output enable_t enable_o
);

  // Also HighestELUsingAArch32(): a PE whose EL3 uses AArch32 has no AArch64 below it.
  function automatic logic el3_using_aarch32();
    return Cfg.HaveEl3 && Cfg.Aarch32El3 && pe_i.el3_aarch32;
  endfunction

  // {NSE, NS}, in the encoding of security_state_e. Without Secure state NS is effectively 1. The reserved pair {1, 0}
  // reads as Root, which owns no buffer.
  function automatic security_state_e security_state_below_el3();
    if (!Cfg.HaveEl3) return Cfg.SecureOnly ? SsSecure : SsNonSecure;
    if (!Cfg.HaveRme) return security_state_e'({1'b0, pe_i.scr_el3_ns});
    return security_state_e'({pe_i.scr_el3_nse, pe_i.scr_el3_ns || !Cfg.HaveSel2});
  endfunction

  function automatic security_state_e security_state_at_el(logic [1:0] el);
    if (el == EL3) return Cfg.HaveRme ? SsRoot : SsSecure;
    return security_state_below_el3();
  endfunction

  function automatic logic is_secure_below_el3();
    if (Cfg.HaveEl3) return !pe_i.scr_el3_ns;
    if (Cfg.HaveEl2 && !Cfg.HaveSel2) return 1'b0;
    return Cfg.SecureOnly;
  endfunction

  function automatic logic is_secure_el2_enabled();
    if (!Cfg.HaveEl2 || !Cfg.HaveSel2) return 1'b0;
    return Cfg.HaveEl3 ? (pe_i.scr_el3_eel2 && !el3_using_aarch32()) : Cfg.SecureOnly;
  endfunction

  function automatic logic el2_enabled();
    return Cfg.HaveEl2 && (!Cfg.HaveEl3 || pe_i.scr_el3_ns || is_secure_el2_enabled());
  endfunction

  // For EL1 and EL2, the Exception levels that can own the buffer. FALSE for EL2 in Secure state, which can only use
  // AArch64, and for an EL2 that is not implemented.
  function automatic logic el_using_aarch32(logic [1:0] el);
    logic secure, below_el3, at_el1;
    secure    = is_secure_below_el3();
    if (el == EL2 && (!Cfg.HaveEl2 || secure)) return 1'b0;
    if (el3_using_aarch32()) return 1'b1;
    below_el3 = Cfg.HaveEl3 && (!secure || !Cfg.HaveSel2 || !pe_i.scr_el3_eel2) && !pe_i.scr_el3_rw;
    at_el1    = below_el3
             || (Cfg.HaveEl2 && (!secure || (Cfg.HaveSel2 && pe_i.scr_el3_eel2))
                 && !(Cfg.HaveVhe && pe_i.hcr_el2_e2h && pe_i.hcr_el2_tge) && !pe_i.hcr_el2_rw);
    if (el == EL2) return Cfg.Aarch32El2 && below_el3;
    return Cfg.Aarch32El1 && at_el1;
  endfunction

  function automatic logic el_is_in_host(logic [1:0] el);
    if (!Cfg.HaveVhe || !el2_enabled() || el_using_aarch32(EL2)) return 1'b0;
    unique case (el)
      EL2:     return pe_i.hcr_el2_e2h;
      EL0:     return pe_i.hcr_el2_e2h && pe_i.hcr_el2_tge;
      default: return 1'b0;
    endcase
  endfunction

  // 1 without Secure state, and in Non-secure state without EL3.
  function automatic logic effective_scr_el3_ns();
    return security_state_below_el3() inside {SsNonSecure, SsRealm};
  endfunction

  function automatic logic [1:0] effective_pmscr_el2_ee();
    if (!has_spe_exc(Cfg)) return 2'b00;
    if (Cfg.HaveEl3 && pe_i.mdcr_el3_pmsee == 2'b00) return 2'b00;
    if (Cfg.HaveEl2 && (effective_scr_el3_ns() || is_secure_el2_enabled())) return regs_i.pmscr_el2.ee;
    return 2'b01;
  endfunction

  // Values 0b01 and 0b10 are for software of a nested hypervisor (D24.7.8), and reserved without FEAT_NV.
  function automatic logic [1:0] effective_pmscr_el1_ee(logic [1:0] el2_ee);
    logic [1:0] ee;
    ee = regs_i.pmscr_el1.ee;
    if (ee inside {2'b01, 2'b10}) ee = (Cfg.NestedVirt >= 1) ? {2{ee[1]}} : 2'(Cfg.ReservedEe);
    return (el2_ee == 2'b00) ? 2'b00 : ee;
  endfunction

  // el2_records: bit [1] of EffectivePMSCR_EL2_EE().
  function automatic logic spe_profiling_stopped(logic el2_records);
    logic el3_records;
    el3_records = has_spe_exc(Cfg) && Cfg.HaveEl3 && pe_i.mdcr_el3_pmsee[1];
    return regs_i.pmbsr.s || (el2_records && regs_i.pmbsr_el2.s) || (el3_records && regs_i.pmbsr_el3.s);
  endfunction

  function automatic logic [2:0] effective_mdcr_el3_nspb();
    logic [2:0] state_bits;
    state_bits = {Cfg.HaveRme && pe_i.mdcr_el3_nspbe, pe_i.mdcr_el3_nspb};
    // Reserved: {1, 0x}, and without Secure state {0, 0x}.
    if (Cfg.HaveRme && !state_bits[1] && (state_bits[2] || !Cfg.HaveSel2)) begin
      state_bits = 3'(Cfg.ReservedNsxb);
    end
    return state_bits;
  endfunction

  function automatic security_state_e profiling_buffer_owning_ss(logic [2:0] nspb);
    return Cfg.HaveEl3 ? security_state_e'(nspb[2:1]) : security_state_below_el3();
  endfunction

  function automatic logic [1:0] profiling_buffer_owning_el(security_state_e owning_ss);
    if (Cfg.HaveEl2 && (owning_ss != SsSecure || is_secure_el2_enabled())) begin
      return (pe_i.mdcr_el2_e2pb == 2'b00) ? EL2 : EL1;
    end
    return EL1;
  endfunction

  // PMSCR_EL2.EnVM applies if EL2 is above the owner.
  function automatic logic effective_pmscr_el2_envm(security_state_e owning_ss, logic [1:0] owning_el);
    logic below_el2;
    below_el2 = Cfg.HaveEl2 && (owning_ss != SsSecure || is_secure_el2_enabled()) && owning_el == EL1;
    return Cfg.HaveSpeNvm && (regs_i.pmscr_el2.envm || !below_el2);
  endfunction

  function automatic logic effective_pmblimitr_el1_nvm(logic envm);
    return envm && regs_i.pmblimitr.nvm;
  endfunction

  // The part of ProfilingBufferEnabled() that does not depend on the owner.
  function automatic logic buffer_on(logic stopped);
    return regs_i.pmblimitr.e && !stopped && !pe_i.debug;
  endfunction

  function automatic logic profiling_buffer_enabled(security_state_e owning_ss, logic [1:0] owning_el, logic stopped);
    return !el_using_aarch32(owning_el) && owning_ss == security_state_below_el3() && buffer_on(stopped);
  endfunction

  // StatisticalProfilingEnabled(el). Never at EL3, which is above every owner; below it, the current Security state is
  // security_state_below_el3(). The result is computed for both possible owners in parallel; the owner selects last.
  function automatic logic statistical_profiling_enabled(security_state_e owning_ss, logic [1:0] owning_el,
                                                         logic stopped, logic [1:0] el);
    logic tge_set, may_run, el2_bit, el1_bit, el0_bit, if_el2_owns, if_el1_owns;
    tge_set = el2_enabled() && pe_i.hcr_el2_tge;
    el2_bit = (el == EL2) && regs_i.pmscr_el2.e2spe;
    el1_bit = (el == EL1) && regs_i.pmscr_el1.e1spe;
    el0_bit = (el == EL0) && (tge_set ? regs_i.pmscr_el2.e0hspe : regs_i.pmscr_el1.e0spe);
    may_run = !pe_i.aarch32 && owning_ss == security_state_below_el3() && buffer_on(stopped);
    if_el2_owns = !el_using_aarch32(EL2) && (el2_bit || el1_bit || el0_bit);
    if_el1_owns = !el_using_aarch32(EL1) && !tge_set && (el1_bit || el0_bit);
    return may_run && ((owning_el == EL2) ? if_el2_owns : if_el1_owns);
  endfunction

  // PMBIDR_EL1.P as read at the current Exception level (D24.7.1).
  function automatic logic programming_not_allowed(security_state_e owning_ss, logic [1:0] owning_el);
    return pe_i.el != EL3 && (owning_el > pe_i.el || owning_ss != security_state_at_el(pe_i.el));
  endfunction

  // Both modes if the reader may program the buffer and is permitted physical addresses (D24.7.1).
  function automatic logic [1:0] pmbidr_addr_mode(logic envm, logic not_allowed);
    return (envm && !not_allowed) ? PmbidrAddrModeBoth : PmbidrAddrModeVirtual;
  endfunction

  logic envm;
  always_comb begin
    enable_o.nspb        = effective_mdcr_el3_nspb();
    enable_o.owner_ss    = profiling_buffer_owning_ss(enable_o.nspb);
    enable_o.owner_el    = profiling_buffer_owning_el(enable_o.owner_ss);
    enable_o.current_ss  = security_state_at_el(pe_i.el);
    enable_o.el2_enabled = el2_enabled();
    enable_o.el1_aarch32 = el_using_aarch32(EL1);
    enable_o.el2_aarch32 = el_using_aarch32(EL2);
    enable_o.secure      = (enable_o.current_ss == SsSecure);
    enable_o.in_host     = el_is_in_host(pe_i.el);
    enable_o.el2_is_host = el_is_in_host(EL2);
    enable_o.pmscr_el2_ee = effective_pmscr_el2_ee();
    enable_o.pmscr_el1_ee = effective_pmscr_el1_ee(enable_o.pmscr_el2_ee);
    enable_o.pmbsr_ignores_nv1 = (enable_o.pmscr_el2_ee == 2'b00) || (regs_i.pmscr_el1.ee == 2'b00);
    enable_o.stopped      = spe_profiling_stopped(enable_o.pmscr_el2_ee[1]);
    envm                  = effective_pmscr_el2_envm(enable_o.owner_ss, enable_o.owner_el);
    enable_o.nvm          = effective_pmblimitr_el1_nvm(envm);
    enable_o.buffer_enabled = profiling_buffer_enabled(enable_o.owner_ss, enable_o.owner_el, enable_o.stopped);
    enable_o.profiling_enabled =
        statistical_profiling_enabled(enable_o.owner_ss, enable_o.owner_el, enable_o.stopped, pe_i.el);
    enable_o.can_mark = regs_i.pmblimitr.e && (regs_i.pmscr_el1.e0spe || regs_i.pmscr_el1.e1spe
                                               || regs_i.pmscr_el2.e0hspe || regs_i.pmscr_el2.e2spe);
    enable_o.el2_profiled =
        statistical_profiling_enabled(enable_o.owner_ss, enable_o.owner_el, enable_o.stopped, EL2);
    enable_o.programming_not_allowed = programming_not_allowed(enable_o.owner_ss, enable_o.owner_el);
    enable_o.addr_mode = pmbidr_addr_mode(envm, enable_o.programming_not_allowed);
  end

endmodule
