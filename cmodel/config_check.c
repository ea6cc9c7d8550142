// Made by scripts/generate.py from rtl/data/features.toml.
// SPDX-License-Identifier: Apache-2.0
//
// A configuration that the architecture forbids, or that cannot work, is refused with the first rule
// that it breaks. The RTL's spu_config_check refuses the same configurations in the same words.
#include "spu_internal.h"

// clang-format off
static bool lists(const struct spu_config *config, uint16_t number)
{
  for (uint32_t i = 0; i < SPU_MAX_PMU_EVENTS; i++) {
    if (config->pmu_events[i] == number) {
      return true;
    }
  }
  return false;
}

// The core lacks a PMU event that D14.6 requires.
static bool lacks_event(const struct spu_config *config)
{
  if (config->pmu_version >= 1U && !(lists(config, 0x0008U) || lists(config, 0x001bU))) {
    return true;
  }
  if (config->pmu_version >= 1U && !(lists(config, 0x0023U) && lists(config, 0x0024U))) {
    return true;
  }
  if ((config->have_sve || config->have_sme) && !(lists(config, 0x8002U) || lists(config, 0x8006U))) {
    return true;
  }
  if (config->pmu_version >= 4U && !(lists(config, 0x0039U) && lists(config, 0x003cU) && lists(config, 0x0040U)
      && lists(config, 0x4006U))
  ) {
    return true;
  }
  if (config->have_trf && (config->have_rme || config->have_tme || config->have_sme || config->have_gcs
      || config->have_ebep || config->have_eft || config->alt_clock != 0U) && !(lists(config, 0x4010U)
      && lists(config, 0x4011U) && lists(config, 0x4012U) && lists(config, 0x4013U))
  ) {
    return true;
  }
  if (config->pmu_version >= 9U && !(lists(config, 0x0014U))) {
    return true;
  }
  if (config->have_sme && !(lists(config, 0x835aU) || lists(config, 0x835eU))) {
    return true;
  }
  if (config->have_sme && !(lists(config, 0x8358U) || lists(config, 0x835cU))) {
    return true;
  }
  if (config->pmu_version >= 1U && (lists(config, 0x003dU) || lists(config, 0x003eU) || lists(config, 0x003fU))
      && !(lists(config, 0x003dU) && lists(config, 0x003eU) && lists(config, 0x003fU))
  ) {
    return true;
  }
  return false;
}

