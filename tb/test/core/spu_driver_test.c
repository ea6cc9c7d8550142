// SPDX-License-Identifier: Apache-2.0
//
// The driver of tb/core/software against a unit without RTL, behind a window of 64 and of 32 bits. Software's side of
// requirements G2, G3, G7, G9, N2 and H1 to H4.
#include "driver_fixture.h"
#include "env/collected.h"
#include "util/rng.h"

enum { RECORD = 64 };  // bytes, in configuration "base"
enum { ENCODINGS = 0x4000 };

static void session_is_programmed_as_asked(void **state)
{
  (void)state;
  create("v8.7", 2, true, 64);
  bench.session.interval = 1024;
  bench.session.random = true;
  bench.session.pmscr = SPU_PMSCR_EL1_E1SPE | SPU_PMSCR_EL1_TS;
  bench.session.pmsfcr = SPU_PMSFCR_EL1_FE | SPU_PMSFCR_EL1_FnE | SPU_PMSFCR_EL1_FL | SPU_PMSFCR_EL1_FT |
                         SPU_PMSFCR_EL1_LD | SPU_PMSFCR_EL1_B;
  bench.session.pmsevfr = 1U << 1 | 1U << 5;
  bench.session.pmsnevfr = 1U << 7;
  bench.session.pmslatfr = 77;
  assert_int_equal(driver_bench_open(&bench), SPU_DRIVER_OK);
  assert_int_equal(driver_bench_start(&bench), SPU_DRIVER_OK);
  assert_int_equal(driver_bench_peek(&bench, SPU_PMSIRR_EL1), 1024 | 1);
  assert_int_equal(driver_bench_peek(&bench, SPU_PMSFCR_EL1), bench.session.pmsfcr);
  assert_int_equal(driver_bench_peek(&bench, SPU_PMSEVFR_EL1), bench.session.pmsevfr);
  assert_int_equal(driver_bench_peek(&bench, SPU_PMSNEVFR_EL1), bench.session.pmsnevfr);
  assert_int_equal(driver_bench_peek(&bench, SPU_PMSLATFR_EL1), 77);
  assert_int_equal(driver_bench_peek(&bench, SPU_PMBPTR_EL1), DRIVER_BENCH_BASE);
  assert_int_equal(driver_bench_peek(&bench, SPU_PMBLIMITR_EL1), (DRIVER_BENCH_BASE + 0x2000) | 1);
  assert_int_equal(driver_bench_peek(&bench, SPU_PMSCR_EL1),
                   SPU_PMSCR_EL1_E0SPE | SPU_PMSCR_EL1_E1SPE | SPU_PMSCR_EL1_TS);
  assert_int_equal(spu_driver_start(&bench.driver, &bench.session), SPU_DRIVER_STATE);
}

static void run_full_buffers(uint32_t width)
{
  create("base", 2, true, width);
  assert_int_equal(driver_bench_open(&bench), SPU_DRIVER_OK);
  assert_int_equal(driver_bench_start(&bench), SPU_DRIVER_OK);
  run(LONG);
  assert_int_equal(bench.chunks, LONG / 257 / (2 * 4096 / RECORD));
  assert_int_equal(bench.driver.counts.full, bench.chunks);
  assert_int_equal(bench.driver.counts.interrupts, bench.chunks);
  assert_int_equal(bench.last.size, 2 * 4096);
  assert_int_equal(spu_driver_stop(&bench.driver), SPU_DRIVER_OK);
  assert_int_equal(bench.records, bench.written);
  assert_int_equal(bench.bytes, RECORD * bench.written);
  assert_int_equal(bench.driver.counts.bytes, bench.bytes);
  assert_true(bench.written > 300);
  assert_int_equal(bench.lost + bench.collision, 0);
  assert_int_equal(bench.early_reads, 0);
  expect_off();
}

static void full_buffer_loses_no_record(void **state)  // G2, G7, H1 to H3
{
  (void)state;
  run_full_buffers(64);
}

