// SPDX-License-Identifier: Apache-2.0
//
// The observer that checks samples against a core's own trace: a sample from its mark to its record, the rules of a
// whole run, and its report. The unit's outputs are written by hand, and the core executes NOPs. Most tests have no
// requirement: they check runs of a real core.

// For fmemopen. <features.h> reads it, so it comes before every include.
#define _POSIX_C_SOURCE 200809L

#include "cores/core_checker.h"
#include "cores/test/core_bench.h"

#include <stdio.h>

static struct {
  struct core_checker checker;
  struct observer observer;
  struct core_events events;
  struct spu_out out;
  struct spu_vif vif;
  uint64_t cycle;
} bench;

static struct core_checker_counts *const counts = &bench.checker.counts;

static struct core_checker_options base_options(void)
{
  struct spu_config config;
  assert_int_equal(spu_config_by_name("base", &config), SPU_OK);
  return core_checker_options_of(&config);
}

static void open_checker(const struct core_checker_options *options)
{
  memset(&bench, 0, sizeof bench);
  core_checker_init(&bench.checker, options);
  bench.observer = core_checker_observer(&bench.checker);
  bench.out.profiling_enabled = true;
  bench.cycle = 100;
}

static void open_base(void)
{
  const struct core_checker_options base = base_options();
  open_checker(&base);
}

static int setup(void **state)
{
  (void)state;
  open_base();
  return 0;
}

#define CHECKER_TEST(name) TEST_WITH(name, setup, NULL)

// One cycle. SAMPLE_POP is right unless the test has inverted it.
static void step(void)
{
  bench.out.sample_pop =
      (uint8_t)(bench.out.sample_pop ^ (bench.events.dispatch && bench.out.profiling_enabled));
  core_checker_events(&bench.checker, &bench.events);
  bench.observer.step(bench.observer.context, bench.cycle++, NULL, &bench.out, &bench.vif, NULL, NULL);
  const bool enabled = bench.out.profiling_enabled;
  memset(&bench.events, 0, sizeof bench.events);
  memset(&bench.out, 0, sizeof bench.out);
  memset(&bench.vif, 0, sizeof bench.vif);
  bench.out.profiling_enabled = enabled;
}

static void expect_none(void)
{
  if (core_checker_mismatch(&bench.checker) != NULL) {
    fail_msg("%s", core_checker_mismatch(&bench.checker));
  }
}

static void expect_mismatch(const char *line)
{
  assert_non_null(core_checker_mismatch(&bench.checker));
  assert_string_equal(core_checker_mismatch(&bench.checker), line);
}

static void expect_finish(const char *line)
{
  struct tb_error error = {""};
  assert_int_equal(core_checker_finish(&bench.checker, &error), line == NULL);
  assert_string_equal(error.text, line != NULL ? line : "");
}

static void mark(uint8_t tag)
{
  bench.out.mark_valid = true;
  bench.out.mark_tag = tag;
}

static void decide(uint8_t tag, bool keep)
{
  bench.vif.decide_valid = true;
  bench.vif.decide_tag = tag;
  bench.vif.decide_keep = keep;
  bench.out.sample_feed = 1;
}

static void decide_and_step(uint8_t tag, bool keep)
{
  decide(tag, keep);
  step();
}

// The record of a sample ends in this cycle.
static void commit(const struct spu_sample *sample)
{
  static struct spu model;
  static struct spu_record record;
  assert_int_equal(spu_init(&model, &bench.checker.options.config), SPU_OK);
  SPEConstructRecord(&model, sample, &record);
  bench.vif.commit_valid = true;
  bench.vif.commit_len = (uint8_t)record.size;
  memcpy(bench.vif.commit_data, record.data, record.size);
  step();
}

// NOPs of EL0 at PC, PC + 4, ... in entry 0: dispatched, a result one cycle later, retired in the cycle after that.
static void dispatch_nop(uint64_t number)
{
  add_dispatch(&bench.events, 0, PC + 4 * number, 0);
}

static void retire_nop(uint64_t number)
{
  bench.events.completed = 1;
  step();
  add_retired(&bench.events, 0, PC + 4 * number, INSN_NOP, 0);
  step();
}

static void execute_nop(uint64_t number)
{
  dispatch_nop(number);
  step();
  retire_nop(number);
}

// A NOP that is marked with tag 0, up to its dispatch, or to its end.
static void mark_nop(uint64_t number)
{
  mark(0);
  dispatch_nop(number);
  step();
}

