// SPDX-License-Identifier: Apache-2.0
//
// Tests of a real core's bus and memory: reads return the written data, atomic and exclusive accesses follow AXI, and
// unsupported accesses are errors. No requirement: this tests the testbench.
#include "cores/core_bus.h"
#include "unit/test/test.h"

#include <stdlib.h>
#include <string.h>

#include "spu.h"

struct bench {
  struct core_system system;
  struct core_bus bus;
  struct core_in in;
  struct core_out out;
  struct tb_error error;
  FILE *console;
  uint64_t read;  // the last word that was read
};

static int set_up(void **state)
{
  struct bench *bench = calloc(1, sizeof *bench);
  assert_non_null(bench);
  struct core_system *system = &bench->system;
  system->mmu = mmu_create(1);
  system->memory = axi_memory_create(16, 1);
  system->pas = 1;
  bench->console = tmpfile();
  system->console = bench->console;
  assert_non_null(bench->console);
  system->param[CORE_OPTIONS] = CORE_FAULTS;
  assert_true(core_system_init(system, &bench->error));
  bench->bus.system = system;
  core_bus_init(&bench->bus, 1);
  *state = bench;
  return 0;
}

static int tear_down(void **state)
{
  struct bench *bench = *state;
  mmu_destroy(bench->system.mmu);
  axi_memory_destroy((struct axi_memory *)bench->system.memory);
  core_system_free(&bench->system);
  (void)fclose(bench->console);
  free(bench);
  return 0;
}

static bool step(struct bench *bench)
{
  bench->read = bench->in.r_valid ? bench->in.r_data : bench->read;
  bench->out.r_ready = true;
  bench->out.b_ready = true;
  const bool good = core_bus_observe(&bench->bus, &bench->in, &bench->out, &bench->error);
  core_bus_drive(&bench->bus, &bench->in);
  return good;
}

// One access, from its address to its response in bench->in. False with an error.
static bool finish(struct bench *bench, bool reads)
{
  enum { PATIENCE = 100 };
  for (unsigned n = 0; n < PATIENCE; n++) {
    if (reads ? bench->in.r_valid && bench->in.r_last : bench->in.b_valid) {
      return true;
    }
    if (!step(bench)) {
      return false;
    }
    bench->out.ar_valid = false;
    bench->out.w_valid = bench->bus.write.addressed && !bench->bus.write.filled;
    bench->out.aw_valid = false;
  }
  fail_msg("no response after %d cycles", PATIENCE);
  return false;
}

static bool store(struct bench *bench, uint64_t address, uint64_t word, uint8_t strobe, bool lock,
                  uint8_t atop)
{
  memset(&bench->out, 0, sizeof bench->out);
  core_bus_drive(&bench->bus, &bench->in);
  bench->out.aw_valid = true;
  bench->out.aw_addr = address;
  bench->out.aw_lock = lock;
  bench->out.aw_atop = atop;
  bench->out.w_data = word;
  bench->out.w_strb = strobe;
  return finish(bench, false);
}

static bool load(struct bench *bench, uint64_t address, bool lock)
{
  memset(&bench->out, 0, sizeof bench->out);
  core_bus_drive(&bench->bus, &bench->in);
  bench->out.ar_valid = true;
  bench->out.ar_addr = address;
  bench->out.ar_lock = lock;
  return finish(bench, true);
}

// Accepts the response.
static void take(struct bench *bench)
{
  memset(&bench->out, 0, sizeof bench->out);
  assert_true(step(bench));
}

static void store_once(struct bench *bench, uint64_t word, uint8_t strobe)
{
  assert_true(store(bench, CORE_RAM, word, strobe, false, 0));
  assert_int_equal(bench->in.b_resp, 0);
  take(bench);
}

static uint64_t load_once(struct bench *bench)
{
  assert_true(load(bench, CORE_RAM, false));
  const uint64_t word = bench->in.r_data;
  take(bench);
  return word;
}

TEST_WITH(strobed_bytes_are_written, set_up, tear_down)
{
  struct bench *bench = *state;
  store_once(bench, 0x1122334455667788, 0xFF);
  assert_int_equal(load_once(bench), 0x1122334455667788);
  store_once(bench, 0xFFFFFFFFFFFFFFFF, 0x24);
  assert_int_equal(load_once(bench), 0x1122FF4455FF7788);
}

