// SPDX-License-Identifier: Apache-2.0
//
// Requirements P1, P2, P4, P5: which counters count, and the overflow interrupt (Arm ARM D13; J1; document S3).
//
// count_current_issue selects the rules while EL1 uses AArch32. False: document S3's, clause by clause, at every
// Exception level. True: those of Arm ARM D13.5, which depend on the Execution state of EL3 and EL1 only where a
// control does. While EL1 uses AArch64, D13.5 always applies: J1's CountPMUEvents(), here under its name in S3. AArch32
// registers share the storage of the AArch64 registers (HDCR is MDCR_EL2, SDCR uses the pins of MDCR_EL3, SDER has its
// own). docs/contradictions.md lists which text applies where the documents differ.
#include "spu_internal.h"

// HDCR.HPMN, MDCR_EL2.HPMN. Only with EL2.
static uint32_t hpmn(const struct spu_in *in)
{
  return in->mdcr_el2_hpmn & 31U;
}

static uint32_t below(uint32_t n)
{
  return (1U << n) - 1U;  // n is 0..31
}

static bool flag(uint32_t flags, uint32_t n)
{
  return (flags >> n & 1U) != 0;
}

static uint64_t filter_of(const struct spu *spu, uint32_t n)
{
  return n == PMU_CYCLE_COUNTER ? spu->pmu.ccfiltr : spu->pmu.evtyper[n];
}

uint32_t spu_pmu_event_pin(const struct spu_config *config, uint32_t number)
{
  uint32_t pin = 0;
  while (pin < SPU_MAX_PMU_EVENTS && config->pmu_events[pin] != number) {
    pin++;
  }
  return number == SPU_EVENT_SW_INCR ? SPU_MAX_PMU_EVENTS : pin;  // 0 marks an unused pin
}

struct spu_pmu_pe spu_pmu_pe(const struct spu *spu, const struct spu_in *in)
{
  return (struct spu_pmu_pe){.ss = (uint8_t)CurrentSecurityState(spu, in),
                             .el1_aarch32 = ELUsingAArch32(spu, in, SPU_EL1),
                             .el3_aarch32 = HighestELUsingAArch32(spu, in)};
}

// J1, PMUCounterIsHyp; D13.1.1, the second range of event counters.
bool spu_pmu_reserved_for_el2(const struct spu *spu, const struct spu_in *in, uint32_t n)
{
  return spu->config.have_el2 && n >= hpmn(in) && n != PMU_CYCLE_COUNTER;
}

// ---------------------------------------------------------------------------------------------------------
// External debug authentication

// J1, shared/debug/authentication/ExternalSecureNoninvasiveDebugEnabled. FEAT_Debugv8p4 removes the
// non-invasive signals.
bool ExternalSecureNoninvasiveDebugEnabled(const struct spu *spu, const struct spu_in *in)
{
  const struct spu_config *config = &spu->config;
  if (!config->have_el3 && !config->secure_only) {
    return false;
  }
  if (config->debug_version < 4) {
    return (in->dbgen || in->niden) && (in->spiden || in->spniden);
  }
  return in->dbgen && in->spiden;
}

// S3: from FEAT_Debugv8p2 on, the authentication interface cannot override software's prohibition.
static bool HaveNoSecurePMUDisableOverride(const struct spu *spu)
{
  return spu->config.debug_version >= 2;
}

// ---------------------------------------------------------------------------------------------------------
// Arm ARM D13.5

// Overflow flags that freeze the counters of the range of `resvd_for_el2` (D13.5.2.1).
static uint32_t freezing_flags(const struct spu *spu, const struct spu_in *in, bool resvd_for_el2)
{
  uint32_t ovflw = spu->pmu.ovs & below(spu->config.pmu_counters);
  if (resvd_for_el2) {
    ovflw &= ~below(hpmn(in));
  } else if (spu->config.have_el2) {
    ovflw &= below(hpmn(in));
  }
  return ovflw;
}

