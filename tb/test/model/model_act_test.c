// SPDX-License-Identifier: Apache-2.0
//
// The model as a unit (spu_act()): what it does is what an implementation may do, by the same rules that
// implementations are checked with, and as soon as it may; counting many operations at once is counting each.
#include "model_bench.h"
#include "test/test.h"

enum { CYCLES = 20000, DRAIN = 2000 };

// How often what the test is about has happened.
struct seen {
  uint64_t written, events, second_pages, faults, aborts, psbs, dsbs;
};

// A core, memory and software around a unit. In `drain` nothing new is begun.
struct world {
  struct bench unit;
  struct spu *checker;  // steps beside it
  struct rng rng;
  uint32_t unanswered;  // bursts
  struct seen *seen;
};

static void open_world(struct world *world, const struct spu_config *config, uint64_t seed, struct seen *seen)
{
  memset(world, 0, sizeof *world);
  world->seen = seen;
  rng_seed(&world->rng, seed, 7);
  bench_open(&world->unit, config);
  bench_enable(&world->unit);
  world->checker = malloc(spu_size());
  assert_non_null(world->checker);
  memcpy(world->checker, world->unit.spu, spu_size());
}

static void close_world(struct world *world)
{
  free(world->checker);
  bench_close(&world->unit);
}

static void write_a_register(struct world *world)
{
  static const struct {
    uint16_t address;
    uint64_t value;
  } writes[] = {{SPU_PMBSR_EL1, 0},  // the first four let it go on
                {SPU_PMBPTR_EL1, BENCH_BUFFER},
                {SPU_PMBLIMITR_EL1, BENCH_LIMIT | 1},
                {SPU_PMSFCR_EL1, 0},
                {SPU_PMBSR_EL1, SPU_PMBSR_EL1_S},
                {SPU_PMBPTR_EL1, BENCH_LIMIT - 0x100},
                {SPU_PMBPTR_EL1, BENCH_BUFFER + 0xFC0},
                {SPU_PMBLIMITR_EL1, BENCH_LIMIT},
                {SPU_PMSIRR_EL1, 0x101},
                {SPU_PMSIRR_EL1, 0x200},
                {SPU_PMSFCR_EL1, SPU_PMSFCR_EL1_FT | SPU_PMSFCR_EL1_LD}};
  struct spu_in *in = &world->unit.in;
  const uint32_t which =
      rng_below(&world->rng, rng_percent(&world->rng, 70) ? 4 : sizeof writes / sizeof writes[0]);
  in->pe_el = SPU_EL3;
  in->sysreg_valid = in->sysreg_write = true;
  in->sysreg_addr = writes[which].address;
  in->sysreg_wdata = writes[which].value;
}

static void drive(struct world *world, bool drain)
{
  struct spu_in *in = &world->unit.in;
  struct rng *rng = &world->rng;
  const bool psb = in->psb_valid && !world->unit.vif.psb_done;
  const bool dsb = in->dsb_valid && !world->unit.vif.dsb_done;
  in->psb_valid = psb || (!drain && rng_percent(rng, 1));
  in->dsb_valid = dsb || (!drain && rng_percent(rng, 1));
  in->pe_el = (uint8_t)(rng_percent(rng, 2) ? SPU_EL2 : SPU_EL0);
  in->sysreg_valid = false;
  in->dispatch_valid = drain ? 0 : (uint8_t)rng_next(rng);
  if (!drain && rng_percent(rng, 10)) {  // samples close to each other
    world->unit.spu->regs.pmsicr = world->checker->regs.pmsicr = 1 + rng_below(rng, 3);
  }
  if (!drain && rng_percent(rng, 8)) {
    write_a_register(world);
  }
  for (uint32_t tag = 0; tag < SPU_MAX_TAGS; tag++) {
    in->op[tag] = (struct spu_op){.issued = rng_percent(rng, 30),
                                  .finished = drain || rng_percent(rng, 30),
                                  .how = (uint8_t)rng_below(rng, 3),
                                  .kind = (uint8_t)rng_below(rng, 5),
                                  .va_valid = rng_percent(rng, 50),
                                  .va = rng_next(rng),
                                  .events = rng_next(rng)};
  }
  in->axi_awready = drain || rng_percent(rng, 80);
  in->axi_wready = drain || rng_percent(rng, 80);
  in->axi_bvalid = world->unanswered != 0 && (drain || rng_percent(rng, 60));
  in->axi_bresp = in->axi_bvalid && rng_percent(rng, 5) ? 2 : 0;
  world->unanswered -= in->axi_bvalid;
  uint64_t va = 0;
  const bool asked = spu_next_page(world->unit.spu, &va);
  const struct spu_write_state *write = &world->unit.spu->write;
  if (asked) {  // each page of a record but the first from its beginning on
    assert_int_equal(va,
                     write->answered == 0 ? write->start : (write->start / 4096 + write->answered) * 4096);
  }
  in->xlate_rsp_valid = asked && (drain || rng_percent(rng, 60));
  in->xlate_rsp_fault = in->xlate_rsp_valid && rng_percent(rng, 5);
  in->xlate_rsp_fsc = 7;
  in->xlate_rsp_ns = true;
  in->xlate_rsp_pa = va ^ 0x4000000;
  world->seen->second_pages += in->xlate_rsp_valid && va % 4096 == 0 && va != world->unit.spu->regs.pmbptr;
  world->seen->faults += in->xlate_rsp_fault;
  world->seen->aborts += in->axi_bresp != 0;
}