static void sample_nop(uint64_t number, enum core_fate fate)
{
  mark_nop(number);
  bench.events.completed = 1;
  step();
  if (fate == CORE_RETIRED) {
    add_retired(&bench.events, 0, PC + 4 * number, INSN_NOP, 0);
  } else if (fate == CORE_SQUASHED) {
    bench.events.flush = true;
  } else {
    add_trap(&bench.events, 0, PC + 4 * number, fate == CORE_INTERRUPTED);
  }
  step();
}

static void keep_nop(uint64_t number)
{
  sample_nop(number, CORE_RETIRED);
  decide_and_step(0, true);
}

static struct spu_sample nop_sample(uint64_t number)
{
  struct spu_sample sample = sample_of(0, 0, 2);
  sample.timestamp_valid = false;
  sample.address[SPEAddrPosPCVirtual] += 4 * number;
  sample.counter[SPECounterPosTotalLatency] = 1;
  return sample;
}

static void commit_nop(uint64_t number)
{
  const struct spu_sample sample = nop_sample(number);
  commit(&sample);
}

#define NOP(number) \
  "operation at 0xffffffc00000100" #number " in mode 0, marked with tag 0, dispatched in cycle "

CHECKER_TEST(record_is_decided_when_its_operation_is_over)
{
  keep_nop(0);
  commit_nop(0);
  assert_int_equal(counts->decided, 0);  // the next operation is not known yet
  execute_nop(1);
  assert_int_equal(counts->decided, 1);
  // Or the other way round.
  keep_nop(2);
  execute_nop(3);
  commit_nop(2);
  assert_int_equal(counts->decided, 2);
  expect_none();
  expect_finish(NULL);
}

CHECKER_TEST(wrong_record_is_reported_in_one_line)
{
  for (uint64_t i = 0; i < 6; i += 2) {
    keep_nop(i);
    execute_nop(i + 1);
    struct spu_sample sample = nop_sample(i);
    sample.counter[SPECounterPosTotalLatency] = i == 0 ? 1 : 7;
    commit(&sample);
  }
  static const char line[] =
      "cycle 115: " NOP(8) "108, completed in 109, ended in 110: retired; total latency: the "
                           "trace says 1, the record says 7";
  expect_mismatch(line);
  assert_int_equal(counts->mismatches, 2);  // the others are counted
  assert_int_equal(counts->decided, 3);
  expect_finish(line);
}

CHECKER_TEST(mark_needs_an_operation)
{
  mark(3);
  step();
  expect_mismatch("cycle 100: tag 3 is marked, but the core dispatched no operation");
  open_base();
  mark_nop(0);
  mark(0);
  add_dispatch(&bench.events, 1, PC + 4, 0);
  step();
  expect_mismatch("cycle 101: the operation at 0xffffffc000001004 is marked with tag 0, which is in use");
  open_base();
  bench.out.profiling_enabled = false;
  mark_nop(0);
  expect_mismatch("cycle 100: the operation at 0xffffffc000001000 is marked, but profiling is not enabled");
}

CHECKER_TEST(decision_comes_after_the_end_and_to_its_tag)
{
  mark_nop(0);
  bench.events.completed = 1;
  step();
  decide_and_step(0, true);
  expect_mismatch("cycle 102: " NOP(0) "100; decision: the operation has not ended");
  open_base();
  keep_nop(0);
  expect_none();
  decide_and_step(0, true);
  expect_mismatch("cycle 104: a decision for tag 0, which no operation has");
}

CHECKER_TEST(record_needs_a_sample)
{
  bench.vif.commit_valid = true;
  step();
  expect_mismatch("cycle 100: a record ends, but no sample was kept for it");
  open_base();
  sample_nop(0, CORE_RETIRED);
  decide_and_step(0, false);
  bench.vif.discard_valid = true;
  step();
  expect_mismatch("cycle 104: a record ends, but no sample was kept for it");
}

CHECKER_TEST(every_end_of_a_sample_is_counted)
{
  for (uint64_t i = 0; i < 5; i++) {
    sample_nop(i, CORE_RETIRED);
    decide(0, i != 0);
    bench.out.sample_feed = i == 1 ? 0 : 1;
    bench.vif.decide_discard = i == 2;
    step();
  }
  bench.vif.discard_valid = true;
  step();
  commit_nop(4);
  execute_nop(5);
  assert_int_equal(counts->marks, 5);
  assert_int_equal(counts->not_kept, 1);
  assert_int_equal(counts->collided, 1);
  assert_int_equal(counts->discarded, 2);
  assert_int_equal(counts->decided, 1);
  expect_finish(NULL);
  assert_int_equal(counts->unfinished, 0);
}

