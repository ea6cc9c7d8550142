// SPDX-License-Identifier: Apache-2.0
//
// Block G: External aborts on writes (Arm ARM D17.8.4), in each of the four ways of reporting them.
#include "unit/test/model/model_bench.h"

// Starts a record at `pointer` and writes its first page.
static void start_aborting(uint32_t external_abort, uint64_t pointer)
{
  open_aborting(external_abort, pointer);
  start_page(0);
}

// G4, IVPLMK: an ignored abort changes nothing, and an OKAY response is no abort for any choice.
TEST(ignored_response_changes_nothing)
{
  for (uint32_t choice = SPU_ABORT_IGNORED; choice <= SPU_ABORT_REPORTED_ASYNC; choice++) {
    for (uint32_t response = RESP_OKAY; response <= RESP_DECERR; response++) {
      if (choice != SPU_ABORT_IGNORED && response > RESP_EXOKAY) {
        continue;
      }
      open_aborting(choice, BENCH_BUFFER);
      write_waiting_record();
      respond((uint8_t)response);
      assert_false(b.out.serror);
      assert_false(b.vif.event_valid);
      expect_registers_of_buffer(0, BENCH_BUFFER + 64);
    }
  }
}

// G4, H5, IZGGXW: only pin serror is set, in the cycle of the response, no later than the DSB that covers the write.
TEST(serror_comes_with_the_response)
{
  for (uint32_t response = RESP_SLVERR; response <= RESP_DECERR; response++) {
    open_aborting(SPU_ABORT_SERROR, BENCH_BUFFER);
    write_waiting_record();
    b.in.dsb_valid = true;
    bench_clean();
    assert_false(b.out.serror);
    bench_respond((uint8_t)response);
    b.seen.dsb_done = true;
    bench_clean();
    assert_true(b.out.serror);
    assert_false(b.vif.event_valid);
    assert_int_equal(bench_peek(SPU_PMBSR_EL1), 0);
    b.in.dsb_valid = false;
    bench_clean();
    assert_false(b.out.serror);
  }
}

// G4, RBPFPN: an asynchronous report sets EA and DL and, if S was 0, is a management event, even if the buffer has been
// disabled since; PMBPTR_EL1 is unchanged.
TEST(asynchronous_abort_writes_its_syndrome)
{
  for (int row = 0; row < 3; row++) {
    open_aborting(SPU_ABORT_REPORTED_ASYNC, BENCH_BUFFER);
    write_waiting_record();
    const bool stopped = row == 1;
    bench_msr(SPU_PMBSR_EL1, stopped ? SPU_PMBSR_EL1_S | 1 : SPU_PMBSR_EL1_COLL);
    bench_msr(SPU_PMBLIMITR_EL1, row == 2 ? BENCH_LIMIT : BENCH_LIMIT | 1);
    bench_respond(RESP_SLVERR);
    b.seen.event_valid = !stopped;
    bench_clean();
    const uint64_t expected = stopped ? SPU_PMBSR_EL1_S | SPU_PMBSR_EL1_EA | SPU_PMBSR_EL1_DL | 1
                                      : async_syndrome | SPU_PMBSR_EL1_COLL;
    assert_int_equal(b.vif.event_valid, !stopped);
    expect_event(stopped ? 0 : expected, stopped ? 0 : BENCH_BUFFER + 64);
    expect_registers_of_buffer(expected, BENCH_BUFFER + 64);
    assert_int_equal(spu_get_counts(b.spu).events, stopped ? 0 : 1);
    assert_false(b.out.serror);
  }
}

// G4, G8: a write in progress when an earlier one is aborted ends as stopped, and does not move the pointer.
TEST(asynchronous_abort_stops_the_write_in_progress)
{
  open_aborting(SPU_ABORT_REPORTED_ASYNC, BENCH_BUFFER);
  write_waiting_record();
  bench_record();
  start_write();
  bench_respond(RESP_DECERR);
  b.seen.event_valid = true;
  bench_clean();
  translate(64);
  expect_discard(SPU_DISCARD_STOPPED, false);
  expect_registers_of_buffer(async_syndrome, BENCH_BUFFER + 64);
}

