// SPDX-License-Identifier: Apache-2.0
//
// Specification of which performance monitor counters count, and when their interrupt is requested, for one counter at
// a time. Arm ARM D13.5.2 to D13.5.4 and D13.3.1, J1 CountPMUEvents() and SPEFreezeOnEvent(), and AArch32.CountEvents()
// and AArch32.CheckForPMUOverflow(), which apply while EL1 uses AArch32 and CountCurrentIssue is 0. Where the issues
// differ, docs/verification.md names the one that applies. Written from the Arm documents, not from the RTL: make
// formal proves that the two agree.

package spec_pmu_pkg;

  import spu_pins_pkg::*;
  import spu_pkg::*;
  import spu_sysreg_pkg::*;
  import spu_pmu_pkg::*;
  import spec_state_pkg::*;
  import spec_trace_pkg::*;

  // GetPMUCounterRange() returns the second range: the counter is reserved for EL2. HPMN is an unsigned number.
  function automatic bit pmu_counter_is_hyp(config_t cfg, pe_t pe, logic [4:0] n);
    return cfg.HaveEl2 && n != 31 && n >= pe.mdcr_el2_hpmn;
  endfunction

  // Whether an event counter of this range has overflowed (FZO, HPMFZO; D13.5.2.1).
  function automatic bit overflowed(config_t cfg, pe_t pe, pmu_regs_t regs, bit hyp);
    for (int n = 0; n < int'(cfg.PmuCounters); n++) begin
      if (regs.pmovs[n] && pmu_counter_is_hyp(cfg, pe, 5'(n)) == hyp) return 1;
    end
    return 0;
  endfunction

  // RHSGZX, SPEFreezeOnEvent(): the cycle counter freezes only with FEAT_SPE_DPFZS and while PMCR_EL0.DP makes it
  // follow the event counters of the first range. The rule does not depend on the PMU's version.
  function automatic bit spe_freeze_on_event(config_t cfg, pe_t pe, pmu_regs_t regs, bit stopped,
                                             logic [4:0] n);
    if (cfg.SpeVersion < 2) return 0;
    if (highest_el_using_aarch32(cfg, pe)) return 0;  // PMBLIMITR_EL1.E is effectively 0 (IHMLGP)
    if (n == 31) return cfg.HaveDpfzs && stopped && regs.pmcr.fzs && regs.pmcr.dp;
    return stopped && (pmu_counter_is_hyp(cfg, pe, n) ? pe.mdcr_el2_hpmfzs : regs.pmcr.fzs);
  endfunction

  // AArch32.CountEvents().
  function automatic bit aarch32_count_events(config_t cfg, pe_t pe, pmu_regs_t regs, pmevtyper_t filter,
                                              logic [4:0] n);
    bit secure, resvd_for_el2, e, enabled, prohibited, frozen, filtered;
    secure = is_secure(cfg, pe);
    resvd_for_el2 = pmu_counter_is_hyp(cfg, pe, n);
    e = resvd_for_el2 ? pe.mdcr_el2_hpme : regs.pmcr.e;
    enabled = e && regs.pmcnten[n];
    prohibited = 0;
    if (cfg.HaveEl3 && secure) begin
      if (!highest_el_using_aarch32(cfg, pe) && cfg.PmuVersion >= 7) begin
        prohibited = !pe.mdcr_el3_spme && !pe.mdcr_el3_mpmx;
      end else begin
        prohibited = !pe.mdcr_el3_spme;
      end
      if (prohibited && pe.el == EL0) prohibited = !pe.sder_suniden;
    end
    if (!prohibited && pe.el == EL2 && !resvd_for_el2) prohibited = pe.mdcr_el2_hpmd;
    if (prohibited && cfg.DebugVersion < 2) prohibited = !external_secure_noninvasive_debug_enabled(cfg, pe);
    if (enabled && prohibited && n == 31) enabled = !regs.pmcr.dp;
    if (cfg.PmuVersion >= 5 && n == 31) begin
      if (cfg.HaveEl3 && secure && pe.mdcr_el3_sccd) prohibited = 1;
      if (pe.el == EL2 && pe.mdcr_el2_hccd) prohibited = 1;
    end
    frozen = 0;
    if (cfg.PmuVersion >= 7 && n != 31) begin
      frozen = (resvd_for_el2 ? pe.mdcr_el2_hpmfzo : regs.pmcr.fzo)
          && overflowed(cfg, pe, regs, resvd_for_el2);
    end
    case (pe.el)
      EL0: filtered = secure ? filter.u : filter.u != (cfg.HaveEl3 && filter.nsu);
      EL1: filtered = secure ? filter.p : filter.p != (cfg.HaveEl3 && filter.nsk);
      EL2: filtered = !(cfg.HaveEl2 && filter.nsh);
      default: filtered = filter.p;
    endcase
    return !pe.debug && enabled && !prohibited && !filtered && !frozen;
  endfunction

  // Whether D13.5.4 prohibits counting, for a counter of either range. Rules that permit it: RJRYNM and RJDWFF in
  // Secure state before FEAT_PMUv3p7, RGNGCW from FEAT_PMUv3p7 on at EL3 and below, RMMZLZ at EL2.
  function automatic bit prohibited_by_d13_5_4(config_t cfg, pe_t pe, bit resvd_for_el2);
    bit spme, mpmx, el3_aarch32, user_permitted, permitted;
    el3_aarch32 = highest_el_using_aarch32(cfg, pe);
    spme = pe.mdcr_el3_spme;                   // SDCR.SPME if EL3 uses AArch32
    mpmx = !el3_aarch32 && pe.mdcr_el3_mpmx;   // not in SDCR
    user_permitted = pe.el == EL0 && (el3_aarch32 || el_using_aarch32(cfg, pe, EL1)) && pe.sder_suniden;
    permitted = 1;
    if (cfg.HaveEl3 && cfg.PmuVersion >= 7 && pe.el == EL3) begin
      case ({spme, mpmx})
        2'b10: permitted = 1;
        2'b11: permitted = resvd_for_el2;
        default: permitted = 0;
      endcase
    end else if (cfg.HaveEl3 && is_secure(cfg, pe)) begin
      permitted = spme || user_permitted || (cfg.PmuVersion >= 7 && mpmx);
    end
    if (pe.el == EL2 && pe.mdcr_el2_hpmd && !resvd_for_el2) permitted = 0;
    // The authentication interface can permit counting (RJRYNM).
    if (cfg.DebugVersion < 2 && external_secure_noninvasive_debug_enabled(cfg, pe)) permitted = 1;
    return !permitted;
  endfunction

  // CountPMUEvents().
  function automatic bit count_pmu_events(config_t cfg, pe_t pe, pmu_regs_t regs, pmevtyper_t filter,
                                          logic [4:0] n);
    bit resvd_for_el2, e, enabled, prohibited, frozen, filtered;
    bit nsk, nsu, nsh, m, sh, rlk, rlu, rlh;
    security_state_e ss;
    ss = current_security_state(cfg, pe);
    resvd_for_el2 = pmu_counter_is_hyp(cfg, pe, n);
    e = resvd_for_el2 ? pe.mdcr_el2_hpme : regs.pmcr.e;
    enabled = e && regs.pmcnten[n];
    prohibited = prohibited_by_d13_5_4(cfg, pe, resvd_for_el2);
    frozen = 0;
    if (cfg.PmuVersion >= 7) begin
      frozen = (resvd_for_el2 ? pe.mdcr_el2_hpmfzo : regs.pmcr.fzo)
          && overflowed(cfg, pe, regs, resvd_for_el2);
    end
    if (n == 31) begin
      if ((prohibited || frozen) && regs.pmcr.dp) enabled = 0;
      prohibited = 0;
      frozen = 0;
      if (cfg.PmuVersion >= 5 && cfg.HaveEl3 && ss == SsSecure && pe.mdcr_el3_sccd) prohibited = 1;
      if (cfg.PmuVersion >= 5 && pe.el == EL2 && pe.mdcr_el2_hccd) prohibited = 1;
      if (cfg.PmuVersion >= 7 && pe.el == EL3 && !highest_el_using_aarch32(cfg, pe)
          && (pe.mdcr_el3_sccd || pe.mdcr_el3_mccd)) prohibited = 1;
    end
    nsk = cfg.HaveEl3 && filter.nsk;
    nsu = cfg.HaveEl3 && filter.nsu;
    nsh = cfg.HaveEl2 && filter.nsh;
    m = cfg.HaveEl3 && !highest_el_using_aarch32(cfg, pe) && filter.m;  // not in PMEVTYPER<n> and PMCCFILTR
    sh = cfg.HaveEl3 && cfg.HaveSel2 && filter.sh;
    {rlk, rlu, rlh} = cfg.HaveRme ? {filter.rlk, filter.rlu, filter.rlh} : 3'b000;
    case (pe.el)
      EL0: filtered = (ss == SsNonSecure) ? filter.u != nsu : (ss == SsRealm) ? filter.u != rlu : filter.u;
      EL1: filtered = (ss == SsNonSecure) ? filter.p != nsk : (ss == SsRealm) ? filter.p != rlk : filter.p;
      EL2: filtered = (ss == SsNonSecure) ? !nsh : (ss == SsRealm) ? nsh == rlh : nsh == sh;
      default: filtered = m != filter.p;
    endcase
    return !pe.debug && enabled && !prohibited && !filtered && !frozen;
  endfunction

  // RYWWSV, the last clause of CountPMUEvents(). VS 0b11 is reserved: in this unit each bit filters on its own.
  function automatic bit streaming_mode_filtered(config_t cfg, pe_t pe, pmevtyper_t filter);
    return cfg.HavePmuSme && ((pe.sm && filter.vs[0]) || (!pe.sm && filter.vs[1]));
  endfunction

  // The form that applies, for an implemented counter. D13.5 does not depend on EL1's Execution state.
  function automatic bit counts(config_t cfg, pe_t pe, pmu_regs_t regs, bit spe_freeze, pmevtyper_t filter,
                                logic [4:0] n);
    if (spe_freeze_on_event(cfg, pe, regs, spe_freeze, n)) return 0;
    if (streaming_mode_filtered(cfg, pe, filter)) return 0;
    if (!cfg.CountCurrentIssue && el_using_aarch32(cfg, pe, EL1)) return aarch32_count_events(cfg, pe, regs, filter, n);
    return count_pmu_events(cfg, pe, regs, filter, n);
  endfunction

  // CheckForPMUOverflow(), in either form.
  function automatic bit check_for_pmu_overflow(config_t cfg, pe_t pe, pmu_regs_t regs);
    bit pmuirq, e;
    pmuirq = regs.pmcr.e && regs.pminten[31] && regs.pmovs[31];
    for (int n = 0; n < int'(cfg.PmuCounters); n++) begin
      e = pmu_counter_is_hyp(cfg, pe, 5'(n)) ? pe.mdcr_el2_hpme : regs.pmcr.e;
      if (e && regs.pminten[n] && regs.pmovs[n]) pmuirq = 1;
    end
    return cfg.PmuVersion != 0 && pmuirq;
  endfunction

endpackage
