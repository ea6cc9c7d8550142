// SPDX-License-Identifier: Apache-2.0
//
// Each field of a record is checked against the operation's life. The right record is accepted; a record with another
// value, an extra packet or a missing packet is not. For an operation that did not retire, the core's trace decides
// only some fields. Lives come from a trace written by hand, records from the model's writer. No requirement: this
// checks records of a real core.
#include "cores/core_decide.h"
#include "cores/test/core_bench.h"

#include <stdio.h>

static struct bench {
  struct core_checker_options options;
  struct core_op op;
  struct core_mark mark;
  struct spu_sample sample;  // the contents of the record
  struct core_difference difference;
} bench;

static struct spu_sample *const sample = &bench.sample;

static void open(void)
{
  bench = (struct bench){.options = {.issue_latency = 1, .non_secure = true},
                         .mark = {.cycle = 100, .pa = true, .ts = SPU_TIMESTAMP_PHYSICAL}};
  assert_int_equal(spu_config_by_name("base", &bench.options.config), SPU_OK);
}

struct life {
  uint32_t insn;
  bool access, read;
  bool walk, miss, mispredicted;
  bool bare;  // the address is not translated
  bool no_result;
  bool idle;  // it was fetched with an exception
  enum core_fate fate;
  uint64_t next;  // PC after an operation that retires
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

// Dispatched in cycle 100; two cycles of a table walk; translated, with a miss, in 104; result in 109; end in 120.
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
  } else if (life->fate == CORE_EXCEPTION) {
    core_trace_finish(&trace);
  }
  return trace.over[0];
}

static void set_data(uint32_t translation)
{
  set_address(sample, SPEAddrPosDataVirtual, VA & ((UINT64_C(1) << 56) - 1));
  set_address(sample, SPEAddrPosDataPhysical, NS | PA);
  set_counter(sample, SPECounterPosTranslationLatency, translation);
}

static bool decide(void)
{
  static struct spu model;
  static struct spu_record record;
  uint64_t timestamp = 0;
  assert_int_equal(spu_init(&model, &bench.options.config), SPU_OK);
  SPEConstructRecord(&model, sample, &record);
  assert_false(record.overflow);
  bench.difference = (struct core_difference){.field = ""};
  const bool right = core_decide(&bench.options, &bench.op, &bench.mark, record.data, record.size, &timestamp,
                                 &bench.difference);
  assert_int_equal(timestamp, sample->timestamp_valid ? sample->timestamp : 0);
  return right;
}

static void expect_right(void)
{
  if (!decide()) {
    fail_msg("%s: the trace says %s, the record says %s", bench.difference.field, bench.difference.trace,
             bench.difference.record);
  }
}

// `words` are the wrong field alone, or with its values in the trace and in the record.
static void expect_wrong(const char *words)
{
  char text[200];
  if (decide()) {
    fail_msg("the record is accepted; expected %s", words);
  }
  (void)snprintf(text, sizeof text, "%s: %s, %s", bench.difference.field, bench.difference.trace,
                 bench.difference.record);
  assert_string_equal(strchr(words, ':') != NULL ? text : bench.difference.field, words);
}

// The record is wrong with this change, which is then undone.
#define EXPECT_WRONG(change, words)    \
  do {                                 \
    const struct bench before = bench; \
    change;                            \
    expect_wrong(words);               \
    bench = before;                    \
  } while (0)

static void open_load(void)
{
  open();
  bench.op = live(&(struct life){.insn = INSN_LD,
                                 .access = true,
                                 .read = true,
                                 .walk = true,
                                 .miss = true,
                                 .fate = CORE_RETIRED,
                                 .next = PC + 4});
  *sample = sample_of(1, 0, 0x3E);
  set_data(2);
}