TEST(sampled_level_is_a_selected_one)
{
  static const struct row {
    const char *config;
    uint8_t mode;
    int level;
  } rows[] = {{"base", 0, 0},    {"base", 1, 1},    {"base", 3, 3},
              {"el1only", 0, 0}, {"el1only", 1, 1}, {"el1only", 3, 1}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    for (int selected = 0; selected <= 3; selected++) {
      struct core_checker_options options = base_options();
      assert_int_equal(spu_config_by_name(rows[i].config, &options.config), SPU_OK);
      options.e0spe = (selected & 1) != 0;
      options.e1spe = (selected & 2) != 0;
      open_checker(&options);
      mark(0);
      add_dispatch(&bench.events, 0, PC, rows[i].mode);
      step();
      add_retired(&bench.events, 0, PC, INSN_NOP, rows[i].mode);
      step();
      decide_and_step(0, false);
      (void)core_checker_finish(&bench.checker, &(struct tb_error){""});
      const bool right = rows[i].level < 2 && (selected >> rows[i].level & 1) != 0;
      assert_int_equal(counts->mismatches, right ? 0 : 1);
      if (!right) {
        assert_non_null(strstr(bench.checker.mismatch,
                               "; Exception level: it is sampled, but software did not select its level"));
      }
    }
  }
}

TEST(operation_that_did_not_retire_has_a_record_only_if_configured)
{
  for (int recorded = 0; recorded <= 1; recorded++) {
    struct core_checker_options options = base_options();
    options.config.squashed_recorded = recorded != 0;
    open_checker(&options);
    sample_nop(0, CORE_SQUASHED);
    decide_and_step(0, true);
    struct spu_sample sample = nop_sample(0);
    sample.events = 0;
    commit(&sample);
    expect_finish(recorded != 0 ? NULL
                                : "cycle 104: " NOP(
                                      0) "100, completed in 101 or 102, ended in 102: squashed; fate: the "
                                         "trace says squashed, but there is a record");
  }
}

