// SPDX-License-Identifier: Apache-2.0
//
// What the tests of the driver share: one bench, and the steps of a session that must succeed.
#ifndef TB_TEST_CORE_DRIVER_FIXTURE_H
#define TB_TEST_CORE_DRIVER_FIXTURE_H

#include "test/bench/driver_bench.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { LONG = 100000 };  // operations

static struct driver_bench bench;

static inline void create(const char *config, uint32_t pages, bool mapped, uint32_t width)
{
  assert_true(driver_bench_create(&bench, config, pages, mapped, width));
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
    }
  }
}

static inline int destroy(void **state)
{
  (void)state;
  driver_bench_destroy(&bench);
  bench = (struct driver_bench){0};
  return 0;
}

static inline void expect_off(void)
{
  assert_int_equal(driver_bench_peek(&bench, SPU_PMSCR_EL1) & ~SPU_PMSCR_EL1_PCT, 0);
  assert_int_equal(driver_bench_peek(&bench, SPU_PMBLIMITR_EL1), 0);
  assert_int_equal(driver_bench_peek(&bench, SPU_PMBSR_EL1), 0);
}

#endif  // TB_TEST_CORE_DRIVER_FIXTURE_H
