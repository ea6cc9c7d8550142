// SPDX-License-Identifier: Apache-2.0
//
// The driver of tb/core/software where something is wrong: every error that it has, each once.
#include "driver_fixture.h"

// Each access that the driver makes, of each of its functions, refused.
static void refused_access_is_an_error(void **state)
{
  (void)state;
  static const uint16_t opened[] = {SPU_PMBIDR_EL1, SPU_PMSIDR_EL1, SPU_PMSCR_EL1, SPU_PMBLIMITR_EL1,
                                    SPU_PMBSR_EL1};
  static const uint16_t started[] = {SPU_PMSFCR_EL1, SPU_PMSEVFR_EL1,   SPU_PMSLATFR_EL1,
                                     SPU_PMSIRR_EL1, SPU_PMSICR_EL1,    SPU_PMBSR_EL1,
                                     SPU_PMBPTR_EL1, SPU_PMBLIMITR_EL1, SPU_PMSCR_EL1};
  static const uint16_t served[] = {SPU_PMBSR_EL1, SPU_PMBPTR_EL1};
  static const uint16_t stopped[] = {SPU_PMSCR_EL1, SPU_PMBSR_EL1, SPU_PMBPTR_EL1, SPU_PMBLIMITR_EL1};
  for (size_t i = 0; i < sizeof opened / sizeof opened[0]; i++) {
    create("base", 1, true, 64);
    bench.forbidden = opened[i];
    assert_int_equal(driver_bench_open(&bench), SPU_DRIVER_REFUSED);
    assert_int_equal(bench.driver.refused_register, opened[i]);
    assert_int_equal(bench.driver.refused_status, SPU_ACCESS_UNDEFINED);
    assert_int_equal(driver_bench_start(&bench), SPU_DRIVER_STATE);
    (void)destroy(state);
  }
  for (size_t i = 0; i < sizeof started / sizeof started[0]; i++) {
    create("base", 1, true, 64);
    assert_int_equal(driver_bench_open(&bench), SPU_DRIVER_OK);
    bench.forbidden = started[i];
    assert_int_equal(driver_bench_start(&bench), SPU_DRIVER_REFUSED);
    assert_int_equal(bench.driver.refused_register, started[i]);
    assert_int_equal(spu_driver_stop(&bench.driver), SPU_DRIVER_STATE);
    bench.forbidden = 0;
    assert_false(driver_bench_run(&bench, 1000));
    assert_int_equal(bench.written, 0);
    assert_int_equal(driver_bench_start(&bench), SPU_DRIVER_OK);  // now it can
    (void)destroy(state);
  }
  for (size_t i = 0; i < sizeof served / sizeof served[0]; i++) {
    start("base", 1, true);
    assert_true(driver_bench_run(&bench, LONG));
    bench.forbidden = served[i];
    assert_int_equal(spu_driver_serve(&bench.driver, NULL), SPU_DRIVER_REFUSED);
    (void)destroy(state);
  }
  for (size_t i = 0; i < sizeof stopped / sizeof stopped[0]; i++) {
    start("base", 1, true);
    assert_false(driver_bench_run(&bench, 1000));
    bench.forbidden = stopped[i];
    assert_int_equal(spu_driver_stop(&bench.driver), SPU_DRIVER_REFUSED);
    (void)destroy(state);
  }
  // As a hypervisor does it: the exception class comes along.
  create("base", 1, true, 32);
  assert_int_equal(driver_bench_open(&bench), SPU_DRIVER_OK);
  bench.in.mdcr_el2_tpms = true;
  assert_int_equal(driver_bench_start(&bench), SPU_DRIVER_REFUSED);
  assert_int_equal(bench.driver.refused_register, SPU_PMSFCR_EL1);
  assert_int_equal(bench.driver.refused_status, SPU_ACCESS_TRAP_EL2 | 0x18 << 8);
  assert_int_equal(bench.status, 0);
}

