// SPDX-License-Identifier: Apache-2.0
//
// The observer that decides samples by a core's own trace: the way of a sample from its mark to its record, what has to
// hold over a run, and what is told of it. The unit's outputs are written by hand, and the core executes NOPs. No
// requirement: this decides runs of a real core.

// For fmemopen. <features.h> reads it, so it comes before every include.
#define _POSIX_C_SOURCE 200809L

#include "cores/core_checker.h"
#include "cores/test/core_bench.h"

#include <stdio.h>

struct bench {
  struct core_checker checker;
  struct observer observer;
  struct core_events events;
  struct spu_out out;
  struct spu_vif vif;
  uint64_t cycle;
};

static struct bench the_bench;  // too large for a stack

static struct core_checker_options base_options(void)
{
  struct spu_config config;
  assert_int_equal(spu_config_by_name("base", &config), SPU_OK);
  return core_checker_options_of(&config);
}

// Null: base_options().
static struct bench *open_checker(const struct core_checker_options *options)
{
  struct bench *bench = &the_bench;
  const struct core_checker_options base = base_options();
  memset(bench, 0, sizeof *bench);
  core_checker_init(&bench->checker, options != NULL ? options : &base);
  bench->observer = core_checker_observer(&bench->checker);
  bench->out.profiling_enabled = true;
  bench->cycle = 100;
  return bench;
}

// One cycle. SAMPLE_POP is right unless a test has set it.
static void step(struct bench *bench)
{
  bench->out.sample_pop =
      (uint8_t)(bench->out.sample_pop ^ (bench->events.dispatch && bench->out.profiling_enabled));
  core_checker_events(&bench->checker, &bench->events);
  bench->observer.step(bench->observer.context, bench->cycle++, NULL, &bench->out, &bench->vif, NULL, NULL);
  const bool enabled = bench->out.profiling_enabled;
  memset(&bench->events, 0, sizeof bench->events);
  memset(&bench->out, 0, sizeof bench->out);
  memset(&bench->vif, 0, sizeof bench->vif);
  bench->out.profiling_enabled = enabled;
}

static void expect_none(const struct bench *bench)
{
  if (core_checker_mismatch(&bench->checker) != NULL) {
    fail_msg("%s", core_checker_mismatch(&bench->checker));
  }
}

static void expect_mismatch(const struct bench *bench, const char *line)
{
  assert_non_null(core_checker_mismatch(&bench->checker));
  assert_string_equal(core_checker_mismatch(&bench->checker), line);
}

static void expect_finish(struct bench *bench, const char *line)
{
  struct tb_error error = {""};
  assert_int_equal(core_checker_finish(&bench->checker, &error), line == NULL);
  assert_string_equal(error.text, line != NULL ? line : "");
}

static void mark(struct bench *bench, uint8_t tag)
{
  bench->out.mark_valid = true;
  bench->out.mark_tag = tag;
}

static void decide(struct bench *bench, uint8_t tag, bool keep)
{
  bench->vif.decide_valid = true;
  bench->vif.decide_tag = tag;
  bench->vif.decide_keep = keep;
  bench->out.sample_feed = 1;
}

static void commit(struct bench *bench, const struct spu_sample *sample)
{
  static struct spu model;
  static struct spu_record record;
  assert_int_equal(spu_init(&model, &bench->checker.options.config), SPU_OK);
  SPEConstructRecord(&model, sample, &record);
  bench->vif.commit_valid = true;
  bench->vif.commit_len = (uint8_t)record.size;
  memcpy(bench->vif.commit_data, record.data, record.size);
}

// NOPs of EL0 at PC, PC + 4, ... in entry 0: dispatched, a result one cycle later, retired in the cycle after that.
static void dispatch_nop(struct bench *bench, uint64_t number)
{
  add_dispatch(&bench->events, 0, PC + 4 * number, 0);
}

