// SPDX-License-Identifier: Apache-2.0
//
// The configuration: which values and combinations are refused and with what words, and what follows from it.
#include "model_bench.h"

typedef void (*change)(struct spu_config *config);

static void expect_words(const char *from, change apply, const char *words)
{
  struct spu_config config = bench_named(from);
  config.pmu_events_complete = false;
  apply(&config);
  const char *got = "nothing";
  const enum spu_status status = spu_config_check(&config, &got);
  if (words == NULL) {
    if (status != SPU_OK) {
      fail_msg("a change of %s is refused: %s", from, got);
    }
    return;
  }
  assert_int_equal(status, SPU_ERR_CONFIG);
  assert_string_equal(got, words);
}

// F2: the configurations of the table are accepted, and their largest records fit.
TEST(named_configuration_is_accepted)
{
  static const struct {
    const char *name;
    uint32_t largest;
  } rows[] = {{"base", 64}, {"wide", 64},    {"v8.7", 128}, {"v9", 88},
              {"v9.6", 96}, {"el1only", 64}, {"small", 64}, {"aarch32-el3", 64}};
  for (size_t i = 0; i < COUNT(rows); i++) {
    const struct spu_config config = bench_named(rows[i].name);
    assert_int_equal(spu_config_check(&config, NULL), SPU_OK);
    assert_int_equal(spu_config_largest_record(&config), rows[i].largest);
  }
}

#define CHANGE(name, ...)                     \
  static void name(struct spu_config *config) \
  {                                           \
    __VA_ARGS__;                              \
  }
// Words that more than one row expects.
#define AARCH32_EL3 "Aarch32El3 needs HaveEl3, Aarch32El1 and, with HaveEl2, Aarch32El2"
#define SEL2 "HaveSel2 needs HaveEl2, a Secure state (HaveEl3 or SecureOnly) and DebugVersion 4"
#define RME \
  "HaveRme needs HaveEl3, no Aarch32El1, SpeVersion 2 or later, HaveEcvPoff and PmuVersion 0, 7 or later"
#define GCS "HaveGcs needs HaveCrr, HavePie and no Aarch32El1"
#define FDS "HaveFds needs SpeVersion 4 or later, SourceBytes 1 or 2 and, with HaveEl2, HaveFgt2"
#define THE "HaveThe with HaveEl2 needs HavePie and HaveFgt2"
#define TRF "HaveTrf needs HaveTrace and DebugVersion 4"
#define ARMV8_4                                                                                     \
  "HaveMte, HaveEcv, HaveFgt, HaveTme, PmuVersion 5 on need DebugVersion 4, HaveSel2 with EL2 and " \
  "EL3 "                                                                                            \
  "(Armv8.4)"
#define ARMV8_5 "HaveEcv and HaveFgt need SpeVersion 1 or later (Armv8.5)"
#define ARMV8_5_PMU "HaveEcv, HaveFgt and HaveTme need PmuVersion 0, 5 or later (Armv8.5)"
#define TME                                                                                               \
  "HaveTme (Armv9.0) needs SpeVersion 1, no Aarch32El1: issue M.a.a, from SpeVersion 2 on has withdrawn " \
  "FEAT_TME"
#define ARMV8_6 "SpeVersion 2 and PmuVersion 7, or later, need HaveEcv, and HaveFgt with EL2 or EL3 (Armv8.6)"
#define ARMV8_7 "HaveMops, HaveSme and PmuVersion 8 or later need SpeVersion 2 or later (Armv8.7)"
#define ARMV8_7_PMU "SpeVersion 3 or later, HaveMops and HaveSme need PmuVersion 0, 7 or later (Armv8.7)"
#define ARMV8_8                                                                                  \
  "SpeVersion 4 on, HaveFgt2, HavePie, HavePoe and HaveThe need HaveMops, PmuVersion 0 or 8 on " \
  "(Armv8.8)"
#define ARMV8_9 \
  "HaveEft and AltClock need HaveCrr, HaveFds, HaveFgt2, PmuVersion 0 or 9 and no Aarch32El1 (Armv9.4)"
#define ARMV9_5 \
  "HaveSpeNvm needs HaveEft and, with HaveSme, HaveSpeSme and (but for PmuVersion 0) HavePmuSme (Armv9.5)"
