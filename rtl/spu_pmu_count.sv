// SPDX-License-Identifier: Apache-2.0
//
// Which counters of the performance monitors count in this cycle.
//
// Source: CountPMUEvents() (Arm ARM D13.5, D13.7; J1); with CountCurrentIssue 0, while EL1 uses AArch32, the older
// AArch32.CountEvents(); SPEFreezeOnEvent() in both. Each named function is one of their decisions. Combinational, from
// this cycle's PE state and the registers at the start of the cycle.
//
// Where the documents differ:
// * AArch32.CountEvents() does not count cycles where event counting is prohibited, regardless of PMCR.DP, freezes no
//   cycle counter, and has neither MDCR_EL3.{MPMX, MCCD} at EL3 nor PMEVTYPER.M, as implemented here. By D13.5.4
//   PMCR.DP decides the first two in AArch32 state too, and the others apply to an EL3 that uses AArch64, whatever EL1
//   uses.
// * J1's SPEFreezeOnEvent() requires FEAT_PMUv3p7. D13.5.2.2 requires FEAT_SPEv1p2 alone, as implemented here.
// * In the 2023 text of CountPMUEvents(), PMOVSCLR_EL0.C freezes counting, and Root state prohibits neither counting
//   without SPME nor cycles with SCCD. By D13.5.2.1 only event counters freeze, and by D13.5.4 EL3 prohibits counting,
//   as implemented here.
// * The 2023 text does not prohibit counting before FEAT_PMUv3p7. D13.5.4 does, as implemented here.

module spu_pmu_count
  import spu_pins_pkg::*;
  import spu_pkg::*;
  import spu_sysreg_pkg::*;
  import spu_pmu_pkg::*;
