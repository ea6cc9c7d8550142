// SPDX-License-Identifier: Apache-2.0
//
// Lives of operations from a core's trace, and contradictions in such a trace. Most tests have no requirement: they
// check records of a real core.
#include "cores/test/core_bench.h"
#include "unit/test/test.h"

struct bench {
  struct core_trace trace;
  struct core_events events;
  struct tb_error error;
  uint64_t cycle;  // of the next step
};

static bool try_step(struct bench *bench)
{
  const bool ok = core_trace_step(&bench->trace, bench->cycle++, &bench->events, &bench->error);
  memset(&bench->events, 0, sizeof bench->events);
  return ok;
}

static void step(struct bench *bench)
{
  if (!try_step(bench)) {
    fail_msg("%s", bench->error.text);
  }
}

static void expect_refused(struct bench *bench, const char *cause)
{
  if (try_step(bench)) {
    fail_msg("accepted; expected: %s", cause);
  }
  const char *colon = strchr(bench->error.text, ':');
  assert_non_null(colon);
  assert_string_equal(colon + 2, cause);
}

// Dispatches an operation in a cycle of its own.
static void dispatch(struct bench *bench, uint8_t entry, uint64_t pc)
{
  add_dispatch(&bench->events, entry, pc, 0);
  step(bench);
}

TEST(retired_load_has_its_whole_life)
{
  struct bench bench = {.cycle = 100};
  dispatch(&bench, 3, 0x1000);  // 100
  assert_ptr_equal(bench.trace.dispatched, &bench.trace.entry[3]);
  assert_int_equal(bench.trace.entry[3].number, 1);
  dispatch(&bench, 4, 0x1004);  // 101
  bench.events.walk_began = 1 << 3;
  step(&bench);
  bench.events.walking = 1 << 3;
  step(&bench);
  bench.events.walking = 1 << 3;
  step(&bench);
  add_translated(&bench.events, 3, 0x80002008);
  bench.events.missed = 1 << 3;
  step(&bench);
  bench.events.missed = 1 << 3;
  step(&bench);
  bench.events.completed = 1 << 3 | 1 << 4;
  step(&bench);  // 107
  add_access(add_retired(&bench.events, 3, 0x1000, INSN_LD, 0), 0x5008, true);
  step(&bench);  // 108
  assert_int_equal(bench.trace.overs, 0);
  add_retired(&bench.events, 4, 0x1004, INSN_NOP, 0);
  step(&bench);
  assert_int_equal(bench.trace.overs, 1);
  const struct core_op *op = &bench.trace.over[0];
  assert_int_equal(op->fate, CORE_RETIRED);
  assert_int_equal(op->pc, 0x1000);
  assert_int_equal(op->entry, 3);
  assert_int_equal(op->dispatched, 100);
  assert_int_equal(op->ended, 108);
  assert_int_equal(op->walking, 2);
  assert_true(op->walked && op->missed && op->translated && op->access && op->has_next);
  assert_int_equal(op->walk, 102);
  assert_int_equal(op->miss, 105);
  assert_int_equal(op->pa, 0x80002008);
  assert_int_equal(op->address, 0x5008);
  assert_int_equal(op->next_pc, 0x1004);
  assert_int_equal(core_op_latency(op).cycles, 7);
  assert_int_equal(core_op_latency(op).other, 7);
  assert_int_equal(bench.trace.operations, 2);
  assert_int_equal(bench.trace.retired, 2);
  core_trace_finish(&bench.trace);
  assert_int_equal(bench.trace.overs, 1);
  assert_false(bench.trace.over[0].has_next);
  core_trace_finish(&bench.trace);
  assert_int_equal(bench.trace.overs, 0);
}

// The life of one operation, with a result after 2 cycles, that retires after 5.
static const struct core_op *retire_one(struct bench *bench, uint32_t insn, bool result)
{
  dispatch(bench, 0, 0x1000);
  step(bench);
  bench->events.completed = result ? 1 : 0;
  step(bench);
  step(bench);
  step(bench);
  struct core_retired *retired = add_retired(&bench->events, 0, 0x1000, insn, 0);
  if (core_insn_decode(insn).kind == CORE_INSN_ACCESS) {
    add_access(retired, 0x5000, false);
  }
  step(bench);
  core_trace_finish(&bench->trace);
  return &bench->trace.over[0];
}

