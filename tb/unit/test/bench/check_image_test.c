// SPDX-License-Identifier: Apache-2.0
//
// The checker catches every byte that is written outside a record, and every missing or wrong one.
#include <string.h>

#include "unit/check/image.h"
#include "unit/test/test.h"

static struct {
  struct spu_config config;
  struct axi_memory *memory;
  struct image image;
  struct spu_in in;
  struct dut_bus bus;
} fixture;

static const struct spu_request nonsecure_el1 = {.el = 1, .ss = 1};

static int close_fixture(void **state)
{
  (void)state;
  axi_memory_destroy(fixture.memory);
  memset(&fixture, 0, sizeof fixture);
  return 0;
}

TEST_GROUP(NULL, close_fixture)

static void open_fixture(void)
{
  (void)close_fixture(NULL);
  fixture.config = test_config("base");
  fixture.memory = axi_memory_create(fixture.config.axi_data_width / 8, 1);
  assert_non_null(fixture.memory);
  image_init(&fixture.image, &fixture.config, fixture.memory);
}

// Starts a record.
static void begin(uint64_t pointer, uint64_t limit, const struct spu_request *request)
{
  open_fixture();
  image_start(&fixture.image, pointer, limit, request);
}

static bool step(void)
{
  struct tb_error error = {""};
  axi_memory_drive(fixture.memory, &fixture.in);
  assert_true(axi_memory_observe(fixture.memory, &fixture.in, &fixture.bus, &error));
  return image_step(&fixture.image, &fixture.in, &fixture.bus);
}

// Translates va to pa.
static void translate(uint64_t va, uint64_t pa)
{
  fixture.bus = (struct dut_bus){.xlate_req_valid = true, .xlate_req_va = va, .axi_bready = true};
  fixture.in.xlate_req_ready = true;
  assert_true(step());
  fixture.bus = (struct dut_bus){.axi_bready = true};
  fixture.in.xlate_req_ready = false;
  fixture.in.xlate_rsp_valid = true;
  fixture.in.xlate_rsp_ns = true;
  fixture.in.xlate_rsp_pa = pa;
  assert_true(step());
  fixture.in.xlate_rsp_valid = false;
}

// Writes one beat with these byte lanes. False if the checker objects.
static bool beat(uint64_t addr, uint64_t strobe, uint8_t pas)
{
  fixture.bus = (struct dut_bus){.axi_awvalid = true,
                                 .axi_awaddr = addr,
                                 .axi_awsize = 4,
                                 .axi_awburst = 1,
                                 .axi_awprot = (pas & 1U) != 0 ? 3 : 1,
                                 .axi_awnse = (pas & 2U) != 0,
                                 .axi_bready = true};
  assert_true(step());
  fixture.bus =
      (struct dut_bus){.axi_wvalid = true, .axi_wlast = true, .axi_wstrb = strobe, .axi_bready = true};
  for (unsigned lane = 0; lane < fixture.config.axi_data_width / 8; lane++) {
    fixture.bus.axi_wdata[lane] = (strobe >> lane & 1U) != 0 ? 0x77 : 0;
  }
  return step();
}

TEST(byte_outside_the_record_is_caught)  // G1, IQRKCL
{
  static const struct {
    uint64_t pointer;
    uint64_t limit;
    uint64_t addr;  // of the beat; the pages translate to 0x8000 and 0x9000
    uint64_t strobe;
    uint8_t pas;
    bool allowed;
  } rows[] = {
      {0x1040, 0x3000, 0x8040, 0xFFFF, 1, true},   // first beat of the record
      {0x1040, 0x3000, 0x8070, 0xFFFF, 1, true},   // last beat of a largest record
      {0x1040, 0x3000, 0x8080, 0x0001, 1, false},  // the byte after it
      {0x1040, 0x3000, 0x8030, 0x8000, 1, false},  // the byte before it
      {0x1040, 0x3000, 0x8040, 0xFFFF, 0, false},  // in the other address space
      {0x1040, 0x3000, 0x9040, 0x0001, 1, false},  // in another page
      {0x1040, 0x3000, 0x8040, 0x0000, 1, true},   // no byte
      {0x1FE0, 0x3000, 0x9000, 0xFFFF, 1, true},   // in the record's second page
      {0x1FE0, 0x2000, 0x8FF0, 0xFFFF, 1, true},   // the last bytes below the limit
      {0x1FE0, 0x2000, 0x9000, 0x0001, 1, false},  // the byte at the limit
      {0x1FE0, 0x1000, 0x8FE0, 0x0001, 1, false},  // any byte, if the limit is below the pointer
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    begin(rows[i].pointer, rows[i].limit, &nonsecure_el1);
    translate(rows[i].pointer, 0x8000 + rows[i].pointer % 4096);
    translate(0x2000, 0x9000);
    if (beat(rows[i].addr, rows[i].strobe, rows[i].pas) != rows[i].allowed) {
      fail_msg("row %zu", i);
    }
  }
}

TEST(byte_without_translation_is_caught)  // G1, G3
{
  begin(0x1040, 0x3000, &nonsecure_el1);
  assert_false(beat(0x8040, 1, true));
}

TEST(byte_after_the_end_of_the_record_is_caught)  // G1, G8
{
  begin(0x1040, 0x3000, &nonsecure_el1);
  translate(0x1040, 0x8040);
  assert_true(image_end(&fixture.image, NULL, 0));
  assert_false(beat(0x8040, 1, true));
}

