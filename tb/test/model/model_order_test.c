// SPDX-License-Identifier: Apache-2.0
//
// Block H: the rules of document S2 (Arm ARM D17.9), one test each, on the model. A Context synchronization
// event is a cycle boundary here: the core holds the next instruction back until the cycle after it.
#include "model_buffer_bench.h"
#include "test/test.h"

static void open_plain(struct bench *bench)
{
  open_aborting(bench, SPU_ABORT_IGNORED, BENCH_BUFFER);
}

static uint64_t mrs(struct bench *bench, uint16_t address)
{
  const uint8_t el = bench->in.pe_el;
  bench->in.pe_el = SPU_EL3;
  bench->in.sysreg_valid = true;
  bench->in.sysreg_write = false;
  bench->in.sysreg_addr = address;
  bench_clean(bench);
  bench->in.pe_el = el;
  bench_clean(bench);
  assert_true(bench->out.sysreg_done);
  assert_int_equal(bench->out.sysreg_verdict, SPU_ACCESS_OK);
  return bench->out.sysreg_rdata;
}

// The PSB that is waiting is done in this cycle, or must not be.
static void psb_is_done(struct bench *bench)
{
  bench->seen.psb_done = true;
  bench_clean(bench);
  assert_true(bench->vif.psb_done);
  bench->in.psb_valid = false;
}

static void psb_is_too_early(struct bench *bench)
{
  bench->in.psb_valid = true;
  bench->seen.psb_done = true;
  bench_violates(bench, "ProfilingSynchronizationBarrier");
  assert_false(bench->vif.psb_done);
}

// H1. RTRDTK: PSB CSYNC is what synchronizes the profiling operations before it: each of them has left its
// tag, been formatted and translated, and its write has been handed over.
TEST(rtrdtk_psb_waits_for_operations_before_it)
{
  const struct spu_config config = bench_base();
  struct bench bench;
  bench_open(&bench, &config);
  bench_enable(&bench);
  const uint8_t tag = bench_mark(&bench, 0);
  psb_is_too_early(&bench);  // in flight
  bench.in.op[tag].finished = true;
  psb_is_too_early(&bench);  // finishing
  psb_is_too_early(&bench);  // waits for its verdict
  bench.seen.verdict_valid = true;
  bench.seen.verdict_tag = tag;
  psb_is_too_early(&bench);  // in the cycle of its verdict
  psb_is_too_early(&bench);  // its record waits
  bench.seen.start_valid = true;
  psb_is_too_early(&bench);
  psb_is_too_early(&bench);  // waits for its translation
  bench_translate(&bench, 0);
  psb_is_too_early(&bench);
  bench.seen.commit_valid = true;
  psb_is_too_early(&bench);  // in the cycle in which it is handed over
  bench.in.psb_valid = true;
  psb_is_done(&bench);
  bench_close(&bench);
}

// H2, H3, H4. IMLGHW, after a PSB: a direct read sees its indirect writes; they do not overwrite a direct
// write; the direct write does not change what the operation was treated by; and a DSB waits for its
// writes.
TEST(imlghw_psb_separates_before_from_after)
{
  struct bench bench;
  open_plain(&bench);
  bench.in.psb_valid = true;
  start_write(&bench);
  translate(&bench, 0);
  commit_write(&bench);
  psb_is_done(&bench);
  assert_int_equal(mrs(&bench, SPU_PMBPTR_EL1), BENCH_BUFFER + 64);          // H3
  bench_msr(&bench, SPU_PMSFCR_EL1, SPU_PMSFCR_EL1_FT | SPU_PMSFCR_EL1_LD);  // would have rejected the record
  bench_msr(&bench, SPU_PMBPTR_EL1, 0x18000);
  bench.in.dsb_valid = true;
  bench_clean(&bench);
  bench.seen.dsb_done = true;
  bench_violates(&bench, "DataSynchronizationBarrier");  // H2
  bench_clean(&bench);
  bench_respond(&bench, RESP_OKAY);
  bench.seen.dsb_done = true;
  bench_clean(&bench);
  assert_true(bench.vif.dsb_done);
  assert_int_equal(mrs(&bench, SPU_PMBPTR_EL1), 0x18000);  // H4
  assert_int_equal(spu_get_counts(bench.spu).written, 1);
  bench_close(&bench);
}