TEST(operation_executed_at_retirement_completes_there)
{
  static const struct {
    uint32_t insn;
    bool result;
    uint64_t cycles;
  } rows[] = {{INSN_NOP, true, 2},  {INSN_SD, true, 2},   {INSN_BEQ, true, 2},  {INSN_AMOADD, true, 5},
              {INSN_CSRR, true, 5}, {INSN_SRET, true, 5}, {INSN_NOP, false, 5}, {INSN_CSRR, false, 5}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct bench bench = {.cycle = 7};
    const struct core_latency latency = core_op_latency(retire_one(&bench, rows[i].insn, rows[i].result));
    assert_int_equal(latency.cycles, rows[i].cycles);
    assert_int_equal(latency.other, rows[i].cycles);
  }
}

TEST(branch_is_taken_if_another_address_follows)
{
  static const struct {
    uint32_t insn;
    uint64_t next;
    bool taken;
    bool unknown;
  } rows[] = {{INSN_BEQ, 0x1004, false, false},  {INSN_BEQ, 0x1010, true, false},
              {INSN_JAL, 0x1100, true, false},   {INSN_RET, 0x1004, true, false},
              {INSN_NOP, 0x1004, false, false},  {INSN_BEQ_NEXT, 0x1004, false, true},
              {INSN_SRET, 0x777000, true, false}};
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct bench bench = {.cycle = 7};
    bool unknown = false;
    add_dispatch(&bench.events, 0, 0x1000, 1);
    step(&bench);
    add_retired(&bench.events, 0, 0x1000, rows[i].insn, 1);
    const uint8_t mode = rows[i].insn == INSN_SRET ? 0 : 1;
    add_dispatch(&bench.events, 0, rows[i].next, mode);  // in the entry that becomes free
    step(&bench);
    // The next operation traps; its address is the branch's target all the same. An exception's life is over later.
    const bool interrupt = i % 2 == 0;
    add_trap(&bench.events, 0, rows[i].next, interrupt);
    step(&bench);
    assert_int_equal(bench.trace.overs, interrupt ? 2 : 1);
    assert_int_equal(bench.trace.over[0].next_pc, rows[i].next);
    assert_int_equal(bench.trace.over[0].next_mode, mode);
    assert_int_equal(core_op_taken(&bench.trace.over[0], &unknown), rows[i].taken);
    assert_int_equal(unknown, rows[i].unknown);
    const struct core_op *trapped = &bench.trace.over[interrupt ? 1 : 0];
    // The handler may have any address and mode.
    add_dispatch(&bench.events, 5, 0x80000000, 3);
    step(&bench);
    assert_int_equal(bench.trace.overs, interrupt ? 0 : 1);
    assert_int_equal(trapped->pc, rows[i].next);
    assert_int_equal(trapped->fate, interrupt ? CORE_INTERRUPTED : CORE_EXCEPTION);
    add_retired(&bench.events, 5, 0x80000000, INSN_NOP, 3);
    step(&bench);
  }
}

TEST(flush_squashes_all_that_is_left)
{
  struct bench bench = {.cycle = 0};
  for (unsigned i = 0; i < CORE_ENTRIES; i++) {
    dispatch(&bench, (uint8_t)i, UINT64_C(0x1000) + 4U * i);
  }
  bench.events.completed = 1 << 0 | 1 << 1 | 1 << 2;
  step(&bench);  // 8
  add_retired(&bench.events, 0, 0x1000, INSN_NOP, 0);
  add_retired(&bench.events, 1, 0x1004, INSN_NOP, 0);
  step(&bench);  // 9
  add_trap(&bench.events, 2, 0x1008, false);
  step(&bench);  // 10
  assert_int_equal(bench.trace.overs, 6);
  assert_int_equal(bench.trace.busy, 0);
  assert_int_equal(bench.trace.exceptions, 1);
  assert_int_equal(bench.trace.interrupts, 0);
  assert_int_equal(bench.trace.squashed, 5);
  assert_int_equal(bench.trace.retired, 2);
  assert_int_equal(bench.trace.over[1].fate, CORE_SQUASHED);
  assert_int_equal(core_op_latency(&bench.trace.over[1]).cycles, 7);
  // Entries are free at once.
  dispatch(&bench, 2, 0x2000);
  assert_int_equal(bench.trace.busy, 1 << 2);
  assert_int_equal(bench.trace.overs, 1);
  const struct core_latency trapped = core_op_latency(&bench.trace.over[0]);
  assert_int_equal(trapped.cycles, 6);  // of its result, unless it executes at retirement
  assert_int_equal(trapped.other, 8);
}