static void expect_no_violation(const struct spu *spu, const char *whose)
{
  const struct spu_violation violation = spu_last_violation(spu);
  if (violation.rule != NULL) {
    fail_msg("%s: %s (%s)", whose, violation.rule, violation.function);
  }
}

static void cycle(struct world *world, bool drain)
{
  struct bench *unit = &world->unit;
  struct spu_out out;
  struct spu_vif vif;
  drive(world, drain);
  spu_act(unit->spu, &unit->in, &unit->out, &unit->vif);
  expect_no_violation(unit->spu, "the unit");
  spu_step(world->checker, &unit->in, &unit->vif, &out, &vif);
  expect_no_violation(world->checker, "the checker");
  assert_memory_equal(&out, &unit->out, sizeof out);
  assert_memory_equal(&vif, &unit->vif, sizeof vif);
  world->unanswered += unit->vif.burst_valid;
  world->seen->psbs += unit->vif.psb_done;
  world->seen->dsbs += unit->vif.dsb_done;
}

// C6, G1: and with memory that answers, everything is resolved.
static void run_random(const struct spu_config *config, uint64_t seed, struct seen *seen)
{
  struct world world;
  open_world(&world, config, seed, seen);
  for (int i = 0; i < CYCLES; i++) {
    cycle(&world, false);
  }
  int left = DRAIN;
  while (!spu_idle(world.unit.spu) || world.unit.in.psb_valid || world.unit.in.dsb_valid) {
    assert_true(left-- > 0);
    cycle(&world, true);
  }
  bench_expect_conservation(world.unit.spu);
  const struct spu_counts counts = spu_get_counts(world.unit.spu);
  assert_int_equal(counts.in_flight + counts.held + counts.waiting, 0);
  assert_true(counts.written > 50);
  seen->written += counts.written;
  seen->events += counts.events;
  close_world(&world);
}

TEST(acts_as_an_implementation_may)
{
  static const char *const names[] = {"base", "small", "wide", "v8.7", "v9.6"};
  struct seen seen = {0};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    const struct spu_config config = bench_named(names[i]);
    run_random(&config, i + 1, &seen);
  }
  for (uint32_t abort = SPU_ABORT_REPORTED_SYNC; abort <= SPU_ABORT_REPORTED_ASYNC; abort++) {
    struct spu_config config = bench_base();
    config.external_abort = abort;
    config.record_align = config.ptr_align = 3;
    run_random(&config, 10 + abort, &seen);
  }
  assert_true(seen.written > 1000 && seen.events > 100 && seen.second_pages > 10);
  assert_true(seen.faults > 50 && seen.aborts > 50 && seen.psbs > 500 && seen.dsbs > 500);
}

static void act(struct bench *bench)
{
  spu_act(bench->spu, &bench->in, &bench->out, &bench->vif);
  expect_no_violation(bench->spu, "the unit");
  bench->in.dispatch_valid = 0;
  memset(bench->in.op, 0, sizeof bench->in.op);
  bench->in.xlate_rsp_valid = false;
}