// G4, G7: the management event comes in the cycle of the response; a late one is detected.
TEST(late_report_of_an_asynchronous_abort_is_caught)
{
  start_aborting(SPU_ABORT_REPORTED_ASYNC, BENCH_BUFFER);
  bench_respond(RESP_SLVERR);
  bench_violates("DebugWriteExternalAbort");
  bench_clean();
  assert_true(b.out.pmbirq);
}

// G4, RBPFPN: after an abort on a page of the record, PMBPTR_EL1 is the page's first byte, DL is set unless that is the
// record's first byte, earlier bytes count as written, and PMBLIMITR_EL1.E has no effect. With AbortPtrHeld, the end of
// the session holds PMBPTR_EL1 (IBRTKK): it is then the aborted address only if the abort was on the first page, so an
// abort on the second is reported as asynchronous (RBPFPN). Younger samples collide with a synchronous report (D17.8).
TEST(synchronous_abort_leaves_its_address)
{
  for (int row = 0; row < 12; row++) {
    bool second;
    open_aborting(SPU_ABORT_REPORTED_SYNC, SPLIT);
    SET_BITS((uint32_t)row, &second, &b.spu->config.abort_ptr_held);
    const bool held = b.spu->config.abort_ptr_held && row >= 4;  // the session has ended
    start_write();
    (void)bench_mark(0);
    translate(0x7000FE8);
    if (second) {
      respond(RESP_OKAY);
      translate(0x123000);
    }
    if (row >= 4) {
      bench_msr(SPU_PMBLIMITR_EL1, BENCH_LIMIT);
    }
    if (row >= 8) {
      bench_msr(SPU_PMBLIMITR_EL1, BENCH_LIMIT | 1);
    }
    bench_respond(RESP_SLVERR);
    expect_discard(SPU_DISCARD_FAULT, true);
    const bool async = held && second;
    assert_int_equal(b.out.sample_collision, !async);
    assert_int_equal(b.vif.event_pmbsr,
                     async ? async_syndrome
                           : sync_syndrome | SPU_PMBSR_EL1_COLL | (second ? SPU_PMBSR_EL1_DL : 0));
    assert_int_equal(b.vif.event_pmbptr, second && !held ? BENCH_BUFFER + PAGE : SPLIT);
    const struct spu_write *writes = expect_writes(second ? 1 : 0);
    if (second) {
      assert_int_equal(writes[0].len, BEFORE);
      assert_int_equal(writes[0].pa, 0x7000FE8);
    }
    assert_false(b.out.serror);
    assert_int_equal(spu_get_counts(b.spu).events, 1);
  }
}

// G4, G8, H4: with S already set, only EA and DL change; a pointer that software wrote since the start is kept.
TEST(synchronous_abort_keeps_what_software_wrote)
{
  start_aborting(SPU_ABORT_REPORTED_SYNC, SPLIT);
  respond(RESP_OKAY);
  translate(0);
  bench_msr(SPU_PMBSR_EL1, SPU_PMBSR_EL1_S | 1);
  bench_respond(RESP_SLVERR);
  expect_discard(SPU_DISCARD_STOPPED, false);
  assert_int_equal(bench_peek(SPU_PMBSR_EL1), SPU_PMBSR_EL1_S | SPU_PMBSR_EL1_EA | SPU_PMBSR_EL1_DL | 1);
  assert_int_equal(bench_peek(SPU_PMBPTR_EL1), SPLIT);

  start_aborting(SPU_ABORT_REPORTED_SYNC, BENCH_BUFFER);
  bench_msr(SPU_PMBPTR_EL1, 0x18000);
  bench_respond(RESP_SLVERR);
  expect_discard(SPU_DISCARD_FAULT, true);
  assert_int_equal(b.vif.event_pmbptr, 0x18000);
}

