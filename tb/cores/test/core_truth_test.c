// SPDX-License-Identifier: Apache-2.0
//
// What belongs to the truth that profiles are compared with. No requirement: this checks runs of a real core.

// For open_memstream. <features.h> reads it, so it comes before every include.
#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>

#include "cores/core_truth.h"
#include "unit/test/test.h"

static void expect_rows(const struct core_truth *truth, const char *rows)
{
  char *text = NULL;
  size_t size = 0;
  FILE *stream = open_memstream(&text, &size);
  assert_non_null(stream);
  core_truth_write(truth, stream);
  assert_int_equal(fclose(stream), 0);
  assert_string_equal(text, rows);
  free(text);
}

TEST(executions_and_cycles_belong_to_instructions)
{
  struct core_truth truth = {0};
  const struct core_op ops[] = {
      {.pc = 0x1000, .fate = CORE_RETIRED, .population = true, .exposed = 7},
      {.pc = 0x1000, .fate = CORE_RETIRED, .exposed = 100},                      // profiling was off
      {.pc = 0x1002, .fate = CORE_EXCEPTION, .population = true, .exposed = 5},  // executed again
      {.pc = 0x1002, .fate = CORE_RETIRED, .population = true, .exposed = 1},
      {.pc = 0x1004, .fate = CORE_SQUASHED, .population = true, .exposed = 2},
      {.pc = 0x1006, .fate = CORE_RETIRED, .population = true, .known = true, .insn.kind = CORE_INSN_BRANCH},
      {.pc = 0x1008, .fate = CORE_SQUASHED, .population = true},                         // can have a record
      {.pc = 0x1000, .mode = 1, .fate = CORE_RETIRED, .population = true, .exposed = 9}  // the supervisor
  };
  for (size_t i = 0; i < sizeof ops / sizeof ops[0]; i++) {
    core_truth_add(&truth, &ops[i]);
  }
  assert_false(truth.out_of_memory);
  expect_rows(&truth, "pc,executed,cycles,branch\n"
                      "0x1000,2,7,0\n"
                      "0x1002,1,6,0\n"
                      "0x1004,0,2,0\n"
                      "0x1006,1,0,1\n"
                      "0x1008,0,0,0\n");
  core_truth_free(&truth);
  expect_rows(&truth, "pc,executed,cycles,branch\n");
}
