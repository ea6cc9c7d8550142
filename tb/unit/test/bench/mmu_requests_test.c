// SPDX-License-Identifier: Apache-2.0
//
// The MMU that translates for the Profiling Buffer: addresses, faults (requirements G3, N3), latency, and the rules of
// requests.
#include "unit/env/mmu.h"
#include "unit/test/test.h"

#include <string.h>

static struct {
  struct mmu *mmu;
  struct spu_in in;
  struct dut_bus bus;
  struct tb_error error;
} bench;

static int setup(void **state)
{
  (void)state;
  memset(&bench, 0, sizeof bench);
  bench.mmu = mmu_create(1);
  return bench.mmu == NULL;
}

static int teardown(void **state)
{
  (void)state;
  mmu_destroy(bench.mmu);
  return 0;
}

static bool clock_passes(void)
{
  mmu_drive(bench.mmu, &bench.in);
  return mmu_observe(bench.mmu, &bench.in, &bench.bus, &bench.error);
}

static void clock_fails(const char *text)
{
  assert_false(clock_passes());
  assert_contains(bench.error.text, text);
}

static void request(uint64_t va)
{
  bench.bus.xlate_req_valid = true;
  bench.bus.xlate_req_va = va;
}

// A request that is accepted at once, and the response in the next cycle.
static void translate(uint64_t va)
{
  request(va);
  assert_true(clock_passes());
  bench.bus.xlate_req_valid = false;
  assert_true(clock_passes());
  assert_true(bench.in.xlate_rsp_valid);
}

static void set_timing(uint8_t ready_percent, uint16_t latency)
{
  mmu_set_timing(bench.mmu, &(struct mmu_timing){ready_percent, latency, latency});
}

static void map(struct mmu_page page)
{
  assert_true(mmu_map(bench.mmu, &page));
}

TEST_WITH(response_is_the_translation_of_its_page, setup, teardown)
{
  map((struct mmu_page){.va = 0x7000, .pa = 0xABC000, .pas = 1});
  map((struct mmu_page){.va = 0x8000, .pa = 0x111000});
  request(0x7018);
  assert_true(clock_passes());
  assert_false(bench.in.xlate_rsp_valid);
  bench.bus.xlate_req_valid = false;
  assert_true(clock_passes());
  assert_true(bench.in.xlate_rsp_valid && !bench.in.xlate_rsp_fault && bench.in.xlate_rsp_ns);
  assert_int_equal(bench.in.xlate_rsp_pa, 0xABC018);
  assert_true(clock_passes());
  assert_false(bench.in.xlate_rsp_valid);
  uint64_t pa;
  uint8_t pas;
  assert_true(mmu_translate(bench.mmu, 0x8FFF, &pa, &pas));
  assert_int_equal(pa, 0x111FFF);
  assert_int_equal(pas, 0);
}

TEST_WITH(fault_has_the_syndrome_of_its_page, setup, teardown)  // G3
{
  map((struct mmu_page){.va = 0x7000, .fault = true, .stage2 = true, .fsc = 0x0F});
  request(0x7FFF);
  assert_true(clock_passes());
  request(0x9000);  // accepted in the cycle of the response
  assert_true(clock_passes());
  assert_true(bench.in.xlate_rsp_fault && bench.in.xlate_rsp_stage2);
  assert_int_equal(bench.in.xlate_rsp_fsc, 0x0F);
  bench.bus.xlate_req_valid = false;
  assert_true(clock_passes());
  assert_true(bench.in.xlate_rsp_fault && !bench.in.xlate_rsp_stage2);
  assert_int_equal(bench.in.xlate_rsp_fsc, 0x07);
  uint64_t pa;
  uint8_t pas;
  assert_false(mmu_translate(bench.mmu, 0x7000, &pa, &pas));
  assert_false(mmu_translate(bench.mmu, 0x9000, &pa, &pas));
}

TEST_WITH(gpc_fault_is_marked_as_one, setup, teardown)  // G10
{
  map((struct mmu_page){.va = 0x7000, .fault = true, .gpc = true, .fsc = 0x25});
  translate(0x7000);
  assert_true(bench.in.xlate_rsp_fault && bench.in.xlate_rsp_gpc && !bench.in.xlate_rsp_stage2);
}

TEST_WITH(response_comes_after_the_latency, setup, teardown)
{
  set_timing(100, 4);
  request(0x1000);
  assert_true(clock_passes());
  bench.bus.xlate_req_valid = false;
  for (int i = 1; i < 4; i++) {
    assert_true(clock_passes());
    assert_false(bench.in.xlate_rsp_valid || bench.in.xlate_req_ready);
  }
  assert_true(clock_passes());
  assert_true(bench.in.xlate_rsp_valid);
}

