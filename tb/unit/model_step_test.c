// SPDX-License-Identifier: Apache-2.0
//
// The model as a whole: marks, collisions, latencies, verdicts, barriers, the bound, and conservation over random
// runs with an implementation that keeps to the rules.
#include "model_bench.h"

static void open_wide(struct bench *bench)
{
  struct spu_config config = bench_base();
  config.dispatch_width = 8;
  config.in_flight = 2;
  bench_open(bench, &config);
  bench_enable(bench);
}

// C1, C3: the slot that the counter reaches is marked, gaps do not count, later slots of the clock do.
static void wrong_slot_is_marked(void **state)
{
  (void)state;
  struct bench bench;
  open_wide(&bench);
  bench_msr(&bench, SPU_PMSICR_EL1, 3);
  bench.in.dispatch_valid = 0xB4;  // slots 2, 4, 5, 7
  for (uint64_t slot = 0; slot < SPU_MAX_SLOTS; slot++) {
    bench.in.dispatch_pc[slot] = 0x1000 + slot;
  }
  bench_clean(&bench);
  assert_true(bench.out.mark_valid);
  assert_int_equal(bench.out.mark_slot, 5);
  assert_int_equal(bench.out.mark_tag, 0);
  assert_int_equal(bench.out.sample_pop, 4);
  assert_int_equal(bench.spu->sample[0].address[SPEAddrPosPCVirtual], UINT64_C(0x8000000000001005));
  assert_int_equal(bench_peek(&bench, SPU_PMSICR_EL1), 0x100);
  bench_close(&bench);
}

// Slots that the configuration does not have are not dispatched.
static void slot_beyond_width_counts(void **state)
{
  (void)state;
  const struct spu_config config = bench_base();
  struct bench bench;
  bench_open(&bench, &config);
  bench_enable(&bench);
  bench.in.dispatch_valid = 0xFF;
  bench_clean(&bench);
  assert_int_equal(bench.out.sample_pop, 4);
  bench_close(&bench);
}

// C3: no free tag: collision, COLL, nothing else; the tag is free in the clock after the verdict, not before.
static void collision_is_sampled(void **state)
{
  (void)state;
  const struct spu_config config = bench_base();
  struct bench bench;
  bench_open(&bench, &config);
  bench_enable(&bench);
  (void)bench_mark(&bench, 0x10);
  bench.in.op[0].finished = true;
  bench_clean(&bench);
  bench.seen.verdict_valid = true;
  bench.spu->regs.pmsicr = 1;
  bench.in.dispatch_valid = 1;
  bench_clean(&bench);
  assert_true(bench.vif.verdict_keep);
  assert_false(bench.out.mark_valid);
  assert_int_equal(bench.out.sample_collision, 1);
  assert_int_equal(bench.out.pmbsr, 0);
  bench_clean(&bench);
  assert_int_equal(bench.out.pmbsr, PMBSR_COLL);
  assert_false(bench.out.pmbirq);
  assert_int_equal(bench_mark(&bench, 0x20), 0);
  bench_close(&bench);
}

// C3: two selections in one clock: one mark at most.
static void two_operations_are_marked_in_a_clock(void **state)
{
  (void)state;
  struct bench bench;
  open_wide(&bench);
  bench_msr(&bench, SPU_PMSIRR_EL1, 0);  // an interval of zero: selected every other operation
  bench_msr(&bench, SPU_PMSICR_EL1, UINT64_C(2) << 56 | 1);
  bench.in.dispatch_valid = 0x3;
  bench_clean(&bench);
  assert_true(bench.out.mark_valid);
  assert_int_equal(bench.out.mark_slot, 0);
  assert_int_equal(bench.out.sample_collision, 0);
  bench_msr(&bench, SPU_PMSICR_EL1, UINT64_C(1) << 56 | 2);
  bench.in.dispatch_valid = 0x3;
  bench_clean(&bench);
  assert_int_equal(bench.out.mark_slot, 0);
  assert_int_equal(bench.out.mark_tag, 1);
  assert_int_equal(bench.out.sample_collision, 1);
  assert_int_equal(spu_get_counts(bench.spu).selected, 3);
  bench_close(&bench);
}

