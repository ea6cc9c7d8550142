// SPDX-License-Identifier: Apache-2.0
//
// Block G: several things in one cycle (requirement G6): a fault or the end of a record, with the response
// to an earlier one, a collision, or a direct write.
#include "model_bench.h"

// Two records: the first is written, the second being written; the response to the first then comes
// together with what ends the second.
static void open_with_response_due(uint64_t pointer)
{
  open_aborting(SPU_ABORT_REPORTED_ASYNC, pointer);
  write_waiting_record();
  bench_record();
}

// G6: fault over abort over full and Access not allowed; EA and DL accumulate; one event.
TEST(fault_goes_before_abort_before_full)
{
  open_with_response_due(BENCH_BUFFER);  // fault
  start_write();
  bench_respond(RESP_SLVERR);
  bench_fault(0, false);
  b.in.xlate_rsp_stage2 = true;
  b.in.xlate_rsp_fsc = 7;
  expect_discard(SPU_DISCARD_FAULT, true);
  assert_int_equal(b.vif.event_pmbsr, STAGE2 | SPU_PMBSR_EL1_EA | SPU_PMBSR_EL1_DL | SPU_PMBSR_EL1_S | 7);
  assert_int_equal(b.vif.event_pmbptr, BENCH_BUFFER + 64);
  assert_int_equal(spu_get_counts(b.spu).events, 1);

  open_with_response_due(BENCH_LIMIT - 191);  // the second record fills the buffer
  start_page(64);
  bench_respond(RESP_SLVERR);
  commit_last_write();
  expect_event(async_syndrome, BENCH_LIMIT - 63);
  assert_int_equal(spu_get_counts(b.spu).events, 1);

  open_with_response_due(BENCH_BUFFER);  // no room
  bench_msr(SPU_PMBPTR_EL1, BENCH_LIMIT - 32);
  bench_respond(RESP_SLVERR);
  expect_discard(SPU_DISCARD_FULL, true);
  assert_int_equal(b.vif.event_pmbsr, async_syndrome);

  open_with_response_due(BENCH_BUFFER);  // Access not allowed
  b.spu->config.not_enabled_write = SPU_NOT_ENABLED_NOT_ALLOWED;
  b.in.scr_el3_ns = false;
  bench_respond(RESP_SLVERR);
  expect_discard(SPU_DISCARD_NOT_ENABLED, true);
  assert_int_equal(b.vif.event_pmbsr, async_syndrome);
  assert_int_equal(spu_get_counts(b.spu).events, 1);
}

// G6, C3: a collision of the cycle is in the event's syndrome.
TEST(collision_is_kept_with_an_abort)
{
  open_with_response_due(BENCH_BUFFER);
  (void)bench_mark(0);
  bench_select(0);
  bench_respond(RESP_SLVERR);
  b.seen.event_valid = true;
  bench_clean();
  assert_int_equal(b.out.sample_collision, 1);
  assert_int_equal(b.vif.event_pmbsr, async_syndrome | SPU_PMBSR_EL1_COLL);
}

// H4: software writes PMBSR_EL1 in the cycle of the response: its value stays, and the event has happened
// before it.
TEST(abort_keeps_a_direct_write)
{
  open_with_response_due(BENCH_BUFFER);
  bench_respond(RESP_SLVERR);
  b.seen.event_valid = true;
  bench_msr(SPU_PMBSR_EL1, 0);
  assert_int_equal(b.vif.event_pmbsr, async_syndrome);
  assert_int_equal(bench_peek(SPU_PMBSR_EL1), 0);
}