TEST_WITH(remapped_page_has_its_new_translation, setup, teardown)
{
  uint64_t pa;
  uint8_t pas;
  for (uint64_t i = 0; i < 1000; i++) {
    map((struct mmu_page){.va = i << 12, .pa = (i + 5) << 12});
  }
  map((struct mmu_page){.va = 0x3000, .pa = 0xFF000});
  assert_true(mmu_translate(bench.mmu, 0x3001, &pa, &pas));
  assert_int_equal(pa, 0xFF001);
  assert_true(mmu_translate(bench.mmu, 999 << 12, &pa, &pas));
  assert_int_equal(pa, 1004 << 12);
  for (uint64_t i = 4; i < 1000; i++) {
    assert_true(mmu_translate(bench.mmu, i << 12, &pa, &pas));
    assert_int_equal(pa, (i + 5) << 12);
  }
  mmu_unmap_all(bench.mmu);
  assert_false(mmu_translate(bench.mmu, 0x3001, &pa, &pas));
}

// Pins without a meaning are random: all of them without a response, and some in a response.
TEST_WITH(pins_without_a_response_are_random, setup, teardown)  // G11
{
  unsigned faults = 0;
  unsigned spaces = 0;
  unsigned addresses = 0;
  map((struct mmu_page){.va = 0x7000, .pa = 0xABC000, .pas = 1});
  for (unsigned i = 0; i < 1600; i++) {
    assert_true(clock_passes());
    assert_false(bench.in.xlate_rsp_valid);
    faults += bench.in.xlate_rsp_fault;
    spaces += bench.in.xlate_rsp_nse;
    addresses += bench.in.xlate_rsp_pa != 0;
  }
  assert_in_range(faults, 400, 1200);
  assert_in_range(spaces, 400, 1200);
  assert_in_range(addresses, 1500, 1600);
  unsigned stages = 0;
  for (unsigned i = 0; i < 64; i++) {
    translate(0x7018);
    assert_false(bench.in.xlate_rsp_fault);
    assert_int_equal(bench.in.xlate_rsp_pa, 0xABC018);
    stages += bench.in.xlate_rsp_stage2;
  }
  assert_in_range(stages, 16, 48);
}

TEST_WITH(space_is_one_that_the_owner_can_have, setup, teardown)  // G11
{
  static const struct {
    uint8_t ss, page, space;
  } rows[] = {{0, 0, 0}, {0, 1, 1}, {0, 3, 0}, {1, 0, 1}, {1, 1, 1},
              {1, 3, 1}, {3, 0, 3}, {3, 1, 1}, {3, 3, 3}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    map((struct mmu_page){.va = 0x7000, .pas = rows[i].page});
    bench.bus.xlate_req_ss = rows[i].ss;
    translate(0x7000);
    assert_int_equal(mmu_address_space(&bench.in), rows[i].space);
  }
}

// The unit alone is reset: the response still comes, and sooner. Only then does the MMU accept another request.
TEST_WITH(response_survives_a_reset_of_the_unit, setup, teardown)  // G11
{
  set_timing(100, 40);
  map((struct mmu_page){.va = 0x7000, .pa = 0xABC000});
  request(0x7018);
  assert_true(clock_passes());
  mmu_abandon(bench.mmu);
  request(0x8000);
  for (int i = 0; i < 6; i++) {
    assert_true(clock_passes());
    assert_false(bench.in.xlate_rsp_valid || bench.in.xlate_req_ready);
  }
  assert_true(clock_passes());
  assert_true(bench.in.xlate_rsp_valid && bench.in.xlate_req_ready);
  assert_int_equal(bench.in.xlate_rsp_pa, 0xABC018);
  clock_fails("has no response");  // to the new request
}

// The unit may change nothing before a request is accepted, nor request again before the response.
TEST_WITH(broken_request_is_caught, setup, teardown)
{
  static const struct {
    uint8_t ready_percent;
    bool valid;
    uint64_t va;
    const char *words;
  } rows[] = {
      {0, false, 0x1000, "dropped"}, {0, true, 0x1001, "changed"}, {100, true, 0x1000, "has no response"}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    mmu_reset(bench.mmu);
    bench.error = (struct tb_error){""};
    set_timing(rows[i].ready_percent, 3);
    request(0x1000);
    assert_true(clock_passes());
    bench.bus.xlate_req_valid = rows[i].valid;
    bench.bus.xlate_req_va = rows[i].va;
    clock_fails(rows[i].words);
  }
}

TEST_WITH(reset_discards_requests, setup, teardown)  // G2
{
  mmu_hold(bench.mmu, true);
  request(0x1000);
  assert_true(clock_passes());
  assert_false(bench.in.xlate_req_ready);
  mmu_hold(bench.mmu, false);
  assert_true(clock_passes());
  assert_true(bench.in.xlate_req_ready);
  mmu_reset(bench.mmu);
  bench.bus.xlate_req_valid = false;
  for (int i = 0; i < 5; i++) {
    assert_true(clock_passes());
    assert_false(bench.in.xlate_rsp_valid);
  }
}