// D3: total, issue and translation latency in clocks; pins of the mark clock are ignored.
static void latency_is_off_by_one(void **state)
{
  (void)state;
  const struct spu_config config = bench_base();
  struct bench bench;
  bench_open(&bench, &config);
  bench_enable(&bench);
  bench.in.op[0] = (struct spu_op){.issued = true, .xlate_busy = true, .finished = true};
  (void)bench_mark(&bench, 0);
  for (int clock = 1; clock <= 6; clock++) {
    bench.in.op[0].issued = clock == 2 || clock == 4;
    bench.in.op[0].xlate_busy = clock >= 3;
    bench.in.op[0].finished = clock == 6;
    bench_clean(&bench);
  }
  const struct spu_sample *sample = &bench.spu->sample[0];
  assert_int_equal(sample->counter[SPECounterPosTotalLatency], 6);
  assert_int_equal(sample->counter[SPECounterPosIssueLatency], 2);
  assert_int_equal(sample->counter[SPECounterPosTranslationLatency], 4);
  bench.in.op[0] = (struct spu_op){.xlate_busy = true, .finished = true};  // waits for its verdict
  bench_clean(&bench);
  assert_int_equal(sample->counter[SPECounterPosTotalLatency], 6);
  assert_int_equal(sample->counter[SPECounterPosTranslationLatency], 4);
  bench_close(&bench);
}

// A verdict in the clock of `finished`, for a free tag, or twice.
static void early_verdict_is_accepted(void **state)
{
  (void)state;
  const struct spu_config config = bench_base();
  struct bench bench;
  bench_open(&bench, &config);
  bench_enable(&bench);
  bench.seen.verdict_valid = true;
  bench_violates(&bench, "SPEPostExecution");
  (void)bench_mark(&bench, 0);
  bench.in.op[0].finished = true;
  bench.seen.verdict_valid = true;
  bench_violates(&bench, "SPEPostExecution");
  assert_false(bench.vif.verdict_valid);
  bench.seen.verdict_valid = true;
  bench_clean(&bench);
  bench.seen.verdict_valid = true;
  bench.seen.verdict_tag = 3;
  bench_violates(&bench, "SPEPostExecution");
  bench_close(&bench);
}

// H4: the filter and the record use the registers of the verdict and of the mark.
static void later_context_is_recorded(void **state)
{
  (void)state;
  const struct spu_config config = bench_base();
  struct bench bench;
  bench_open(&bench, &config);
  bench_enable(&bench);
  bench_msr(&bench, SPU_PMSCR_EL1, PMSCR_EL1_E0SPE | PMSCR_CX);
  bench.in.contextidr_el1 = 0xAAAA;
  const uint8_t tag = bench_mark(&bench, 0);
  assert_true(bench.out.mark_cx1);
  bench.in.contextidr_el1 = 0xBBBB;
  bench.in.pe_el = SPU_EL2;
  bench_msr(&bench, SPU_PMSCR_EL1, 0);
  const struct spu_op op = {0};
  assert_true(bench_finish(&bench, tag, &op));
  const uint8_t *bytes = bench.spu->waiting[bench.spu->waiting_first].data;
  assert_int_equal(bytes[0], 0x64);
  assert_int_equal(bytes[1] | bytes[2] << 8, 0xAAAA);
  bench_close(&bench);
}