#define SPE_SME "HaveSme needs no Aarch32El1"
#define DPFZS "HaveDpfzs needs SpeVersion 2 and PmuVersion 7, or later"
#define PMU_VERSION "PmuVersion must be 0, 1, 4, 5, 7, 8 or 9"
#define EBEP_ARMV9_3 "PmuVersion 9 needs HaveEbep with HaveGcs, HaveEft, AltClock or HavePmuSme (Armv9.3)"
#define PMU_V3P9 "PmuVersion 9 needs HaveMops, HaveFgt2 with HaveEl2, and HaveDpfzs from SpeVersion 4 on"
#define EBEP                                                                                            \
  "HaveEbep needs HaveMops, SpeVersion 3, PmuVersion 8 or later, no Aarch32El1, HaveFgt2 with HaveEl2 " \
  "(Armv9.3)"
#define NEWEST_TEXT \
  "SpeVersion 2 or later needs CountText and TraceText: from it on the unit is as issue M.a.a has it"
#define OWN_EVENT "PmuEvents must not have the unit's own events"
#define ABORT "ExternalAbort must be 1 or 2 from SpeVersion 3: an abort cannot be reported to the unit"

CHANGE(nothing, (void)config)
CHANGE(slots_9, config->dispatch_width = 9)
CHANGE(slots_0, config->dispatch_width = 0)
CHANGE(bus_96, config->axi_data_width = 96)
CHANGE(tags_5, config->in_flight = 5)
CHANGE(interval_1, config->min_interval = 1)
CHANGE(events_3, config->events_bytes = 3)
CHANGE(events_1, config->events_bytes = 1)
CHANGE(events_2, config->events_bytes = 2)
CHANGE(source_3, config->source_bytes = 3)
CHANGE(max_size_6, config->max_size = 6)
CHANGE(nv_3, config->nested_virt = 3)
CHANGE(mops, config->have_mops = true)
CHANGE(spe_3_pmu_5, config->spe_version = 3, config->dirty_managed = true, config->pmu_version = 5,
       config->external_abort = SPU_ABORT_IGNORED)
CHANGE(fgt2_spe_2, config->have_fgt2 = true, config->have_mops = true, config->pmu_version = 8)
CHANGE(sme, config->have_sme = true)
CHANGE(sme_pmu_5, config->have_sme = true, config->pmu_version = 5)
CHANGE(sme_aarch32, config->have_sme = true, config->aarch32_el1 = true)
CHANGE(dpfzs, config->have_dpfzs = true)
CHANGE(dpfzs_pmu_5, config->have_dpfzs = true, config->pmu_version = 5)
CHANGE(no_dpfzs, config->have_dpfzs = false)
CHANGE(eft, config->have_eft = true)
CHANGE(alt_clock, config->alt_clock = 15)
CHANGE(alt_clock_2, config->alt_clock = 2)
CHANGE(alt_clock_1_no_sme, config->have_sme = config->have_spe_sme = config->have_pmu_sme = false)
CHANGE(alt_clock_15_no_sme, config->have_sme = config->have_spe_sme = config->have_pmu_sme = false,
       config->alt_clock = 15)
CHANGE(no_fds, config->have_fds = false)
CHANGE(no_fds_no_lds, config->have_fds = false, config->source_bytes = 0)
CHANGE(no_pmu_no_dpfzs, config->have_dpfzs = config->have_pmu_sme = false, config->pmu_version = 0,
       config->pmu_counters = 0, config->have_ebep = false)
CHANGE(no_pmu_ebep, config->have_pmu_sme = false, config->pmu_version = 0, config->pmu_counters = 0,
       config->have_dpfzs = false)
CHANGE(no_ebep, config->have_ebep = false)
CHANGE(ebep, config->have_ebep = true)
CHANGE(write_3, config->not_enabled_write = 3)
CHANGE(align_8, config->record_align = 8)
CHANGE(pointer_7, config->ptr_align = 7)
CHANGE(max_size_5, config->max_size = 5)
CHANGE(no_vhe, config->have_vhe = false)
CHANGE(vhe, config->have_vhe = true)
CHANGE(secure_el3, config->secure_only = true)
CHANGE(secure_el2, config->have_el3 = false, config->secure_only = true)
CHANGE(secure, config->secure_only = true)
CHANGE(no_el3, config->have_el3 = false, config->aarch32_el3 = false)
CHANGE(no_el3_no_sel2, config->have_el3 = false, config->have_sel2 = false)
CHANGE(no_secure_state, config->have_sel2 = false, config->reserved_nsxb = 2)
CHANGE(sel2_alone, config->have_el2 = false, config->have_vhe = false, config->nested_virt = 0,
       config->have_ecv_poff = false)
