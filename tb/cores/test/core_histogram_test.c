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

static void execute(struct bench *bench, uint8_t mode, uint64_t pc, uint64_t executed, uint64_t samples)
{
  for (uint64_t i = 0; i < executed; i++) {
    core_histogram_count(&bench->histogram, mode, pc, i < samples);
  }
}

static void expect(const struct bench *bench, const char *cause)
{
  struct tb_error error = {""};
  assert_int_equal(core_histogram_check(&bench->histogram, &error), cause == NULL);
  assert_string_equal(error.text, cause != NULL ? cause : "");
}

static void expect_json(const struct bench *bench, const char *expected)
{
  char text[512] = "";
  FILE *stream = fmemopen(text, sizeof text, "w");
  assert_non_null(stream);
  struct json json = json_writer(stream);
  json_object(&json, NULL, JSON_INLINE);
  core_histogram_json(&bench->histogram, &json);
  json_end(&json);
  assert_int_equal(fclose(stream), 0);
  assert_string_equal(text, expected);
}

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
#define ROW(name, executed, samples)                                               \
  "    {\"name\": \"" name "\", \"executed\": " executed ", \"samples\": " samples \
  ", \"compared_alone\": false}"
  expect_json(&bench, "{\"functions\": [\n" ROW("a", "50", "5") ",\n" ROW("b", "30", "3") ",\n" ROW(
                          "handler", "15", "1") ",\n" ROW("[unknown]", "5", "1") "\n  ]}\n");
#undef ROW
}

TEST(without_samples_nothing_is_compared)
{
  struct bench bench;
  open(&bench);
  execute(&bench, 0, 0x1000, 50, 0);
  expect(&bench, NULL);
  expect_json(&bench,
              "{\"functions\": [\n"
              "    {\"name\": \"a\", \"executed\": 50, \"samples\": 0, \"compared_alone\": false}\n  ]}\n");
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
  expect_json(
      &bench,
      "{\"functions\": [\n"
      "    {\"name\": \"a\", \"executed\": 5000, \"samples\": 500, \"compared_alone\": true},\n"
      "    {\"name\": \"b\", \"executed\": 250, \"samples\": 25, \"compared_alone\": true},\n"
      "    {\"name\": \"handler\", \"executed\": 249, \"samples\": 25, \"compared_alone\": false},\n"
      "    {\"name\": \"[unknown]\", \"executed\": 1, \"samples\": 0, \"compared_alone\": false}\n  ]}\n");
}