static void retire_nop(struct bench *bench, uint64_t number)
{
  bench->events.completed = 1;
  step(bench);
  add_retired(&bench->events, 0, PC + 4 * number, INSN_NOP, 0);
  step(bench);
}

// The whole of one.
static void execute_nop(struct bench *bench, uint64_t number)
{
  dispatch_nop(bench, number);
  step(bench);
  retire_nop(bench, number);
}

// One that was marked with tag 0 and is kept.
static void keep_nop(struct bench *bench, uint64_t number)
{
  mark(bench, 0);
  execute_nop(bench, number);
  decide(bench, 0, true);
  step(bench);
}

static struct spu_sample nop_sample(uint64_t number)
{
  struct spu_sample sample = sample_of(0, 0, 2);
  sample.timestamp_valid = false;
  sample.address[SPEAddrPosPCVirtual] += 4 * number;
  sample.counter[SPECounterPosTotalLatency] = 1;
  return sample;
}

// Its record, in a cycle of its own.
static void commit_nop(struct bench *bench, uint64_t number)
{
  const struct spu_sample sample = nop_sample(number);
  commit(bench, &sample);
  step(bench);
}

#define NOP(number) \
  "operation at 0xffffffc00000100" #number " in mode 0, marked with tag 0, dispatched in cycle "

TEST(record_is_decided_when_its_operation_is_over)
{
  struct bench *bench = open_checker(NULL);
  keep_nop(bench, 0);
  commit_nop(bench, 0);
  assert_int_equal(bench->checker.counts.decided, 0);  // what comes after it is not known yet
  execute_nop(bench, 1);
  assert_int_equal(bench->checker.counts.decided, 1);
  // Or the other way round.
  keep_nop(bench, 2);
  execute_nop(bench, 3);
  commit_nop(bench, 2);
  assert_int_equal(bench->checker.counts.decided, 2);
  expect_none(bench);
  expect_finish(bench, NULL);
}

TEST(wrong_record_is_reported_in_one_line)
{
  struct bench *bench = open_checker(NULL);
  for (uint64_t i = 0; i < 6; i += 2) {
    keep_nop(bench, i);
    execute_nop(bench, i + 1);
    struct spu_sample sample = nop_sample(i);
    sample.counter[SPECounterPosTotalLatency] = i == 0 ? 1 : 7;
    commit(bench, &sample);
    step(bench);
  }
  static const char line[] =
      "cycle 115: " NOP(8) "108, completed in 109, ended in 110: retired; total latency: the "
                           "trace says 1, the record says 7";
  expect_mismatch(bench, line);
  assert_int_equal(bench->checker.counts.mismatches, 2);  // the others are counted
  assert_int_equal(bench->checker.counts.decided, 3);
  expect_finish(bench, line);
}

TEST(mark_needs_an_operation)
{
  struct bench *bench = open_checker(NULL);
  mark(bench, 3);
  step(bench);
  expect_mismatch(bench, "cycle 100: tag 3 is marked, but the core dispatched no operation");
  bench = open_checker(NULL);
  mark(bench, 0);
  dispatch_nop(bench, 0);
  step(bench);
  mark(bench, 0);
  add_dispatch(&bench->events, 1, PC + 4, 0);
  step(bench);
  expect_mismatch(bench,
                  "cycle 101: the operation at 0xffffffc000001004 is marked with tag 0, which is in use");
  bench = open_checker(NULL);
  bench->out.profiling_enabled = false;
  mark(bench, 0);
  dispatch_nop(bench, 0);
  step(bench);
  expect_mismatch(bench,
                  "cycle 100: the operation at 0xffffffc000001000 is marked, but profiling is not enabled");
}

