// SPDX-License-Identifier: Apache-2.0
//
// Functions common to all other specifications: which Exception levels and Security states exist and which are current.
// Arm ARM J1 shared/functions/system, in sequential form, for the PE that the pins describe. Written from the Arm
// documents, not from the RTL: make formal proves that the two agree.

package spec_state_pkg;

  import spu_pins_pkg::*;
  import spu_pkg::*;

  // HighestELUsingAArch32(): only if EL3 can use AArch32.
  function automatic bit highest_el_using_aarch32(config_t cfg, pe_t pe);
    return cfg.HaveEl3 && cfg.Aarch32El3 && pe.el3_aarch32;
  endfunction

  function automatic bit have_el(config_t cfg, logic [1:0] el);
    case (el)
      EL3: return cfg.HaveEl3;
      EL2: return cfg.HaveEl2;
      default: return 1;
    endcase
  endfunction

  // HaveSecureState(): with FEAT_RME only if FEAT_SEL2 is implemented (D17.4, J1 HaveSecureState).
  function automatic bit have_secure_state(config_t cfg);
    if (!cfg.HaveEl3) return cfg.SecureOnly;
    if (cfg.HaveRme && !cfg.HaveSel2) return 0;
    return 1;
  endfunction

  // EffectiveSCR_EL3_NS().
  function automatic bit effective_scr_el3_ns(config_t cfg, pe_t pe);
    if (!have_secure_state(cfg)) return 1;
    if (!cfg.HaveEl3) return 0;
    return pe.scr_el3_ns;
  endfunction

  // EffectiveSCR_EL3_NSE() in the newer pseudocode: {NSE, NS}.
  function automatic logic [1:0] effective_scr_el3_nse_ns(config_t cfg, pe_t pe);
    return {cfg.HaveRme && pe.scr_el3_nse, effective_scr_el3_ns(cfg, pe)};
  endfunction

  // IsSecureEL2Enabled().
  function automatic bit is_secure_el2_enabled(config_t cfg, pe_t pe);
    if (!(cfg.HaveEl2 && cfg.HaveSel2)) return 0;
    if (cfg.HaveEl3) return !highest_el_using_aarch32(cfg, pe) && pe.scr_el3_eel2;
    return cfg.SecureOnly;
  endfunction

  // EL2Enabled().
  function automatic bit el2_enabled(config_t cfg, pe_t pe);
    return cfg.HaveEl2 && (!cfg.HaveEl3 || pe.scr_el3_ns || is_secure_el2_enabled(cfg, pe));
  endfunction

  // SecurityStateAtEL(). {NSE, NS} = {1, 0} is reserved.
  function automatic security_state_e security_state_at_el(config_t cfg, pe_t pe, logic [1:0] el);
    if (cfg.HaveRme) begin
      if (el == EL3) return SsRoot;
      case (effective_scr_el3_nse_ns(cfg, pe))
        2'b00: return SsSecure;
        2'b01: return SsNonSecure;
        default: return SsRealm;
      endcase
    end
    if (!cfg.HaveEl3) return cfg.SecureOnly ? SsSecure : SsNonSecure;
    if (el == EL3) return SsSecure;
    return pe.scr_el3_ns ? SsNonSecure : SsSecure;
  endfunction

  // CurrentSecurityState(), IsSecure().
  function automatic security_state_e current_security_state(config_t cfg, pe_t pe);
    return security_state_at_el(cfg, pe, pe.el);
  endfunction

  function automatic bit is_secure(config_t cfg, pe_t pe);
    return current_security_state(cfg, pe) == SsSecure;
  endfunction

  // IsSecureBelowEL3().
  function automatic bit is_secure_below_el3(config_t cfg, pe_t pe);
    if (cfg.HaveEl3) return !pe.scr_el3_ns;
    if (cfg.HaveEl2 && !cfg.HaveSel2) return 0;
    return cfg.SecureOnly;
  endfunction

  // HaveAArch32EL().
  function automatic bit have_aarch32_el(config_t cfg, logic [1:0] el);
    case (el)
      EL3: return cfg.HaveEl3 && cfg.Aarch32El3;
      EL2: return cfg.HaveEl2 && cfg.Aarch32El2;
      EL1: return cfg.Aarch32El1;
      default: return 1;
    endcase
  endfunction

  // ELUsingAArch32() for EL1, EL2 and EL3: ELStateUsingAArch32K() for the Security state below EL3.
  function automatic bit el_using_aarch32(config_t cfg, pe_t pe, logic [1:0] el);
    bit secure, aarch32_below_el3, aarch32_at_el1;
    secure = is_secure_below_el3(cfg, pe);
    if (!have_aarch32_el(cfg, el)) return 0;
    if (secure && el == EL2) return 0;
    if (highest_el_using_aarch32(cfg, pe)) return 1;
    aarch32_below_el3 = cfg.HaveEl3 && (!secure || !cfg.HaveSel2 || !pe.scr_el3_eel2) && !pe.scr_el3_rw;
    aarch32_at_el1 = aarch32_below_el3
        || (cfg.HaveEl2 && (!secure || (cfg.HaveSel2 && pe.scr_el3_eel2))
            && !(cfg.HaveVhe && pe.hcr_el2_e2h && pe.hcr_el2_tge) && !pe.hcr_el2_rw);
    return (aarch32_below_el3 && el != EL3) || (aarch32_at_el1 && el inside {EL1, EL0});
  endfunction

  // UsingAArch32(): the current Execution state.
  function automatic bit using_aarch32(config_t cfg, pe_t pe);
    return pe.aarch32 || highest_el_using_aarch32(cfg, pe);
  endfunction

  // ELIsInHost().
  function automatic bit el_is_in_host(config_t cfg, pe_t pe, logic [1:0] el);
    if (!cfg.HaveVhe || el_using_aarch32(cfg, pe, EL2)) return 0;
    case (el)
      EL2: return el2_enabled(cfg, pe) && pe.hcr_el2_e2h;
      EL0: return el2_enabled(cfg, pe) && pe.hcr_el2_e2h && pe.hcr_el2_tge;
      default: return 0;
    endcase
  endfunction

  function automatic bit is_in_host(config_t cfg, pe_t pe);
    return el_is_in_host(cfg, pe, pe.el);
  endfunction

  // Possible states of a PE: it executes at an implemented Exception level, and {NSE, NS} is not {1, 0}, which is
  // reserved (D24.2 SCR_EL3). Proofs assume this, because the core drives the pe pins.
  function automatic bit possible_state(config_t cfg, pe_t pe);
    if (!have_el(cfg, pe.el)) return 0;
    if (pe.el == EL2 && !el2_enabled(cfg, pe)) return 0;
    return effective_scr_el3_nse_ns(cfg, pe) != 2'b10;
  endfunction

endpackage
