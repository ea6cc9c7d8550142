// SPDX-License-Identifier: Apache-2.0
//
// Each field of a record is decided by the operation's life: the right record is taken, and one with another value, or
// with or without a packet, is not. Lives come from a trace written by hand, records from the model's writer. No
// requirement: this decides records of a real core.
#include "core_decide_bench.h"
#include "test/test.h"

static void open_load(struct bench *bench)
{
  open(bench);
  bench->op = live(&(struct life){.insn = INSN_LD,
                                  .access = true,
                                  .read = true,
                                  .walk = true,
                                  .miss = true,
                                  .fate = CORE_RETIRED,
                                  .next = PC + 4});
  bench->sample = sample_of(1, 0, 0x3E);
  set_data(&bench->sample, 2);
}

TEST(record_of_a_load_is_decided_in_each_field)
{
  struct bench bench;
  open_load(&bench);
  struct spu_sample *sample = &bench.sample;
  expect_right(&bench);
  EXPECT_WRONG(sample->address[SPEAddrPosPCVirtual] += 4, "PC: 0x80ffffc000001000, 0x80ffffc000001004");
  EXPECT_WRONG(sample->address[SPEAddrPosPCVirtual] |= EL1, "PC: 0x80ffffc000001000, 0xa0ffffc000001000");
  EXPECT_WRONG(sample->address[SPEAddrPosPCVirtual] ^= NS, "PC: 0x80ffffc000001000, 0xffffc000001000");
  EXPECT_WRONG(sample->counter[SPECounterPosTotalLatency]++, "total latency: 9, 10");
  EXPECT_WRONG(sample->counter[SPECounterPosTotalLatency] = END - DISPATCH, "total latency: 9, 20");
  EXPECT_WRONG(sample->counter[SPECounterPosIssueLatency] = 2, "issue latency: 1, 2");
  EXPECT_WRONG(sample->counter_valid &= ~BIT(SPECounterPosIssueLatency), "issue latency: 1, nothing");
  EXPECT_WRONG(sample->counter[SPECounterPosTranslationLatency] = 3, "translation latency: 2, 3");
  EXPECT_WRONG(sample->counter_valid &= ~BIT(SPECounterPosTranslationLatency),
               "translation latency: 2, nothing");
  EXPECT_WRONG(set_counter(sample, SPECounterPosAltIssueLatency, 1),
               "alternate clock issue latency: nothing, 0x1");
  EXPECT_WRONG(sample->address[SPEAddrPosDataVirtual] ^= 0x1000,
               "data virtual address: 0xffffd000005008, 0xffffd000004008");
  EXPECT_WRONG(sample->address_valid &= ~BIT(SPEAddrPosDataVirtual),
               "data virtual address: 0xffffd000005008, nothing");
  EXPECT_WRONG(sample->address[SPEAddrPosDataPhysical] ^= 0x1000,
               "data physical address: 0x8000000080002008, 0x8000000080003008");
  EXPECT_WRONG(sample->address_valid &= ~BIT(SPEAddrPosDataPhysical),
               "data physical address: 0x8000000080002008, nothing");
  EXPECT_WRONG(bench.mark.pa = false, "data physical address: nothing, 0x8000000080002008");
  EXPECT_WRONG(set_address(sample, SPEAddrPosBranchTarget, 4), "branch target: nothing, 0x4");
  EXPECT_WRONG(set_address(sample, SPEAddrPosPrevBranchTarget, 4), "previous branch target: nothing, 0x4");
  EXPECT_WRONG(sample->op_subclass = 1,
               "operation type: class 1, subclass 0x00 (0x0004b503), class 1, subclass 0x01");
  EXPECT_WRONG(sample->op_class = 0,
               "operation type: class 1, subclass 0x00 (0x0004b503), class 0, subclass 0x00");
  EXPECT_WRONG(sample->data_source_valid = true, "data source: nothing, 0x0");
  EXPECT_WRONG(sample->context_el1_valid = true, "context of EL1: nothing, 0x0");
  EXPECT_WRONG(bench.mark.cx1 = true, "context of EL1: that there is one, nothing");
  EXPECT_WRONG(bench.mark.cx2 = true, "context of EL2: that there is one, nothing");
  EXPECT_WRONG(sample->timestamp_valid = false, "timestamp: that there is one, nothing");
  EXPECT_WRONG(bench.mark.ts = SPU_TIMESTAMP_NONE, "timestamp: nothing, 0x1388");
}

