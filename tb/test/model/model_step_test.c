// SPDX-License-Identifier: Apache-2.0
//
// The model as a whole: marks, collisions, latencies, verdicts, barriers and the bound.
#include "model_bench.h"
#include "test/test.h"

static void open_wide(struct bench *bench)
{
  struct spu_config config = bench_base();
  config.dispatch_width = 8;
  config.in_flight = 2;
  bench_open(bench, &config);
  bench_enable(bench);
}

// C1, C3: the slot that the counter reaches is marked, gaps do not count, later slots of the cycle do.
TEST(slot_of_the_selected_operation_is_marked)
{
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
TEST(slot_beyond_width_does_not_count)
{
  const struct spu_config config = bench_base();
  struct bench bench;
  bench_open(&bench, &config);
  bench_enable(&bench);
  bench.in.dispatch_valid = 0xFF;
  bench_clean(&bench);
  assert_int_equal(bench.out.sample_pop, 4);
  bench_close(&bench);
}

// C3: no free tag: collision, COLL, nothing else; the tag is free in the cycle after the verdict, not before.
TEST(collision_is_not_sampled)
{
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
  assert_int_equal(bench.out.pmbsr, SPU_PMBSR_EL1_COLL);
  assert_false(bench.out.pmbirq);
  assert_int_equal(bench_mark(&bench, 0x20), 0);
  bench_close(&bench);
}

static uint8_t zero_byte(void *context)
{
  (void)context;
  return 0;
}

// C3: two selections in one cycle, by ECOUNT and by COUNT with a random value of zero: one mark at most.
TEST(one_operation_is_marked_in_a_cycle)
{
  struct bench bench;
  open_wide(&bench);
  spu_set_random(bench.spu, zero_byte, NULL);
  bench_msr(&bench, SPU_PMSIRR_EL1, 0x100 | SPU_PMSIRR_EL1_RND);
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

// D3: total, issue and translation latency in cycles; pins of the mark cycle are ignored.
TEST(latencies_are_exact)
{
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

// A verdict in the cycle of `finished`, for a free tag, or twice, is a violation.
TEST(early_verdict_is_caught)
{
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
TEST(context_of_the_mark_is_recorded)
{
  const struct spu_config config = bench_base();
  struct bench bench;
  bench_open(&bench, &config);
  bench_enable(&bench);
  bench_msr(&bench, SPU_PMSCR_EL1, SPU_PMSCR_EL1_E0SPE | SPU_PMSCR_EL1_CX);
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

// H1: a PSB that is done before an earlier operation is resolved is a violation; later operations
// do not matter.
TEST(psb_waits_for_earlier_operations)
{
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
  bench_violates(&bench, "ProfilingSynchronizationBarrier");  // undecided
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

// H1: the same for records that wait or are being written.
TEST(psb_waits_for_earlier_records)
{
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
                 "ProfilingSynchronizationBarrier");  // in the cycle of the commit it is being written
  bench.seen.psb_done = true;
  bench_clean(&bench);
  bench_close(&bench);
}

// H1: a PSB with nothing before it may be done at once; one over an operation marked in its first cycle too.
TEST(psb_does_not_wait_for_a_later_operation)
{
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

// H2: a DSB that is done before the response to a write that it covers is a violation.
TEST(dsb_waits_for_every_write)
{
  struct bench bench;
  open_wide(&bench);
  write_record(&bench);
  bench.in.dsb_valid = true;
  bench_clean(&bench);
  bench.seen.dsb_done = true;
  bench_violates(&bench, "DataSynchronizationBarrier");
  bench_clean(&bench);
  bench.in.axi_bvalid = true;
  bench.seen.dsb_done = true;
  bench_clean(&bench);
  assert_true(bench.vif.dsb_done);
  bench_close(&bench);
}

// The bound: 64 * (in flight + 2) cycles from `finished`, but none while the unit waits for its environment.
TEST(late_resolution_is_caught)
{
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

// P3, C4, T2: the outputs of the performance monitors are the state of the cycle, they take its SAMPLE_*
// events, and those of trace follow its pins.
TEST(monitors_and_trace_are_stepped)
{
  const uint16_t pmcntenset_el0 = 0xDCE1;
  const uint16_t pmcr_el0 = 0xDCE0;
  const uint16_t pmevtyper0_el0 = 0xDF60;
  const struct spu_config config = bench_base();
  struct bench bench;
  bench_open(&bench, &config);
  bench_enable(&bench);
  bench.in.mdcr_el2_hpmn = 6;                 // EL2 keeps no counter
  bench_msr(&bench, pmevtyper0_el0, 0x4000);  // SAMPLE_POP
  bench_msr(&bench, pmcntenset_el0, UINT64_C(1) << 31 | 1);
  bench_msr(&bench, pmcr_el0, 1);
  bench_clean(&bench);
  const uint64_t cycles = bench.out.pmccntr;
  bench.in.dispatch_valid = 7;
  bench_clean(&bench);
  assert_int_equal(bench.out.sample_pop, 3);
  assert_int_equal(bench.out.pmccntr, cycles + 1);
  assert_int_equal(bench.out.pmevcntr[0], 0);
  bench_clean(&bench);
  assert_int_equal(bench.out.pmevcntr[0], 3);
  assert_true(bench.out.trace_allowed);  // Non-secure, no self-hosted trace
  bench.in.scr_el3_ns = false;
  bench_clean(&bench);
  assert_false(bench.out.trace_allowed);
  bench_close(&bench);
}

// Warm reset: nothing of the run remains.
TEST(reset_leaves_nothing)
{
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