// H1: a PSB that is done while an operation from before it is not resolved; operations from after it are free.
static void psb_leaves_an_operation_behind(void **state)
{
  (void)state;
  struct bench bench;
  open_wide(&bench);
  const struct spu_op op = {0};
  bench.seen.psb_done = true;
  bench_violates(&bench, "ProfilingSynchronizationBarrier");  // nobody asked
  const uint8_t tag = bench_mark(&bench, 0);
  bench.in.psb_valid = true;
  bench.seen.psb_done = true;
  bench_violates(&bench, "ProfilingSynchronizationBarrier");  // in flight
  bench_clean(&bench);
  (void)bench_mark(&bench, 4);  // after the PSB
  bench.in.op[tag] = op;
  bench.in.op[tag].finished = true;
  bench_clean(&bench);
  bench.seen.psb_done = true;
  bench_violates(&bench, "ProfilingSynchronizationBarrier");  // unjudged
  bench.in.psb_valid = false;
  bench_clean(&bench);
  bench.in.psb_valid = true;
  bench.seen.verdict_valid = true;
  bench.seen.verdict_tag = tag;
  bench_clean(&bench);
  bench.in.psb_valid = false;
  bench_clean(&bench);
  bench_close(&bench);
}

// H1: the same, waiting and being written.
static void psb_leaves_a_record_behind(void **state)
{
  (void)state;
  struct bench bench;
  open_wide(&bench);
  bench_record(&bench);
  bench.in.psb_valid = true;
  bench_clean(&bench);
  const uint8_t tag = bench_mark(&bench, 4);  // after the PSB: it may stay
  bench.seen.psb_done = true;
  bench_violates(&bench, "ProfilingSynchronizationBarrier");
  bench.in.psb_valid = false;
  bench_clean(&bench);
  (void)bench_finish(&bench, tag, &(struct spu_op){0});
  bench.seen.start_valid = true;
  bench_clean(&bench);
  bench_translate(&bench, 0);
  bench_clean(&bench);
  bench.in.psb_valid = true;
  bench_clean(&bench);
  bench.seen.commit_valid = true;
  bench.seen.psb_done = true;
  bench_violates(&bench, "ProfilingSynchronizationBarrier");  // another one waits
  bench.seen.start_valid = true;
  bench_clean(&bench);
  bench_translate(&bench, 0);
  bench_clean(&bench);
  bench.seen.commit_valid = true;
  bench.seen.psb_done = true;
  bench_violates(&bench,
                 "ProfilingSynchronizationBarrier");  // in the clock of the commit it is being written
  bench.seen.psb_done = true;
  bench_clean(&bench);
  bench_close(&bench);
}

// H1: a PSB with nothing before it may be done at once; one over an operation marked in its first clock too.
static void psb_waits_for_a_later_operation(void **state)
{
  (void)state;
  struct bench bench;
  open_wide(&bench);
  bench.in.psb_valid = true;
  (void)bench_mark(&bench, 0);
  bench.seen.psb_done = true;
  bench_clean(&bench);
  assert_true(bench.vif.psb_done);
  bench_close(&bench);
}

static void write_record(struct bench *bench)
{
  bench_record(bench);
  bench->seen.start_valid = true;
  bench_clean(bench);
  bench_translate(bench, 0);
  bench_clean(bench);
  bench->seen.commit_valid = true;
  bench_clean(bench);
}

// H2: a DSB that is done before the response to a write that it covers.
static void dsb_overtakes_a_write(void **state)
{
  (void)state;
  struct bench bench;
  open_wide(&bench);
  write_record(&bench);
  bench.in.dsb_valid = true;
  bench_clean(&bench);
  bench.seen.dsb_done = true;
  bench_violates(&bench, "ProfilingSynchronizationBarrier");
  bench_clean(&bench);
  bench.in.axi_bvalid = true;
  bench.seen.dsb_done = true;
  bench_clean(&bench);
  assert_true(bench.vif.dsb_done);
  bench_close(&bench);
}