CHANGE(no_aarch32_el0, config->aarch32_el0 = false)
CHANGE(only_aarch32_el0, config->aarch32_el1 = false, config->aarch32_el2 = false,
       config->aarch32_el3 = false)
CHANGE(aarch32_el2_alone, config->aarch32_el1 = false, config->aarch32_el3 = false)
CHANGE(aarch32_el1, config->aarch32_el0 = true, config->aarch32_el1 = true)
CHANGE(no_aarch32_el2, config->aarch32_el2 = false)
CHANGE(no_el2, config->have_el2 = false, config->have_vhe = false, config->have_sel2 = false,
       config->aarch32_el2 = false)
CHANGE(rme, config->have_rme = true)
CHANGE(rme_spe_1, config->spe_version = 1)
CHANGE(rme_no_poff, config->have_ecv_poff = false)
CHANGE(rme_pmu_5, config->pmu_version = 5)
CHANGE(version_6, config->spe_version = 6)
CHANGE(no_nvm, config->have_spe_nvm = false)
CHANGE(no_nvm_spe_4, config->have_spe_nvm = false; config->spe_version = 4)
CHANGE(spe_4, config->spe_version = 4)
CHANGE(no_eft, config->have_eft = false)
CHANGE(nvm, config->have_spe_nvm = true)
CHANGE(ee_1, config->reserved_ee = 1)
CHANGE(ee_3, config->reserved_ee = 3)
CHANGE(spe_1, config->spe_version = 1)
CHANGE(spe_3, config->spe_version = 3, config->have_crr = false, config->have_gcs = false,
       config->have_fds = false)
CHANGE(pbt, config->have_pbt = true, config->max_size = 7)
CHANGE(no_crr, config->have_crr = false)
CHANGE(crr, config->have_crr = true)
CHANGE(fds, config->have_fds = true)
CHANGE(fds_no_lds, config->source_bytes = 0)
CHANGE(fds_no_fgt2, config->have_fgt2 = false, config->have_the = false)
CHANGE(no_gcs, config->have_gcs = false)
CHANGE(no_pie, config->have_pie = false)
CHANGE(no_pie_no_gcs, config->have_pie = false, config->have_gcs = false)
CHANGE(no_mops, config->have_mops = false)
CHANGE(not_dirty, config->dirty_managed = false)
CHANGE(s3, config->count_text = false)
CHANGE(s1, config->trace_text = false)
CHANGE(newest_text, config->count_text = true, config->trace_text = true)
CHANGE(tme, config->have_tme = true, config->events_bytes = 4)
CHANGE(tme_spe_0, config->have_tme = true, config->events_bytes = 4, config->spe_version = 0)
CHANGE(poff_no_ecv, config->have_ecv = false)
CHANGE(fgt2_alone, config->have_fgt2 = true)
CHANGE(fgt, config->have_fgt = true)
CHANGE(no_fgt, config->have_fgt = false)
CHANGE(ecv, config->have_ecv = true, config->debug_version = 4, config->have_sel2 = true)
CHANGE(ecv_spe_1, config->have_ecv = true, config->debug_version = 4, config->have_sel2 = true,
       config->spe_version = 1)
CHANGE(ecv_pmu_5, config->have_ecv = true, config->debug_version = 4, config->have_sel2 = true,
       config->spe_version = 1, config->pmu_version = 5)
