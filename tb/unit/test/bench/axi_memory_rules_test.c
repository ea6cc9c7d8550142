// SPDX-License-Identifier: Apache-2.0
//
// The AXI4 write subordinate: refuses data without an address, stores the data of correct traffic and responds. The
// checks of G1 (written bytes), N3 (memory attributes), G4 (error responses) and H2 (DSB) rely on it.
#include "unit/env/axi_memory.h"
#include "unit/test/test.h"

#include <string.h>

enum { BEAT = 16, SIZE_16 = 4, INCR = 1, PROT_NS = 3, PROT_S = 1 };

static struct {
  struct axi_memory *memory;
  struct spu_in in;
  struct dut_bus bus;
  struct tb_error error;
} bench;

static int setup(void **state)
{
  (void)state;
  memset(&bench, 0, sizeof bench);
  bench.memory = axi_memory_create(BEAT, 1);
  bench.bus.axi_bready = true;
  return bench.memory == NULL;
}

static int teardown(void **state)
{
  (void)state;
  axi_memory_destroy(bench.memory);
  return 0;
}

static bool clock_passes(void)
{
  axi_memory_drive(bench.memory, &bench.in);
  return axi_memory_observe(bench.memory, &bench.in, &bench.bus, &bench.error);
}

static void clock_fails(const char *text)
{
  assert_false(clock_passes());
  assert_contains(bench.error.text, text);
}

static void show_address(uint64_t addr, uint8_t beats)
{
  bench.bus.axi_awvalid = true;
  bench.bus.axi_awaddr = addr;
  bench.bus.axi_awlen = (uint8_t)(beats - 1);
  bench.bus.axi_awsize = SIZE_16;
  bench.bus.axi_awburst = INCR;
  bench.bus.axi_awprot = PROT_NS;
}

static void show_data(uint8_t fill, bool last)
{
  bench.bus.axi_wvalid = true;
  bench.bus.axi_wlast = last;
  bench.bus.axi_wstrb = 0xFFFF;
  memset(bench.bus.axi_wdata, fill, BEAT);
}

// The memory is always ready, and responds within these cycles, in error_percent of the bursts with an error.
static void respond(uint16_t least, uint16_t most, uint8_t error_percent)
{
  axi_memory_set_timing(bench.memory, &(struct axi_timing){.aw_ready_percent = 100,
                                                           .w_ready_percent = 100,
                                                           .b_latency_min = least,
                                                           .b_latency_max = most,
                                                           .b_error_percent = error_percent});
}

TEST_WITH(write_reaches_memory, setup, teardown)  // G1
{
  show_address(0x1FE0, 2);
  show_data(0x11, false);
  bench.bus.axi_wstrb = 0xFFFE;
  assert_true(clock_passes());
  struct axi_beat beat = axi_memory_last_beat(bench.memory);
  assert_true(beat.valid && beat.pas == 1);
  assert_int_equal(beat.addr, 0x1FE0);
  assert_int_equal(beat.strobe, 0xFFFE);
  bench.bus.axi_awvalid = false;
  show_data(0x22, true);
  assert_true(clock_passes());
  assert_int_equal(axi_memory_last_beat(bench.memory).addr, 0x1FF0);
  uint8_t data[40];
  axi_memory_read(bench.memory, 0x1FE0, true, data, sizeof data);
  assert_int_equal(data[0], 0xA5);  // not strobed
  assert_int_equal(data[1], 0x11);
  assert_int_equal(data[16], 0x22);
  assert_int_equal(data[31], 0x22);
  assert_int_equal(data[32], 0xA5);  // the next page
  axi_memory_read(bench.memory, 0x1FE0, false, data, sizeof data);
  assert_int_equal(data[1], 0xA5);  // the Secure space
}

