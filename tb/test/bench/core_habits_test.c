// SPDX-License-Identifier: Apache-2.0
//
// The core model's habits: results that come with retirement, and operations of the right path that are squashed and
// dispatched again (requirements C5, D3 and D6 are tested with what it drives).
#include "env/core.h"
#include "test/test.h"

#include <string.h>

enum {                    // A64 opcodes
  OP_ADD = 0x8B010000,    // ADD X0, X0, X1
  OP_ALONE = 0x8B0A0128,  // ADD X8, X9, X10
  OP_LOAD = 0xF9400041,   // LDR X1, [X2]
  OP_LOOP = 0x54FFFF81,   // B.NE, backwards
  OP_SVC = 0xD4000001,
  OP_MRS = 0xD53BD043,        // MRS X3, TPIDR_EL0
  OP_DMB = 0xD5033BBF,        // DMB ISH
  OP_EXCLUSIVE = 0xC85F7C45,  // LDXR X5, [X2]
  OP_ATOMIC = 0xF8260047      // LDADD X6, X7, [X2]
};

enum { FIRST_PC = 0x400000, MOST_OPS = 16, LINE = 64, KERNEL = 200 };
#define LOAD_ADDRESS UINT64_C(0x00007F1234567FC0)

// A program: operations in a row, in rounds; the one before the last goes to the last or back to the first, at random.
struct program {
  uint32_t opcodes[MOST_OPS];
  uint32_t count, rounds;
  uint32_t next, round;
};

// What the pins told of a marked operation.
struct told {
  uint64_t pc;
  uint64_t marked, issued, completed, finished;  // cycles; 0: not
  uint8_t how;
  uint64_t events;
  uint8_t kind;
  bool va_valid, target_valid, previous_valid;
};

struct bench {
  struct program program;
  struct spu_config config;
  struct core_habits habits;
  struct core *core;
  struct spu_in in;
  bool pauses;  // nothing is dispatched in some cycles
  uint64_t cycle;
  uint64_t dispatched;
  uint64_t exceptions;  // of event EXC_TAKEN
  uint64_t again;       // times that an operation follows which is not the next
  uint64_t last;        // number of the operation that was dispatched last
  uint64_t longest;     // most cycles without dispatch
  uint64_t idle_from;
  bool busy[SPU_MAX_TAGS];
  struct told now[SPU_MAX_TAGS];
  void (*tell)(const struct told *told);
};

static struct bench bench;

static enum trace_result next_op(void *context, struct trace_op *op, struct tb_error *error)
{
  (void)error;
  struct program *program = context;
  if (program->round == program->rounds) {
    return TRACE_END;
  }
  const uint64_t pc = FIRST_PC + 4U * program->next;
  const uint32_t opcode = program->opcodes[program->next];
  const bool memory = opcode == OP_LOAD || opcode == OP_ATOMIC || opcode == OP_EXCLUSIVE;
  *op = (struct trace_op){.pc = pc, .next_pc = pc + 4, .opcode = opcode, .has_address = memory};
  op->address = memory ? LOAD_ADDRESS + (uint64_t)LINE * (program->round % 1024) : 0;
  program->next++;
  const bool surprise = opcode == OP_LOOP && (program->round * 0x9E3779B9U >> 16 & 1) != 0;
  if (program->next == program->count || surprise) {
    program->next = 0;
    program->round++;
    op->next_pc = program->round == program->rounds ? op->pc + 4 : FIRST_PC;
  }
  return TRACE_OP;
}

static int setup(void **state)
{
  bench = (struct bench){
      .config = {.dispatch_width = 1, .in_flight = SPU_MAX_TAGS, .events_bytes = 2, .have_el3 = true}};
  bench.config.pmu_events[0] = 9;  // EXC_TAKEN
  bench.program.rounds = 1;
  bench.habits.seed = 1;
  *state = &bench;
  return 0;
}

static int teardown(void **state)
{
  (void)state;
  core_destroy(bench.core);
  return 0;
}

static void add(uint32_t opcode, uint32_t number)
{
  for (uint32_t i = 0; i < number; i++) {
    bench.program.opcodes[bench.program.count++] = opcode;
  }
}