// H5. IMLGHW, of the abort: PMBSR_EL1 is written when the write completes, which is at the latest in the
// cycle in which the DSB after the PSB is done: a read after the DSB sees it.
TEST(imlghw_dsb_waits_for_an_abort)
{
  for (int sync = 0; sync <= 1; sync++) {
    struct bench bench;
    open_aborting(&bench, sync != 0 ? SPU_ABORT_REPORTED_SYNC : SPU_ABORT_REPORTED_ASYNC, BENCH_BUFFER);
    bench.in.psb_valid = true;
    start_write(&bench);
    translate(&bench, 0);
    if (sync != 0) {  // known before the PSB is done
      bench_respond(&bench, RESP_SLVERR);
      bench.seen.event_valid = true;
      bench.seen.discard_valid = true;
      bench_clean(&bench);
      psb_is_done(&bench);
      assert_int_equal(mrs(&bench, SPU_PMBSR_EL1), sync_syndrome);
    } else {
      commit_write(&bench);
      psb_is_done(&bench);
      assert_int_equal(mrs(&bench, SPU_PMBSR_EL1), 0);
      bench.in.dsb_valid = true;
      bench_clean(&bench);
      bench.seen.dsb_done = true;
      bench_violates(&bench, "DataSynchronizationBarrier");
      bench_clean(&bench);
      bench_respond(&bench, RESP_SLVERR);
      bench.seen.event_valid = true;
    }
    bench.in.dsb_valid = true;
    bench.seen.dsb_done = true;
    bench_clean(&bench);
    bench.in.dsb_valid = false;
    assert_int_equal(mrs(&bench, SPU_PMBSR_EL1), sync != 0 ? sync_syndrome : async_syndrome);
    bench_close(&bench);
  }
}

// H4. INDWCG: what software wrote before a Context synchronization event is what the unit reads, and counts
// on from, for the operations after it.
TEST(indwcg_operation_uses_the_newest_register)
{
  const struct spu_config config = bench_base();
  struct bench bench;
  bench_open(&bench, &config);
  bench_enable(&bench);
  bench_msr(&bench, SPU_PMSICR_EL1, 700);
  bench.in.dispatch_valid = 7;
  bench_clean(&bench);
  assert_int_equal(mrs(&bench, SPU_PMSICR_EL1), 697);  // indirect write over the direct one
  bench_msr(&bench, SPU_PMSCR_EL1, SPU_PMSCR_EL1_E0SPE | SPU_PMSCR_EL1_TS | SPU_PMSCR_EL1_CX);
  bench.in.contextidr_el1 = 0x77;
  const uint8_t tag = bench_mark(&bench, 0);
  assert_true(bench.out.mark_cx1);
  assert_int_not_equal(bench.out.mark_ts, SPU_TIMESTAMP_NONE);
  bench_msr(&bench, SPU_PMBPTR_EL1, 0x18000);
  bench_msr(&bench, SPU_PMSLATFR_EL1, 0xFFF);
  bench_msr(&bench, SPU_PMSFCR_EL1, SPU_PMSFCR_EL1_FL);
  const struct spu_op op = {0};
  assert_false(bench_finish(&bench, tag, &op));  // by the new filter
  bench_msr(&bench, SPU_PMSFCR_EL1, 0);
  bench_record(&bench);
  start_write(&bench);
  translate(&bench, 0);
  commit_write(&bench);
  struct spu_write writes[SPU_MAX_RECORD_PAGES];
  assert_int_equal(spu_last_writes(bench.spu, writes), 1);
  assert_int_equal(writes[0].va, 0x18000);
  bench_close(&bench);
}

// H2. INRNSL: what the PE did to memory before a DSB is observed by the writes of operations after it:
// those begin after the operation, which is after the DSB. So no write begins before its operation has
// finished and been decided.
TEST(inrnsl_write_begins_after_its_operation)
{
  const struct spu_config config = bench_base();
  struct bench bench;
  bench_open(&bench, &config);
  bench_enable(&bench);
  bench.in.dsb_valid = true;
  bench.seen.dsb_done = true;
  bench_clean(&bench);
  bench.in.dsb_valid = false;
  bench.seen.start_valid = true;
  bench_violates(&bench, "SPEPostExecution");
  const uint8_t tag = bench_mark(&bench, 0);
  bench.seen.start_valid = true;
  bench_violates(&bench, "SPEPostExecution");
  bench.in.op[tag].finished = true;
  bench.seen.start_valid = true;
  bench_violates(&bench, "SPEPostExecution");
  bench.seen.start_valid = true;
  bench.seen.verdict_valid = true;
  bench.seen.verdict_tag = tag;
  bench_violates(&bench, "SPEPostExecution");  // not in the cycle of the verdict either
  bench.seen.burst_valid = true;
  bench_violates(&bench, "SPEWriteToBuffer");
  start_write(&bench);
  bench_close(&bench);
}

// What became of one record.
enum outcome { WRITTEN, SILENT, NOT_ALLOWED };

