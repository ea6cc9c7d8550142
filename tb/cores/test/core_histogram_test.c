// SPDX-License-Identifier: Apache-2.0
//
// Shares of functions: executed operations against samples. No requirement: this checks runs of a real core.

// For fmemopen. <features.h> reads it, so it comes before every include.
#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <string.h>

#include "cores/core_histogram.h"
#include "unit/test/test.h"

enum { USER = 1 << 0, SUPERVISOR = 1 << 1 };

struct bench {
  struct function user[4];
  struct function supervisor[2];
  struct core_code_memory programs;
  struct core_histogram histogram;
};

// Functions "a", "b" and "c" of 16 bytes each at 0x1000 in mode 0, and "handler" there in mode 1.
static void open(struct bench *bench)
{
  *bench = (struct bench){.user = {{.name = (char *)"[unknown]"},
                                   {.start = 0x1000, .end = 0x1010, .name = (char *)"a"},
                                   {.start = 0x1010, .end = 0x1020, .name = (char *)"b"},
                                   {.start = 0x1020, .end = 0x1030, .name = (char *)"c"}},
                          .supervisor = {{.name = (char *)"[unknown]"},
                                         {.start = 0x1000, .end = 0x1010, .name = (char *)"handler"}}};
  bench->programs =
      (struct core_code_memory){.program = {{.functions = {bench->user, 4}, .modes = USER},
                                            {.functions = {bench->supervisor, 2}, .modes = SUPERVISOR}},
                                .programs = 2};
  bench->histogram.programs = &bench->programs;
}

// Operations of 3 cycles each.
static void execute(struct bench *bench, uint8_t mode, uint64_t pc, uint64_t executed, uint64_t samples)
{
  struct core_op op = {.mode = mode, .pc = pc, .fate = CORE_RETIRED, .exposed = 3};
  for (uint64_t i = 0; i < executed; i++) {
    op.sample = i < samples;
    core_histogram_count(&bench->histogram, &op);
  }
}

static void expect(const struct bench *bench, const char *cause)
{
  struct tb_error error = {""};
  assert_int_equal(core_histogram_check(&bench->histogram, &error), cause == NULL);
  assert_string_equal(error.text, cause != NULL ? cause : "");
}

// The rows of the report, each with its comma.
static void expect_json(const struct bench *bench, const char *const rows[4])
{
  char text[1024] = "";
  char expected[1024] = "";
  FILE *stream = fmemopen(text, sizeof text, "w");
  assert_non_null(stream);
  struct json json = json_writer(stream);
  json_object(&json, NULL, JSON_INLINE);
  core_histogram_json(&bench->histogram, &json);
  json_end(&json);
  assert_int_equal(fclose(stream), 0);
  (void)snprintf(expected, sizeof expected, "{\"functions\": [%s%s%s%s\n  ]}\n", rows[0], rows[1], rows[2],
                 rows[3]);
  assert_string_equal(text, expected);
}

#define ROW(comma, name, executed, samples, time, alone)                                   \
  comma "\n    {\"name\": \"" name "\", \"executed\": " executed ", \"samples\": " samples \
        ", \"time\": " time ", \"time_estimated\": 0, \"compared_alone\": " alone "}"

TEST(operations_belong_to_the_program_of_their_mode)
{
  struct bench bench;
  open(&bench);
  execute(&bench, 0, 0x100C, 50, 5);
  execute(&bench, 0, 0x1010, 30, 3);
  execute(&bench, 1, 0x1004, 15, 1);
  execute(&bench, 0, 0x2000, 3, 0);
  execute(&bench, 1, 0x1010, 1, 0);
  execute(&bench, 3, 0x1000, 1, 1);
  static const char *const rows[] = {
      ROW("", "a", "50", "5", "150", "false"), ROW(",", "b", "30", "3", "90", "false"),
      ROW(",", "handler", "15", "1", "45", "false"), ROW(",", "[unknown]", "5", "1", "15", "false")};
  expect_json(&bench, rows);
}

TEST(without_samples_nothing_is_compared)
{
  struct bench bench;
  open(&bench);
  execute(&bench, 0, 0x1000, 50, 0);
  expect(&bench, NULL);
  static const char *const rows[] = {ROW("", "a", "50", "0", "150", "false"), "", "", ""};
  expect_json(&bench, rows);
}

