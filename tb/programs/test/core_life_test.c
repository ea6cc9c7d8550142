// SPDX-License-Identifier: Apache-2.0
//
// The core model: order and number of the operations that it dispatches, and the life of marked operations at the pins.
// Runs of programs test requirements C5, D3, D4, D5 and D6 with it.
#include "programs/core/cache.h"
#include "programs/test/core_bench.h"

#include <string.h>

// Marked operations.
static struct {
  uint64_t watch;     // PC; 0: any
  uint64_t seen;      // operations at `watch`
  uint64_t squashed;  // operations at any PC
  struct spu_op op;   // the last one at `watch`
  uint64_t total, issue, xlate;
} life;

static void see(const struct observed_op *observed)
{
  const bool squashed = observed->end.how == SPU_OP_SQUASHED;
  life.squashed += squashed;
  if ((life.watch == 0 || life.watch == observed->pc) && !squashed) {
    life.seen++;
    life.op = observed->end;
    life.total = observed->finished - observed->marked;
    life.issue = observed->issued != 0 ? observed->issued - observed->marked : 0;
    life.xlate = observed->xlate;
  }
}

static int setup(void **state)
{
  (void)state;
  memset(&life, 0, sizeof life);
  bench = (struct bench){.config = {.dispatch_width = 4,
                                    .in_flight = 1,
                                    .events_bytes = 2,
                                    .source_bytes = 1,
                                    .have_el2 = true,
                                    .have_el3 = true},
                         .on_finish = see};
  bench.program.rounds = 1;
  return 0;
}

CORE_TEST(every_operation_is_dispatched_once)  // C5
{
  for (int i = 0; i < 9; i++) {
    add(OP_ADD, 0);
  }
  add(OP_LOOP, 0);
  bench.program.rounds = 500;
  simulate(true, 100000);
  const struct core_counts counts = core_get_counts(bench.core);
  assert_int_equal(counts.executed, 5000);
  assert_int_equal(counts.executed + counts.wrong_path, bench.dispatched);
  assert_int_equal(counts.branches, 500);
  assert_int_equal(counts.taken, 499);  // the last one ends the loop
  assert_int_equal(bench.marks, life.seen + life.squashed);
  assert_true(counts.mispredicted >= 1 && counts.mispredicted < 50);
}

static uint64_t executed_sum;

static void sum(void *context, uint64_t pc, const struct code_entry *code)
{
  (void)context;
  assert_true(pc >= 0x400000 && pc < 0x400010);
  assert_int_equal(code->executed, 50);
  executed_sum += code->executed;
}

CORE_TEST(histogram_leaves_wrong_paths_out)
{
  ADD(OP_ADD, OP_ADD, OP_ADD, OP_LOOP);
  bench.program.rounds = 50;
  simulate(true, 10000);
  executed_sum = 0;
  core_each_pc(bench.core, sum, NULL);
  assert_int_equal(executed_sum, 200);
}

CORE_TEST(first_load_misses_everywhere)  // D3, D5
{
  add(OP_LOAD, LOAD_ADDRESS);
  simulate(false, 1000);
  assert_int_equal(life.seen, 1);
  assert_int_equal(life.op.kind, SPU_KIND_LDST_GENERAL);
  assert_false(life.op.store);
  assert_true(life.op.va_valid && life.op.pa_valid && life.op.va_tbi && life.op.pa_ns);
  assert_true(life.op.va == LOAD_ADDRESS);
  assert_int_equal(life.op.pa & 0xFFF, 0xFC0);
  // L1D access and refill, TLB access and walk, LLC access and miss
  assert_int_equal(life.op.events, 1 << 2 | 1 << 3 | 1 << 4 | 1 << 5 | 1 << 8 | 1 << 9);
  assert_true(life.op.source_valid);
  assert_int_equal(life.op.source, 0xE);
  assert_int_equal(life.issue, 1);
  assert_in_range(life.xlate, 20, 60);
  assert_in_range(life.total, 150 + life.xlate, 250 + life.xlate);
}

