// SPDX-License-Identifier: Apache-2.0
//
// The configuration: which values and combinations are refused and by what name, and what follows from it.
#include "model_bench.h"

typedef void (*change)(struct spu_config *config);

static void expect_field(const char *from, change apply, const char *field)
{
  struct spu_config config = bench_named(from);
  apply(&config);
  const char *got = "nothing";
  const enum spu_status status = spu_config_check(&config, &got);
  if (field == NULL) {
    if (status != SPU_OK) {
      fail_msg("a change of %s to %s is refused", got, from);
    }
    return;
  }
  assert_int_equal(status, SPU_ERR_CONFIG);
  assert_string_equal(got, field);
}

// F2: the configurations of the table are accepted, and their largest records fit.
static void named_configuration_is_refused(void **state)
{
  (void)state;
  static const struct {
    const char *name;
    uint32_t largest;
  } rows[] = {{"base", 64},    {"wide", 64},  {"v8.7", 128},      {"v9", 88},
              {"el1only", 64}, {"small", 64}, {"aarch32-el3", 64}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
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
CHANGE(no_el3, config->have_el3 = false)
CHANGE(no_aarch32_el1, config->aarch32_el1 = false, config->aarch32_el2 = false)
CHANGE(no_aarch32_el2, config->aarch32_el2 = false)
CHANGE(no_el2, config->have_el2 = false, config->aarch32_el2 = false)
CHANGE(no_el2_no_aarch32_el1, config->have_el2 = false, config->aarch32_el2 = false,
       config->aarch32_el1 = false)
CHANGE(rme, config->have_rme = true)
CHANGE(poff, config->have_ecv = false)
CHANGE(poff_alone, config->have_ecv_poff = true)
CHANGE(fgt2_alone, config->have_fgt2 = true)
CHANGE(fgt2, config->have_fgt = true, config->have_fgt2 = true)
CHANGE(debug_3, config->debug_version = 3)
CHANGE(debug_5, config->debug_version = 5)
CHANGE(debug_0, config->debug_version = 0)
CHANGE(debug_2, config->debug_version = 2)
CHANGE(pmu_6, config->pmu_version = 6)
CHANGE(pmu_8, config->pmu_version = 8)
CHANGE(pmu_9, config->pmu_version = 9)
CHANGE(counters_32, config->pmu_counters = 32)
CHANGE(counters_31, config->pmu_counters = 31)
CHANGE(no_pmu, config->pmu_version = 0)
CHANGE(no_pmu_no_counters, config->pmu_version = 0, config->pmu_counters = 0)
CHANGE(event_twice, config->pmu_events[62] = config->pmu_events[63] = 0x8006)
CHANGE(event_once, config->pmu_events[63] = 0x8006)
CHANGE(event_cycles, config->pmu_events[63] = 0x0011)
CHANGE(event_chain, config->pmu_events[63] = 0x001E)
CHANGE(event_sample, config->pmu_events[63] = 0x4003)
CHANGE(event_feed, config->pmu_events[63] = 0x812F)
CHANGE(trf_alone, config->have_trace = false, config->have_trf = true)
CHANGE(no_trace, config->have_trace = false, config->have_trf = false)
CHANGE(abort_4, config->external_abort = 4)
CHANGE(abort_sync, config->external_abort = SPU_ABORT_REPORTED_SYNC)
CHANGE(abort_async, config->external_abort = SPU_ABORT_REPORTED_ASYNC)
CHANGE(v3_abort_sync, config->spe_version = 3, config->external_abort = SPU_ABORT_REPORTED_SYNC)
CHANGE(v3_abort_serror, config->spe_version = 3, config->external_abort = SPU_ABORT_SERROR)
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
CHANGE(pbt, config->have_pbt = true, config->max_size = 7)
CHANGE(sel2_alone, config->have_sel2 = true, config->have_el2 = false)
CHANGE(nv_alone, config->nested_virt = 1, config->have_el2 = false)
CHANGE(version_5, config->spe_version = 5)

// B1, G4, U4: each field's range, and what needs something else; null: it is permitted.
static void bad_field_has_another_name(void **state)
{
  (void)state;
  static const struct {
    const char *from;
    change apply;
    const char *field;
  } rows[] = {
      {"aarch32-el3", no_el3, "aarch32_el3"},
      {"aarch32-el3", no_aarch32_el1, "aarch32_el3"},
      {"aarch32-el3", no_aarch32_el2, "aarch32_el3"},
      {"aarch32-el3", no_el2, NULL},
      {"aarch32-el3", no_el2_no_aarch32_el1, "aarch32_el3"},
      {"aarch32-el3", rme, "aarch32_el3"},
      {"v8.7", poff, "have_ecv_poff"},
      {"base", poff_alone, "have_ecv_poff"},
      {"base", fgt2_alone, "have_fgt2"},
      {"base", fgt2, NULL},
      {"base", debug_3, "debug_version"},
      {"base", debug_5, "debug_version"},
      {"v8.7", debug_2, "debug_version"},
      {"v9", debug_0, "debug_version"},
      {"base", debug_0, NULL},
      {"base", pmu_6, "pmu_version"},
      {"base", pmu_8, NULL},
      {"base", pmu_9, "pmu_version"},
      {"v9", event_twice, "pmu_events"},
      {"v9", event_once, NULL},
      {"v9", event_cycles, "pmu_events"},
      {"v9", event_chain, "pmu_events"},
      {"v9", event_sample, "pmu_events"},
      {"base", event_feed, "pmu_events"},
      {"base", counters_32, "pmu_counters"},
      {"base", counters_31, NULL},
      {"base", no_pmu, "pmu_counters"},
      {"base", no_pmu_no_counters, NULL},
      {"base", trf_alone, "have_trf"},
      {"wide", no_trace, NULL},
      {"base", abort_4, "external_abort"},
      {"base", abort_sync, NULL},
      {"base", abort_async, NULL},
      {"base", v3_abort_sync, "external_abort"},
      {"base", v3_abort_serror, NULL},
      {"v9", abort_sync, "external_abort"},
      {"v9", abort_async, "external_abort"},
      {"base", pct_2, "reserved_pct"},
      {"base", pct_3, "reserved_pct"},
      {"v9", pct_3, NULL},
      {"v9", pct_2, "reserved_pct"},
      {"v9", pct_4, "reserved_pct"},
      {"base", trf1_0, "reserved_trf_el1"},
      {"base", trf1_2, "reserved_trf_el1"},
      {"base", trf1_3, NULL},
      {"v9", trf1_2, NULL},
      {"v9", trf1_0, "reserved_trf_el1"},
      {"v9", trf1_4, "reserved_trf_el1"},
      {"base", trf2_0, NULL},
      {"base", trf2_2, "reserved_trf_el2"},
      {"v9", trf2_2, NULL},
      {"v9", trf2_4, "reserved_trf_el2"},
      {"base", pbt, NULL},
      {"base", sel2_alone, "have_sel2"},
      {"base", nv_alone, "nested_virt"},
      {"base", version_5, "spe_version"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    expect_field(rows[i].from, rows[i].apply, rows[i].field);
  }
}

// D5, E1: which events a record can have and a filter can select, by version and feature.
static void event_exists_in_the_wrong_version(void **state)
{
  (void)state;
  const uint64_t impdef = UINT64_C(0xFFFF0000FF00F000);
  static const struct {
    uint32_t version;
    bool sve, tme;
    uint64_t exist, filter;  // without IMPLEMENTATION DEFINED ones; optional ones not filtered before v1p4
  } rows[] = {{0, true, true, 0x107FF, 0x100AA},  {1, false, false, 0xFFF, 0x8AA},
              {1, true, true, 0x70FFF, 0x708AA},  {2, true, false, 0x60FFF, 0x608EA},
              {3, true, false, 0x60FFF, 0x608EA}, {4, false, false, 0xF80FFF, 0xF80FFE},
              {4, true, true, 0xFF0FFF, 0xFF0FFE}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct spu_config config = bench_base();
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

// F2: the previous branch target, and a branch that has a target and data addresses, are counted.
static void largest_record_forgets_an_address(void **state)
{
  (void)state;
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
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(named_configuration_is_refused),
      cmocka_unit_test(bad_field_has_another_name),
      cmocka_unit_test(event_exists_in_the_wrong_version),
      cmocka_unit_test(largest_record_forgets_an_address),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