// Without filters, an operation that retires or takes an exception is kept.
TEST(sample_that_no_filter_rejects_is_kept)
{
  for (int unfiltered = 0; unfiltered <= 1; unfiltered++) {
    for (enum core_fate fate = CORE_RETIRED; fate <= CORE_INTERRUPTED; fate++) {
      struct core_checker_options options = base_options();
      options.unfiltered = unfiltered != 0;
      options.config.squashed_recorded = false;
      open_checker(&options);
      sample_nop(0, fate);
      decide_and_step(0, false);
      (void)core_checker_finish(&bench.checker, &(struct tb_error){""});
      assert_int_equal(counts->mismatches, unfiltered != 0 && fate != CORE_INTERRUPTED ? 1 : 0);
      if (unfiltered != 0 && fate == CORE_EXCEPTION) {
        expect_mismatch(
            "cycle 103: " NOP(0) "100, completed in 101 or 102, ended in 102: exception; decision: the "
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
  open_checker(&options);
  keep_nop(0);
  keep_nop(1);
  expect_none();
  execute_nop(2);
  expect_mismatch("cycle 110: " NOP(4) "104, completed in 105, ended in 106: retired; instruction: the trace "
                                       "says 0x00000013, the program has 0x0004b503");
}

// A timestamp is taken at the mark: it is never smaller than that of an earlier mark.
TEST(timestamps_do_not_go_back)
{
  static const struct {
    uint64_t first, second;
    bool right;
  } rows[] = {{500, 501, true}, {500, 500, true}, {500, 499, false}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    open_base();
    for (uint64_t n = 0; n < 2; n++) {
      bench.out.mark_ts = SPU_TIMESTAMP_PHYSICAL;
      keep_nop(n);
      struct spu_sample sample = nop_sample(n);
      sample.timestamp_valid = true;
      sample.timestamp = n == 0 ? rows[i].first : rows[i].second;
      commit(&sample);
    }
    expect_finish(rows[i].right
                      ? NULL
                      : "cycle 109: " NOP(4) "105, completed in 106, ended in 107: retired; timestamp: "
                                             "the record says 499, and that of the mark in cycle 100 "
                                             "said 500");
  }
}

// An exception has the cycles up to the next dispatch, so only that decides its record.
TEST(exposed_latency_ends_after_the_operation)
{
  for (uint32_t exposed = 6; exposed <= 7; exposed++) {
    struct core_checker_options options = base_options();
    options.config.exposed_latency = true;
    options.config.max_size = 7;
    open_checker(&options);
    sample_nop(0, CORE_EXCEPTION);  // 3 cycles
    step();
    decide_and_step(0, true);
    struct spu_sample sample = nop_sample(0);
    sample.events = 3;
    set_counter(&sample, 6, exposed);
    commit(&sample);
    assert_int_equal(counts->decided, 0);
    execute_nop(1);
    assert_int_equal(counts->decided, 1);
    assert_int_equal(counts->mismatches, exposed == 7 ? 0 : 1);
  }
}

CHECKER_TEST(operations_have_all_cycles)  // V4
{
  keep_nop(0);
  commit_nop(0);
  dispatch_nop(1);
  step();
  counts->cycles++;  // one that no operation has
  expect_finish("cycle 105: exposed latency over the run: operations have 6 of 7 cycles");
}

// ---------------------------------------------------------------------------------------------------------
// A run

TEST(undecided_sample_is_reported_at_the_end)
{
  for (int late = 0; late <= 1; late++) {
    open_base();
    keep_nop(0);
    commit_nop(0);
    sample_nop(1, CORE_RETIRED);
    execute_nop(2);
    const uint64_t bound = spu_config_bound(&bench.checker.options.config);
    for (uint64_t i = 0; i + 3 < bound + (uint64_t)late; i++) {
      step();
    }
    assert_int_equal(bound, 192);
    expect_finish(late != 0
                      ? "cycle 300: " NOP(4) "105, completed in 106, ended in 107: retired; decision: none "
                                             "193 cycles after its end"
                      : NULL);
    assert_int_equal(counts->unfinished, late != 0 ? 0 : 1);
  }
}

CHECKER_TEST(sample_pop_counts_each_dispatched_operation)
{
  execute_nop(0);
  bench.out.profiling_enabled = false;
  execute_nop(1);
  expect_none();
  assert_int_equal(counts->population, 1);
  expect_finish("no record was checked against the core's trace");
  assert_int_equal(bench.checker.histogram.executed, 1);
  assert_int_equal(bench.checker.trace.retired, 2);
  open_base();
  dispatch_nop(2);
  bench.out.sample_pop = 1;  // wrong: see step()
  step();
  expect_mismatch("cycle 100: SAMPLE_POP: the trace says 1, the unit says 0");
  open_base();
  bench.out.sample_pop = 1;
  step();
  expect_mismatch("cycle 100: SAMPLE_POP: the trace says 0, the unit says 1");
  assert_int_equal(counts->sample_pop, 1);
  (void)core_checker_finish(&bench.checker, &(struct tb_error){""});
  assert_int_equal(counts->mismatches, 2);  // and one of the sums
}

CHECKER_TEST(operation_flushed_at_its_dispatch_is_a_member_and_can_be_sampled)
{
  mark(0);
  dispatch_nop(0);
  bench.events.dispatch_flushed = true;
  step();
  decide_and_step(0, false);
  execute_nop(0);
  expect_finish("no record was checked against the core's trace");
  assert_int_equal(counts->population, 2);
  assert_int_equal(counts->not_kept, 1);
  assert_int_equal(bench.checker.histogram.executed, 1);
  assert_int_equal(bench.checker.histogram.samples, 0);
}

CHECKER_TEST(nothing_is_checked_after_a_contradiction_of_the_trace)
{
  bench.events.completed = 4;
  step();
  static const char line[] =
      "cycle 100: the core's trace contradicts itself in cycle 100: a result of entry 2, which is "
      "empty";
  expect_mismatch(line);
  mark(3);  // is not reported any more
  step();
  assert_int_equal(counts->mismatches, 1);
  expect_finish(line);
}

CHECKER_TEST(reset_takes_the_samples)
{
  keep_nop(0);
  mark_nop(1);
  bench.observer.reset(bench.observer.context, bench.cycle, NULL);
  mark(0);  // free again
  add_dispatch(&bench.events, 1, PC + 8, 0);
  step();
  retire_nop(1);
  add_retired(&bench.events, 1, PC + 8, INSN_NOP, 0);
  step();
  decide_and_step(0, false);
  expect_none();
  assert_int_equal(counts->lost, 2);
  assert_int_equal(counts->not_kept, 1);
  expect_finish("no record was checked against the core's trace");
}

// The tag of a lost sample is free for another one, while the operation of the lost sample is still executed.
CHECKER_TEST(sample_after_a_reset_is_of_its_operation)
{
  mark_nop(0);
  bench.observer.reset(bench.observer.context, bench.cycle, NULL);
  mark(0);
  add_dispatch(&bench.events, 1, PC + 4, 0);
  step();
  retire_nop(0);
  add_retired(&bench.events, 1, PC + 4, INSN_NOP, 0);
  step();
  assert_false(bench.checker.sample[0].over);
  add_dispatch(&bench.events, 0, PC + 8, 0);
  step();
  add_retired(&bench.events, 0, PC + 8, INSN_NOP, 0);
  step();
  assert_true(bench.checker.sample[0].over);
  expect_none();
}

CHECKER_TEST(more_samples_than_can_wait_are_a_mismatch)
{
  for (uint64_t i = 0; i <= CORE_SAMPLES; i++) {
    expect_none();
    keep_nop(i);
  }
  assert_non_null(strstr(core_checker_mismatch(&bench.checker), ": 128 samples wait for their end"));
}

TEST(shares_of_functions_are_compared_at_the_end)
{
  static struct function list[] = {{.name = NULL}, {.start = PC, .end = PC + 4, .name = (char *)"one"}};
  struct core_code_memory program = {.program = {{.functions = {list, 2}, .modes = 1}}, .programs = 1};
  open_base();
  bench.checker.histogram.programs = &program;
  for (uint64_t i = 0; i < 100; i++) {  // a loop of two operations, only one of which is sampled
    keep_nop(0);
    commit_nop(0);
    dispatch_nop(1);
    step();
    bench.events.completed = 1;
    step();
    add_retired(&bench.events, 0, PC + 4, 0xFFDFF06F, 0);  // j -4
    step();
  }
  struct tb_error error = {""};
  assert_false(core_checker_finish(&bench.checker, &error));
  assert_non_null(strstr(error.text,
                         ": shares of functions: one: 50.00 % of 200 executed operations and 100.00 % of 100 "
                         "samples: 10.0 standard errors, with 0 collisions"));
}

TEST(records_are_counted_by_fate)
{
  static const uint64_t times[CORE_FATES] = {
      [CORE_RETIRED] = 4, [CORE_EXCEPTION] = 3, [CORE_INTERRUPTED] = 2, [CORE_SQUASHED] = 1};
  struct core_checker_options options = base_options();
  options.config.squashed_recorded = true;
  open_checker(&options);
  uint64_t number = 0;
  for (enum core_fate fate = CORE_RETIRED; fate <= CORE_SQUASHED; fate++) {
    for (uint64_t i = 0; i < times[fate]; i++) {
      sample_nop(number, fate);
      decide_and_step(0, true);
      struct spu_sample sample = nop_sample(number++);
      sample.events = fate == CORE_RETIRED ? 2 : (fate == CORE_EXCEPTION ? 3 : 0);
      commit(&sample);
    }
  }
  expect_finish(NULL);
  assert_int_equal(counts->decided, 10);
  assert_memory_equal(counts->decided_by_fate, times, sizeof times);
}

CHECKER_TEST(operations_of_programs_that_retire_while_profiling_is_off_are_unseen)
{
  keep_nop(0);
  commit_nop(0);
  bench.out.profiling_enabled = false;
  execute_nop(1);
  execute_nop(2);
  dispatch_nop(3);  // interrupted, and an operation of the supervisor comes next
  step();
  add_trap(&bench.events, 0, PC + 12, true);
  step();
  add_dispatch(&bench.events, 0, PC + 256, 1);
  step();
  add_retired(&bench.events, 0, PC + 256, INSN_NOP, 1);
  step();
  expect_finish(NULL);
  assert_int_equal(counts->executed, 3);
  assert_int_equal(counts->unseen, 2);
}

CHECKER_TEST(report_has_the_counts)
{
  keep_nop(0);
  commit_nop(0);
  dispatch_nop(1);
  step();
  add_trap(&bench.events, 0, PC + 4, true);
  step();
  expect_finish(NULL);
  char text[512] = "";
  FILE *stream = fmemopen(text, sizeof text, "w");
  assert_non_null(stream);
  struct json json = json_writer(stream);
  core_checker_json(&bench.checker, &json, NULL);
  assert_int_equal(fclose(stream), 0);
  assert_string_equal(
      text,
      "{\"operations\": 2, \"retired\": 1, \"squashed\": 0, \"exceptions\": 0, \"interrupts\": 1, "
      "\"population\": 2, \"executed\": 1, \"unseen\": 0, \"marks\": 1, \"collisions\": 0, \"decided\": 1, "
      "\"decided_retired\": 1, \"decided_exceptions\": 0, \"decided_interrupted\": 0, "
      "\"decided_squashed\": 0, \"not_kept\": 0, "
      "\"discarded\": 0, \"collided\": 0, \"lost_to_resets\": 0, \"unfinished\": 0, "
      "\"mismatches\": 0}\n");
}