// G4, C6: the unit may end an aborted write later than the response; the write is counted with its reason.
TEST(synchronous_abort_may_end_the_write_later)
{
  start_aborting(SPU_ABORT_REPORTED_SYNC, BENCH_BUFFER);
  respond(RESP_DECERR);
  assert_int_equal(bench_peek(SPU_PMBSR_EL1), 0);
  bench_clean();
  expect_discard(SPU_DISCARD_FAULT, true);
  assert_int_equal(b.vif.event_pmbsr, sync_syndrome);
  const struct spu_counts counts = spu_get_counts(b.spu);
  assert_int_equal(counts.selected, 1);
  assert_int_equal(counts.written + counts.bytes, 0);
}

// G4: to report the address, the unit waits for each response, before the next page and before the commit.
TEST(unit_waits_for_each_response)
{
  start_aborting(SPU_ABORT_REPORTED_SYNC, BENCH_BUFFER);
  VIOLATES(commit_valid, "DebugWriteExternalAbort");

  start_aborting(SPU_ABORT_REPORTED_SYNC, SPLIT);
  bench_translate(0);
  bench_violates("DebugWriteExternalAbort");

  start_aborting(SPU_ABORT_REPORTED_SYNC, BENCH_BUFFER);
  bench_respond(RESP_SLVERR);
  VIOLATES(commit_valid, "SPEWriteToBuffer");  // an aborted record
  assert_true(b.vif.discard_valid);

  start_aborting(SPU_ABORT_REPORTED_SYNC, SPLIT);
  respond(RESP_SLVERR);
  bench_translate(0);  // continues after the abort
  bench_violates("SPEWriteToBuffer");

  start_aborting(SPU_ABORT_REPORTED_SYNC, BENCH_BUFFER);
  bench_respond(RESP_OKAY);
  commit_write();  // in the cycle of the response
  assert_int_equal(bench_peek(SPU_PMBPTR_EL1), BENCH_BUFFER + 64);
}

// G11: a response without an outstanding burst is ignored, even an error: after a reset, before the translation, in the
// cycle in which the write channels accept the burst, and a second response to the same burst.
TEST(stray_response_is_ignored)
{
  for (uint32_t choice = SPU_ABORT_REPORTED_SYNC; choice <= SPU_ABORT_REPORTED_ASYNC; choice++) {
    open_aborting(choice, BENCH_BUFFER);
    b.slow = true;
    for (int clock = 0; clock < 5; clock++) {
      if (clock == 1) {
        b.seen.start_valid = true;
      } else if (clock == 3) {
        bench_translate(0);
      } else if (clock == 4) {
        b.seen.burst_valid = true;
      }
      respond(RESP_DECERR);
      assert_false(b.out.serror);
      assert_false(b.vif.event_valid);
    }
    b.in.dsb_valid = true;
    VIOLATES(dsb_done, "DataSynchronizationBarrier");  // the burst has no response yet
    respond(RESP_OKAY);
    respond(RESP_DECERR);
    commit_write();
    expect_registers_of_buffer(0, BENCH_BUFFER + 64);
    spu_reset(b.spu);
    bench_respond(RESP_SLVERR);
    translate(0);
    assert_false(b.out.serror);
    assert_int_equal(bench_peek(SPU_PMBSR_EL1), 0);
  }
}

// ---------------------------------------------------------------------------------------------------------
// Simultaneous events (G6): a fault or the end of a record, with the response to an earlier one, a collision, or a
// direct write

// Two records: the first is written, the second is being written. The response to the first is to come in the cycle in
// which the second ends.
static void open_with_response_due(uint64_t pointer)
{
  open_aborting(SPU_ABORT_REPORTED_ASYNC, pointer);
  write_waiting_record();
  bench_record();
}

// G6, RDTGVZ: fault takes priority over abort, abort over full and Access not allowed; EA and DL accumulate; one event.
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

// G6, C3: a collision in the same cycle is in the event's syndrome.
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

// H4: software writes PMBSR_EL1 in the cycle of the response: its value is kept, as if the event came first.
TEST(abort_keeps_a_direct_write)
{
  open_with_response_due(BENCH_BUFFER);
  bench_respond(RESP_SLVERR);
  b.seen.event_valid = true;
  bench_msr(SPU_PMBSR_EL1, 0);
  assert_int_equal(b.vif.event_pmbsr, async_syndrome);
  assert_int_equal(bench_peek(SPU_PMBSR_EL1), 0);
}
