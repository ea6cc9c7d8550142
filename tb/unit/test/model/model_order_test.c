// SPDX-License-Identifier: Apache-2.0
//
// Block H: the rules of document S2 (Arm ARM D17.9), one test each, on the model; RSXWCP and RVCYWL are in
// model_not_enabled_test.c. A Context synchronization event is a cycle boundary here: the core holds the next
// instruction back until the following cycle.
#include "unit/test/model/model_bench.h"

static uint64_t mrs(uint16_t address)
{
  const uint8_t el = b.in.pe_el;
  b.in.pe_el = SPU_EL3;
  bench_answer(address, false, 0);
  b.in.pe_el = el;
  assert_int_equal(b.out.sysreg_verdict, OK);
  return b.out.sysreg_rdata;
}

// H1, RTRDTK: PSB CSYNC synchronizes earlier profiling operations: each of them has left its tag, been formatted and
// translated, and its write has been accepted.
TEST(rtrdtk_psb_waits_for_operations_before_it)
{
  bench_open_enabled(bench_base());
  const uint8_t tag = bench_mark(0);
  psb_is_too_early();  // in flight
  b.in.op[tag].finished = true;
  psb_is_too_early();  // finishing
  psb_is_too_early();  // undecided
  b.seen.decide_valid = true;
  b.seen.decide_tag = tag;
  psb_is_too_early();  // in the cycle of its decision
  psb_is_too_early();  // its record waits
  b.seen.start_valid = true;
  psb_is_too_early();
  psb_is_too_early();  // waits for its translation
  bench_translate(0);
  psb_is_too_early();
  b.seen.commit_valid = true;
  psb_is_too_early();  // in the cycle in which its write is accepted
  psb_is_done();
}

// H2-H4, IMLGHW, after a PSB: a direct read sees the indirect writes; they do not overwrite a direct write; the direct
// write does not affect earlier operations; and a DSB waits for the writes.
TEST(imlghw_psb_separates_before_from_after)
{
  open_aborting(SPU_ABORT_IGNORED, BENCH_BUFFER);
  b.in.psb_valid = true;
  write_waiting_record();
  psb_is_done();
  assert_int_equal(mrs(SPU_PMBPTR_EL1), BENCH_BUFFER + 64);          // H3
  bench_msr(SPU_PMSFCR_EL1, SPU_PMSFCR_EL1_FT | SPU_PMSFCR_EL1_LD);  // would have rejected the record
  bench_msr(SPU_PMBPTR_EL1, 0x18000);
  dsb_waits();  // H2
  bench_respond(RESP_OKAY);
  dsb_is_done();
  assert_int_equal(mrs(SPU_PMBPTR_EL1), 0x18000);  // H4
  assert_int_equal(spu_get_counts(b.spu).written, 1);
}

// H5, IMLGHW, for an abort: PMBSR_EL1 is written when the write completes, at the latest in the cycle in which the DSB
// after the PSB is done: a read after the DSB sees it.
TEST(imlghw_dsb_waits_for_an_abort)
{
  open_aborting(SPU_ABORT_REPORTED_SYNC, BENCH_BUFFER);
  b.in.psb_valid = true;
  start_page(0);
  bench_respond(RESP_SLVERR);  // before the PSB is done
  discard_record(SPU_DISCARD_FAULT, true);
  psb_is_done();
  assert_int_equal(mrs(SPU_PMBSR_EL1), sync_syndrome);
  dsb_is_done();
  assert_int_equal(mrs(SPU_PMBSR_EL1), sync_syndrome);

  open_aborting(SPU_ABORT_REPORTED_ASYNC, BENCH_BUFFER);
  b.in.psb_valid = true;
  write_waiting_record();
  psb_is_done();
  assert_int_equal(mrs(SPU_PMBSR_EL1), 0);
  dsb_waits();
  bench_respond(RESP_SLVERR);
  b.seen.event_valid = true;
  dsb_is_done();
  assert_int_equal(mrs(SPU_PMBSR_EL1), async_syndrome);
}

