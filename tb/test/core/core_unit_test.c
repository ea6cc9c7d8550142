// SPDX-License-Identifier: Apache-2.0
//
// The observer beside the model of the unit: an adapter that drives its pins as the core's trace says passes, and one
// that makes a mistake is found by what the unit then records. No requirement: this decides runs of a real core.
#include "core/core_truth.h"
#include "core_bench.h"
#include "test/model/model_bench.h"
#include "test/test.h"

#define PC UINT64_C(0x10400)
#define VA UINT64_C(0x3F80005008)
#define PA UINT64_C(0x80002008)

enum { LOAD = 2, NEXT = 3 };  // entries

struct run {
  struct core_truth truth;
  struct observer observer;
  struct core_events events;
  uint64_t cycle;
};

// What the adapter makes of a load.
struct adapter {
  uint64_t pc;
  unsigned issues;     // cycles after the dispatch
  unsigned walks;      // cycles
  unsigned completes;  // cycles after the dispatch
  unsigned finishes;   // likewise
  struct spu_op op;
};

enum { DISPATCH = 0, WALK = 2, TRANSLATED = 4, RESULT = 6, END = 9, CYCLES = 16 };

static const struct adapter right = {
    .pc = PC,
    .issues = 1,
    .walks = 2,
    .completes = RESULT,
    .finishes = END,
    .op = {.how = SPU_OP_RETIRED,
           .kind = SPU_KIND_LDST_GENERAL,
           .va_valid = true,
           .pa_valid = true,
           .pa_ns = true,
           .va = VA,
           .pa = PA,
           .events = 0x3C},
};

static struct run the_run;  // too large for a stack

static struct run *open_run(struct spu_config config)
{
  struct run *run = &the_run;
  memset(run, 0, sizeof *run);
  bench_open_enabled(config);
  bench_msr(SPU_PMSCR_EL1, SPU_PMSCR_EL1_E0SPE | SPU_PMSCR_EL1_PA | SPU_PMSCR_EL1_TS);
  bench_msr(SPU_PMSCR_EL2, SPU_PMSCR_EL1_PA);
  struct core_truth_options options = core_truth_options_of(&b.spu->config);
  options.e1spe = false;
  core_truth_init(&run->truth, &options);
  run->observer = core_truth_observer(&run->truth);
  return run;
}

static void step(struct run *run)
{
  struct spu_in none;  // whatever it looks at there is wrong
  memset(&none, 0xA5, sizeof none);
  b.in.time_count = 1000 + run->cycle;
  bench_clean();
  core_truth_events(&run->truth, &run->events);
  run->observer.step(run->observer.context, run->cycle++, &none, &b.out, &b.vif, NULL, NULL);
  memset(&run->events, 0, sizeof run->events);
}

// What the core's trace says in a cycle of the load's life.
static void say_core(struct run *run, unsigned cycle)
{
  struct core_events *events = &run->events;
  switch (cycle) {
  case DISPATCH:
    say_dispatch(events, LOAD, PC, 0);
    break;
  case WALK:
    say_dispatch(events, NEXT, PC + 4, 0);
    events->walk_began = 1 << LOAD;
    events->walking = 1 << LOAD;
    break;
  case WALK + 1:
    events->walking = 1 << LOAD;
    break;
  case TRANSLATED:
    say_translated(events, LOAD, PA);
    events->missed = 1 << LOAD;
    break;
  case RESULT:
    events->completed = 1 << LOAD | 1 << NEXT;
    break;
  case END:
    say_access(say_retired(events, LOAD, PC, INSN_LD, 0), VA, true);
    break;
  case CYCLES - 1:
    say_retired(events, NEXT, PC + 4, INSN_NOP, 0);
    break;
  default:
    break;
  }
}

static void drive(const struct adapter *adapter, unsigned cycle)
{
  if (cycle == DISPATCH || cycle == WALK) {
    b.spu->regs.pmsicr = cycle == DISPATCH ? 1 : 1000;
    b.in.dispatch_valid = 1;
    b.in.dispatch_pc[0] = cycle == DISPATCH ? adapter->pc : PC + 4;
  }
  struct spu_op *op = &b.in.op[0];
  if (cycle == adapter->completes || cycle == adapter->finishes) {
    *op = adapter->op;
    op->completed = cycle == adapter->completes;
    op->finished = cycle == adapter->finishes;
  }
  op->issued = cycle == adapter->issues;
  op->xlate_busy = cycle >= WALK && cycle < WALK + adapter->walks;
}

