// SPDX-License-Identifier: Apache-2.0
//
// Block E: the filters.
#include "model_bench.h"

static bool collect(const struct spu *spu, uint64_t events, uint32_t latency, enum OpType type)
{
  const struct spu_sample sample = {0};
  struct spu_feed feed;
  return SPECollectRecord(spu, events, latency, type, &sample, &feed);
}

// E1: every event of PMSEVFR_EL1 is needed.
static void record_without_a_selected_event_is_rejected(void **state)
{
  (void)state;
  struct spu spu = {.config = bench_base()};
  spu.regs.pmsfcr = SPU_PMSFCR_EL1_FE;
  spu.regs.pmsevfr = 0x28;
  assert_true(collect(&spu, 0x2A, 0, OpType_Other));
  assert_false(collect(&spu, 0x0A, 0, OpType_Other));
  assert_false(collect(&spu, 0x22, 0, OpType_Other));
  spu.regs.pmsfcr = 0;
  assert_true(collect(&spu, 0, 0, OpType_Other));
}

// E2: an event of PMSNEVFR_EL1 rejects.
static void record_with_an_inverted_event_is_rejected(void **state)
{
  (void)state;
  struct spu spu = {.config = bench_base()};
  spu.regs.pmsfcr = SPU_PMSFCR_EL1_FnE;
  spu.regs.pmsnevfr = 0x88;
  assert_true(collect(&spu, 0x02, 0, OpType_Branch));
  assert_false(collect(&spu, 0x82, 0, OpType_Branch));
}

// E3: which types pass, for every combination of B, LD and ST.
static void type_passes_only_its_filters(void **state)
{
  (void)state;
  struct spu spu = {.config = bench_base()};
  for (uint64_t types = 1; types < 8; types++) {
    const bool b = (types & 1U) != 0;
    const bool ld = (types & 2U) != 0;
    const bool st = (types & 4U) != 0;
    spu.regs.pmsfcr = SPU_PMSFCR_EL1_FT | types << 16;
    assert_int_equal(collect(&spu, 0, 0, OpType_Branch), b);
    assert_int_equal(collect(&spu, 0, 0, OpType_Load), ld);
    assert_int_equal(collect(&spu, 0, 0, OpType_Store), st);
    assert_int_equal(collect(&spu, 0, 0, OpType_LoadAtomic), ld || st);
    assert_int_equal(collect(&spu, 0, 0, OpType_BranchLoad), b || ld);
    assert_int_equal(collect(&spu, 0, 0, OpType_BranchStore), b || st);
    assert_false(collect(&spu, 0, 0, OpType_Other));
  }
}

// E4: a latency equal to MINLAT is kept, a smaller one is not.
static void latency_equal_to_minlat_is_kept(void **state)
{
  (void)state;
  struct spu spu = {.config = bench_base()};
  spu.regs.pmsfcr = SPU_PMSFCR_EL1_FL;
  spu.regs.pmslatfr = 100;
  assert_false(collect(&spu, 0, 99, OpType_Load));
  assert_true(collect(&spu, 0, 100, OpType_Load));
  assert_true(collect(&spu, 0, 101, OpType_Load));
}

// E5: an unselected data source rejects loads that have one, and nothing else.
static void unselected_data_source_rejects_loads(void **state)
{
  (void)state;
  struct spu spu = {.config = bench_base()};
  spu.config.have_fds = true;
  spu.regs.pmsfcr = SPU_PMSFCR_EL1_FDS;
  spu.regs.pmsdsfr = SPU_BIT(5);
  struct spu_sample sample = {.data_source_valid = true, .data_source = 0x45};
  struct spu_feed feed;
  assert_true(SPECollectRecord(&spu, 0, 0, OpType_Load, &sample, &feed));
  sample.data_source = 0x46;
  assert_false(SPECollectRecord(&spu, 0, 0, OpType_Load, &sample, &feed));
  assert_false(SPECollectRecord(&spu, 0, 0, OpType_LoadAtomic, &sample, &feed));
  assert_false(SPECollectRecord(&spu, 0, 0, OpType_BranchLoad, &sample, &feed));
  assert_true(SPECollectRecord(&spu, 0, 0, OpType_Store, &sample, &feed));
  assert_true(SPECollectRecord(&spu, 0, 0, OpType_BranchStore, &sample, &feed));
  assert_true(SPECollectRecord(&spu, 0, 0, OpType_Branch, &sample, &feed));
  sample.data_source_valid = false;
  assert_true(SPECollectRecord(&spu, 0, 0, OpType_Load, &sample, &feed));
}

