// SPDX-License-Identifier: Apache-2.0
//
// What the tests of the driver share: one bench, and the steps of a session that must succeed.
#ifndef TB_TEST_CORE_DRIVER_FIXTURE_H
#define TB_TEST_CORE_DRIVER_FIXTURE_H

#include "test/bench/driver_bench.h"
#include "test/test.h"

enum { LONG = 100000 };  // operations

static struct driver_bench bench;
static bool strict;  // as in the bench

static inline void create(const char *config, uint32_t pages, bool mapped, uint32_t width)
{
  assert_true(driver_bench_create(&bench, config, pages, mapped, width));
  bench.strict = strict;
}

static inline void start(const char *config, uint32_t pages, bool mapped)
{
  create(config, pages, mapped, 64);
  assert_int_equal(driver_bench_open(&bench), SPU_DRIVER_OK);
  assert_int_equal(driver_bench_start(&bench), SPU_DRIVER_OK);
}

// Executes, and serves every interrupt.
static inline void run(uint64_t operations)
{
  const uint64_t end = bench.executed + operations;
  while (bench.executed < end) {
    if (driver_bench_run(&bench, end - bench.executed)) {
      bool event = false;
      assert_int_equal(spu_driver_serve(&bench.driver, &event), SPU_DRIVER_OK);
      assert_true(event);
      assert_false(bench.out.pmbirq);
    }
  }
}

static inline int destroy(void **state)
{
  (void)state;
  const uint32_t ignored = bench.ignored;
  driver_bench_destroy(&bench);
  bench = (struct driver_bench){0};
  assert_int_equal(ignored, 0);
  return 0;
}

static inline int be_plain(void **state)
{
  (void)state;
  strict = false;
  return 0;
}

static inline int be_strict(void **state)
{
  (void)state;
  strict = true;
  return 0;
}

// All tests with this unit, and with one that ignores what a PE may ignore.
#define RUN_WITH_BOTH_UNITS(tests)                                                       \
  (cmocka_run_group_tests_name("a unit that takes every write", tests, be_plain, NULL) + \
   cmocka_run_group_tests_name("a unit that ignores writes while E is 1", tests, be_strict, NULL))

static inline void expect_off(void)
{
  assert_int_equal(driver_bench_peek(&bench, SPU_PMSCR_EL1) & ~SPU_PMSCR_EL1_PCT, 0);
  assert_int_equal(driver_bench_peek(&bench, SPU_PMBLIMITR_EL1), 0);
  assert_int_equal(driver_bench_peek(&bench, SPU_PMBSR_EL1), 0);
}

#endif  // TB_TEST_CORE_DRIVER_FIXTURE_H