CORE_TEST(second_load_hits)  // D3, D5
{
  ADD(OP_LOAD, OP_SVC);
  add(OP_LOAD, LOAD_ADDRESS + 8);
  life.watch = 0x400008;
  simulate(false, 2000);
  assert_int_equal(life.seen, 1);
  assert_int_equal(life.op.events, 1 << 2 | 1 << 4);
  assert_int_equal(life.op.source, 0x0);
  assert_int_equal(life.xlate, 0);
  assert_int_equal(life.total, life.issue + 4);
}

CORE_TEST(source_is_coded_as_the_chosen_core_does)
{
  bench.model = core_model_find("ampere1a");
  ADD(OP_LOAD, OP_SVC);
  add(OP_LOAD, LOAD_ADDRESS + 8);
  life.watch = 0x400008;
  simulate(false, 2000);
  assert_true(life.op.source_valid);
  assert_int_equal(life.op.source, 8);  // L1 data cache
  assert_int_equal(life.op.events, 1 << 2 | 1 << 4);
}

CORE_TEST(store_does_not_wait_for_memory)  // D3, D5
{
  add(OP_STORE, LOAD_ADDRESS);
  simulate(false, 2000);
  assert_true(life.op.store && life.op.va_valid);
  assert_false(life.op.source_valid);
  assert_in_range(life.total, 1, 60);
}

CORE_TEST(dependent_operation_waits_to_issue)  // D3: issue latency
{
  add(OP_LOAD, LOAD_ADDRESS);  // writes X1
  add(OP_ADD, 0);              // reads X1
  bench.config.in_flight = 1;
  life.watch = 0x400004;
  bench.left = 2;
  bench.interval = 100;
  simulate(false, 2000);
  assert_int_equal(life.seen, 1);
  assert_in_range(life.issue, 150, 300);
  assert_int_equal(life.total, life.issue + 1);
}

CORE_TEST(split_access_is_flagged_from_spev1p1)  // D5: event 11 from FEAT_SPEv1p1 on
{
  add(OP_LOAD, LOAD_ADDRESS + 60);
  bench.config.spe_version = 1;
  simulate(false, 2000);
  assert_true((life.op.events >> 11 & 1) != 0);
  again();
  add(OP_LOAD, LOAD_ADDRESS + 60);
  simulate(false, 2000);
  assert_int_equal(life.op.events >> 11 & 1, 0);
}

static void add_sve(uint32_t opcode, uint64_t address, uint32_t vector_bits)
{
  add(opcode, address);
  bench.program.ops[bench.program.count - 1].vectors.bits = vector_bits;
}

// The report of one operation with these vector lengths, from a run of that operation alone.
static struct spu_op report_with(uint32_t opcode, uint64_t address, struct trace_vectors vectors)
{
  bench.program = (struct program){.rounds = 1};
  add(opcode, address);
  bench.program.ops[0].vectors = vectors;
  simulate(false, 10000);
  return life.op;
}

static struct spu_op report_of(uint32_t opcode, uint64_t address, uint32_t vector_bits)
{
  return report_with(opcode, address, (struct trace_vectors){.bits = vector_bits});
}

CORE_TEST(sve_operation_has_its_class_and_length)  // D5
{
  struct spu_op op = report_of(0xA54044A0, LOAD_ADDRESS, 256);  // LD1W {Z0.S}, P1/Z, [X5, X0, LSL #2]
  assert_int_equal(op.kind, SPU_KIND_LDST_SVE);
  assert_true(op.predicated && !op.store && !op.gather_scatter && op.va_valid && op.va == LOAD_ADDRESS);
  assert_int_equal(op.evl, 3);
  op = report_of(0xE5408440, 0, 2048);  // ST1W {Z0.S}, P1, [X2, Z0.S, UXTW]
  assert_int_equal(op.kind, SPU_KIND_LDST_SVE);
  assert_true(op.predicated && op.store && op.gather_scatter && !op.va_valid);
  assert_int_equal(op.evl, 6);
  op = report_of(0x65A50083, 0,
                 384);  // FMLA Z3.S, P0/M, Z4.S, Z5.S; a length that is no power of two is rounded up
  assert_int_equal(op.kind, SPU_KIND_SVE);
  assert_true(op.predicated && op.fp && !op.va_valid);
  assert_int_equal(op.evl, 4);
  op = report_of(0x04A20020, 0, 0);  // ADD Z0.S, Z1.S, Z2.S; of unknown length
  assert_int_equal(op.kind, SPU_KIND_SVE);
  assert_true(!op.predicated && !op.fp && op.evl == 0);
  op = report_of(OP_ADD, 0, 512);
  assert_true(op.kind == SPU_KIND_OTHER && op.evl == 0);
}

