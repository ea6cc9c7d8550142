// SPDX-License-Identifier: Apache-2.0
//
// spu-bench's arithmetic, on times that are made up: what is a median, what the best, what a loaded machine.
#define _POSIX_C_SOURCE 200809L

#include <stdlib.h>
#include <string.h>

#include "test/test.h"
#include "tools/bench_report.h"

static void add(struct bench_series *series, uint64_t work, double cpu, double wall)
{
  const struct bench_sample sample = {.seconds = {[BENCH_CPU] = cpu, [BENCH_WALL] = wall}, .work = work};
  assert_true(bench_add(series, &sample));
}

TEST(median_and_best_are_of_the_rates)
{
  struct bench_series series = {.count = 0};
  (void)state;
  add(&series, 100, 4, 8);
  add(&series, 100, 1, 5);
  add(&series, 100, 2, 2);
  struct bench_rate rate = bench_rate_of(&series, BENCH_CPU);
  assert_float_equal(rate.median, 50, 1e-9);
  assert_float_equal(rate.best, 100, 1e-9);
  rate = bench_rate_of(&series, BENCH_WALL);
  assert_float_equal(rate.median, 20, 1e-9);
  assert_float_equal(rate.best, 50, 1e-9);
  add(&series, 100, 5, 10);  // an even number: between the two in the middle, 25 and 50
  assert_float_equal(bench_rate_of(&series, BENCH_CPU).median, 37.5, 1e-9);
}

TEST(ratio_compares_neighbouring_runs)
{
  struct bench_series over = {.count = 0};
  struct bench_series under = {.count = 0};
  (void)state;
  // However fast the machine is, it is a half, but for one pair. The ratio of the medians would be 1.25.
  static const uint64_t rates[][2] = {{5, 10}, {50, 100}, {60, 20}, {400, 800}, {20, 40}};
  for (size_t i = 0; i < sizeof rates / sizeof rates[0]; i++) {
    add(&over, rates[i][0], 1, 2);
    add(&under, rates[i][1], 1, 4);
  }
  assert_float_equal(bench_ratio_of(&over, &under, BENCH_CPU), 0.5, 1e-9);
  assert_float_equal(bench_ratio_of(&over, &under, BENCH_WALL), 1, 1e-9);
}

TEST(sample_of_nothing_is_refused)
{
  struct bench_series series = {.count = 0};
  (void)state;
  const struct bench_sample bad[] = {{.seconds = {1, 1}, .work = 0},
                                     {.seconds = {[BENCH_CPU] = 0, [BENCH_WALL] = 1}, .work = 1},
                                     {.seconds = {[BENCH_CPU] = 1, [BENCH_WALL] = 0}, .work = 1}};
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    assert_false(bench_add(&series, &bad[i]));
  }
  assert_int_equal(series.count, 0);
  for (int i = 0; i < BENCH_MAX_REPETITIONS; i++) {
    add(&series, 1, 1, 1);
  }
  const struct bench_sample good = {.seconds = {1, 1}, .work = 1};
  assert_false(bench_add(&series, &good));
}

// ---------------------------------------------------------------------------------------------------------
// The report

static void fill(struct bench_results *results, double waiting)
{
  memset(results, 0, sizeof *results);
  results->config = "base";
  results->cycles = 1000;
  for (int source = 0; source < BENCH_SOURCES; source++) {
    for (int kind = 0; kind < BENCH_KINDS; kind++) {
      add(&results->run[source][kind], 1000, kind + 1, waiting * (kind + 1));
    }
  }
  add(&results->model, 5000, 1, waiting);
}

// What the report writes, in *text (the caller frees it).
static void printed(const struct bench_results *results, void (*print)(const struct bench_results *, FILE *),
                    char **text)
{
  size_t size = 0;
  FILE *stream = open_memstream(text, &size);
  assert_non_null(stream);
  print(results, stream);
  assert_int_equal(fclose(stream), 0);
}

TEST(report_has_every_rate)
{
  struct bench_results results;
  char *text = NULL;
  (void)state;
  fill(&results, 1.05);
  printed(&results, bench_print, &text);
  assert_non_null(
      strstr(text, "random   pins and evaluation         1000        1000         952         952"));
  assert_non_null(strstr(text, "  unchecked                    500         500         476         476"));
  assert_non_null(strstr(text, "  lockstep                     333         333         317         317"));
  assert_non_null(strstr(text, "lockstep / unchecked        0.67                    0.67\n"));
  assert_non_null(strstr(text, "lockstep / pins             0.33                    0.33\n"));
  assert_non_null(strstr(text, "alone, operations           5000"));
  assert_null(strstr(text, "LOADED"));
  free(text);
  printed(&results, bench_json, &text);
  assert_non_null(
      strstr(text, "\"pins\": {\"cpu\": {\"median\": 1000, \"best\": 1000}, \"wall\": {\"median\": 952"));
  assert_non_null(strstr(text, "\"lockstep_pins\": {\"cpu\": 0.3333, \"wall\": 0.3333}"));
  assert_non_null(strstr(text, "\"loaded\": false"));
  free(text);
}

TEST(loaded_machine_is_reported)
{
  struct bench_results results;
  char *text = NULL;
  (void)state;
  fill(&results, 1.0);
  add(&results.run[BENCH_PROGRAM][BENCH_UNCHECKED], 1000, 1, 1.5);  // one of two: the median is 1.25
  assert_float_equal(bench_waited(&results), 0.25, 1e-9);
  printed(&results, bench_print, &text);
  assert_non_null(strstr(text, "LOADED MACHINE: one thread took 25 % longer"));
  free(text);
  printed(&results, bench_json, &text);
  assert_non_null(strstr(text, "\"waited\": 0.2500,\n  \"loaded\": true"));
  free(text);
}

// The lockstep may have a second thread, and then takes less wall clock than processor time, or waits for it.
TEST(lockstep_does_not_count_as_load)
{
  struct bench_results results;
  (void)state;
  fill(&results, 1.0);
  add(&results.run[BENCH_RANDOM][BENCH_LOCKSTEP], 1000, 1, 9);
  assert_float_equal(bench_waited(&results), 0, 1e-9);
}