static void window_of_32_bits_does_the_same(void **state)
{
  (void)state;
  run_full_buffers(64);
  const struct spu_driver_counts counts = bench.driver.counts;
  const uint32_t accesses = bench.accesses;
  assert_int_equal(destroy(state), 0);
  run_full_buffers(32);
  assert_memory_equal(&bench.driver.counts, &counts, sizeof counts);
  assert_int_equal(bench.accesses, accesses);
  assert_int_equal(bench.driver.pmbidr, 0x106);
  assert_int_equal(destroy(state), 0);
  create("v9.6", 1, true, 32);  // its PMSIDR_EL1 has a high word
  assert_int_equal(driver_bench_open(&bench), SPU_DRIVER_OK);
  assert_int_equal(bench.driver.pmsidr, driver_bench_peek(&bench, SPU_PMSIDR_EL1));
  assert_int_equal(bench.driver.pmsidr >> 32, 1);
}

static void fault_without_loss_resumes_at_the_saved_pointer(void **state)  // G3, G9
{
  (void)state;
  start("base", 4, false);
  assert_true(driver_bench_run(&bench, LONG));
  assert_int_equal(spu_driver_serve(&bench.driver, NULL), SPU_DRIVER_OK);
  assert_int_equal(bench.chunks, 0);
  assert_int_equal(driver_bench_peek(&bench, SPU_PMBPTR_EL1), DRIVER_BENCH_BASE);
  assert_true(driver_bench_run(&bench, LONG));
  assert_int_equal(spu_driver_serve(&bench.driver, NULL), SPU_DRIVER_OK);
  assert_int_equal(driver_bench_peek(&bench, SPU_PMBPTR_EL1), DRIVER_BENCH_BASE + 4096);
  assert_int_equal(bench.chunks, 0);
  run(LONG);
  assert_int_equal(bench.driver.counts.faults, 4);
  assert_int_equal(bench.maps, 4);
  assert_true(bench.driver.counts.full > 0);
  assert_int_equal(spu_driver_stop(&bench.driver), SPU_DRIVER_OK);
  assert_int_equal(bench.records, bench.written);
  assert_int_equal(bench.lost + bench.driver.counts.losses, 0);
}

static void partial_record_is_left_out(void **state)  // G3: DL
{
  (void)state;
  start("wide", 16, false);  // records begin at any multiple of 8
  run(2 * LONG);
  assert_int_equal(spu_driver_stop(&bench.driver), SPU_DRIVER_OK);
  assert_true(bench.driver.counts.losses > 0);
  assert_int_equal(bench.lost, bench.driver.counts.losses);
  assert_true(bench.driver.counts.partial > 0 &&
              bench.driver.counts.partial <
                  spu_config_largest_record(&bench.config) * bench.driver.counts.losses);
  assert_int_equal(bench.records, bench.written);
}

static void whole_records_are_found_as_by_the_testbench(void **state)
{
  (void)state;
  static const uint8_t headers[] = {0x01, 0x71, 0x52, 0xB0, 0x20, 0x99, 0x00, 0x48, 0x3F, 0x65};
  struct rng rng;
  rng_seed(&rng, 1, 0);
  uint32_t found = 0;
  for (uint32_t i = 0; i < LONG; i++) {
    uint8_t data[96];
    const size_t size = rng_below(&rng, sizeof data + 1);
    for (size_t n = 0; n < size; n++) {
      const uint32_t byte = rng_below(&rng, 256);
      data[n] = rng_below(&rng, 2) == 0 ? headers[byte % sizeof headers] : (uint8_t)byte;
    }
    const uint32_t align = rng_below(&rng, 7);
    const size_t whole = spu_driver_whole_records(data, size, align);
    assert_int_equal(whole, collected_whole_records(data, size, align));
    found += whole != 0;
  }
  assert_true(found > LONG / 10);
}

