// SPDX-License-Identifier: Apache-2.0
//
// The model as a whole: marks, collisions, latencies, decisions and barriers.
#include "unit/test/model/model_bench.h"

static void open_wide(void)
{
  bench_open_enabled(CHANGED(bench_base(), config.dispatch_width = 8, config.in_flight = 2));
}

// C1, C3: the slot at which the counter expires is marked; empty slots do not count, later slots in the cycle do.
TEST(slot_of_the_selected_operation_is_marked)
{
  open_wide();
  bench_msr(SPU_PMSICR_EL1, 3);
  b.in.dispatch_valid = 0xB4;  // slots 2, 4, 5, 7
  for (uint64_t slot = 0; slot < SPU_MAX_SLOTS; slot++) {
    b.in.dispatch_pc[slot] = 0x1000 + slot;
  }
  bench_clean();
  assert_true(b.out.mark_valid);
  assert_int_equal(b.out.mark_slot, 5);
  assert_int_equal(b.out.mark_tag, 0);
  assert_int_equal(b.out.sample_pop, 4);
  assert_int_equal(b.spu->sample[0].address[SPEAddrPosPCVirtual], UINT64_C(0x8000000000001005));
  assert_int_equal(bench_peek(SPU_PMSICR_EL1), 0x100);
}

// Absent slots are not dispatched.
TEST(slot_beyond_width_does_not_count)
{
  bench_open_enabled(bench_base());
  bench_dispatch(0xFF);
  assert_int_equal(b.out.sample_pop, 4);
}

// C3, IQYCRM: without a free tag: a collision, COLL, and nothing else. A tag is free from the cycle after its decision.
TEST(collision_is_not_sampled)
{
  bench_open_enabled(bench_base());
  (void)bench_mark(0x10);
  bench_end(0);
  b.seen.decide_valid = true;
  bench_select(0);
  bench_clean();
  assert_true(b.vif.decide_keep);
  assert_false(b.out.mark_valid);
  assert_int_equal(b.out.sample_collision, 1);
  assert_int_equal(b.out.pmbsr, 0);
  bench_clean();
  assert_int_equal(b.out.pmbsr, SPU_PMBSR_EL1_COLL);
  assert_false(b.out.pmbirq);
  assert_int_equal(bench_mark(0x20), 0);
}

static uint8_t zero_byte(void *context)
{
  (void)context;
  return 0;
}

// C3: two selections in one cycle, by ECOUNT and by COUNT with a random value of zero: at most one mark.
TEST(one_operation_is_marked_in_a_cycle)
{
  open_wide();
  spu_set_random(b.spu, zero_byte, NULL);
  bench_msr(SPU_PMSIRR_EL1, 0x100 | SPU_PMSIRR_EL1_RND);
  bench_msr(SPU_PMSICR_EL1, UINT64_C(2) << 56 | 1);
  bench_dispatch(0x3);
  assert_true(b.out.mark_valid);
  assert_int_equal(b.out.mark_slot, 0);
  assert_int_equal(b.out.sample_collision, 0);
  bench_msr(SPU_PMSICR_EL1, UINT64_C(1) << 56 | 2);
  bench_dispatch(0x3);
  assert_int_equal(b.out.mark_slot, 0);
  assert_int_equal(b.out.mark_tag, 1);
  assert_int_equal(b.out.sample_collision, 1);
  assert_int_equal(spu_get_counts(b.spu).selected, 3);
}

// D3: total, issue and translation latency in cycles; pins in the cycle of the mark are ignored.
TEST(latencies_are_exact)
{
  bench_open_enabled(bench_base());
  b.in.op[0] = (struct spu_op){.issued = true, .xlate_busy = true, .finished = true};
  (void)bench_mark(0);
  for (int clock = 1; clock <= 7; clock++) {
    b.in.op[0].issued = clock == 2 || clock == 4;
    b.in.op[0].xlate_busy = clock >= 3;
    b.in.op[0].finished = clock >= 6;  // undecided in the last cycle
    bench_clean();
    const uint32_t *counter = b.spu->sample[0].counter;
    if (clock >= 6) {
      assert_int_equal(counter[SPECounterPosTotalLatency], 6);
      assert_int_equal(counter[SPECounterPosIssueLatency], 2);
      assert_int_equal(counter[SPECounterPosTranslationLatency], 4);
    }
  }
}

