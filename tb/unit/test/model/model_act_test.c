// SPDX-License-Identifier: Apache-2.0
//
// The model as a unit (spu_act()): it does only what an implementation may do, checked by the same rules, and as early
// as allowed; counting many operations at once equals counting each.
#include "unit/test/model/model_bench.h"

enum { CYCLES = 20000, DRAIN = 2000 };

// Counts of the tested events.
static struct {
  uint64_t written, events, second_pages, faults, aborts, psbs, dsbs;
} seen;

// A core, memory and software around the bench's unit, and a checker in lockstep with it. With `drain`, nothing new
// begins.
static struct spu checker;
static struct rng rng;
static uint32_t unanswered;  // bursts without a response

static void open_world(struct spu_config config, uint64_t seed)
{
  rng_seed(&rng, seed, 7);
  bench_open_enabled(config);
  checker = *b.spu;
  unanswered = 0;
}

static void write_a_register(void)
{
  static const struct {
    uint16_t address;
    uint64_t value;
  } writes[] = {{SPU_PMBSR_EL1, 0},  // the first four let it continue
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
  struct spu_in *in = &b.in;
  const uint32_t which = rng_below(&rng, rng_percent(&rng, 70) ? 4 : COUNT(writes));
  in->pe_el = SPU_EL3;
  in->sysreg_valid = in->sysreg_write = true;
  in->sysreg_addr = writes[which].address;
  in->sysreg_wdata = writes[which].value;
}

static void drive(bool drain)
{
  struct spu_in *in = &b.in;
  const bool psb = in->psb_valid && !b.vif.psb_done;
  const bool dsb = in->dsb_valid && !b.vif.dsb_done;
  in->psb_valid = psb || (!drain && rng_percent(&rng, 1));
  in->dsb_valid = dsb || (!drain && rng_percent(&rng, 1));
  in->pe_el = (uint8_t)(rng_percent(&rng, 2) ? SPU_EL2 : SPU_EL0);
  in->sysreg_valid = false;
  in->dispatch_valid = drain ? 0 : (uint8_t)rng_next(&rng);
  if (!drain && rng_percent(&rng, 10)) {  // samples close to each other
    b.spu->regs.pmsicr = checker.regs.pmsicr = 1 + rng_below(&rng, 3);
  }
  if (!drain && rng_percent(&rng, 8)) {
    write_a_register();
  }
  for (uint32_t tag = 0; tag < SPU_MAX_TAGS; tag++) {
    in->op[tag] = (struct spu_op){.issued = rng_percent(&rng, 30),
                                  .finished = drain || rng_percent(&rng, 30),
                                  .oldest = !drain && rng_percent(&rng, 50),
                                  .how = (uint8_t)rng_below(&rng, 3),
                                  .kind = (uint8_t)rng_below(&rng, 5),
                                  .va_valid = rng_percent(&rng, 50),
                                  .va = rng_next(&rng),
                                  .events = rng_next(&rng)};
  }
  in->axi_awready = drain || rng_percent(&rng, 80);
  in->axi_wready = drain || rng_percent(&rng, 80);
  in->axi_bvalid = unanswered != 0 && (drain || rng_percent(&rng, 60));
  in->axi_bresp = in->axi_bvalid && rng_percent(&rng, 5) ? 2 : 0;
  unanswered -= in->axi_bvalid;
  uint64_t va = 0;
  const bool asked = spu_next_page(b.spu, &va);
  const struct spu_write_state *write = &b.spu->write;
  if (asked) {  // every page of a record except the first is written from its start
    assert_int_equal(va,
                     write->answered == 0 ? write->start : (write->start / 4096 + write->answered) * 4096);
  }
  in->xlate_rsp_valid = asked && (drain || rng_percent(&rng, 60));
  in->xlate_rsp_fault = in->xlate_rsp_valid && rng_percent(&rng, 5);
  in->xlate_rsp_fsc = 7;
  in->xlate_rsp_ns = true;
  in->xlate_rsp_pa = va ^ 0x4000000;
  seen.second_pages += in->xlate_rsp_valid && va % 4096 == 0 && va != b.spu->regs.pmbptr;
  seen.faults += in->xlate_rsp_fault;
  seen.aborts += in->axi_bresp != 0;
}

static void expect_no_violation(const struct spu *spu, const char *whose)
{
  const struct spu_violation violation = spu_last_violation(spu);
  if (violation.rule != NULL) {
    fail_msg("%s: %s (%s)", whose, violation.rule, violation.function);
  }
}

static void cycle(bool drain)
{
  struct spu_out out;
  struct spu_vif vif;
  drive(drain);
  spu_act(b.spu, &b.in, &b.out, &b.vif);
  expect_no_violation(b.spu, "the unit");
  spu_step(&checker, &b.in, &b.vif, &out, &vif);
  expect_no_violation(&checker, "the checker");
  assert_memory_equal(&out, &b.out, sizeof out);
  assert_memory_equal(&vif, &b.vif, sizeof vif);
  unanswered += b.vif.burst_valid;
  seen.psbs += b.vif.psb_done;
  seen.dsbs += b.vif.dsb_done;
}

// C6, G1: with memory that responds, everything is resolved.
static void run_random(struct spu_config config, uint64_t seed)
{
  open_world(config, seed);
  for (int i = 0; i < CYCLES; i++) {
    cycle(false);
  }
  int left = DRAIN;
  while (!spu_idle(b.spu) || b.in.psb_valid || b.in.dsb_valid) {
    assert_true(left-- > 0);
    cycle(true);
  }
  bench_expect_conservation(b.spu);
  const struct spu_counts counts = spu_get_counts(b.spu);
  assert_int_equal(counts.in_flight + counts.collided_pending + counts.waiting, 0);
  assert_true(counts.written > 50);
  seen.written += counts.written;
  seen.events += counts.events;
}

TEST(acts_as_an_implementation_may)  // C6
{
  static const char *const names[] = {"base", "small", "wide", "v8.7", "v9.6"};
  memset(&seen, 0, sizeof seen);
  for (size_t i = 0; i < COUNT(names); i++) {
    run_random(bench_named(names[i]), i + 1);
  }
  for (uint32_t abort = SPU_ABORT_REPORTED_SYNC; abort <= SPU_ABORT_REPORTED_ASYNC; abort++) {
    struct spu_config config = bench_base();
    config.external_abort = abort;
    config.record_align = config.ptr_align = 3;
    run_random(config, 10 + abort);
  }
  run_random(CHANGED(bench_base(), config.exposed_latency = true, config.max_size = 7), 20);  // V3
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

// One cycle for each step of a record, without waiting.
TEST(acts_as_soon_as_it_may)
{
  uint64_t va = 0;
  bench_open_enabled(bench_base());
  b.in.axi_awready = b.in.axi_wready = true;
  b.in.psb_valid = true;
  act(&b);
  assert_true(b.vif.psb_done);  // nothing to wait for
  b.in.psb_valid = false;
  bench_select(0);
  act(&b);
  assert_true(b.out.mark_valid && !spu_idle(b.spu));
  b.in.psb_valid = true;
  b.in.op[0].finished = true;
  act(&b);
  act(&b);
  assert_true(b.vif.decide_valid && b.vif.decide_keep && !b.vif.start_valid);
  assert_false(spu_next_page(b.spu, &va));
  act(&b);
  assert_true(b.vif.start_valid);
  assert_true(spu_next_page(b.spu, &va));
  assert_int_equal(va, BENCH_BUFFER);
  act(&b);
  assert_false(b.vif.burst_valid);
  bench_translate(0x80000000);
  act(&b);
  act(&b);
  assert_true(b.vif.burst_valid && !b.vif.commit_valid && !b.vif.psb_done);
  act(&b);
  assert_true(b.vif.commit_valid && !b.vif.psb_done);
  assert_false(spu_idle(b.spu));  // a response is missing
  b.in.axi_bvalid = true;
  act(&b);
  assert_true(b.vif.psb_done);
  b.in.psb_valid = b.in.axi_bvalid = false;
  act(&b);
  assert_true(spu_idle(b.spu));
  b.spu->psb.active = true;
  assert_false(spu_idle(b.spu));
  b.spu->psb.active = false;
  b.spu->dsb.active = true;
  assert_false(spu_idle(b.spu));
}

// Regardless of their tags.
TEST(operation_that_finished_first_is_decided_first)
{
  bench_open_enabled(bench_named("wide"));
  for (uint32_t tag = 0; tag < 2; tag++) {
    bench_select(0);
    act(&b);
    assert_true(b.out.mark_valid);
  }
  b.in.dispatch_valid = 0;
  b.in.op[0].finished = b.in.op[1].finished = true;
  act(&b);
  b.in.op[0].finished = b.in.op[1].finished = false;
  b.spu->sample[0].finish_order = b.spu->sample[1].finish_order + 1;
  act(&b);
  assert_true(b.vif.decide_valid);
  assert_int_equal(b.vif.decide_tag, 1);
}

// Random controls of counting.
static void random_counters(struct rng *rng)
{
  b.spu->regs.pmsirr = (rng_next(rng) & 0x700) | rng_below(rng, 2);
  b.spu->regs.pmsicr = rng_below(rng, 600) | (rng_percent(rng, 50) ? (uint64_t)rng_below(rng, 256) << 56 : 0);
}

// C1, C2: registers and counts are the same, and the same operations are selected afterwards.
TEST(counting_at_once_is_counting_each)
{
  struct rng rng;
  uint64_t counted = 0;
  rng_seed(&rng, 3, 3);
  for (int round = 0; round < 2000; round++) {
    static struct bench each;
    struct spu_config config = bench_base();
    config.have_ernd = rng_percent(&rng, 50);
    bench_open_enabled(config);
    act(&b);  // the response to the last access
    random_counters(&rng);
    each = b;
    const uint64_t most = spu_countable(b.spu, &b.in);
    assert_int_equal(spu_count(b.spu, &b.in, most + 1), SPU_ERR_ARGUMENT);
    assert_memory_equal(b.spu, each.spu, sizeof b.spu);
    const uint64_t number = rng_percent(&rng, 50) ? most : rng_below(&rng, (uint32_t)most + 1);
    assert_int_equal(spu_count(b.spu, &b.in, number), SPU_OK);
    for (uint64_t left = number; left != 0;) {
      const uint32_t group = 1 + rng_below(&rng, config.dispatch_width);
      const uint32_t now = left < group ? (uint32_t)left : group;
      each.in.dispatch_valid = (uint8_t)((1U << now) - 1);
      act(&each);
      assert_int_equal(each.out.sample_pop, now);
      left -= now;
    }
    counted += number;
    assert_memory_equal(&b.spu->regs, &each.spu->regs, sizeof b.spu->regs);
    const struct spu_counts counts = spu_get_counts(b.spu);
    const struct spu_counts expected = spu_get_counts(each.spu);
    assert_memory_equal(&counts, &expected, sizeof counts);
    assert_int_equal(counts.selected, 0);
    for (int i = 0; i < 400; i++) {
      b.in.dispatch_valid = each.in.dispatch_valid = (uint8_t)rng_next(&rng);
      act(&b);
      act(&each);
      assert_memory_equal(&b.out, &each.out, sizeof b.out);
    }
  }
  assert_true(counted > 100000);
}

// Counting at once stops before the operation at which a counter expires.
TEST(counting_ends_before_a_selection)  // C1
{
  const struct spu_config config = bench_base();
  bench_open_enabled(config);
  b.spu->regs.pmsicr = 1000;
  assert_int_equal(spu_countable(b.spu, &b.in), 999);
  assert_int_equal(spu_count(b.spu, &b.in, 999), SPU_OK);
  assert_int_equal(spu_countable(b.spu, &b.in), 0);
  b.in.dispatch_valid = 1;
  act(&b);
  assert_true(b.out.mark_valid);
  assert_int_equal(spu_countable(b.spu, &b.in), 0);  // an operation is in flight
  bench_open_enabled(config);
  b.spu->regs.pmsicr = 1000;
  b.in.pe_el = SPU_EL3;
  assert_false(spu_next_enabled(b.spu, &b.in));
  assert_int_equal(spu_countable(b.spu, &b.in), 0);
  b.in.pe_el = SPU_EL0;
  assert_true(spu_next_enabled(b.spu, &b.in));
  bench_msr(SPU_PMCNTENSET_EL0, 1);  // it might count SAMPLE_POP
  assert_int_equal(spu_countable(b.spu, &b.in), 0);
}

// B2, B4: for every encoding.
TEST(answer_is_known_before_the_access)
{
  uint32_t verdicts = 0;
  bench_open(bench_named("v9.6"));
  b.in.mdcr_el3_enpms4 = false;
  b.in.mdcr_el2_tpms = true;
  static struct spu before;
  for (uint32_t encoding = 0xC000; encoding <= UINT16_MAX; encoding++) {
    for (uint32_t variant = 0; variant < 8; variant++) {
      b.in.pe_el = (uint8_t)(variant / 2);
      b.in.sysreg_valid = true;
      b.in.sysreg_write = variant % 2 != 0;
      b.in.sysreg_addr = (uint16_t)encoding;
      uint8_t ec = 0xFF;
      before = *b.spu;
      const enum spu_verdict verdict = spu_next_access(b.spu, &b.in, &ec);
      assert_memory_equal(&before, b.spu, sizeof before);
      bench_clean();
      bench_clean();
      assert_int_equal(b.out.sysreg_verdict, verdict);
      assert_int_equal(b.out.sysreg_ec, ec);
      verdicts |= 1U << verdict;
    }
  }
  assert_true(__builtin_popcount(verdicts) >= 4);  // accesses, UNDEFINED, traps to EL2 and EL3
}
