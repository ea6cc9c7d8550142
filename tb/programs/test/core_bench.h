// SPDX-License-Identifier: Apache-2.0
//
// Shared by the tests of the core model: a program, the core that runs it, and a unit that marks its operations and
// follows them at the pins.
#ifndef TB_PROGRAMS_TEST_CORE_BENCH_H
#define TB_PROGRAMS_TEST_CORE_BENCH_H

#include "programs/core/core.h"
#include "unit/test/test.h"

enum {                      // A64 opcodes
  OP_ADD = 0x8B010000,      // ADD X0, X0, X1
  OP_ALONE = 0x8B0A0128,    // ADD X8, X9, X10
  OP_LOAD = 0xF9400041,     // LDR X1, [X2]
  OP_STORE = 0xF9000041,    // STR X1, [X2]
  OP_DIVIDE = 0x9AC10C00,   // SDIV X0, X0, X1
  OP_COMPARE = 0xEB01001F,  // CMP X0, X1
  OP_LOOP = 0x54FFFF81,     // B.NE, backwards
  OP_BRANCH = 0x14000000,   // B; the trace has its target
  OP_SVC = 0xD4000001,
  OP_MRS = 0xD53BD043,        // MRS X3, TPIDR_EL0
  OP_DMB = 0xD5033BBF,        // DMB ISH
  OP_EXCLUSIVE = 0xC85F7C45,  // LDXR X5, [X2]
  OP_ATOMIC = 0xF8260047      // LDADD X6, X7, [X2]
};

enum { FIRST_PC = 0x400000, MOST_OPS = 16 };
#define LOAD_ADDRESS UINT64_C(0x00007F1234567FC0)

// A sequence of operations, repeated.
struct program {
  struct trace_op ops[MOST_OPS];
  uint32_t count;
  uint32_t rounds;
  uint64_t stride;  // added to data addresses in each round
  // If not 0: the operation before this one skips it and the next, in random rounds.
  uint32_t surprise;
  bool loops;  // OP_LOOP branches to the first operation, in random rounds
  bool fails;
  uint32_t next, round;
};

// A marked operation at the pins.
struct observed_op {
  uint64_t pc;
  uint64_t marked, issued, completed, finished;  // cycles; 0: not
  uint64_t xlate;                                // cycles of translation
  struct spu_op result;  // in the cycle in which it completed or, if that is first, finished
  struct spu_op end;     // in the cycle in which it finished
};

// Cycles count from 1 on.
struct bench {
  struct program program;
  struct spu_config config;
  struct core_timing timing;
  const struct core_model *model;  // null: the default
  struct core *core;
  struct spu_in in;
  struct tb_error error;
  bool pauses;  // nothing is dispatched in some cycles
  uint64_t cycle;
  uint64_t dispatched;
  uint64_t exceptions;  // occurrences of the first PMU event
  uint64_t again;       // operations that do not follow the one before them
  uint64_t last;        // number of the last dispatched operation
  uint64_t longest;     // most cycles without dispatch
  uint64_t idle_from;
  uint64_t interval, left;  // operations between two marks, and before the next
  uint64_t marks;
  bool busy[SPU_MAX_TAGS];
  struct observed_op now[SPU_MAX_TAGS];
  uint64_t exposed[MOST_OPS];  // cycles that the pins give to marked operations at each PC
  void (*on_finish)(const struct observed_op *observed);  // called for each one that finishes
};

static struct bench bench;

static enum trace_result next_op(void *context, struct trace_op *op, struct tb_error *error)
{
  struct program *program = context;
  if (program->round == program->rounds) {
    if (program->fails) {
      (void)tb_fail(error, "demo.trace: ends in the middle");
      return TRACE_ERROR;
    }
    return TRACE_END;
  }
  const bool random = (program->round * 0x9E3779B9U >> 16 & 1) != 0;
  *op = program->ops[program->next++];
  op->address += op->has_address ? program->stride * (program->round % 1024) : 0;
  if (program->surprise != 0 && program->next == program->surprise && random) {
    program->next += 2;
    op->next_pc += 8;
  }
  if (program->next == program->count || (program->loops && op->opcode == OP_LOOP && random)) {
    program->next = 0;
    program->round++;
    op->next_pc = program->round == program->rounds ? op->pc + 4 : program->ops[0].pc;
  }
  return TRACE_OP;
}

static void add(uint32_t opcode, uint64_t address)
{
  struct program *program = &bench.program;
  const uint64_t pc = FIRST_PC + 4U * program->count;
  program->ops[program->count++] = (struct trace_op){
      .pc = pc, .next_pc = pc + 4, .opcode = opcode, .address = address, .has_address = address != 0};
}

// Operations with these opcodes; their accesses are to LOAD_ADDRESS.
static void add_all(const uint32_t *opcodes, size_t count)
{
  for (size_t i = 0; i < count; i++) {
    const bool access = opcodes[i] == OP_LOAD || opcodes[i] == OP_STORE || opcodes[i] == OP_ATOMIC ||
                        opcodes[i] == OP_EXCLUSIVE;
    add(opcodes[i], access ? LOAD_ADDRESS : 0);
  }
}