// N3: AWCACHE and AWDOMAIN of memory types (D24.7.3), and of two stages together (D17.7.3).
TEST_WITH(attributes_are_those_of_both_stages, setup, teardown)
{
  static const struct {
    uint8_t attr, sh, cache, domain;
  } rows[] = {{0x00, 0, 0, 3}, {0x04, 3, 1, 3},  {0x0C, 0, 1, 3},  {0x44, 2, 3, 3}, {0x4F, 0, 3, 3},
              {0xAA, 0, 6, 0}, {0xBB, 3, 14, 1}, {0x33, 2, 14, 2}, {0xEE, 0, 7, 0}, {0xFF, 3, 15, 1}};
  enum { ROWS = sizeof rows / sizeof rows[0] };
  for (size_t i = 0; i < ROWS; i++) {
    const struct mmu_memory memory = mmu_memory_of(rows[i].attr, rows[i].sh);
    assert_int_equal(memory.cache, rows[i].cache);
    assert_int_equal(memory.domain, rows[i].domain);
    for (size_t n = 0; n < ROWS; n++) {
      // The rows are ordered by cacheability.
      const size_t less = (rows[n].cache & 7U) < (rows[i].cache & 7U) ? n : i;
      const struct mmu_memory both = mmu_memory_combine(memory, mmu_memory_of(rows[n].attr, rows[n].sh));
      const uint8_t allocate = (rows[less].cache & 4U) != 0 ? rows[i].cache & 8U : 0;
      assert_int_equal(both.cache, (rows[less].cache & 7U) | allocate);
      assert_int_equal(both.domain, rows[i].domain > rows[n].domain ? rows[i].domain : rows[n].domain);
    }
  }
}

// N3, D17.7.2, D17.7.3: requests without stage 1 translation.
TEST_WITH(request_without_stage1_has_stage2_or_none, setup, teardown)
{
  const struct spu_config config = test_config("v9.6");
  mmu_configure(bench.mmu, &config);
  map((struct mmu_page){.va = 0x7000, .pa = 0xABC000, .pas = 1, .attr = 0xFF});
  map((struct mmu_page){.va = 0x8000, .fault = true, .fsc = 0x0F});
  map((struct mmu_page){.va = 0x9000, .fault = true, .gpc = true});
  static const struct {
    uint64_t va;
    uint8_t el;
    bool vm;
    bool fault, stage2, gpc;
    uint8_t fsc;
    uint64_t pa;
    uint8_t cache;
  } rows[] = {{0x7018, 1, true, .pa = 0xABC018, .cache = 3},
              {0x7018, 2, true, .pa = 0x7018, .cache = 3},
              {0x7018, 1, false, .pa = 0x7018, .cache = 3},
              {0x8000, 1, true, .fault = true, .stage2 = true, .fsc = 0x0F},
              {0x8000, 2, true, .pa = 0x8000, .cache = 3},
              {0x9000, 2, true, .fault = true, .gpc = true},
              {0xA000, 1, true, .fault = true, .stage2 = true, .fsc = 0x07},
              {0xA000, 1, false, .pa = 0xA000, .cache = 3},
              {UINT64_C(1) << 48, 1, true, .fault = true},
              {UINT64_C(1) << 48, 2, true, .fault = true},
              {UINT64_C(1) << 63, 1, false, .fault = true}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    mmu_set_stage2(bench.mmu, rows[i].vm);
    bench.bus = (struct dut_bus){.xlate_req_el = rows[i].el,
                                 .xlate_req_ss = 1,
                                 .xlate_req_nvm = true,
                                 .xlate_req_sh = 2,
                                 .xlate_req_attr = 0x44};
    translate(rows[i].va);
    assert_int_equal(bench.in.xlate_rsp_fault, rows[i].fault);
    if (rows[i].fault) {
      assert_int_equal(bench.in.xlate_rsp_stage2, rows[i].stage2);
      assert_int_equal(bench.in.xlate_rsp_gpc, rows[i].gpc);
      assert_int_equal(bench.in.xlate_rsp_fsc, rows[i].fsc);
    } else {
      assert_int_equal(bench.in.xlate_rsp_pa, rows[i].pa);
      assert_int_equal(bench.in.xlate_rsp_cache, rows[i].cache);
      assert_int_equal(bench.in.xlate_rsp_domain, 3);
      assert_true(bench.in.xlate_rsp_ns);
    }
  }
}

// N3: attributes are stable while a request waits, and other requests have none.
TEST_WITH(wrong_attributes_are_caught, setup, teardown)
{
  const struct spu_config config = test_config("v9.6");
  request(0x7000);
  bench.bus.xlate_req_nvm = true;
  clock_fails("but without FEAT_SPE_nVM");
  bench.error = (struct tb_error){""};
  mmu_configure(bench.mmu, &config);
  set_timing(0, 1);
  assert_true(clock_passes());
  bench.bus.xlate_req_attr = 0x44;
  clock_fails("changed before it was accepted");
  bench.error = (struct tb_error){""};
  mmu_reset(bench.mmu);
  bench.bus.xlate_req_nvm = false;
  clock_fails("has attributes, but also stage 1 translation");
}
