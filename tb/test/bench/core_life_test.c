// SPDX-License-Identifier: Apache-2.0
//
// The core model: order and number of what it dispatches, and the life it reports for marked operations
// (requirements C5, D3, D4, D5, D6 are tested with what it drives).
#include "env/core.h"
#include "test/test.h"

#include "env/cache.h"

#include <string.h>

enum {                      // A64 opcodes
  OP_ADD = 0x8B010000,      // ADD X0, X0, X1
  OP_LOAD = 0xF9400041,     // LDR X1, [X2]
  OP_STORE = 0xF9000041,    // STR X1, [X2]
  OP_DIVIDE = 0x9AC10C00,   // SDIV X0, X0, X1
  OP_COMPARE = 0xEB01001F,  // CMP X0, X1
  OP_LOOP = 0x54FFFF81,     // B.NE, backwards
  OP_BRANCH = 0x14000000,   // B; where to is the trace's
  OP_SVC = 0xD4000001
};

#define LOAD_ADDRESS UINT64_C(0x00007F1234567FC0)

// A program: a table of operations, repeated.
struct program {
  struct trace_op ops[16];
  uint32_t count;
  uint32_t rounds;
  uint32_t next, round;
  // If not 0: the operation before this one skips it and the next in every other round, at random.
  uint32_t surprise;
  bool fails;
};

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
  *op = program->ops[program->next++];
  if (program->surprise != 0 && program->next == program->surprise &&
      (program->round * 0x9E3779B9U >> 16 & 1) != 0) {
    program->next += 2;
    op->next_pc += 8;
  }
  if (program->next == program->count) {
    program->next = 0;
    program->round++;
    op->next_pc = program->round == program->rounds ? op->pc + 4 : program->ops[0].pc;
  }
  return TRACE_OP;
}

static void add(struct program *program, uint32_t opcode, uint64_t address)
{
  const uint64_t pc = 0x400000U + 4U * program->count;
  program->ops[program->count++] = (struct trace_op){
      .pc = pc, .next_pc = pc + 4, .opcode = opcode, .address = address, .has_address = address != 0};
}

// Marks an operation whenever none is in flight, and keeps what its report says.
struct marker {
  uint64_t interval;  // operations between marks; 0: none
  uint64_t left;      // before the next one
  bool busy;          // tag 0 is in flight
  uint64_t marks;
  uint64_t pc;
  uint64_t marked_at, issued_at, xlate;  // cycles
  // Of the last one that finished.
  uint64_t finished;  // how many have
  struct spu_op op;
  uint64_t total;
};

static void follow(struct marker *marker, uint64_t cycle, const struct spu_op *op)
{
  marker->xlate += op->xlate_busy;
  marker->issued_at = op->issued ? cycle : marker->issued_at;
  if (op->finished) {
    marker->busy = false;
    marker->finished++;
    marker->op = *op;
    marker->total = cycle - marker->marked_at;
  }
}

// One cycle: the outputs that the core sees.
static struct spu_out mark(struct marker *marker, uint64_t cycle, const struct spu_in *in)
{
  struct spu_out out = {0};
  const bool busy = marker->busy;
  if (busy) {
    follow(marker, cycle, &in->op[0]);
  }
  for (unsigned slot = 0; slot < SPU_MAX_SLOTS; slot++) {
    if ((in->dispatch_valid >> slot & 1) == 0) {
      continue;
    }
    marker->left -= marker->left > 0;
    if (marker->left == 0 && !busy && !out.mark_valid) {
      out.mark_valid = true;
      out.mark_slot = (uint8_t)slot;
      marker->left = marker->interval;
      marker->busy = true;
      marker->marks++;
      marker->pc = in->dispatch_pc[slot];
      marker->marked_at = marker->issued_at = cycle;
      marker->xlate = 0;
    }
  }
  return out;
}

struct bench {
  struct program program;
  struct spu_config config;
  struct core *core;
  struct marker marker;
  struct spu_in in;
  struct tb_error error;
  uint64_t cycle;
  // What was seen.
  uint64_t dispatched;
  uint64_t next_wrong;             // operations that did not follow the program's order
  struct spu_op op;                // of the last operation whose PC is `watch` (any if 0)
  const struct core_model *model;  // null: the default
  uint64_t watch;
  uint64_t total, issue, xlate;
  uint64_t seen;      // operations of `watch`
  uint64_t squashed;  // operations of any PC
};

