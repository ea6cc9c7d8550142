// SPDX-License-Identifier: Apache-2.0
//
// Specification of spu_trace_control: self-hosted trace (Arm ARM D3.1.2 RFHVLM, D3.2 with Table D3-1, D3.3 with
// Table D3-2, and the pseudocode of shared/trace/selfhosted). External authentication as in H2.1 and the
// pseudocode of shared/debug/authentication. Written from the Arm documents, not from the RTL: make formal
// proves that the two agree. TraceCurrentIssue 0 is the issue that ignores Debug state, SDER.SUNIDEN and, in
// Non-secure state, the authentication signals (docs/verification.md, conflicts between sources).

package spec_trace_pkg;

  import spu_pins_pkg::*;
  import spu_pkg::*;
  import spec_state_pkg::*;

  // ExternalInvasiveDebugEnabled() and the four functions that use it. NIDEN and SPNIDEN apply before FEAT_Debugv8p4.
  function automatic bit external_noninvasive_debug_enabled(config_t cfg, pe_t pe);
    return cfg.DebugVersion >= 4 || pe.dbgen || pe.niden;
  endfunction

  function automatic bit external_secure_noninvasive_debug_enabled(config_t cfg, pe_t pe);
    if (!cfg.HaveEl3 && !cfg.SecureOnly) return 0;
    if (cfg.DebugVersion < 4) begin
      return external_noninvasive_debug_enabled(cfg, pe) && (pe.spiden || pe.spniden);
    end
    return pe.dbgen && pe.spiden;
  endfunction

  function automatic bit external_realm_noninvasive_debug_enabled(config_t cfg, pe_t pe);
    return cfg.HaveRme && pe.dbgen && pe.rlpiden;
  endfunction

  function automatic bit external_root_noninvasive_debug_enabled(config_t cfg, pe_t pe);
    return cfg.HaveRme && pe.dbgen && (!cfg.HaveSel2 || (pe.dbgen && pe.spiden)) && pe.rlpiden && pe.rtpiden;
  endfunction

  // SelfHostedTraceEnabled(), RFHVLM.
  function automatic bit self_hosted_trace_enabled(config_t cfg, pe_t pe);
    bit secure_debug;
    if (!cfg.HaveTrace || !cfg.HaveTrf) return 0;
    secure_debug = external_secure_noninvasive_debug_enabled(cfg, pe);
    if (!pe.edscr_tfo) return 1;
    if (cfg.HaveEl3 && pe.mdcr_el3_ste && !secure_debug) return 1;
    if (!cfg.HaveEl3 && is_secure(cfg, pe) && !secure_debug) return 1;
    if (cfg.HaveRme && pe.mdcr_el3_rlte && !external_realm_noninvasive_debug_enabled(cfg, pe)) return 1;
    return 0;
  endfunction

  // Whether the Security state's signals allow trace while self-hosted trace is disabled; the only condition if
  // TraceCurrentIssue is 0.
  function automatic bit allowed_by_state(config_t cfg, pe_t pe);
    case (current_security_state(cfg, pe))
      SsSecure: return external_secure_noninvasive_debug_enabled(cfg, pe);
      SsRealm: return external_realm_noninvasive_debug_enabled(cfg, pe);
      SsRoot: return external_root_noninvasive_debug_enabled(cfg, pe);
      default: return 1;
    endcase
  endfunction

  // ExternalNoninvasiveDebugAllowed(). With FEAT_TRF ExternalNoninvasiveDebugEnabled() is always TRUE (D3.1).
  function automatic bit external_noninvasive_debug_allowed(config_t cfg, pe_t pe);
    if (!cfg.HaveTrf && !external_noninvasive_debug_enabled(cfg, pe)) return 0;
    if (is_secure(cfg, pe) && pe.el == EL0 && el_using_aarch32(cfg, pe, EL1) && pe.sder_suniden) return 1;
    return allowed_by_state(cfg, pe);
  endfunction

  // TraceAllowed().
  function automatic bit trace_allowed(config_t cfg, pe_t pe);
    bit tge, tre;
    if (!cfg.HaveTrace) return 0;
    if (cfg.TraceCurrentIssue && pe.debug) return 0;
    if (self_hosted_trace_enabled(cfg, pe)) begin
      case (current_security_state(cfg, pe))
        SsSecure: if (cfg.HaveEl3 && !pe.mdcr_el3_ste) return 0;
        SsRealm: if (!pe.mdcr_el3_rlte) return 0;
        SsRoot: return 0;
        default: ;
      endcase
      tge = el2_enabled(cfg, pe) && pe.hcr_el2_tge;
      case (pe.el)
        EL3: tre = highest_el_using_aarch32(cfg, pe) && pe.trfcr_el1_e1tre;  // TRFCR
        EL2: tre = pe.trfcr_el2_e2tre;
        EL1: tre = pe.trfcr_el1_e1tre;
        default: tre = tge ? pe.trfcr_el2_e0htre : pe.trfcr_el1_e0tre;
      endcase
      return tre;
    end
    return cfg.TraceCurrentIssue ? external_noninvasive_debug_allowed(cfg, pe) : allowed_by_state(cfg, pe);
  endfunction

  // TraceContextIDR2(), D3.2.2.
  function automatic bit trace_context_idr2(config_t cfg, pe_t pe);
    if (!trace_allowed(cfg, pe) || !cfg.HaveEl2) return 0;
    return !self_hosted_trace_enabled(cfg, pe) || pe.trfcr_el2_cx;
  endfunction

  // TraceTimeStamp(), Table D3-2. Reserved values act as the chosen ones.
  function automatic trace_time_e trace_time_stamp(config_t cfg, pe_t pe);
    logic [1:0] ts_el1, ts_el2;
    if (!self_hosted_trace_enabled(cfg, pe)) return TraceTimeCoreSight;
    if (cfg.HaveEl2) begin
      ts_el2 = pe.trfcr_el2_ts;
      if (!cfg.HaveEcv && ts_el2 == 2'b10) ts_el2 = 2'(cfg.ReservedTrfEl2);
      case (ts_el2)
        2'b01: return TraceTimeVirtual;
        2'b10: return TraceTimeOffsetPhysical;
        2'b11: return TraceTimePhysical;
        default: ;  // TRFCR_EL1.TS decides
      endcase
    end
    ts_el1 = pe.trfcr_el1_ts;
    if (ts_el1 == 2'b00 || (!cfg.HaveEcv && ts_el1 == 2'b10)) ts_el1 = 2'(cfg.ReservedTrfEl1);
    case (ts_el1)
      2'b01: return TraceTimeVirtual;
      2'b10: return TraceTimeOffsetPhysical;
      default: return TraceTimePhysical;
    endcase
  endfunction

endpackage