// The same with SME, in Streaming SVE mode or not.
static struct spu_op sme_report_of(uint32_t opcode, uint64_t address, uint32_t streaming_bits, bool streaming)
{
  return report_with(opcode, address,
                     (struct trace_vectors){streaming ? streaming_bits : 256, streaming_bits, streaming});
}

CORE_TEST(sme_operation_has_its_type_and_tile_size)  // N5
{
  static const struct {
    uint32_t opcode;
    const char *text;
    uint32_t bits;
    bool fp;
    unsigned ets;
  } rows[] = {
      {0x80832043, "fmopa za3.s, p0/m, p1/m, z2.s, z3.s", 128, true, 2},  // 4 rows of 4 words
      {0x80832043, "fmopa za3.s, p0/m, p1/m, z2.s, z3.s", 512, true, 6},  // 16 of 16
      {0xA0832040, "smopa za0.s, p0/m, p1/m, z2.b, z3.b", 2048, false, 10},
      {0x80C33FF7, "fmops za7.d, p7/m, p1/m, z31.d, z3.d", 256, true, 3},  // 4 of 4 doublewords
      {0xC0902041, "addha za1.s, p0/m, p1/m, z2.s", 384, false, 6},  // 12 of 12: 36 times 128, rounded up
      {0xC0820C2B, "mova z11.s, p3/m, za0h.s[w12, 1]", 512, false, 2},
      {0xC0820C2B, "mova z11.s, p3/m, za0h.s[w12, 1]", 0, false, 0},
      {0xC00800FF, "zero {za}", 512, false, 15},
      {0xC00800AA, "zero {za1.h}", 512, false, 7},
      {0xC0080000, "zero {}", 512, false, 0},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    const struct spu_op op = sme_report_of(rows[i].opcode, 0, rows[i].bits, true);
    if (op.kind != SPU_KIND_SME || op.ets != rows[i].ets || op.fp != rows[i].fp || !op.simd || op.evl != 0) {
      fail_msg("%s of %u bits: expected ETS %u, got kind %d ETS %u", rows[i].text, rows[i].bits, rows[i].ets,
               op.kind, op.ets);
    }
  }
}

// The array always has the streaming length; vectors of Z have it in Streaming SVE mode only.
CORE_TEST(mode_selects_the_vector_length)  // N5
{
  enum { STREAMING = 1 << 24, SMCU = 1 << 25 };
  bench.config.have_spe_sme = true;
  bench.config.events_bytes = 4;
  struct spu_op op = sme_report_of(0xE12063EF, LOAD_ADDRESS, 512, false);  // STR ZA
  assert_true(op.kind == SPU_KIND_LDST_SVE && op.store && !op.predicated && op.va_valid);
  assert_int_equal(op.evl, 4);
  assert_int_equal(op.events & (STREAMING | SMCU), 0);
  op = sme_report_of(0x04A20020, 0, 512, false);  // ADD Z0.S, Z1.S, Z2.S
  assert_int_equal(op.evl, 3);
  op = sme_report_of(0x04A20020, 0, 512, true);
  assert_int_equal(op.evl, 4);
  assert_int_equal(op.events & (STREAMING | SMCU), STREAMING);
  op = sme_report_of(OP_ADD, 0, 512, true);  // Streaming SVE mode marks every operation
  assert_int_equal(op.events & (STREAMING | SMCU), STREAMING);
  bench.config.have_spe_sme = false;
  op = sme_report_of(OP_ADD, 0, 512, true);
  assert_int_equal(op.events & (STREAMING | SMCU), 0);
}