CHANGE(nv_alone, config->nested_virt = 1)
CHANGE(debug_3, config->debug_version = 3)
CHANGE(debug_5, config->debug_version = 5)
CHANGE(debug_0, config->debug_version = 0)
CHANGE(debug_2, config->debug_version = 2)
CHANGE(sve_debug_0, config->debug_version = 0, config->have_sve = true)
CHANGE(pmu_6, config->pmu_version = 6)
CHANGE(pmu_9, config->pmu_version = 9)
CHANGE(pmu_9_dpfzs, config->pmu_version = 9, config->have_dpfzs = true)
CHANGE(pmu_9_dpfzs_ebep, config->pmu_version = 9, config->have_dpfzs = config->have_ebep = true)
CHANGE(pmu_10, config->pmu_version = 10)
CHANGE(pmu_5, config->pmu_version = 5)
CHANGE(pmu_7, config->pmu_version = 7)
CHANGE(pmu_8, config->pmu_version = 8)
CHANGE(counters_32, config->pmu_counters = 32)
CHANGE(counters_31, config->pmu_counters = 31)
CHANGE(counters_0, config->pmu_counters = 0)
CHANGE(no_pmu, config->pmu_version = 0)
CHANGE(no_pmu_no_counters, config->pmu_version = 0, config->pmu_counters = 0)
CHANGE(mte, config->have_mte = true, config->debug_version = 4, config->have_sel2 = true)
CHANGE(event_twice, config->pmu_events[62] = config->pmu_events[63] = 0x8006)
CHANGE(events_complete, config->pmu_events_complete = true)
CHANGE(events_lack_sme, config->pmu_events_complete = true, config->have_sme = true,
       config->pmu_events[63] = 0x835A)
CHANGE(event_once, config->pmu_events[63] = 0x8006)
CHANGE(event_cycles, config->pmu_events[63] = 0x0011)
CHANGE(event_chain, config->pmu_events[63] = 0x001E)
CHANGE(event_sample, config->pmu_events[63] = 0x4003)
CHANGE(event_feed, config->pmu_events[63] = 0x812F)
CHANGE(event_feed_fp, config->pmu_events[63] = 0x8348)
CHANGE(event_feed_simd, config->pmu_events[63] = 0x8349)
CHANGE(trf_alone, config->have_trace = false)
CHANGE(trf, config->have_trf = true)
CHANGE(no_trace, config->have_trace = false, config->have_trf = false)
CHANGE(no_trf, config->have_trf = false)
CHANGE(abort_4, config->external_abort = 4)
CHANGE(abort_sync, config->external_abort = SPU_ABORT_REPORTED_SYNC)
CHANGE(abort_async, config->external_abort = SPU_ABORT_REPORTED_ASYNC)
CHANGE(event_16, config->impdef_events = 1U << 16)
CHANGE(event_6, config->optional_filter = 1U << 6)
CHANGE(nsxb_4, config->reserved_nsxb = 4)
CHANGE(nsxb_0, config->reserved_nsxb = 0)
CHANGE(nsxb_0_no_secure, config->reserved_nsxb = 0, config->have_sel2 = false)
CHANGE(nsxb_6, config->reserved_nsxb = 6)
CHANGE(pct_2, config->reserved_pct = 2)
CHANGE(pct_3, config->reserved_pct = 3)
CHANGE(pct_4, config->reserved_pct = 4)
CHANGE(trf1_0, config->reserved_trf_el1 = 0)
CHANGE(trf1_2, config->reserved_trf_el1 = 2)
CHANGE(trf1_3, config->reserved_trf_el1 = 3)
CHANGE(trf1_4, config->reserved_trf_el1 = 4)
CHANGE(trf2_0, config->reserved_trf_el2 = 0)
CHANGE(trf2_2, config->reserved_trf_el2 = 2)
CHANGE(trf2_4, config->reserved_trf_el2 = 4)