// One cycle for each thing that an implementation does with a record, none to wait.
TEST(acts_as_soon_as_it_may)
{
  struct bench bench;
  const struct spu_config config = bench_base();
  uint64_t va = 0;
  bench_open(&bench, &config);
  bench_enable(&bench);
  bench.in.axi_awready = bench.in.axi_wready = true;
  bench.in.psb_valid = true;
  act(&bench);
  assert_true(bench.vif.psb_done);  // there is nothing to wait for
  bench.in.psb_valid = false;
  bench.spu->regs.pmsicr = 1;
  bench.in.dispatch_valid = 1;
  act(&bench);
  assert_true(bench.out.mark_valid && !spu_idle(bench.spu));
  bench.in.psb_valid = true;
  bench.in.op[0].finished = true;
  act(&bench);
  act(&bench);
  assert_true(bench.vif.verdict_valid && bench.vif.verdict_keep && !bench.vif.start_valid);
  assert_false(spu_next_page(bench.spu, &va));
  act(&bench);
  assert_true(bench.vif.start_valid);
  assert_true(spu_next_page(bench.spu, &va));
  assert_int_equal(va, BENCH_BUFFER);
  act(&bench);
  assert_false(bench.vif.burst_valid);
  bench_translate(&bench, 0x80000000);
  act(&bench);
  act(&bench);
  assert_true(bench.vif.burst_valid && !bench.vif.commit_valid && !bench.vif.psb_done);
  act(&bench);
  assert_true(bench.vif.commit_valid && !bench.vif.psb_done);
  assert_false(spu_idle(bench.spu));  // a response is missing
  bench.in.axi_bvalid = true;
  act(&bench);
  assert_true(bench.vif.psb_done);
  bench.in.psb_valid = bench.in.axi_bvalid = false;
  act(&bench);
  assert_true(spu_idle(bench.spu));
  bench.spu->psb.active = true;
  assert_false(spu_idle(bench.spu));
  bench.spu->psb.active = false;
  bench.spu->dsb.active = true;
  assert_false(spu_idle(bench.spu));
  bench_close(&bench);
}

// Whatever their tags.
TEST(operation_that_finished_first_is_decided_first)
{
  struct bench bench;
  const struct spu_config config = bench_named("wide");
  bench_open(&bench, &config);
  bench_enable(&bench);
  for (uint32_t tag = 0; tag < 2; tag++) {
    bench.spu->regs.pmsicr = 1;
    bench.in.dispatch_valid = 1;
    act(&bench);
    assert_true(bench.out.mark_valid);
  }
  bench.in.dispatch_valid = 0;
  bench.in.op[0].finished = bench.in.op[1].finished = true;
  act(&bench);
  bench.in.op[0].finished = bench.in.op[1].finished = false;
  bench.spu->sample[0].origin.finish_busy = bench.spu->sample[1].origin.finish_busy + 1;
  act(&bench);
  assert_true(bench.vif.verdict_valid);
  assert_int_equal(bench.vif.verdict_tag, 1);
  bench_close(&bench);
}

// What decides how operations are counted, at random.
static void random_counters(struct bench *bench, struct rng *rng)
{
  bench->spu->regs.pmsirr = (rng_next(rng) & 0x700) | rng_below(rng, 2);
  bench->spu->regs.pmsicr =
      rng_below(rng, 600) | (rng_percent(rng, 50) ? (uint64_t)rng_below(rng, 256) << 56 : 0);
}