#(
  parameter config_t Cfg
) (
  input  pe_t                 pe_i,
  input  enable_t             enable_i,
  input  pmu_regs_t           regs_i,
  input  logic                spe_freeze_i,  // PMBLIMITR_EL1.{E, PMFZ} is {1, 1} and profiling is stopped
  output logic [Counters-1:0] count_o        // 31: cycle counter
);

  localparam bit HavePmuV3p5 = Cfg.PmuVersion >= 5;
  localparam bit HavePmuV3p7 = Cfg.PmuVersion >= 7;
  localparam bit HaveFreezeOnSpe = Cfg.SpeVersion >= 2;
  localparam bit HaveNoninvasiveDebugAuth = Cfg.DebugVersion < 4;
  localparam bit HaveNoSecurePmuDisableOverride = Cfg.DebugVersion >= 2;
  localparam logic [MaxEventCounters-1:0] Implemented = implemented_counters(Cfg.PmuCounters);

  // Fields of struct ports that this block does not read.
  logic unused_inputs;
  assign unused_inputs = ^{pe_i, enable_i, regs_i};

  logic el3_aarch32;
  assign el3_aarch32 = Cfg.HaveEl3 && Cfg.Aarch32El3 && pe_i.el3_aarch32;

  // The older AArch32.CountEvents() applies.
  logic older_issue;
  assign older_issue = !Cfg.CountCurrentIssue && enable_i.el1_aarch32;

  // -------------------------------------------------------------------------------------------------------
  // Range: counters reserved for EL2 are hyp, the others and the cycle counter are not.

  logic [MaxEventCounters-1:0] hyp;
  assign hyp = pmu_counters_hyp(Cfg.HaveEl2, pe_i.mdcr_el2_hpmn);

  // -------------------------------------------------------------------------------------------------------
  // Enabled

  // The global enable of a range. PMCNTENSET_EL0 enables its counters one by one.
  function automatic logic range_enabled(logic is_hyp);
    return is_hyp ? pe_i.mdcr_el2_hpme : regs_i.pmcr.e;
  endfunction

  // -------------------------------------------------------------------------------------------------------
  // Prohibited

  function automatic logic external_noninvasive_debug_enabled();
    return !HaveNoninvasiveDebugAuth || pe_i.dbgen || pe_i.niden;
  endfunction

  function automatic logic external_secure_noninvasive_debug_enabled();
    if (!Cfg.HaveEl3 && !Cfg.SecureOnly) return 1'b0;
    if (!HaveNoninvasiveDebugAuth) return pe_i.dbgen && pe_i.spiden;
    return external_noninvasive_debug_enabled() && (pe_i.spiden || pe_i.spniden);
  endfunction

  // Prohibited by EL3 or EL2, unless the authentication interface overrides it.
  function automatic logic count_prohibited_below(logic is_hyp, logic by_el3);
    logic prohibited;
    prohibited = by_el3 || (pe_i.el == EL2 && !is_hyp && pe_i.mdcr_el2_hpmd);
    if (!HaveNoSecurePmuDisableOverride) begin
      prohibited = prohibited && !external_secure_noninvasive_debug_enabled();
    end
    return prohibited;
  endfunction

  function automatic logic older_count_prohibited(logic is_hyp);
    logic by_el3;
    by_el3 = Cfg.HaveEl3 && enable_i.secure && !pe_i.mdcr_el3_spme;
    if (HavePmuV3p7 && !el3_aarch32) by_el3 = by_el3 && !pe_i.mdcr_el3_mpmx;
    if (pe_i.el == EL0) by_el3 = by_el3 && !pe_i.sder_suniden;
    return count_prohibited_below(is_hyp, by_el3);
  endfunction

  // MPMX does not exist while EL3 uses AArch32. SDER32_EL3.SUNIDEN applies to EL0 below an EL1 that uses AArch32.
  function automatic logic count_prohibited(logic is_hyp);
    logic by_el3, mpmx;
    mpmx = HavePmuV3p7 && !el3_aarch32 && pe_i.mdcr_el3_mpmx;
    if (HavePmuV3p7 && pe_i.el == EL3) begin
      by_el3 = !pe_i.mdcr_el3_spme || (mpmx && !is_hyp);
    end else begin
      by_el3 = Cfg.HaveEl3 && (enable_i.current_ss == SsSecure) && !pe_i.mdcr_el3_spme && !mpmx;
    end
    if (pe_i.el == EL0 && enable_i.el1_aarch32 && pe_i.sder_suniden) by_el3 = 1'b0;
    return count_prohibited_below(is_hyp, by_el3);
  endfunction

  // Prohibits cycles alone, regardless of PMCR_EL0.DP.
  function automatic logic cycles_prohibited();
    if (!HavePmuV3p5) return 1'b0;
    if (Cfg.HaveEl3 && enable_i.secure && pe_i.mdcr_el3_sccd) return 1'b1;
    if (pe_i.el == EL2 && pe_i.mdcr_el2_hccd) return 1'b1;
    return HavePmuV3p7 && !older_issue && !el3_aarch32 && pe_i.el == EL3
        && (pe_i.mdcr_el3_sccd || pe_i.mdcr_el3_mccd);
  endfunction

  // -------------------------------------------------------------------------------------------------------
  // Frozen

  // HiLoPMUOverflow()
  function automatic logic hilo_pmu_overflow(logic is_hyp);
    return (regs_i.pmovs[MaxEventCounters-1:0] & Implemented & (is_hyp ? hyp : ~hyp)) != '0;
  endfunction

  function automatic logic frozen_on_overflow(logic is_hyp);
    return HavePmuV3p7 && (is_hyp ? pe_i.mdcr_el2_hpmfzo : regs_i.pmcr.fzo) && hilo_pmu_overflow(is_hyp);
  endfunction

  // SPEFreezeOnEvent() for a range. PMBLIMITR_EL1.E is effectively 0 if EL3 uses AArch32 (D13.5.2.2).
  function automatic logic spe_freeze_on_event(logic is_hyp);
    return HaveFreezeOnSpe && spe_freeze_i && !el3_aarch32
        && (is_hyp ? pe_i.mdcr_el2_hpmfzs : regs_i.pmcr.fzs);
  endfunction

  // -------------------------------------------------------------------------------------------------------
  // Filtered, by Exception level and Security state. Unimplemented fields are 0. Every rule compares two fields, or one
  // with zero: P with NSK, RLK or M; U with NSU or RLU; and at EL2, where equality filters, NSH with SH or RLH. So one
  // mask of the fields to compare serves all counters.

  function automatic pmevtyper_t older_filter_fields();
    pmevtyper_t fields;
    fields = '0;
    unique case (pe_i.el)
      EL0: begin
        fields.u   = 1'b1;
        fields.nsu = Cfg.HaveEl3 && !enable_i.secure;
      end
      EL1: begin
        fields.p   = 1'b1;
        fields.nsk = Cfg.HaveEl3 && !enable_i.secure;
      end
      EL2:     fields.nsh = Cfg.HaveEl2;
      default: fields.p = 1'b1;
    endcase
    return fields;
  endfunction

  // The reserved value of SCR_EL3.{NSE, NS}, which current_ss shows as Root below EL3, filters as Non-secure state.
  function automatic pmevtyper_t current_filter_fields();
    pmevtyper_t fields;
    logic       ns, realm;
    fields = '0;
    ns     = enable_i.current_ss inside {SsNonSecure, SsRoot};
    realm  = Cfg.HaveRme && (enable_i.current_ss == SsRealm);
    unique case (pe_i.el)
      EL0: begin
        fields.u   = 1'b1;
        fields.nsu = Cfg.HaveEl3 && ns;
        fields.rlu = realm;
      end
      EL1: begin
        fields.p   = 1'b1;
        fields.nsk = Cfg.HaveEl3 && ns;
        fields.rlk = realm;
      end
      EL2: begin
        fields.nsh = Cfg.HaveEl2;
        fields.sh  = Cfg.HaveEl3 && Cfg.HaveSel2 && (enable_i.current_ss == SsSecure);
        fields.rlh = realm;
      end
      default: begin
        fields.p = 1'b1;
        fields.m = !el3_aarch32;
      end
    endcase
    return fields;
  endfunction

  pmevtyper_t filter_fields;
  assign filter_fields = older_issue ? older_filter_fields() : current_filter_fields();

  // Also by Streaming SVE mode (FEAT_PMUv3_SME), with either text. VS 0b11 is reserved, and filters in both modes.
  function automatic logic count_filtered(pmevtyper_t filter, pmevtyper_t fields, logic at_el2);
    logic streaming_mode_filtered;
    streaming_mode_filtered = Cfg.HavePmuSme && (pe_i.sm ? filter.vs[0] : filter.vs[1]);
    return ((^(filter & fields)) ^ at_el2) || streaming_mode_filtered;
  endfunction

  // -------------------------------------------------------------------------------------------------------

  // By range of event counters; [1]: those reserved for EL2.
  logic [1:0] prohibited, frozen, spe_frozen, range_counts;
  always_comb begin
    for (int unsigned is_hyp = 0; is_hyp < 2; is_hyp++) begin
      prohibited[is_hyp]   = older_issue ? older_count_prohibited(is_hyp[0]) : count_prohibited(is_hyp[0]);
      frozen[is_hyp]       = frozen_on_overflow(is_hyp[0]);
      spe_frozen[is_hyp]   = spe_freeze_on_event(is_hyp[0]);
      range_counts[is_hyp] = !pe_i.debug && range_enabled(is_hyp[0]) && !prohibited[is_hyp] && !frozen[is_hyp]
                          && !spe_frozen[is_hyp];
    end
  end

  // PMCR.DP stops the cycle counter while the first range is prohibited or frozen; an SPE event freezes it only with
  // FEAT_SPE_DPFZS. In the older text prohibition alone stops it, and nothing freezes it.
  logic cycles_frozen, cycles_disabled;
  assign cycles_frozen   = frozen[0] || (Cfg.HaveDpfzs && spe_frozen[0]);
  assign cycles_disabled = older_issue ? prohibited[0] : regs_i.pmcr.dp && (prohibited[0] || cycles_frozen);

  always_comb begin
    for (int unsigned n = 0; n < MaxEventCounters; n++) begin
      count_o[n] = Implemented[n] && regs_i.pmcnten[n] && range_counts[hyp[n]]
                && !count_filtered(regs_i.pmevtyper[n], filter_fields, pe_i.el == EL2);
    end
    count_o[CycleCounter] = !pe_i.debug && range_enabled(1'b0) && regs_i.pmcnten[CycleCounter]
                         && !cycles_disabled && !cycles_prohibited()
                         && !count_filtered(regs_i.pmccfiltr, filter_fields, pe_i.el == EL2);
  end

endmodule
