// SPDX-License-Identifier: Apache-2.0
//
// The observer that decides samples by a core's own trace: what has to hold over a run, and what is told of it. No
// requirement: this decides runs of a real core.

// For fmemopen. <features.h> reads it, so it comes before every include.
#define _POSIX_C_SOURCE 200809L

#include "core_truth_bench.h"
#include "test/test.h"

#include <stdio.h>

TEST(sample_without_a_verdict_is_missed_at_the_end)
{
  for (int late = 0; late <= 1; late++) {
    struct bench *bench = open_truth(NULL);
    keep_nop(bench, 0);
    const struct spu_sample sample = nop_sample(0);
    commit(bench, &sample);
    step(bench);
    mark(bench, 0);
    execute_nop(bench, 1);
    execute_nop(bench, 2);
    const uint64_t bound = spu_config_bound(&bench->truth.options.config);
    for (uint64_t i = 0; i + 3 < bound + (uint64_t)late; i++) {
      step(bench);
    }
    assert_int_equal(bound, 192);
    expect_finish(bench, late != 0 ? "cycle 300: " NOP(
                                         4) "105, completed in 106, ended in 107: retired; verdict: there "
                                            "is none 193 cycles after its end"
                                   : NULL);
    assert_int_equal(bench->truth.counts.unfinished, late != 0 ? 0 : 1);
  }
}

TEST(sample_pop_counts_each_dispatched_operation)
{
  struct bench *bench = open_truth(NULL);
  execute_nop(bench, 0);
  bench->out.profiling_enabled = false;
  execute_nop(bench, 1);
  expect_none(bench);
  assert_int_equal(bench->truth.counts.population, 1);
  expect_finish(bench, "no record was decided by the core's trace");
  assert_int_equal(bench->truth.shares.executed, 1);
  assert_int_equal(bench->truth.trace.retired, 2);
  bench = open_truth(NULL);
  dispatch_nop(bench, 2);
  bench->out.sample_pop = 1;  // wrong: see step()
  step(bench);
  expect_contradiction(bench, "cycle 100: SAMPLE_POP: the trace says 1, the unit says 0");
  bench = open_truth(NULL);
  bench->out.sample_pop = 1;
  step(bench);
  expect_contradiction(bench, "cycle 100: SAMPLE_POP: the trace says 0, the unit says 1");
  assert_int_equal(bench->truth.counts.sample_pop, 1);
  (void)core_truth_finish(&bench->truth, &(struct tb_error){""});
  assert_int_equal(bench->truth.counts.contradictions, 2);  // of the sums
}

TEST(operation_flushed_at_its_dispatch_is_a_member_and_can_be_sampled)
{
  struct bench *bench = open_truth(NULL);
  mark(bench, 0);
  dispatch_nop(bench, 0);
  bench->events.dispatch_flushed = true;
  step(bench);
  verdict(bench, 0, false);
  step(bench);
  execute_nop(bench, 0);
  expect_finish(bench, "no record was decided by the core's trace");
  assert_int_equal(bench->truth.counts.population, 2);
  assert_int_equal(bench->truth.counts.not_kept, 1);
  assert_int_equal(bench->truth.shares.executed, 1);
  assert_int_equal(bench->truth.shares.samples, 0);
}

TEST(trace_that_contradicts_itself_decides_nothing_more)
{
  struct bench *bench = open_truth(NULL);
  bench->events.completed = 4;
  step(bench);
  static const char line[] =
      "cycle 100: the core's trace contradicts itself in cycle 100: a result of entry 2, which is "
      "empty";
  expect_contradiction(bench, line);
  mark(bench, 3);  // nor finds this
  step(bench);
  assert_int_equal(bench->truth.counts.contradictions, 1);
  expect_finish(bench, line);
}

TEST(reset_takes_the_samples)
{
  struct bench *bench = open_truth(NULL);
  keep_nop(bench, 0);
  mark(bench, 0);
  dispatch_nop(bench, 1);
  step(bench);
  bench->observer.reset(bench->observer.context, bench->cycle, NULL);
  mark(bench, 0);  // which is free again
  say_dispatch(&bench->events, 1, PC + 8, 0);
  step(bench);
  retire_nop(bench, 1);
  say_retired(&bench->events, 1, PC + 8, INSN_NOP, 0);
  step(bench);
  verdict(bench, 0, false);
  step(bench);
  expect_none(bench);
  assert_int_equal(bench->truth.counts.lost, 2);
  assert_int_equal(bench->truth.counts.not_kept, 1);
  expect_finish(bench, "no record was decided by the core's trace");
}

// The place of a sample that is lost is free for another one, and the operation that was sampled goes on.
TEST(sample_after_a_reset_is_of_its_own_operation)
{
  struct bench *bench = open_truth(NULL);
  mark(bench, 0);
  dispatch_nop(bench, 0);
  step(bench);
  bench->observer.reset(bench->observer.context, bench->cycle, NULL);
  mark(bench, 0);
  say_dispatch(&bench->events, 1, PC + 4, 0);
  step(bench);
  retire_nop(bench, 0);
  say_retired(&bench->events, 1, PC + 4, INSN_NOP, 0);
  step(bench);
  assert_false(bench->truth.sample[0].over);
  say_dispatch(&bench->events, 0, PC + 8, 0);
  step(bench);
  say_retired(&bench->events, 0, PC + 8, INSN_NOP, 0);
  step(bench);
  assert_true(bench->truth.sample[0].over);
  expect_none(bench);
}