TEST(operation_flushed_at_its_dispatch_takes_no_entry)
{
  struct bench bench = {.cycle = 50};
  dispatch(&bench, 1, 0x1000);
  add_dispatch(&bench.events, 1, 0x1004, 0);
  bench.events.dispatch_flushed = true;
  step(&bench);
  assert_int_equal(bench.trace.overs, 1);
  assert_ptr_equal(bench.trace.dispatched, &bench.trace.over[0]);
  assert_int_equal(bench.trace.over[0].fate, CORE_SQUASHED);
  assert_int_equal(core_op_latency(&bench.trace.over[0]).cycles, 1);
  assert_int_equal(bench.trace.busy, 1 << 1);
  assert_int_equal(bench.trace.operations, 2);
}

// The largest number of lives that can end in one cycle.
TEST(every_end_in_a_cycle_is_reported)
{
  struct bench bench = {.cycle = 0};
  dispatch(&bench, 0, 0x0FFC);
  add_retired(&bench.events, 0, 0x0FFC, INSN_NOP, 0);
  add_dispatch(&bench.events, 0, 0x1000, 0);
  step(&bench);
  for (unsigned i = 1; i < CORE_ENTRIES; i++) {
    dispatch(&bench, (uint8_t)i, UINT64_C(0x1000) + 4U * i);
  }
  add_retired(&bench.events, 0, 0x1000, INSN_NOP, 0);
  add_retired(&bench.events, 1, 0x1004, INSN_NOP, 0);
  add_trap(&bench.events, 2, 0x1008, true);
  add_dispatch(&bench.events, 7, 0x2000, 0);
  bench.events.dispatch_flushed = true;
  step(&bench);
  assert_int_equal(bench.trace.overs, 10);
  for (unsigned i = 0; i < 9; i++) {  // the squashed ones in the order of their entries
    assert_int_equal(bench.trace.over[i].pc, 0x0FFC + 4 * i);
  }
  assert_int_equal(bench.trace.interrupts, 1);
  assert_int_equal(bench.trace.squashed, 6);
}

// ---------------------------------------------------------------------------------------------------------
// Exposed latency

// The oldest operation in flight from this number on, whose entry is this number minus 1, too.
static const struct core_op *from(const struct core_trace *trace, uint64_t number)
{
  while ((trace->busy >> (number - 1) & 1) == 0) {
    number++;
  }
  return &trace->entry[number - 1];
}

enum { SCRIPT_OPS = CORE_ENTRIES };

static void take_overs(const struct core_trace *trace, uint64_t exposed[SCRIPT_OPS])
{
  for (unsigned i = 0; i < trace->overs; i++) {
    exposed[trace->over[i].number - 1] += trace->over[i].exposed;
  }
}

// Each cycle ends with a dot. Dispatches: d; x, flushed at once. The last one is mispredicted: m. Ends, each of the
// oldest operation that is left: r, b of a branch, e by an exception, i by an interrupt. f: a flush. Every operation
// ends.
static void run_script(struct bench *bench, const char *script, uint64_t exposed[SCRIPT_OPS])
{
  struct core_events *events = &bench->events;
  uint64_t pc = 0x1000;
  uint64_t left = 1;
  for (const char *at = script; *at != '\0'; at++) {
    if (*at == '.') {
      step(bench);
      take_overs(&bench->trace, exposed);
    } else if (*at == 'd' || *at == 'x') {
      add_dispatch(events, (uint8_t)bench->trace.operations, pc, 0);
      events->dispatch_flushed = *at == 'x';
      pc += *at == 'd' ? 4 : 0;
    } else if (*at == 'm') {
      events->mispredicted = true;
      events->mispredicted_entry = from(&bench->trace, bench->trace.operations)->entry;
    } else if (*at == 'f') {
      events->flush = true;
    } else {
      const struct core_op *op = from(&bench->trace, left);
      left = op->number + 1;
      pc = at[1] == 'f' ? op->pc + 4 : pc;
      if (*at == 'r' || *at == 'b') {
        add_retired(events, op->entry, op->pc, *at == 'b' ? INSN_BEQ : INSN_NOP, 0);
      } else {
        add_trap(events, op->entry, op->pc, *at == 'i');
      }
    }
  }
  core_trace_finish(&bench->trace);
  take_overs(&bench->trace, exposed);
}