// H4, INDWCG, RPVRNK: for operations after a Context synchronization event, the unit reads and counts from the values
// that software wrote before it.
TEST(indwcg_operation_uses_the_newest_register)
{
  bench_open_enabled(bench_base());
  bench_msr(SPU_PMSICR_EL1, 700);
  bench_dispatch(7);
  assert_int_equal(mrs(SPU_PMSICR_EL1), 697);  // the indirect write followed the direct one
  bench_msr(SPU_PMSCR_EL1, SPU_PMSCR_EL1_E0SPE | SPU_PMSCR_EL1_TS | SPU_PMSCR_EL1_CX);
  b.in.contextidr_el1 = 0x77;
  const uint8_t tag = bench_mark(0);
  assert_true(b.out.mark_cx1);
  assert_int_not_equal(b.out.mark_ts, SPU_TIMESTAMP_NONE);
  bench_msr(SPU_PMBPTR_EL1, 0x18000);
  bench_msr(SPU_PMSLATFR_EL1, 0xFFF);
  bench_msr(SPU_PMSFCR_EL1, SPU_PMSFCR_EL1_FL);
  assert_false(bench_finish(tag, (struct spu_op){0}));  // rejected by the new filter
  bench_msr(SPU_PMSFCR_EL1, 0);
  bench_record();
  write_waiting_record();
  assert_int_equal(expect_writes(1)[0].va, 0x18000);
}

// H2, INRNSL: the writes of operations after a DSB observe the PE's earlier memory accesses, because a write begins
// after its operation, which is after the DSB. So no write begins before its operation has finished and been decided.
TEST(inrnsl_write_begins_after_its_operation)
{
  bench_open_enabled(bench_base());
  dsb_is_done();
  VIOLATES(start_valid, "SPEPostExecution");
  const uint8_t tag = bench_mark(0);
  VIOLATES(start_valid, "SPEPostExecution");
  b.in.op[tag].finished = true;
  VIOLATES(start_valid, "SPEPostExecution");
  b.seen.decide_valid = true;
  b.seen.decide_tag = tag;
  VIOLATES(start_valid, "SPEPostExecution");  // not in the cycle of the decision either
  VIOLATES(burst_valid, "SPEWriteToBuffer");
  start_write();
}

// The outcome of one record.
enum outcome { WRITTEN, SILENT, NOT_ALLOWED };

static void expect_outcome(enum outcome outcome)
{
  if (outcome == WRITTEN) {
    write_waiting_record();
    assert_int_equal(bench_peek(SPU_PMBPTR_EL1), BENCH_BUFFER + 64);
    return;
  }
  expect_discard(SPU_DISCARD_NOT_ENABLED, outcome == NOT_ALLOWED);
  expect_registers_of_buffer(outcome == NOT_ALLOWED ? SPU_PMBSR_EL1_S | SPU_PMBSR_EL1_DL : 0, BENCH_BUFFER);
}

// The outcome for each choice.
static const enum outcome chosen[] = {WRITTEN, SILENT, NOT_ALLOWED};

// U3, RQJWVQ: a reserved MDCR_EL3.{NSPBE, NSPB} acts as the configured value: the PE's Security state, or another one.
// RVCYWL applies if the operation was sampled for that owner.
TEST(rqjwvq_reserved_owner_is_the_configured_one)
{
  for (uint32_t row = 0; row < 6; row++) {
    struct spu_config config = bench_base();
    config.have_rme = config.have_sel2 = true;
    config.debug_version = 4;
    config.not_enabled_write = row % 3;
    config.reserved_nsxb = row < 3 ? 3 : 7;  // Non-secure, Realm
    bench_open(config);
    b.in.mdcr_el3_nspbe = b.in.scr_el3_nse = row >= 3;
    bench_enable();
    bench_record();
    b.in.scr_el3_nse = false;
    b.in.mdcr_el3_nspbe = true;  // {1, 0x} is reserved
    b.in.mdcr_el3_nspb = row & 1U;
    expect_outcome(row < 3 ? WRITTEN : chosen[row % 3]);
  }
}