// The bound: 64 * (in flight + 2) clocks from `finished`, but none while the unit waits for its environment.
static void late_resolution_is_accepted(void **state)
{
  (void)state;
  struct bench bench;
  open_wide(&bench);
  (void)bench_mark(&bench, 0);
  bench.in.op[0].finished = true;
  bench_clean(&bench);
  for (int clock = 1; clock < 64 * 4; clock++) {
    bench_clean(&bench);
  }
  bench_violates(&bench, "SPEPostExecution");
  bench_close(&bench);

  open_wide(&bench);
  bench_record(&bench);
  bench.seen.start_valid = true;
  bench_clean(&bench);
  for (int clock = 0; clock < 1000; clock++) {  // waits for the translation
    bench_clean(&bench);
  }
  bench_translate(&bench, 0);
  bench_clean(&bench);
  for (int clock = 0; clock < 1000; clock++) {  // the channels are not ready
    bench_clean(&bench);
  }
  bench.seen.commit_valid = true;
  bench_clean(&bench);
  bench_close(&bench);
}

// Warm reset: nothing of the run remains.
static void reset_leaves_something(void **state)
{
  (void)state;
  struct bench bench;
  open_wide(&bench);
  write_record(&bench);
  (void)bench_mark(&bench, 0);
  struct spu *fresh = calloc(1, spu_size());
  assert_non_null(fresh);
  const struct spu_config config = bench.spu->config;
  assert_int_equal(spu_init(fresh, &config), SPU_OK);
  spu_reset(bench.spu);
  assert_memory_equal(bench.spu, fresh, spu_size());
  free(fresh);
  bench_close(&bench);
}

// ---------------------------------------------------------------------------------------------------------
// Random runs

static uint32_t random_tag(struct rng *rng, uint32_t tags)
{
  uint32_t tag = rng_below(rng, SPU_MAX_TAGS);
  while ((tags >> tag & 1U) == 0) {
    tag = (tag + 1) % SPU_MAX_TAGS;
  }
  return tag;
}

static void random_inputs(struct bench *bench, struct rng *rng)
{
  static const uint16_t software[] = {SPU_PMBSR_EL1, SPU_PMBPTR_EL1, SPU_PMBLIMITR_EL1, SPU_PMSIRR_EL1,
                                      SPU_PMSFCR_EL1};
  static const uint64_t values[] = {0, BENCH_BUFFER, BENCH_LIMIT | 1, 0x101, 7 | 7 << 16};
  struct spu_in *in = &bench->in;
  in->dispatch_valid = (uint8_t)rng_next(rng);
  in->pe_el = (uint8_t)(rng_percent(rng, 2) ? SPU_EL2 : SPU_EL0);
  for (uint32_t tag = 0; tag < SPU_MAX_TAGS; tag++) {
    struct spu_op *op = &in->op[tag];
    op->issued = rng_percent(rng, 30);
    op->xlate_busy = rng_percent(rng, 30);
    op->finished = rng_percent(rng, 10);
    op->how = (uint8_t)rng_below(rng, 3);
    op->kind = (uint8_t)rng_below(rng, 5);
    op->va_valid = rng_percent(rng, 50);
    op->events = rng_next(rng);
    op->va = rng_next(rng);
  }
  if (rng_percent(rng, 1)) {
    const uint32_t which = rng_below(rng, 5);
    in->pe_el = SPU_EL2;
    in->sysreg_valid = true;
    in->sysreg_write = true;
    in->sysreg_addr = software[which];
    in->sysreg_wdata = which != 0 && rng_percent(rng, 10) ? values[which] & ~UINT64_C(1) : values[which];
  }
}