static struct bench bench;

static int setup(void **state)
{
  bench = (struct bench){.config = {.dispatch_width = 4,
                                    .in_flight = 1,
                                    .events_bytes = 2,
                                    .source_bytes = 1,
                                    .have_el2 = true,
                                    .have_el3 = true}};
  bench.program.rounds = 1;
  *state = &bench;
  return 0;
}

static int teardown(void **state)
{
  (void)state;
  core_destroy(bench.core);
  return 0;
}

static void start(bool wrong_path)
{
  const struct core_options options = {
      .config = &bench.config, .wrong_path = wrong_path, .model = bench.model};
  const struct core_source source = {.context = &bench.program, .next = next_op};
  bench.core = core_create(&options, &source);
  assert_non_null(bench.core);
}

// Runs to the end of the program, marking whenever the tag is free.
static void run(uint64_t max_clocks)
{
  const struct marker *marker = &bench.marker;
  while (!core_ended(bench.core) || !core_idle(bench.core, bench.cycle)) {
    const uint64_t finished = marker->finished;
    core_drive(bench.core, bench.cycle, true, &bench.in);
    const struct spu_out out = mark(&bench.marker, bench.cycle, &bench.in);
    if (!core_observe(bench.core, &out, &bench.error)) {
      return;
    }
    if (marker->finished != finished) {
      const bool squashed = marker->op.how == SPU_OP_SQUASHED;
      bench.squashed += squashed;
      if ((bench.watch == 0 || bench.watch == marker->pc) && !squashed) {
        bench.seen++;
        bench.op = marker->op;
        bench.total = marker->total;
        bench.issue = marker->issued_at - marker->marked_at;
        bench.xlate = marker->xlate;
      }
    }
    bench.dispatched += (uint64_t)__builtin_popcount(bench.in.dispatch_valid);
    bench.cycle++;
    assert_true(bench.cycle < max_clocks);
  }
}

TEST_WITH(every_operation_is_dispatched_once, setup, teardown)  // C5
{
  for (int i = 0; i < 9; i++) {
    add(&bench.program, OP_ADD, 0);
  }
  add(&bench.program, OP_LOOP, 0);
  bench.program.rounds = 500;
  start(true);
  run(100000);
  const struct core_counts counts = core_get_counts(bench.core);
  assert_int_equal(counts.executed, 5000);
  assert_int_equal(counts.executed + counts.wrong_path, bench.dispatched);
  assert_int_equal(counts.branches, 500);
  assert_int_equal(counts.taken, 499);  // not the last, which ends the loop
  assert_int_equal(bench.marker.marks, bench.seen + bench.squashed);
  assert_true(counts.mispredicted >= 1 && counts.mispredicted < 50);
}

static uint64_t executed_sum;

static void sum(void *context, uint64_t pc, uint64_t executed)
{
  (void)context;
  assert_true(pc >= 0x400000 && pc < 0x400010);
  assert_int_equal(executed, 50);
  executed_sum += executed;
}

TEST_WITH(histogram_leaves_wrong_paths_out, setup, teardown)
{
  for (int i = 0; i < 3; i++) {
    add(&bench.program, OP_ADD, 0);
  }
  add(&bench.program, OP_LOOP, 0);
  bench.program.rounds = 50;
  start(true);
  run(10000);
  executed_sum = 0;
  core_each_pc(bench.core, sum, NULL);
  assert_int_equal(executed_sum, 200);
}

TEST_WITH(first_load_misses_everywhere, setup, teardown)  // D3, D5
{
  add(&bench.program, OP_LOAD, LOAD_ADDRESS);
  start(false);
  run(1000);
  assert_int_equal(bench.seen, 1);
  assert_int_equal(bench.op.kind, SPU_KIND_LDST_GENERAL);
  assert_false(bench.op.store);
  assert_true(bench.op.va_valid && bench.op.pa_valid && bench.op.va_tbi && bench.op.pa_ns);
  assert_true(bench.op.va == LOAD_ADDRESS);
  assert_int_equal(bench.op.pa & 0xFFF, 0xFC0);
  // L1D access and refill, TLB access and walk, LLC access and miss
  assert_int_equal(bench.op.events, 1 << 2 | 1 << 3 | 1 << 4 | 1 << 5 | 1 << 8 | 1 << 9);
  assert_true(bench.op.source_valid);
  assert_int_equal(bench.op.source, 0xE);
  assert_int_equal(bench.issue, 1);
  assert_in_range(bench.xlate, 20, 60);
  assert_in_range(bench.total, 150 + bench.xlate, 250 + bench.xlate);
}