// In start(), and then in serve(), of a full buffer: S is 1 there, and PMBPTR_EL1 at the limit.
static void ignored_write_is_an_error(void **state)
{
  (void)state;
  static const struct {
    uint16_t encoding;
    bool at_start;
  } rows[] = {{SPU_PMBPTR_EL1, true},
              {SPU_PMBLIMITR_EL1, true},
              {SPU_PMBPTR_EL1, false},
              {SPU_PMBSR_EL1, false},
              {SPU_PMBLIMITR_EL1, false}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    create("base", 1, true, 64);
    assert_int_equal(driver_bench_open(&bench), SPU_DRIVER_OK);
    bench.deaf = rows[i].at_start ? rows[i].encoding : 0;
    assert_int_equal(driver_bench_start(&bench), rows[i].at_start ? SPU_DRIVER_IGNORED : SPU_DRIVER_OK);
    if (!rows[i].at_start) {
      assert_true(driver_bench_run(&bench, LONG));
      bench.deaf = rows[i].encoding;
      assert_int_equal(spu_driver_serve(&bench.driver, NULL), SPU_DRIVER_IGNORED);
    }
    assert_int_equal(bench.driver.refused_register, rows[i].encoding);
    (void)destroy(state);
  }
}

static void buffer_of_another_owner_is_not_used(void **state)
{
  (void)state;
  create("base", 1, true, 64);
  bench.in.mdcr_el2_e2pb = 0;
  assert_int_equal(driver_bench_open(&bench), SPU_DRIVER_OWNED);
  assert_int_equal(bench.accesses, 1);
  assert_int_equal(driver_bench_start(&bench), SPU_DRIVER_STATE);
}

static void unit_of_unknown_kind_is_not_used(void **state)
{
  (void)state;
  static const struct {
    uint16_t encoding;
    uint64_t flip;
  } rows[] = {{SPU_PMBIDR_EL1, 0xA},                 // Align 12
              {SPU_PMSIDR_EL1, UINT64_C(1) << 20},   // Format
              {SPU_PMSIDR_EL1, UINT64_C(0xB) << 8},  // Interval
              {SPU_PMSIDR_EL1, UINT64_C(1) << 8},    // likewise
              {SPU_PMSIDR_EL1, UINT64_C(4) << 16},   // CountSize
              {SPU_PMSIDR_EL1, (6 ^ 3) << 12},       // MaxSize: 8 bytes
              {SPU_PMSIDR_EL1, (6 ^ 12) << 12}};     // likewise 4096
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    create("base", 1, true, 64);
    bench.falsified = rows[i].encoding;
    bench.falsify = rows[i].flip;
    assert_int_equal(driver_bench_open(&bench), SPU_DRIVER_UNKNOWN);
    (void)destroy(state);
  }
  create("base", 1, true, 64);
}

static void session_that_cannot_be_is_refused(void **state)
{
  (void)state;
  create("base", 2, true, 64);
  assert_int_equal(driver_bench_open(&bench), SPU_DRIVER_OK);
  const struct spu_driver_session good = bench.session;
  const uint32_t accesses = bench.accesses;
  struct {
    struct spu_driver_session session;
    enum spu_driver_status status;
  } rows[12];
  for (size_t i = 0; i < 12; i++) {
    rows[i].session = good;
    rows[i].status = i < 5 ? SPU_DRIVER_BUFFER : i < 10 ? SPU_DRIVER_INTERVAL : SPU_DRIVER_UNSUPPORTED;
  }
  rows[0].session.base += 32;
  rows[1].session.limit += 64;
  rows[2].session.limit = good.base;
  rows[3].session.limit = good.base - 4096;
  rows[4].session.limit |= UINT64_C(1) << 56;
  rows[5].session.interval = 0;
  rows[6].session.interval = 257;
  rows[7].session.interval = 128;
  rows[8].session.interval = 0;  // of a unit with FEAT_SPE_ERnd
  rows[8].session.any_interval = rows[8].session.random = true;
  rows[9].session.interval = 0;
  rows[9].session.random = true;
  rows[10].session.pmsfcr = SPU_PMSFCR_EL1_FnE;  // from SPEv1p2
  rows[11].session.pmscr |= SPU_PMSCR_EL1_EE;    // no exceptions
  for (size_t i = 0; i < 12; i++) {
    assert_int_equal(spu_driver_start(&bench.driver, &rows[i].session), rows[i].status);
  }
  assert_int_equal(bench.accesses, accesses);
  bench.driver.min_interval = 512;
  assert_int_equal(driver_bench_start(&bench), SPU_DRIVER_INTERVAL);
  bench.driver.min_interval = 256;
  assert_int_equal(driver_bench_start(&bench), SPU_DRIVER_OK);
}

