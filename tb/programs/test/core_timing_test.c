// SPDX-License-Identifier: Apache-2.0
//
// The core model's timing: results at retirement, and operations of the correct path that are squashed and dispatched
// again. Runs of programs test requirements C5, D3 and D6 with it.
#include "programs/test/core_bench.h"

#include <string.h>

enum { LINE = 64, KERNEL = 200 };

static int setup(void **state)
{
  (void)state;
  bench = (struct bench){
      .config = {.dispatch_width = 1, .in_flight = SPU_MAX_TAGS, .events_bytes = 2, .have_el3 = true}};
  bench.config.pmu_events[0] = 9;  // EXC_TAKEN
  bench.program = (struct program){.rounds = 1, .stride = LINE, .loops = true};
  bench.timing.seed = 1;
  return 0;
}

static void add_some(uint32_t opcode, uint32_t number)
{
  for (uint32_t i = 0; i < number; i++) {
    add_all(&opcode, 1);
  }
}

static struct core_counts run_program(void)
{
  simulate(true, 1000000);
  assert_string_equal(bench.error.text, "");
  return core_get_counts(bench.core);
}

// ---------------------------------------------------------------------------------------------------------
// Results at retirement

// The last and the first operation of each number that was not squashed.
static struct observed_op of[MOST_OPS], first_of[MOST_OPS];

static void keep(const struct observed_op *observed)
{
  const uint64_t number = number_of(observed->pc);
  if (observed->end.how != SPU_OP_SQUASHED) {
    first_of[number] = of[number].finished == 0 ? *observed : first_of[number];
    of[number] = *observed;
  }
}

CORE_TEST(result_comes_at_retirement)  // D3
{
  static const uint32_t opcodes[] = {OP_MRS, OP_DMB, OP_EXCLUSIVE, OP_ATOMIC};
  for (size_t i = 0; i < sizeof opcodes / sizeof opcodes[0]; i++) {
    for (int timing = 0; timing <= 1; timing++) {
      again();
      memset(of, 0, sizeof of);
      bench.on_finish = keep;
      bench.timing.at_retirement = timing != 0;
      ADD(OP_LOAD, opcodes[i], OP_ALONE);
      const struct core_counts counts = run_program();
      const struct observed_op *load = &of[0];
      const struct observed_op *waits = &of[1];
      assert_int_equal(counts.at_retirement, timing);
      assert_true(waits->end.how == SPU_OP_RETIRED && waits->issued != 0);
      assert_true(load->completed != 0 && load->completed <= load->finished);
      assert_true(of[2].completed != 0 && of[2].completed < waits->finished);
      if (timing != 0) {  // it issues, but waits until the load has retired
        assert_int_equal(waits->completed, 0);
        assert_true(waits->issued < load->finished && waits->finished > load->finished);
        assert_true(waits->result.va_valid == (i >= 2));
      } else {
        assert_true(waits->completed != 0);
        assert_true(i == 3 || i == 2 || waits->completed < load->finished);
      }
    }
  }
}

// ---------------------------------------------------------------------------------------------------------
// Flushes

static uint64_t retired, excepted, squashed, in_vain, after_result, before_result;
static uint64_t excepted_unissued, retired_unissued;

// Counts the operation by its end. `in_vain`: squashed after one cycle, and never issued.
static void sort(const struct observed_op *observed)
{
  retired += observed->end.how == SPU_OP_RETIRED;
  excepted += observed->end.how == SPU_OP_EXCEPTION;
  excepted_unissued += observed->end.how == SPU_OP_EXCEPTION && observed->issued == 0;
  retired_unissued += observed->end.how == SPU_OP_RETIRED && observed->issued == 0;
  if (observed->end.how != SPU_OP_SQUASHED) {
    return;
  }
  squashed++;
  const bool load = bench.program.ops[number_of(observed->pc)].opcode == OP_LOAD;
  assert_true(!load || observed->result.kind == SPU_KIND_LDST_GENERAL);
  after_result += observed->completed != 0;
  before_result += observed->completed == 0 && observed->issued != 0;
  if (observed->issued == 0 && observed->completed == 0) {
    in_vain += observed->finished == observed->marked + 1;
  }
  if (observed->completed == 0) {  // it has no results yet
    assert_true(!observed->result.va_valid && !observed->result.target_valid && observed->result.events == 0);
  }
}

static void start_sorting(void)
{
  retired = excepted = squashed = in_vain = after_result = before_result = 0;
  excepted_unissued = retired_unissued = 0;
  bench.on_finish = sort;
}