// X1, X2, B1, G4, U4: what a configuration can be and what needs something else; null: it is permitted. This is
// chapter A2 and D24.7 read once more, not taken from the table that the refusals are made from.
TEST(forbidden_configuration_is_refused)
{
  static const struct {
    const char *from;
    change apply;
    const char *words;
  } rows[] = {
      {"base", nothing, NULL},
      {"base", slots_9, "DispatchWidth must be 1 to 8"},
      {"base", slots_0, "DispatchWidth must be 1 to 8"},
      {"base", bus_96, "AxiDataWidth must be 64, 128, 256 or 512"},
      {"base", tags_5, "InFlight must be 1 to 4"},
      {"base", interval_1, "MinInterval must be 0 or 2 to 8"},
      {"base", events_3, "EventsBytes must be 1, 2, 4 or 8"},
      {"base", events_1, NULL},
      {"el1only", events_1, "SpeVersion 1 or later needs EventsBytes 2 or more: event 11"},
      {"v8.7", events_2,
       "HaveSve from SpeVersion 1, HaveSme and HaveTme need EventsBytes 4 or more: events 16 to 18, 24 and "
       "25"},
      {"base", source_3, "SourceBytes must be 0, 1 or 2"},
      {"v8.7", max_size_6, "the largest record does not fit in 2^MaxSize bytes"},
      {"base", nv_3, "NestedVirt must be 0, 1 or 2"},
      {"el1only", mops, ARMV8_7},
      {"el1only", sme, ARMV8_7},
      {"v8.7", spe_3_pmu_5, ARMV8_7_PMU},
      {"v8.7", sme_pmu_5, ARMV8_7_PMU},
      {"v8.7", fgt2_spe_2,
       "HaveFgt2, HavePie, HavePoe, HaveThe and PmuVersion 9 need SpeVersion 3 or later (Armv8.8)"},
      {"v8.7", sme, NULL},
      {"base", sme, SPE_SME},
      {"v8.7", sme_aarch32, SPE_SME},
      {"v8.7", dpfzs, NULL},
      {"el1only", dpfzs, DPFZS},
      {"v8.7", dpfzs_pmu_5, DPFZS},
      {"v9.6", nothing, NULL},
      {"v9.6", alt_clock_2, "AltClock must be 0, 1 or 15"},
      {"v9.6", alt_clock_1_no_sme, "AltClock 1 needs HaveSpeSme"},
      {"v9.6", alt_clock_15_no_sme, NULL},
      {"v9.6", no_fds, ARMV8_9},
      {"v9.6", no_fds_no_lds, NULL},
      {"v9.6", no_pmu_no_dpfzs, NULL},
      {"v9.6", no_dpfzs, PMU_V3P9},
      {"v9.6", no_pmu_ebep, EBEP},
      {"v9.6", no_ebep, EBEP_ARMV9_3},
      {"v9", ebep, NULL},
      {"v8.7", ebep, EBEP},
      {"v9", eft, ARMV8_9},
      {"v9", alt_clock, ARMV8_9},
      {"base", write_3, "NotEnabledWrite must be 0, 1 or 2"},
      {"base", align_8, "RecordAlign must be 0 to 7"},
      {"base", pointer_7, "PtrAlign must be 0 to RecordAlign"},
      {"base", max_size_5, "MaxSize must be 6 or 7"},
      {"base", no_vhe, "HaveEl2 needs HaveVhe (Armv8.1, which FEAT_SPE needs)"},
      {"el1only", vhe, "HaveVhe needs HaveEl2"},
      {"base", secure_el3, "SecureOnly is for a PE without HaveEl3"},
      {"base", secure_el2, "SecureOnly with HaveEl2 needs HaveSel2"},
      {"v8.7", secure_el2, NULL},
      {"el1only", secure, NULL},
      {"v8.7", no_el3, SEL2},
      {"v8.7", no_el3_no_sel2, NULL},
      {"v8.7", sel2_alone, SEL2},
      {"v9", no_secure_state, NULL},
      {"base", no_aarch32_el0, "Aarch32El1 needs Aarch32El0"},
      {"v8.7", no_aarch32_el0, NULL},
      {"aarch32-el3", only_aarch32_el0, NULL},
      {"aarch32-el3", aarch32_el2_alone, "Aarch32El2 needs HaveEl2 and Aarch32El1"},
      {"aarch32-el3", no_aarch32_el2, AARCH32_EL3},
      {"aarch32-el3", no_el2, NULL},
      {"v9", aarch32_el1, RME},
      {"aarch32-el3", rme, RME},
      {"v8.7", rme, NULL},
      {"v9", rme_spe_1, RME},
      {"v9", rme_no_poff, RME},
      {"v9", rme_pmu_5, RME},
      {"base", version_6, "SpeVersion must be 0 to 5"},
      {"v9.6", no_nvm, "SpeVersion 5 needs HaveSpeNvm"},
      {"v9.6", no_nvm_spe_4, NULL},
      {"v9.6", spe_4, NULL},
      {"v9.6", no_eft, ARMV9_5},
      {"v9", nvm, ARMV9_5},
      {"v9.6", ee_1, "ReservedEe must be 0 or 3"},
      {"v9.6", ee_3, NULL},
      {"base", spe_1, NULL},
      {"v9", spe_3, NULL},
      {"base", pbt, "HavePbt needs SpeVersion 2 or later"},
      {"v8.7", crr, "HaveCrr needs SpeVersion 4 or later"},
      {"v9", no_crr, GCS},
      {"v9", no_pie, GCS},
      {"v9", no_gcs, NULL},
      {"v8.7", fds, FDS},
      {"v9", fds_no_lds, FDS},
      {"v9", fds_no_fgt2, FDS},
      {"v9", no_pie_no_gcs, THE},
      {"v9", no_mops, ARMV8_8},
      {"v9", pmu_7, ARMV8_8},
      {"v9", no_pmu_no_counters, NULL},
      {"v9", not_dirty, "DirtyManaged must be 1 from SpeVersion 3"},
      {"v8.7", not_dirty, NULL},
      {"v8.7", s3, NEWEST_TEXT},
      {"v8.7", s1, NEWEST_TEXT},
      {"base", newest_text, NULL},
      {"base", tme, TME},
      {"el1only", tme_spe_0, TME},
      {"v8.7", events_complete, NULL},
      {"v9", events_lack_sme, "PmuEventsComplete needs every event in PmuEvents that D14.6 requires"},
      {"el1only", tme, NULL},
      {"v8.7", tme, TME},
      {"v8.7", poff_no_ecv, "HaveEcvPoff needs HaveEcv and HaveEl2"},
      {"base", fgt2_alone, "HaveFgt2 needs HaveFgt"},
      {"base", fgt, ARMV8_4},
      {"v8.7", no_fgt, ARMV8_6},
      {"base", ecv, ARMV8_5},
      {"base", ecv_spe_1, ARMV8_5_PMU},
      {"base", ecv_pmu_5, NULL},
      {"el1only", nv_alone, "NestedVirt needs HaveEl2"},
      {"base", debug_3, "DebugVersion must be 0, 2 or 4"},
      {"base", debug_5, "DebugVersion must be 0, 2 or 4"},
      {"base", debug_0, NULL},
      {"base", sve_debug_0,
       "SpeVersion 1, PmuVersion 4 or later, NestedVirt and HaveSve need DebugVersion 2 or 4 (Armv8.2)"},
      {"v8.7", debug_2, SEL2},
      {"el1only", debug_2, TRF},
      {"base", pmu_6, PMU_VERSION},
      {"base", pmu_10, PMU_VERSION},
      {"base", pmu_9, PMU_V3P9},
      {"v9", pmu_9, PMU_V3P9},
      {"v9", pmu_9_dpfzs, EBEP_ARMV9_3},
      {"v9", pmu_9_dpfzs_ebep, NULL},
      {"el1only", pmu_9, PMU_V3P9},
      {"wide", pmu_5, ARMV8_4},
      {"el1only", pmu_7, ARMV8_6},
      {"el1only", pmu_8, ARMV8_6},
      {"v8.7", pmu_8, NULL},
      {"v8.7", pmu_5, NULL},
      {"base", mte, "HaveMte needs PmuVersion 0, 4 or later (Armv8.4)"},
      {"v9", event_twice, "PmuEvents must not have an event twice"},
      {"v9", event_once, NULL},
      {"v9", event_cycles, OWN_EVENT},
      {"v9", event_chain, OWN_EVENT},
      {"v9", event_sample, OWN_EVENT},
      {"base", event_feed, OWN_EVENT},
      {"base", event_feed_fp, OWN_EVENT},
      {"base", event_feed_simd, OWN_EVENT},
      {"base", counters_32, "PmuCounters must be 0 to 31"},
      {"base", counters_31, NULL},
      {"base", counters_0, "PmuCounters 0 with HaveEl2 needs HaveFgt, which FEAT_HPMN0 needs"},
      {"el1only", counters_0, NULL},
      {"v8.7", counters_0, NULL},
      {"base", no_pmu, "PmuCounters must be 0 with PmuVersion 0"},
      {"base", no_pmu_no_counters, NULL},
      {"wide", trf_alone, TRF},
      {"base", trf, TRF},
      {"wide", no_trf, NULL},
      {"wide", no_trace, NULL},
      {"base", abort_4, "ExternalAbort must be 0 to 3"},
      {"base", abort_sync, NULL},
      {"base", abort_async, NULL},
      {"v9", abort_sync, ABORT},
      {"v9", abort_async, ABORT},
      {"base", event_16, "ImpdefEvents can have events 12 to 15, 24 to 31 and 48 to 63"},
      {"base", event_6, "OptionalFilter can have events 2, 4, 8, 9 and 10"},
      {"base", nsxb_4, "ReservedNsxb must be an {NSPBE, NSPB} that is not reserved: 0 to 3, 6 or 7"},
      {"base", nsxb_0, NULL},
      {"v9", nsxb_0, NULL},
      {"v9", nsxb_0_no_secure, "ReservedNsxb 0 and 1 need a Secure state, which HaveRme has with HaveSel2"},
      {"base", nsxb_6, "ReservedNsxb 6 and 7 need HaveRme"},
      {"base", pct_2, "ReservedPct must be 0, 1 or 3"},
      {"base", pct_3, "ReservedPct 3 needs HaveEcv"},
      {"v9", pct_3, NULL},
      {"v9", pct_4, "ReservedPct must be 0, 1 or 3"},
      {"base", trf1_0, "ReservedTrfEl1 must be 1, 2 or 3"},
      {"base", trf1_2, "ReservedTrfEl1 2 needs HaveEcv"},
      {"base", trf1_3, NULL},
      {"v9", trf1_2, NULL},
      {"v9", trf1_4, "ReservedTrfEl1 must be 1, 2 or 3"},
      {"base", trf2_0, NULL},
      {"base", trf2_2, "ReservedTrfEl2 2 needs HaveEcv"},
      {"v9", trf2_2, NULL},
      {"v9", trf2_4, "ReservedTrfEl2 must be 0 to 3"},
  };
  for (size_t i = 0; i < COUNT(rows); i++) {
    expect_words(rows[i].from, rows[i].apply, rows[i].words);
  }
}