// With FEAT_SPE_SME (D18.2.7), where 7 means more than 2048 bits.
CORE_TEST(evl_counts_all_vectors_with_sme)  // N5
{
  enum { LD4W = 0xA560E400, LD3W = 0xA540E400, LD2W = 0xA520E400 };
  static const struct {
    uint32_t opcode, bits;
    unsigned evl, without;
  } rows[] = {
      {LD4W, 256, 5, 3}, {LD3W, 256, 5, 3}, {LD2W, 1024, 6, 5}, {LD3W, 1024, 7, 5}, {LD4W, 2048, 7, 6}};
  bench.config.spe_version = 1;
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    bench.config.have_spe_sme = true;
    assert_int_equal(sme_report_of(rows[i].opcode, LOAD_ADDRESS, rows[i].bits, true).evl, rows[i].evl);
    bench.config.have_spe_sme = false;
    assert_int_equal(sme_report_of(rows[i].opcode, LOAD_ADDRESS, rows[i].bits, true).evl, rows[i].without);
  }
}

// Event 25, and the latency in the clock of the Streaming Mode Compute Unit, which has half the frequency.
CORE_TEST(smcu_executes_vectors_in_streaming_mode)  // N5, N6
{
  enum { SMCU = 1 << 25, FMOPA = 0x80832043, STR_ZA = 0xE12063EF, ADD_Z = 0x04A20020 };
  static const struct {
    uint32_t opcode;
    bool streaming, executes, waits;
  } rows[] = {{FMOPA, true, true, true},  {ADD_Z, true, true, true},    {ADD_Z, false, false, false},
              {STR_ZA, true, true, true}, {STR_ZA, false, true, false}, {OP_ADD, true, false, false}};
  bench.config.have_spe_sme = true;
  bench.config.events_bytes = 4;
  bench.config.alt_clock = 1;
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    const struct spu_op op = sme_report_of(rows[i].opcode, 0, 256, rows[i].streaming);
    assert_int_equal((op.events & SMCU) != 0, rows[i].executes);
    assert_int_equal(op.alt_clock, rows[i].waits);
  }
  unsigned ticks = 0;
  for (unsigned i = 0; i < 100; i++) {
    core_drive(bench.core, bench.cycle++, false, &bench.in);
    ticks += bench.in.alt_clock;
  }
  assert_int_equal(ticks, 50);
  bench.config.alt_clock = 15;
  const struct spu_op op = sme_report_of(FMOPA, 0, 256, true);
  assert_true((op.events & SMCU) == 0 && !op.alt_clock);
}

CORE_TEST(sve_load_without_address_takes_as_long_as_a_hit)  // D3
{
  (void)report_of(0x85204440, 0, 512);  // LD1W {Z0.S}, P1/Z, [X2, Z0.S, UXTW #2]
  assert_int_equal(life.total, 1 + CACHE_L1_CLOCKS);
}

CORE_TEST(sve_operations_are_counted)
{
  add_sve(0x04A20020, 0, 256);             // ADD Z0.S, Z1.S, Z2.S
  add_sve(0x85204440, LOAD_ADDRESS, 256);  // LD1W
  add_sve(0x0420E3E0, 0, 256);             // CNTB X0: no vector
  add_sve(0x04A20020, 0, 0);
  add_sve(0x0420E3E0, 0, 0);
  add(OP_ADD, 0);
  simulate(false, 10000);
  const struct core_counts counts = core_get_counts(bench.core);
  assert_int_equal(counts.executed, 6);
  assert_int_equal(counts.sve, 3);
  assert_int_equal(counts.sve_without_length, 2);
}

