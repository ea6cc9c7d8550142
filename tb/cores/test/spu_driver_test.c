// SPDX-License-Identifier: Apache-2.0
//
// The driver of tb/cores/software with a unit without RTL, through a bridge of 64 and of 32 bits, and each of its
// errors. Software's side of requirements G2, G3, G7, G9, N2 and H1 to H4. Every test runs with a unit that accepts
// every write, and with one that ignores the writes that a PE may ignore.
#include "cores/test/driver_bench.h"
#include "unit/env/aux_data.h"
#include "unit/test/test.h"
#include "unit/util/rng.h"

enum { LONG = 100000 };  // operations
enum { RECORD = 64 };    // bytes, in configuration "base"
enum { ENCODINGS = 0x4000 };

static struct driver_bench bench;
static bool strict;  // as in the bench

static int be_plain(void **state)
{
  (void)state;
  strict = false;
  return 0;
}

static int be_strict(void **state)
{
  (void)state;
  strict = true;
  return 0;
}

static int destroy(void **state)
{
  (void)state;
  const uint32_t ignored = bench.ignored;
  driver_bench_destroy(&bench);
  bench = (struct driver_bench){0};
  assert_int_equal(ignored, 0);
  return 0;
}

#define DRIVER_TEST(name)                      \
  static void name(void **state);              \
  TEST_WITH(name##_plain, be_plain, destroy)   \
  {                                            \
    name(state);                               \
  }                                            \
  TEST_WITH(name##_strict, be_strict, destroy) \
  {                                            \
    name(state);                               \
  }                                            \
  static void name(__attribute__((unused)) void **state)

static void create(const char *config, uint32_t pages, bool mapped, uint32_t width)
{
  assert_true(driver_bench_create(&bench, config, pages, mapped, width));
  bench.strict = strict;
}

static void start(const char *config, uint32_t pages, bool mapped)
{
  create(config, pages, mapped, 64);
  assert_int_equal(driver_bench_open(&bench), SPU_DRIVER_OK);
  assert_int_equal(driver_bench_start(&bench), SPU_DRIVER_OK);
}

// Executes operations, and serves every interrupt.
static void run(uint64_t operations)
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

static void expect_off(void)
{
  assert_int_equal(driver_bench_peek(&bench, SPU_PMSCR_EL1) & ~SPU_PMSCR_EL1_PCT, 0);
  assert_int_equal(driver_bench_peek(&bench, SPU_PMBLIMITR_EL1), 0);
  assert_int_equal(driver_bench_peek(&bench, SPU_PMBSR_EL1), 0);
}

DRIVER_TEST(session_is_programmed)
{
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

DRIVER_TEST(full_buffer_loses_no_record)  // G2, G7, H1 to H3
{
  run_full_buffers(64);
}

DRIVER_TEST(mmio_of_32_bits_does_the_same)
{
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

DRIVER_TEST(fault_without_loss_resumes_at_the_saved_pointer)  // G3, G9
{
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

DRIVER_TEST(partial_record_is_left_out)  // G3: DL
{
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

TEST(driver_and_testbench_find_the_same_whole_records)
{
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
    assert_int_equal(whole, aux_data_whole_records(data, size, align));
    found += whole != 0;
  }
  assert_true(found > LONG / 10);
}

DRIVER_TEST(collision_is_reported_with_the_next_chunk)
{
  start("base", 2, false);
  bench.linger = true;  // the second sample collides with the first
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

DRIVER_TEST(stop_waits_for_samples_in_flight)  // N2
{
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
  assert_int_equal(driver_bench_start(&bench), SPU_DRIVER_OK);  // a second session
  run(10000);
  assert_int_equal(spu_driver_stop(&bench.driver), SPU_DRIVER_OK);
  assert_int_equal(bench.records, bench.written);
  assert_true(bench.written > 30);
}

// An interrupt that was not served.
DRIVER_TEST(stop_serves_a_pending_event)
{
  start("base", 1, true);
  assert_true(driver_bench_run(&bench, LONG));
  assert_int_equal(spu_driver_stop(&bench.driver), SPU_DRIVER_OK);
  assert_int_equal(bench.driver.counts.full, 1);
  assert_int_equal(bench.last.size, 4096);
  expect_off();
}

DRIVER_TEST(interrupt_without_event_changes_nothing)
{
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

// Every encoding has an aligned address of its own inside the bridge.
TEST(every_register_has_its_address)
{
  assert_int_equal(spu_mmio_register(SPU_PMSCR_EL1), 0x20000 + (0x04C8 << 3));
  for (uint32_t i = 0; i < ENCODINGS; i++) {
    assert_int_equal(spu_mmio_register((uint16_t)(0xC000 | i)), SPU_MMIO_REGISTERS + 8 * i);
  }
  assert_int_equal(SPU_MMIO_REGISTERS + 8 * ENCODINGS, SPU_MMIO_BYTES);
}

// ---------------------------------------------------------------------------------------------------------
// Errors

enum stage { OPEN, START, SERVE, STOP };

// Calls the functions up to one stage, which finds *fault; the others succeed.
static enum spu_driver_status call_up_to(enum stage stage, uint16_t *fault, uint16_t encoding)
{
  create("base", 1, true, 64);
  *fault = stage == OPEN ? encoding : 0;
  enum spu_driver_status status = driver_bench_open(&bench);
  if (stage >= START) {
    assert_int_equal(status, SPU_DRIVER_OK);
    *fault = stage == START ? encoding : 0;
    status = driver_bench_start(&bench);
  }
  if (stage >= SERVE) {
    assert_int_equal(status, SPU_DRIVER_OK);
    assert_int_equal(driver_bench_run(&bench, stage == SERVE ? LONG : 1000), stage == SERVE);
    *fault = encoding;
    status = stage == SERVE ? spu_driver_serve(&bench.driver, NULL) : spu_driver_stop(&bench.driver);
  }
  return status;
}

// Each access of each function of the driver is refused once.
DRIVER_TEST(refused_access_is_an_error)
{
  static const struct {
    enum stage stage;
    uint16_t encoding;
  } rows[] = {{OPEN, SPU_PMBIDR_EL1},     {OPEN, SPU_PMSIDR_EL1},    {OPEN, SPU_PMSCR_EL1},
              {OPEN, SPU_PMBLIMITR_EL1},  {OPEN, SPU_PMBSR_EL1},     {START, SPU_PMSFCR_EL1},
              {START, SPU_PMSEVFR_EL1},   {START, SPU_PMSLATFR_EL1}, {START, SPU_PMSIRR_EL1},
              {START, SPU_PMSICR_EL1},    {START, SPU_PMBSR_EL1},    {START, SPU_PMBPTR_EL1},
              {START, SPU_PMBLIMITR_EL1}, {START, SPU_PMSCR_EL1},    {SERVE, SPU_PMBSR_EL1},
              {SERVE, SPU_PMBPTR_EL1},    {STOP, SPU_PMSCR_EL1},     {STOP, SPU_PMBSR_EL1},
              {STOP, SPU_PMBPTR_EL1},     {STOP, SPU_PMBLIMITR_EL1}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    assert_int_equal(call_up_to(rows[i].stage, &bench.forbidden, rows[i].encoding), SPU_DRIVER_REFUSED);
    assert_int_equal(bench.driver.refused_register, rows[i].encoding);
    assert_int_equal(bench.driver.refused_status, SPU_ACCESS_UNDEFINED);
    if (rows[i].stage == OPEN) {
      assert_int_equal(driver_bench_start(&bench), SPU_DRIVER_STATE);
    } else if (rows[i].stage == START) {
      assert_int_equal(spu_driver_stop(&bench.driver), SPU_DRIVER_STATE);
      bench.forbidden = 0;
      assert_false(driver_bench_run(&bench, 1000));
      assert_int_equal(bench.written, 0);
      assert_int_equal(driver_bench_start(&bench), SPU_DRIVER_OK);  // now it can
    }
    (void)destroy(state);
  }
  // A trap to a hypervisor has an exception class.
  create("base", 1, true, 32);
  assert_int_equal(driver_bench_open(&bench), SPU_DRIVER_OK);
  bench.in.mdcr_el2_tpms = true;
  assert_int_equal(driver_bench_start(&bench), SPU_DRIVER_REFUSED);
  assert_int_equal(bench.driver.refused_register, SPU_PMSFCR_EL1);
  assert_int_equal(bench.driver.refused_status, SPU_ACCESS_TRAP_EL2 | 0x18 << 8);
  assert_int_equal(bench.status, 0);
}

// In start(), and in serve() with a full buffer, where S is 1 and PMBPTR_EL1 is at the limit.
DRIVER_TEST(ignored_write_is_an_error)
{
  static const struct {
    enum stage stage;
    uint16_t encoding;
  } rows[] = {{START, SPU_PMBPTR_EL1},
              {START, SPU_PMBLIMITR_EL1},
              {SERVE, SPU_PMBPTR_EL1},
              {SERVE, SPU_PMBSR_EL1},
              {SERVE, SPU_PMBLIMITR_EL1}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    assert_int_equal(call_up_to(rows[i].stage, &bench.deaf, rows[i].encoding), SPU_DRIVER_IGNORED);
    assert_int_equal(bench.driver.refused_register, rows[i].encoding);
    (void)destroy(state);
  }
}

DRIVER_TEST(buffer_with_another_owner_is_not_used)
{
  create("base", 1, true, 64);
  bench.in.mdcr_el2_e2pb = 0;
  assert_int_equal(driver_bench_open(&bench), SPU_DRIVER_OWNED);
  assert_int_equal(bench.accesses, 1);
  assert_int_equal(driver_bench_start(&bench), SPU_DRIVER_STATE);
}

DRIVER_TEST(unit_of_unknown_kind_is_not_used)
{
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
}

DRIVER_TEST(impossible_session_is_refused)
{
  create("base", 2, true, 64);
  assert_int_equal(driver_bench_open(&bench), SPU_DRIVER_OK);
  const uint32_t accesses = bench.accesses;
#define CHANGED(change, status)                                                       \
  do {                                                                                \
    struct spu_driver_session session = bench.session;                                \
    change;                                                                           \
    assert_int_equal(spu_driver_start(&bench.driver, &session), SPU_DRIVER_##status); \
  } while (0)
  CHANGED(session.base += 32, BUFFER);
  CHANGED(session.limit += 64, BUFFER);
  CHANGED(session.limit = session.base, BUFFER);
  CHANGED(session.limit = session.base - 4096, BUFFER);
  CHANGED(session.limit |= UINT64_C(1) << 56, BUFFER);
  CHANGED(session.interval = 0, INTERVAL);
  CHANGED(session.interval = 257, INTERVAL);
  CHANGED(session.interval = 128, INTERVAL);
  // Only with FEAT_SPE_ERnd.
  CHANGED((session.interval = 0, session.any_interval = session.random = true), INTERVAL);
  CHANGED((session.interval = 0, session.random = true), INTERVAL);
  CHANGED(session.pmsfcr = SPU_PMSFCR_EL1_FnE, UNSUPPORTED);  // from SPEv1p2
  CHANGED(session.pmscr |= SPU_PMSCR_EL1_EE, UNSUPPORTED);    // no exceptions
#undef CHANGED
  assert_int_equal(bench.accesses, accesses);
  bench.driver.min_interval = 512;
  assert_int_equal(driver_bench_start(&bench), SPU_DRIVER_INTERVAL);
  bench.driver.min_interval = 256;
  assert_int_equal(driver_bench_start(&bench), SPU_DRIVER_OK);
}

DRIVER_TEST(interval_zero_is_for_tests)
{
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

DRIVER_TEST(abort_is_an_error)
{
  start("wide", 1, true);  // asynchronous
  axi_memory_fail_burst(bench.memory, 3, 2);
  assert_true(driver_bench_run(&bench, LONG));
  assert_int_equal(spu_driver_serve(&bench.driver, NULL), SPU_DRIVER_ABORT);
  assert_int_equal(bench.chunks, 0);
  assert_int_equal(spu_driver_stop(&bench.driver), SPU_DRIVER_ABORT);
  expect_off();
}

DRIVER_TEST(fault_that_is_not_repaired_is_an_error)
{
  start("base", 2, false);
  run(5000);
  bench.refuse_map = true;
  assert_true(driver_bench_run(&bench, LONG));
  assert_int_equal(spu_driver_serve(&bench.driver, NULL), SPU_DRIVER_UNMAPPED);
  assert_int_equal(bench.chunks, 0);
  bench.driver.hooks.map = NULL;
  assert_int_equal(spu_driver_serve(&bench.driver, NULL), SPU_DRIVER_UNMAPPED);
  assert_int_equal(spu_driver_stop(&bench.driver), SPU_DRIVER_OK);  // the first page is mapped
  assert_int_equal(bench.records, bench.written);
  assert_int_equal(bench.last.size, 4096);
  assert_int_equal(bench.driver.counts.faults, 2);
}

DRIVER_TEST(implausible_register_values_are_errors)
{
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
}

TEST(every_error_has_a_message)
{
  for (int i = 0; i <= SPU_DRIVER_IGNORED; i++) {
    const char *message = spu_driver_message((enum spu_driver_status)i);
    assert_string_not_equal(message, "unknown status");
    for (int j = 0; j < i; j++) {
      assert_string_not_equal(message, spu_driver_message((enum spu_driver_status)j));
    }
  }
}