TEST(every_event_of_a_load_is_decided)
{
  struct bench bench;
  open_load(&bench);
  for (unsigned bit = 0; bit < 16; bit++) {
    char words[64];
    (void)snprintf(words, sizeof words, "events: 0x3e, event %u %s, 0x%x", bit,
                   (0x3EU >> bit & 1) != 0 ? "set" : "clear", 0x3EU ^ BIT(bit));
    EXPECT_WRONG(bench.sample.events ^= BIT(bit), words);
    if (bit >= 2) {  // what the adapter cannot report is not decided
      bench.sample.events ^= BIT(bit);
      bench.options.events_open = BIT(bit);
      expect_right(&bench);
      bench.sample.events ^= BIT(bit);
    }
  }
  bench.options.events_open = ~UINT64_C(0);
  EXPECT_WRONG(bench.sample.events &= ~UINT64_C(2), "events: 0x3e, event 1 set, 0x3c");
}

TEST(load_from_elsewhere_is_no_access_to_the_cache)
{
  struct bench bench;
  open_load(&bench);
  bench.options.cached_start = 0x80000000;
  bench.options.cached_end = 0x84000000;
  expect_right(&bench);
  bench.options.cached_start = 0x81000000;
  expect_wrong(&bench, "events: 0x3a, event 2 clear, 0x3e");
  bench.options.cached_start = 0;
  bench.options.cached_end = PA;
  expect_wrong(&bench, "events: 0x3a, event 2 clear, 0x3e");
  bench.options.cached_end = PA + 1;
  expect_right(&bench);
}

TEST(access_that_was_not_translated_has_no_physical_address)
{
  struct bench bench;
  open_load(&bench);
  bench.op.mapped = false;
  bench.op.translated = false;
  bench.sample.events = 0x2E;
  expect_wrong(&bench, "data physical address: nothing, 0x8000000080002008");
  bench.sample.address_valid &= ~BIT(SPEAddrPosDataPhysical);
  expect_right(&bench);
}

// Only one that was squashed may lack it, however short its life was.
TEST(retired_operation_has_an_issue_latency)
{
  struct bench bench;
  open_load(&bench);
  bench.op.ended = bench.op.result = DISPATCH + 1;
  bench.sample.counter[SPECounterPosTotalLatency] = 1;
  expect_right(&bench);
  EXPECT_WRONG(bench.sample.counter_valid &= ~BIT(SPECounterPosIssueLatency), "issue latency: 1, nothing");
}

TEST(counters_saturate_as_the_configuration_says)
{
  static const struct {
    uint32_t cycles;
    bool wide;
    uint32_t total;
  } rows[] = {{4094, false, 4094}, {4095, false, 4095},  {4096, false, 4095},  {70000, false, 4095},
              {4096, true, 4096},  {65535, true, 65535}, {65536, true, 65535}, {70000, true, 65535}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct bench bench;
    open_load(&bench);
    bench.options.config.count_16bit = rows[i].wide;
    bench.op.result = bench.op.dispatched + rows[i].cycles;
    bench.op.walking = rows[i].cycles;
    bench.sample.counter[SPECounterPosTotalLatency] = rows[i].total;
    bench.sample.counter[SPECounterPosTranslationLatency] = rows[i].total;
    expect_right(&bench);
    bench.sample.counter[SPECounterPosTranslationLatency]--;
    assert_false(decide(&bench));
    bench.sample.counter[SPECounterPosTranslationLatency]++;
    bench.sample.counter[SPECounterPosTotalLatency]--;
    assert_false(decide(&bench));
  }
}