// D5, E1: which events a record can have and a filter can select, by version and feature.
TEST(event_exists_from_its_version)
{
  const uint64_t impdef = UINT64_C(0xFFFF0000FF00F000);
  static const struct {
    uint32_t version;
    bool sve, tme;
    uint64_t exist, filter;  // without IMPLEMENTATION DEFINED ones; optional ones not filtered before v1p4
  } rows[] = {{0, true, true, 0x107FF, 0x100AA},  {1, false, false, 0xFFF, 0x8AA},
              {1, true, true, 0x70FFF, 0x708AA},  {2, true, false, 0x60FFF, 0x608EA},
              {3, true, false, 0x60FFF, 0x608EA}, {4, false, false, 0xF80FFF, 0xF80FFE},
              {4, true, true, 0xFF0FFF, 0xFF0FFE}};
  for (size_t i = 0; i < COUNT(rows); i++) {
    struct spu_config config = bench_base();
    config.events_bytes = 8;
    config.spe_version = rows[i].version;
    config.have_sve = rows[i].sve;
    config.have_tme = rows[i].tme;
    assert_int_equal(spu_config_events_exist(&config), rows[i].exist);
    assert_int_equal(spu_config_events_filter(&config), rows[i].filter);
    config.impdef_events = impdef;
    // FEAT_SPEv1p4 has taken events 31:24; without FEAT_SPE_SME they read as zero.
    const uint64_t extra = rows[i].version < 4 ? impdef : UINT64_C(0xFFFF00000000F000);
    assert_int_equal(spu_config_events_exist(&config), rows[i].exist | extra);
    assert_int_equal(spu_config_events_filter(&config), rows[i].filter | extra);
    config.impdef_events = 0;
    config.optional_filter = 0x710;
    assert_int_equal(spu_config_events_filter(&config), rows[i].filter | 0x710);
  }
}

