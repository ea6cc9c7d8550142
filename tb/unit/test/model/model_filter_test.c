// SPDX-License-Identifier: Apache-2.0
//
// Block E: the filters.
#include "unit/test/model/model_bench.h"

static bool collect(const struct spu *spu, uint64_t events, uint32_t latency, enum OpType type)
{
  const struct spu_sample sample = {0};
  struct spu_feed feed;
  return SPECollectRecord(spu, events, latency, type, &sample, &feed);
}

// Fields of PMSFCR_EL1: TYPE[20:16] and TYPEm[52:48], each {SIMD, FP, ST, LD, B}.
enum { B = 1, LD = 2, ST = 4, FP = 8, SIMD = 16, TYPES = 32 };

static uint64_t type_filter(uint32_t ctrl, uint32_t mask)
{
  return SPU_PMSFCR_EL1_FT | (uint64_t)ctrl << 16 | (uint64_t)mask << 48;
}

// Every combination of types that an operation can have.
static const struct {
  enum OpType type;
  uint32_t flags;
} op_types[] = {{OpType_Other, 0},           {OpType_Branch, B},           {OpType_Load, LD},
                {OpType_Store, ST},          {OpType_LoadAtomic, LD | ST}, {OpType_BranchLoad, B | LD},
                {OpType_BranchStore, B | ST}};
enum { OP_TYPES = COUNT(op_types) };

// E1: a record needs every event in PMSEVFR_EL1.
TEST(record_without_a_selected_event_is_rejected)
{
  struct spu spu = {.config = bench_base()};
  spu.regs.pmsfcr = SPU_PMSFCR_EL1_FE;
  spu.regs.pmsevfr = 0x28;
  assert_true(collect(&spu, 0x2A, 0, OpType_Other));
  assert_false(collect(&spu, 0x0A, 0, OpType_Other));
  assert_false(collect(&spu, 0x22, 0, OpType_Other));
  spu.regs.pmsfcr = 0;
  assert_true(collect(&spu, 0, 0, OpType_Other));
}

// E2: an event in PMSNEVFR_EL1 rejects a record.
TEST(record_with_an_inverted_event_is_rejected)
{
  struct spu spu = {.config = bench_base()};
  spu.regs.pmsfcr = SPU_PMSFCR_EL1_FnE;
  spu.regs.pmsnevfr = 0x88;
  assert_true(collect(&spu, 0x02, 0, OpType_Branch));
  assert_false(collect(&spu, 0x82, 0, OpType_Branch));
}

// E3, IBWNKX, DDSNMB, IZWMZT: which types pass, for every combination of B, LD and ST.
TEST(type_passes_only_its_filters)
{
  struct spu spu = {.config = bench_base()};
  for (uint32_t types = 1; types < 8; types++) {
    spu.regs.pmsfcr = type_filter(types, 0);
    for (size_t i = 0; i < OP_TYPES; i++) {
      assert_int_equal(collect(&spu, 0, 0, op_types[i].type), (op_types[i].flags & types) != 0);
    }
  }
}

// Whether an operation of these types is kept.
static bool collect_types(const struct spu *spu, uint32_t flags, struct spu_feed *feed)
{
  const struct spu_sample sample = {.simd = (flags & SIMD) != 0, .fp = (flags & FP) != 0};
  for (size_t i = 0; i < OP_TYPES; i++) {
    if (op_types[i].flags == (flags & (B | LD | ST))) {
      return SPECollectRecord(spu, 0, 0, op_types[i].type, &sample, feed);
    }
  }
  fail_msg("no operation has the types 0x%x", flags);
  return false;
}

// E3, C4, D17.5.1 RYGCFK, D14.3: every filter and every operation, type by type. Of the masked types, the operation
// must have exactly the selected ones; of the others, any selected one suffices, or none is selected. SAMPLE_FEED_OP
// needs a control bit but not FT; SAMPLE_FEED_FP and SAMPLE_FEED_SIMD count the types.
TEST(extended_type_filter_follows_its_rule)
{
  struct spu spu = {.config = bench_base()};
  spu.config.have_eft = true;
  spu.config.no_types_reject = true;  // no effect with FEAT_SPE_EFT
  for (uint32_t row = 0; row < TYPES * TYPES * OP_TYPES * 4; row++) {
    const uint32_t ctrl = row % TYPES;
    const uint32_t mask = row / TYPES % TYPES;
    const uint32_t vectors = row / TYPES / TYPES / OP_TYPES << 3;
    const uint32_t flags = op_types[row / TYPES / TYPES % OP_TYPES].flags | vectors;
    bool exact = true;
    bool wanted = false;
    bool found = false;
    for (uint32_t type = 1; type < TYPES; type <<= 1) {
      const bool selected = (ctrl & type) != 0;
      const bool is = (flags & type) != 0;
      if ((mask & type) != 0) {
        exact = exact && is == selected;
      } else {
        wanted = wanted || selected;
        found = found || (selected && is);
      }
    }
    const bool pass = exact && (found || !wanted);
    struct spu_feed feed;
    spu.regs.pmsfcr = type_filter(ctrl, mask);
    if (collect_types(&spu, flags, &feed) != pass) {
      fail_msg("types 0x%x, masks 0x%x, operation 0x%x: %s", ctrl, mask, flags, pass ? "rejected" : "kept");
    }
    assert_int_equal(feed.op, pass && (ctrl != 0 || mask != 0));
    assert_int_equal(feed.fp, (flags & FP) != 0);
    assert_int_equal(feed.simd, (flags & SIMD) != 0);
    spu.regs.pmsfcr &= ~SPU_PMSFCR_EL1_FT;
    assert_true(collect_types(&spu, flags, &feed));
    assert_int_equal(feed.op, pass && (ctrl != 0 || mask != 0));
  }
}