TEST_WITH(response_comes_when_due, setup, teardown)  // H2
{
  respond(3, 3, 100);
  show_address(0x1000, 1);
  show_data(0x33, true);
  assert_true(clock_passes());
  bench.bus.axi_awvalid = bench.bus.axi_wvalid = false;
  for (int i = 0; i < 2; i++) {
    assert_true(clock_passes());
    assert_false(bench.in.axi_bvalid);
    assert_int_equal(axi_memory_outstanding(bench.memory), 1);
  }
  bench.bus.axi_bready = false;
  assert_true(clock_passes());
  assert_true(bench.in.axi_bvalid);
  bench.bus.axi_bready = true;
  assert_true(clock_passes());
  assert_true(bench.in.axi_bvalid);                                 // held until accepted
  assert_true(bench.in.axi_bresp == 2 || bench.in.axi_bresp == 3);  // SLVERR, DECERR
  assert_int_equal(axi_memory_outstanding(bench.memory), 0);
  assert_true(clock_passes());
  assert_false(bench.in.axi_bvalid);
}

// The data of a burst with an error response is stored too.
TEST_WITH(error_response_answers_the_chosen_burst, setup, teardown)  // G4
{
  uint8_t responses[4];
  uint32_t taken = 0;
  axi_memory_fail_burst(bench.memory, 2, 3);
  for (uint32_t i = 0; taken < 4; i++) {
    show_address(0x1000 + 16 * (uint64_t)i, 1);
    show_data((uint8_t)(0x40 + i), true);
    bench.bus.axi_awvalid = bench.bus.axi_wvalid = i < 4;
    assert_true(i < 20 && clock_passes());
    if (bench.in.axi_bvalid) {
      responses[taken++] = bench.in.axi_bresp;
    }
  }
  assert_memory_equal(responses, ((uint8_t[]){0, 0, 3, 0}), 4);
  uint8_t byte;
  axi_memory_read(bench.memory, 0x1020, true, &byte, 1);
  assert_int_equal(byte, 0x42);
}

TEST_WITH(responses_are_as_frequent_as_set, setup, teardown)  // G4
{
  static const struct {
    uint8_t error_percent, exokay_percent;
    uint32_t low[4], high[4];  // of 400 responses: OKAY, EXOKAY, SLVERR, DECERR
  } rows[] = {{50, 0, {150, 0, 60, 60}, {250, 0, 140, 140}}, {0, 50, {150, 150, 0, 0}, {250, 250, 0, 0}}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    uint32_t count[4] = {0};
    struct axi_timing timing = axi_fast;
    timing.b_error_percent = rows[i].error_percent;
    timing.b_exokay_percent = rows[i].exokay_percent;
    axi_memory_set_timing(bench.memory, &timing);
    for (uint32_t cycle = 0; cycle < 400; cycle++) {
      show_address(0x1000, 1);
      show_data(1, true);
      assert_true(clock_passes());
      count[bench.in.axi_bresp & 3] += bench.in.axi_bvalid;
    }
    for (int resp = 0; resp < 4; resp++) {
      assert_in_range(count[resp], rows[i].low[resp], rows[i].high[resp]);
    }
  }
}

// The cycles of a burst of two beats in which its address and its beats are accepted. Address and data are offered
// together, in cycle 0.
struct taken {
  int address;
  int first;
  int last;
};

static void set_order(enum axi_order order)
{
  struct axi_timing timing = axi_fast;
  timing.order = (uint8_t)order;
  axi_memory_set_timing(bench.memory, &timing);
}

static struct taken taken_in_order(enum axi_order order)
{
  struct taken taken = {-1, -1, -1};
  set_order(order);
  show_address(0x1000, 2);
  show_data(0x11, false);
  for (int i = 0; i < 20; i++) {
    assert_true(clock_passes());
    if (bench.bus.axi_awvalid && bench.in.axi_awready) {
      taken.address = i;
      bench.bus.axi_awvalid = false;
    }
    if (bench.bus.axi_wvalid && bench.in.axi_wready) {
      *(taken.first < 0 ? &taken.first : &taken.last) = i;
      show_data(0x22, true);
      bench.bus.axi_wvalid = taken.last < 0;
    }
  }
  assert_int_equal(axi_memory_outstanding(bench.memory), 0);  // the response came
  return taken;
}