CORE_TEST(flushed_at_dispatch_lives_for_a_cycle)  // D3, D6
{
  for (int timing = 0; timing <= 1; timing++) {
    again();
    start_sorting();
    bench.timing.at_dispatch = timing != 0;
    bench.config.dispatch_width = 4;
    bench.program.rounds = 600;
    ADD(OP_ADD, OP_ADD, OP_ADD, OP_ADD, OP_ADD, OP_ADD, OP_LOOP, OP_ADD, OP_ADD, OP_ADD, OP_ADD, OP_ADD,
        OP_ADD);
    const struct core_counts counts = run_program();
    assert_true(squashed != 0);
    assert_int_equal(counts.at_dispatch != 0, timing);
    assert_int_equal(in_vain != 0, timing);
    assert_true(counts.at_dispatch <= counts.wrong_path);
    assert_int_equal(bench.dispatched, counts.executed + counts.wrong_path);
    assert_int_equal(counts.interrupted + counts.refetched, 0);
  }
}

static uint64_t expected;  // number of the operation that retires next

static void in_order(const struct observed_op *observed)
{
  sort(observed);
  if (observed->end.how != SPU_OP_SQUASHED) {
    assert_int_equal(number_of(observed->pc), expected);
    expected = (expected + 1) % bench.program.count;
  }
}

// Every operation is marked: each retires once, in order, and an interrupt does not count as an exception of the
// operation that it squashes.
CORE_TEST(interrupt_takes_the_place_of_an_operation)  // C5, D6
{
  start_sorting();
  expected = 0;
  bench.on_finish = in_order;
  bench.timing.interrupts = true;
  bench.program.rounds = 2500;
  add_some(OP_ADD, 16);
  const struct core_counts counts = run_program();
  assert_int_equal(counts.executed, 40000);
  assert_int_equal(retired, 40000);
  assert_int_equal(excepted, 0);
  assert_in_range(counts.interrupts, 10, 40);
  assert_true(counts.interrupted >= counts.interrupts);
  assert_int_equal(squashed, counts.interrupted);
  assert_int_equal(bench.dispatched, counts.executed + counts.interrupted);
  assert_int_equal(bench.again, counts.interrupts);
  assert_int_equal(bench.exceptions, counts.interrupts);
  assert_in_range(bench.longest, KERNEL, KERNEL + 100);
  assert_int_equal(counts.wrong_path + counts.refetched + counts.at_dispatch, 0);
}

// The oldest operation is squashed with or without a result.
CORE_TEST(interrupt_comes_before_and_after_results)  // D6
{
  start_sorting();
  bench.timing.interrupts = true;
  bench.program.rounds = 2000;
  bench.config.dispatch_width = 4;
  ADD(OP_LOAD, OP_ADD, OP_ADD, OP_ADD, OP_ADD, OP_ADD, OP_ADD);
  const struct core_counts counts = run_program();
  assert_int_equal(counts.executed, 14000);
  assert_true(after_result != 0 && before_result != 0);
}

CORE_TEST(front_end_continues_behind_a_flush)  // C5, D6
{
  static const uint32_t opcodes[] = {OP_SVC, OP_MRS, OP_DMB, OP_EXCLUSIVE, OP_ATOMIC};
  for (size_t i = 0; i < sizeof opcodes / sizeof opcodes[0]; i++) {
    again();
    start_sorting();
    bench.timing.ahead = true;
    bench.program.rounds = 50;
    add_some(OP_ADD, 2);
    add_some(opcodes[i], 1);
    add_some(OP_ADD, 12);
    const struct core_counts counts = run_program();
    assert_int_equal(counts.executed, 750);
    assert_true(squashed != 0 && counts.refetched >= 50);
    assert_int_equal(excepted != 0, i == 0);
    assert_int_equal(bench.exceptions, i == 0 ? 50 : 0);
    assert_int_equal(bench.dispatched, counts.executed + counts.refetched);
    assert_int_equal(bench.again, 50);
    assert_true((bench.longest >= KERNEL) == (i == 0));
    assert_int_equal(counts.interrupted + counts.at_dispatch, 0);
  }
}

// A squashed operation does not delay others, and a squashed branch is not the previous branch.
CORE_TEST(squashed_operation_leaves_nothing_behind)  // C5, D4
{
  memset(of, 0, sizeof of);
  bench.on_finish = keep;
  bench.timing.ahead = true;
  ADD(OP_MRS, OP_ALONE, OP_LOAD);
  (void)run_program();
  assert_true(of[1].finished - of[1].marked < 10 && of[2].finished - of[2].marked > 100);
  again();
  memset(of, 0, sizeof of);
  bench.on_finish = keep;
  bench.config.have_pbt = true;
  bench.timing.ahead = true;
  bench.program.rounds = 2;
  ADD(OP_ALONE, OP_DMB, OP_ALONE, OP_ALONE, OP_LOOP);
  (void)run_program();
  assert_true(!first_of[2].end.previous_valid && of[2].end.previous_valid);
}