TEST_WITH(second_load_hits, setup, teardown)  // D3, D5
{
  add(&bench.program, OP_LOAD, LOAD_ADDRESS);
  add(&bench.program, OP_SVC, 0);
  add(&bench.program, OP_LOAD, LOAD_ADDRESS + 8);
  bench.watch = 0x400008;
  start(false);
  run(2000);
  assert_int_equal(bench.seen, 1);
  assert_int_equal(bench.op.events, 1 << 2 | 1 << 4);
  assert_int_equal(bench.op.source, 0x0);
  assert_int_equal(bench.xlate, 0);
  assert_int_equal(bench.total, bench.issue + 4);
}

TEST_WITH(source_is_coded_as_the_chosen_core_does, setup, teardown)
{
  bench.model = core_model_find("ampere1a");
  add(&bench.program, OP_LOAD, LOAD_ADDRESS);
  add(&bench.program, OP_SVC, 0);
  add(&bench.program, OP_LOAD, LOAD_ADDRESS + 8);
  bench.watch = 0x400008;
  start(false);
  run(2000);
  assert_true(bench.op.source_valid);
  assert_int_equal(bench.op.source, 8);  // L1 data cache
  assert_int_equal(bench.op.events, 1 << 2 | 1 << 4);
}

TEST_WITH(store_does_not_wait_for_memory, setup, teardown)  // D3, D5
{
  add(&bench.program, OP_STORE, LOAD_ADDRESS);
  start(false);
  run(2000);
  assert_true(bench.op.store && bench.op.va_valid);
  assert_false(bench.op.source_valid);
  assert_in_range(bench.total, 1, 60);
}

TEST_WITH(dependent_operation_waits_to_issue, setup, teardown)  // D3: issue latency
{
  add(&bench.program, OP_LOAD, LOAD_ADDRESS);  // writes X1
  add(&bench.program, OP_ADD, 0);              // reads X1
  bench.config.in_flight = 1;
  bench.watch = 0x400004;
  bench.marker.left = 2;
  bench.marker.interval = 100;
  start(false);
  run(2000);
  assert_int_equal(bench.seen, 1);
  assert_in_range(bench.issue, 150, 300);
  assert_int_equal(bench.total, bench.issue + 1);
}

TEST_WITH(split_access_is_flagged_from_spev1p1, setup, teardown)  // D5: event 11 from FEAT_SPEv1p1 on
{
  add(&bench.program, OP_LOAD, LOAD_ADDRESS + 60);
  bench.config.spe_version = 1;
  start(false);
  run(2000);
  assert_true((bench.op.events >> 11 & 1) != 0);
  core_destroy(bench.core);
  assert_int_equal(setup(state), 0);
  add(&bench.program, OP_LOAD, LOAD_ADDRESS + 60);
  start(false);
  run(2000);
  assert_int_equal(bench.op.events >> 11 & 1, 0);
}

// The last operation's report, after a run of its own.
static struct spu_op report_of(uint32_t opcode, uint64_t address)
{
  struct program *program = &bench.program;
  *program = (struct program){.rounds = 1};
  core_destroy(bench.core);
  bench.marker = (struct marker){0};
  bench.in = (struct spu_in){0};
  bench.cycle = 0;
  add(program, opcode, address);
  start(false);
  run(10000);
  return bench.op;
}