static void follow(uint32_t tag)
{
  struct told *told = &bench.now[tag];
  const struct spu_op *op = &bench.in.op[tag];
  const uint64_t cycle = bench.cycle;
  told->issued = op->issued && told->issued == 0 ? cycle : told->issued;
  if ((op->completed || op->finished) && told->completed == 0) {
    told->kind = op->kind;
    told->events = op->events;
    told->va_valid = op->va_valid;
    told->target_valid = op->target_valid;
  }
  told->completed = op->completed ? cycle : told->completed;
  if (op->finished) {
    told->finished = cycle;
    told->how = op->how;
    told->previous_valid = op->previous_valid;
    bench.busy[tag] = false;
    if (bench.tell != NULL) {
      bench.tell(told);
    }
  }
}

static uint64_t number_of(uint64_t pc)
{
  return (pc - FIRST_PC) / 4;
}

// Follows the order of what is dispatched, in a program without branches.
static void follow_dispatch(void)
{
  const struct spu_in *in = &bench.in;
  if (in->dispatch_valid == 0) {
    return;
  }
  const uint64_t number = number_of(in->dispatch_pc[0]);
  const uint64_t gap = bench.cycle - bench.idle_from;
  bench.longest = bench.dispatched != 0 && gap > bench.longest ? gap : bench.longest;
  bench.again += bench.dispatched != 0 && number != (bench.last + 1) % bench.program.count;
  bench.last = number;
  bench.idle_from = bench.cycle;
  bench.dispatched += (uint64_t)__builtin_popcount(in->dispatch_valid);
}

// Marks whatever a tag is free for.
static struct spu_out mark(void)
{
  struct spu_out out = {0};
  for (uint32_t tag = 0; tag < SPU_MAX_TAGS && bench.in.dispatch_valid != 0; tag++) {
    if (!bench.busy[tag]) {
      out = (struct spu_out){.mark_valid = true, .mark_tag = (uint8_t)tag};
      out.mark_slot = (uint8_t)__builtin_ctz(bench.in.dispatch_valid);
      bench.busy[tag] = true;
      bench.now[tag] = (struct told){.pc = bench.in.dispatch_pc[out.mark_slot], .marked = bench.cycle};
      break;
    }
  }
  return out;
}

static struct core_counts run(void)
{
  struct tb_error error = {""};
  const struct core_options options = {.config = &bench.config, .wrong_path = true, .habits = bench.habits};
  bench.core = core_create(&options, &(struct core_source){.context = &bench.program, .next = next_op});
  assert_non_null(bench.core);
  bool ended = false;
  for (bench.cycle = 1; !core_ended(bench.core) || !core_idle(bench.core, bench.cycle); bench.cycle++) {
    assert_true(bench.cycle < 1000000);
    core_drive(bench.core, bench.cycle, !bench.pauses || bench.cycle % 64 < 40, &bench.in);
    bench.exceptions += bench.in.pmu_event[0];
    for (uint32_t tag = 0; tag < SPU_MAX_TAGS; tag++) {
      if (bench.busy[tag]) {
        follow(tag);
      }
    }
    assert_true(!ended || bench.in.dispatch_valid == 0);
    follow_dispatch();
    const struct spu_out out = mark();
    if (!core_observe(bench.core, &out, &error)) {
      fail_msg("%s", error.text);
    }
    ended = ended || core_ended(bench.core);
  }
  for (uint32_t tag = 0; tag < SPU_MAX_TAGS; tag++) {
    assert_false(bench.busy[tag]);
  }
  return core_get_counts(bench.core);
}

// ---------------------------------------------------------------------------------------------------------
// Results that come with retirement

// Of each number what did not get squashed: the last one, and the first.
static struct told of[MOST_OPS], first_of[MOST_OPS];

static void keep(const struct told *told)
{
  const uint64_t number = number_of(told->pc);
  if (told->how != SPU_OP_SQUASHED) {
    first_of[number] = of[number].finished == 0 ? *told : first_of[number];
    of[number] = *told;
  }
}

