// SPDX-License-Identifier: Apache-2.0
//
// The results of core-sim. No requirement: this checks runs of a real core.

// For fmemopen. <features.h> reads it, so it comes before every include.
#define _POSIX_C_SOURCE 200809L

#include "cores/core_results.h"
#include "unit/test/test.h"

#include <stdio.h>
#include <string.h>

struct bench {
  struct core_sim_options options;
  struct core_checker checker;
  struct core_system system;
  struct core_results results;
};

static struct bench the_bench;  // too large for a stack

static struct bench *open(void)
{
  struct bench *bench = &the_bench;
  memset(bench, 0, sizeof *bench);
  bench->options.program = "p";
  bench->results = (struct core_results){.options = &bench->options,
                                         .config_name = "base",
                                         .checker = &bench->checker,
                                         .system = &bench->system};
  return bench;
}

TEST(summary_has_the_checked_records_and_cycles)
{
  struct bench *bench = open();
  char text[512] = "";
  bench->options.seed = 7;
  bench->results.cycles = 1000;
  bench->results.compared = 999;
  bench->checker.counts = (struct core_checker_counts){
      .population = 600, .executed = 700, .unseen = 101, .decided = 28, .mismatches = 0};
  FILE *stream = fmemopen(text, sizeof text, "w");
  assert_non_null(stream);
  core_results_summary(&bench->results, stream);
  assert_int_equal(fclose(stream), 0);
  assert_string_equal(text,
                      "p, seed 7, configuration base, beside CVA6: 1000 cycles, 600 operations profiled\n"
                      "101 of 700 operations of user mode retired unseen, while profiling was off\n"
                      "0 mismatches in 28 records checked against the core's trace\n"
                      "0 mismatches in 999 cycles compared\n");
}

static void expect_ended(uint64_t status, bool decided, const char *words)
{
  struct bench *bench = open();
  struct tb_error error = {""};
  bench->system.status = status;
  assert_int_equal(core_results_ended(&bench->system, decided, &error), words == NULL);
  assert_string_equal(error.text, words != NULL ? words : "");
}

TEST(exit_status_of_the_program_is_reported)
{
  expect_ended(0, true, NULL);
  expect_ended(0, false, NULL);
  expect_ended(2, true, "the program ended with status 2, without a mismatch");
  expect_ended(139, false, "the program ended with status 139 before a record was checked");
  for (int decided = 0; decided <= 1; decided++) {
    expect_ended(CORE_GAVE_UP, decided != 0, "the supervisor could not continue: see its last line");
  }
}

// The bytes that software took are compared whatever the program's status is.
TEST(records_are_compared_whatever_the_status)
{
  struct bench *bench = open();
  struct tb_error error = {""};
  static uint8_t bytes[2][4] = {"abc", "abd"};
  bench->system.status = 1;
  bench->system.aux_data.bytes = bytes[0];
  bench->system.aux_data.size = 3;
  assert_true(core_results_sink(&bench->results, bytes[0], 3));
  assert_true(core_results_check(&bench->results, &error));
  bench->system.aux_data.bytes = bytes[1];
  assert_false(core_results_check(&bench->results, &error));
  assert_string_equal(error.text, "software took bytes that differ from those that the unit wrote");
  aux_data_free(&bench->results.committed);
}

TEST(record_without_memory_is_noted)
{
  struct bench *bench = open();
  bench->results.committed.capacity = SIZE_MAX / 4;
  bench->results.committed.size = SIZE_MAX / 4;
  assert_false(core_results_sink(&bench->results, (const uint8_t *)"a", 1));
  assert_true(bench->results.out_of_memory);
  assert_int_equal(bench->results.committed.size, SIZE_MAX / 4);
}