TEST_WITH(sve_operation_is_reported_as_it_is, setup, teardown)  // D5
{
  struct spu_op op = report_of(0xA54044A0, LOAD_ADDRESS);  // LD1W {Z0.S}, P1/Z, [X5, X0, LSL #2]
  assert_int_equal(op.kind, SPU_KIND_LDST_SVE);
  assert_true(op.predicated && !op.store && !op.gather_scatter && op.va_valid && op.va == LOAD_ADDRESS);
  op = report_of(0xE5408440, 0);  // ST1W {Z0.S}, P1, [X2, Z0.S, UXTW]
  assert_int_equal(op.kind, SPU_KIND_LDST_SVE);
  assert_true(op.predicated && op.store && op.gather_scatter && !op.va_valid);
  op = report_of(0x65A50083, 0);  // FMLA Z3.S, P0/M, Z4.S, Z5.S
  assert_int_equal(op.kind, SPU_KIND_SVE);
  assert_true(op.predicated && op.fp && !op.va_valid);
  op = report_of(0x04A20020, 0);  // ADD Z0.S, Z1.S, Z2.S
  assert_int_equal(op.kind, SPU_KIND_SVE);
  assert_true(!op.predicated && !op.fp);
  op = report_of(0x80832043, 0);  // FMOPA ZA3.S, P0/M, P1/M, Z2.S, Z3.S
  assert_true(op.kind == SPU_KIND_SME && op.fp && op.simd);
  op = report_of(0xE12063EF, LOAD_ADDRESS);  // STR ZA
  assert_true(op.kind == SPU_KIND_LDST_SVE && op.store && !op.predicated && op.va_valid);
}

TEST_WITH(sve_load_without_address_takes_as_long_as_a_hit, setup, teardown)  // D3
{
  (void)report_of(0x85204440, 0);  // LD1W {Z0.S}, P1/Z, [X2, Z0.S, UXTW #2]
  assert_int_equal(bench.total, 1 + CACHE_L1_CLOCKS);
}

TEST_WITH(supervisor_call_takes_an_exception, setup, teardown)  // D6
{
  add(&bench.program, OP_SVC, 0);
  add(&bench.program, OP_ADD, 0);
  bench.watch = 0x400000;
  start(true);
  run(2000);
  assert_int_equal(bench.op.how, SPU_OP_EXCEPTION);
  assert_int_equal(bench.op.kind, SPU_KIND_OTHER);
  assert_false(bench.op.target_valid);
  assert_true(bench.cycle > 200);  // the operating system's time
}

TEST_WITH(branch_report_describes_the_branch, setup, teardown)  // D4, D5, D7
{
  add(&bench.program, OP_ADD, 0);
  add(&bench.program, OP_LOOP, 0);
  bench.program.rounds = 2;
  bench.watch = 0x400004;
  bench.marker.left = 2;  // the first branch: taken, and not expected to be
  bench.marker.interval = 100;
  start(true);
  run(2000);
  assert_int_equal(bench.seen, 1);
  assert_int_equal(bench.op.kind, SPU_KIND_BRANCH);
  assert_true(bench.op.cond && !bench.op.indirect && bench.op.target_valid);
  assert_int_equal(bench.op.target, 0x400000);
  assert_int_equal(bench.op.events, 1 << 7);
  core_destroy(bench.core);
  assert_int_equal(setup(state), 0);
  add(&bench.program, OP_ADD, 0);
  add(&bench.program, OP_LOOP, 0);
  start(true);
  run(2000);
  assert_int_equal(bench.op.kind, SPU_KIND_OTHER);
  bench.watch = 0x400004;
  core_destroy(bench.core);
  bench.program.round = bench.program.next = 0;
  bench.cycle = 0;
  bench.marker.left = 2;
  bench.marker.interval = 100;
  start(true);
  run(2000);
  assert_true(bench.op.target_valid);  // where it goes on
  assert_int_equal(bench.op.target, 0x400008);
  assert_int_equal(bench.op.events, 1 << 6);
}