// C1, C2: the same registers and counts, and the same operations are selected afterwards.
TEST(counting_at_once_is_counting_each)
{
  struct rng rng;
  uint64_t counted = 0;
  rng_seed(&rng, 3, 3);
  for (int round = 0; round < 2000; round++) {
    struct bench at_once;
    struct bench each;
    struct spu_config config = bench_base();
    config.have_ernd = rng_percent(&rng, 50);
    bench_open(&at_once, &config);
    bench_enable(&at_once);
    act(&at_once);  // the answer to the last access is given
    random_counters(&at_once, &rng);
    each = at_once;
    each.spu = malloc(spu_size());
    memcpy(each.spu, at_once.spu, spu_size());
    const uint64_t most = spu_countable(at_once.spu, &at_once.in);
    assert_int_equal(spu_count(at_once.spu, &at_once.in, most + 1), SPU_ERR_ARGUMENT);
    assert_memory_equal(at_once.spu, each.spu, spu_size());
    const uint64_t number = rng_percent(&rng, 50) ? most : rng_below(&rng, (uint32_t)most + 1);
    assert_int_equal(spu_count(at_once.spu, &at_once.in, number), SPU_OK);
    for (uint64_t left = number; left != 0;) {
      const uint32_t group = 1 + rng_below(&rng, config.dispatch_width);
      const uint32_t now = left < group ? (uint32_t)left : group;
      each.in.dispatch_valid = (uint8_t)((1U << now) - 1);
      act(&each);
      assert_int_equal(each.out.sample_pop, now);
      left -= now;
    }
    counted += number;
    assert_memory_equal(&at_once.spu->regs, &each.spu->regs, sizeof at_once.spu->regs);
    const struct spu_counts counts = spu_get_counts(at_once.spu);
    const struct spu_counts expected = spu_get_counts(each.spu);
    assert_memory_equal(&counts, &expected, sizeof counts);
    assert_int_equal(counts.selected, 0);
    for (int i = 0; i < 400; i++) {
      at_once.in.dispatch_valid = each.in.dispatch_valid = (uint8_t)rng_next(&rng);
      act(&at_once);
      act(&each);
      assert_memory_equal(&at_once.out, &each.out, sizeof at_once.out);
    }
    bench_close(&at_once);
    bench_close(&each);
  }
  assert_true(counted > 100000);
}

// No more can be counted than up to the operation that a counter expires at.
TEST(counting_ends_before_a_selection)
{
  struct bench bench;
  const struct spu_config config = bench_base();
  bench_open(&bench, &config);
  bench_enable(&bench);
  bench.spu->regs.pmsicr = 1000;
  assert_int_equal(spu_countable(bench.spu, &bench.in), 999);
  assert_int_equal(spu_count(bench.spu, &bench.in, 999), SPU_OK);
  assert_int_equal(spu_countable(bench.spu, &bench.in), 0);
  bench.in.dispatch_valid = 1;
  act(&bench);
  assert_true(bench.out.mark_valid);
  assert_int_equal(spu_countable(bench.spu, &bench.in), 0);  // it is in flight
  bench_close(&bench);
  bench_open(&bench, &config);
  bench_enable(&bench);
  bench.spu->regs.pmsicr = 1000;
  bench.in.pe_el = SPU_EL3;
  assert_false(spu_next_enabled(bench.spu, &bench.in));
  assert_int_equal(spu_countable(bench.spu, &bench.in), 0);
  bench.in.pe_el = SPU_EL0;
  assert_true(spu_next_enabled(bench.spu, &bench.in));
  bench_msr(&bench, SPU_PMCNTENSET_EL0, 1);  // it might count SAMPLE_POP
  assert_int_equal(spu_countable(bench.spu, &bench.in), 0);
  bench_close(&bench);
}

// B2, B4: of every encoding.
TEST(answer_is_known_before_the_access)
{
  struct bench bench;
  const struct spu_config config = bench_named("v9.6");
  uint32_t verdicts = 0;
  bench_open(&bench, &config);
  bench.in.mdcr_el3_enpms4 = false;
  bench.in.mdcr_el2_tpms = true;
  struct spu *before = malloc(spu_size());
  for (uint32_t encoding = 0xC000; encoding <= UINT16_MAX; encoding++) {
    for (uint32_t variant = 0; variant < 8; variant++) {
      bench.in.pe_el = (uint8_t)(variant / 2);
      bench.in.sysreg_valid = true;
      bench.in.sysreg_write = variant % 2 != 0;
      bench.in.sysreg_addr = (uint16_t)encoding;
      uint8_t ec = 0xFF;
      memcpy(before, bench.spu, spu_size());
      const enum spu_verdict verdict = spu_next_access(bench.spu, &bench.in, &ec);
      assert_memory_equal(before, bench.spu, spu_size());
      bench_clean(&bench);
      bench_clean(&bench);
      assert_int_equal(bench.out.sysreg_verdict, verdict);
      assert_int_equal(bench.out.sysreg_ec, ec);
      verdicts |= 1U << verdict;
    }
  }
  assert_true(__builtin_popcount(verdicts) >= 4);  // accesses, UNDEFINED, traps to EL2 and EL3
  free(before);
  bench_close(&bench);
}