// The load's life, its verdict, and its record.
static void execute(struct run *run, const struct adapter *adapter)
{
  for (unsigned cycle = DISPATCH; cycle < CYCLES; cycle++) {
    say_core(run, cycle);
    drive(adapter, cycle);
    if (cycle == adapter->finishes + 1) {
      b.seen.verdict_valid = true;
    }
    if (cycle == adapter->finishes + 2) {
      b.seen.start_valid = true;
    }
    if (cycle == adapter->finishes + 3) {
      bench_translate(0x40000000);
    }
    if (cycle == adapter->finishes + 4) {
      bench_respond(0);
    }
    if (cycle == adapter->finishes + 5) {
      b.seen.commit_valid = true;
    }
    step(run);
  }
}

TEST(right_adapter_passes)
{
  static const char *const configs[] = {"base", "v8.7", "v9.6"};
  for (size_t i = 0; i < sizeof configs / sizeof configs[0]; i++) {
    struct run *run = open_run(bench_named(configs[i]));
    struct tb_error error = {""};
    execute(run, &right);
    if (!core_truth_finish(&run->truth, &error)) {
      fail_msg("%s: %s", configs[i], error.text);
    }
    assert_int_equal(run->truth.counts.decided, 1);
    assert_int_equal(run->truth.counts.population, 2);
  }
}

static void expect_found(const struct adapter *adapter, const char *words)
{
  struct run *run = open_run(bench_base());
  execute(run, adapter);
  (void)core_truth_finish(&run->truth, &(struct tb_error){""});
  const char *line = core_truth_contradiction(&run->truth);
  assert_non_null(line);
  const char *found = strrchr(line, ';');
  assert_non_null(found);
  assert_string_equal(found + 2, words);
}

#define EXPECT_FOUND(change, words)  \
  do {                               \
    struct adapter adapter = right;  \
    change;                          \
    expect_found(&adapter, (words)); \
  } while (0)

TEST(mistake_of_the_adapter_is_found)
{
  EXPECT_FOUND(adapter.pc += 4, "PC: the trace says 0x8000000000010400, the record says 0x8000000000010404");
  EXPECT_FOUND(adapter.issues = 2, "issue latency: the trace says 1, the record says 2");
  EXPECT_FOUND(adapter.issues = 0, "issue latency: the trace says 1, the record says 6");
  EXPECT_FOUND(adapter.walks = 1, "translation latency: the trace says 2, the record says 1");
  EXPECT_FOUND(adapter.completes = RESULT + 1, "total latency: the trace says 6, the record says 7");
  EXPECT_FOUND(adapter.completes = END, "total latency: the trace says 6, the record says 9");
  EXPECT_FOUND(adapter.finishes = END - 1, "verdict: the operation has not ended");
  EXPECT_FOUND(adapter.op.how = SPU_OP_EXCEPTION,
               "events: the trace says 0x3e, event 0 clear, the record says 0x3f");
  EXPECT_FOUND(adapter.op.kind = SPU_KIND_OTHER,
               "data virtual address: the trace says 0x3f80005008, the record says nothing");
  EXPECT_FOUND(adapter.op.store = true,
               "operation type: the trace says class 1, subclass 0x00 (0x0004b503), the record "
               "says class 1, subclass 0x01");
  EXPECT_FOUND(adapter.op.va_valid = false,
               "data virtual address: the trace says 0x3f80005008, the record says nothing");
  EXPECT_FOUND(adapter.op.va += 8,
               "data virtual address: the trace says 0x3f80005008, the record says 0x3f80005010");
  EXPECT_FOUND(adapter.op.pa_valid = false,
               "data physical address: the trace says 0x8000000080002008, the record says nothing");
  EXPECT_FOUND(
      adapter.op.pa += 0x1000,
      "data physical address: the trace says 0x8000000080002008, the record says 0x8000000080003008");
  EXPECT_FOUND(adapter.op.pa_ns = false,
               "data physical address: the trace says 0x8000000080002008, the record says 0x80002008");
  EXPECT_FOUND(adapter.op.events = 0x34, "events: the trace says 0x3e, event 3 set, the record says 0x36");
  EXPECT_FOUND(adapter.op.events = 0xBC, "events: the trace says 0x3e, event 7 clear, the record says 0xbe");
}
