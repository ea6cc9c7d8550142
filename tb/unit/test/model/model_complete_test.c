// SPDX-License-Identifier: Apache-2.0
//
// Sample (C, D): an operation that completes before it finishes (Arm ARM D18.2, D17.6.7).
#include "unit/test/model/model_bench.h"

// A number of cycles after the mark with the same report, and the cycles of the alternate clock in each. The cycle of
// the mark has 3.
struct phase {
  uint32_t cycles;
  uint8_t clock;  // alternate clock cycles; with INACTIVE, the thread is not active
  struct spu_op op;
};
enum { INACTIVE = 4, EMPTY = 7 };

static struct spu_config completing(void)
{
  return CHANGED(bench_base(), config.have_pbt = true, config.max_size = 7, config.squashed_recorded = true);
}

// `inactive`: the thread is inactive in the cycle of the mark.
static const struct spu_sample *run(struct spu_config config, bool inactive, const struct phase *phases,
                                    size_t count)
{
  bench_open_enabled(config);
  b.in.alt_clock = 3;
  b.in.dispatch_empty = EMPTY;
  b.in.thread_inactive = inactive;
  assert_int_equal(bench_mark(0x400000), 0);
  for (size_t i = 0; i < count; i++) {
    for (uint32_t cycle = 0; cycle < phases[i].cycles; cycle++) {
      b.in.alt_clock = phases[i].clock & 3U;
      b.in.thread_inactive = (phases[i].clock & INACTIVE) != 0;
      b.in.op[0] = phases[i].op;
      bench_clean();
    }
  }
  return &b.spu->sample[0];
}

#define RUN(config, phases) run(config, false, phases, COUNT(phases))

struct latency_row {
  struct phase phases[7];
  uint32_t counter[SPEMaxCounters];  // by SPECounterPos…
  uint32_t valid;
};

static void expect_latencies(struct spu_config config, bool inactive, const struct latency_row *rows,
                             size_t count)
{
  for (size_t i = 0; i < count; i++) {
    const struct spu_sample *sample = run(config, inactive, rows[i].phases, COUNT(rows[i].phases));
    assert_memory_equal(sample->counter, rows[i].counter, sizeof rows[i].counter);
    assert_int_equal(sample->counter_valid, rows[i].valid);
  }
}

// D3, D18.2.3: total and translation latency end when the operation completes, as does issue latency if it has not
// issued by then; completing in the cycle of the finish equals never reporting completion.
TEST(latencies_end_at_completion)
{
  static const struct latency_row rows[] = {
      {{{2, 0, {.xlate_busy = true}},
        {1, 0, {.xlate_busy = true, .completed = true, .va_valid = true, .kind = SPU_KIND_LDST_GENERAL}},
        {5, 0, {.xlate_busy = true, .issued = true, .completed = true}},
        {1, 0, {.xlate_busy = true, .finished = true}}},
       {3, 3, 3},
       7},
      {{{1, 0, {.issued = true}},
        {3, 0, {0}},
        {1, 0, {.issued = true, .completed = true}},
        {4, 0, {0}},
        {1, 0, {.finished = true}}},
       {5, 1},
       3},
      {{{4, 0, {0}}, {1, 0, {.finished = true}}}, {5, 5}, 3},
      {{{4, 0, {0}}, {1, 0, {.completed = true, .finished = true}}}, {5, 5}, 3},
  };
  expect_latencies(completing(), false, rows, COUNT(rows));
}

// D3, D18.2.3: the alternate clock issue latency counts that clock's cycles over the same time as issue latency: from
// the cycle after the mark to that of `issued`, or to completion.
TEST(alternate_latency_counts_until_issue)
{
  static const struct latency_row rows[] = {
      {{{1, 1, {0}},
        {1, 2, {0}},
        {1, 0, {0}},
        {1, 2, {.issued = true}},
        {1, 3, {.issued = true}},
        {1, 3, {.completed = true, .alt_clock = true}},
        {1, 3, {.finished = true}}},
       {6, 4, 0, 0, 5},
       0x13},
      {{{1, 1, {0}},
        {1, 0, {0}},
        {1, 3, {.completed = true, .alt_clock = true}},
        {1, 3, {.issued = true}},
        {1, 3, {.finished = true}}},
       {3, 3, 0, 0, 4},
       0x13},
      {{{1, 2, {.issued = true, .finished = true, .alt_clock = true}}}, {1, 1, 0, 0, 2}, 0x13},
  };
  expect_latencies(bench_named("v9.6"), false, rows, COUNT(rows));
}