// D5, E1, D18.2.6: with FEAT_SPE_SME events 24 and 25 exist and can be filtered in any version, whatever the
// IMPLEMENTATION DEFINED ones are, and so do 17 and 18, from SPEv1p1 on and without FEAT_SVE; the others of 31:24 are
// as without it. With FEAT_SME alone 17 and 18 do.
TEST(streaming_events_exist_with_sme)
{
  static const struct {
    uint32_t version;
    uint64_t impdef, exist, filter;
  } rows[] = {{2, 0, 0x3060FFF, 0x30608EA},
              {2, 0xFF000000, 0xFF060FFF, 0xFF0608EA},
              {2, 0xFC000000, 0xFF060FFF, 0xFF0608EA},
              {3, 0xF0000000, 0xF3060FFF, 0xF30608EA},
              {4, 0, 0x3FE0FFF, 0x3FE0FFE},
              {4, 0xFF000000, 0x3FE0FFF, 0x3FE0FFE}};
  for (size_t i = 0; i < COUNT(rows); i++) {
    struct spu_config config = bench_base();
    config.events_bytes = 8;
    config.spe_version = rows[i].version;
    config.impdef_events = rows[i].impdef;
    config.have_sme = config.have_spe_sme = true;
    assert_int_equal(spu_config_events_exist(&config), rows[i].exist);
    assert_int_equal(spu_config_events_filter(&config), rows[i].filter);
    config.have_sve = true;  // which has 17 and 18, too
    assert_int_equal(spu_config_events_exist(&config), rows[i].exist);
    assert_int_equal(spu_config_events_filter(&config), rows[i].filter);
  }
  struct spu_config config = bench_base();
  config.events_bytes = 4;
  config.have_sme = true;
  assert_int_equal(spu_config_events_exist(&config), 0x7FF);
  config.spe_version = 1;
  assert_int_equal(spu_config_events_exist(&config), 0x60FFF);
  assert_int_equal(spu_config_events_filter(&config), 0x608AA);
}

