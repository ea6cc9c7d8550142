// SPDX-License-Identifier: Apache-2.0
//
// The configuration: refused values and combinations, the messages of refusals, and derived values.
#include "unit/test/model/model_bench.h"

static struct spu_config changed(const char *name)
{
  return CHANGED(bench_named(name), config.pmu_events_complete = false);
}

// Null `words`: permitted.
static void expect_words(const struct spu_config *config, const char *change, const char *words)
{
  const char *got = NULL;
  const enum spu_status status = spu_config_check(config, &got);
  if (words == NULL ? status != SPU_OK : status != SPU_ERR_CONFIG || strcmp(got, words) != 0) {
    fail_msg("%s: status %d, \"%s\"; expected \"%s\"", change, (int)status, got, words);
  }
}

// A configuration of the table with changes, given as assignments to `config`.
#define EXPECT_WORDS(from, words, ...)                    \
  do {                                                    \
    struct spu_config config = changed(from);             \
    __VA_ARGS__;                                          \
    expect_words(&config, from ": " #__VA_ARGS__, words); \
  } while (0)
#define PERMITTED(from, ...) EXPECT_WORDS(from, NULL, __VA_ARGS__)
#define REFUSED(from, words, ...) EXPECT_WORDS(from, words, __VA_ARGS__)

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

// Messages that occur in more than one row.
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
#define TME                                                                                           \
  "HaveTme (Armv9.0) needs SpeVersion 1, no Aarch32El1: issue M.a.a, from SpeVersion 2 on, withdrew " \
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
  "HaveSpeNvm needs HaveEft and, with HaveSme, HaveSpeSme and (unless PmuVersion 0) HavePmuSme (Armv9.5)"
#define SPE_SME "HaveSme excludes Aarch32El1"
#define DPFZS "HaveDpfzs needs SpeVersion 2 and PmuVersion 7, or later"
#define PMU_VERSION "PmuVersion must be 0, 1, 4, 5, 7, 8 or 9"
#define EBEP_ARMV9_3 "PmuVersion 9 needs HaveEbep with HaveGcs, HaveEft, AltClock or HavePmuSme (Armv9.3)"
#define PMU_V3P9 "PmuVersion 9 needs HaveMops, HaveFgt2 with HaveEl2, and HaveDpfzs from SpeVersion 4 on"
#define EBEP                                                                                            \
  "HaveEbep needs HaveMops, SpeVersion 3, PmuVersion 8 or later, no Aarch32El1, HaveFgt2 with HaveEl2 " \
  "(Armv9.3)"
#define NEWEST_ISSUE \
  "SpeVersion 2 or later needs CountCurrentIssue and TraceCurrentIssue: the unit then follows issue M.a.a"
#define OWN_EVENT "PmuEvents must not contain the unit's own events"
#define ABORT "ExternalAbort must be 1 or 2 from SpeVersion 3 on: aborts cannot be reported to the unit"

// X1, X2, B1, G4, U4: permitted values and dependencies of a configuration; null: permitted. This is a second reading
// of chapter A2 and D24.7, independent of the table from which the refusals are generated.
TEST(forbidden_configuration_is_refused)
{
  PERMITTED("base");
  REFUSED("base", "DispatchWidth must be 1 to 8", config.dispatch_width = 9);
  REFUSED("base", "DispatchWidth must be 1 to 8", config.dispatch_width = 0);
  REFUSED("base", "AxiDataWidth must be 64, 128, 256 or 512", config.axi_data_width = 96);
  REFUSED("base", "InFlight must be 1 to 4", config.in_flight = 5);
  REFUSED("base", "MinInterval must be 0 or 2 to 8", config.min_interval = 1);
  REFUSED("base", "EventsBytes must be 1, 2, 4 or 8", config.events_bytes = 3);
  PERMITTED("base", config.events_bytes = 1);
  REFUSED("el1only", "SpeVersion 1 or later needs EventsBytes 2 or more: event 11", config.events_bytes = 1);
  REFUSED(
      "v8.7",
      "HaveSve from SpeVersion 1, HaveSme and HaveTme need EventsBytes 4 or more: events 16 to 18, 24 and 25",
      config.events_bytes = 2);
  REFUSED("base", "SourceBytes must be 0, 1 or 2", config.source_bytes = 3);
  REFUSED("v8.7", "the largest record does not fit in 2^MaxSize bytes", config.max_size = 6);
  REFUSED("base", "NestedVirt must be 0, 1 or 2", config.nested_virt = 3);
  REFUSED("el1only", ARMV8_7, config.have_mops = true);
  REFUSED("el1only", ARMV8_7, config.have_sme = true);
  REFUSED("v8.7", ARMV8_7_PMU, config.spe_version = 3, config.dirty_managed = true, config.pmu_version = 5,
          config.external_abort = SPU_ABORT_IGNORED);
  REFUSED("v8.7", ARMV8_7_PMU, config.have_sme = true, config.pmu_version = 5);
  REFUSED("v8.7", "HaveFgt2, HavePie, HavePoe, HaveThe and PmuVersion 9 need SpeVersion 3 or later (Armv8.8)",
          config.have_fgt2 = true, config.have_mops = true, config.pmu_version = 8);
  PERMITTED("v8.7", config.have_sme = true);
  REFUSED("base", SPE_SME, config.have_sme = true);
  REFUSED("v8.7", SPE_SME, config.have_sme = true, config.aarch32_el1 = true);
  PERMITTED("v8.7", config.have_dpfzs = true);
  REFUSED("el1only", DPFZS, config.have_dpfzs = true);
  REFUSED("v8.7", DPFZS, config.have_dpfzs = true, config.pmu_version = 5);
  PERMITTED("v9.6");
  REFUSED("v9.6", "AltClock must be 0, 1 or 15", config.alt_clock = 2);
  REFUSED("v9.6", "AltClock 1 needs HaveSpeSme",
          config.have_sme = config.have_spe_sme = config.have_pmu_sme = false);
  PERMITTED("v9.6", config.have_sme = config.have_spe_sme = config.have_pmu_sme = false,
            config.alt_clock = 15);
  REFUSED("v9.6", ARMV8_9, config.have_fds = false);
  PERMITTED("v9.6", config.have_fds = false, config.source_bytes = 0);
  PERMITTED("v9.6", config.have_dpfzs = config.have_pmu_sme = false, config.pmu_version = 0,
            config.pmu_counters = 0, config.have_ebep = false);
  REFUSED("v9.6", PMU_V3P9, config.have_dpfzs = false);
  REFUSED("v9.6", EBEP, config.have_pmu_sme = false, config.pmu_version = 0, config.pmu_counters = 0,
          config.have_dpfzs = false);
  REFUSED("v9.6", EBEP_ARMV9_3, config.have_ebep = false);
  PERMITTED("v9", config.have_ebep = true);
  REFUSED("v8.7", EBEP, config.have_ebep = true);
  REFUSED("v9", ARMV8_9, config.have_eft = true);
  REFUSED("v9", ARMV8_9, config.alt_clock = 15);
  REFUSED("base", "NotEnabledWrite must be 0, 1 or 2", config.not_enabled_write = 3);
  REFUSED("base", "RecordAlign must be 0 to 7", config.record_align = 8);
  REFUSED("base", "PtrAlign must be 0 to RecordAlign", config.ptr_align = 7);
  REFUSED("base", "MaxSize must be 6 or 7", config.max_size = 5);
  REFUSED("base", "HaveEl2 needs HaveVhe (Armv8.1, which FEAT_SPE needs)", config.have_vhe = false);
  REFUSED("el1only", "HaveVhe needs HaveEl2", config.have_vhe = true);
  REFUSED("base", "SecureOnly is for a PE without HaveEl3", config.secure_only = true);
  REFUSED("base", "SecureOnly with HaveEl2 needs HaveSel2", config.have_el3 = false,
          config.secure_only = true);
  PERMITTED("v8.7", config.have_el3 = false, config.secure_only = true);
  PERMITTED("el1only", config.secure_only = true);
  REFUSED("v8.7", SEL2, config.have_el3 = false, config.aarch32_el3 = false);
  PERMITTED("v8.7", config.have_el3 = false, config.have_sel2 = false);
  REFUSED("v8.7", SEL2, config.have_el2 = false, config.have_vhe = false, config.nested_virt = 0,
          config.have_ecv_poff = false);
  PERMITTED("v9", config.have_sel2 = false, config.reserved_nsxb = 2);
  REFUSED("base", "Aarch32El1 needs Aarch32El0", config.aarch32_el0 = false);
  PERMITTED("v8.7", config.aarch32_el0 = false);
  PERMITTED("aarch32-el3", config.aarch32_el1 = false, config.aarch32_el2 = false,
            config.aarch32_el3 = false);
  REFUSED("aarch32-el3", "Aarch32El2 needs HaveEl2 and Aarch32El1", config.aarch32_el1 = false,
          config.aarch32_el3 = false);
  REFUSED("aarch32-el3", AARCH32_EL3, config.aarch32_el2 = false);
  PERMITTED("aarch32-el3", config.have_el2 = false, config.have_vhe = false, config.have_sel2 = false,
            config.aarch32_el2 = false);
  REFUSED("v9", RME, config.aarch32_el0 = true, config.aarch32_el1 = true);
  REFUSED("aarch32-el3", RME, config.have_rme = true);
  PERMITTED("v8.7", config.have_rme = true);
  REFUSED("v9", RME, config.spe_version = 1);
  REFUSED("v9", RME, config.have_ecv_poff = false);
  REFUSED("v9", RME, config.pmu_version = 5);
  REFUSED("base", "SpeVersion must be 0 to 5", config.spe_version = 6);
  REFUSED("v9.6", "SpeVersion 5 needs HaveSpeNvm", config.have_spe_nvm = false);
  PERMITTED("v9.6", config.have_spe_nvm = false, config.spe_version = 4);
  PERMITTED("v9.6", config.spe_version = 4);
  REFUSED("v9.6", ARMV9_5, config.have_eft = false);
  REFUSED("v9", ARMV9_5, config.have_spe_nvm = true);
  REFUSED("v9.6", "ReservedEe must be 0 or 3", config.reserved_ee = 1);
  PERMITTED("v9.6", config.reserved_ee = 3);
  PERMITTED("base", config.spe_version = 1);
  PERMITTED("v9", config.spe_version = 3, config.have_crr = false, config.have_gcs = false,
            config.have_fds = false);
  REFUSED("base", "HavePbt needs SpeVersion 2 or later", config.have_pbt = true, config.max_size = 7);
  REFUSED("v8.7", "HaveCrr needs SpeVersion 4 or later", config.have_crr = true);
  REFUSED("v9", GCS, config.have_crr = false);
  REFUSED("v9", GCS, config.have_pie = false);
  PERMITTED("v9", config.have_gcs = false);
  REFUSED("v8.7", FDS, config.have_fds = true);
  REFUSED("v9", FDS, config.source_bytes = 0);
  REFUSED("v9", FDS, config.have_fgt2 = false, config.have_the = false);
  REFUSED("v9", THE, config.have_pie = false, config.have_gcs = false);
  REFUSED("v9", ARMV8_8, config.have_mops = false);
  REFUSED("v9", ARMV8_8, config.pmu_version = 7);
  PERMITTED("v9", config.pmu_version = 0, config.pmu_counters = 0);
  REFUSED("v9", "DirtyManaged must be 1 from SpeVersion 3 on", config.dirty_managed = false);
  PERMITTED("v8.7", config.dirty_managed = false);
  REFUSED("v8.7", NEWEST_ISSUE, config.count_current_issue = false);
  REFUSED("v8.7", NEWEST_ISSUE, config.trace_current_issue = false);
  PERMITTED("base", config.count_current_issue = true, config.trace_current_issue = true);
  REFUSED("base", TME, config.have_tme = true, config.events_bytes = 4);
  REFUSED("el1only", TME, config.have_tme = true, config.events_bytes = 4, config.spe_version = 0);
  PERMITTED("v8.7", config.pmu_events_complete = true);
  REFUSED("v9", "PmuEventsComplete needs all events that D14.6 requires in PmuEvents",
          config.pmu_events_complete = true, config.have_sme = true, config.pmu_events[63] = 0x835A);
  PERMITTED("el1only", config.have_tme = true, config.events_bytes = 4);
  REFUSED("v8.7", TME, config.have_tme = true, config.events_bytes = 4);
  REFUSED("v8.7", "HaveEcvPoff needs HaveEcv and HaveEl2", config.have_ecv = false);
  REFUSED("base", "HaveFgt2 needs HaveFgt", config.have_fgt2 = true);
  REFUSED("base", ARMV8_4, config.have_fgt = true);
  REFUSED("v8.7", ARMV8_6, config.have_fgt = false);
  REFUSED("base", ARMV8_5, config.have_ecv = true, config.debug_version = 4, config.have_sel2 = true);
  REFUSED("base", ARMV8_5_PMU, config.have_ecv = true, config.debug_version = 4, config.have_sel2 = true,
          config.spe_version = 1);
  PERMITTED("base", config.have_ecv = true, config.debug_version = 4, config.have_sel2 = true,
            config.spe_version = 1, config.pmu_version = 5);
  REFUSED("el1only", "NestedVirt needs HaveEl2", config.nested_virt = 1);
  REFUSED("base", "DebugVersion must be 0, 2 or 4", config.debug_version = 3);
  REFUSED("base", "DebugVersion must be 0, 2 or 4", config.debug_version = 5);
  PERMITTED("base", config.debug_version = 0);
  REFUSED("base",
          "SpeVersion 1, PmuVersion 4 or later, NestedVirt and HaveSve need DebugVersion 2 or 4 (Armv8.2)",
          config.debug_version = 0, config.have_sve = true);
  REFUSED("v8.7", SEL2, config.debug_version = 2);
  REFUSED("el1only", TRF, config.debug_version = 2);
  REFUSED("base", PMU_VERSION, config.pmu_version = 6);
  REFUSED("base", PMU_VERSION, config.pmu_version = 10);
  REFUSED("base", PMU_V3P9, config.pmu_version = 9);
  REFUSED("v9", PMU_V3P9, config.pmu_version = 9);
  REFUSED("v9", EBEP_ARMV9_3, config.pmu_version = 9, config.have_dpfzs = true);
  PERMITTED("v9", config.pmu_version = 9, config.have_dpfzs = config.have_ebep = true);
  REFUSED("el1only", PMU_V3P9, config.pmu_version = 9);
  REFUSED("wide", ARMV8_4, config.pmu_version = 5);
  REFUSED("el1only", ARMV8_6, config.pmu_version = 7);
  REFUSED("el1only", ARMV8_6, config.pmu_version = 8);
  PERMITTED("v8.7", config.pmu_version = 8);
  PERMITTED("v8.7", config.pmu_version = 5);
  REFUSED("base", "HaveMte needs PmuVersion 0, 4 or later (Armv8.4)", config.have_mte = true,
          config.debug_version = 4, config.have_sel2 = true);
  REFUSED("v9", "PmuEvents must not contain an event twice",
          config.pmu_events[62] = config.pmu_events[63] = 0x8006);
  PERMITTED("v9", config.pmu_events[63] = 0x8006);
  REFUSED("v9", OWN_EVENT, config.pmu_events[63] = 0x0011);
  REFUSED("v9", OWN_EVENT, config.pmu_events[63] = 0x001E);
  REFUSED("v9", OWN_EVENT, config.pmu_events[63] = 0x4003);
  REFUSED("base", OWN_EVENT, config.pmu_events[63] = 0x812F);
  REFUSED("base", OWN_EVENT, config.pmu_events[63] = 0x8348);
  REFUSED("base", OWN_EVENT, config.pmu_events[63] = 0x8349);
  REFUSED("base", "PmuCounters must be 0 to 31", config.pmu_counters = 32);
  PERMITTED("base", config.pmu_counters = 31);
  REFUSED("base", "PmuCounters 0 with HaveEl2 needs HaveFgt, which FEAT_HPMN0 needs",
          config.pmu_counters = 0);
  PERMITTED("el1only", config.pmu_counters = 0);
  PERMITTED("v8.7", config.pmu_counters = 0);
  REFUSED("base", "PmuCounters must be 0 with PmuVersion 0", config.pmu_version = 0);
  PERMITTED("base", config.pmu_version = 0, config.pmu_counters = 0);
  REFUSED("wide", TRF, config.have_trace = false);
  REFUSED("base", TRF, config.have_trf = true);
  PERMITTED("wide", config.have_trf = false);
  PERMITTED("wide", config.have_trace = false, config.have_trf = false);
  REFUSED("base", "ExternalAbort must be 0 to 3", config.external_abort = 4);
  PERMITTED("base", config.external_abort = SPU_ABORT_REPORTED_SYNC);
  PERMITTED("base", config.external_abort = SPU_ABORT_REPORTED_ASYNC);
  REFUSED("v9", ABORT, config.external_abort = SPU_ABORT_REPORTED_SYNC);
  REFUSED("v9", ABORT, config.external_abort = SPU_ABORT_REPORTED_ASYNC);
  REFUSED("base", "ImpdefEvents can only contain events 12 to 15, 24 to 31 and 48 to 63",
          config.impdef_events = 1U << 16);
  REFUSED("base", "OptionalFilter can only contain events 2, 4, 8, 9 and 10",
          config.optional_filter = 1U << 6);
  REFUSED("base", "ReservedNsxb must be a value of {NSPBE, NSPB} that is not reserved: 0 to 3, 6 or 7",
          config.reserved_nsxb = 4);
  PERMITTED("base", config.reserved_nsxb = 0);
  PERMITTED("v9", config.reserved_nsxb = 0);
  REFUSED("v9", "ReservedNsxb 0 and 1 need a Secure state, which HaveRme only has with HaveSel2",
          config.reserved_nsxb = 0, config.have_sel2 = false);
  REFUSED("base", "ReservedNsxb 6 and 7 need HaveRme", config.reserved_nsxb = 6);
  REFUSED("base", "ReservedPct must be 0, 1 or 3", config.reserved_pct = 2);
  REFUSED("base", "ReservedPct 3 needs HaveEcv", config.reserved_pct = 3);
  PERMITTED("v9", config.reserved_pct = 3);
  REFUSED("v9", "ReservedPct must be 0, 1 or 3", config.reserved_pct = 4);
  REFUSED("base", "ReservedTrfEl1 must be 1, 2 or 3", config.reserved_trf_el1 = 0);
  REFUSED("base", "ReservedTrfEl1 2 needs HaveEcv", config.reserved_trf_el1 = 2);
  PERMITTED("base", config.reserved_trf_el1 = 3);
  PERMITTED("v9", config.reserved_trf_el1 = 2);
  REFUSED("v9", "ReservedTrfEl1 must be 1, 2 or 3", config.reserved_trf_el1 = 4);
  PERMITTED("base", config.reserved_trf_el2 = 0);
  REFUSED("base", "ReservedTrfEl2 2 needs HaveEcv", config.reserved_trf_el2 = 2);
  PERMITTED("v9", config.reserved_trf_el2 = 2);
  REFUSED("v9", "ReservedTrfEl2 must be 0 to 3", config.reserved_trf_el2 = 4);
}

// D5, E1, D18.2.6 bits 2 to 31: the events in records and filters, by version, feature and choice.
TEST(event_exists_from_its_version)
{
  const uint64_t impdef = UINT64_C(0xFFFF0000FF00F000);
  static const struct {
    uint32_t version;
    bool sve, tme;
    // Without IMPLEMENTATION DEFINED events; optional events are not filtered before v1p4.
    uint64_t exist, filter;
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
    // FEAT_SPEv1p4 reserves events 31:24; without FEAT_SPE_SME they read as zero.
    const uint64_t extra = rows[i].version < 4 ? impdef : UINT64_C(0xFFFF00000000F000);
    assert_int_equal(spu_config_events_exist(&config), rows[i].exist | extra);
    assert_int_equal(spu_config_events_filter(&config), rows[i].filter | extra);
    config.impdef_events = 0;
    config.optional_filter = 0x714;
    assert_int_equal(spu_config_events_filter(&config), rows[i].filter | 0x714);
    config.squashed_recorded = false;
    assert_int_equal(spu_config_events_filter(&config), (rows[i].filter | 0x714) & ~UINT64_C(2));
  }
}

// D5, E1, D18.2.6: with FEAT_SPE_SME, events 24 and 25 exist and can be filtered in any version, regardless of the
// IMPLEMENTATION DEFINED events; so do 17 and 18 from SPEv1p1 on, even without FEAT_SVE. The others in 31:24 are
// unaffected. With only FEAT_SME, 17 and 18 exist.
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
    config.have_sve = true;  // also has 17 and 18
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

// D5, D18.2.6, D24.7.11, D18.2.6 size: an event beyond the packet's size does not exist, and no filter has its bit.
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

// F2: the largest record includes the previous branch target, and a branch with a target and data addresses.
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
  config.exposed_latency = true;  // V2
  assert_int_equal(spu_config_largest_record(&config), least + 19);
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