TEST(each_cycle_belongs_to_one_operation)  // V1, V3, V4
{
  static const struct {
    const char *script;
    uint64_t exposed[SCRIPT_OPS];
    uint64_t empty;
  } rows[] = {
      {"..d..r..d.r.", {5, 3}, 0},         // at the start; slow fetch
      {"d.d..rr.d.r.", {4, 0, 2}, 0},      // two retire together
      {"d.d.r.r.", {3, 1}, 0},             // the older one's
      {"d.dr.r...", {2, 1}, 2},            // dispatched as the other retires; nothing follows
      {"d.mx.b...d.r.", {6, 0, 1}, 0},     // mispredicted: the branch has retired, and fetch goes on
      {"d.m..d.b.r..d.r.", {5, 1, 3}, 0},  // the right path is there before the branch retires
      {"d.m.bd..r..", {3, 2}, 1},          // in that cycle
      {"d.m.d.br..d.r.", {4, 0, 3}, 0},    // the branch retires with the next one
      {"d.d.m.r.b..d.r.", {4, 3, 1}, 0},   // older operations first
      {"d.mb..d.r.", {4, 1}, 0},           // it retires as it is resolved
      {"d.d.rf...d.r.", {6, 0, 1}, 0},     // its commit flushes
      {"d.d.rfx..d.r.", {5, 0, 0, 1}, 0},  // and another dispatch
      {"d.d.e..d.r.", {5, 0, 1}, 0},       // an exception
      {"d.d.i..d.r.", {3, 0, 3}, 0},       // an interrupt
      {"d.r..d.i.d.r.", {2, 3, 2}, 0},     // taken by what is dispatched while nothing is in flight
      {"d.m.b..d.i..d.r.", {5, 1, 3}, 0},  // after a misprediction
      {"d.d.m.e..d.r.", {6, 0, 1}, 0},     // the mispredicted branch is squashed
      {"d.d.m.i..d.r.", {4, 0, 3}, 0},
      {"d.e..x..d.r.", {6, 0, 1}, 0},  // what is flushed at once ends nothing
      {".x..d.r.", {0, 5}, 0},
      {"d.r.f..d.r.", {2, 4}, 0},  // a flush that no operation causes
      {"d.rf...", {4}, 0},         // the end of the run
      {"d.e...", {4}, 0},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct bench bench = {.cycle = 70};
    uint64_t exposed[SCRIPT_OPS] = {0};
    uint64_t sum = 0;
    run_script(&bench, rows[i].script, exposed);
    for (size_t n = 0; n < SCRIPT_OPS; n++) {
      if (exposed[n] != rows[i].exposed[n]) {
        fail_msg("%s: operation %zu has %d", rows[i].script, n + 1, (int)exposed[n]);
      }
      sum += exposed[n];
    }
    assert_int_equal(bench.trace.empty, rows[i].empty);
    assert_int_equal(sum + bench.trace.empty, bench.cycle - 70);
  }
}

// ---------------------------------------------------------------------------------------------------------
// Contradictions