// What an implementation may do in this clock, given the model's state at its start.
static void random_events(struct bench *bench, struct rng *rng)
{
  const struct spu *spu = bench->spu;
  const struct spu_write_state *write = &spu->write;
  const bool writable = (spu->regs.pmbsr & PMBSR_S) == 0 && (spu->regs.pmblimitr & PMBLIMITR_E) != 0;
  if (spu->finished != 0 && rng_percent(rng, 50)) {
    bench->seen.verdict_valid = true;
    bench->seen.verdict_tag = (uint8_t)random_tag(rng, spu->finished);
  }
  if (write->active && !write->faulted && write->answered < write->pages) {
    if (rng_percent(rng, 50)) {
      bench_translate(bench, rng_next(rng) >> 8);
      bench->in.xlate_rsp_fault = rng_percent(rng, 5);
    }
  } else if (write->active && rng_percent(rng, 50)) {
    const uint64_t next = write->pointer_written ? spu->regs.pmbptr : write->start + write->record.size;
    bench->seen.commit_valid = writable && !write->faulted;
    bench->seen.discard_valid = !bench->seen.commit_valid;
    bench->seen.event_valid = writable && (write->faulted || SPEBufferIsFull(spu, next));
  } else if (!write->active && spu->waiting_count != 0 && rng_percent(rng, 50)) {
    const bool enabled = ProfilingBufferEnabled(spu, &bench->in);
    bench->seen.start_valid = enabled && !SPEBufferIsFull(spu, spu->regs.pmbptr);
    bench->seen.discard_valid = !bench->seen.start_valid;
    bench->seen.event_valid = enabled && bench->seen.discard_valid;
  }
  bench->in.axi_bvalid = spu->responses < spu->runs;
}

static void expect_conservation(const struct spu *spu)
{
  const struct spu_counts counts = spu_get_counts(spu);
  uint64_t sum =
      counts.collided + counts.in_flight + counts.dropped + counts.filtered + counts.waiting + counts.written;
  for (int reason = 0; reason < 5; reason++) {
    sum += counts.discarded[reason];
  }
  assert_int_equal(counts.selected, sum);
  assert_int_equal(counts.waiting, spu->waiting_count + spu->write.active);
}

// C6, G1: selections and what became of them disagree, or a byte is written outside the buffer.
static void operation_is_lost_in_random_runs(void **state)
{
  (void)state;
  uint64_t seen[5] = {0};
  uint64_t written = 0;
  for (uint64_t seed = 1; seed <= 20; seed++) {
    struct rng rng;
    struct bench bench;
    rng_seed(&rng, seed, 0);
    open_wide(&bench);
    bench.spu->config.record_align = 3;
    for (int clock = 0; clock < 20000; clock++) {
      random_inputs(&bench, &rng);
      random_events(&bench, &rng);
      bench_clean(&bench);
      expect_conservation(bench.spu);
      struct spu_write writes[SPU_MAX_RECORD_PAGES];
      const size_t runs = spu_last_writes(bench.spu, writes);
      for (size_t i = 0; i < runs; i++) {
        assert_true(writes[i].va >= BENCH_BUFFER && writes[i].va + writes[i].len <= BENCH_LIMIT);
      }
    }
    const struct spu_counts counts = spu_get_counts(bench.spu);
    written += counts.written;
    for (int reason = 0; reason < 5; reason++) {
      seen[reason] += counts.discarded[reason];
    }
    bench_close(&bench);
  }
  assert_true(written > 1000);
  assert_true(seen[SPU_DISCARD_STOPPED] > 0 && seen[SPU_DISCARD_NOT_ENABLED] > 0);
  assert_true(seen[SPU_DISCARD_FAULT] > 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(wrong_slot_is_marked),       cmocka_unit_test(slot_beyond_width_counts),
      cmocka_unit_test(collision_is_sampled),       cmocka_unit_test(two_operations_are_marked_in_a_clock),
      cmocka_unit_test(latency_is_off_by_one),      cmocka_unit_test(early_verdict_is_accepted),
      cmocka_unit_test(later_context_is_recorded),  cmocka_unit_test(psb_leaves_an_operation_behind),
      cmocka_unit_test(psb_leaves_a_record_behind), cmocka_unit_test(psb_waits_for_a_later_operation),
      cmocka_unit_test(dsb_overtakes_a_write),      cmocka_unit_test(late_resolution_is_accepted),
      cmocka_unit_test(reset_leaves_something),     cmocka_unit_test(operation_is_lost_in_random_runs),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