TEST(record_of_a_load_is_decided_in_each_field)
{
  open_load();
  expect_right();
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
  open_load();
  for (unsigned bit = 0; bit < 16; bit++) {
    char words[64];
    (void)snprintf(words, sizeof words, "events: 0x3e, event %u %s, 0x%x", bit,
                   (0x3EU >> bit & 1) != 0 ? "set" : "clear", 0x3EU ^ BIT(bit));
    EXPECT_WRONG(sample->events ^= BIT(bit), words);
    if (bit >= 2) {  // an event that the adapter cannot report is not checked
      sample->events ^= BIT(bit);
      bench.options.events_open = BIT(bit);
      expect_right();
      sample->events ^= BIT(bit);
    }
  }
  bench.options.events_open = ~UINT64_C(0);
  EXPECT_WRONG(sample->events &= ~UINT64_C(2), "events: 0x3e, event 1 set, 0x3c");
}

TEST(load_from_uncached_memory_does_not_access_the_cache)
{
  open_load();
  bench.options.cached_start = 0x80000000;
  bench.options.cached_end = 0x84000000;
  expect_right();
  bench.options.cached_start = 0x81000000;
  expect_wrong("events: 0x3a, event 2 clear, 0x3e");
  bench.options.cached_start = 0;
  bench.options.cached_end = PA;
  expect_wrong("events: 0x3a, event 2 clear, 0x3e");
  bench.options.cached_end = PA + 1;
  expect_right();
}

TEST(access_that_was_not_translated_has_no_physical_address)
{
  open_load();
  bench.op.mapped = false;
  bench.op.translated = false;
  sample->events = 0x2E;
  expect_wrong("data physical address: nothing, 0x8000000080002008");
  sample->address_valid &= ~BIT(SPEAddrPosDataPhysical);
  expect_right();
}

// Only a squashed operation may lack it, even if it ended a cycle after its dispatch.
TEST(retired_operation_has_an_issue_latency)
{
  open_load();
  bench.op.ended = bench.op.result = DISPATCH + 1;
  sample->counter[SPECounterPosTotalLatency] = 1;
  expect_right();
  EXPECT_WRONG(sample->counter_valid &= ~BIT(SPECounterPosIssueLatency), "issue latency: 1, nothing");
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
    open_load();
    bench.options.config.count_16bit = rows[i].wide;
    bench.op.result = bench.op.dispatched + rows[i].cycles;
    bench.op.walking = rows[i].cycles;
    sample->counter[SPECounterPosTotalLatency] = rows[i].total;
    sample->counter[SPECounterPosTranslationLatency] = rows[i].total;
    expect_right();
    EXPECT_WRONG(sample->counter[SPECounterPosTranslationLatency]--, "translation latency");
    EXPECT_WRONG(sample->counter[SPECounterPosTotalLatency]--, "total latency");
  }
}