TEST_WITH(previous_branch_is_the_last_taken_one, setup, teardown)  // D4: FEAT_SPE_PBT
{
  add(&bench.program, OP_ADD, 0);
  add(&bench.program, OP_LOOP, 0);
  add(&bench.program, OP_ADD, 0);
  bench.program.ops[1].next_pc = bench.program.ops[2].pc + 0x1000;
  bench.program.ops[2].pc += 0x1000;
  bench.program.ops[2].next_pc += 0x1000;
  bench.config.have_pbt = true;
  bench.watch = bench.program.ops[2].pc;
  bench.marker.interval = 1;
  start(false);
  run(5000);
  assert_int_equal(bench.seen, 1);
  assert_true(bench.op.previous_valid && bench.op.previous_ns);
  assert_int_equal(bench.op.previous, bench.program.ops[2].pc);
  assert_int_equal(bench.op.previous_el, SPU_EL0);
  // Before the first branch it is not known; without the feature it never is.
  for (int have = 0; have <= 1; have++) {
    core_destroy(bench.core);
    assert_int_equal(setup(state), 0);
    add(&bench.program, OP_ADD, 0);
    bench.config.have_pbt = have != 0;
    start(false);
    run(2000);
    assert_int_equal(bench.seen, 1);
    assert_false(bench.op.previous_valid);
  }
}

// A program that is a branch in each of several pages, to the next of them, in as many rounds. No two are at the same
// place of their pages, as far as there are that many, so they share no set of the instruction cache.
struct pages {
  uint64_t pages, rounds, next;
};

static uint64_t branch_of_page(const struct pages *pages, uint64_t number)
{
  const uint64_t page = number % pages->pages;
  return 0x400000 + 4096 * page + CACHE_LINE_BYTES * (page % (4096 / CACHE_LINE_BYTES));
}

static enum trace_result next_page(void *context, struct trace_op *op, struct tb_error *error)
{
  (void)error;
  struct pages *pages = context;
  const uint64_t number = pages->next++;
  *op = (struct trace_op){
      .pc = branch_of_page(pages, number), .next_pc = branch_of_page(pages, number + 1), .opcode = OP_BRANCH};
  return number < pages->pages * pages->rounds ? TRACE_OP : TRACE_END;
}

// Its counts; *cycles receives what the run takes. The last operation that is marked may end it a cycle later.
static struct core_counts run_pages(uint64_t number, uint64_t rounds, uint64_t *cycles)
{
  struct pages pages = {.pages = number, .rounds = rounds};
  const struct core_options options = {.config = &bench.config};
  core_destroy(bench.core);
  bench.core = core_create(&options, &(struct core_source){.context = &pages, .next = next_page});
  assert_non_null(bench.core);
  bench.cycle = 0;
  bench.marker = (struct marker){.interval = 0};
  run(1000000);
  *cycles = bench.cycle;
  return core_get_counts(bench.core);
}

TEST_WITH(instruction_misses_are_those_of_lines_and_pages, setup, teardown)
{
  uint64_t cycles[2];
  // 64 pages are all that the first level of the TLB has: each misses once.
  struct core_counts counts = run_pages(64, 3, &cycles[0]);
  assert_int_equal(counts.itlb_refills, 64);
  assert_int_equal(counts.l1i_refills, 64);
  assert_int_equal(counts.branches, 192);
  assert_int_equal(counts.taken, 192);
  run_pages(64, 13, &cycles[1]);
  assert_in_range(cycles[1] - cycles[0], 640 - 1, 640 + 1);
  // Of 80 that are used in turn the one that comes next is gone. The second level and the cache have them all.
  counts = run_pages(80, 3, &cycles[0]);
  assert_int_equal(counts.itlb_refills, 240);
  assert_int_equal(counts.l1i_refills, 80);
  run_pages(80, 13, &cycles[1]);
  assert_in_range(cycles[1] - cycles[0], 800 * (1 + 5) - 1, 800 * (1 + 5) + 1);
  // Lines of a page count on their own.
  for (int i = 0; i < 16; i++) {
    add(&bench.program, OP_ADD, 0);
    bench.program.ops[i].pc = 0x400000U + 32U * (uint64_t)i;
    bench.program.ops[i].next_pc = bench.program.ops[i].pc + 4;
  }
  core_destroy(bench.core);
  start(false);
  run(100000);
  counts = core_get_counts(bench.core);
  assert_int_equal(counts.l1i_refills, 8);
  assert_int_equal(counts.itlb_refills, 1);
}