const char *spu_config_refusal(const struct spu_config *config)
{
  // unit
  if (!(config->dispatch_width >= 1U && config->dispatch_width <= 8U)) {
    return "DispatchWidth must be 1 to 8";
  }
  // unit
  if (!(config->axi_data_width == 64U || config->axi_data_width == 128U || config->axi_data_width == 256U
      || config->axi_data_width == 512U)
  ) {
    return "AxiDataWidth must be 64, 128, 256 or 512";
  }
  // unit
  if (!(config->in_flight >= 1U && config->in_flight <= 4U)) {
    return "InFlight must be 1 to 4";
  }
  // unit: no record is larger than 128 bytes
  if (config->record_align > 7U) {
    return "RecordAlign must be 0 to 7";
  }
  // D24.7.4, PTR
  if (config->ptr_align > config->record_align) {
    return "PtrAlign must be 0 to RecordAlign";
  }
  // D24.7.14, MaxSize, and unit: at most 7
  if (!(config->max_size == 6U || config->max_size == 7U)) {
    return "MaxSize must be 6 or 7";
  }
  // D24.7.14, Interval
  if (!(config->min_interval <= 8U && config->min_interval != 1U)) {
    return "MinInterval must be 0 or 2 to 8";
  }
  // D18.2.6, SZ
  if (!(config->events_bytes == 1U || config->events_bytes == 2U || config->events_bytes == 4U
      || config->events_bytes == 8U)
  ) {
    return "EventsBytes must be 1, 2, 4 or 8";
  }
  // D18.2.4, SZ
  if (config->source_bytes > 2U) {
    return "SourceBytes must be 0, 1 or 2";
  }
  // D24.7.14, MaxSize
  if (spu_config_largest_record(config) > (1U << config->max_size)) {
    return "the largest record does not fit in 2^MaxSize bytes";
  }
  // A2.2.3, FEAT_SPE; A2.2.2, FEAT_VHE
  if (config->have_el2 && !config->have_vhe) {
    return "HaveEl2 needs HaveVhe (Armv8.1, which FEAT_SPE needs)";
  }
  // A2.2.2, FEAT_VHE
  if (config->have_vhe && !config->have_el2) {
    return "HaveVhe needs HaveEl2";
  }
  // D1.1.3.1
  if (config->secure_only && config->have_el3) {
    return "SecureOnly is for a PE without HaveEl3";
  }
  // A2.2.5, FEAT_SEL2
  if (config->secure_only && config->have_el2 && !config->have_sel2) {
    return "SecureOnly with HaveEl2 needs HaveSel2";
  }
  // A2.2.5, FEAT_SEL2, FEAT_Debugv8p4
  if (config->have_sel2 && !(config->have_el2 && (config->have_el3 || config->secure_only)
      && config->debug_version == 4U)
  ) {
    return "HaveSel2 needs HaveEl2, a Secure state (HaveEl3 or SecureOnly) and DebugVersion 4";
  }
  // A2.3.3, FEAT_RME; A2.3.1, Armv9.0; A2.2.7, FEAT_ECV_POFF
  if (config->have_rme && !(config->have_el3 && !config->aarch32_el1 && config->spe_version >= 2U
      && config->have_ecv_poff && (config->pmu_version == 0U || config->pmu_version == 7U || config->pmu_version == 8U
      || config->pmu_version == 9U))
  ) {
    return "HaveRme needs HaveEl3, no Aarch32El1, SpeVersion 2 or later, HaveEcvPoff and PmuVersion 0, 7 or later";
  }
  // A2.2.1, FEAT_AA32EL1
  if (config->aarch32_el1 && !config->aarch32_el0) {
    return "Aarch32El1 needs Aarch32El0";
  }
  // A2.2.1, FEAT_AA32EL2
  if (config->aarch32_el2 && !(config->have_el2 && config->aarch32_el1)) {
    return "Aarch32El2 needs HaveEl2 and Aarch32El1";
  }
  // A2.2.1, FEAT_AA32EL3
  if (config->aarch32_el3 && !(config->have_el3 && config->aarch32_el1 && (config->aarch32_el2 || !config->have_el2))) {
    return "Aarch32El3 needs HaveEl3, Aarch32El1 and, with HaveEl2, Aarch32El2";
  }
  // unit: FEAT_SPE to FEAT_SPEv1p5
  if (config->spe_version > 5U) {
    return "SpeVersion must be 0 to 5";
  }
  // A2.2.8, FEAT_SPE_PBT
  if (config->have_pbt && config->spe_version < 2U) {
    return "HavePbt needs SpeVersion 2 or later";
  }
  // A2.2.10, FEAT_SPE_CRR
  if (config->have_crr && config->spe_version < 4U) {
    return "HaveCrr needs SpeVersion 4 or later";
  }
  // A2.2.10, FEAT_SPE_FDS
  if (config->have_fds && !(config->spe_version >= 4U && config->source_bytes >= 1U && (config->have_fgt2
      || !config->have_el2))
  ) {
    return "HaveFds needs SpeVersion 4 or later, SourceBytes 1 or 2 and, with HaveEl2, HaveFgt2";
  }
  // A2.3.7, FEAT_SPEv1p5
  if (config->spe_version >= 5U && !config->have_spe_nvm) {
    return "SpeVersion 5 needs HaveSpeNvm";
  }
  // D24.7.14, ALTCLK
  if (!(config->alt_clock == 0U || config->alt_clock == 1U || config->alt_clock == 15U)) {
    return "AltClock must be 0, 1 or 15";
  }
  // D17.6.1
  if (config->alt_clock == 1U && !config->have_spe_sme) {
    return "AltClock 1 needs HaveSpeSme";
  }
  // A2.3.3, FEAT_SME; A2.3.1, Armv9.0
  if (config->have_sme && config->aarch32_el1) {
    return "HaveSme excludes Aarch32El1";
  }
  // A2.3.3, FEAT_SPE_SME
  if (config->have_spe_sme && !config->have_sme) {
    return "HaveSpeSme needs HaveSme";
  }
  // A2.2.10, FEAT_SPE_DPFZS
  if (config->have_dpfzs && !(config->spe_version >= 2U && config->pmu_version >= 7U)) {
    return "HaveDpfzs needs SpeVersion 2 and PmuVersion 7, or later";
  }
  // D17.8.4
  if (config->external_abort > 3U) {
    return "ExternalAbort must be 0 to 3";
  }
  // D17.8.4; D24.7.1, EA
  if (config->spe_version >= 3U && (config->external_abort == 0U || config->external_abort == 3U)) {
    return "ExternalAbort must be 1 or 2 from SpeVersion 3 on: aborts cannot be reported to the unit";
  }
  // D17.8.4.4
  if (config->abort_ptr_held && config->external_abort != 0U) {
    return "AbortPtrHeld needs ExternalAbort 0";
  }
  // D17.8.3.1; D24.7.1, F
  if (config->spe_version >= 3U && !config->dirty_managed) {
    return "DirtyManaged must be 1 from SpeVersion 3 on";
  }
  // D18.2.6
  if ((config->impdef_events & ~UINT64_C(0xFFFF0000FF00F000)) != 0U) {
    return "ImpdefEvents can only contain events 12 to 15, 24 to 31 and 48 to 63";
  }
  // D24.7.11
  if ((config->optional_filter & ~0x714U) != 0U) {
    return "OptionalFilter can only contain events 2, 4, 8, 9 and 10";
  }
  // unit
  if (config->spe_version >= 2U && !(config->count_current_issue && config->trace_current_issue)) {
    return "SpeVersion 2 or later needs CountCurrentIssue and TraceCurrentIssue: the unit then follows issue M.a.a";
  }
  // A2.1.2; A2.2.4, FEAT_SPEv1p1; A2.3.1, Armv9.0
  if (config->have_tme && !(config->spe_version == 1U && !config->aarch32_el1)) {
    return "HaveTme (Armv9.0) needs SpeVersion 1, no Aarch32El1: issue M.a.a, from SpeVersion 2 on, withdrew FEAT_TME";
  }
  // A2.2.7, FEAT_ECV_POFF
  if (config->have_ecv_poff && !(config->have_ecv && config->have_el2)) {
    return "HaveEcvPoff needs HaveEcv and HaveEl2";
  }
  // A2.2.10, FEAT_FGT2
  if (config->have_fgt2 && !config->have_fgt) {
    return "HaveFgt2 needs HaveFgt";
  }
  // A2.2.4, FEAT_NV; A2.2.5, FEAT_NV2
  if (config->nested_virt > 2U) {
    return "NestedVirt must be 0, 1 or 2";
  }
  // A2.2.4, FEAT_NV
  if (config->nested_virt != 0U && !config->have_el2) {
    return "NestedVirt needs HaveEl2";
  }
  // A2.3.5, FEAT_GCS; A2.2.10, FEAT_SPE_CRR; A2.3.1, Armv9.0
  if (config->have_gcs && !(config->have_crr && config->have_pie && !config->aarch32_el1)) {
    return "HaveGcs needs HaveCrr, HavePie and no Aarch32El1";
  }
  // A2.2.10, FEAT_THE
  if (config->have_the && !((config->have_pie || !config->have_el2) && (config->have_fgt2 || !config->have_el2))) {
    return "HaveThe with HaveEl2 needs HavePie and HaveFgt2";
  }
  // unit: debug authentication changes with FEAT_Debugv8p2 and FEAT_Debugv8p4
  if (!(config->debug_version == 0U || config->debug_version == 2U || config->debug_version == 4U)) {
    return "DebugVersion must be 0, 2 or 4";
  }
  // A2.2.3, FEAT_SPE; unit: at most FEAT_PMUv3p9
  if (!(config->pmu_version == 0U || config->pmu_version == 1U || config->pmu_version == 4U || config->pmu_version == 5U
      || config->pmu_version == 7U || config->pmu_version == 8U || config->pmu_version == 9U)
  ) {
    return "PmuVersion must be 0, 1, 4, 5, 7, 8 or 9";
  }
  // D13.1
  if (config->pmu_counters > 31U) {
    return "PmuCounters must be 0 to 31";
  }
  // unit
  if (config->pmu_version == 0U && config->pmu_counters != 0U) {
    return "PmuCounters must be 0 with PmuVersion 0";
  }
  // A2.2.9, FEAT_MOPS; A2.2.10, FEAT_PMUv3p9, FEAT_SPE_DPFZS
  if (config->pmu_version >= 9U && !(config->have_mops && (config->have_fgt2 || !config->have_el2)
      && (config->have_dpfzs || config->spe_version < 4U))
  ) {
    return "PmuVersion 9 needs HaveMops, HaveFgt2 with HaveEl2, and HaveDpfzs from SpeVersion 4 on";
  }
  // A2.3.5, FEAT_EBEP; A2.2.9, FEAT_MOPS, FEAT_SPEv1p3, FEAT_PMUv3p8; A2.3.1, Armv9.0
  if (config->have_ebep && !(config->have_mops && config->spe_version >= 3U && (config->pmu_version == 8U
      || config->pmu_version == 9U) && (config->have_fgt2 || !config->have_el2) && !config->aarch32_el1)
  ) {
    return "HaveEbep needs HaveMops, SpeVersion 3, PmuVersion 8 or later, no Aarch32El1, HaveFgt2 with HaveEl2 (Armv9.3)";
  }
  // A2.3.5, FEAT_EBEP; A2.2.9, FEAT_PMUv3p9
  if (((config->pmu_version >= 9U && config->have_gcs) || (config->pmu_version >= 9U && config->have_eft)
      || (config->pmu_version >= 9U && config->alt_clock != 0U) || config->have_pmu_sme) && !config->have_ebep
  ) {
    return "PmuVersion 9 needs HaveEbep with HaveGcs, HaveEft, AltClock or HavePmuSme (Armv9.3)";
  }
  // D13.1; A2.2.7, FEAT_HPMN0
  if (config->pmu_version >= 1U && config->pmu_counters == 0U && !(config->have_fgt || !config->have_el2)) {
    return "PmuCounters 0 with HaveEl2 needs HaveFgt, which FEAT_HPMN0 needs";
  }
  // unit: it counts them itself; D14.3
  if (spu_config_lists_own_event(config)) {
    return "PmuEvents must not contain the unit's own events";
  }
  // unit: an event has one pin; D14.2
  if (spu_config_lists_event_twice(config)) {
    return "PmuEvents must not contain an event twice";
  }
  // D14.6
  if (config->pmu_events_complete && config->pmu_counters != 0U && lacks_event(config)) {
    return "PmuEventsComplete needs all events that D14.6 requires in PmuEvents";
  }
  // A2.2.5, FEAT_TRF; D3.1: ExternalNoninvasiveDebugEnabled() is TRUE
  if (config->have_trf && !(config->have_trace && config->debug_version == 4U)) {
    return "HaveTrf needs HaveTrace and DebugVersion 4";
  }
  // A2.2.3, FEAT_Debugv8p2
  if ((config->spe_version >= 1U || config->nested_virt != 0U || config->have_sve || config->pmu_version >= 4U)
      && config->debug_version < 2U
  ) {
    return "SpeVersion 1, PmuVersion 4 or later, NestedVirt and HaveSve need DebugVersion 2 or 4 (Armv8.2)";
  }
  // A2.2.5, FEAT_Debugv8p4, FEAT_SEL2; A2.2.1, FEAT_Secure
  if ((config->have_mte || config->have_ecv || config->have_fgt || config->have_tme || config->pmu_version >= 5U)
      && !(config->debug_version == 4U && (config->have_sel2 || !config->have_el2 || !config->have_el3
      || config->have_rme))
  ) {
    return "HaveMte, HaveEcv, HaveFgt, HaveTme, PmuVersion 5 on need DebugVersion 4, HaveSel2 with EL2 and EL3 (Armv8.4)";
  }
  // A2.2.5, FEAT_PMUv3p4
  if (config->have_mte && config->pmu_version == 1U) {
    return "HaveMte needs PmuVersion 0, 4 or later (Armv8.4)";
  }
  // A2.2.4, FEAT_SPEv1p1
  if ((config->have_ecv || config->have_fgt) && config->spe_version < 1U) {
    return "HaveEcv and HaveFgt need SpeVersion 1 or later (Armv8.5)";
  }
  // A2.2.6, FEAT_PMUv3p5
  if ((config->have_ecv || config->have_fgt || config->have_tme) && (config->pmu_version == 1U
      || config->pmu_version == 4U)
  ) {
    return "HaveEcv, HaveFgt and HaveTme need PmuVersion 0, 5 or later (Armv8.5)";
  }
  // A2.2.7, FEAT_ECV, FEAT_FGT
  if ((config->spe_version >= 2U || config->pmu_version >= 7U) && !(config->have_ecv && (config->have_fgt
      || !(config->have_el2 || config->have_el3)))
  ) {
    return "SpeVersion 2 and PmuVersion 7, or later, need HaveEcv, and HaveFgt with EL2 or EL3 (Armv8.6)";
  }
  // A2.2.8, FEAT_SPEv1p2
  if ((config->have_mops || config->have_sme || config->pmu_version >= 8U) && config->spe_version < 2U) {
    return "HaveMops, HaveSme and PmuVersion 8 or later need SpeVersion 2 or later (Armv8.7)";
  }
  // A2.2.8, FEAT_PMUv3p7
  if ((config->spe_version >= 3U || config->have_mops || config->have_sme) && !(config->pmu_version == 0U
      || config->pmu_version == 7U || config->pmu_version == 8U || config->pmu_version == 9U)
  ) {
    return "SpeVersion 3 or later, HaveMops and HaveSme need PmuVersion 0, 7 or later (Armv8.7)";
  }
  // A2.2.9, FEAT_MOPS, FEAT_PMUv3p8
  if ((config->spe_version >= 4U || config->have_fgt2 || config->have_pie || config->have_poe || config->have_the)
      && !(config->have_mops && (config->pmu_version == 0U || config->pmu_version == 8U || config->pmu_version == 9U))
  ) {
    return "SpeVersion 4 on, HaveFgt2, HavePie, HavePoe and HaveThe need HaveMops, PmuVersion 0 or 8 on (Armv8.8)";
  }
  // A2.2.9, FEAT_SPEv1p3
  if ((config->have_fgt2 || config->have_pie || config->have_poe || config->have_the || config->pmu_version >= 9U)
      && config->spe_version < 3U
  ) {
    return "HaveFgt2, HavePie, HavePoe, HaveThe and PmuVersion 9 need SpeVersion 3 or later (Armv8.8)";
  }
  // A2.3.6, FEAT_SPE_EFT, FEAT_SPE_FPF, FEAT_SPE_ALTCLK; A2.2.10; A2.3.1, Armv9.0
  if ((config->have_eft || config->alt_clock != 0U) && !(config->have_crr && (config->have_fds
      || config->source_bytes == 0U) && (config->have_fgt2 || !config->have_el2) && !config->aarch32_el1
      && (config->pmu_version == 0U || config->pmu_version == 9U))
  ) {
    return "HaveEft and AltClock need HaveCrr, HaveFds, HaveFgt2, PmuVersion 0 or 9 and no Aarch32El1 (Armv9.4)";
  }
  // A2.3.6, FEAT_PMUv3_SME; A2.2.10
  if (config->have_pmu_sme && !(config->have_sme && config->pmu_version >= 9U && config->have_crr && (config->have_fds
      || config->source_bytes == 0U))
  ) {
    return "HavePmuSme needs HaveSme, PmuVersion 9, HaveCrr and, with SourceBytes, HaveFds (Armv9.4)";
  }
  // A2.3.7, FEAT_SPE_nVM; A2.3.6, FEAT_SPE_EFT, FEAT_PMUv3_SME; A2.3.3, FEAT_SPE_SME
  if (config->have_spe_nvm && !(config->have_eft && (config->have_spe_sme || !config->have_sme) && (config->have_pmu_sme
      || !config->have_sme || config->pmu_version == 0U))
  ) {
    return "HaveSpeNvm needs HaveEft and, with HaveSme, HaveSpeSme and (unless PmuVersion 0) HavePmuSme (Armv9.5)";
  }
  // D18.2.6, E[11]
  if (config->spe_version >= 1U && config->events_bytes < 2U) {
    return "SpeVersion 1 or later needs EventsBytes 2 or more: event 11";
  }
  // D18.2.6, E[25], E[24], E[18], E[17], E[16]
  if (((config->have_sve && config->spe_version >= 1U) || config->have_sme || config->have_tme)
      && config->events_bytes < 4U
  ) {
    return "HaveSve from SpeVersion 1, HaveSme and HaveTme need EventsBytes 4 or more: events 16 to 18, 24 and 25";
  }
  // D17.9.1, RSXWCP, RVCYWL
  if (config->not_enabled_write > 2U) {
    return "NotEnabledWrite must be 0, 1 or 2";
  }
  // D24.3.18, NSPB
  if (!(config->reserved_nsxb == 0U || config->reserved_nsxb == 1U || config->reserved_nsxb == 2U
      || config->reserved_nsxb == 3U || config->reserved_nsxb == 6U || config->reserved_nsxb == 7U)
  ) {
    return "ReservedNsxb must be a value of {NSPBE, NSPB} that is not reserved: 0 to 3, 6 or 7";
  }
  // D24.3.18, NSPB
  if (config->reserved_nsxb <= 1U && !(config->have_sel2 || !config->have_rme)) {
    return "ReservedNsxb 0 and 1 need a Secure state, which HaveRme only has with HaveSel2";
  }
  // D24.3.18, NSPB
  if ((config->reserved_nsxb == 6U || config->reserved_nsxb == 7U) && !config->have_rme) {
    return "ReservedNsxb 6 and 7 need HaveRme";
  }
  // J1.1.1, EffectivePMSCR_EL1_EE
  if (!(config->reserved_ee == 0U || config->reserved_ee == 3U)) {
    return "ReservedEe must be 0 or 3";
  }
  // D24.7.8, PCT
  if (!(config->reserved_pct == 0U || config->reserved_pct == 1U || config->reserved_pct == 3U)) {
    return "ReservedPct must be 0, 1 or 3";
  }
  // D24.7.8, PCT
  if (config->reserved_pct == 3U && !config->have_ecv) {
    return "ReservedPct 3 needs HaveEcv";
  }
  // D24.4.74, TS
  if (!(config->reserved_trf_el1 == 1U || config->reserved_trf_el1 == 2U || config->reserved_trf_el1 == 3U)) {
    return "ReservedTrfEl1 must be 1, 2 or 3";
  }
  // D24.4.74, TS
  if (config->reserved_trf_el1 == 2U && !config->have_ecv) {
    return "ReservedTrfEl1 2 needs HaveEcv";
  }
  // D24.4.75, TS
  if (config->reserved_trf_el2 > 3U) {
    return "ReservedTrfEl2 must be 0 to 3";
  }
  // D24.4.75, TS
  if (config->reserved_trf_el2 == 2U && !config->have_ecv) {
    return "ReservedTrfEl2 2 needs HaveEcv";
  }
  return NULL;
}
// clang-format on