TEST(decision_comes_after_the_end_and_to_its_tag)
{
  struct bench *bench = open_checker(NULL);
  mark(bench, 0);
  dispatch_nop(bench, 0);
  step(bench);
  bench->events.completed = 1;
  step(bench);
  decide(bench, 0, true);
  step(bench);
  expect_mismatch(bench, "cycle 102: " NOP(0) "100; decision: the operation has not ended");
  bench = open_checker(NULL);
  keep_nop(bench, 0);
  expect_none(bench);
  decide(bench, 0, true);
  step(bench);
  expect_mismatch(bench, "cycle 104: a decision for tag 0, which no operation has");
}

TEST(record_needs_a_sample)
{
  struct bench *bench = open_checker(NULL);
  bench->vif.commit_valid = true;
  step(bench);
  expect_mismatch(bench, "cycle 100: a record ends, but no sample was kept for it");
  bench = open_checker(NULL);
  mark(bench, 0);
  execute_nop(bench, 0);
  decide(bench, 0, false);
  step(bench);
  bench->vif.discard_valid = true;
  step(bench);
  expect_mismatch(bench, "cycle 104: a record ends, but no sample was kept for it");
}

TEST(every_end_of_a_sample_is_counted)
{
  struct bench *bench = open_checker(NULL);
  for (uint64_t i = 0; i < 5; i++) {
    mark(bench, 0);
    execute_nop(bench, i);
    decide(bench, 0, i != 0);
    bench->out.sample_feed = i == 1 ? 0 : 1;
    bench->vif.decide_discard = i == 2;
    step(bench);
  }
  bench->vif.discard_valid = true;
  step(bench);
  commit_nop(bench, 4);
  execute_nop(bench, 5);
  const struct core_checker_counts *counts = &bench->checker.counts;
  assert_int_equal(counts->marks, 5);
  assert_int_equal(counts->not_kept, 1);
  assert_int_equal(counts->collided, 1);
  assert_int_equal(counts->discarded, 2);
  assert_int_equal(counts->decided, 1);
  expect_finish(bench, NULL);
  assert_int_equal(counts->unfinished, 0);
}

TEST(sampled_level_is_one_that_was_asked_for)
{
  static const struct row {
    const char *config;
    uint8_t mode;
    int level;  // it is the bit of `asked` that matters
  } rows[] = {{"base", 0, 0},    {"base", 1, 1},    {"base", 3, 3},
              {"el1only", 0, 0}, {"el1only", 1, 1}, {"el1only", 3, 1}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    for (int asked = 0; asked <= 3; asked++) {
      struct core_checker_options options = base_options();
      assert_int_equal(spu_config_by_name(rows[i].config, &options.config), SPU_OK);
      options.e0spe = (asked & 1) != 0;
      options.e1spe = (asked & 2) != 0;
      struct bench *bench = open_checker(&options);
      mark(bench, 0);
      add_dispatch(&bench->events, 0, PC, rows[i].mode);
      step(bench);
      add_retired(&bench->events, 0, PC, INSN_NOP, rows[i].mode);
      step(bench);
      decide(bench, 0, false);
      step(bench);
      (void)core_checker_finish(&bench->checker, &(struct tb_error){""});
      const bool right = rows[i].level < 2 && (asked >> rows[i].level & 1) != 0;
      assert_int_equal(bench->checker.counts.mismatches, right ? 0 : 1);
      if (!right) {
        assert_non_null(strstr(bench->checker.mismatch,
                               "; Exception level: it is sampled, but software did not select its level"));
      }
    }
  }
}

TEST(record_of_what_did_not_retire_needs_a_configuration_with_them)
{
  for (int recorded = 0; recorded <= 1; recorded++) {
    struct core_checker_options options = base_options();
    options.config.squashed_recorded = recorded != 0;
    struct bench *bench = open_checker(&options);
    mark(bench, 0);
    dispatch_nop(bench, 0);
    step(bench);
    bench->events.completed = 1;
    step(bench);
    bench->events.flush = true;
    step(bench);
    decide(bench, 0, true);
    step(bench);
    struct spu_sample sample = nop_sample(0);
    sample.events = 0;
    commit(bench, &sample);
    step(bench);
    expect_finish(
        bench, recorded != 0
                   ? NULL
                   : "cycle 104: " NOP(0) "100, completed in 101 or 102, ended in 102: squashed; fate: the "
                                          "trace says squashed, but there is a record");
  }
}