#define ADD(...) add_all((const uint32_t[]){__VA_ARGS__}, sizeof(uint32_t[]){__VA_ARGS__} / sizeof(uint32_t))

static uint64_t number_of(uint64_t pc)
{
  return (pc - FIRST_PC) / 4;
}

// Another run, of the program or of another one in its place.
static void start(bool wrong_path)
{
  const struct core_options options = {
      .config = &bench.config, .wrong_path = wrong_path, .model = bench.model, .timing = bench.timing};
  core_destroy(bench.core);
  bench.core = core_create(&options, &(struct core_source){.context = &bench.program, .next = next_op});
  assert_non_null(bench.core);
  bench.program.round = bench.program.next = 0;
  bench.in = (struct spu_in){0};
  bench.cycle = 1;
}

static void follow(uint32_t tag)
{
  struct observed_op *observed = &bench.now[tag];
  const struct spu_op *op = &bench.in.op[tag];
  observed->xlate += op->xlate_busy;
  observed->issued = op->issued && observed->issued == 0 ? bench.cycle : observed->issued;
  if ((op->completed || op->finished) && observed->completed == 0) {
    observed->result = *op;
  }
  observed->completed = op->completed ? bench.cycle : observed->completed;
  if (op->finished) {
    observed->finished = bench.cycle;
    observed->end = *op;
    bench.busy[tag] = false;
    if (bench.on_finish != NULL) {
      bench.on_finish(observed);
    }
  }
}

// Follows the order of dispatch, in a program without branches.
static void follow_dispatch(void)
{
  const struct spu_in *in = &bench.in;
  if (in->dispatch_valid == 0) {
    return;
  }
  const uint64_t number = number_of(in->dispatch_pc[0]);
  const uint64_t gap = bench.cycle - bench.idle_from;
  bench.longest = bench.dispatched != 0 && gap > bench.longest ? gap : bench.longest;
  bench.again +=
      bench.program.count != 0 && bench.dispatched != 0 && number != (bench.last + 1) % bench.program.count;
  bench.last = number;
  bench.idle_from = bench.cycle;
  bench.dispatched += (uint64_t)__builtin_popcount(in->dispatch_valid);
}

// Marks the next operation after an interval if a tag is free.
static struct spu_out mark(void)
{
  struct spu_out out = {0};
  uint32_t tag = 0;
  while (tag < bench.config.in_flight && (bench.busy[tag] || bench.in.op[tag].oldest)) {
    tag++;
  }
  for (uint32_t slot = 0; slot < SPU_MAX_SLOTS; slot++) {
    if ((bench.in.dispatch_valid >> slot & 1U) == 0) {
      continue;
    }
    bench.left -= bench.left > 0;
    if (bench.left == 0 && tag < bench.config.in_flight && !out.mark_valid) {
      out = (struct spu_out){.mark_valid = true, .mark_tag = (uint8_t)tag, .mark_slot = (uint8_t)slot};
      bench.busy[tag] = true;
      bench.now[tag] = (struct observed_op){.pc = bench.in.dispatch_pc[slot], .marked = bench.cycle};
      if (slot == 0 && bench.in.dispatch_empty != 0) {
        bench.exposed[number_of(bench.now[tag].pc)] += bench.in.dispatch_empty;
      }
      bench.left = bench.interval;
      bench.marks++;
    }
  }
  return out;
}

// Runs to the end of the program, or to an error.
static void run(uint64_t most)
{
  bool ended = false;
  while (!core_ended(bench.core) || !core_idle(bench.core, bench.cycle)) {
    assert_true(bench.cycle <= most);
    core_drive(bench.core, bench.cycle, !bench.pauses || bench.cycle % 64 < 40, &bench.in);
    bench.exceptions += bench.in.pmu_event[0];
    uint32_t owners = 0;
    for (uint32_t tag = 0; tag < SPU_MAX_TAGS; tag++) {
      if (bench.in.op[tag].oldest) {
        bench.exposed[number_of(bench.now[tag].pc)]++;
        owners++;
      }
      if (bench.busy[tag]) {
        follow(tag);
      }
    }
    assert_true(owners <= 1);
    assert_true(!ended || bench.in.dispatch_valid == 0);
    follow_dispatch();
    const struct spu_out out = mark();
    if (!core_observe(bench.core, &out, &bench.error)) {
      return;
    }
    ended = ended || core_ended(bench.core);
    bench.cycle++;
  }
  for (uint32_t tag = 0; tag < SPU_MAX_TAGS; tag++) {
    assert_false(bench.busy[tag]);
  }
}

static void simulate(bool wrong_path, uint64_t most)
{
  start(wrong_path);
  run(most);
}

// An empty program and its configuration, of each file of tests.
static int setup(void **state);

static int teardown(void **state)
{
  (void)state;
  core_destroy(bench.core);
  return 0;
}

// Begins anew within a test.
static void again(void)
{
  (void)teardown(NULL);
  (void)setup(NULL);
}

#define CORE_TEST(name) TEST_WITH(name, setup, teardown)

#endif  // TB_PROGRAMS_TEST_CORE_BENCH_H