// H6, IWZSLB: the enables apply to the executing instruction. When they are cleared, or at an Exception level without
// profiling, nothing more is selected; earlier samples are not affected.
TEST(iwzslb_enable_is_read_for_the_executing_instruction)
{
  for (int row = 0; row < 3; row++) {
    bench_open_enabled(bench_base());
    const uint8_t tag = bench_mark(0);
    if (row == 0) {  // in the cycle of the write the old value still applies
      b.spu->regs.pmsicr = 4;
      b.in.pe_el = SPU_EL1;
      bench_access(SPU_PMSCR_EL1, true, 0);
      bench_dispatch(0x7);
      assert_int_equal(b.out.sample_pop, 3);
    } else {
      b.spu->regs.pmsicr = 1;
      b.in.pe_el = row == 1 ? SPU_EL2 : SPU_EL3;  // an exception to a level above the owner
    }
    bench_dispatch(0xF);
    assert_false(b.out.profiling_enabled);
    assert_int_equal(b.out.sample_pop, 0);
    assert_false(b.out.mark_valid);
    assert_int_equal(b.out.sample_collision, 0);
    assert_int_equal(bench_peek(SPU_PMSICR_EL1), 1);
    assert_int_equal(spu_get_counts(b.spu).selected, 1);
    assert_true(bench_finish(tag, (struct spu_op){0}));
    start_write();
  }
}

// H1, IVKDVF: without a Context synchronization event in between, a PSB need not wait for an operation: one marked in
// its first cycle or later may still be in flight when the PSB is done, or may have ended.
TEST(ivkdvf_psb_need_not_wait_for_a_later_operation)
{
  for (int wait = 0; wait <= 1; wait++) {
    bench_open_enabled(bench_base());
    b.in.psb_valid = true;
    const uint8_t tag = bench_mark(0);
    if (wait != 0) {
      assert_true(bench_finish(tag, (struct spu_op){0}));
      start_write();
    }
    psb_is_done();
  }
}

// H7. IVKDVF, and INRNSL for a sampled PSB CSYNC: it waits for the operations that the core reports as older, and for
// the records of operations decided before it, but not for other tags and their records.
TEST(psb_waits_for_older_work)
{
  enum { STEPS = 8 };
  struct spu_config config = bench_base();
  config.in_flight = 3;
  for (int last = 0; last < STEPS; last++) {  // the step after which the barrier is done, or must not be
    open_with_record(config);
    const uint8_t older = bench_mark(0);
    const uint8_t itself = bench_mark(4);
    const uint8_t younger = bench_mark(8);
    b.in.psb_older = (uint8_t)(1U << older);
    b.in.psb_valid = true;
    bench_clean();
    b.in.psb_older = 0xF;  // read in the first cycle
    for (int step = 0; step <= last; step++) {
      const uint8_t tag = step < 2 ? younger : older;
      if (step == 0 || step == 2) {
        b.in.op[tag].finished = true;
      } else if (step == 1 || step == 3) {
        b.seen.decide_valid = true;
        b.seen.decide_tag = tag;
      } else if (step < STEPS - 1) {
        // three records wait: one from before, the younger operation's, the older one's
        start_page(0);
        b.seen.commit_valid = true;
      }
      bench_clean();
    }
    assert_int_equal(b.spu->in_flight >> itself & 1U, 1);
    if (last < STEPS - 2) {
      psb_is_too_early();
    } else {
      psb_is_done();
    }
  }

  open_with_record(config);  // being written when the barrier begins
  start_write();
  psb_is_too_early();

  // The record of an operation that is not covered may wait when the barrier is done.
  bench_open_enabled(config);
  const uint8_t alone = bench_mark(0);
  b.in.psb_older = 0;
  b.in.psb_valid = true;
  assert_true(bench_finish(alone, (struct spu_op){0}));
  psb_is_done();
}

// H7. A PSB CSYNC with nothing left to wait for is done within the bound. For a record being written it may wait as
// long as memory takes.
TEST(psb_is_not_kept_waiting)
{
  for (int writing = 0; writing <= 1; writing++) {
    open_with_record(bench_base());
    if (writing != 0) {
      start_write();
    } else {
      write_waiting_record();
      respond(RESP_OKAY);
    }
    (void)bench_mark(0);
    b.in.psb_older = 0;
    b.in.psb_valid = true;
    const int cycles = bench_cycles_to_violation();
    if (writing != 0) {
      assert_int_equal(cycles, 1000);
    } else {
      assert_string_equal(spu_last_violation(b.spu).function, "ProfilingSynchronizationBarrier");
      assert_in_range(cycles, 64 * 3 - 2, 64 * 3 + 2);
    }
  }
}