TEST(exposed_latency_is_decided_where_it_is_configured)
{
  enum { EXPOSED = 6 };
  static const struct {
    uint64_t cycles;
    bool wide;
    uint32_t count;
  } rows[] = {{0, false, 0}, {7, false, 7}, {4096, false, 4095}, {4096, true, 4096}, {70000, true, 65535}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    open_load();
    bench.op.exposed = rows[i].cycles;
    EXPECT_WRONG(set_counter(sample, EXPOSED, 7), "exposed latency: nothing, 7");
    bench.options.config.exposed_latency = true;
    bench.options.config.max_size = 7;
    bench.options.config.count_16bit = rows[i].wide;
    set_counter(sample, EXPOSED, rows[i].count);
    expect_right();
    EXPECT_WRONG(sample->counter[EXPOSED] ^= 1, "exposed latency");
    EXPECT_WRONG(sample->counter_valid &= ~BIT(EXPOSED), "exposed latency");
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

static void open_kind(const struct kind *kind)
{
  const bool access = (kind->is & ACCESS) != 0;
  open();
  bench.op = live(
      &(struct life){.insn = kind->insn, .access = access, .fate = CORE_RETIRED, .next = PC + kind->next});
  *sample = sample_of(kind->class, kind->subclass, kind->events);
  if (access) {
    set_data(0);
  }
  if ((kind->is & LATE) != 0) {
    sample->counter[SPECounterPosTotalLatency] = END - DISPATCH;
  }
  if (kind->target != 0) {
    set_address(sample, SPEAddrPosBranchTarget, kind->target);
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
    open_kind(&kinds[i]);
    expect_right();
    for (unsigned bit = 0; bit < 8; bit++) {
      EXPECT_WRONG(sample->op_subclass ^= (uint8_t)BIT(bit), "operation type");
      EXPECT_WRONG(sample->events ^= BIT(bit), "events");
    }
    EXPECT_WRONG(sample->address_valid ^= BIT(SPEAddrPosBranchTarget), "branch target");
    EXPECT_WRONG(sample->address_valid ^= BIT(SPEAddrPosDataVirtual), "data virtual address");
    EXPECT_WRONG(sample->counter[SPECounterPosTotalLatency] ^= (RESULT - DISPATCH) ^ (END - DISPATCH),
                 "total latency");
  }
}

TEST(data_source_says_hit_or_miss)
{
  open_load();
  bench.options.data_source = true;
  bench.options.source_hit = 1;
  bench.options.source_miss = 0xE;
  sample->data_source_valid = true;
  sample->data_source = 0xE;
  expect_right();
  EXPECT_WRONG(sample->data_source = 1, "data source: 0xe, 0x1");
  EXPECT_WRONG(sample->data_source_valid = false, "data source: 0xe, nothing");
  bench.op.missed = false;
  sample->events = 0x36;
  EXPECT_WRONG(sample->data_source = 0xE, "data source: 0x1, 0xe");
  sample->data_source = 1;
  expect_right();
  bench.options.cached_start = PA + 64;  // now the load is not cached
  bench.options.cached_end = PA + 128;
  sample->events = 0x32;
  EXPECT_WRONG(sample->data_source = 1, "data source: 0xe, 0x1");
  sample->data_source = 0xE;
  expect_right();
  open_kind(&kinds[2]);  // a store has none
  bench.options.data_source = true;
  expect_right();
  EXPECT_WRONG(sample->data_source_valid = true, "data source: nothing, 0x0");
}

TEST(branch_target_has_address_and_level)
{
  open_kind(&kinds[sizeof kinds / sizeof kinds[0] - 1]);
  EXPECT_WRONG(sample->address[SPEAddrPosBranchTarget] += 2,
               "branch target: 0xa0ffffc000005000, 0xa0ffffc000005002");
  EXPECT_WRONG(sample->address[SPEAddrPosBranchTarget] ^= EL1,
               "branch target: 0xa0ffffc000005000, 0x80ffffc000005000");
}

// With a core whose untaken branches have the next address as their target.
TEST(branch_not_taken_has_the_next_address)
{
  static const struct kind rows[] = {{INSN_BEQ, 0, 4, 2, 0x01, PC_PACKET + 4, 0x42},
                                     {INSN_BEQ_NEXT, 0, 4, 2, 0x01, PC_PACKET + 4, 0x42}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    open_kind(&rows[i]);
    bench.options.untaken_target = true;
    expect_right();
    EXPECT_WRONG(sample->address[SPEAddrPosBranchTarget] += 4,
                 "branch target: 0x80ffffc000001004, 0x80ffffc000001008");
    EXPECT_WRONG(sample->address_valid &= ~BIT(SPEAddrPosBranchTarget),
                 "branch target: 0x80ffffc000001004, nothing");
  }
}

// The next instruction does not show whether it was taken.
TEST(branch_to_the_next_instruction_may_be_taken_or_not)
{
  static const struct kind kind = {INSN_BEQ_NEXT, 0, 4, 2, 0x01, 0, 0x42};
  open_kind(&kind);
  expect_right();
  sample->events = 0x02;
  set_address(sample, SPEAddrPosBranchTarget, PC_PACKET + 4);
  expect_right();
  EXPECT_WRONG(sample->address[SPEAddrPosBranchTarget] += 4,
               "branch target: 0x80ffffc000001004, 0x80ffffc000001008");
}

TEST(branch_at_the_end_of_the_trace_may_have_any_target)
{
  open_kind(&kinds[8]);
  bench.op.has_next = false;
  expect_right();
  sample->address_valid &= ~BIT(SPEAddrPosBranchTarget);
  sample->events = 0x42;
  expect_right();
}

TEST(mispredicted_branch_has_its_event)
{
  open_kind(&kinds[8]);
  bench.op =
      live(&(struct life){.insn = INSN_BEQ, .mispredicted = true, .fate = CORE_RETIRED, .next = PC + 16});
  sample->events = 0x82;
  expect_right();
  EXPECT_WRONG(sample->events = 0x02, "events: 0x82, event 7 set, 0x2");
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
    open_kind(&rows[i]);
    assert_int_equal(spu_config_by_name("v9.6", &bench.options.config), SPU_OK);
    assert_true(bench.options.config.have_crr);
    expect_right();
    EXPECT_WRONG(sample->op_subclass ^= 0x18, "operation type");
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
    uint64_t timestamp = 0;
    open();
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
  open();
  bench.op = live(&(struct life){.access = true, .walk = true, .fate = CORE_EXCEPTION});
  *sample = sample_of(1, 1, 0x33);
  set_data(2);
  expect_right();
  sample->counter[SPECounterPosTotalLatency] = END - DISPATCH;  // possible: an atomic completes at its end
  EXPECT_WRONG(sample->counter[SPECounterPosIssueLatency] = END - DISPATCH, "issue latency: 1, 20");
  EXPECT_WRONG(sample->counter[SPECounterPosTotalLatency] = 10, "total latency: 9 or 20, 10");
  EXPECT_WRONG(sample->counter[SPECounterPosIssueLatency] = 2, "issue latency: 1, 2");
  EXPECT_WRONG(sample->counter[SPECounterPosTranslationLatency] = 1, "translation latency: 2, 1");
  EXPECT_WRONG(sample->events = 0x32, "events: 0x33, event 0 set, 0x32");
  EXPECT_WRONG(sample->events = 0x13, "events: 0x33, event 5 set, 0x13");
  EXPECT_WRONG(sample->events = 0x3B, "events: 0x33, event 3 clear, 0x3b");
  EXPECT_WRONG(sample->op_class = 2, "operation type: class 1, a memory access, class 2, subclass 0x01");
  EXPECT_WRONG(sample->address[SPEAddrPosDataVirtual] ^= 8,
               "data virtual address: 0xffffd000005008, 0xffffd000005000");
  EXPECT_WRONG(sample->address[SPEAddrPosDataPhysical] ^= 8,
               "data physical address: 0x8000000080002008, 0x8000000080002000");
  EXPECT_WRONG(set_address(sample, SPEAddrPosBranchTarget, 4), "branch target: nothing, 0x4");
  sample->address_valid = BIT(SPEAddrPosPCVirtual);
  sample->counter_valid &= ~BIT(SPECounterPosTranslationLatency);
  expect_right();
  EXPECT_WRONG(set_counter(sample, SPECounterPosTranslationLatency, 2), "translation latency: nothing, 2");
  bench.op = live(&(struct life){.no_result = true, .fate = CORE_EXCEPTION});
  *sample = sample_of(0, 0, 0x03);
  sample->counter[SPECounterPosTotalLatency] = END - DISPATCH;
  expect_right();
  bench.op.unissued = true;
  EXPECT_WRONG(sample->events = 0x03, "issue latency: 20, 1");
  sample->counter[SPECounterPosIssueLatency] = END - DISPATCH;
  expect_right();
  EXPECT_WRONG(sample->op_class = 2,
               "operation type: no branch: it took an exception, class 2, subclass 0x00");
  EXPECT_WRONG(sample->counter[SPECounterPosTotalLatency] = 9, "total latency: 20, 9");
}

// The MMU reports the translation of every access that is permitted, and of no other.
TEST(access_that_faults_has_no_address)
{
  static const uint32_t insn = INSN_LD;
  open();
  bench.options.data_source = true;
  bench.op = live(&(struct life){.walk = true, .no_result = true, .fate = CORE_EXCEPTION});
  core_op_know(&bench.op, insn);
  *sample = sample_of(1, 0, 0x23);
  sample->counter[SPECounterPosTotalLatency] = END - DISPATCH;
  expect_right();
  EXPECT_WRONG(set_data(2), "data virtual address: nothing, 0xffffd000005008");
  EXPECT_WRONG(sample->events = 0x33, "events: 0x23, event 4 clear, 0x33");
  EXPECT_WRONG(sample->events = 0x27, "events: 0x23, event 2 clear, 0x27");
  EXPECT_WRONG(sample->data_source_valid = true, "data source: nothing, 0x0");
}

TEST(access_without_translation_does_not_access_the_tlb)
{
  for (int retires = 0; retires <= 1; retires++) {
    open();
    bench.op = live(&(struct life){.insn = INSN_LD,
                                   .access = true,
                                   .read = true,
                                   .bare = true,
                                   .next = PC + 4,
                                   .fate = retires != 0 ? CORE_RETIRED : CORE_EXCEPTION});
    *sample = sample_of(1, 0, retires != 0 ? 0x06 : 0x03);
    set_data(0);
    expect_right();
    EXPECT_WRONG(sample->events |= 0x10,
                 retires != 0 ? "events: 0x6, event 4 clear, 0x16" : "events: 0x3, event 4 clear, 0x13");
  }
}

TEST(record_of_a_squashed_operation_infers_nothing)
{
  for (int interrupted = 0; interrupted <= 1; interrupted++) {
    const enum core_fate fate = interrupted != 0 ? CORE_INTERRUPTED : CORE_SQUASHED;
    open();
    bench.op = live(&(struct life){.access = true, .walk = true, .miss = true, .fate = fate});
    *sample = sample_of(1, 0, 0x3C);
    expect_right();
    sample->counter[SPECounterPosTotalLatency] = END - DISPATCH;
    expect_right();
    EXPECT_WRONG(sample->counter[SPECounterPosTotalLatency] = 21, "total latency: 9 or 20, 21");
    EXPECT_WRONG(sample->events = 0x3E, "events: 0x3c, event 1 clear, 0x3e");
    EXPECT_WRONG(sample->events = 0x34, "events: 0x3c, event 3 set, 0x34");
    EXPECT_WRONG(sample->events = 0xBC, "events: 0x3c, event 7 clear, 0xbc");
    EXPECT_WRONG(sample->op_class = 0, "operation type: class 1, a memory access, class 0, subclass 0x00");
    EXPECT_WRONG(set_address(sample, SPEAddrPosDataVirtual, 4), "data virtual address: nothing, 0x4");
    EXPECT_WRONG(set_address(sample, SPEAddrPosDataPhysical, 4), "data physical address: nothing, 0x4");
    EXPECT_WRONG(set_address(sample, SPEAddrPosBranchTarget, 4), "branch target: nothing, 0x4");
    EXPECT_WRONG(set_counter(sample, SPECounterPosTranslationLatency, 2), "translation latency: nothing, 2");
    EXPECT_WRONG(sample->counter_valid &= ~BIT(SPECounterPosIssueLatency), "issue latency: 1, nothing");
    bench.op =
        live(&(struct life){.mispredicted = true, .fate = fate});  // a branch, but that is not inferred
    *sample = sample_of(2, 1, 0);
    expect_right();
    EXPECT_WRONG(sample->events = 0x80, "events: 0x0, event 7 clear, 0x80");
  }
}

TEST(operation_that_never_issued_has_no_issue_latency)
{
  open();
  bench.op = (struct core_op){
      .pc = PC, .fate = CORE_SQUASHED, .flushed = true, .dispatched = DISPATCH, .ended = DISPATCH};
  *sample = sample_of(0, 0, 0);
  sample->counter[SPECounterPosTotalLatency] = 1;
  sample->counter_valid = BIT(SPECounterPosTotalLatency);
  expect_right();
  EXPECT_WRONG(sample->counter[SPECounterPosTotalLatency] = 2, "total latency: 1, 2");
  EXPECT_WRONG(set_counter(sample, SPECounterPosIssueLatency, 2), "issue latency: 1, 2");
}

// A miss or walk in the last cycle of a flushed operation may have come too late for its record.
TEST(event_of_the_last_cycle_is_open)
{
  open();
  bench.op = live(&(struct life){.access = true, .walk = true, .miss = true, .fate = CORE_SQUASHED});
  bench.op.miss = bench.op.ended;
  bench.op.walk = bench.op.ended;
  for (uint64_t events = 0; events <= 0x28; events += 0x28) {
    *sample = sample_of(1, 0, events);
    expect_right();
  }
}

static bool code_of(const void *context, uint8_t mode, uint64_t pc, uint32_t *opcode)
{
  assert_int_equal(mode, 0);
  assert_int_equal(pc, PC);
  *opcode = *(const uint32_t *)context;
  return *opcode != 0;
}

static void know(const uint32_t *opcode)
{
  uint32_t found = 0;
  bench.options.code = code_of;
  bench.options.code_context = opcode;
  assert_true(core_decide_code(&bench.options, &bench.op, &found));
}

TEST(instruction_of_a_program_decides_type_and_latency)
{
  static const struct {
    uint32_t insn;
    uint32_t total;
    uint8_t class, subclass;
    bool other;  // of class 0 if it takes an exception
  } rows[] = {{INSN_NOP, 9, 0, 0, false}, {INSN_CSRR, 20, 0, 0, false},   {INSN_LD, 9, 1, 0, false},
              {INSN_SD, 9, 1, 1, false},  {INSN_AMOADD, 20, 1, 6, false}, {INSN_BEQ, 9, 2, 1, true},
              {INSN_SRET, 20, 2, 2, true}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    for (enum core_fate fate = CORE_EXCEPTION; fate <= CORE_SQUASHED; fate++) {
      open();
      bench.op = live(&(struct life){.fate = fate});
      know(&rows[i].insn);
      const bool other = rows[i].other && fate == CORE_EXCEPTION;
      *sample =
          sample_of(other ? 0 : rows[i].class, other ? 0 : rows[i].subclass, fate == CORE_EXCEPTION ? 3 : 0);
      sample->counter[SPECounterPosTotalLatency] = rows[i].total;
      expect_right();
      EXPECT_WRONG(sample->op_subclass ^= 1, "operation type");
      EXPECT_WRONG(sample->counter[SPECounterPosTotalLatency] ^= 9 ^ 20, "total latency");
      EXPECT_WRONG(set_address(sample, SPEAddrPosBranchTarget, 4), "branch target: nothing, 0x4");
      if (fate == CORE_EXCEPTION && rows[i].class != 1) {
        EXPECT_WRONG(set_data(0), "data virtual address");
      }
    }
  }
}

// The core may not have the instruction: its fetch may have faulted, or it was flushed at its dispatch.
TEST(instruction_that_never_issued_is_not_looked_up)
{
  static const uint32_t insn = INSN_LD;
  static const uint32_t nothing = 0;
  open();
  bench.op = live(&(struct life){.idle = true, .no_result = true, .fate = CORE_EXCEPTION});
  know(&insn);
  assert_false(bench.op.known);
  bench.op = live(&(struct life){.no_result = true, .fate = CORE_SQUASHED});
  bench.op.flushed = true;
  know(&insn);
  assert_false(bench.op.known);
  bench.op.flushed = false;
  know(&insn);
  assert_true(bench.op.known);
  bench.op = live(&(struct life){.fate = CORE_EXCEPTION});
  know(&nothing);
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
    uint32_t found = 0;
    open();
    const uint64_t next = PC + core_insn_decode(rows[i].insn).bytes;
    bench.op = live(&(struct life){.insn = rows[i].insn, .fate = CORE_RETIRED, .next = next});
    bench.options.code = code_of;
    bench.options.code_context = &rows[i].code;
    assert_int_equal(core_decide_code(&bench.options, &bench.op, &found), rows[i].right);
    assert_int_equal(found, rows[i].code);
    assert_int_equal(bench.op.opcode, rows[i].insn);
  }
}
