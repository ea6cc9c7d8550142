// SPDX-License-Identifier: Apache-2.0
//
// The observer that decides samples by a core's own trace: the way of a sample from its mark to its record. No
// requirement: this decides runs of a real core.
#include "core_truth_bench.h"
#include "test/test.h"

TEST(record_is_decided_when_its_operation_is_over)
{
  struct bench *bench = open_truth(NULL);
  keep_nop(bench, 0);
  const struct spu_sample sample = nop_sample(0);
  commit(bench, &sample);
  step(bench);
  assert_int_equal(bench->truth.counts.decided, 0);  // what comes after it is not known yet
  execute_nop(bench, 1);
  assert_int_equal(bench->truth.counts.decided, 1);
  // Or the other way round.
  keep_nop(bench, 2);
  execute_nop(bench, 3);
  const struct spu_sample later = nop_sample(2);
  commit(bench, &later);
  step(bench);
  assert_int_equal(bench->truth.counts.decided, 2);
  expect_none(bench);
  expect_finish(bench, NULL);
}

TEST(wrong_record_is_told_in_one_line)
{
  struct bench *bench = open_truth(NULL);
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
  expect_contradiction(bench, line);
  assert_int_equal(bench->truth.counts.contradictions, 2);  // the others are counted
  assert_int_equal(bench->truth.counts.decided, 3);
  expect_finish(bench, line);
}

TEST(mark_needs_an_operation)
{
  struct bench *bench = open_truth(NULL);
  mark(bench, 3);
  step(bench);
  expect_contradiction(bench, "cycle 100: tag 3 is marked, and the core dispatched no operation");
  bench = open_truth(NULL);
  mark(bench, 0);
  dispatch_nop(bench, 0);
  step(bench);
  mark(bench, 0);
  say_dispatch(&bench->events, 1, PC + 4, 0);
  step(bench);
  expect_contradiction(
      bench, "cycle 101: the operation at 0xffffffc000001004 is marked with tag 0, which is in use");
  bench = open_truth(NULL);
  bench->out.profiling_enabled = false;
  mark(bench, 0);
  dispatch_nop(bench, 0);
  step(bench);
  expect_contradiction(
      bench, "cycle 100: the operation at 0xffffffc000001000 is marked, and profiling is not enabled");
}

TEST(verdict_comes_after_the_end_and_to_its_tag)
{
  struct bench *bench = open_truth(NULL);
  mark(bench, 0);
  dispatch_nop(bench, 0);
  step(bench);
  bench->events.completed = 1;
  step(bench);
  verdict(bench, 0, true);
  step(bench);
  expect_contradiction(bench, "cycle 102: " NOP(0) "100; verdict: the operation has not ended");
  bench = open_truth(NULL);
  keep_nop(bench, 0);
  expect_none(bench);
  verdict(bench, 0, true);
  step(bench);
  expect_contradiction(bench, "cycle 104: a verdict for tag 0, which no operation has");
}

TEST(record_needs_a_sample)
{
  struct bench *bench = open_truth(NULL);
  bench->vif.commit_valid = true;
  step(bench);
  expect_contradiction(bench, "cycle 100: a record ends, and no sample was kept for it");
  bench = open_truth(NULL);
  mark(bench, 0);
  execute_nop(bench, 0);
  verdict(bench, 0, false);
  step(bench);
  bench->vif.discard_valid = true;
  step(bench);
  expect_contradiction(bench, "cycle 104: a record ends, and no sample was kept for it");
}

TEST(every_end_of_a_sample_is_counted)
{
  struct bench *bench = open_truth(NULL);
  for (uint64_t i = 0; i < 5; i++) {
    mark(bench, 0);
    execute_nop(bench, i);
    verdict(bench, 0, i != 0);
    bench->out.sample_feed = i == 1 ? 0 : 1;
    bench->vif.verdict_discard = i == 2;
    step(bench);
  }
  bench->vif.discard_valid = true;
  step(bench);
  const struct spu_sample sample = nop_sample(4);
  commit(bench, &sample);
  step(bench);
  execute_nop(bench, 5);
  const struct core_truth_counts *counts = &bench->truth.counts;
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
      struct core_truth_options options = base_options();
      assert_int_equal(spu_config_by_name(rows[i].config, &options.config), SPU_OK);
      options.e0spe = (asked & 1) != 0;
      options.e1spe = (asked & 2) != 0;
      struct bench *bench = open_truth(&options);
      mark(bench, 0);
      say_dispatch(&bench->events, 0, PC, rows[i].mode);
      step(bench);
      say_retired(&bench->events, 0, PC, INSN_NOP, rows[i].mode);
      step(bench);
      verdict(bench, 0, false);
      step(bench);
      (void)core_truth_finish(&bench->truth, &(struct tb_error){""});
      const bool right = rows[i].level < 2 && (asked >> rows[i].level & 1) != 0;
      assert_int_equal(bench->truth.counts.contradictions, right ? 0 : 1);
      if (!right) {
        assert_non_null(strstr(bench->truth.contradiction,
                               "; Exception level: it is sampled, and software did not ask for its level"));
      }
    }
  }
}

TEST(record_of_what_did_not_retire_needs_a_configuration_with_them)
{
  for (int recorded = 0; recorded <= 1; recorded++) {
    struct core_truth_options options = base_options();
    options.config.squashed_recorded = recorded != 0;
    struct bench *bench = open_truth(&options);
    mark(bench, 0);
    dispatch_nop(bench, 0);
    step(bench);
    bench->events.completed = 1;
    step(bench);
    bench->events.flush = true;
    step(bench);
    verdict(bench, 0, true);
    step(bench);
    struct spu_sample sample = nop_sample(0);
    sample.events = 0;
    commit(bench, &sample);
    step(bench);
    expect_finish(
        bench, recorded != 0
                   ? NULL
                   : "cycle 104: " NOP(0) "100, completed in 101 or 102, ended in 102: squashed; fate: the "
                                          "trace says squashed, and there is a record");
  }
}

// Without filters, what retires or takes an exception is kept.
TEST(sample_that_no_filter_rejects_is_kept)
{
  for (int unfiltered = 0; unfiltered <= 1; unfiltered++) {
    for (int fate = 0; fate < 3; fate++) {
      struct core_truth_options options = base_options();
      options.unfiltered = unfiltered != 0;
      options.config.squashed_recorded = false;
      struct bench *bench = open_truth(&options);
      mark(bench, 0);
      dispatch_nop(bench, 0);
      step(bench);
      if (fate == 0) {
        say_retired(&bench->events, 0, PC, INSN_NOP, 0);
      } else {
        say_trap(&bench->events, 0, PC, fate == 2);
      }
      step(bench);
      verdict(bench, 0, false);
      step(bench);
      (void)core_truth_finish(&bench->truth, &(struct tb_error){""});
      assert_int_equal(bench->truth.counts.contradictions, unfiltered != 0 && fate < 2 ? 1 : 0);
      if (unfiltered != 0 && fate == 1) {
        expect_contradiction(
            bench, "cycle 102: " NOP(0) "100, completed in 101, ended in 101: exception; verdict: the "
                                        "trace says exception, and the sample was not kept");
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
  struct core_truth_options options = base_options();
  options.code = nop_and_more;
  struct bench *bench = open_truth(&options);
  keep_nop(bench, 0);
  keep_nop(bench, 1);
  expect_none(bench);
  execute_nop(bench, 2);
  expect_contradiction(
      bench, "cycle 110: " NOP(4) "104, completed in 105, ended in 106: retired; instruction: the trace "
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
    struct bench *bench = open_truth(NULL);
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