// ---------------------------------------------------------------------------------------------------------
// Kinds of operations

struct kind {
  uint32_t insn;
  bool access, late;
  uint64_t next;
  uint8_t class, subclass;
  uint64_t target;  // payload; 0: none
  uint64_t events;
};

static void open_kind(struct bench *bench, const struct kind *kind)
{
  open(bench);
  bench->op = live(&(struct life){
      .insn = kind->insn, .access = kind->access, .fate = CORE_RETIRED, .next = PC + kind->next});
  bench->sample = sample_of(kind->class, kind->subclass, kind->events);
  if (kind->access) {
    set_data(&bench->sample, 0);
  }
  if (kind->late) {
    bench->sample.counter[SPECounterPosTotalLatency] = END - DISPATCH;
  }
  if (kind->target != 0) {
    set_address(&bench->sample, SPEAddrPosBranchTarget, kind->target);
  }
}

static const struct kind kinds[] = {
    {.insn = INSN_NOP, .next = 4, .events = 0x02},
    {.insn = INSN_CSRR, .late = true, .next = 4, .events = 0x02},
    {.insn = INSN_SD, .access = true, .next = 4, .class = 1, .subclass = 1, .events = 0x12},
    {.insn = INSN_AMOADD,
     .access = true,
     .late = true,
     .next = 4,
     .class = 1,
     .subclass = 0x06,
     .events = 0x12},
    {.insn = 0x00A4B02F,
     .access = true,
     .late = true,
     .next = 4,
     .class = 1,
     .subclass = 0x07,
     .events = 0x12},
    {.insn = 0x1404B52F,
     .access = true,
     .late = true,
     .next = 4,
     .class = 1,
     .subclass = 0x1A,
     .events = 0x12},
    {.insn = 0x18A4B5AF,
     .access = true,
     .late = true,
     .next = 4,
     .class = 1,
     .subclass = 0x0B,
     .events = 0x12},
    {.insn = INSN_BEQ, .next = 4, .class = 2, .subclass = 0x01, .events = 0x42},
    {.insn = INSN_BEQ, .next = 16, .class = 2, .subclass = 0x01, .target = PC_PACKET + 16, .events = 0x02},
    {.insn = INSN_JAL, .next = 256, .class = 2, .target = PC_PACKET + 256, .events = 0x02},
    {.insn = INSN_RET,
     .next = 0x4000,
     .class = 2,
     .subclass = 0x02,
     .target = PC_PACKET + 0x4000,
     .events = 0x02},
    {.insn = INSN_SRET,
     .late = true,
     .next = 0x4000,
     .class = 2,
     .subclass = 0x02,
     .target = (PC_PACKET | EL1) + 0x4000,
     .events = 0x02},
};

TEST(each_kind_has_its_type_events_and_addresses)
{
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
    struct bench bench;
    open_kind(&bench, &kinds[i]);
    expect_right(&bench);
    for (unsigned bit = 0; bit < 8; bit++) {
      bench.sample.op_subclass ^= (uint8_t)BIT(bit);
      assert_false(decide(&bench));
      assert_string_equal(bench.difference.field, "operation type");
      bench.sample.op_subclass ^= (uint8_t)BIT(bit);
      bench.sample.events ^= BIT(bit);
      assert_false(decide(&bench));
      assert_string_equal(bench.difference.field, "events");
      bench.sample.events ^= BIT(bit);
    }
    bench.sample.address_valid ^= BIT(SPEAddrPosBranchTarget);
    assert_false(decide(&bench));
    assert_string_equal(bench.difference.field, "branch target");
    bench.sample.address_valid ^= BIT(SPEAddrPosBranchTarget);
    bench.sample.address_valid ^= BIT(SPEAddrPosDataVirtual);
    assert_false(decide(&bench));
    assert_string_equal(bench.difference.field, "data virtual address");
    bench.sample.address_valid ^= BIT(SPEAddrPosDataVirtual);
    bench.sample.counter[SPECounterPosTotalLatency] ^= (RESULT - DISPATCH) ^ (END - DISPATCH);
    assert_false(decide(&bench));
    assert_string_equal(bench.difference.field, "total latency");
  }
}