static void collision_is_told_of_with_the_next_chunk(void **state)
{
  (void)state;
  start("base", 2, false);
  bench.linger = true;  // the second sample meets the first
  assert_false(driver_bench_run(&bench, 1000));
  bench.linger = false;
  assert_true(driver_bench_run(&bench, LONG));
  assert_int_equal(spu_driver_serve(&bench.driver, NULL), SPU_DRIVER_OK);  // the fault of the first page
  assert_int_equal(bench.chunks, 0);
  assert_int_equal(bench.driver.counts.collisions, 1);
  run(LONG);
  assert_int_equal(spu_driver_stop(&bench.driver), SPU_DRIVER_OK);
  assert_true(bench.chunks > 1);
  assert_int_equal(bench.collision, 1);
  assert_int_equal(bench.records, bench.written);
}

static void stop_takes_out_what_is_in_flight(void **state)  // N2
{
  (void)state;
  start("base", 2, true);
  bench.linger = true;
  assert_false(driver_bench_run(&bench, 300));
  assert_int_equal(bench.written, 0);
  assert_int_equal(spu_driver_stop(&bench.driver), SPU_DRIVER_OK);
  assert_int_equal(bench.written, 1);
  assert_int_equal(bench.records, 1);
  assert_int_equal(bench.early_reads, 0);
  expect_off();
  assert_int_equal(spu_driver_stop(&bench.driver), SPU_DRIVER_STATE);
  assert_int_equal(driver_bench_start(&bench), SPU_DRIVER_OK);  // and again
  run(10000);
  assert_int_equal(spu_driver_stop(&bench.driver), SPU_DRIVER_OK);
  assert_int_equal(bench.records, bench.written);
  assert_true(bench.written > 30);
}

// What the interrupt had to say comes out at the end if nobody served it.
static void stop_serves_what_is_pending(void **state)
{
  (void)state;
  start("base", 1, true);
  assert_true(driver_bench_run(&bench, LONG));
  assert_int_equal(spu_driver_stop(&bench.driver), SPU_DRIVER_OK);
  assert_int_equal(bench.driver.counts.full, 1);
  assert_int_equal(bench.last.size, 4096);
  expect_off();
}

static void interrupt_without_event_changes_nothing(void **state)
{
  (void)state;
  start("base", 2, true);
  assert_false(driver_bench_run(&bench, 1000));
  bool event = true;
  const uint64_t pointer = driver_bench_peek(&bench, SPU_PMBPTR_EL1);
  assert_int_equal(spu_driver_serve(&bench.driver, &event), SPU_DRIVER_OK);
  assert_false(event);
  assert_int_equal(bench.chunks, 0);
  assert_int_equal(driver_bench_peek(&bench, SPU_PMBPTR_EL1), pointer);
  assert_true(pointer > DRIVER_BENCH_BASE);
}

// The window of an encoding is that of no other one, inside it and aligned.
static void every_register_has_its_place(void **state)
{
  (void)state;
  create("base", 1, true, 64);
  assert_int_equal(spu_window_register(SPU_PMSCR_EL1), 0x20000 + (0x04C8 << 3));
  for (uint32_t i = 0; i < ENCODINGS; i++) {
    assert_int_equal(spu_window_register((uint16_t)(0xC000 | i)), SPU_WINDOW_REGISTERS + 8 * i);
  }
  assert_int_equal(SPU_WINDOW_REGISTERS + 8 * ENCODINGS, SPU_WINDOW_BYTES);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_teardown(session_is_programmed_as_asked, destroy),
      cmocka_unit_test_teardown(full_buffer_loses_no_record, destroy),
      cmocka_unit_test_teardown(window_of_32_bits_does_the_same, destroy),
      cmocka_unit_test_teardown(fault_without_loss_resumes_at_the_saved_pointer, destroy),
      cmocka_unit_test_teardown(partial_record_is_left_out, destroy),
      cmocka_unit_test_teardown(whole_records_are_found_as_by_the_testbench, destroy),
      cmocka_unit_test_teardown(collision_is_told_of_with_the_next_chunk, destroy),
      cmocka_unit_test_teardown(stop_takes_out_what_is_in_flight, destroy),
      cmocka_unit_test_teardown(stop_serves_what_is_pending, destroy),
      cmocka_unit_test_teardown(interrupt_without_event_changes_nothing, destroy),
      cmocka_unit_test_teardown(every_register_has_its_place, destroy)};
  return RUN_WITH_BOTH_UNITS(tests);
}