TEST_WITH(either_channel_may_wait_for_the_other, setup, teardown)  // G11
{
  struct taken taken = taken_in_order(AXI_ORDER_FREE);
  assert_true(taken.address == 0 && taken.first == 0 && taken.last == 1);
  taken = taken_in_order(AXI_ORDER_TOGETHER);  // AWREADY after WVALID, WREADY after the address
  assert_true(taken.address == 1 && taken.first == 2 && taken.last == 3);
  taken = taken_in_order(AXI_ORDER_DATA_FIRST);
  assert_true(taken.address == 2 && taken.first == 0 && taken.last == 1);
  taken = taken_in_order(AXI_ORDER_ADDRESS_FIRST);
  assert_true(taken.address == 0 && taken.first == 1 && taken.last == 2);
}

TEST_WITH(address_is_taken_after_the_order_changes, setup, teardown)  // G11
{
  for (int then = 0; then < AXI_ORDERS; then++) {
    set_order(AXI_ORDER_DATA_FIRST);
    show_address(0x1000, 1);
    show_data(0x11, true);
    assert_true(clock_passes() && bench.in.axi_wready && !bench.in.axi_awready);
    bench.bus.axi_wvalid = false;
    set_order((enum axi_order)then);
    assert_true(clock_passes() && bench.in.axi_awready);
    bench.bus.axi_awvalid = false;
    assert_true(clock_passes() && clock_passes());
    assert_int_equal(axi_memory_outstanding(bench.memory), 0);
  }
}

TEST_WITH(bresp_without_bvalid_is_garbage, setup, teardown)  // G11
{
  uint32_t count[4] = {0};
  for (uint32_t i = 0; i < 400; i++) {
    assert_true(clock_passes());
    assert_false(bench.in.axi_bvalid);
    count[bench.in.axi_bresp & 3]++;
  }
  for (int resp = 0; resp < 4; resp++) {
    assert_in_range(count[resp], 40, 200);
  }
}

// The unit alone is reset during two bursts, one of them without its data. Memory responds to the complete one, and
// accepts nothing before that response.
TEST_WITH(responses_survive_a_reset_of_the_unit, setup, teardown)  // G11
{
  respond(5, 5, 0);
  show_address(0x1000, 1);
  show_data(0x11, true);
  assert_true(clock_passes());
  show_address(0x2000, 1);
  bench.bus.axi_wvalid = false;
  assert_true(clock_passes());
  axi_memory_abandon(bench.memory, 0);
  assert_int_equal(axi_memory_outstanding(bench.memory), 1);
  show_address(0x3000, 1);
  show_data(0x33, true);
  for (int i = 2; i < 5; i++) {
    assert_true(clock_passes());
    assert_false(bench.in.axi_bvalid || bench.in.axi_awready || bench.in.axi_wready);
  }
  assert_true(clock_passes());
  assert_true(bench.in.axi_bvalid && !bench.in.axi_awready && !bench.in.axi_wready);
  assert_true(clock_passes());
  assert_true(!bench.in.axi_bvalid && bench.in.axi_awready && bench.in.axi_wready);
  assert_int_equal(axi_memory_last_beat(bench.memory).addr, 0x3000);
}

TEST_WITH(reset_discards_bursts, setup, teardown)  // H4
{
  respond(3, 3, 0);
  axi_memory_hold(bench.memory, (struct axi_hold){.aw = true, .w = true});
  show_address(0x1000, 1);
  show_data(0x11, true);
  assert_true(clock_passes());
  assert_false(bench.in.axi_awready);
  axi_memory_hold(bench.memory, (struct axi_hold){false, false, false});
  assert_true(clock_passes());
  assert_int_equal(axi_memory_outstanding(bench.memory), 1);
  axi_memory_reset(bench.memory);
  assert_int_equal(axi_memory_outstanding(bench.memory), 0);
  bench.bus.axi_awvalid = bench.bus.axi_wvalid = false;  // the unit is reset too
  for (int i = 0; i < 5; i++) {
    assert_true(clock_passes());
    assert_false(bench.in.axi_bvalid);
  }
}

