// SPDX-License-Identifier: Apache-2.0
//
// Sample (C, D): an operation that completes before its fate is known (Arm ARM D18.2, D17.6.7).
#include "model_bench.h"

// What one cycle of an operation's report says, and for how many cycles.
struct phase {
  uint32_t clocks;
  struct spu_op op;
};

static const struct spu_sample *run(const struct phase *phases, size_t count)
{
  bench_open_enabled(
      CHANGED(bench_base(), config.have_pbt = true, config.max_size = 7, config.squashed_recorded = true));
  assert_int_equal(bench_mark(0x400000), 0);
  for (size_t i = 0; i < count; i++) {
    for (uint32_t clock = 0; clock < phases[i].clocks; clock++) {
      b.in.op[0] = phases[i].op;
      bench_clean();
    }
  }
  return &b.spu->sample[0];
}

#define RUN(phases) run(phases, COUNT(phases))

// D3: total and translation latency end as the operation completes, issue latency too if it has not been issued by
// then; an operation that completes in the cycle in which it finishes is like one that never reports completion.
TEST(latencies_end_at_completion)
{
  static const struct phase early[] = {
      {2, {.xlate_busy = true}},
      {1, {.xlate_busy = true, .completed = true, .va_valid = true, .kind = SPU_KIND_LDST_GENERAL}},
      {5, {.xlate_busy = true, .issued = true, .completed = true}},
      {1, {.xlate_busy = true, .finished = true}},
  };
  const struct spu_sample *sample = RUN(early);
  assert_int_equal(sample->counter[SPECounterPosTotalLatency], 3);
  assert_int_equal(sample->counter[SPECounterPosIssueLatency], 3);
  assert_int_equal(sample->counter[SPECounterPosTranslationLatency], 3);
  assert_int_equal(sample->counter_valid, 7);
  static const struct phase issued[] = {
      {1, {.issued = true}},   {3, {0}}, {1, {.issued = true, .completed = true}}, {4, {0}},
      {1, {.finished = true}},
  };
  sample = RUN(issued);
  assert_int_equal(sample->counter[SPECounterPosTotalLatency], 5);
  assert_int_equal(sample->counter[SPECounterPosIssueLatency], 1);
  for (uint8_t completed = 0; completed <= 1; completed++) {
    const struct phase together[] = {{4, {0}}, {1, {.completed = completed != 0, .finished = true}}};
    sample = RUN(together);
    assert_int_equal(sample->counter[SPECounterPosTotalLatency], 5);
    assert_int_equal(sample->counter[SPECounterPosIssueLatency], 5);
  }
}

// Marks an operation of a PE with an alternate clock, and runs it: what each of its cycles reports, and how many cycles
// of that clock begin in it. In the cycle of the mark 3 begin.
struct alternate {
  uint8_t clock;  // with INACTIVE: the thread is not active
  struct spu_op op;
};
enum { INACTIVE = 4 };

static const struct spu_sample *run_alternate(struct spu_config config, const struct alternate *cycles,
                                              size_t count)
{
  const bool inactive = b.in.thread_inactive;
  bench_open_enabled(config);
  b.in.alt_clock = 3;
  b.in.thread_inactive = inactive;
  assert_int_equal(bench_mark(0x400000), 0);
  for (size_t i = 0; i < count; i++) {
    b.in.alt_clock = cycles[i].clock & 3U;
    b.in.thread_inactive = (cycles[i].clock & INACTIVE) != 0;
    b.in.op[0] = cycles[i].op;
    bench_clean();
  }
  return &b.spu->sample[0];
}

#define RUN_ALTERNATE(config, cycles) run_alternate(config, cycles, COUNT(cycles))

// D3, D18.2.3: the alternate clock issue latency counts that clock's cycles where issue latency counts its own: from
// the cycle after the mark to that of `issued`, or to completion.
TEST(alternate_latency_counts_until_issue)
{
  const struct spu_config config = bench_named("v9.6");
  static const struct alternate issued[] = {
      {1, {0}},
      {2, {0}},
      {0, {0}},
      {2, {.issued = true}},
      {3, {.issued = true}},
      {3, {.completed = true, .alt_clock = true}},
      {3, {.finished = true}},
  };
  const struct spu_sample *sample = RUN_ALTERNATE(config, issued);
  assert_int_equal(sample->counter[SPECounterPosAltIssueLatency], 5);
  assert_int_equal(sample->counter[SPECounterPosIssueLatency], 4);
  assert_int_equal(sample->counter[SPECounterPosTotalLatency], 6);
  assert_int_equal(sample->counter_valid, 0x13);
  static const struct alternate never[] = {
      {1, {0}},
      {0, {0}},
      {3, {.completed = true, .alt_clock = true}},
      {3, {.issued = true}},
      {3, {.finished = true}},
  };
  sample = RUN_ALTERNATE(config, never);
  assert_int_equal(sample->counter[SPECounterPosAltIssueLatency], 4);
  assert_int_equal(sample->counter[SPECounterPosIssueLatency], 3);
  static const struct alternate together[] = {{2, {.issued = true, .finished = true, .alt_clock = true}}};
  sample = RUN_ALTERNATE(config, together);
  assert_int_equal(sample->counter[SPECounterPosAltIssueLatency], 2);
  assert_int_equal(sample->counter_valid, 0x13);
}