// E3, U1, D17.5.1: without FEAT_SPE_EFT, SIMD, FP and TYPEm have no effect: a filter with only these selects nothing,
// and the choice decides.
TEST(new_type_controls_need_eft)
{
  for (uint32_t row = 0; row < TYPES * 4; row++) {
    const uint32_t mask = row % TYPES;
    struct spu spu = {.config = bench_base()};
    struct spu_feed feed;
    spu.config.no_types_reject = (row & 32U) != 0;
    spu.regs.pmsfcr = type_filter((row & 64U) != 0 ? SIMD | FP : 0, mask);
    assert_int_equal(collect_types(&spu, LD, &feed), !spu.config.no_types_reject);
    assert_false(feed.op);
    spu.regs.pmsfcr |= SPU_PMSFCR_EL1_LD;
    assert_true(collect_types(&spu, LD | ST, &feed));
    assert_true(feed.op);
    assert_false(collect_types(&spu, ST, &feed));
    assert_false(feed.op);
  }
}

// E3: the filter sees an operation with the types of its kind.
TEST(type_filter_sees_the_reported_types)
{
  static const struct {
    struct spu_op op;
    bool simd, fp;
  } rows[] = {{{.kind = SPU_KIND_SME}, true, false},
              {{.kind = SPU_KIND_SVE, .fp = true}, true, true},
              {{.kind = SPU_KIND_LDST_SVE, .fp = true}, true, false},
              {{.kind = SPU_KIND_LDST_SIMD_FP, .fp = true}, false, true},
              {{.kind = SPU_KIND_OTHER, .simd = true}, true, false},
              {{.kind = SPU_KIND_LDST_GENERAL, .simd = true, .fp = true}, false, false},
              {{.kind = SPU_KIND_BRANCH, .simd = true, .fp = true, .how = SPU_OP_EXCEPTION}, false, false}};
  bench_open_enabled(bench_named("v9.6"));
  bench_msr(SPU_PMBLIMITR_EL1, DISCARD_MODE | 1);
  for (size_t i = 0; i < COUNT(rows); i++) {
    bench_msr(SPU_PMSFCR_EL1, type_filter(SIMD, SIMD));
    assert_int_equal(bench_sample(rows[i].op), rows[i].simd);
    bench_msr(SPU_PMSFCR_EL1, type_filter(FP, 0));
    assert_int_equal(bench_sample(rows[i].op), rows[i].fp);
  }
}

// E4, D17.5.3: a latency equal to MINLAT is kept, a smaller one is not.
TEST(latency_equal_to_minlat_is_kept)
{
  struct spu spu = {.config = bench_base()};
  spu.regs.pmsfcr = SPU_PMSFCR_EL1_FL;
  spu.regs.pmslatfr = 100;
  assert_false(collect(&spu, 0, 99, OpType_Load));
  assert_true(collect(&spu, 0, 100, OpType_Load));
  assert_true(collect(&spu, 0, 101, OpType_Load));
}

