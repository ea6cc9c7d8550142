// SPDX-License-Identifier: Apache-2.0
//
// Shares of functions: executed operations against samples. No requirement: this decides runs of a real core.

// For fmemopen. <features.h> reads it, so it comes before every include.
#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <string.h>

#include "core/core_shares.h"
#include "test/test.h"

enum { USER = 1 << 0, SUPERVISOR = 1 << 1 };

struct bench {
  struct function user[4];
  struct function supervisor[2];
  struct functions programs[2];
  struct core_shares shares;
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
  bench->programs[0] = (struct functions){bench->user, 4};
  bench->programs[1] = (struct functions){bench->supervisor, 2};
  assert_true(core_shares_add(&bench->shares, &bench->programs[0], USER));
  assert_true(core_shares_add(&bench->shares, &bench->programs[1], SUPERVISOR));
}

static void execute(struct bench *bench, uint8_t mode, uint64_t pc, uint64_t executed, uint64_t samples)
{
  for (uint64_t i = 0; i < executed; i++) {
    core_shares_count(&bench->shares, mode, pc, i < samples);
  }
}

static void expect(const struct bench *bench, const char *cause)
{
  struct tb_error error = {""};
  assert_int_equal(core_shares_check(&bench->shares, &error), cause == NULL);
  assert_string_equal(error.text, cause != NULL ? cause : "");
}

static void text_of(void (*write)(const struct core_shares *shares, FILE *stream), const struct bench *bench,
                    char *text, size_t size)
{
  memset(text, 0, size);
  FILE *stream = fmemopen(text, size, "w");
  assert_non_null(stream);
  write(&bench->shares, stream);
  assert_int_equal(fclose(stream), 0);
}

static void json_of(const struct core_shares *shares, FILE *stream)
{
  struct json json = json_writer(stream);
  json_object(&json, NULL, JSON_INLINE);
  core_shares_json(shares, &json);
  json_end(&json);
}

TEST(operations_are_of_the_program_of_their_mode)
{
  struct bench bench;
  char text[512];
  open(&bench);
  execute(&bench, 0, 0x100C, 50, 5);
  execute(&bench, 0, 0x1010, 30, 3);
  execute(&bench, 1, 0x1004, 15, 1);
  execute(&bench, 0, 0x2000, 3, 0);
  execute(&bench, 1, 0x1010, 1, 0);
  execute(&bench, 3, 0x1000, 1, 1);
  text_of(core_shares_table, &bench, text, sizeof text);
  assert_string_equal(text, "executed  sampled  function\n"
                            "  50.0 %   50.0 %  a\n"
                            "  30.0 %   30.0 %  b\n"
                            "  15.0 %   10.0 %  handler\n"
                            "   5.0 %   10.0 %  [unknown]\n"
                            "too few samples to compare functions\n");
  text_of(json_of, &bench, text, sizeof text);
  assert_string_equal(text, "{\"functions_compared\": 0, \"functions_together\": 4, \"functions\": [\n"
                            "    {\"name\": \"a\", \"executed\": 50, \"samples\": 5},\n"
                            "    {\"name\": \"b\", \"executed\": 30, \"samples\": 3},\n"
                            "    {\"name\": \"handler\", \"executed\": 15, \"samples\": 1},\n"
                            "    {\"name\": \"[unknown]\", \"executed\": 5, \"samples\": 1}\n"
                            "  ]}\n");
}

TEST(table_has_what_was_executed_most)
{
  static struct function list[12];
  static char names[12][4];
  struct functions functions = {list, 12};
  struct bench bench = {.shares = {.executed = 0}};
  assert_true(core_shares_add(&bench.shares, &functions, USER));
  for (uint64_t i = 1; i < 12; i++) {
    (void)snprintf(names[i], sizeof names[i], "f%u", (unsigned)i);
    list[i] = (struct function){.start = 16 * i, .end = 16 * i + 16, .name = names[i]};
  }
  for (uint64_t i = 1; i < 12; i++) {
    execute(&bench, 0, 16 * i, i * 7 % 12, i == 1 ? 1 : 0);  // 7 2 9 4 11 6 1 8 3 10 5
  }
  char text[512];
  text_of(core_shares_table, &bench, text, sizeof text);
  const char *at = text;
  static const char *const order[] = {"f5\n", "f10\n", "f3\n", "f8\n", "f1\n", "f6\n", "f11\n", "f4\n"};
  for (size_t i = 0; i < 8; i++) {
    at = strstr(at, order[i]);
    assert_non_null(at);
  }
  assert_null(strstr(text, "f9\n"));
}

TEST(table_without_samples_has_no_rows)
{
  struct bench bench;
  char text[512];
  open(&bench);
  execute(&bench, 0, 0x1000, 50, 0);
  text_of(core_shares_table, &bench, text, sizeof text);
  assert_string_equal(text, "too few samples to compare functions\n");
  expect(&bench, NULL);
}

// Of 10000 samples 5000 are expected in each of two functions, and 50 is the standard error.
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
  bench.shares.collisions = 1;  // it may be of a
  expect(&bench, NULL);
}

// Three samples where one is expected is chance, 60 functions like this are not.
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

// A function is compared singly from 25 samples on that are expected of it.
TEST(functions_that_were_compared_are_counted)
{
  struct bench bench;
  char text[512];
  open(&bench);
  execute(&bench, 0, 0x1000, 5000, 500);
  execute(&bench, 0, 0x1010, 250, 25);
  execute(&bench, 1, 0x1000, 249, 25);
  execute(&bench, 0, 0x2000, 1, 0);
  text_of(core_shares_table, &bench, text, sizeof text);
  assert_non_null(
      strstr(text, "]\nshares of 2 functions within four standard errors, 2 smaller ones together\n"));
  text_of(json_of, &bench, text, sizeof text);
  assert_memory_equal(text, "{\"functions_compared\": 2, \"functions_together\": 2, ", 50);
  expect(&bench, NULL);
  open(&bench);
  execute(&bench, 0, 0x1000, 5000, 500);
  execute(&bench, 0, 0x2000, 1, 0);
  text_of(core_shares_table, &bench, text, sizeof text);
  assert_non_null(
      strstr(text, "]\nshares of 1 function within four standard errors, 1 smaller one together\n"));
}

TEST(more_programs_than_there_is_room_for_are_refused)
{
  struct bench bench;
  open(&bench);
  assert_true(core_shares_add(&bench.shares, &bench.programs[0], USER));
  assert_true(core_shares_add(&bench.shares, &bench.programs[0], USER));
  assert_false(core_shares_add(&bench.shares, &bench.programs[0], USER));
}