// The operation at 0x1000 was dispatched to entry 1 in the cycle before.
TEST(impossible_events_are_refused)
{
#define RETIRES(...) .retired = { {.valid = true, __VA_ARGS__} }
  static const struct {
    struct core_events events;
    const char *cause;
  } rows[] = {
      {{.completed = 1 << 2}, "a result of entry 2, which is empty"},
      {{.missed = 1 << 2}, "a miss of entry 2, which is empty"},
      {{.walk_began = 1 << 2}, "the start of a table walk of entry 2, which is empty"},
      {{.walking = 1 << 2}, "a table walk of entry 2, which is empty"},
      {{.translated = true, .translated_entry = 2}, "a translation of entry 2, which is empty"},
      {{.mispredicted = true, .mispredicted_entry = 2}, "a misprediction of entry 2, which is empty"},
      {{RETIRES(.entry = 2, .pc = 0x1000)}, "entry 2, which is empty, ends as retired"},
      {{.trap = true, .trap_entry = 9, .trap_interrupt = true},
       "entry 9, which is empty, ends as interrupted"},
      {{.dispatch = true, .dispatch_entry = 1, .dispatch_pc = 0x1004},
       "the operation at 0x1004 was dispatched to entry 1, which has another one"},
      {{.dispatch = true, .dispatch_entry = 8, .dispatch_pc = 0x1004},
       "the operation at 0x1004 was dispatched to entry 8, which does not exist"},
      {{.dispatch = true, .dispatch_entry = 2, .dispatch_pc = 0x1004, .flush = true},
       "the operation at 0x1004 was dispatched in the cycle of a flush, and not flushed"},
      {{RETIRES(.entry = 1, .pc = 0x1004)}, "entry 1 was dispatched at 0x1000 and ends as retired at 0x1004"},
      {{RETIRES(.entry = 1, .pc = 0x1000, .insn = INSN_NOP, .mode = 1)},
       "the operation at 0x1000 was dispatched in mode 0 and retires in mode 1"},
      {{RETIRES(.entry = 1, .pc = 0x1000, .insn = INSN_LD)},
       "0x0004b503 at 0x1000 retires without a memory access"},
      {{RETIRES(.entry = 1, .pc = 0x1000, .insn = INSN_NOP, .addr = 0x5000, .wmask = 0xFF)},
       "0x00000013 at 0x1000 retires with a memory access"},
      {{.mispredicted = true, .mispredicted_entry = 1, RETIRES(.entry = 1, .pc = 0x1000, .insn = INSN_NOP)},
       "0x00000013 at 0x1000 was mispredicted but is not a branch"},
      {{.translated = true,
        .translated_entry = 1,
        .translated_pa = 0x80002000,
        RETIRES(.entry = 1, .pc = 0x1000, .insn = INSN_LD, .addr = 0x5008, .rmask = 0xFF)},
       "the access to 0x5008 by 0x1000 was translated to 0x80002000"}};
#undef RETIRES
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct bench bench = {.cycle = 0};
    dispatch(&bench, 1, 0x1000);
    bench.events = rows[i].events;
    expect_refused(&bench, rows[i].cause);
  }
}

TEST(second_result_is_refused)
{
  struct bench bench = {.cycle = 0};
  dispatch(&bench, 0, 0x1000);
  bench.events.completed = 1;
  step(&bench);
  bench.events.completed = 1;
  expect_refused(&bench, "a second result of entry 0, the operation at 0x1000");
  assert_string_equal(bench.error.text,
                      "the core's trace contradicts itself in cycle 2: a second result of entry 0, "
                      "the operation at 0x1000");
}

TEST(end_out_of_order_is_refused)
{
  struct bench bench = {.cycle = 0};
  dispatch(&bench, 1, 0x1000);
  dispatch(&bench, 0, 0x1004);
  add_retired(&bench.events, 0, 0x1004, INSN_NOP, 0);
  expect_refused(&bench, "the operation at 0x1004 ends as retired before the older one at 0x1000");
}

// Of two retired operations, the second must follow the first in program order.
TEST(retired_operations_follow_from_each_other)
{
#define AFTER(insn) "after 0x" insn " at 0x1000 in mode 1, which retired in cycle 2, comes "
  static const struct {
    uint32_t insn;
    uint64_t next;
    uint8_t mode;
    const char *cause;  // null: it follows
  } rows[] = {{INSN_NOP, 0x1004, 1, NULL},
              {INSN_C_NOP, 0x1002, 1, NULL},
              {INSN_BEQ, 0x1010, 1, NULL},
              {INSN_RET, 0x9000, 1, NULL},
              {INSN_SRET, 0x9000, 0, NULL},
              {INSN_NOP, 0x1008, 1, AFTER("00000013") "0x1008 in mode 1"},
              {INSN_NOP, 0x1004, 0, AFTER("00000013") "0x1004 in mode 0"},
              {INSN_C_NOP, 0x1004, 1, AFTER("00000001") "0x1004 in mode 1"},
              {INSN_BEQ, 0x1008, 1, AFTER("00a58863") "0x1008 in mode 1"},
              {INSN_JAL, 0x1004, 1, AFTER("100000ef") "0x1004 in mode 1"},
              {INSN_RET, 0x9000, 0, AFTER("00008067") "0x9000 in mode 0"}};
#undef AFTER
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct bench bench = {.cycle = 0};
    add_dispatch(&bench.events, 0, 0x1000, 1);
    step(&bench);
    add_dispatch(&bench.events, 1, rows[i].next, rows[i].mode);
    step(&bench);
    add_retired(&bench.events, 0, 0x1000, rows[i].insn, 1);
    add_retired(&bench.events, 1, rows[i].next, INSN_NOP, rows[i].mode);
    if (rows[i].cause == NULL) {
      step(&bench);
    } else {
      expect_refused(&bench, rows[i].cause);
    }
  }
}