// Whether event counting is prohibited for an event counter of the range; also the condition for PMCR_EL0.DP to
// disable the cycle counter.
static bool prohibited_by_d13_5_4(const struct spu *spu, const struct spu_in *in, const struct spu_pmu_pe *pe,
                                  bool resvd_for_el2)
{
  const struct spu_config *config = &spu->config;
  const bool p7 = config->pmu_version >= 7;
  bool prohibited = false;
  // HaveEL(EL3) && ss == SS_Secure
  if (config->have_el3 && pe->ss == SS_Secure) {
    prohibited = !in->mdcr_el3_spme && (pe->el3_aarch32 || !p7 || !in->mdcr_el3_mpmx);
    // PSTATE.EL == EL0: SDER32_EL3.SUNIDEN
    if (prohibited && in->pe_el == SPU_EL0 && (pe->el3_aarch32 || pe->el1_aarch32)) {
      prohibited = !in->sder_suniden;
    }
  }
  // HavePMUv3p7() && PSTATE.EL == EL3
  if (!prohibited && p7 && in->pe_el == SPU_EL3 && !pe->el3_aarch32) {
    prohibited = !in->mdcr_el3_spme || (in->mdcr_el3_mpmx && !resvd_for_el2);
  }
  // PSTATE.EL == EL2 && HaveHPMDExt()
  if (!prohibited && in->pe_el == SPU_EL2 && !resvd_for_el2) {
    prohibited = in->mdcr_el2_hpmd;
  }
  // HaveNoSecurePMUDisableOverride()
  if (prohibited && !HaveNoSecurePMUDisableOverride(spu)) {
    prohibited = !ExternalSecureNoninvasiveDebugEnabled(spu, in);
  }
  return prohibited;
}

// The cycle counter's own prohibitions, which PMCR_EL0.DP does not override.
static bool cycles_prohibited(const struct spu *spu, const struct spu_in *in, const struct spu_pmu_pe *pe)
{
  const struct spu_config *config = &spu->config;
  // HavePMUv3p5()
  if (config->pmu_version < 5) {
    return false;
  }
  // MDCR_EL3.SCCD
  if (config->have_el3 && pe->ss == SS_Secure && in->mdcr_el3_sccd) {
    return true;
  }
  // MDCR_EL2.HCCD
  if (in->pe_el == SPU_EL2 && in->mdcr_el2_hccd) {
    return true;
  }
  // HavePMUv3p7(): MDCR_EL3.MCCD; by D13.5.4 also SCCD, whatever EL3's Security state
  return config->pmu_version >= 7 && in->pe_el == SPU_EL3 && !pe->el3_aarch32 &&
         (in->mdcr_el3_mccd || in->mdcr_el3_sccd);
}

// D13.7.1: the bits P, U, NSK, NSU, NSH, M, SH, RLK, RLU, RLH; bits of absent levels and states are never set. In
// AArch32 state the AArch32 registers apply, which do not have M.
static bool filtered_by_d13_7_1(const struct spu_in *in, const struct spu_pmu_pe *pe, uint64_t filter)
{
  const uint8_t ss = pe->ss;
  const bool p = (filter & SPU_PMEVTYPER_EL0_P) != 0;
  const bool u = (filter & SPU_PMEVTYPER_EL0_U) != 0;
  const bool nsh = (filter & SPU_PMEVTYPER_EL0_NSH) != 0;
  switch (in->pe_el) {
  case SPU_EL0:
    return ss == SS_NonSecure ? u != ((filter & SPU_PMEVTYPER_EL0_NSU) != 0)
           : ss == SS_Realm   ? u != ((filter & SPU_PMEVTYPER_EL0_RLU) != 0)
                              : u;
  case SPU_EL1:
    return ss == SS_NonSecure ? p != ((filter & SPU_PMEVTYPER_EL0_NSK) != 0)
           : ss == SS_Realm   ? p != ((filter & SPU_PMEVTYPER_EL0_RLK) != 0)
                              : p;
  case SPU_EL2:
    return ss == SS_NonSecure ? !nsh
           : ss == SS_Realm   ? nsh == ((filter & SPU_PMEVTYPER_EL0_RLH) != 0)
                              : nsh == ((filter & SPU_PMEVTYPER_EL0_SH) != 0);
  default:
    return p != (!pe->el3_aarch32 && (filter & SPU_PMEVTYPER_EL0_M) != 0);
  }
}

// J1, CountPMUEvents, the last clause; D13.7.2: VS<0> filters cycles in Streaming SVE mode, VS<1> cycles not in it. The
// reserved 0b11 filters both.
static bool streaming_mode_filtered(const struct spu *spu, const struct spu_in *in, uint64_t filter)
{
  const uint64_t vs =
      in->pe_sm ? UINT64_C(1) << SPU_PMEVTYPER_EL0_VS_SHIFT : UINT64_C(2) << SPU_PMEVTYPER_EL0_VS_SHIFT;
  return spu->config.have_pmu_sme && (filter & vs) != 0;
}