TEST(run_that_decided_nothing_fails)
{
  struct bench *bench = open_truth(NULL);
  execute_nop(bench, 0);
  expect_finish(bench, "no record was decided by the core's trace");
}

TEST(more_samples_than_can_wait_are_a_contradiction)
{
  struct bench *bench = open_truth(NULL);
  for (uint64_t i = 0; i <= CORE_SAMPLES; i++) {
    expect_none(bench);
    keep_nop(bench, i);
  }
  assert_non_null(strstr(core_truth_contradiction(&bench->truth), ": 128 samples wait for their end"));
}

TEST(shares_of_functions_are_compared_at_the_end)
{
  static struct function list[] = {{.name = NULL}, {.start = PC, .end = PC + 4, .name = (char *)"one"}};
  struct functions functions = {list, 2};
  struct bench *bench = open_truth(NULL);
  assert_true(core_shares_add(&bench->truth.shares, &functions, 1));
  for (uint64_t i = 0; i < 100; i++) {  // a loop of two operations, of which only one is sampled
    mark(bench, 0);
    execute_nop(bench, 0);
    verdict(bench, 0, true);
    step(bench);
    const struct spu_sample sample = nop_sample(0);
    commit(bench, &sample);
    step(bench);
    dispatch_nop(bench, 1);
    step(bench);
    bench->events.completed = 1;
    step(bench);
    say_retired(&bench->events, 0, PC + 4, 0xFFDFF06F, 0);  // j -4
    step(bench);
  }
  struct tb_error error = {""};
  assert_false(core_truth_finish(&bench->truth, &error));
  assert_non_null(strstr(error.text,
                         ": shares of functions: one: 50.00 % of 200 executed operations and 100.00 % of 100 "
                         "samples: 10.0 standard errors, with 0 collisions"));
}

// A NOP that was marked, and what became of it.
static void decide_nop(struct bench *bench, uint64_t number, enum core_fate fate)
{
  mark(bench, 0);
  dispatch_nop(bench, number);
  step(bench);
  bench->events.completed = 1;
  step(bench);
  if (fate == CORE_RETIRED) {
    say_retired(&bench->events, 0, PC + 4 * number, INSN_NOP, 0);
  } else if (fate == CORE_SQUASHED) {
    bench->events.flush = true;
  } else {
    say_trap(&bench->events, 0, PC + 4 * number, fate == CORE_INTERRUPTED);
  }
  step(bench);
  verdict(bench, 0, true);
  step(bench);
  struct spu_sample sample = nop_sample(number);
  sample.events = fate == CORE_RETIRED ? 2 : (fate == CORE_EXCEPTION ? 3 : 0);
  commit(bench, &sample);
  step(bench);
}

TEST(records_are_counted_by_fate)
{
  static const uint64_t times[CORE_FATES] = {
      [CORE_RETIRED] = 4, [CORE_EXCEPTION] = 3, [CORE_INTERRUPTED] = 2, [CORE_SQUASHED] = 1};
  struct core_truth_options options = base_options();
  options.config.squashed_recorded = true;
  struct bench *bench = open_truth(&options);
  uint64_t number = 0;
  for (enum core_fate fate = CORE_RETIRED; fate <= CORE_SQUASHED; fate++) {
    for (uint64_t i = 0; i < times[fate]; i++) {
      decide_nop(bench, number++, fate);
    }
  }
  expect_finish(bench, NULL);
  assert_int_equal(bench->truth.counts.decided, 10);
  assert_memory_equal(bench->truth.counts.decided_by_fate, times, sizeof times);
}

TEST(report_has_the_counts)
{
  struct bench *bench = open_truth(NULL);
  keep_nop(bench, 0);
  const struct spu_sample sample = nop_sample(0);
  commit(bench, &sample);
  step(bench);
  dispatch_nop(bench, 1);
  step(bench);
  say_trap(&bench->events, 0, PC + 4, true);
  step(bench);
  expect_finish(bench, NULL);
  char text[512] = "";
  FILE *stream = fmemopen(text, sizeof text, "w");
  assert_non_null(stream);
  struct json json = json_writer(stream);
  core_truth_json(&bench->truth, &json, NULL);
  assert_int_equal(fclose(stream), 0);
  assert_string_equal(
      text, "{\"operations\": 2, \"retired\": 1, \"squashed\": 0, \"exceptions\": 0, \"interrupts\": 1, "
            "\"population\": 2, \"marks\": 1, \"collisions\": 0, \"decided\": 1, "
            "\"decided_retired\": 1, \"decided_exceptions\": 0, \"decided_interrupted\": 0, "
            "\"decided_squashed\": 0, \"not_kept\": 0, "
            "\"discarded\": 0, \"collided\": 0, \"lost_to_resets\": 0, \"unfinished\": 0, "
            "\"contradictions\": 0}\n");
}