// D18.2.6, D24.7.11: an event for which the packet has no room does not exist, and no filter has a bit of it.
TEST(event_needs_room_in_the_packet)
{
  static const uint64_t room[] = {0xFF, 0xFFFF, 0xFFFFFFFF, UINT64_MAX};
  struct spu_config config = bench_base();
  config.spe_version = 4;
  config.have_sve = config.have_spe_sme = true;
  config.impdef_events = UINT64_MAX;
  for (uint32_t i = 0; i < COUNT(room); i++) {
    config.events_bytes = 1U << i;
    assert_int_equal(spu_config_events_exist(&config), UINT64_C(0xFFFF000003FEFFFF) & room[i]);
    assert_int_equal(spu_config_events_filter(&config), UINT64_C(0xFFFF000003FEFFFE) & room[i]);
  }
}

// F2: the previous branch target, and a branch that has a target and data addresses, are counted.
TEST(largest_record_counts_every_address)
{
  struct spu_config config = bench_base();
  config.record_align = 0;
  const uint32_t least = spu_config_largest_record(&config);
  config.have_pbt = true;
  assert_int_equal(spu_config_largest_record(&config), least + 9);
  config.have_gcs = true;
  assert_int_equal(spu_config_largest_record(&config), least + 9);
  config.spe_version = 4;
  assert_int_equal(spu_config_largest_record(&config), least + 18);
  config.have_el2 = false;
  assert_int_equal(spu_config_largest_record(&config), least + 13);
  config.alt_clock = 1;  // the Counter packet of an alternate clock
  assert_int_equal(spu_config_largest_record(&config), least + 16);
  config.alt_clock = 15;
  assert_int_equal(spu_config_largest_record(&config), least + 16);
}

TEST(arguments_that_are_missing_are_refused)
{
  struct spu_config config;
  struct spu *spu = test_malloc(spu_size());
  assert_int_equal(spu_config_by_name(NULL, &config), SPU_ERR_ARGUMENT);
  assert_int_equal(spu_config_by_name("base", NULL), SPU_ERR_ARGUMENT);
  assert_int_equal(spu_config_by_name("nope", &config), SPU_ERR_UNKNOWN_CONFIG);
  assert_int_equal(spu_config_check(NULL, NULL), SPU_ERR_ARGUMENT);
  assert_int_equal(spu_config_by_name("base", &config), SPU_OK);
  assert_int_equal(spu_init(NULL, &config), SPU_ERR_ARGUMENT);
  assert_int_equal(spu_init(spu, NULL), SPU_ERR_ARGUMENT);
  config.in_flight = 0;
  assert_int_equal(spu_config_check(&config, NULL), SPU_ERR_CONFIG);
  assert_int_equal(spu_init(spu, &config), SPU_ERR_CONFIG);
  test_free(spu);
}