// J1, CountPMUEvents; D13.5, D13.7; requirements P1, P5.
bool AArch64_CountEvents(const struct spu *spu, const struct spu_in *in, const struct spu_pmu_pe *pe,
                         uint32_t n)
{
  const uint64_t pmcr = spu->pmu.pmcr;
  const bool resvd_for_el2 = spu_pmu_reserved_for_el2(spu, in, n);
  // debug
  if (in->pe_debug) {
    return false;
  }
  // enabled
  bool enabled =
      (resvd_for_el2 ? in->mdcr_el2_hpme : (pmcr & SPU_PMCR_EL0_E) != 0) && flag(spu->pmu.cnten, n);
  if (!enabled) {
    return false;
  }
  // prohibited
  bool prohibited = prohibited_by_d13_5_4(spu, in, pe, resvd_for_el2);
  // HavePMUv3p7(): frozen
  bool frozen = false;
  if (spu->config.pmu_version >= 7) {
    const bool fz = resvd_for_el2 ? in->mdcr_el2_hpmfzo : (pmcr & SPU_PMCR_EL0_FZO) != 0;
    frozen = fz && freezing_flags(spu, in, resvd_for_el2) != 0;
  }
  // idx == CYCLE_COUNTER_ID: PMCR_EL0.DP, then what it does not override
  if (n == PMU_CYCLE_COUNTER) {
    if (prohibited || frozen) {
      enabled = (pmcr & SPU_PMCR_EL0_DP) == 0;
    }
    prohibited = cycles_prohibited(spu, in, pe);
    frozen = false;
  }
  const uint64_t filter = filter_of(spu, n);
  const bool filtered = filtered_by_d13_7_1(in, pe, filter) || streaming_mode_filtered(spu, in, filter);
  return enabled && !prohibited && !frozen && !filtered;
}

// ---------------------------------------------------------------------------------------------------------
// Document S3

// S3, unless count_current_issue selects D13.5; requirements P1, P5. HDCR.HPMD and HCCD, PMCR.DP and SDCR act as in S3:
// while event counting is prohibited, the cycle counter does not count, regardless of DP.
bool AArch32_CountEvents(const struct spu *spu, const struct spu_in *in, const struct spu_pmu_pe *pe,
                         uint32_t n)
{
  const struct spu_config *config = &spu->config;
  const uint64_t pmcr = spu->pmu.pmcr;
  if (!pe->el1_aarch32 || config->count_current_issue) {
    return AArch64_CountEvents(spu, in, pe, n);
  }
  // Event counting is disabled in Debug state
  const bool debug = in->pe_debug;
  // Some counters are reserved for EL2
  const bool resvd_for_el2 = config->have_el2 && n >= hpmn(in) && n != PMU_CYCLE_COUNTER;
  // Main enable controls
  const bool e = resvd_for_el2 ? in->mdcr_el2_hpme : (pmcr & SPU_PMCR_EL0_E) != 0;
  bool enabled = e && flag(spu->pmu.cnten, n);
  // Event counting in Secure state
  bool prohibited = false;
  const bool secure = pe->ss == SS_Secure;  // IsSecure()
  if (config->have_el3 && secure) {
    if (!pe->el3_aarch32 && config->pmu_version >= 7) {
      prohibited = !in->mdcr_el3_spme && !in->mdcr_el3_mpmx;
    } else {
      prohibited = !in->mdcr_el3_spme;
    }
    if (prohibited && in->pe_el == SPU_EL0) {
      prohibited = !in->sder_suniden;
    }
  }
  // Event counting at EL2
  if (!prohibited && in->pe_el == SPU_EL2 && !resvd_for_el2) {
    prohibited = in->mdcr_el2_hpmd;
  }
  // The authentication interface might override software
  if (prohibited && !HaveNoSecurePMUDisableOverride(spu)) {
    prohibited = !ExternalSecureNoninvasiveDebugEnabled(spu, in);
  }
  // PMCR.DP
  if (enabled && prohibited && n == PMU_CYCLE_COUNTER) {
    enabled = (pmcr & SPU_PMCR_EL0_DP) == 0;
  }
  // FEAT_PMUv3p5: cycle counting can be prohibited
  if (config->pmu_version >= 5 && n == PMU_CYCLE_COUNTER) {
    if (config->have_el3 && secure && in->mdcr_el3_sccd) {
      prohibited = true;
    }
    if (in->pe_el == SPU_EL2 && in->mdcr_el2_hccd) {
      prohibited = true;
    }
  }
  // FEAT_PMUv3p7: event counting can be frozen
  bool frozen = false;
  if (config->pmu_version >= 7 && n != PMU_CYCLE_COUNTER) {
    const bool fz = resvd_for_el2 ? in->mdcr_el2_hpmfzo : (pmcr & SPU_PMCR_EL0_FZO) != 0;
    frozen = fz && freezing_flags(spu, in, resvd_for_el2) != 0;
  }
  // Event counting can be filtered by the {P, U, NSK, NSU, NSH} bits
  const uint64_t filter = filter_of(spu, n);
  const bool p = (filter & SPU_PMEVTYPER_EL0_P) != 0;
  const bool u = (filter & SPU_PMEVTYPER_EL0_U) != 0;
  const bool nsk = config->have_el3 && (filter & SPU_PMEVTYPER_EL0_NSK) != 0;
  const bool nsu = config->have_el3 && (filter & SPU_PMEVTYPER_EL0_NSU) != 0;
  const bool nsh = config->have_el2 && (filter & SPU_PMEVTYPER_EL0_NSH) != 0;
  bool filtered = false;
  switch (in->pe_el) {
  case SPU_EL0:
    filtered = secure ? u : u != nsu;
    break;
  case SPU_EL1:
    filtered = secure ? p : p != nsk;
    break;
  case SPU_EL2:
    filtered = !nsh;
    break;
  default:
    filtered = p;
    break;
  }
  return !debug && enabled && !prohibited && !filtered && !frozen;
}