static void expect_outcome(struct bench *bench, enum outcome outcome)
{
  if (outcome == WRITTEN) {
    start_write(bench);
    translate(bench, 0);
    commit_write(bench);
    assert_int_equal(bench_peek(bench, SPU_PMBPTR_EL1), BENCH_BUFFER + 64);
    return;
  }
  expect_discard(bench, SPU_DISCARD_NOT_ENABLED, outcome == NOT_ALLOWED);
  assert_int_equal(bench_peek(bench, SPU_PMBPTR_EL1), BENCH_BUFFER);
  assert_int_equal(bench_peek(bench, SPU_PMBSR_EL1),
                   outcome == NOT_ALLOWED ? SPU_PMBSR_EL1_S | SPU_PMBSR_EL1_DL : 0);
}

static void open_choice(struct bench *bench, uint32_t choice)
{
  struct spu_config config = bench_base();
  config.not_enabled_write = choice;
  open_with_record(bench, &config);
}

// U2. RSXWCP: ProfilingBufferEnabled() is FALSE as the record is about to be written: each permitted
// outcome. With E clear D17.4 leaves one of them.
TEST(rsxwcp_record_follows_the_choice)
{
  static const enum outcome in_debug_state[] = {WRITTEN, SILENT, NOT_ALLOWED};
  for (uint32_t choice = 0; choice < 3; choice++) {
    struct bench bench;
    open_choice(&bench, choice);
    bench_msr(&bench, SPU_PMBLIMITR_EL1, BENCH_LIMIT);
    expect_outcome(&bench, SILENT);
    bench_close(&bench);
    open_choice(&bench, choice);
    bench.in.pe_debug = true;
    expect_outcome(&bench, in_debug_state[choice]);
    bench_close(&bench);
  }
}

// U2. RVCYWL: the PE is in another Security state than the owner's: each outcome that is a choice here;
// written, it is with the owner's identity.
TEST(rvcywl_record_follows_the_choice)
{
  static const enum outcome outcomes[] = {WRITTEN, SILENT, NOT_ALLOWED};
  for (uint32_t choice = 0; choice < 3; choice++) {
    struct bench bench;
    open_choice(&bench, choice);
    bench.in.scr_el3_ns = false;
    expect_outcome(&bench, outcomes[choice]);
    bench_close(&bench);
  }
}

// U3. RQJWVQ: a reserved MDCR_EL3.{NSPBE, NSPB} acts as the configured value: as the state the PE is in, or
// as another one, and then as RVCYWL if that is the owner for which the operation was sampled.
TEST(rqjwvq_reserved_owner_is_the_configured_one)
{
  static const enum outcome other[] = {WRITTEN, SILENT, NOT_ALLOWED};
  for (uint32_t row = 0; row < 6; row++) {
    struct spu_config config = bench_base();
    config.have_rme = true;
    config.debug_version = 4;
    config.have_sel2 = true;
    config.not_enabled_write = row % 3;
    config.reserved_nsxb = row < 3 ? 3 : 7;  // Non-secure, Realm
    struct bench bench;
    bench_open(&bench, &config);
    bench.in.mdcr_el3_nspbe = row >= 3;
    bench.in.scr_el3_nse = row >= 3;
    bench_enable(&bench);
    bench_record(&bench);
    bench.in.scr_el3_nse = false;
    bench.in.mdcr_el3_nspbe = true;  // {1, 0x} is reserved
    bench.in.mdcr_el3_nspb = row & 1U;
    expect_outcome(&bench, row < 3 ? WRITTEN : other[row % 3]);
    bench_close(&bench);
  }
}

// H6. IWZSLB: the enables are read for the instruction being executed. Cleared, or at an Exception level
// where profiling is off, nothing more is selected; what was selected goes its way.
TEST(iwzslb_enable_is_read_for_the_executing_instruction)
{
  const struct spu_config config = bench_base();
  for (int row = 0; row < 3; row++) {
    struct bench bench;
    bench_open(&bench, &config);
    bench_enable(&bench);
    const uint8_t tag = bench_mark(&bench, 0);
    if (row == 0) {  // in the cycle of the write the old value still counts
      bench.spu->regs.pmsicr = 4;
      bench.in.pe_el = SPU_EL1;
      bench.in.sysreg_valid = true;
      bench.in.sysreg_write = true;
      bench.in.sysreg_addr = SPU_PMSCR_EL1;
      bench.in.sysreg_wdata = 0;
      bench.in.dispatch_valid = 0x7;
      bench_clean(&bench);
      assert_int_equal(bench.out.sample_pop, 3);
    } else {
      bench.spu->regs.pmsicr = 1;
      bench.in.pe_el = row == 1 ? SPU_EL2 : SPU_EL3;  // an exception to a level that is not the owner's
    }
    bench.in.dispatch_valid = 0xF;
    bench_clean(&bench);
    assert_false(bench.out.profiling_enabled);
    assert_int_equal(bench.out.sample_pop, 0);
    assert_false(bench.out.mark_valid);
    assert_int_equal(bench.out.sample_collision, 0);
    assert_int_equal(bench_peek(&bench, SPU_PMSICR_EL1), 1);
    assert_int_equal(spu_get_counts(bench.spu).selected, 1);
    const struct spu_op op = {0};
    assert_true(bench_finish(&bench, tag, &op));
    start_write(&bench);
    bench_close(&bench);
  }
}

