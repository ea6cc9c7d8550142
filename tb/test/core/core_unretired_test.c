// SPDX-License-Identifier: Apache-2.0
//
// Records of operations that did not retire are decided as far as the core's trace knows them. No requirement: this
// decides records of a real core.
#include "core_decide_bench.h"
#include "test/test.h"

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
               "translation latency: nothing, 0x2");
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
                 "translation latency: nothing, 0x2");
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