// E5, D17.5.4: an unselected data source rejects loads that have one, and nothing else.
TEST(unselected_data_source_rejects_loads)
{
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

// E6, D17.5: enabled filters combine as a logical AND.
TEST(record_must_pass_every_enabled_filter)
{
  struct spu spu = {.config = bench_base()};
  spu.regs.pmsfcr = SPU_PMSFCR_EL1_FE | SPU_PMSFCR_EL1_FT | SPU_PMSFCR_EL1_FL | SPU_PMSFCR_EL1_LD;
  spu.regs.pmsevfr = 0x20;
  spu.regs.pmslatfr = 10;
  assert_true(collect(&spu, 0x20, 10, OpType_Load));
  assert_false(collect(&spu, 0x00, 10, OpType_Load));
  assert_false(collect(&spu, 0x20, 9, OpType_Load));
  assert_false(collect(&spu, 0x20, 10, OpType_Store));
}

// U1, ILVCZH: an enabled filter that selects nothing, for both permitted choices.
TEST(empty_filter_follows_the_choice)
{
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

// U1: an event in both filters overrides both; otherwise the filters decide.
TEST(event_in_both_filters_follows_the_choice)
{
  for (int reject = 0; reject <= 1; reject++) {
    struct spu spu = {.config = bench_base()};
    spu.config.both_events_reject = reject != 0;
    spu.config.zero_events_reject = reject == 0;  // no effect here
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

// C4: SAMPLE_FEED_BR, LD and ST count by type, OP by the selected types; the filters need not be enabled.
TEST(feed_events_follow_the_type)
{
  for (uint32_t row = 0; row < OP_TYPES * 8 * 32; row++) {
    const uint32_t types = row / OP_TYPES % 8;
    const uint32_t flags = op_types[row % OP_TYPES].flags;
    struct spu spu = {.config = bench_base()};
    spu.regs.pmsfcr = (uint64_t)types << 16 | row / OP_TYPES / 8;  // every filter on and off
    const struct spu_feed feed = feed_of(&spu, 0, 0, op_types[row % OP_TYPES].type);
    assert_int_equal(feed.br, (flags & B) != 0);
    assert_int_equal(feed.ld, (flags & LD) != 0);
    assert_int_equal(feed.st, (flags & ST) != 0);
    assert_int_equal(feed.op, (flags & types) != 0);
  }
}

// C4: SAMPLE_FEED_EVENT and SAMPLE_FEED_LAT do not depend on the enables; zero registers select everything.
TEST(feed_events_do_not_depend_on_the_filter_enables)
{
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

// C4, D14.3: SAMPLE_FEED_DS counts loads with a selected data source, by its bits 5:0, for either PMSFCR_EL1.FDS; it
// needs FEAT_SPE_FDS.
TEST(feed_ds_follows_the_selected_sources)
{
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

// B1, E1, E2, D24.7.11, D24.7.17: if squashed operations are never recorded, event 1 cannot be filtered: its bit is
// RAZ/WI and rejects nothing. Bit 0 always is RAZ/WI.
TEST(event_1_is_not_filtered_where_all_records_have_it)
{
  for (int row = 0; row < 4; row++) {
    struct spu_config config = bench_named("v8.7");
    bool inverted;
    SET_BITS((uint32_t)row, &config.squashed_recorded, &inverted);
    const uint16_t filter = inverted ? SPU_PMSNEVFR_EL1 : SPU_PMSEVFR_EL1;
    bench_open_enabled(config);
    bench_msr(filter, 3);
    assert_int_equal(bench_peek(filter), config.squashed_recorded ? 2 : 0);
    bench_msr(filter, ~UINT64_C(0));
    assert_int_equal(bench_peek(filter) & 3, config.squashed_recorded ? 2 : 0);
    bench_msr(filter, 2 | SPU_BIT(5));
    bench_msr(SPU_PMSFCR_EL1, inverted ? SPU_PMSFCR_EL1_FnE : SPU_PMSFCR_EL1_FE);
    // Retired, with event 5 if selected: only the inverted filter on event 1 rejects it.
    const struct spu_op op = {.events = inverted ? 0 : SPU_BIT(5)};
    assert_int_equal(bench_sample(op), !inverted || !config.squashed_recorded);
  }
}

// E1, E2, D18.2.6: with FEAT_SPE_SME, events 24 (Streaming SVE mode) and 25 (SMCU) can be filtered, even if they are
// not among the IMPLEMENTATION DEFINED events.
TEST(streaming_events_are_filtered)
{
  for (uint32_t row = 0; row < 8; row++) {
    const uint64_t event = SPU_BIT((row & 1U) != 0 ? 25 : 24);
    const bool happened = (row & 2U) != 0;
    const bool sme = (row & 4U) != 0;
    bench_open_enabled(CHANGED(bench_named("v9.6"), config.alt_clock = 0,
                               config.have_sme = config.have_spe_sme = config.have_pmu_sme = sme));
    bench_msr(SPU_PMSEVFR_EL1, event | SPU_BIT(3));
    bench_msr(SPU_PMSFCR_EL1, SPU_PMSFCR_EL1_FE);
    const struct spu_op op = {.events = SPU_BIT(3) | (happened ? event : 0)};
    assert_int_equal(bench_sample(op), !sme || happened);
    assert_int_equal(b.spu->sample[0].events, 2 | SPU_BIT(3) | (sme && happened ? event : 0));
    bench_msr(SPU_PMSNEVFR_EL1, event | SPU_BIT(5));
    bench_msr(SPU_PMSFCR_EL1, SPU_PMSFCR_EL1_FnE);
    assert_int_equal(bench_sample(op), !sme || !happened);
  }
}