TEST(data_source_says_hit_or_miss)
{
  struct bench bench;
  open_load(&bench);
  bench.options.data_source = true;
  bench.options.source_hit = 1;
  bench.options.source_miss = 0xE;
  bench.sample.data_source_valid = true;
  bench.sample.data_source = 0xE;
  expect_right(&bench);
  EXPECT_WRONG(bench.sample.data_source = 1, "data source: 0xe, 0x1");
  EXPECT_WRONG(bench.sample.data_source_valid = false, "data source: 0xe, nothing");
  bench.op.missed = false;
  bench.sample.events = 0x36;
  EXPECT_WRONG(bench.sample.data_source = 0xE, "data source: 0x1, 0xe");
  bench.sample.data_source = 1;
  expect_right(&bench);
  bench.options.cached_start = PA + 64;  // it is not cached
  bench.options.cached_end = PA + 128;
  bench.sample.events = 0x32;
  EXPECT_WRONG(bench.sample.data_source = 1, "data source: 0xe, 0x1");
  bench.sample.data_source = 0xE;
  expect_right(&bench);
  open_kind(&bench, &kinds[2]);  // a store has none
  bench.options.data_source = true;
  expect_right(&bench);
  EXPECT_WRONG(bench.sample.data_source_valid = true, "data source: nothing, 0x0");
}

TEST(branch_target_has_address_and_level)
{
  struct bench bench;
  open_kind(&bench, &kinds[sizeof kinds / sizeof kinds[0] - 1]);
  EXPECT_WRONG(bench.sample.address[SPEAddrPosBranchTarget] += 2,
               "branch target: 0xa0ffffc000005000, 0xa0ffffc000005002");
  EXPECT_WRONG(bench.sample.address[SPEAddrPosBranchTarget] ^= EL1,
               "branch target: 0xa0ffffc000005000, 0x80ffffc000005000");
}

// Of a core that gives the unit the address behind a branch as its target.
TEST(branch_not_taken_has_the_address_behind_it)
{
  static const struct kind rows[] = {
      {.insn = INSN_BEQ, .next = 4, .class = 2, .subclass = 0x01, .target = PC_PACKET + 4, .events = 0x42},
      {.insn = 0x00A58263, .next = 4, .class = 2, .subclass = 1, .target = PC_PACKET + 4, .events = 0x42}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct bench bench;
    open_kind(&bench, &rows[i]);
    bench.options.untaken_target = true;
    expect_right(&bench);
    EXPECT_WRONG(bench.sample.address[SPEAddrPosBranchTarget] += 4,
                 "branch target: 0x80ffffc000001004, 0x80ffffc000001008");
    EXPECT_WRONG(bench.sample.address_valid &= ~BIT(SPEAddrPosBranchTarget),
                 "branch target: 0x80ffffc000001004, nothing");
  }
}

// beq a1, a0, +4: taken or not, the next instruction is the same one.
TEST(branch_to_the_next_instruction_may_be_taken_or_not)
{
  static const struct kind kind = {.insn = 0x00A58263, .next = 4, .class = 2, .subclass = 1, .events = 0x42};
  struct bench bench;
  open_kind(&bench, &kind);
  expect_right(&bench);
  bench.sample.events = 0x02;
  set_address(&bench.sample, SPEAddrPosBranchTarget, PC_PACKET + 4);
  expect_right(&bench);
  EXPECT_WRONG(bench.sample.address[SPEAddrPosBranchTarget] += 4,
               "branch target: 0x80ffffc000001004, 0x80ffffc000001008");
}