// Without filters, what retires or takes an exception is kept.
TEST(sample_that_no_filter_rejects_is_kept)
{
  for (int unfiltered = 0; unfiltered <= 1; unfiltered++) {
    for (int fate = 0; fate < 3; fate++) {
      struct core_checker_options options = base_options();
      options.unfiltered = unfiltered != 0;
      options.config.squashed_recorded = false;
      struct bench *bench = open_checker(&options);
      mark(bench, 0);
      dispatch_nop(bench, 0);
      step(bench);
      if (fate == 0) {
        add_retired(&bench->events, 0, PC, INSN_NOP, 0);
      } else {
        add_trap(&bench->events, 0, PC, fate == 2);
      }
      step(bench);
      decide(bench, 0, false);
      step(bench);
      (void)core_checker_finish(&bench->checker, &(struct tb_error){""});
      assert_int_equal(bench->checker.counts.mismatches, unfiltered != 0 && fate < 2 ? 1 : 0);
      if (unfiltered != 0 && fate == 1) {
        expect_mismatch(bench,
                        "cycle 102: " NOP(0) "100, completed in 101, ended in 101: exception; decision: the "
                                             "trace says exception, but the sample was not kept");
      }
    }
  }
}

static bool nop_and_more(const void *context, uint8_t mode, uint64_t pc, uint32_t *opcode)
{
  (void)context;
  (void)mode;
  *opcode = pc == PC ? INSN_NOP : INSN_LD;
  return true;
}

TEST(program_has_the_instructions_that_retire)
{
  struct core_checker_options options = base_options();
  options.code = nop_and_more;
  struct bench *bench = open_checker(&options);
  keep_nop(bench, 0);
  keep_nop(bench, 1);
  expect_none(bench);
  execute_nop(bench, 2);
  expect_mismatch(bench,
                  "cycle 110: " NOP(4) "104, completed in 105, ended in 106: retired; instruction: the trace "
                                       "says 0x00000013, the program has 0x0004b503");
}

// Timestamps are those of the marks: of two records, the later mark's is not the smaller one.
TEST(timestamps_do_not_go_back)
{
  static const struct {
    uint64_t first, second;
    bool right;
  } rows[] = {{500, 501, true}, {500, 500, true}, {500, 499, false}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct bench *bench = open_checker(NULL);
    for (uint64_t n = 0; n < 2; n++) {
      bench->out.mark_ts = SPU_TIMESTAMP_PHYSICAL;
      keep_nop(bench, n);
      struct spu_sample sample = nop_sample(n);
      sample.timestamp_valid = true;
      sample.timestamp = n == 0 ? rows[i].first : rows[i].second;
      commit(bench, &sample);
      step(bench);
    }
    expect_finish(bench, rows[i].right ? NULL
                                       : "cycle 109: " NOP(
                                             4) "105, completed in 106, ended in 107: retired; timestamp: "
                                                "the record says 499, and that of the mark in cycle 100 "
                                                "said 500");
  }
}

// ---------------------------------------------------------------------------------------------------------
// A run

TEST(undecided_sample_is_reported_at_the_end)
{
  for (int late = 0; late <= 1; late++) {
    struct bench *bench = open_checker(NULL);
    keep_nop(bench, 0);
    commit_nop(bench, 0);
    mark(bench, 0);
    execute_nop(bench, 1);
    execute_nop(bench, 2);
    const uint64_t bound = spu_config_bound(&bench->checker.options.config);
    for (uint64_t i = 0; i + 3 < bound + (uint64_t)late; i++) {
      step(bench);
    }
    assert_int_equal(bound, 192);
    expect_finish(bench, late != 0 ? "cycle 300: " NOP(
                                         4) "105, completed in 106, ended in 107: retired; decision: none "
                                            "193 cycles after its end"
                                   : NULL);
    assert_int_equal(bench->checker.counts.unfinished, late != 0 ? 0 : 1);
  }
}