CORE_TEST(sme_operations_are_counted)
{
  // FMOPA, STR (array), ZERO; RDSVL, SMSTART, MRS of SVCR; RDVL and MSR DAIFSet, which do not belong to SME
  static const uint32_t opcodes[] = {0x80832043, 0xE12063EF, 0xC00800FF, 0x04BF5820,
                                     0xD503477F, 0xD53B4240, 0x04BF5020, 0xD50342DF};
  for (size_t i = 0; i < 2 * sizeof opcodes / sizeof opcodes[0]; i++) {
    add(opcodes[i / 2], 0);
    bench.program.ops[i].vectors = (struct trace_vectors){256, i % 2 == 0 ? 0 : 512, false};
  }
  simulate(false, 10000);
  const struct core_counts counts = core_get_counts(bench.core);
  assert_int_equal(counts.executed, 16);
  assert_int_equal(counts.sme, 6);
  assert_int_equal(counts.sme_without_length, 6);
  assert_int_equal(counts.sve, 0);
}

CORE_TEST(supervisor_call_takes_an_exception)  // D6
{
  ADD(OP_SVC, OP_ADD);
  life.watch = 0x400000;
  simulate(true, 2000);
  assert_int_equal(life.op.how, SPU_OP_EXCEPTION);
  assert_int_equal(life.op.kind, SPU_KIND_OTHER);
  assert_false(life.op.target_valid);
  assert_true(bench.cycle > 200);  // the handler takes time
}

CORE_TEST(branch_report_describes_the_branch)  // D4, D5, D7
{
  ADD(OP_ADD, OP_LOOP);
  bench.program.rounds = 2;
  life.watch = 0x400004;
  bench.left = 2;  // the first branch: taken, but predicted not taken
  bench.interval = 100;
  simulate(true, 2000);
  assert_int_equal(life.seen, 1);
  assert_int_equal(life.op.kind, SPU_KIND_BRANCH);
  assert_true(life.op.cond && !life.op.indirect && life.op.target_valid);
  assert_int_equal(life.op.target, 0x400000);
  assert_int_equal(life.op.events, 1 << 7);
  again();
  ADD(OP_ADD, OP_LOOP);
  simulate(true, 2000);
  assert_int_equal(life.op.kind, SPU_KIND_OTHER);
  life.watch = 0x400004;
  bench.left = 2;
  bench.interval = 100;
  simulate(true, 2000);
  assert_true(life.op.target_valid);  // the next address
  assert_int_equal(life.op.target, 0x400008);
  assert_int_equal(life.op.events, 1 << 6);
}

CORE_TEST(previous_branch_is_the_last_taken_one)  // D4: FEAT_SPE_PBT
{
  ADD(OP_ADD, OP_LOOP, OP_ADD);
  bench.program.ops[1].next_pc = bench.program.ops[2].pc + 0x1000;
  bench.program.ops[2].pc += 0x1000;
  bench.program.ops[2].next_pc += 0x1000;
  bench.config.have_pbt = true;
  life.watch = bench.program.ops[2].pc;
  bench.interval = 1;
  simulate(false, 5000);
  assert_int_equal(life.seen, 1);
  assert_true(life.op.previous_valid && life.op.previous_ns);
  assert_int_equal(life.op.previous, bench.program.ops[2].pc);
  assert_int_equal(life.op.previous_el, SPU_EL0);
  // Unknown before the first branch, and always without the feature.
  for (int have = 0; have <= 1; have++) {
    again();
    add(OP_ADD, 0);
    bench.config.have_pbt = have != 0;
    simulate(false, 2000);
    assert_int_equal(life.seen, 1);
    assert_false(life.op.previous_valid);
  }
}

// A program of one branch in each of several pages, to the next page, for several rounds. Their offsets in the pages
// differ, as far as there are lines, so they share no set of the instruction cache.
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

// Counts, and the length of the run in *cycles. A marked last operation may end it a cycle later.
static struct core_counts run_pages(uint64_t number, uint64_t rounds, uint64_t *cycles)
{
  struct pages pages = {.pages = number, .rounds = rounds};
  const struct core_options options = {.config = &bench.config};
  core_destroy(bench.core);
  bench.core = core_create(&options, &(struct core_source){.context = &pages, .next = next_page});
  assert_non_null(bench.core);
  bench.cycle = 1;
  run(1000000);
  *cycles = bench.cycle;
  return core_get_counts(bench.core);
}