// E6: enabled filters combine as a logical AND.
static void record_must_pass_every_enabled_filter(void **state)
{
  (void)state;
  struct spu spu = {.config = bench_base()};
  spu.regs.pmsfcr = SPU_PMSFCR_EL1_FE | SPU_PMSFCR_EL1_FT | SPU_PMSFCR_EL1_FL | SPU_PMSFCR_EL1_LD;
  spu.regs.pmsevfr = 0x20;
  spu.regs.pmslatfr = 10;
  assert_true(collect(&spu, 0x20, 10, OpType_Load));
  assert_false(collect(&spu, 0x00, 10, OpType_Load));
  assert_false(collect(&spu, 0x20, 9, OpType_Load));
  assert_false(collect(&spu, 0x20, 10, OpType_Store));
}

// U1: a filter that is on and selects nothing, both permitted choices.
static void empty_filter_follows_the_choice(void **state)
{
  (void)state;
  for (int reject = 0; reject <= 1; reject++) {
    struct spu spu = {.config = bench_base()};
    spu.config.zero_events_reject = reject != 0;
    spu.regs.pmsfcr = SPU_PMSFCR_EL1_FE;
    assert_int_equal(collect(&spu, 2, 5, OpType_Load), !reject);
    spu.regs.pmsfcr = SPU_PMSFCR_EL1_FnE;
    assert_int_equal(collect(&spu, 2, 5, OpType_Load), !reject);
    spu.config = bench_base();
    spu.config.no_types_reject = reject != 0;
    spu.regs.pmsfcr = SPU_PMSFCR_EL1_FT;
    assert_int_equal(collect(&spu, 2, 5, OpType_Load), !reject);
    spu.config = bench_base();
    spu.config.zero_latency_reject = reject != 0;
    spu.regs.pmsfcr = SPU_PMSFCR_EL1_FL;
    assert_int_equal(collect(&spu, 2, 5, OpType_Load), !reject);
  }
}

// U1: an event in both filters replaces the verdict of both; without one the filters decide.
static void event_in_both_filters_follows_the_choice(void **state)
{
  (void)state;
  for (int reject = 0; reject <= 1; reject++) {
    struct spu spu = {.config = bench_base()};
    spu.config.both_events_reject = reject != 0;
    spu.config.zero_events_reject = reject == 0;  // has no say here
    spu.regs.pmsfcr = SPU_PMSFCR_EL1_FE | SPU_PMSFCR_EL1_FnE;
    spu.regs.pmsevfr = 0x28;
    spu.regs.pmsnevfr = 0x88;
    for (uint64_t events = 0; events < 256; events++) {
      assert_int_equal(collect(&spu, events, 5, OpType_Load), !reject);
    }
    spu.regs.pmsnevfr = 0x80;
    assert_true(collect(&spu, 0x28, 5, OpType_Load));
    assert_false(collect(&spu, 0xA8, 5, OpType_Load));
    assert_false(collect(&spu, 0x20, 5, OpType_Load));
    spu.regs.pmsnevfr = 0x88;
    spu.regs.pmsfcr = SPU_PMSFCR_EL1_FE;  // only one filter is on
    assert_true(collect(&spu, 0xA8, 5, OpType_Load));
    spu.regs.pmsfcr = SPU_PMSFCR_EL1_FnE;
    assert_true(collect(&spu, 0x20, 5, OpType_Load));
  }
}