// C7, D17.1.2 RJMMZP: an inactive cycle of the thread counts in no latency, but reports in it are valid. An inactive
// cycle at the mark has no effect.
TEST(inactive_cycle_is_in_no_latency)
{
  static const struct latency_row rows[] = {
      // issued and completed in inactive cycles
      {{{1, 1, {.xlate_busy = true}},
        {1, INACTIVE | 2, {.xlate_busy = true}},
        {1, INACTIVE | 3, {.issued = true}},
        {1, 1, {.xlate_busy = true}},
        {1, INACTIVE | 2, {.xlate_busy = true, .completed = true, .alt_clock = true}},
        {1, INACTIVE | 1, {.finished = true}}},
       {2, 1, 2, 0, 1},
       0x13},
      // in active cycles, each after an inactive one
      {{{1, INACTIVE | 3, {0}},
        {1, 2, {.issued = true}},
        {1, INACTIVE | 1, {.xlate_busy = true}},
        {1, 1, {.xlate_busy = true, .completed = true, .alt_clock = true}},
        {1, INACTIVE | 1, {0}},
        {1, 1, {.finished = true}}},
       {2, 1, 1, 0, 2},
       0x13},
      // never issued, and inactive throughout
      {{{1, INACTIVE | 1, {.xlate_busy = true}},
        {3, INACTIVE | 1, {0}},
        {1, INACTIVE | 1, {.completed = true, .alt_clock = true}},
        {1, 1, {.finished = true}}},
       {0},
       0x13},
  };
  expect_latencies(bench_named("v9.6"), false, rows, COUNT(rows));
  expect_latencies(bench_named("v9.6"), true, rows, COUNT(rows));
}

// V1, V3, C7: exposed latency counts active cycles with `oldest` high after the mark, up to the first cycle after the
// finish in which it is low, and what the dispatch counted. Nothing else is read after the finish.
TEST(exposed_latency_counts_until_the_pe_waits_no_longer)
{
  static const struct latency_row rows[] = {
      {{{1, 0, {0}},
        {2, 0, {.oldest = true}},
        {1, 0, {.issued = true}},
        {1, 0, {.oldest = true, .xlate_busy = true, .completed = true}},
        {1, 0, {.oldest = true, .finished = true}},
        {3, 1, {.oldest = true, .issued = true, .xlate_busy = true, .completed = true, .finished = true}},
        {1, 0, {0}}},
       {5, 4, 1, 0, 0, 0, EMPTY + 7},
       0x43},
      {{{1, 0, {.finished = true}}, {2, 0, {0}}, {1, 0, {.oldest = true}}}, {1, 1, 0, 0, 0, 0, EMPTY}, 0x43},
      {{{2, INACTIVE, {.oldest = true}},
        {1, 0, {.oldest = true, .finished = true}},
        {1, INACTIVE, {.oldest = true}},
        {1, 0, {.oldest = true}},
        {1, INACTIVE, {0}},
        {1, 0, {.oldest = true}}},
       {1, 1, 0, 0, 0, 0, EMPTY + 2},
       0x43},
      {{{1, 2, {.finished = true, .alt_clock = true, .how = SPU_OP_SQUASHED}}, {1, 0, {.oldest = true}}},
       {1, 1, 0, 0, 2, 0, EMPTY + 1},
       0x51},
  };
  expect_latencies(CHANGED(bench_named("v9.6"), config.exposed_latency = true), false, rows, COUNT(rows));
}

// V2: without ExposedLatency nothing is counted, and the sample waits for nothing.
TEST(exposed_latency_is_not_there_unless_configured)
{
  static const struct phase phases[] = {{2, 0, {.oldest = true}}, {1, 0, {.oldest = true, .finished = true}}};
  assert_int_equal(RUN(completing(), phases)->counter_valid, 3);
  b.in.op[0].oldest = true;
  bench_decide(0);
  assert_true(b.vif.decide_keep);
}

// V3: `dispatch_empty` belongs to the lowest valid slot, whichever is sampled.
TEST(empty_cycles_belong_to_the_lowest_slot)
{
  static const struct {
    uint8_t slots;
    uint8_t interval;
    uint8_t exposed;
  } rows[] = {{0xF, 1, EMPTY}, {0xF, 2, 0}, {0xC, 1, EMPTY}, {0xA, 2, 0}, {0x8, 1, EMPTY}};
  for (size_t i = 0; i < COUNT(rows); i++) {
    bench_open_enabled(CHANGED(completing(), config.exposed_latency = true, config.dispatch_width = 4));
    b.in.dispatch_empty = EMPTY;
    b.spu->regs.pmsicr = rows[i].interval;
    bench_dispatch(rows[i].slots);
    assert_true(b.out.mark_valid);
    assert_int_equal(b.spu->sample[0].counter[SPECounterPosExposedLatency], rows[i].exposed);
  }
}