TEST(sample_pop_counts_each_dispatched_operation)
{
  struct bench *bench = open_checker(NULL);
  execute_nop(bench, 0);
  bench->out.profiling_enabled = false;
  execute_nop(bench, 1);
  expect_none(bench);
  assert_int_equal(bench->checker.counts.population, 1);
  expect_finish(bench, "no record was checked against the core's trace");
  assert_int_equal(bench->checker.histogram.executed, 1);
  assert_int_equal(bench->checker.trace.retired, 2);
  bench = open_checker(NULL);
  dispatch_nop(bench, 2);
  bench->out.sample_pop = 1;  // wrong: see step()
  step(bench);
  expect_mismatch(bench, "cycle 100: SAMPLE_POP: the trace says 1, the unit says 0");
  bench = open_checker(NULL);
  bench->out.sample_pop = 1;
  step(bench);
  expect_mismatch(bench, "cycle 100: SAMPLE_POP: the trace says 0, the unit says 1");
  assert_int_equal(bench->checker.counts.sample_pop, 1);
  (void)core_checker_finish(&bench->checker, &(struct tb_error){""});
  assert_int_equal(bench->checker.counts.mismatches, 2);  // of the sums
}

TEST(operation_flushed_at_its_dispatch_is_a_member_and_can_be_sampled)
{
  struct bench *bench = open_checker(NULL);
  mark(bench, 0);
  dispatch_nop(bench, 0);
  bench->events.dispatch_flushed = true;
  step(bench);
  decide(bench, 0, false);
  step(bench);
  execute_nop(bench, 0);
  expect_finish(bench, "no record was checked against the core's trace");
  assert_int_equal(bench->checker.counts.population, 2);
  assert_int_equal(bench->checker.counts.not_kept, 1);
  assert_int_equal(bench->checker.histogram.executed, 1);
  assert_int_equal(bench->checker.histogram.samples, 0);
}

TEST(trace_that_contradicts_itself_decides_nothing_more)
{
  struct bench *bench = open_checker(NULL);
  bench->events.completed = 4;
  step(bench);
  static const char line[] =
      "cycle 100: the core's trace contradicts itself in cycle 100: a result of entry 2, which is "
      "empty";
  expect_mismatch(bench, line);
  mark(bench, 3);  // nor finds this
  step(bench);
  assert_int_equal(bench->checker.counts.mismatches, 1);
  expect_finish(bench, line);
}

TEST(reset_takes_the_samples)
{
  struct bench *bench = open_checker(NULL);
  keep_nop(bench, 0);
  mark(bench, 0);
  dispatch_nop(bench, 1);
  step(bench);
  bench->observer.reset(bench->observer.context, bench->cycle, NULL);
  mark(bench, 0);  // which is free again
  add_dispatch(&bench->events, 1, PC + 8, 0);
  step(bench);
  retire_nop(bench, 1);
  add_retired(&bench->events, 1, PC + 8, INSN_NOP, 0);
  step(bench);
  decide(bench, 0, false);
  step(bench);
  expect_none(bench);
  assert_int_equal(bench->checker.counts.lost, 2);
  assert_int_equal(bench->checker.counts.not_kept, 1);
  expect_finish(bench, "no record was checked against the core's trace");
}

