// SPDX-License-Identifier: Apache-2.0
//
// Each field of a record is checked against the operation's life: the right record is accepted, and one with another
// value, or with an extra or a missing packet, is not; for an operation that did not retire, as far as the core's trace
// describes it. Lives come from a trace written by hand, records from the model's writer. No requirement: this checks
// records of a real core.
#include "cores/core_decide.h"
#include "cores/test/core_bench.h"

#include <stdio.h>

struct bench {
  struct core_checker_options options;
  struct core_op op;
  struct core_mark mark;
  struct spu_sample sample;  // what the record will say
  struct core_difference difference;
};

static void open(struct bench *bench)
{
  *bench = (struct bench){.options = {.issue_latency = 1, .non_secure = true},
                          .mark = {.cycle = 100, .pa = true, .ts = SPU_TIMESTAMP_PHYSICAL}};
  assert_int_equal(spu_config_by_name("base", &bench->options.config), SPU_OK);
}

// What the life of the operation is made of.
struct life {
  uint32_t insn;
  bool access, read;
  bool walk, miss, mispredicted;
  bool bare;  // its address is not translated by the TLB
  bool no_result;
  bool idle;  // it brings an exception with it
  enum core_fate fate;
  uint64_t next;  // of one that retires
};

#define VA UINT64_C(0xFFFFFFD000005008)
#define PA UINT64_C(0x80002008)

static void step(struct core_trace *trace, uint64_t cycle, struct core_events *events)
{
  struct tb_error error = {""};
  if (!core_trace_step(trace, cycle, events, &error)) {
    fail_msg("%s", error.text);
  }
  memset(events, 0, sizeof *events);
}

// Dispatched in cycle 100, translated and missed in 104 after two cycles of a table walk, the result in 109, the end
// in 120.
static struct core_op live(const struct life *life)
{
  enum { ENTRY = 2, NEXT = 3 };
  static struct core_trace trace;
  struct core_events events = {.dispatch = false};
  memset(&trace, 0, sizeof trace);
  add_dispatch(&events, ENTRY, PC, 0);
  events.dispatch_done = life->idle;
  step(&trace, DISPATCH, &events);
  if (life->fate == CORE_RETIRED) {
    add_dispatch(&events, NEXT, life->next, life->insn == INSN_SRET ? 1 : 0);
  }
  step(&trace, 101, &events);
  for (uint64_t cycle = 102; cycle <= 103; cycle++) {
    events.walking = life->walk ? BIT(ENTRY) : 0;
    step(&trace, cycle, &events);
  }
  if (life->access) {
    add_translated(&events, ENTRY, PA);
    events.translated_mapped = !life->bare;
  }
  events.missed = life->miss ? BIT(ENTRY) : 0;
  step(&trace, 104, &events);
  events.completed = life->no_result ? 0 : BIT(ENTRY);
  events.mispredicted = life->mispredicted;
  events.mispredicted_entry = ENTRY;
  step(&trace, RESULT, &events);
  if (life->fate == CORE_RETIRED) {
    struct core_retired *retired = add_retired(&events, ENTRY, PC, life->insn, 0);
    if (life->access) {
      add_access(retired, VA, life->read);
    }
  } else if (life->fate == CORE_SQUASHED) {
    events.flush = true;
  } else {
    add_trap(&events, ENTRY, PC, life->fate == CORE_INTERRUPTED);
  }
  step(&trace, END, &events);
  if (life->fate == CORE_RETIRED) {
    add_trap(&events, NEXT, life->next, true);
    step(&trace, END + 1, &events);
  }
  return trace.over[0];
}

static void set_data(struct spu_sample *sample, uint32_t translation)
{
  set_address(sample, SPEAddrPosDataVirtual, VA & ((UINT64_C(1) << 56) - 1));
  set_address(sample, SPEAddrPosDataPhysical, NS | PA);
  set_counter(sample, SPECounterPosTranslationLatency, translation);
}