TEST_WITH(result_comes_with_retirement, setup, teardown)  // D3
{
  static const uint32_t opcodes[] = {OP_MRS, OP_DMB, OP_EXCLUSIVE, OP_ATOMIC};
  for (size_t i = 0; i < sizeof opcodes / sizeof opcodes[0]; i++) {
    for (int habit = 0; habit <= 1; habit++) {
      core_destroy(bench.core);
      assert_int_equal(setup(state), 0);
      memset(of, 0, sizeof of);
      bench.tell = keep;
      bench.habits.at_retirement = habit != 0;
      add(OP_LOAD, 1);
      add(opcodes[i], 1);
      add(OP_ALONE, 1);
      const struct core_counts counts = run();
      const struct told *load = &of[0];
      const struct told *waits = &of[1];
      assert_int_equal(counts.at_retirement, habit);
      assert_true(waits->how == SPU_OP_RETIRED && waits->issued != 0);
      assert_true(load->completed != 0 && load->completed <= load->finished);
      assert_true(of[2].completed != 0 && of[2].completed < waits->finished);
      if (habit != 0) {  // it issues, and waits until the load has retired
        assert_int_equal(waits->completed, 0);
        assert_true(waits->issued < load->finished && waits->finished > load->finished);
        assert_true(waits->va_valid == (i >= 2));
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

// What lives for a cycle, never issues and is squashed.
static void sort(const struct told *told)
{
  retired += told->how == SPU_OP_RETIRED;
  excepted += told->how == SPU_OP_EXCEPTION;
  excepted_unissued += told->how == SPU_OP_EXCEPTION && told->issued == 0;
  retired_unissued += told->how == SPU_OP_RETIRED && told->issued == 0;
  if (told->how != SPU_OP_SQUASHED) {
    return;
  }
  squashed++;
  const bool load = bench.program.opcodes[number_of(told->pc)] == OP_LOAD;
  assert_true(!load || told->kind == SPU_KIND_LDST_GENERAL);
  after_result += told->completed != 0;
  before_result += told->completed == 0 && told->issued != 0;
  if (told->issued == 0 && told->completed == 0) {
    in_vain += told->finished == told->marked + 1;
  }
  if (told->completed == 0) {  // what it has not done it does not know
    assert_true(!told->va_valid && !told->target_valid && told->events == 0);
  }
}

static void start_sorting(void)
{
  retired = excepted = squashed = in_vain = after_result = before_result = 0;
  excepted_unissued = retired_unissued = 0;
  bench.tell = sort;
}

TEST_WITH(flushed_at_dispatch_lives_for_a_cycle, setup, teardown)  // D3, D6
{
  for (int habit = 0; habit <= 1; habit++) {
    core_destroy(bench.core);
    assert_int_equal(setup(state), 0);
    start_sorting();
    bench.habits.at_dispatch = habit != 0;
    bench.config.dispatch_width = 4;
    bench.program.rounds = 600;
    add(OP_ADD, 6);
    add(OP_LOOP, 1);
    add(OP_ADD, 6);
    const struct core_counts counts = run();
    assert_true(squashed != 0);
    assert_int_equal(counts.at_dispatch != 0, habit);
    assert_int_equal(in_vain != 0, habit);
    assert_true(counts.at_dispatch <= counts.wrong_path);
    assert_int_equal(bench.dispatched, counts.executed + counts.wrong_path);
    assert_int_equal(counts.interrupted + counts.refetched, 0);
  }
}

static uint64_t expected;  // number of the operation that retires next

static void in_order(const struct told *told)
{
  sort(told);
  if (told->how != SPU_OP_SQUASHED) {
    assert_int_equal(number_of(told->pc), expected);
    expected = (expected + 1) % bench.program.count;
  }
}

// Every operation is marked: each retires once, in order, and an interrupt is no exception of the operation whose
// place it takes.
TEST_WITH(interrupt_takes_the_place_of_an_operation, setup, teardown)  // C5, D6
{
  start_sorting();
  expected = 0;
  bench.tell = in_order;
  bench.habits.interrupts = true;
  bench.program.rounds = 2500;
  add(OP_ADD, 16);
  const struct core_counts counts = run();
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

// The oldest operation is squashed whether its result is there or not.
TEST_WITH(interrupt_comes_before_and_after_results, setup, teardown)  // D6
{
  start_sorting();
  bench.habits.interrupts = true;
  bench.program.rounds = 2000;
  bench.config.dispatch_width = 4;
  add(OP_LOAD, 1);
  add(OP_ADD, 6);
  const struct core_counts counts = run();
  assert_int_equal(counts.executed, 14000);
  assert_true(after_result != 0 && before_result != 0);
}

TEST_WITH(front_end_goes_on_behind_what_flushes, setup, teardown)  // C5, D6
{
  static const uint32_t opcodes[] = {OP_SVC, OP_MRS, OP_DMB, OP_EXCLUSIVE, OP_ATOMIC};
  for (size_t i = 0; i < sizeof opcodes / sizeof opcodes[0]; i++) {
    core_destroy(bench.core);
    assert_int_equal(setup(state), 0);
    start_sorting();
    bench.habits.ahead = true;
    bench.program.rounds = 50;
    add(OP_ADD, 2);
    add(opcodes[i], 1);
    add(OP_ADD, 12);
    const struct core_counts counts = run();
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

// What was squashed leaves nothing behind: it keeps no other from retirement, and no branch of it was the last one
// taken.
TEST_WITH(squashed_operation_leaves_nothing_behind, setup, teardown)  // C5, D4
{
  memset(of, 0, sizeof of);
  bench.tell = keep;
  bench.habits.ahead = true;
  add(OP_MRS, 1);
  add(OP_ALONE, 1);
  add(OP_LOAD, 1);
  (void)run();
  assert_true(of[1].finished - of[1].marked < 10 && of[2].finished - of[2].marked > 100);
  core_destroy(bench.core);
  assert_int_equal(setup(state), 0);
  memset(of, 0, sizeof of);
  bench.tell = keep;
  bench.config.have_pbt = true;
  bench.habits.ahead = true;
  bench.program.rounds = 2;
  add(OP_ALONE, 1);
  add(OP_DMB, 1);
  add(OP_ALONE, 2);
  add(OP_LOOP, 1);
  (void)run();
  assert_true(!first_of[2].previous_valid && of[2].previous_valid);
}

TEST_WITH(front_end_does_not_know_where_it_returns, setup, teardown)  // C5
{
  bench.habits.ahead = true;
  bench.program.rounds = 20;
  add(OP_ADD, 5);
  add(OP_SVC, 1);
  const struct core_counts counts = run();
  assert_int_equal(counts.executed, 120);
  assert_int_equal(counts.refetched, 0);
  assert_int_equal(bench.dispatched, 120);
}

static uint64_t executed_of[MOST_OPS];

// An exception that is known at decode never issues; nothing else is so.
TEST_WITH(exception_known_at_decode_never_issues, setup, teardown)  // D3
{
  for (int habit = 0; habit <= 1; habit++) {
    core_destroy(bench.core);
    assert_int_equal(setup(state), 0);
    start_sorting();
    bench.habits.at_decode = habit != 0;
    bench.program.rounds = 100;
    add(OP_ADD, 3);
    add(OP_SVC, 1);
    add(OP_LOAD, 2);
    const struct core_counts counts = run();
    assert_true(excepted != 0);
    assert_int_equal(excepted_unissued, habit != 0 ? excepted : 0);
    assert_int_equal(retired_unissued, 0);
    assert_int_equal(counts.unissued, habit != 0 ? 100 : 0);
  }
}

static void note(void *context, uint64_t pc, uint64_t executed)
{
  (void)context;
  executed_of[number_of(pc)] = executed;
}

// Also while nothing is dispatched now and then, as while an interrupt of the unit is served.
TEST_WITH(what_retires_does_not_depend_on_habits, setup, teardown)  // C5
{
  uint64_t plain[MOST_OPS] = {0};
  for (unsigned habits = 0; habits < 32; habits++) {
    core_destroy(bench.core);
    assert_int_equal(setup(state), 0);
    start_sorting();
    bench.habits = (struct core_habits){(habits & 1) != 0, (habits & 2) != 0,  (habits & 4) != 0,
                                        (habits & 8) != 0, (habits & 16) != 0, .seed = habits};
    bench.config.dispatch_width = 4;
    bench.pauses = true;
    bench.program.rounds = 1500;
    add(OP_LOAD, 1);
    add(OP_ADD, 3);
    add(OP_ATOMIC, 1);
    add(OP_ADD, 1);
    add(OP_LOOP, 1);
    add(OP_MRS, 1);
    add(OP_SVC, 1);
    add(OP_ADD, 4);
    const struct core_counts counts = run();
    memset(executed_of, 0, sizeof executed_of);
    core_each_pc(bench.core, note, NULL);
    if (habits == 0) {
      memcpy(plain, executed_of, sizeof plain);
    }
    assert_memory_equal(executed_of, plain, sizeof plain);
    assert_int_equal(bench.dispatched,
                     counts.executed + counts.wrong_path + counts.interrupted + counts.refetched);
    assert_int_equal(counts.at_retirement != 0, (habits & 1) != 0);
    assert_int_equal(counts.at_dispatch != 0, (habits & 2) != 0);
    assert_int_equal(counts.interrupts != 0, (habits & 4) != 0);
    assert_int_equal(counts.refetched != 0, (habits & 8) != 0);
    assert_int_equal(counts.unissued != 0, (habits & 16) != 0);
  }
}