// ---------------------------------------------------------------------------------------------------------
// Freeze on an SPE management event

// J1, SPEFreezeOnEvent; D13.5.2.2; requirement P4. Applies to both forms. PMCR_EL0.DP is tested here, as in RHSGZX, and
// not in CountPMUEvents(), as in J1.
bool SPEFreezeOnEvent(const struct spu *spu, const struct spu_in *in, uint32_t n)
{
  // FEAT_SPEv1p2; FEAT_SPE_DPFZS for the cycle counter
  if (spu->config.spe_version < 2 || (n == PMU_CYCLE_COUNTER && !spu->config.have_dpfzs)) {
    return false;
  }
  // PMBLIMITR_EL1.<E,PMFZ>; E is effectively 0 if the highest Exception level uses AArch32
  const uint64_t freeze_on_event = SPU_PMBLIMITR_EL1_E | SPU_PMBLIMITR_EL1_PMFZ;
  if ((spu->regs.pmblimitr & freeze_on_event) != freeze_on_event || HighestELUsingAArch32(spu, in)) {
    return false;
  }
  if (!SPEProfilingStopped(spu, in)) {
    return false;
  }
  // GetPMUCounterRange(): MDCR_EL2.HPMFZS
  if (spu_pmu_reserved_for_el2(spu, in, n)) {
    return in->mdcr_el2_hpmfzs;
  }
  // PMCR_EL0.FZS; {FZS, DP} for the cycle counter
  const uint64_t freezes = SPU_PMCR_EL0_FZS | (n == PMU_CYCLE_COUNTER ? SPU_PMCR_EL0_DP : 0);
  return (spu->pmu.pmcr & freezes) == freezes;
}

// ---------------------------------------------------------------------------------------------------------
// Overflow interrupt

// J1, for PMUOverflowCondition_IRQ and _PMUException over all ranges: PMINTENSET<n> && PMOVSSET<n> && the counter's
// global enable, for any implemented counter.
bool CheckPMUOverflowCondition(const struct spu *spu, const struct spu_in *in)
{
  const uint32_t counters = below(spu->config.pmu_counters);
  const uint32_t pending = spu->pmu.inten & spu->pmu.ovs & (counters | 1U << PMU_CYCLE_COUNTER);
  if (pending == 0) {
    return false;
  }
  // The global enable is E, or with EL2 HPME for event counters from HPMN on
  const uint32_t second = spu->config.have_el2 ? counters & ~below(hpmn(in)) : 0;
  return ((spu->pmu.pmcr & SPU_PMCR_EL0_E) != 0 && (pending & ~second) != 0) ||
         (in->mdcr_el2_hpme && (pending & second) != 0);
}

// J1, CheckForPMUOverflow; D13.3.1; requirement P2.
bool AArch64_CheckForPMUOverflow(const struct spu *spu, const struct spu_in *in)
{
  return CheckPMUOverflowCondition(spu, in);
}

// S3; requirement P2. Both forms use the same storage, so they agree.
bool AArch32_CheckForPMUOverflow(const struct spu *spu, const struct spu_in *in)
{
  if (!ELUsingAArch32(spu, in, SPU_EL1)) {
    return AArch64_CheckForPMUOverflow(spu, in);
  }
  bool pmuirq =
      (spu->pmu.pmcr & SPU_PMCR_EL0_E) != 0 && flag(spu->pmu.inten & spu->pmu.ovs, PMU_CYCLE_COUNTER);
  for (uint32_t n = 0; n < spu->config.pmu_counters; n++) {
    const bool first = !spu->config.have_el2 || n < hpmn(in);
    const bool e = first ? (spu->pmu.pmcr & SPU_PMCR_EL0_E) != 0 : in->mdcr_el2_hpme;
    if (e && flag(spu->pmu.inten & spu->pmu.ovs, n)) {
      pmuirq = true;
    }
  }
  return pmuirq;
}