// Nor does one that waited for a result hold back others: where each operation needs the last one's result, a core in
// order is as fast as any.
CORE_TEST(squashed_operation_does_not_hold_back_issue)  // C5
{
  uint64_t cycles[2];
  for (int order = 0; order <= 1; order++) {
    again();
    bench.timing = (struct core_timing){.interrupts = true, .in_order = order != 0, .seed = 1};
    bench.program.rounds = 100;
    add_some(OP_DIVIDE, MOST_OPS);
    const struct core_counts counts = run_program();
    assert_true(counts.interrupts >= 2);
    cycles[order] = bench.cycle;
  }
  assert_int_equal(cycles[1], cycles[0]);
}

static uint64_t in_the_mode;

static void count_modes(const struct observed_op *observed)
{
  squashed += observed->end.how == SPU_OP_SQUASHED;
  in_the_mode += observed->end.how == SPU_OP_SQUASHED && (observed->end.events & 1 << 24) != 0;
}

// A squashed operation keeps the event of the mode.
CORE_TEST(squashed_operation_has_its_streaming_mode)  // N5
{
  squashed = in_the_mode = 0;
  bench.on_finish = count_modes;
  bench.config.have_spe_sme = true;
  bench.config.events_bytes = 4;
  bench.timing.ahead = true;
  ADD(OP_MRS, OP_LOAD, OP_LOAD);
  for (uint32_t i = 0; i < bench.program.count; i++) {
    bench.program.ops[i].vectors = (struct trace_vectors){256, 256, true};
  }
  (void)run_program();
  assert_true(squashed >= 2);
  assert_int_equal(in_the_mode, squashed);
}

// The handler is at another address: the front end does not know what follows its return.
CORE_TEST(front_end_does_not_predict_returns_of_exceptions)  // C5
{
  bench.timing.ahead = true;
  bench.program.rounds = 20;
  ADD(OP_ADD, OP_ADD, OP_ADD, OP_ADD, OP_ADD, OP_SVC);
  const struct core_counts counts = run_program();
  assert_int_equal(counts.executed, 120);
  assert_int_equal(counts.refetched, 0);
  assert_int_equal(bench.dispatched, 120);
}

static uint64_t executed_of[MOST_OPS];

// Only an operation whose exception is known at decode never issues.
CORE_TEST(exception_known_at_decode_never_issues)  // D3
{
  for (int timing = 0; timing <= 1; timing++) {
    again();
    start_sorting();
    bench.timing.at_decode = timing != 0;
    bench.program.rounds = 100;
    ADD(OP_ADD, OP_ADD, OP_ADD, OP_SVC, OP_LOAD, OP_LOAD);
    const struct core_counts counts = run_program();
    assert_true(excepted != 0);
    assert_int_equal(excepted_unissued, timing != 0 ? excepted : 0);
    assert_int_equal(retired_unissued, 0);
    assert_int_equal(counts.unissued, timing != 0 ? 100 : 0);
  }
}

static void note(void *context, uint64_t pc, const struct code_entry *code)
{
  (void)context;
  executed_of[number_of(pc)] = code->executed;
}

// Including pauses of dispatch, as if the unit's interrupt were served.
CORE_TEST(what_retires_does_not_depend_on_timing)  // C5
{
  uint64_t plain[MOST_OPS] = {0};
  for (unsigned timing = 0; timing < 32; timing++) {
    again();
    start_sorting();
    bench.timing = (struct core_timing){(timing & 1) != 0, (timing & 2) != 0,  (timing & 4) != 0,
                                        (timing & 8) != 0, (timing & 16) != 0, .seed = timing};
    bench.config.dispatch_width = 4;
    bench.pauses = true;
    bench.program.rounds = 1500;
    ADD(OP_LOAD, OP_ADD, OP_ADD, OP_ADD, OP_ATOMIC, OP_ADD, OP_LOOP, OP_MRS, OP_SVC, OP_ADD, OP_ADD, OP_ADD,
        OP_ADD);
    const struct core_counts counts = run_program();
    memset(executed_of, 0, sizeof executed_of);
    core_each_pc(bench.core, note, NULL);
    if (timing == 0) {
      memcpy(plain, executed_of, sizeof plain);
    }
    assert_memory_equal(executed_of, plain, sizeof plain);
    assert_int_equal(bench.dispatched,
                     counts.executed + counts.wrong_path + counts.interrupted + counts.refetched);
    assert_int_equal(counts.at_retirement != 0, (timing & 1) != 0);
    assert_int_equal(counts.at_dispatch != 0, (timing & 2) != 0);
    assert_int_equal(counts.interrupts != 0, (timing & 4) != 0);
    assert_int_equal(counts.refetched != 0, (timing & 8) != 0);
    assert_int_equal(counts.unissued != 0, (timing & 16) != 0);
  }
}