// C7, D17.1.2 RJMMZP: a cycle in which the thread is not active is in no latency, but what the operation reports in it
// holds; whether the cycle of the mark is active does not matter.
TEST(inactive_cycle_is_in_no_latency)
{
  static const struct {
    struct alternate cycles[6];
    uint32_t counter[5];  // by SPECounterPos…
  } rows[] = {
      // issued and completed in inactive cycles
      {{{1, {.xlate_busy = true}},
        {INACTIVE | 2, {.xlate_busy = true}},
        {INACTIVE | 3, {.issued = true}},
        {1, {.xlate_busy = true}},
        {INACTIVE | 2, {.xlate_busy = true, .completed = true, .alt_clock = true}},
        {INACTIVE | 1, {.finished = true}}},
       {2, 1, 2, 0, 1}},
      // in active ones, with an inactive one before each
      {{{INACTIVE | 3, {0}},
        {2, {.issued = true}},
        {INACTIVE | 1, {.xlate_busy = true}},
        {1, {.xlate_busy = true, .completed = true, .alt_clock = true}},
        {INACTIVE | 1, {0}},
        {1, {.finished = true}}},
       {2, 1, 1, 0, 2}},
      // never issued, and inactive throughout
      {{{INACTIVE | 1, {.xlate_busy = true}},
        {INACTIVE | 1, {0}},
        {INACTIVE | 1, {0}},
        {INACTIVE | 1, {0}},
        {INACTIVE | 1, {.completed = true, .alt_clock = true}},
        {1, {.finished = true}}},
       {0, 0, 0, 0, 0}},
  };
  const struct spu_config config = bench_named("v9.6");
  for (size_t i = 0; i < 2 * COUNT(rows); i++) {
    b.in.thread_inactive = i % 2 != 0;  // in the cycle of the mark
    const struct spu_sample *sample = RUN_ALTERNATE(config, rows[i / 2].cycles);
    assert_memory_equal(sample->counter, rows[i / 2].counter, sizeof rows[0].counter);
    assert_int_equal(sample->counter_valid, 0x13);
  }
}

// D3: whether there is an alternate clock issue latency is read as the operation completes, however it ends, and needs
// FEAT_SPE_ALTCLK.
TEST(alternate_latency_is_there_as_reported_at_completion)
{
  for (uint32_t row = 0; row < 4 * 3 * 2; row++) {
    static const uint32_t clocks[] = {0, 1, 15, 15};
    struct spu_config config = bench_named("v9.6");
    config.alt_clock = clocks[row & 3U];
    config.squashed_recorded = true;
    const bool reported = row % 8 >= 4;
    const uint8_t how = (uint8_t)(row / 8);
    const struct alternate cycles[] = {
        {1, {.alt_clock = !reported, .issued = true}},
        {1, {.alt_clock = reported, .completed = true}},
        {1, {.alt_clock = !reported, .finished = true, .how = how}},
    };
    const struct spu_sample *sample = RUN_ALTERNATE(config, cycles);
    assert_int_equal(sample->counter_valid, reported && config.alt_clock != 0 ? 0x13 : 0x03);
  }
  // Squashed before it was issued: no Issue latency packet.
  const struct spu_config config = bench_named("v9.6");
  static const struct alternate squashed[] = {
      {1, {0}}, {1, {.alt_clock = true, .finished = true, .how = SPU_OP_SQUASHED}}};
  assert_int_equal(RUN_ALTERNATE(config, squashed)->counter_valid, 0x11);
}

// D3, D4, D5, D6: what the operation did is read as it completes, how it ended and which branch retired before it as it
// finishes; what the pins say at another time is nothing.
TEST(report_is_read_at_completion_and_fate_at_finish)
{
  static const struct spu_op done = {.completed = true,
                                     .kind = SPU_KIND_LDST_GENERAL,
                                     .how = SPU_OP_SQUASHED,
                                     .va_valid = true,
                                     .va = 0x1234,
                                     .source_valid = true,
                                     .source = 7,
                                     .events = 1U << 4,
                                     .previous_valid = true,
                                     .previous = 0x5550};
  static const struct spu_op other = {.finished = true,
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
  const struct phase phases[] = {{1, done}, {3, other}};
  struct phase kept[2];
  memcpy(kept, phases, sizeof kept);
  kept[1].clocks = 1;
  const struct spu_sample *sample = RUN(kept);
  assert_int_equal(sample->op_class, 1);
  assert_int_equal(sample->address[SPEAddrPosDataVirtual], 0x1234);
  assert_int_equal(sample->address[SPEAddrPosPrevBranchTarget], 0x7770 | UINT64_C(5) << 61);
  assert_int_equal(sample->address_valid >> SPEAddrPosBranchTarget & 1U, 0);
  assert_true(sample->data_source_valid);
  assert_int_equal(sample->data_source, 7);
  assert_int_equal(sample->events, 1U << 4 | 3);
  // Squashed after it had completed: its address is nothing to show.
  kept[1].op.how = SPU_OP_SQUASHED;
  sample = RUN(kept);
  assert_int_equal(sample->address_valid, 1U << SPEAddrPosPCVirtual);
  assert_false(sample->data_source_valid);
  assert_int_equal(sample->events, 1U << 4);
  assert_int_equal(sample->counter[SPECounterPosTotalLatency], 1);
}

// C6: a tag whose operation has completed is not free, nor decided, before it finishes.
TEST(completed_operation_keeps_its_tag)
{
  static const struct phase phases[] = {{3, {.completed = true}}};
  (void)RUN(phases);
  VIOLATES(verdict_valid, "SPEPostExecution");
  assert_int_equal(spu_get_counts(b.spu).in_flight, 1);
}