// On the read channel, for every operation.
TEST_WITH(atomics_return_the_old_word, set_up, tear_down)
{
  enum { SWAP = 0x30, ADD = 0x20, CLR, EOR, SET, SMAX, SMIN, UMAX, UMIN };
  static const struct {
    uint8_t atop;
    uint64_t operand;
    uint8_t strobe;
    uint64_t old, expected;
  } rows[] = {{SWAP, 7, 0xFF, 5, 7},
              {ADD, 7, 0xFF, UINT64_MAX, 6},
              {CLR, 0xF0, 0xFF, 0xFF, 0x0F},
              {EOR, 0xF0, 0xFF, 0xFF, 0x0F},
              {SET, 0xF0, 0xFF, 0x0F, 0xFF},
              {SMAX, 1, 0xFF, UINT64_MAX, 1},
              {SMIN, 1, 0xFF, UINT64_MAX, UINT64_MAX},
              {UMAX, 1, 0xFF, UINT64_MAX, UINT64_MAX},
              {UMIN, 1, 0xFF, UINT64_MAX, 1},
              // Half a word, in its byte lanes.
              {ADD, UINT64_C(1) << 32, 0xF0, 0xFFFFFFFF00000005, 0x0000000000000005},
              {SMAX, 0x0000000000000001, 0x0F, 0x00000007FFFFFFFF, 0x0000000700000001}};
  struct bench *bench = *state;
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    store_once(bench, rows[i].old, 0xFF);
    assert_true(store(bench, CORE_RAM, rows[i].operand, rows[i].strobe, false, rows[i].atop));
    for (unsigned n = 0; n < 20; n++) {
      take(bench);
    }
    assert_int_equal(bench->read, rows[i].old);
    assert_int_equal(load_once(bench), rows[i].expected);
  }
}

TEST_WITH(exclusive_store_needs_its_load, set_up, tear_down)
{
  struct bench *bench = *state;
  store_once(bench, 1, 0xFF);
  assert_true(store(bench, CORE_RAM, 2, 0xFF, true, 0));
  assert_int_equal(bench->in.b_resp, 0);
  take(bench);
  assert_int_equal(load_once(bench), 1);
  assert_true(load(bench, CORE_RAM, true));
  assert_int_equal(bench->in.r_resp, 1);
  take(bench);
  assert_true(store(bench, CORE_RAM, 2, 0xFF, true, 0));
  assert_int_equal(bench->in.b_resp, 1);
  take(bench);
  assert_int_equal(load_once(bench), 2);
  assert_true(store(bench, CORE_RAM, 3, 0xFF, true, 0));  // a reservation is good for one store
  assert_int_equal(bench->in.b_resp, 0);
}

TEST_WITH(unmapped_address_is_a_decode_error, set_up, tear_down)
{
  struct bench *bench = *state;
  assert_false(load(bench, UINT64_C(0x70000000), false));
  assert_string_equal(bench->error.text, "the core reads 0x70000000, which is not readable");
  bench->bus.reads = 0;
  bench->error.text[0] = '\0';
  assert_false(store(bench, CORE_DEVICES + 0x800, 1, 0xFF, false, 0));
  assert_string_equal(bench->error.text, "the core writes 0x60000800, which is not writable");
}

TEST_WITH(mmio_request_is_made_once, set_up, tear_down)
{
  struct bench *bench = *state;
  memset(&bench->out, 0, sizeof bench->out);
  core_bus_drive(&bench->bus, &bench->in);
  bench->out.ar_valid = true;
  bench->out.ar_addr = CORE_MMIO + 0x20010;
  unsigned requests = 0;
  for (unsigned n = 0; n < 60 && !bench->in.r_valid; n++) {
    bench->out.mmio_ready = true;
    bench->out.mmio_done = requests == 1 && n % 7 == 0;
    bench->out.mmio_rdata = 0xABCD;
    bench->out.mmio_error = true;
    requests += bench->in.mmio_valid;
    assert_true(step(bench));
    assert_true(!bench->in.mmio_valid || bench->in.mmio_addr == 0x20010);
    bench->out.ar_valid = false;
  }
  assert_true(bench->in.r_valid);
  assert_int_equal(requests, 1);
  assert_int_equal(bench->in.r_data, 0xABCD);
  assert_int_equal(bench->in.r_resp, 2);
}

TEST_WITH(timer_interrupts_from_mtimecmp_on, set_up, tear_down)
{
  struct bench *bench = *state;
  struct core_system *system = &bench->system;
  system->mtime = 99;
  assert_false(core_system_timer(system));
  assert_true(core_system_write(system, CORE_DEVICES + CORE_MTIMECMP, 100, 0xFF, &bench->error));
  assert_false(core_system_timer(system));
  system->mtime = 100;
  assert_true(core_system_timer(system));
}

// The bytes that software takes from the buffer become a chunk.
TEST_WITH(taken_bytes_are_in_the_buffer, set_up, tear_down)
{
  struct bench *bench = *state;
  struct core_system *system = &bench->system;
  assert_true(core_system_write(system, CORE_DEVICES + CORE_TAKE_ADDR, CORE_BUFFER, 0xFF, &bench->error));
  assert_true(core_system_write(system, CORE_DEVICES + CORE_TAKE_FLAGS, AUX_DATA_LOST, 0xFF, &bench->error));
  assert_true(core_system_write(system, CORE_DEVICES + CORE_TAKE_SIZE, 64, 0xFF, &bench->error));
  assert_int_equal(system->aux_data.chunk_count, 1);
  assert_int_equal(aux_chunk(&system->aux_data, 0).size, 64);
  assert_int_equal(aux_chunk(&system->aux_data, 0).flags, AUX_DATA_LOST);
  assert_false(
      core_system_write(system, CORE_DEVICES + CORE_TAKE_SIZE, CORE_BUFFER_BYTES + 1, 0xFF, &bench->error));
}