TEST_WITH(data_before_address_is_caught, setup, teardown)
{
  show_data(1, true);
  clock_fails("before its address");
}

TEST_WITH(data_after_the_burst_is_caught, setup, teardown)
{
  show_address(0x1000, 1);
  show_data(1, true);
  assert_true(clock_passes());
  bench.bus.axi_awvalid = false;
  clock_fails("before its address");
}

TEST_WITH(slow_memory_loses_no_burst, setup, teardown)
{
  axi_memory_set_timing(bench.memory, &(struct axi_timing){.aw_ready_percent = 30,
                                                           .w_ready_percent = 40,
                                                           .b_latency_min = 1,
                                                           .b_latency_max = 20});
  uint32_t beats = 0;
  uint32_t bursts = 0;
  show_address(0x4000, 4);
  show_data(0, false);
  for (int i = 0; i < 5000 && (bench.bus.axi_wvalid || axi_memory_outstanding(bench.memory) > 0); i++) {
    assert_true(clock_passes());
    if (bench.bus.axi_awvalid && bench.in.axi_awready) {
      bursts++;
      show_address(0x4000 + bursts * 64U, 4);
      bench.bus.axi_awprot = bursts % 2 == 0 ? PROT_NS : PROT_S;
      bench.bus.axi_awvalid = bursts < 60;
    }
    if (bench.bus.axi_wvalid && bench.in.axi_wready) {
      beats++;
      show_data((uint8_t)beats, beats % 4 == 3);
    }
    // Data may be one burst ahead of the accepted addresses, if the address of that burst is on AW.
    bench.bus.axi_wvalid = beats / 4 < bursts + (bench.bus.axi_awvalid ? 1 : 0) ||
                           (bench.bus.axi_wvalid && !bench.in.axi_wready);
  }
  assert_int_equal(bursts, 60);
  assert_int_equal(beats, 240);
  assert_int_equal(axi_memory_outstanding(bench.memory), 0);
  for (uint32_t beat = 0; beat < beats; beat++) {
    uint8_t data[BEAT];
    axi_memory_read(bench.memory, 0x4000 + beat * BEAT, beat / 4 % 2 == 0, data, BEAT);
    assert_int_equal(data[0], (uint8_t)beat);
    assert_int_equal(data[BEAT - 1], (uint8_t)beat);
  }
}

// N3: AWCACHE and AWDOMAIN come from the last translation, which must be that of the page, and are stable while AW
// waits.
TEST_WITH(attributes_of_another_answer_are_refused, setup, teardown)
{
  for (uint32_t wrong = 0; wrong <= 5; wrong++) {
    axi_memory_reset(bench.memory);
    bench.error = (struct tb_error){""};
    axi_memory_check_attributes(bench.memory, wrong != 5);
    axi_memory_set_timing(bench.memory, &(struct axi_timing){.aw_ready_percent = wrong == 4 ? 0 : 100});
    bench.bus.axi_awvalid = bench.bus.axi_wvalid = false;
    bench.in.xlate_rsp_valid = true;
    bench.in.xlate_rsp_pa = 0x1234;
    bench.in.xlate_rsp_cache = 6;
    bench.in.xlate_rsp_domain = 2;
    assert_true(clock_passes());
    bench.in.xlate_rsp_valid = false;
    show_address(wrong == 1 ? 0x2230 : 0x1230, 1);
    bench.bus.axi_awcache = wrong == 2 ? 7 : 6;
    bench.bus.axi_awdomain = wrong == 3 ? 1 : 2;
    if (wrong == 0 || wrong == 4) {
      assert_true(clock_passes());
      bench.bus.axi_awcache = 7;
    }
    if (wrong != 0) {
      clock_fails("AXI AW: ");
    }
  }
}