static bool decide(struct bench *bench)
{
  static struct spu model;
  static struct spu_record record;
  uint64_t timestamp = 0;
  assert_int_equal(spu_init(&model, &bench->options.config), SPU_OK);
  SPEConstructRecord(&model, &bench->sample, &record);
  assert_false(record.overflow);
  bench->difference = (struct core_difference){.field = ""};
  const bool right = core_decide(&bench->options, &bench->op, &bench->mark, record.data, record.size,
                                 &timestamp, &bench->difference);
  assert_int_equal(timestamp, bench->sample.timestamp_valid ? bench->sample.timestamp : 0);
  return right;
}

static void expect_right(struct bench *bench)
{
  if (!decide(bench)) {
    fail_msg("%s: the trace says %s, the record says %s", bench->difference.field, bench->difference.trace,
             bench->difference.record);
  }
}

static void expect_wrong(struct bench *bench, const char *words)
{
  char text[200];
  if (decide(bench)) {
    fail_msg("it is right: %s", words);
  }
  (void)snprintf(text, sizeof text, "%s: %s, %s", bench->difference.field, bench->difference.trace,
                 bench->difference.record);
  assert_string_equal(text, words);
}

// The record of `bench` with one thing changed is wrong; then it is as before.
#define EXPECT_WRONG(change, words)    \
  do {                                 \
    const struct bench before = bench; \
    change;                            \
    expect_wrong(&bench, words);       \
    bench = before;                    \
  } while (0)

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
               "alternate clock issue latency: nothing, 1");
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
  EXPECT_WRONG(bench.mark.cx1 = true, "context of EL1: present, nothing");
  EXPECT_WRONG(bench.mark.cx2 = true, "context of EL2: present, nothing");
  EXPECT_WRONG(sample->timestamp_valid = false, "timestamp: present, nothing");
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

enum { ACCESS = 1, LATE = 2 };

struct kind {
  uint32_t insn;
  unsigned is;  // ACCESS, LATE
  uint64_t next;
  uint8_t class, subclass;
  uint64_t target;  // payload; 0: none
  uint64_t events;
};

static void open_kind(struct bench *bench, const struct kind *kind)
{
  const bool access = (kind->is & ACCESS) != 0;
  open(bench);
  bench->op = live(
      &(struct life){.insn = kind->insn, .access = access, .fate = CORE_RETIRED, .next = PC + kind->next});
  bench->sample = sample_of(kind->class, kind->subclass, kind->events);
  if (access) {
    set_data(&bench->sample, 0);
  }
  if ((kind->is & LATE) != 0) {
    bench->sample.counter[SPECounterPosTotalLatency] = END - DISPATCH;
  }
  if (kind->target != 0) {
    set_address(&bench->sample, SPEAddrPosBranchTarget, kind->target);
  }
}