TEST(branch_at_the_end_of_the_trace_went_anywhere)
{
  struct bench bench;
  open_kind(&bench, &kinds[8]);
  bench.op.has_next = false;
  expect_right(&bench);
  bench.sample.address_valid &= ~BIT(SPEAddrPosBranchTarget);
  bench.sample.events = 0x42;
  expect_right(&bench);
}

TEST(mispredicted_branch_has_its_event)
{
  struct bench bench;
  open_kind(&bench, &kinds[8]);
  bench.op =
      live(&(struct life){.insn = INSN_BEQ, .mispredicted = true, .fate = CORE_RETIRED, .next = PC + 16});
  bench.sample.events = 0x82;
  expect_right(&bench);
  EXPECT_WRONG(bench.sample.events = 0x02, "events: 0x82, event 7 set, 0x2");
}

TEST(calls_and_returns_are_told_apart_where_records_have_them)
{
  static const struct {
    uint32_t insn;
    uint64_t next;
    uint8_t subclass;
  } rows[] = {{INSN_BEQ, 16, 0x19},   {INSN_JAL, 256, 0x08},  {INSN_RET, 64, 0x12},
              {0x000500E7, 64, 0x0A}, {0x00050067, 64, 0x1A}, {INSN_SRET, 64, 0x1A}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct bench bench;
    const uint64_t level = rows[i].insn == INSN_SRET ? EL1 : 0;
    const struct kind kind = {.insn = rows[i].insn,
                              .late = rows[i].insn == INSN_SRET,
                              .next = rows[i].next,
                              .class = 2,
                              .subclass = rows[i].subclass,
                              .target = (PC_PACKET | level) + rows[i].next,
                              .events = 2};
    open_kind(&bench, &kind);
    assert_int_equal(spu_config_by_name("v9.6", &bench.options.config), SPU_OK);
    assert_true(bench.options.config.have_crr);
    expect_right(&bench);
    bench.sample.op_subclass ^= 0x18;
    assert_false(decide(&bench));
    assert_string_equal(bench.difference.field, "operation type");
  }
}

TEST(other_bytes_are_no_record)
{
  struct bench bench;
  uint64_t timestamp = 0;
  static const uint8_t two[] = {0x49, 0x00, 0x01, 0x49, 0x00, 0x01};
  static const uint8_t unfinished[] = {0x49, 0x00};
  static const uint8_t late[] = {0x00, 0x49, 0x00, 0x01};
  open(&bench);
  assert_false(
      core_decide(&bench.options, &bench.op, &bench.mark, two, sizeof two, &timestamp, &bench.difference));
  assert_string_equal(bench.difference.field, "bytes");
  assert_string_equal(bench.difference.trace, "one record and padding");
  assert_string_equal(bench.difference.record, "6 other bytes");
  assert_false(core_decide(&bench.options, &bench.op, &bench.mark, unfinished, sizeof unfinished, &timestamp,
                           &bench.difference));
  assert_string_equal(bench.difference.record, "2 other bytes");
  assert_false(
      core_decide(&bench.options, &bench.op, &bench.mark, late, sizeof late, &timestamp, &bench.difference));
  assert_string_equal(bench.difference.record, "4 other bytes");
}

TEST(machine_mode_is_the_highest_level)
{
  struct spu_config config = {.have_el2 = true, .have_el3 = true};
  assert_int_equal(core_mode_el(&config, 0), SPU_EL0);
  assert_int_equal(core_mode_el(&config, 1), SPU_EL1);
  assert_int_equal(core_mode_el(&config, 3), SPU_EL3);
  config.have_el3 = false;
  assert_int_equal(core_mode_el(&config, 3), SPU_EL2);
  config.have_el2 = false;
  assert_int_equal(core_mode_el(&config, 3), SPU_EL1);
}