// A decision in the cycle of `finished`, for a free tag, or twice, is a violation.
TEST(early_decision_is_caught)
{
  bench_open_enabled(bench_base());
  VIOLATES(decide_valid, "SPEPostExecution");
  (void)bench_mark(0);
  b.in.op[0].finished = true;
  VIOLATES(decide_valid, "SPEPostExecution");
  assert_false(b.vif.decide_valid);
  bench_decide(0);
  b.seen.decide_tag = 3;
  VIOLATES(decide_valid, "SPEPostExecution");
}

// H4: the filter uses the registers at the decision, the record those at the mark.
TEST(context_of_the_mark_is_recorded)
{
  bench_open_enabled(bench_base());
  bench_msr(SPU_PMSCR_EL1, SPU_PMSCR_EL1_E0SPE | SPU_PMSCR_EL1_CX);
  b.in.contextidr_el1 = 0xAAAA;
  const uint8_t tag = bench_mark(0);
  assert_true(b.out.mark_cx1);
  b.in.contextidr_el1 = 0xBBBB;
  b.in.pe_el = SPU_EL2;
  bench_msr(SPU_PMSCR_EL1, 0);
  assert_true(bench_finish(tag, (struct spu_op){0}));
  const uint8_t *bytes = b.spu->waiting[b.spu->waiting_first].data;
  assert_int_equal(bytes[0], 0x64);
  assert_int_equal(bytes[1] | bytes[2] << 8, 0xAAAA);
}

// H1: a PSB done before an earlier operation is resolved is a violation; later operations have no effect.
TEST(psb_waits_for_earlier_operations)
{
  open_wide();
  VIOLATES(psb_done, "ProfilingSynchronizationBarrier");  // no request
  const uint8_t tag = bench_mark(0);
  psb_is_too_early();  // in flight
  bench_clean();
  (void)bench_mark(4);  // after the PSB
  bench_end(tag);
  psb_is_too_early();  // undecided
  b.in.psb_valid = false;
  bench_clean();
  b.in.psb_valid = true;
  bench_decide(tag);
  b.in.psb_valid = false;
  bench_clean();
}

// H1: the same for records that wait or are being written.
TEST(psb_waits_for_earlier_records)
{
  open_wide();
  bench_record();
  b.in.psb_valid = true;
  bench_clean();
  const uint8_t tag = bench_mark(4);  // after the PSB: it may stay
  psb_is_too_early();
  b.in.psb_valid = false;
  bench_clean();
  (void)bench_finish(tag, (struct spu_op){0});
  start_page(0);
  b.in.psb_valid = true;
  bench_clean();
  b.seen.commit_valid = true;
  psb_is_too_early();  // another one waits
  start_page(0);
  b.seen.commit_valid = true;
  psb_is_too_early();  // in the cycle of the commit it is being written
  psb_is_done();
}

// P3, C4, T2: the performance monitors' outputs show the state at the start of the cycle, and the monitors count the
// cycle's SAMPLE_* events; trace outputs follow its pins.
TEST(monitors_and_trace_are_stepped)
{
  const uint16_t pmcntenset_el0 = 0xDCE1;
  const uint16_t pmcr_el0 = 0xDCE0;
  const uint16_t pmevtyper0_el0 = 0xDF60;
  bench_open_enabled(bench_base());
  b.in.mdcr_el2_hpmn = 6;             // EL2 has no counter
  bench_msr(pmevtyper0_el0, 0x4000);  // SAMPLE_POP
  bench_msr(pmcntenset_el0, UINT64_C(1) << 31 | 1);
  bench_msr(pmcr_el0, 1);
  bench_clean();
  const uint64_t cycles = b.out.pmccntr;
  bench_dispatch(7);
  assert_int_equal(b.out.sample_pop, 3);
  assert_int_equal(b.out.pmccntr, cycles + 1);
  assert_int_equal(b.out.pmevcntr[0], 0);
  bench_clean();
  assert_int_equal(b.out.pmevcntr[0], 3);
  assert_true(b.out.trace_allowed);  // Non-secure, no self-hosted trace
  b.in.scr_el3_ns = false;
  bench_clean();
  assert_false(b.out.trace_allowed);
}

// Warm reset: no state remains.
TEST(reset_leaves_nothing)
{
  open_wide();
  bench_record();
  write_waiting_record();
  (void)bench_mark(0);
  static struct spu fresh;
  assert_int_equal(spu_init(&fresh, &b.spu->config), SPU_OK);
  spu_reset(b.spu);
  assert_memory_equal(b.spu, &fresh, sizeof fresh);
}