static const struct kind kinds[] = {
    {INSN_NOP, 0, 4, 0, 0x00, 0, 0x02},
    {INSN_CSRR, LATE, 4, 0, 0x00, 0, 0x02},
    {INSN_SD, ACCESS, 4, 1, 0x01, 0, 0x12},
    {INSN_AMOADD, ACCESS | LATE, 4, 1, 0x06, 0, 0x12},
    {0x00A4B02F, ACCESS | LATE, 4, 1, 0x07, 0, 0x12},  // amoadd.d zero, a0, (s1)
    {0x1404B52F, ACCESS | LATE, 4, 1, 0x1A, 0, 0x12},  // lr.d.aq a0, (s1)
    {0x18A4B5AF, ACCESS | LATE, 4, 1, 0x0B, 0, 0x12},  // sc.d a1, a0, (s1)
    {INSN_BEQ, 0, 4, 2, 0x01, 0, 0x42},
    {INSN_BEQ, 0, 16, 2, 0x01, PC_PACKET + 16, 0x02},
    {INSN_JAL, 0, 256, 2, 0x00, PC_PACKET + 256, 0x02},
    {INSN_RET, 0, 0x4000, 2, 0x02, PC_PACKET + 0x4000, 0x02},
    {INSN_SRET, LATE, 0x4000, 2, 0x02, (PC_PACKET | EL1) + 0x4000, 0x02},
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
  static const struct kind rows[] = {{INSN_BEQ, 0, 4, 2, 0x01, PC_PACKET + 4, 0x42},
                                     {INSN_BEQ_NEXT, 0, 4, 2, 0x01, PC_PACKET + 4, 0x42}};
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

// Taken or not, the next instruction is the same one.
TEST(branch_to_the_next_instruction_may_be_taken_or_not)
{
  static const struct kind kind = {INSN_BEQ_NEXT, 0, 4, 2, 0x01, 0, 0x42};
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

TEST(calls_and_returns_are_distinguished_where_records_have_them)
{
  static const struct kind rows[] = {{INSN_BEQ, 0, 16, 2, 0x19, PC_PACKET + 16, 0x02},
                                     {INSN_JAL, 0, 256, 2, 0x08, PC_PACKET + 256, 0x02},
                                     {INSN_RET, 0, 64, 2, 0x12, PC_PACKET + 64, 0x02},
                                     {0x000500E7, 0, 64, 2, 0x0A, PC_PACKET + 64, 0x02},  // jalr a0
                                     {0x00050067, 0, 64, 2, 0x1A, PC_PACKET + 64, 0x02},  // jr a0
                                     {INSN_SRET, LATE, 64, 2, 0x1A, (PC_PACKET | EL1) + 64, 0x02}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct bench bench;
    open_kind(&bench, &rows[i]);
    assert_int_equal(spu_config_by_name("v9.6", &bench.options.config), SPU_OK);
    assert_true(bench.options.config.have_crr);
    expect_right(&bench);
    bench.sample.op_subclass ^= 0x18;
    assert_false(decide(&bench));
    assert_string_equal(bench.difference.field, "operation type");
  }
}

TEST(bytes_that_are_no_record_are_rejected)
{
  static const struct {
    size_t size;
    uint8_t data[6];
    const char *words;
  } rows[] = {{6, {0x49, 0x00, 0x01, 0x49, 0x00, 0x01}, "6 other bytes"},
              {2, {0x49, 0x00}, "2 other bytes"},
              {4, {0x00, 0x49, 0x00, 0x01}, "4 other bytes"}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct bench bench;
    uint64_t timestamp = 0;
    open(&bench);
    assert_false(core_decide(&bench.options, &bench.op, &bench.mark, rows[i].data, rows[i].size, &timestamp,
                             &bench.difference));
    assert_string_equal(bench.difference.field, "bytes");
    assert_string_equal(bench.difference.trace, "one record and padding");
    assert_string_equal(bench.difference.record, rows[i].words);
  }
}

TEST(machine_mode_is_the_highest_level)
{
  static const struct {
    bool el2, el3;
    uint8_t mode;
    enum spu_el el;
  } rows[] = {{true, true, 0, SPU_EL0},
              {true, true, 1, SPU_EL1},
              {true, true, 3, SPU_EL3},
              {true, false, 3, SPU_EL2},
              {false, false, 3, SPU_EL1}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    const struct spu_config config = {.have_el2 = rows[i].el2, .have_el3 = rows[i].el3};
    assert_int_equal(core_mode_el(&config, rows[i].mode), rows[i].el);
  }
}

// ---------------------------------------------------------------------------------------------------------
// Operations that did not retire

TEST(record_of_an_exception_is_decided_as_far_as_it_is_known)
{
  struct bench bench;
  open(&bench);
  bench.op = live(&(struct life){.access = true, .walk = true, .fate = CORE_EXCEPTION});
  bench.sample = sample_of(1, 1, 0x33);
  set_data(&bench.sample, 2);
  expect_right(&bench);
  bench.sample.counter[SPECounterPosTotalLatency] = END - DISPATCH;  // it may be an atomic
  EXPECT_WRONG(bench.sample.counter[SPECounterPosIssueLatency] = END - DISPATCH, "issue latency: 1, 20");
  EXPECT_WRONG(bench.sample.counter[SPECounterPosTotalLatency] = 10, "total latency: 9 or 20, 10");
  EXPECT_WRONG(bench.sample.counter[SPECounterPosIssueLatency] = 2, "issue latency: 1, 2");
  EXPECT_WRONG(bench.sample.counter[SPECounterPosTranslationLatency] = 1, "translation latency: 2, 1");
  EXPECT_WRONG(bench.sample.events = 0x32, "events: 0x33, event 0 set, 0x32");
  EXPECT_WRONG(bench.sample.events = 0x13, "events: 0x33, event 5 set, 0x13");
  EXPECT_WRONG(bench.sample.events = 0x3B, "events: 0x33, event 3 clear, 0x3b");
  EXPECT_WRONG(bench.sample.op_class = 2, "operation type: class 1, a memory access, class 2, subclass 0x01");
  EXPECT_WRONG(bench.sample.address[SPEAddrPosDataVirtual] ^= 8,
               "data virtual address: 0xffffd000005008, 0xffffd000005000");
  EXPECT_WRONG(bench.sample.address[SPEAddrPosDataPhysical] ^= 8,
               "data physical address: 0x8000000080002008, 0x8000000080002000");
  EXPECT_WRONG(set_address(&bench.sample, SPEAddrPosBranchTarget, 4), "branch target: nothing, 0x4");
  bench.sample.address_valid = BIT(SPEAddrPosPCVirtual);
  bench.sample.counter_valid &= ~BIT(SPECounterPosTranslationLatency);
  expect_right(&bench);
  EXPECT_WRONG(set_counter(&bench.sample, SPECounterPosTranslationLatency, 2),
               "translation latency: nothing, 2");
  bench.op = live(&(struct life){.no_result = true, .fate = CORE_EXCEPTION});
  bench.sample = sample_of(0, 0, 0x03);
  bench.sample.counter[SPECounterPosTotalLatency] = END - DISPATCH;
  expect_right(&bench);
  bench.op.unissued = true;
  EXPECT_WRONG(bench.sample.events = 0x03, "issue latency: 20, 1");
  bench.sample.counter[SPECounterPosIssueLatency] = END - DISPATCH;
  expect_right(&bench);
  EXPECT_WRONG(bench.sample.op_class = 2,
               "operation type: no branch: it took an exception, class 2, subclass 0x00");
  EXPECT_WRONG(bench.sample.counter[SPECounterPosTotalLatency] = 9, "total latency: 20, 9");
}

// The MMU says so of every access that is permitted.
TEST(access_that_faults_has_no_address)
{
  static const uint32_t insn = INSN_LD;
  struct bench bench;
  open(&bench);
  bench.options.data_source = true;
  bench.op = live(&(struct life){.walk = true, .no_result = true, .fate = CORE_EXCEPTION});
  core_op_know(&bench.op, insn);
  bench.sample = sample_of(1, 0, 0x23);
  bench.sample.counter[SPECounterPosTotalLatency] = END - DISPATCH;
  expect_right(&bench);
  EXPECT_WRONG(set_data(&bench.sample, 2), "data virtual address: nothing, 0xffffd000005008");
  EXPECT_WRONG(bench.sample.events = 0x33, "events: 0x23, event 4 clear, 0x33");
  EXPECT_WRONG(bench.sample.events = 0x27, "events: 0x23, event 2 clear, 0x27");
  EXPECT_WRONG(bench.sample.data_source_valid = true, "data source: nothing, 0x0");
}

TEST(access_without_translation_asks_no_tlb)
{
  struct bench bench;
  for (int retires = 0; retires <= 1; retires++) {
    open(&bench);
    bench.op = live(&(struct life){.insn = INSN_LD,
                                   .access = true,
                                   .read = true,
                                   .bare = true,
                                   .next = PC + 4,
                                   .fate = retires != 0 ? CORE_RETIRED : CORE_EXCEPTION});
    bench.sample = sample_of(1, 0, retires != 0 ? 0x06 : 0x03);
    set_data(&bench.sample, 0);
    expect_right(&bench);
    EXPECT_WRONG(bench.sample.events |= 0x10,
                 retires != 0 ? "events: 0x6, event 4 clear, 0x16" : "events: 0x3, event 4 clear, 0x13");
  }
}

TEST(record_of_a_squashed_operation_infers_nothing)
{
  for (int interrupted = 0; interrupted <= 1; interrupted++) {
    const enum core_fate fate = interrupted != 0 ? CORE_INTERRUPTED : CORE_SQUASHED;
    struct bench bench;
    open(&bench);
    bench.op = live(&(struct life){.access = true, .walk = true, .miss = true, .fate = fate});
    bench.sample = sample_of(1, 0, 0x3C);
    expect_right(&bench);
    bench.sample.counter[SPECounterPosTotalLatency] = END - DISPATCH;
    expect_right(&bench);
    EXPECT_WRONG(bench.sample.counter[SPECounterPosTotalLatency] = 21, "total latency: 9 or 20, 21");
    EXPECT_WRONG(bench.sample.events = 0x3E, "events: 0x3c, event 1 clear, 0x3e");
    EXPECT_WRONG(bench.sample.events = 0x34, "events: 0x3c, event 3 set, 0x34");
    EXPECT_WRONG(bench.sample.events = 0xBC, "events: 0x3c, event 7 clear, 0xbc");
    EXPECT_WRONG(bench.sample.op_class = 0,
                 "operation type: class 1, a memory access, class 0, subclass 0x00");
    EXPECT_WRONG(set_address(&bench.sample, SPEAddrPosDataVirtual, 4), "data virtual address: nothing, 0x4");
    EXPECT_WRONG(set_address(&bench.sample, SPEAddrPosDataPhysical, 4),
                 "data physical address: nothing, 0x4");
    EXPECT_WRONG(set_address(&bench.sample, SPEAddrPosBranchTarget, 4), "branch target: nothing, 0x4");
    EXPECT_WRONG(set_counter(&bench.sample, SPECounterPosTranslationLatency, 2),
                 "translation latency: nothing, 2");
    EXPECT_WRONG(bench.sample.counter_valid &= ~BIT(SPECounterPosIssueLatency), "issue latency: 1, nothing");
    bench.op = live(&(struct life){.mispredicted = true, .fate = fate});  // a branch, which nobody infers
    bench.sample = sample_of(2, 1, 0);
    expect_right(&bench);
    EXPECT_WRONG(bench.sample.events = 0x80, "events: 0x0, event 7 clear, 0x80");
  }
}

TEST(operation_that_never_issued_has_no_issue_latency)
{
  struct bench bench;
  open(&bench);
  bench.op = (struct core_op){
      .pc = PC, .fate = CORE_SQUASHED, .flushed = true, .dispatched = DISPATCH, .ended = DISPATCH};
  bench.sample = sample_of(0, 0, 0);
  bench.sample.counter[SPECounterPosTotalLatency] = 1;
  bench.sample.counter_valid = BIT(SPECounterPosTotalLatency);
  expect_right(&bench);
  EXPECT_WRONG(bench.sample.counter[SPECounterPosTotalLatency] = 2, "total latency: 1, 2");
  EXPECT_WRONG(set_counter(&bench.sample, SPECounterPosIssueLatency, 2), "issue latency: 1, 2");
}

// What began in the last cycle of an operation that is flushed may have come too late.
TEST(event_of_the_last_cycle_is_open)
{
  struct bench bench;
  open(&bench);
  bench.op = live(&(struct life){.access = true, .walk = true, .miss = true, .fate = CORE_SQUASHED});
  bench.op.miss = bench.op.ended;
  bench.op.walk = bench.op.ended;
  for (uint64_t events = 0; events <= 0x28; events += 0x28) {
    bench.sample = sample_of(1, 0, events);
    expect_right(&bench);
  }
}

static bool code_of(const void *context, uint8_t mode, uint64_t pc, uint32_t *opcode)
{
  assert_int_equal(mode, 0);
  assert_int_equal(pc, PC);
  *opcode = *(const uint32_t *)context;
  return *opcode != 0;
}

static void know(struct bench *bench, const uint32_t *opcode)
{
  uint32_t found = 0;
  bench->options.code = code_of;
  bench->options.code_context = opcode;
  assert_true(core_decide_code(&bench->options, &bench->op, &found));
}

TEST(instruction_of_a_program_decides_type_and_latency)
{
  static const struct {
    uint32_t insn;
    uint32_t total;
    uint8_t class, subclass;
    bool other;  // with an exception
  } rows[] = {{INSN_NOP, 9, 0, 0, false}, {INSN_CSRR, 20, 0, 0, false},   {INSN_LD, 9, 1, 0, false},
              {INSN_SD, 9, 1, 1, false},  {INSN_AMOADD, 20, 1, 6, false}, {INSN_BEQ, 9, 2, 1, true},
              {INSN_SRET, 20, 2, 2, true}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    for (enum core_fate fate = CORE_EXCEPTION; fate <= CORE_SQUASHED; fate++) {
      struct bench bench;
      open(&bench);
      bench.op = live(&(struct life){.fate = fate});
      know(&bench, &rows[i].insn);
      const bool other = rows[i].other && fate == CORE_EXCEPTION;
      bench.sample =
          sample_of(other ? 0 : rows[i].class, other ? 0 : rows[i].subclass, fate == CORE_EXCEPTION ? 3 : 0);
      bench.sample.counter[SPECounterPosTotalLatency] = rows[i].total;
      expect_right(&bench);
      bench.sample.op_subclass ^= 1;
      assert_false(decide(&bench));
      assert_string_equal(bench.difference.field, "operation type");
      bench.sample.op_subclass ^= 1;
      bench.sample.counter[SPECounterPosTotalLatency] ^= 9 ^ 20;
      assert_false(decide(&bench));
      assert_string_equal(bench.difference.field, "total latency");
      bench.sample.counter[SPECounterPosTotalLatency] ^= 9 ^ 20;
      EXPECT_WRONG(set_address(&bench.sample, SPEAddrPosBranchTarget, 4), "branch target: nothing, 0x4");
      if (fate == CORE_EXCEPTION && rows[i].class != 1) {
        set_data(&bench.sample, 0);
        assert_false(decide(&bench));
        assert_string_equal(bench.difference.field, "data virtual address");
      }
    }
  }
}

// The core may never have seen the instruction: its fetch may have faulted, or it was dropped at once.
TEST(instruction_that_never_issued_is_not_looked_up)
{
  static const uint32_t insn = INSN_LD;
  static const uint32_t nothing = 0;
  struct bench bench;
  open(&bench);
  bench.op = live(&(struct life){.idle = true, .no_result = true, .fate = CORE_EXCEPTION});
  know(&bench, &insn);
  assert_false(bench.op.known);
  bench.op = live(&(struct life){.no_result = true, .fate = CORE_SQUASHED});
  bench.op.flushed = true;
  know(&bench, &insn);
  assert_false(bench.op.known);
  bench.op.flushed = false;
  know(&bench, &insn);
  assert_true(bench.op.known);
  bench.op = live(&(struct life){.fate = CORE_EXCEPTION});
  know(&bench, &nothing);
  assert_false(bench.op.known);
}

TEST(instruction_that_retired_is_that_of_the_program)
{
  static const struct {
    uint32_t insn, code;
    bool right;
  } rows[] = {{INSN_NOP, INSN_NOP, true},
              {INSN_NOP, 0x00010013, false},
              {INSN_C_NOP, 0xDEAD0001, true},
              {INSN_C_NOP, 0x00000005, false}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct bench bench;
    uint32_t found = 0;
    open(&bench);
    const uint64_t next = PC + core_insn_decode(rows[i].insn).bytes;
    bench.op = live(&(struct life){.insn = rows[i].insn, .fate = CORE_RETIRED, .next = next});
    bench.options.code = code_of;
    bench.options.code_context = &rows[i].code;
    assert_int_equal(core_decide_code(&bench.options, &bench.op, &found), rows[i].right);
    assert_int_equal(found, rows[i].code);
    assert_int_equal(bench.op.opcode, rows[i].insn);
  }
}