// V3, C6, H1: a sample is not decided while the PE may still wait for its operation, and a PSB CSYNC waits for it;
// other samples are decided.
TEST(sample_is_not_decided_while_the_pe_waits)
{
  bench_open_enabled(CHANGED(completing(), config.exposed_latency = true, config.in_flight = 2));
  const uint8_t tag = bench_mark(0x400000);
  const uint8_t other = bench_mark(0x400004);
  b.in.op[tag].oldest = true;
  b.in.op[other].finished = true;
  bench_end(tag);
  b.in.op[tag].oldest = true;
  psb_is_too_early();
  for (int oldest = 1; oldest >= 0; oldest--) {  // until after the first cycle with `oldest` low
    b.in.op[tag].oldest = oldest != 0;
    b.seen.decide_tag = tag;
    VIOLATES(decide_valid, "SPEPostExecution");
  }
  bench_decide(other);
  bench_decide(tag);
  assert_true(b.vif.decide_keep);
}

// D3: whether an operation has an alternate clock issue latency is read when it completes, regardless of its fate. It
// needs FEAT_SPE_ALTCLK.
TEST(alternate_latency_is_there_as_reported_at_completion)
{
  for (uint32_t row = 0; row < 4 * 3 * 2; row++) {
    static const uint32_t clocks[] = {0, 1, 15, 15};
    struct spu_config config = bench_named("v9.6");
    config.alt_clock = clocks[row & 3U];
    config.squashed_recorded = true;
    const bool reported = row % 8 >= 4;
    const uint8_t how = (uint8_t)(row / 8);
    const struct phase phases[] = {
        {1, 1, {.alt_clock = !reported, .issued = true}},
        {1, 1, {.alt_clock = reported, .completed = true}},
        {1, 1, {.alt_clock = !reported, .finished = true, .how = how}},
    };
    assert_int_equal(RUN(config, phases)->counter_valid, reported && config.alt_clock != 0 ? 0x13 : 0x03);
  }
  // Squashed before it was issued: no Issue latency packet.
  static const struct phase squashed[] = {
      {1, 1, {0}}, {1, 1, {.alt_clock = true, .finished = true, .how = SPU_OP_SQUASHED}}};
  assert_int_equal(RUN(bench_named("v9.6"), squashed)->counter_valid, 0x11);
}

// D3-D6, D18.2.6 bits 0 and 1: the report is read when the operation completes, its fate and the previous branch when
// it finishes; the pins are ignored at other times.
TEST(report_is_read_at_completion_and_fate_at_finish)
{
  const struct spu_op done = {.completed = true,
                              .kind = SPU_KIND_LDST_GENERAL,
                              .how = SPU_OP_SQUASHED,
                              .va_valid = true,
                              .va = 0x1234,
                              .source_valid = true,
                              .source = 7,
                              .events = 1U << 4,
                              .previous_valid = true,
                              .previous = 0x5550};
  const struct spu_op other = {.finished = true,
                               .kind = SPU_KIND_BRANCH,
                               .how = SPU_OP_EXCEPTION,
                               .va_valid = true,
                               .va = 0x9999,
                               .target_valid = true,
                               .target = 0x8888,
                               .source_valid = true,
                               .source = 9,
                               .events = 1U << 5,
                               .previous_valid = true,
                               .previous_ns = true,
                               .previous_el = 1,
                               .previous = 0x7770};
  struct phase phases[] = {{1, 0, done}, {1, 0, other}};
  const struct spu_sample *sample = RUN(completing(), phases);
  assert_int_equal(sample->op_class, 1);
  assert_int_equal(sample->address[SPEAddrPosDataVirtual], 0x1234);
  assert_int_equal(sample->address[SPEAddrPosPrevBranchTarget], 0x7770 | UINT64_C(5) << 61);
  assert_int_equal(sample->address_valid >> SPEAddrPosBranchTarget & 1U, 0);
  assert_true(sample->data_source_valid);
  assert_int_equal(sample->data_source, 7);
  assert_int_equal(sample->events, 1U << 4 | 3);
  // Squashed after it completed: its address is not recorded.
  phases[1].op.how = SPU_OP_SQUASHED;
  sample = RUN(completing(), phases);
  assert_int_equal(sample->address_valid, 1U << SPEAddrPosPCVirtual);
  assert_false(sample->data_source_valid);
  assert_int_equal(sample->events, 1U << 4);
  assert_int_equal(sample->counter[SPECounterPosTotalLatency], 1);
}

// C6: the tag of a completed operation is neither free nor decided before the operation finishes.
TEST(completed_operation_keeps_its_tag)
{
  static const struct phase phases[] = {{3, 0, {.completed = true}}};
  (void)RUN(completing(), phases);
  VIOLATES(decide_valid, "SPEPostExecution");
  assert_int_equal(spu_get_counts(b.spu).in_flight, 1);
}