static struct spu_feed feed_of(const struct spu *spu, uint64_t events, uint32_t latency, enum OpType type)
{
  const struct spu_sample sample = {0};
  struct spu_feed feed;
  (void)SPECollectRecord(spu, events, latency, type, &sample, &feed);
  return feed;
}

// C4: SAMPLE_FEED_BR, LD and ST by type, OP by the selected types; the filters need not be on.
static void feed_events_follow_the_type(void **state)
{
  (void)state;
  static const struct {
    enum OpType type;
    uint32_t flags;  // ST, LD, B
  } rows[] = {{OpType_Other, 0},      {OpType_Branch, 1},     {OpType_Load, 2},       {OpType_Store, 4},
              {OpType_LoadAtomic, 6}, {OpType_BranchLoad, 3}, {OpType_BranchStore, 5}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    for (uint64_t types = 0; types < 8; types++) {
      for (uint64_t filters = 0; filters < 32; filters++) {
        struct spu spu = {.config = bench_base()};
        spu.regs.pmsfcr = types << 16 | filters;
        const struct spu_feed feed = feed_of(&spu, 0, 0, rows[i].type);
        assert_int_equal(feed.br, rows[i].flags & 1U);
        assert_int_equal(feed.ld, rows[i].flags >> 1 & 1U);
        assert_int_equal(feed.st, rows[i].flags >> 2 & 1U);
        assert_int_equal(feed.op, (rows[i].flags & types) != 0);
      }
    }
  }
}

// C4: SAMPLE_FEED_EVENT and SAMPLE_FEED_LAT, whatever is enabled; zero registers select everything.
static void feed_events_do_not_depend_on_the_filter_enables(void **state)
{
  (void)state;
  for (uint64_t filters = 0; filters < 16; filters++) {
    struct spu spu = {.config = bench_base()};
    spu.config.zero_events_reject = true;
    spu.config.zero_latency_reject = true;
    spu.config.both_events_reject = true;
    spu.regs.pmsfcr = filters;
    assert_true(feed_of(&spu, 0, 0, OpType_Other).event);
    assert_true(feed_of(&spu, 0, 0, OpType_Other).lat);
    spu.regs.pmsevfr = 0x28;
    spu.regs.pmsnevfr = 0x82;
    spu.regs.pmslatfr = 7;
    assert_true(feed_of(&spu, 0x28, 7, OpType_Other).event);
    assert_true(feed_of(&spu, 0x28, 7, OpType_Other).lat);
    assert_false(feed_of(&spu, 0x08, 6, OpType_Other).event);
    assert_false(feed_of(&spu, 0x08, 6, OpType_Other).lat);
    assert_false(feed_of(&spu, 0xA8, 8, OpType_Other).event);
    assert_true(feed_of(&spu, 0xA8, 8, OpType_Other).lat);
    spu.regs.pmsnevfr = 0x28;  // contradicts the other: never both
    assert_false(feed_of(&spu, 0x28, 8, OpType_Other).event);
  }
}

// C4, D14.3: SAMPLE_FEED_DS is of loads with a selected data source, by its bits 5:0, whether PMSFCR_EL1.FDS
// is set or not, and needs FEAT_SPE_FDS.
static void feed_ds_follows_the_selected_sources(void **state)
{
  (void)state;
  for (uint32_t row = 0; row < 8; row++) {
    struct spu spu = {.config = bench_base()};
    spu.config.have_fds = (row & 1U) != 0;
    spu.regs.pmsfcr = (row & 2U) != 0 ? SPU_PMSFCR_EL1_FDS : 0;
    for (enum OpType type = OpType_Other; type <= OpType_BranchStore; type++) {
      const bool load = type == OpType_Load || type == OpType_LoadAtomic || type == OpType_BranchLoad;
      for (uint32_t source = 0; source < 256; source++) {
        const struct spu_sample sample = {.data_source_valid = (row & 4U) != 0,
                                          .data_source = (uint16_t)source};
        const bool may = spu.config.have_fds && load && sample.data_source_valid;
        struct spu_feed feed;
        spu.regs.pmsdsfr = SPU_BIT(source % 64);
        (void)SPECollectRecord(&spu, 0, 0, type, &sample, &feed);
        assert_int_equal(feed.ds, may);
        spu.regs.pmsdsfr = ~spu.regs.pmsdsfr;
        (void)SPECollectRecord(&spu, 0, 0, type, &sample, &feed);
        assert_false(feed.ds);
      }
    }
  }
}