// The place of a sample that is lost is free for another one, and the operation that was sampled goes on.
TEST(sample_after_a_reset_is_of_its_operation)
{
  struct bench *bench = open_checker(NULL);
  mark(bench, 0);
  dispatch_nop(bench, 0);
  step(bench);
  bench->observer.reset(bench->observer.context, bench->cycle, NULL);
  mark(bench, 0);
  add_dispatch(&bench->events, 1, PC + 4, 0);
  step(bench);
  retire_nop(bench, 0);
  add_retired(&bench->events, 1, PC + 4, INSN_NOP, 0);
  step(bench);
  assert_false(bench->checker.sample[0].over);
  add_dispatch(&bench->events, 0, PC + 8, 0);
  step(bench);
  add_retired(&bench->events, 0, PC + 8, INSN_NOP, 0);
  step(bench);
  assert_true(bench->checker.sample[0].over);
  expect_none(bench);
}

TEST(more_samples_than_can_wait_are_a_mismatch)
{
  struct bench *bench = open_checker(NULL);
  for (uint64_t i = 0; i <= CORE_SAMPLES; i++) {
    expect_none(bench);
    keep_nop(bench, i);
  }
  assert_non_null(strstr(core_checker_mismatch(&bench->checker), ": 128 samples wait for their end"));
}

TEST(shares_of_functions_are_compared_at_the_end)
{
  static struct function list[] = {{.name = NULL}, {.start = PC, .end = PC + 4, .name = (char *)"one"}};
  struct core_code_memory program = {.program = {{.functions = {list, 2}, .modes = 1}}, .programs = 1};
  struct bench *bench = open_checker(NULL);
  bench->checker.histogram.programs = &program;
  for (uint64_t i = 0; i < 100; i++) {  // a loop of two operations, of which only one is sampled
    keep_nop(bench, 0);
    commit_nop(bench, 0);
    dispatch_nop(bench, 1);
    step(bench);
    bench->events.completed = 1;
    step(bench);
    add_retired(&bench->events, 0, PC + 4, 0xFFDFF06F, 0);  // j -4
    step(bench);
  }
  struct tb_error error = {""};
  assert_false(core_checker_finish(&bench->checker, &error));
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
    add_retired(&bench->events, 0, PC + 4 * number, INSN_NOP, 0);
  } else if (fate == CORE_SQUASHED) {
    bench->events.flush = true;
  } else {
    add_trap(&bench->events, 0, PC + 4 * number, fate == CORE_INTERRUPTED);
  }
  step(bench);
  decide(bench, 0, true);
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
  struct core_checker_options options = base_options();
  options.config.squashed_recorded = true;
  struct bench *bench = open_checker(&options);
  uint64_t number = 0;
  for (enum core_fate fate = CORE_RETIRED; fate <= CORE_SQUASHED; fate++) {
    for (uint64_t i = 0; i < times[fate]; i++) {
      decide_nop(bench, number++, fate);
    }
  }
  expect_finish(bench, NULL);
  assert_int_equal(bench->checker.counts.decided, 10);
  assert_memory_equal(bench->checker.counts.decided_by_fate, times, sizeof times);
}

TEST(report_has_the_counts)
{
  struct bench *bench = open_checker(NULL);
  keep_nop(bench, 0);
  commit_nop(bench, 0);
  dispatch_nop(bench, 1);
  step(bench);
  add_trap(&bench->events, 0, PC + 4, true);
  step(bench);
  expect_finish(bench, NULL);
  char text[512] = "";
  FILE *stream = fmemopen(text, sizeof text, "w");
  assert_non_null(stream);
  struct json json = json_writer(stream);
  core_checker_json(&bench->checker, &json, NULL);
  assert_int_equal(fclose(stream), 0);
  assert_string_equal(
      text, "{\"operations\": 2, \"retired\": 1, \"squashed\": 0, \"exceptions\": 0, \"interrupts\": 1, "
            "\"population\": 2, \"marks\": 1, \"collisions\": 0, \"decided\": 1, "
            "\"decided_retired\": 1, \"decided_exceptions\": 0, \"decided_interrupted\": 0, "
            "\"decided_squashed\": 0, \"not_kept\": 0, "
            "\"discarded\": 0, \"collided\": 0, \"lost_to_resets\": 0, \"unfinished\": 0, "
            "\"mismatches\": 0}\n");
}