TEST(missing_or_wrong_byte_is_caught)  // G1
{
  uint8_t data[32];
  begin(0x1040, 0x3000, &nonsecure_el1);
  translate(0x1040, 0x8040);
  assert_true(beat(0x8040, 0xFFFF, true));
  memset(data, 0x77, sizeof data);
  struct spu_write write = {.va = 0x1040, .pa = 0x8040, .pas = 1, .len = 16, .data = data};
  assert_true(image_end(&fixture.image, &write, 1));
  write.len = 17;  // one more than was written
  assert_false(image_end(&fixture.image, &write, 1));
  assert_contains(fixture.image.expected, "byte 16 of 17");
  write.len = 16;
  data[3] = 0x78;
  assert_false(image_end(&fixture.image, &write, 1));
  data[3] = 0x77;
  write.pas = 0;
  assert_false(image_end(&fixture.image, &write, 1));
}

// G11: lanes that a beat does not write are zero, since they would otherwise show earlier data.
TEST(nonzero_lane_without_strobe_is_caught)
{
  begin(0x1040, 0x3000, &nonsecure_el1);
  translate(0x1040, 0x8040);
  assert_true(beat(0x8040, 0x7FFF, true));
  fixture.bus.axi_wdata[15] = 1;
  assert_false(image_step(&fixture.image, &fixture.in, &fixture.bus));
  assert_contains(fixture.image.expected, "lane 15");
}

// G1, N3: the requests of a record have the translation regime and the attributes from its start.
TEST(wrong_request_is_caught)
{
  static const struct spu_request start = {.el = 2, .ss = 3, .nvm = true, .sh = 2, .attr = 0x44};
  for (uint32_t wrong = 0; wrong <= 5; wrong++) {
    begin(0x1040, 0x3000, &start);
    fixture.bus = (struct dut_bus){.xlate_req_valid = true,
                                   .xlate_req_el = wrong == 1 ? 1 : 2,
                                   .xlate_req_ss = wrong == 2 ? 1 : 3,
                                   .xlate_req_nvm = wrong != 3,
                                   .xlate_req_sh = wrong == 4 ? 3 : 2,
                                   .xlate_req_attr = wrong == 5 ? 0x4F : 0x44};
    assert_int_equal(image_begin(&fixture.image, &fixture.in, &fixture.bus, true), wrong == 0);
  }
}

// G12: once PMBLIMITR_EL1.E is 0 or PMBSR_EL1.S is 1, no translation is requested and no burst begins. An offer stays
// valid, and a burst whose address or data was offered is completed.
TEST(beginning_without_a_session_is_caught)
{
  static const struct {
    bool first;  // in a new fixture
    bool request, address, data, last;
    bool taken;    // by memory or the MMU
    bool session;  // PMBLIMITR_EL1.E is 1 and PMBSR_EL1.S is 0
    bool good;
  } offers[] = {
      // in one cycle each
      // A request, and one more once it is accepted.
      {.first = true, .request = true, .session = true, .good = true},
      {.request = true, .good = true},
      {.request = true, .taken = true, .good = true},
      {.request = true, .good = false},
      // Address and data together, and the data of another burst.
      {.first = true, .address = true, .data = true, .session = true, .good = true},
      {.address = true, .data = true, .taken = true, .good = true},
      {.data = true, .last = true, .taken = true, .good = true},
      {.data = true, .last = true, .good = false},
      // The address first, and that of another burst.
      {.first = true, .address = true, .taken = true, .session = true, .good = true},
      {.data = true, .last = true, .taken = true, .good = true},
      {.address = true, .taken = true, .good = false},
      // The data first, and another burst.
      {.first = true, .data = true, .last = true, .taken = true, .session = true, .good = true},
      {.address = true, .taken = true, .good = true},
      {.address = true, .data = true, .good = false},
  };
  for (size_t i = 0; i < sizeof offers / sizeof offers[0]; i++) {
    if (offers[i].first) {
      open_fixture();
    }
    fixture.bus = (struct dut_bus){.xlate_req_valid = offers[i].request,
                                   .axi_awvalid = offers[i].address,
                                   .axi_wvalid = offers[i].data,
                                   .axi_wlast = offers[i].last};
    fixture.in.xlate_req_ready = fixture.in.axi_awready = fixture.in.axi_wready = offers[i].taken;
    if (image_begin(&fixture.image, &fixture.in, &fixture.bus, offers[i].session) != offers[i].good) {
      fail_msg("row %zu", i);
    }
  }
}

// G11: burst_valid is high in the cycle in which memory has accepted both the address and the last data of a burst.
TEST(wrong_burst_valid_is_caught)
{
  static const struct {
    bool address, data, last, taken, burst;
  } rows[] = {
      {true, true, false, false, false},                                     // offered only
      {true, true, false, true, false},                                      // address and first beat
      {false, true, true, true, true},                                       // last beat
      {false, true, true, true, false},                                      // all data of the next burst,
      {true, false, false, false, false}, {true, false, false, true, true},  // and its address
      {true, true, true, true, true},                                        // a burst of one beat
      {true, false, false, true, false},                                     // an address
      {false, true, true, true, true},                                       // and its beat
  };
  for (size_t wrong = 0; wrong <= sizeof rows / sizeof rows[0]; wrong++) {
    open_fixture();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
      fixture.bus = (struct dut_bus){
          .axi_awvalid = rows[i].address, .axi_wvalid = rows[i].data, .axi_wlast = rows[i].last};
      fixture.in.axi_awready = rows[i].taken;
      fixture.in.axi_wready = rows[i].taken;
      const bool said = rows[i].burst != (i == wrong);
      assert_int_equal(image_burst(&fixture.image, &fixture.in, &fixture.bus, said), i != wrong);
    }
  }
}