// B1, E1, E2, D24.7.11, D24.7.17: where operations that do not retire are never recorded event 1 cannot be
// filtered on: its bit is RAZ/WI and rejects nothing. Bit 0 is so always.
static void event_1_is_not_filtered_where_all_records_have_it(void **state)
{
  (void)state;
  for (int row = 0; row < 4; row++) {
    struct spu_config config = bench_named("v8.7");
    config.squashed_recorded = (row & 1) != 0;
    const bool inverted = (row & 2) != 0;
    const uint16_t filter = inverted ? SPU_PMSNEVFR_EL1 : SPU_PMSEVFR_EL1;
    struct bench bench;
    bench_open(&bench, &config);
    bench_enable(&bench);
    bench_msr(&bench, filter, 3);
    assert_int_equal(bench_peek(&bench, filter), config.squashed_recorded ? 2 : 0);
    bench_msr(&bench, filter, ~UINT64_C(0));
    assert_int_equal(bench_peek(&bench, filter) & 3, config.squashed_recorded ? 2 : 0);
    bench_msr(&bench, filter, 2 | SPU_BIT(5));
    bench_msr(&bench, SPU_PMSFCR_EL1, inverted ? SPU_PMSFCR_EL1_FnE : SPU_PMSFCR_EL1_FE);
    // Retired, with event 5 where that is wanted: only the inverted filter on event 1 rejects it.
    const struct spu_op op = {.events = inverted ? 0 : SPU_BIT(5)};
    assert_int_equal(bench_finish(&bench, bench_mark(&bench, 0), &op),
                     !inverted || !config.squashed_recorded);
    bench_close(&bench);
  }
}

// E1: which bits of PMSEVFR_EL1 exist, by version and choice.
static void event_filter_has_the_bits_of_its_version(void **state)
{
  (void)state;
  struct spu_config config = bench_base();
  assert_int_equal(spu_config_events_filter(&config), 0xAA);
  config.optional_filter = 0x714;
  assert_int_equal(spu_config_events_filter(&config), 0x7BE);
  config.spe_version = 1;
  config.have_sve = true;
  config.impdef_events = UINT64_C(0xFFFF0000FF00F000);
  assert_int_equal(spu_config_events_filter(&config), UINT64_C(0xFFFF0000FF06FFBE));
  config.spe_version = 4;
  assert_int_equal(spu_config_events_filter(&config), UINT64_C(0xFFFF000000FEFFFE));
  config.squashed_recorded = false;
  assert_int_equal(spu_config_events_filter(&config), UINT64_C(0xFFFF000000FEFFFC));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(record_without_a_selected_event_is_rejected),
      cmocka_unit_test(record_with_an_inverted_event_is_rejected),
      cmocka_unit_test(type_passes_only_its_filters),
      cmocka_unit_test(latency_equal_to_minlat_is_kept),
      cmocka_unit_test(unselected_data_source_rejects_loads),
      cmocka_unit_test(record_must_pass_every_enabled_filter),
      cmocka_unit_test(empty_filter_follows_the_choice),
      cmocka_unit_test(event_in_both_filters_follows_the_choice),
      cmocka_unit_test(feed_events_follow_the_type),
      cmocka_unit_test(feed_events_do_not_depend_on_the_filter_enables),
      cmocka_unit_test(feed_ds_follows_the_selected_sources),
      cmocka_unit_test(event_1_is_not_filtered_where_all_records_have_it),
      cmocka_unit_test(event_filter_has_the_bits_of_its_version),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
