// SPDX-License-Identifier: Apache-2.0
//
// Sample (C, D): an operation that completes before its fate is known (Arm ARM D18.2, D17.6.7).
#include "model_bench.h"

// What one cycle of an operation's report says, and for how many cycles.
struct phase {
  uint32_t clocks;
  struct spu_op op;
};

static const struct spu_sample *run(struct bench *bench, const struct phase *phases, size_t count)
{
  bench_close(bench);
  struct spu_config config = bench_base();
  config.have_pbt = true;
  config.max_size = 7;
  config.squashed_recorded = true;
  bench_open(bench, &config);
  bench_enable(bench);
  assert_int_equal(bench_mark(bench, 0x400000), 0);
  for (size_t i = 0; i < count; i++) {
    for (uint32_t clock = 0; clock < phases[i].clocks; clock++) {
      bench->in.op[0] = phases[i].op;
      bench_clean(bench);
    }
  }
  return &bench->spu->sample[0];
}

#define RUN(bench, phases) run(bench, phases, sizeof(phases) / sizeof(phases)[0])

// D3: total and translation latency end as the operation completes, issue latency too if it has not been issued by then;
// an operation that completes in the cycle in which it finishes is like one that never reports completion.
static void latencies_end_at_completion(void **state)
{
  (void)state;
  struct bench bench = {0};
  static const struct phase early[] = {
      {2, {.xlate_busy = true}},
      {1, {.xlate_busy = true, .completed = true, .va_valid = true, .kind = SPU_KIND_LDST_GENERAL}},
      {5, {.xlate_busy = true, .issued = true, .completed = true}},
      {1, {.xlate_busy = true, .finished = true}},
  };
  const struct spu_sample *sample = RUN(&bench, early);
  assert_int_equal(sample->counter[SPECounterPosTotalLatency], 3);
  assert_int_equal(sample->counter[SPECounterPosIssueLatency], 3);
  assert_int_equal(sample->counter[SPECounterPosTranslationLatency], 3);
  assert_int_equal(sample->counter_valid, 7);
  static const struct phase issued[] = {
      {1, {.issued = true}},   {3, {0}}, {1, {.issued = true, .completed = true}}, {4, {0}},
      {1, {.finished = true}},
  };
  sample = RUN(&bench, issued);
  assert_int_equal(sample->counter[SPECounterPosTotalLatency], 5);
  assert_int_equal(sample->counter[SPECounterPosIssueLatency], 1);
  for (uint8_t completed = 0; completed <= 1; completed++) {
    const struct phase together[] = {{4, {0}}, {1, {.completed = completed != 0, .finished = true}}};
    sample = RUN(&bench, together);
    assert_int_equal(sample->counter[SPECounterPosTotalLatency], 5);
    assert_int_equal(sample->counter[SPECounterPosIssueLatency], 5);
  }
  bench_close(&bench);
}

// D3, D4, D5, D6: what the operation did is read as it completes, how it ended and which branch retired before it as it
// finishes; what the pins say at another time is nothing.
static void report_is_read_at_completion_and_fate_at_finish(void **state)
{
  (void)state;
  struct bench bench = {0};
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
  const struct spu_sample *sample = RUN(&bench, kept);
  assert_int_equal(sample->op_class, 1);
  assert_int_equal(sample->address[SPEAddrPosDataVirtual], 0x1234);
  assert_int_equal(sample->address[SPEAddrPosPrevBranchTarget], 0x7770 | UINT64_C(5) << 61);
  assert_int_equal(sample->address_valid >> SPEAddrPosBranchTarget & 1U, 0);
  assert_true(sample->data_source_valid);
  assert_int_equal(sample->data_source, 7);
  assert_int_equal(sample->events, 1U << 4 | 3);
  // Squashed after it had completed: its address is nothing to show.
  kept[1].op.how = SPU_OP_SQUASHED;
  sample = RUN(&bench, kept);
  assert_int_equal(sample->address_valid, 1U << SPEAddrPosPCVirtual);
  assert_false(sample->data_source_valid);
  assert_int_equal(sample->events, 1U << 4);
  assert_int_equal(sample->counter[SPECounterPosTotalLatency], 1);
  bench_close(&bench);
}

// C6: a tag whose operation has completed is not free, nor decided, before it finishes.
static void completed_operation_keeps_its_tag(void **state)
{
  (void)state;
  struct bench bench = {0};
  static const struct phase phases[] = {{3, {.completed = true}}};
  (void)RUN(&bench, phases);
  bench.seen.verdict_valid = true;
  bench_violates(&bench, "SPEPostExecution");
  assert_int_equal(spu_get_counts(bench.spu).in_flight, 1);
  bench_close(&bench);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(latencies_end_at_completion),
      cmocka_unit_test(report_is_read_at_completion_and_fate_at_finish),
      cmocka_unit_test(completed_operation_keeps_its_tag),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
