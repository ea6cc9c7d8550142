// SPDX-License-Identifier: Apache-2.0
//
// Specification of the enable block: the owner of the Profiling Buffer, and whether profiling is enabled. Arm ARM
// J1.1.1 aarch64/debug/statisticalprofiling, D17.4 and D24.7.1 (PMBIDR_EL1.P), each function under Arm's name, with its
// clauses in Arm's order. Also the stop of profiling with FEAT_SPE_EXC (D17.4, RTWFRY), and whether the buffer is
// translated with FEAT_SPE_nVM (D17.7, RPSLVX). Written from the Arm documents, not from the RTL: make formal proves
// that the two agree.

package spec_enable_pkg;

  import spu_pins_pkg::*;
  import spu_pkg::*;
  import spec_state_pkg::*;
  import spec_names_pkg::*;

  // EffectiveMDCR_EL3_NSPB(): a reserved value acts as the configured one.
  function automatic logic [2:0] effective_mdcr_el3_nspb(config_t cfg, pe_t pe);
    logic [2:0] state_bits;
    if (!cfg.HaveRme) return {1'b0, pe.mdcr_el3_nspb};
    state_bits = {pe.mdcr_el3_nspbe, pe.mdcr_el3_nspb};
    if (state_bits[2:1] == 2'b10 || (!have_secure_state(cfg) && state_bits[2:1] == 2'b00)) begin
      state_bits = 3'(cfg.ReservedNsxb);
    end
    return state_bits;
  endfunction

  // ProfilingBufferOwner(): the owning Security state.
  function automatic security_state_e owning_ss(config_t cfg, pe_t pe);
    logic [2:0] state_bits;
    if (cfg.HaveEl3) state_bits = effective_mdcr_el3_nspb(cfg, pe);
    else state_bits = cfg.SecureOnly ? 3'b001 : 3'b011;
    case (state_bits[2:1])
      2'b00: return SsSecure;
      2'b01: return SsNonSecure;
      default: return SsRealm;
    endcase
  endfunction

  // ProfilingBufferOwner(): the owning Exception level.
  function automatic logic [1:0] owning_el(config_t cfg, pe_t pe);
    if (cfg.HaveEl2 && (owning_ss(cfg, pe) != SsSecure || is_secure_el2_enabled(cfg, pe))) begin
      return (pe.mdcr_el2_e2pb == 2'b00) ? EL2 : EL1;
    end
    return EL1;
  endfunction

  // Whether EL2 is implemented and enabled in the owning Security state (D17.7.5, RKFMHR).
  function automatic bit owner_has_el2(config_t cfg, pe_t pe);
    return cfg.HaveEl2 && (owning_ss(cfg, pe) != SsSecure || is_secure_el2_enabled(cfg, pe));
  endfunction

  // FEAT_SPE_EXC comes with FEAT_SPEv1p5.
  function automatic bit have_spe_exc(config_t cfg);
    return cfg.SpeVersion >= 5;
  endfunction

  // EffectivePMSCR_EL2_EE(), with the condition on EL2 from D17.8 (RHJXHT).
  function automatic logic [1:0] effective_pmscr_el2_ee(config_t cfg, pe_t pe, regs_t regs);
    if (!have_spe_exc(cfg)) return 2'b00;
    if (cfg.HaveEl3 && pe.mdcr_el3_pmsee == 2'b00) return 2'b00;
    if (cfg.HaveEl2 && (effective_scr_el3_ns(cfg, pe) || is_secure_el2_enabled(cfg, pe))) return regs.pmscr_el2.ee;
    return 2'b01;
  endfunction

  // EffectivePMSCR_EL1_EE().
  function automatic logic [1:0] effective_pmscr_el1_ee(config_t cfg, pe_t pe, regs_t regs);
    logic [1:0] ee;
    if (effective_pmscr_el2_ee(cfg, pe, regs) == 2'b00) return 2'b00;
    ee = regs.pmscr_el1.ee;
    if (ee[1] != ee[0]) ee = (cfg.NestedVirt >= 1) ? {2{ee[1]}} : 2'(cfg.ReservedEe);
    return ee;
  endfunction

  // SPEProfilingStopped().
  function automatic bit spe_profiling_stopped(config_t cfg, pe_t pe, regs_t regs);
    if (regs.pmbsr.s) return 1;
    if (!have_spe_exc(cfg)) return 0;
    if (cfg.HaveEl3 && pe.mdcr_el3_pmsee[1]) begin
      if (pmbsr_el3_s(regs)) return 1;
    end
    if (effective_pmscr_el2_ee(cfg, pe, regs) inside {2'b10, 2'b11}) begin
      if (pmbsr_el2_s(regs)) return 1;
    end
    return 0;
  endfunction

  // The Effective value of PMSCR_EL2.EnVM (D24.7.9): 1 if EL2 is not enabled or owns the buffer.
  function automatic bit effective_pmscr_el2_envm(config_t cfg, pe_t pe, regs_t regs);
    return !owner_has_el2(cfg, pe) || owning_el(cfg, pe) == EL2 || regs.pmscr_el2.envm;
  endfunction

  // EffectivePMBLIMITR_EL1_nVM().
  function automatic bit effective_pmblimitr_el1_nvm(config_t cfg, pe_t pe, regs_t regs);
    if (!cfg.HaveSpeNvm) return 0;
    if (cfg.HaveEl2) begin
      if ((owning_ss(cfg, pe) != SsSecure || is_secure_el2_enabled(cfg, pe)) && owning_el(cfg, pe) == EL1
          && !regs.pmscr_el2.envm) return 0;
    end
    return regs.pmblimitr.nvm;
  endfunction

  // ProfilingBufferEnabled().
  function automatic bit profiling_buffer_enabled(config_t cfg, pe_t pe, regs_t regs);
    logic [1:0] state_bits;
    bit state_match, stopped;
    if (pe.debug) return 0;  // Halted()
    state_bits = effective_scr_el3_nse_ns(cfg, pe);
    case (owning_ss(cfg, pe))
      SsSecure: state_match = (state_bits == 2'b00);
      SsNonSecure: state_match = (state_bits == 2'b01);
      default: state_match = (state_bits == 2'b11);
    endcase
    stopped = spe_profiling_stopped(cfg, pe, regs);
    return !el_using_aarch32(cfg, pe, owning_el(cfg, pe)) && state_match && regs.pmblimitr.e && !stopped;
  endfunction

  // StatisticalProfilingEnabled(el).
  function automatic bit statistical_profiling_enabled_at(config_t cfg, pe_t pe, regs_t regs, logic [1:0] el);
    bit tge_set;
    if (using_aarch32(cfg, pe) || !profiling_buffer_enabled(cfg, pe, regs)) return 0;
    tge_set = el2_enabled(cfg, pe) && pe.hcr_el2_tge;
    if (owning_el(cfg, pe) < el || (tge_set && owning_el(cfg, pe) == EL1)
        || owning_ss(cfg, pe) != security_state_at_el(cfg, pe, el)) begin
      return 0;
    end
    case (el)
      EL2: return regs.pmscr_el2.e2spe;
      EL1: return regs.pmscr_el1.e1spe;
      EL0: return tge_set ? regs.pmscr_el2.e0hspe : regs.pmscr_el1.e0spe;
      default: return 0;
    endcase
  endfunction

  // StatisticalProfilingEnabled().
  function automatic bit statistical_profiling_enabled(config_t cfg, pe_t pe, regs_t regs);
    return statistical_profiling_enabled_at(cfg, pe, regs, pe.el);
  endfunction

  // PMBIDR_EL1.P, Programming not allowed (D24.7.1).
  function automatic bit programming_not_allowed(config_t cfg, pe_t pe);
    if (pe.el == EL3) return 0;
    return owning_el(cfg, pe) > pe.el || owning_ss(cfg, pe) != current_security_state(cfg, pe);
  endfunction

  // PMBIDR_EL1.AddrMode (D24.7.1): includes physical addresses if the reader may program the buffer and use them.
  function automatic logic [1:0] addr_mode(config_t cfg, pe_t pe, regs_t regs);
    if (!cfg.HaveSpeNvm) return 2'b00;
    return (effective_pmscr_el2_envm(cfg, pe, regs) && !programming_not_allowed(cfg, pe)) ? 2'b01 : 2'b00;
  endfunction

endpackage