// 5000 of 10000 samples are expected in each of two functions. The standard error is 50.
TEST(share_may_be_four_standard_errors_off)
{
  struct bench bench;
  open(&bench);
  execute(&bench, 0, 0x1000, 50000, 5200);
  execute(&bench, 0, 0x1010, 50000, 4800);
  expect(&bench, NULL);
  open(&bench);
  execute(&bench, 0, 0x1000, 50000, 4799);
  execute(&bench, 0, 0x1010, 50000, 5201);
  expect(&bench,
         "a: 50.00 % of 100000 executed operations and 47.99 % of 10000 samples: 4.0 standard errors, with 0 "
         "collisions");
  bench.histogram.collisions = 1;  // possibly in a
  expect(&bench, NULL);
}

// Three samples where one is expected may be chance, but not in many small functions together.
TEST(small_functions_are_compared_together)
{
  struct bench bench;
  open(&bench);
  execute(&bench, 0, 0x1000, 100000, 997);
  execute(&bench, 0, 0x1010, 100, 3);
  expect(&bench, NULL);
  open(&bench);
  execute(&bench, 0, 0x1000, 49000, 475);
  execute(&bench, 1, 0x1000, 49000, 475);
  execute(&bench, 0, 0x1010, 1000, 25);
  execute(&bench, 0, 0x1020, 1000, 25);
  expect(&bench,
         "all small functions together: 2.00 % of 100000 executed operations and 5.00 % of 1000 samples: 6.8 "
         "standard errors, with 0 collisions");
}

TEST(function_is_compared_alone_from_25_expected_samples_on)
{
  struct bench bench;
  open(&bench);
  execute(&bench, 0, 0x1000, 5000, 500);
  execute(&bench, 0, 0x1010, 250, 25);
  execute(&bench, 1, 0x1000, 249, 25);
  execute(&bench, 0, 0x2000, 1, 0);
  expect(&bench, NULL);
  static const char *const rows[] = {
      ROW("", "a", "5000", "500", "15000", "true"), ROW(",", "b", "250", "25", "750", "true"),
      ROW(",", "handler", "249", "25", "747", "false"), ROW(",", "[unknown]", "1", "0", "3", "false")};
  expect_json(&bench, rows);
}

// A record of the time stands for the operations of an interval; squashed operations have time, but were not executed.
TEST(time_is_counted_and_estimated)
{
  static const uint8_t records[] = {
      0x9E, 7,    0,    0xB0, 0x04, 0x10, 0, 0, 0,    0,    0, 0x80, 0x01,  // 7 cycles at 0x1004, EL0
      0,                                                                    // padding
      0xB0, 0x08, 0x10, 0,    0,    0,    0, 0, 0x80, 0x01,                 // without exposed latency
      0x9E, 2,    1,    0xB0, 0x04, 0x10, 0, 0, 0,    0,    0, 0xA0, 0x01,  // 258 cycles at 0x1004, EL1
  };
  struct bench bench;
  char text[512] = "";
  open(&bench);
  execute(&bench, 0, 0x1000, 50, 1);
  execute(&bench, 1, 0x1000, 150, 1);
  const struct core_op squashed = {.pc = 0x1000, .fate = CORE_SQUASHED, .sample = 1, .exposed = 50};
  core_histogram_count(&bench.histogram, &squashed);
  core_histogram_estimate(&bench.histogram, records, sizeof records, 10);
  assert_int_equal(bench.user[1].time, 200);
  assert_int_equal(bench.user[1].estimated, 70);
  assert_int_equal(bench.supervisor[1].estimated, 2580);
  FILE *stream = fmemopen(text, sizeof text, "w");
  assert_non_null(stream);
  core_histogram_print(&bench.histogram, stream);
  assert_int_equal(fclose(stream), 0);
  assert_string_equal(text, "executed  sampled    time  estimated  function\n"
                            "  75.0 %   50.0 %  69.2 %     97.4 %  handler\n"
                            "  25.0 %   50.0 %  30.8 %      2.6 %  a\n");
}