// Totals of the pmu_event pins over a run.
TEST_WITH(events_of_the_core_are_those_of_the_program, setup, teardown)  // C4, P1
{
  uint64_t total[SPU_MAX_PMU_EVENTS] = {0};
  for (int i = 0; i < 3; i++) {
    add(&bench.program, OP_LOAD, LOAD_ADDRESS + 64 * (uint64_t)i);
  }
  add(&bench.program, OP_STORE, LOAD_ADDRESS);
  add(&bench.program, OP_LOOP, 0);
  bench.program.rounds = 100;
  static const uint16_t reported[] = {0x08, 0x06, 0x07, 0x04, 0x03, 0x21, 0x40, 0x39, 0x3F, 0x3E, 0x3D};
  memset(bench.config.pmu_events, 0, sizeof bench.config.pmu_events);
  for (size_t i = 0; i < sizeof reported / sizeof reported[0]; i++) {
    bench.config.pmu_events[2 * i + 1] = reported[i];
  }
  start(true);
  for (uint64_t cycle = 0; !core_ended(bench.core) || !core_idle(bench.core, cycle); cycle++) {
    assert_true(cycle < 100000);
    core_drive(bench.core, cycle, true, &bench.in);
    for (int event = 0; event < SPU_MAX_PMU_EVENTS; event++) {
      assert_true(bench.in.pmu_event[event] <= 15);
      total[event] += bench.in.pmu_event[event];
    }
  }
  const struct core_counts counts = core_get_counts(bench.core);
  assert_int_equal(total[1], counts.executed);           // INST_RETIRED
  assert_int_equal(total[3], 300);                       // LD_RETIRED
  assert_int_equal(total[5], 100);                       // ST_RETIRED
  assert_int_equal(total[7], counts.accesses);           // L1D_CACHE
  assert_int_equal(total[9], counts.l1d_refills);        // L1D_CACHE_REFILL
  assert_int_equal(total[11], counts.branches);          // BR_RETIRED
  assert_int_equal(total[13], 300);                      // L1D_CACHE_RD
  assert_true(total[15] != 0 && total[15] == total[9]);  // L1D_CACHE_LMISS_RD: the store hits
  assert_true(total[17] != 0);                           // STALL_SLOT
  assert_int_equal(total[17], total[19] + total[21]);    // is at the front or at the back
  for (size_t pin = 0; pin < SPU_MAX_PMU_EVENTS; pin++) {
    assert_true(bench.config.pmu_events[pin] != 0 || total[pin] == 0);
  }
}

TEST_WITH(wrong_path_is_squashed, setup, teardown)  // D6
{
  // A branch that nobody can predict, and that takes a while to resolve.
  add(&bench.program, OP_DIVIDE, 0);
  add(&bench.program, OP_DIVIDE, 0);
  add(&bench.program, OP_COMPARE, 0);
  add(&bench.program, OP_LOOP, 0);
  for (int i = 4; i < 16; i++) {
    add(&bench.program, OP_ADD, 0);
  }
  bench.program.ops[15].opcode = OP_LOOP;
  bench.program.surprise = 4;
  bench.program.rounds = 300;
  bench.marker.interval = 19;
  start(true);
  run(200000);
  const struct core_counts counts = core_get_counts(bench.core);
  assert_in_range(counts.executed, 300 * 14, 300 * 16);
  assert_true(counts.wrong_path > 0);
  assert_true(bench.squashed > 0);
  assert_int_equal(bench.marker.marks, bench.seen + bench.squashed);
  core_destroy(bench.core);
  bench.program.round = bench.program.next = 0;
  bench.cycle = 0;
  bench.squashed = 0;
  start(false);
  run(200000);
  assert_int_equal(core_get_counts(bench.core).wrong_path, 0);
  assert_int_equal(bench.squashed, 0);
}

TEST_WITH(mark_of_an_empty_slot_is_caught, setup, teardown)
{
  add(&bench.program, OP_ADD, 0);
  start(false);
  core_drive(bench.core, 0, false, &bench.in);
  assert_int_equal(bench.in.dispatch_valid, 0);
  assert_false(core_observe(bench.core, &(struct spu_out){.mark_valid = true}, &bench.error));
  assert_non_null(strstr(bench.error.text, "slot 0 carries no operation"));
}

TEST_WITH(damaged_trace_is_reported, setup, teardown)
{
  add(&bench.program, OP_ADD, 0);
  bench.program.fails = true;
  start(false);
  run(1000);
  assert_string_equal(bench.error.text, "demo.trace: ends in the middle");
}
