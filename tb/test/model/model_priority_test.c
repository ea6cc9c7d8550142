// SPDX-License-Identifier: Apache-2.0
//
// Block G: several things in one cycle (requirement G6): a fault or the end of a record, with the response
// to an earlier one, a collision, or a direct write.
#include "model_buffer_bench.h"
#include "test/test.h"

// Two records: the first is written, the second being written; the response to the first then comes
// together with what ends the second.
static void open_with_response_due(struct bench *bench, uint64_t pointer)
{
  open_aborting(bench, SPU_ABORT_REPORTED_ASYNC, pointer);
  start_write(bench);
  translate(bench, 0);
  commit_write(bench);
  bench_record(bench);
}

// G6: fault over abort over full and Access not allowed; EA and DL accumulate; one event.
TEST(fault_goes_before_abort_before_full)
{
  struct bench bench;
  open_with_response_due(&bench, BENCH_BUFFER);  // fault
  start_write(&bench);
  bench_respond(&bench, RESP_SLVERR);
  bench.in.xlate_rsp_valid = true;
  bench.in.xlate_rsp_fault = true;
  bench.in.xlate_rsp_stage2 = true;
  bench.in.xlate_rsp_fsc = 7;
  expect_discard(&bench, SPU_DISCARD_FAULT, true);
  assert_int_equal(bench.vif.event_pmbsr,
                   UINT64_C(0x25) << 26 | SPU_PMBSR_EL1_EA | SPU_PMBSR_EL1_DL | SPU_PMBSR_EL1_S | 7);
  assert_int_equal(bench.vif.event_pmbptr, BENCH_BUFFER + 64);
  assert_int_equal(spu_get_counts(bench.spu).events, 1);
  bench_close(&bench);

  open_with_response_due(&bench, BENCH_LIMIT - 191);  // the second record fills the buffer
  start_write(&bench);
  translate(&bench, 64);
  bench_respond(&bench, RESP_SLVERR);
  bench.seen.commit_valid = true;
  bench.seen.event_valid = true;
  bench_clean(&bench);
  assert_true(bench.vif.commit_valid);
  assert_int_equal(bench.vif.event_pmbsr, async_syndrome);
  assert_int_equal(bench.vif.event_pmbptr, BENCH_LIMIT - 63);
  assert_int_equal(spu_get_counts(bench.spu).events, 1);
  bench_close(&bench);

  open_with_response_due(&bench, BENCH_BUFFER);  // no room
  bench_msr(&bench, SPU_PMBPTR_EL1, BENCH_LIMIT - 32);
  bench_respond(&bench, RESP_SLVERR);
  expect_discard(&bench, SPU_DISCARD_FULL, true);
  assert_int_equal(bench.vif.event_pmbsr, async_syndrome);
  bench_close(&bench);

  open_with_response_due(&bench, BENCH_BUFFER);  // Access not allowed
  bench.spu->config.not_enabled_write = SPU_NOT_ENABLED_NOT_ALLOWED;
  bench.in.scr_el3_ns = false;
  bench_respond(&bench, RESP_SLVERR);
  expect_discard(&bench, SPU_DISCARD_NOT_ENABLED, true);
  assert_int_equal(bench.vif.event_pmbsr, async_syndrome);
  assert_int_equal(spu_get_counts(bench.spu).events, 1);
  bench_close(&bench);
}

// G6, C3: a collision of the cycle is in the event's syndrome.
TEST(collision_is_kept_with_an_abort)
{
  struct bench bench;
  open_with_response_due(&bench, BENCH_BUFFER);
  (void)bench_mark(&bench, 0);
  bench.spu->regs.pmsicr = 1;
  bench.in.dispatch_valid = 1;
  bench_respond(&bench, RESP_SLVERR);
  bench.seen.event_valid = true;
  bench_clean(&bench);
  assert_int_equal(bench.out.sample_collision, 1);
  assert_int_equal(bench.vif.event_pmbsr, async_syndrome | SPU_PMBSR_EL1_COLL);
  bench_close(&bench);
}

// H4: software writes PMBSR_EL1 in the cycle of the response: its value stays, and the event has happened
// before it.
TEST(abort_keeps_a_direct_write)
{
  struct bench bench;
  open_with_response_due(&bench, BENCH_BUFFER);
  bench_respond(&bench, RESP_SLVERR);
  bench.seen.event_valid = true;
  bench_msr(&bench, SPU_PMBSR_EL1, 0);
  assert_int_equal(bench.vif.event_pmbsr, async_syndrome);
  assert_int_equal(bench_peek(&bench, SPU_PMBSR_EL1), 0);
  bench_close(&bench);
}