static void interval_zero_is_for_tests(void **state)
{
  (void)state;
  create("el1only", 2, true, 64);
  assert_int_equal(driver_bench_open(&bench), SPU_DRIVER_OK);
  bench.session.interval = 0;
  bench.session.random = true;
  assert_int_equal(driver_bench_start(&bench), SPU_DRIVER_INTERVAL);
  bench.session.any_interval = true;
  bench.session.random = false;
  assert_int_equal(driver_bench_start(&bench), SPU_DRIVER_INTERVAL);
  bench.session.random = true;
  assert_int_equal(driver_bench_start(&bench), SPU_DRIVER_OK);
}

static void abort_is_an_error(void **state)
{
  (void)state;
  start("wide", 1, true);  // asynchronous
  axi_memory_fail_burst(bench.memory, 3, 2);
  assert_true(driver_bench_run(&bench, LONG));
  assert_int_equal(spu_driver_serve(&bench.driver, NULL), SPU_DRIVER_ABORT);
  assert_int_equal(bench.chunks, 0);
  assert_int_equal(spu_driver_stop(&bench.driver), SPU_DRIVER_ABORT);
  expect_off();
}

static void fault_that_is_not_repaired_is_an_error(void **state)
{
  (void)state;
  start("base", 2, false);
  run(5000);
  bench.refuse_map = true;
  assert_true(driver_bench_run(&bench, LONG));
  assert_int_equal(spu_driver_serve(&bench.driver, NULL), SPU_DRIVER_UNMAPPED);
  assert_int_equal(bench.chunks, 0);
  bench.driver.hooks.map = NULL;
  assert_int_equal(spu_driver_serve(&bench.driver, NULL), SPU_DRIVER_UNMAPPED);
  assert_int_equal(spu_driver_stop(&bench.driver), SPU_DRIVER_OK);  // the first page is there
  assert_int_equal(bench.records, bench.written);
  assert_int_equal(bench.last.size, 4096);
  assert_int_equal(bench.driver.counts.faults, 2);
}

static void nonsense_of_the_unit_is_an_error(void **state)
{
  (void)state;
  static const struct {
    uint16_t encoding;
    uint64_t flip;
    enum spu_driver_status status;
  } rows[] = {{SPU_PMBSR_EL1, 1, SPU_DRIVER_EVENT},                      // Access not allowed
              {SPU_PMBSR_EL1, UINT64_C(0x1E) << 26, SPU_DRIVER_EVENT},   // Granule Protection Check
              {SPU_PMBPTR_EL1, UINT64_C(1) << 30, SPU_DRIVER_POINTER},   // below
              {SPU_PMBPTR_EL1, UINT64_C(1) << 20, SPU_DRIVER_POINTER}};  // above
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    start("base", 1, true);
    assert_true(driver_bench_run(&bench, LONG));
    bench.falsified = rows[i].encoding;
    bench.falsify = rows[i].flip;
    assert_int_equal(spu_driver_serve(&bench.driver, NULL), rows[i].status);
    assert_int_equal(bench.chunks, 0);
    (void)destroy(state);
  }
  start("base", 1, true);
}

static void every_error_has_words(void **state)
{
  (void)state;
  create("base", 1, true, 64);
  for (int i = 0; i <= SPU_DRIVER_IGNORED; i++) {
    const char *message = spu_driver_message((enum spu_driver_status)i);
    assert_string_not_equal(message, "unknown status");
    for (int j = 0; j < i; j++) {
      assert_string_not_equal(message, spu_driver_message((enum spu_driver_status)j));
    }
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_teardown(refused_access_is_an_error, destroy),
      cmocka_unit_test_teardown(ignored_write_is_an_error, destroy),
      cmocka_unit_test_teardown(buffer_of_another_owner_is_not_used, destroy),
      cmocka_unit_test_teardown(unit_of_unknown_kind_is_not_used, destroy),
      cmocka_unit_test_teardown(session_that_cannot_be_is_refused, destroy),
      cmocka_unit_test_teardown(interval_zero_is_for_tests, destroy),
      cmocka_unit_test_teardown(abort_is_an_error, destroy),
      cmocka_unit_test_teardown(fault_that_is_not_repaired_is_an_error, destroy),
      cmocka_unit_test_teardown(nonsense_of_the_unit_is_an_error, destroy),
      cmocka_unit_test_teardown(every_error_has_words, destroy)};
  return RUN_WITH_BOTH_UNITS(tests);
}