// H1. IVKDVF: without a Context synchronization event between, a PSB need not wait for an operation: one
// that was marked in its first cycle or later may still be in flight. It may also have gone before the PSB
// is done.
TEST(ivkdvf_psb_need_not_wait_for_a_later_operation)
{
  for (int wait = 0; wait <= 1; wait++) {
    const struct spu_config config = bench_base();
    struct bench bench;
    bench_open(&bench, &config);
    bench_enable(&bench);
    bench.in.psb_valid = true;
    const uint8_t tag = bench_mark(&bench, 0);
    if (wait != 0) {
      const struct spu_op op = {0};
      assert_true(bench_finish(&bench, tag, &op));
      start_write(&bench);
    }
    psb_is_done(&bench);
    bench_close(&bench);
  }
}

// H7. IVKDVF, and INRNSL of a PSB CSYNC that is sampled itself: it waits for the operations that the core says are
// older, and for the records of those that are decided already: for no other tag, nor for what becomes of it.
TEST(psb_waits_for_what_is_older)
{
  enum { STEPS = 8 };
  struct spu_config config = bench_base();
  config.in_flight = 3;
  struct bench bench;
  for (int last = 0; last < STEPS; last++) {  // the step after which the barrier is done, or must not be
    open_with_record(&bench, &config);
    const uint8_t older = bench_mark(&bench, 0);
    const uint8_t itself = bench_mark(&bench, 4);
    const uint8_t younger = bench_mark(&bench, 8);
    bench.in.psb_older = (uint8_t)(1U << older);
    bench.in.psb_valid = true;
    bench_clean(&bench);
    bench.in.psb_older = 0xF;  // it is read in the first cycle
    for (int step = 0; step <= last; step++) {
      if (step == 0 || step == 2) {
        bench.in.op[step == 0 ? younger : older].finished = true;
      } else if (step == 1 || step == 3) {
        bench.seen.verdict_valid = true;
        bench.seen.verdict_tag = step == 1 ? younger : older;
      } else if (step <
                 STEPS - 1) {  // three records wait: one of before, the younger operation's, the older one's
        start_write(&bench);
        translate(&bench, 0);
        bench.seen.commit_valid = true;
      }
      bench_clean(&bench);
    }
    assert_int_equal(bench.spu->in_flight >> itself & 1U, 1);
    if (last < STEPS - 2) {
      psb_is_too_early(&bench);
    } else {
      psb_is_done(&bench);
    }
    bench_close(&bench);
  }

  open_with_record(&bench, &config);  // being written as the barrier comes
  start_write(&bench);
  psb_is_too_early(&bench);
  bench_close(&bench);

  // The record of an operation that is not covered may wait as the barrier is done.
  bench_open(&bench, &config);
  bench_enable(&bench);
  const uint8_t alone = bench_mark(&bench, 0);
  bench.in.psb_older = 0;
  bench.in.psb_valid = true;
  assert_true(bench_finish(&bench, alone, &(struct spu_op){0}));
  psb_is_done(&bench);
  bench_close(&bench);
}

// H7. A PSB CSYNC that is kept waiting by nothing that it covers is done within the bound: what is being written then
// may be waited for as long as memory takes.
TEST(psb_is_not_kept_waiting)
{
  for (int writing = 0; writing <= 1; writing++) {
    const struct spu_config config = bench_base();
    struct bench bench;
    open_with_record(&bench, &config);
    start_write(&bench);
    if (writing == 0) {
      translate(&bench, 0);
      commit_write(&bench);
      bench_respond(&bench, RESP_OKAY);
      bench_clean(&bench);
    }
    (void)bench_mark(&bench, 0);
    bench.in.psb_older = 0;
    bench.in.psb_valid = true;
    int clock = 0;
    while (clock < 1000) {
      bench_clock(&bench);
      if (spu_last_violation(bench.spu).rule != NULL) {
        break;
      }
      clock++;
    }
    if (writing != 0) {
      assert_int_equal(clock, 1000);
    } else {
      assert_string_equal(spu_last_violation(bench.spu).function, "ProfilingSynchronizationBarrier");
      assert_in_range(clock, 64 * 3 - 2, 64 * 3 + 2);
    }
    bench_close(&bench);
  }
}