CORE_TEST(instruction_misses_are_those_of_lines_and_pages)
{
  uint64_t cycles[2];
  // The first level of the TLB holds 64 pages: each misses once.
  struct core_counts counts = run_pages(64, 3, &cycles[0]);
  assert_int_equal(counts.itlb_refills, 64);
  assert_int_equal(counts.l1i_refills, 64);
  assert_int_equal(counts.branches, 192);
  assert_int_equal(counts.taken, 192);
  run_pages(64, 13, &cycles[1]);
  assert_in_range(cycles[1] - cycles[0], 640 - 1, 640 + 1);
  // Of 80 pages in turn, the next one has always been evicted. The second level and the cache hold them all.
  counts = run_pages(80, 3, &cycles[0]);
  assert_int_equal(counts.itlb_refills, 240);
  assert_int_equal(counts.l1i_refills, 80);
  run_pages(80, 13, &cycles[1]);
  assert_in_range(cycles[1] - cycles[0], 800 * (1 + 5) - 1, 800 * (1 + 5) + 1);
  // Each line of a page misses.
  for (int i = 0; i < 16; i++) {
    add(OP_ADD, 0);
    bench.program.ops[i].pc = 0x400000U + 32U * (uint64_t)i;
    bench.program.ops[i].next_pc = bench.program.ops[i].pc + 4;
  }
  simulate(false, 100000);
  counts = core_get_counts(bench.core);
  assert_int_equal(counts.l1i_refills, 8);
  assert_int_equal(counts.itlb_refills, 1);
}

// Totals of the pmu_event pins over a run.
CORE_TEST(events_of_the_core_are_those_of_the_program)  // C4, P1
{
  uint64_t total[SPU_MAX_PMU_EVENTS] = {0};
  for (int i = 0; i < 3; i++) {
    add(OP_LOAD, LOAD_ADDRESS + 64 * (uint64_t)i);
  }
  ADD(OP_STORE, OP_LOOP);
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
  assert_int_equal(total[17], total[19] + total[21]);    // of the front end and the back end
  for (size_t pin = 0; pin < SPU_MAX_PMU_EVENTS; pin++) {
    assert_true(bench.config.pmu_events[pin] != 0 || total[pin] == 0);
  }
}

CORE_TEST(wrong_path_is_squashed)  // D6
{
  // An unpredictable branch that resolves late.
  ADD(OP_DIVIDE, OP_DIVIDE, OP_COMPARE, OP_LOOP);
  for (int i = 4; i < 16; i++) {
    add(OP_ADD, 0);
  }
  bench.program.ops[15].opcode = OP_LOOP;
  bench.program.surprise = 4;
  bench.program.rounds = 300;
  bench.interval = 19;
  simulate(true, 200000);
  const struct core_counts counts = core_get_counts(bench.core);
  assert_in_range(counts.executed, 300 * 14, 300 * 16);
  assert_true(counts.wrong_path > 0);
  assert_true(life.squashed > 0);
  assert_int_equal(bench.marks, life.seen + life.squashed);
  life.squashed = 0;
  simulate(false, 200000);
  assert_int_equal(core_get_counts(bench.core).wrong_path, 0);
  assert_int_equal(life.squashed, 0);
}

CORE_TEST(mark_of_an_empty_slot_is_caught)
{
  add(OP_ADD, 0);
  start(false);
  core_drive(bench.core, 0, false, &bench.in);
  assert_int_equal(bench.in.dispatch_valid, 0);
  assert_false(core_observe(bench.core, &(struct spu_out){.mark_valid = true}, &bench.error));
  assert_non_null(strstr(bench.error.text, "slot 0 has no operation"));
}

CORE_TEST(damaged_trace_is_reported)
{
  add(OP_ADD, 0);
  bench.program.fails = true;
  simulate(false, 1000);
  assert_string_equal(bench.error.text, "demo.trace: ends in the middle");
}
