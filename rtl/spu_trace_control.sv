// SPDX-License-Identifier: Apache-2.0
//
// Self-hosted trace: whether it is enabled, whether the trace unit may trace and show CONTEXTIDR_EL2 in this cycle, and
// the time for its timestamps (Arm ARM D3). Each function is the pseudocode function of the same name. Combinational,
// from this cycle's PE state and debug authentication signals.
//
// With TraceCurrentIssue 0 the functions are those of Armv8.4, which ignore Debug state and SDER.SUNIDEN, and DBGEN and
// NIDEN in Non-secure state. Realm and Root state, and the values of TRFCR_ELx.TS, are those of FEAT_RME and FEAT_ECV
// with either text. There is no trace buffer, which would prohibit more.

module spu_trace_control
  import spu_pins_pkg::*;
  import spu_pkg::*;
#(
  parameter config_t Cfg
) (
  input  pe_t     pe_i,
  input  enable_t enable_i,
  output trace_t  trace_o
);

  localparam bit HaveNoninvasiveDebugAuth = (Cfg.DebugVersion < 4);  // NIDEN and SPNIDEN have an effect
  localparam bit HaveSecureState = !Cfg.HaveRme || Cfg.HaveSel2;

  // -------------------------------------------------------------------------------------------------------
  // Debug authentication

  // Always TRUE with FEAT_TRF (D3.1).
  function automatic logic external_noninvasive_debug_enabled();
    return !HaveNoninvasiveDebugAuth || (Cfg.TraceCurrentIssue && Cfg.HaveTrf) || pe_i.dbgen || pe_i.niden;
  endfunction

  function automatic logic external_secure_noninvasive_debug_enabled();
    if (!Cfg.HaveEl3 && !Cfg.SecureOnly) return 1'b0;
    if (HaveNoninvasiveDebugAuth) return external_noninvasive_debug_enabled() && (pe_i.spiden || pe_i.spniden);
    return pe_i.dbgen && pe_i.spiden;
  endfunction

  function automatic logic external_realm_noninvasive_debug_enabled();
    return Cfg.HaveRme && pe_i.dbgen && pe_i.rlpiden;
  endfunction

  function automatic logic external_root_noninvasive_debug_enabled();
    return external_realm_noninvasive_debug_enabled() && pe_i.rtpiden
        && (!Cfg.HaveSel2 || external_secure_noninvasive_debug_enabled());
  endfunction

  // Whether tracing is allowed in the current Security state while the external debugger controls it.
  function automatic logic external_noninvasive_debug_allowed();
    if (Cfg.TraceCurrentIssue) begin
      if (!external_noninvasive_debug_enabled()) return 1'b0;
      if (enable_i.secure && enable_i.el1_aarch32 && pe_i.el == EL0 && pe_i.sder_suniden) return 1'b1;
    end
    unique case (enable_i.current_ss)
      SsNonSecure: return 1'b1;
      SsSecure:    return external_secure_noninvasive_debug_enabled();
      SsRealm:     return external_realm_noninvasive_debug_enabled();
      SsRoot:      return external_root_noninvasive_debug_enabled();
      default:     return 1'b0;
    endcase
  endfunction

  // -------------------------------------------------------------------------------------------------------
  // Trace

  function automatic logic self_hosted_trace_enabled();
    logic secure_trace_enable, realm_trace_enable;
    if (!Cfg.HaveTrace || !Cfg.HaveTrf) return 1'b0;
    secure_trace_enable = Cfg.HaveEl3 ? (HaveSecureState && pe_i.mdcr_el3_ste) : Cfg.SecureOnly;
    realm_trace_enable  = Cfg.HaveRme && pe_i.mdcr_el3_rlte;
    return !pe_i.edscr_tfo
        || (secure_trace_enable && !external_secure_noninvasive_debug_enabled())
        || (realm_trace_enable && !external_realm_noninvasive_debug_enabled());
  endfunction

  // The enable bit in TRFCR_ELx for the current Exception level. EL3 has one only if it uses AArch32: TRFCR.E1TRE.
  function automatic logic trace_enable_bit();
    logic tge;
    tge = enable_i.el2_enabled && pe_i.hcr_el2_tge;
    unique case (pe_i.el)
      EL3:     return Cfg.HaveEl3 && Cfg.Aarch32El3 && pe_i.el3_aarch32 && pe_i.trfcr_el1_e1tre;
      EL2:     return pe_i.trfcr_el2_e2tre;
      EL1:     return pe_i.trfcr_el1_e1tre;
      default: return tge ? pe_i.trfcr_el2_e0htre : pe_i.trfcr_el1_e0tre;
    endcase
  endfunction

  function automatic logic trace_allowed();
    logic allowed;
    if (!Cfg.HaveTrace || (Cfg.TraceCurrentIssue && pe_i.debug)) return 1'b0;
    if (!self_hosted_trace_enabled()) return external_noninvasive_debug_allowed();
    unique case (enable_i.current_ss)
      SsNonSecure: allowed = 1'b1;
      SsSecure:    allowed = !Cfg.HaveEl3 || pe_i.mdcr_el3_ste;
      SsRealm:     allowed = pe_i.mdcr_el3_rlte;
      SsRoot:      allowed = 1'b0;
      default:     allowed = 1'b0;
    endcase
    return allowed && trace_enable_bit();
  endfunction

  function automatic logic trace_context_idr2();
    if (!trace_allowed() || !Cfg.HaveEl2) return 1'b0;
    return !self_hosted_trace_enabled() || pe_i.trfcr_el2_cx;
  endfunction

  // TRFCR_EL2.TS overrides TRFCR_EL1.TS, unless it is zero. Value 0b10 is reserved without FEAT_ECV, and value 0b00 of
  // TRFCR_EL1 always; reserved values act as configured.
  function automatic trace_time_e trace_time_stamp();
    logic [1:0] ts_el1, ts_el2, ts;
    if (!self_hosted_trace_enabled()) return TraceTimeCoreSight;
    ts_el1 = pe_i.trfcr_el1_ts;
    ts_el2 = pe_i.trfcr_el2_ts;
    if (ts_el1 == 2'b00 || (ts_el1 == 2'b10 && !Cfg.HaveEcv)) ts_el1 = 2'(Cfg.ReservedTrfEl1);
    if (ts_el2 == 2'b10 && !Cfg.HaveEcv) ts_el2 = 2'(Cfg.ReservedTrfEl2);
    ts = (Cfg.HaveEl2 && ts_el2 != 2'b00) ? ts_el2 : ts_el1;
    unique case (ts)
      2'b01:   return TraceTimeVirtual;
      2'b10:   return TraceTimeOffsetPhysical;
      default: return TraceTimePhysical;
    endcase
  endfunction

  always_comb begin
    trace_o.self_hosted = self_hosted_trace_enabled();
    trace_o.allowed     = trace_allowed();
    trace_o.cx2         = trace_context_idr2();
    trace_o.ts          = trace_time_stamp();
  end

endmodule
