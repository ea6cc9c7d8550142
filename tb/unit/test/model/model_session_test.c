// SPDX-License-Identifier: Apache-2.0
//
// Buffer (G): samples and records whose session has ended, that belong to another owner, or that collide with the
// record of a management event (Arm ARM D17.3.7, D17.4, D17.8, D17.9).
#include "unit/test/model/model_bench.h"

// The progress of a sample when its session ends.
enum stage { IN_FLIGHT, UNDECIDED, WAITING, STARTED, STAGES };

// Four tags, PMBPTR_EL1 without reserved bits.
static struct spu_config four_tags(void)
{
  return CHANGED(any_pointer(), config.in_flight = 4);
}

// Opens with the sample of tag 0 at `stage`.
static void open_at(struct spu_config config, enum stage stage)
{
  bench_open_enabled(config);
  assert_int_equal(bench_mark(0x400000), 0);
  if (stage >= UNDECIDED) {
    bench_end(0);
  }
  if (stage >= WAITING) {
    bench_decide(0);
  }
  if (stage >= STARTED) {
    start_write();
  }
}

// Continues the sample from `stage` until its record waits or is being written: it is counted like any sample.
static void next_session(enum stage stage)
{
  if (stage <= IN_FLIGHT) {
    bench_end(0);
  }
  if (stage <= UNDECIDED) {
    bench_decide(0);
    assert_true(b.vif.decide_keep);
    expect_fed(1, 1);
  }
}

static void disable(void)
{
  bench_msr(SPU_PMBLIMITR_EL1, BENCH_LIMIT);
}

// Ends the session and enables profiling again.
static void disable_and_enable(void)
{
  disable();
  bench_msr(SPU_PMBLIMITR_EL1, BENCH_LIMIT | 1);
}

static void stop(bool stopped)
{
  bench_msr(SPU_PMBSR_EL1, stopped ? SPU_PMBSR_EL1_S : 0);
}

// G12 (D17.4): the end of a session, by E or by S, discards earlier samples at any stage, even if profiling is enabled
// again. It does so silently: the choice for a buffer that is not enabled applies only to the current state.
TEST(earlier_session_is_discarded)
{
  for (uint32_t row = 0; row < 2 * STAGES * 3; row++) {
    const enum stage stage = (enum stage)(row / 2 % STAGES);
    const bool stopped = row % 2 != 0;
    open_at(CHANGED(four_tags(), config.not_enabled_write = row / 2 / STAGES), stage);
    if (stopped) {
      stop(true);
      stop(false);
    } else {
      disable_and_enable();
    }
    bench_clean();
    assert_true(b.out.profiling_enabled);
    next_session(stage);
    expect_discard(stopped ? SPU_DISCARD_STOPPED : SPU_DISCARD_NOT_ENABLED, false);
    expect_registers_of_buffer(0, BENCH_BUFFER);
    bench_record();  // the new session's record is written
    write_waiting_record();
  }
}

// G12: a session's end in the cycle of the mark does not affect the sample: an operation marked in the cycle in which
// software enables the buffer belongs to the new session.
TEST(session_begins_with_its_first_mark)
{
  bench_open_enabled(four_tags());
  disable();
  bench_clean();
  disable_and_enable();
  bench_record();  // marked in the first cycle in which E is 1 again
  start_write();
}

// G12: the reason is the first cause, or S if both came in the same cycle.
TEST(first_end_is_the_reason)
{
  for (int row = 0; row < 3; row++) {
    open_at(four_tags(), WAITING);
    if (row == 0) {
      disable();
      stop(true);
    } else if (row == 1) {
      stop(true);
      disable();
    } else {
      (void)bench_sample((struct spu_op){0});
      b.in.scr_el3_ns = false;  // the first record: Access not allowed, as software writes E = 0
      b.spu->config.not_enabled_write = SPU_NOT_ENABLED_NOT_ALLOWED;
      b.seen.discard_valid = true;
      b.seen.event_valid = true;
      disable();
      assert_true(b.vif.event_valid);
      b.in.scr_el3_ns = true;
    }
    bench_clean();
    discard_record(row == 0 ? SPU_DISCARD_NOT_ENABLED : SPU_DISCARD_STOPPED, false);
  }
}

// G12 (D17.9 IPDDCL): a record is written only for the owner for which its operation was sampled: if another Exception
// level or Security state owns the buffer when the record is taken, it is discarded without an event.
TEST(other_owner_gets_nothing)
{
  for (uint32_t row = 0; row < 6; row++) {
    const bool other_state = row % 2 != 0;
    open_at(CHANGED(four_tags(), config.not_enabled_write = row / 2), WAITING);
    bench_record();
    if (other_state) {
      b.in.mdcr_el3_nspb = 1;  // Secure, and so is the PE
      b.in.scr_el3_ns = false;
    } else {
      b.in.mdcr_el2_e2pb = 0;
    }
    bench_clean();
    assert_true(b.out.buffer_enabled);
    discard_record(SPU_DISCARD_NOT_ENABLED, false);
    assert_int_equal(bench_peek(SPU_PMBPTR_EL1), BENCH_BUFFER);
    b.in.mdcr_el3_nspb = b.in.mdcr_el2_e2pb = 3;
    b.in.scr_el3_ns = true;
    start_write();  // the next record's owner owns the buffer again
  }
}

// G12: bytes that the write channels accepted before the session's end, and a pending burst, are in memory; the record
// is not counted. No burst follows a translation response in the first cycle after the end or later.
TEST(write_of_an_ended_session_ends_with_its_burst)
{
  open_at(four_tags(), WAITING);
  bench_msr(SPU_PMBPTR_EL1, SPLIT);
  start_write();
  b.slow = true;
  translate(0x7000FE8);
  disable();
  b.seen.burst_valid = true;
  bench_clean();
  expect_discard(SPU_DISCARD_NOT_ENABLED, false);  // the second page is not requested
  assert_int_equal(expect_writes(1)[0].len, BEFORE);
  assert_int_equal(bench_peek(SPU_PMBPTR_EL1), SPLIT);
  assert_int_equal(spu_get_counts(b.spu).written, 0);

  open_at(four_tags(), STARTED);
  b.slow = true;
  disable();
  translate(0);
  VIOLATES(burst_valid, "SPEWriteToBuffer");
  expect_discard(SPU_DISCARD_NOT_ENABLED, false);
  (void)expect_writes(0);

  open_at(four_tags(), STARTED);  // a fault in the first cycle after the end has no effect
  disable();
  bench_fault(0, false);
  expect_discard(SPU_DISCARD_NOT_ENABLED, false);
  assert_int_equal(bench_peek(SPU_PMBSR_EL1), 0);

  open_at(four_tags(), STARTED);  // and a write whose session continues does not end before its burst
  b.slow = true;
  translate(0);
  VIOLATES(commit_valid, "SPEWriteToBuffer");
}

// Causes of a session's stop while a record is being written or taken.
enum event { FILLED, NO_BLOCK, FAULTED, ABORTED_SYNC, ABORTED_ASYNC, NOT_ALLOWED, BY_SOFTWARE, EVENTS };

// Whether samples collide with the event before FEAT_SPEv1p5.
static bool collides(enum event event)
{
  return event == FAULTED || event == ABORTED_SYNC;
}

// Samples: one whose record is being written (the subject of `event`) or about to be taken; one whose record waits; one
// each that is decided, finished and marked in the cycle of the event; and one in flight.
static void open_crowd(enum event event)
{
  struct spu_config config = four_tags();
  config.external_abort = event == ABORTED_SYNC    ? SPU_ABORT_REPORTED_SYNC
                          : event == ABORTED_ASYNC ? SPU_ABORT_REPORTED_ASYNC
                                                   : SPU_ABORT_IGNORED;
  config.not_enabled_write = SPU_NOT_ENABLED_NOT_ALLOWED;
  open_at(config, WAITING);
  bench_record();
  for (uint8_t tag = 0; tag < 3; tag++) {
    assert_int_equal(bench_mark(0), tag);
  }
  bench_end(0);
  if (event ==
      FILLED) {  // software moves the pointer, or the buffer would not fill with records behind this one
    bench_msr(SPU_PMBPTR_EL1, BENCH_LIMIT - 64);
  }
  if (event != NO_BLOCK && event != NOT_ALLOWED) {
    start_write();
    if (event == FILLED || event == ABORTED_SYNC || event == ABORTED_ASYNC) {
      translate(0);
    }
  }
}

// The cycle of the event.
static void stop_crowd(enum event event)
{
  b.seen.decide_valid = true;  // for tag 0
  b.in.op[1].finished = true;
  bench_select(0);
  b.seen.event_valid = event != BY_SOFTWARE;
  b.seen.commit_valid = event == FILLED;
  b.seen.discard_valid =
      event == NO_BLOCK || event == FAULTED || event == ABORTED_SYNC || event == NOT_ALLOWED;
  if (event == NO_BLOCK) {
    b.spu->regs.pmbptr = BENCH_LIMIT - 32;
  } else if (event == FAULTED) {
    bench_fault(7, false);
  } else if (event == ABORTED_SYNC || event == ABORTED_ASYNC) {
    bench_respond(RESP_SLVERR);
  } else if (event == NOT_ALLOWED) {
    b.in.mdcr_el2_e2pb = 3;
    b.in.scr_el3_ns = false;
  } else if (event == BY_SOFTWARE) {
    b.in.pe_el = SPU_EL1;
    bench_access(SPU_PMBSR_EL1, true, SPU_PMBSR_EL1_S);
  }
  bench_clean();
  b.in.pe_el = SPU_EL0;
  b.in.scr_el3_ns = true;
}

// C3, RWVKFM (D17.8, D17.3.7): before FEAT_SPEv1p5, every younger operation that has not been fed collides with a fault
// or a synchronously reported External abort, is counted in the event's cycle, and sets COLL in the event's syndrome.
// Other events, and software, only stop profiling; without room in the buffer nothing more was sampled.
TEST(sampled_behind_a_synchronous_event_collides)
{
  for (enum event event = FILLED; event < EVENTS; event++) {
    open_crowd(event);
    stop_crowd(event);
    // In the other Security state nothing is selected. Without room a selected operation collides
    const bool no_room = event <= NO_BLOCK;
    const uint32_t marked = event == NOT_ALLOWED || no_room ? 0 : 1;
    assert_int_equal(b.out.mark_valid, marked);
    expect_fed(1, 1);
    assert_true(b.vif.decide_keep);
    // finished in this cycle, in flight, marked in this cycle; not waiting, nor kept in this cycle
    const uint32_t late = collides(event) ? 3 : 0;
    const uint32_t collided = no_room ? 1 : late;
    assert_int_equal(b.out.sample_collision, collided);
    assert_int_equal(bench_peek(SPU_PMBSR_EL1) & SPU_PMBSR_EL1_COLL, collided != 0 ? SPU_PMBSR_EL1_COLL : 0);
    if (event != BY_SOFTWARE) {
      assert_int_equal(b.vif.event_pmbsr & SPU_PMBSR_EL1_COLL, collided != 0 ? SPU_PMBSR_EL1_COLL : 0);
    }
    const struct spu_counts counts = spu_get_counts(b.spu);
    assert_int_equal(counts.collided, collided);
    assert_int_equal(counts.late, late);
    assert_int_equal(counts.collided_pending, late);
    assert_int_equal(counts.in_flight, 2 + marked - late);
  }
}

// C3: a sample that has collided keeps its tag until it has finished, and no PMU event counts its decision. A kept
// record has been fed: it is discarded because profiling has stopped.
TEST(collided_samples_leave_uncounted)
{
  open_crowd(FAULTED);
  stop_crowd(FAULTED);
  stop(false);
  discard_record(SPU_DISCARD_STOPPED, false);
  discard_record(SPU_DISCARD_STOPPED, false);
  b.in.psb_valid = true;
  VIOLATES(psb_done, "ProfilingSynchronizationBarrier");
  b.in.psb_valid = false;
  assert_int_equal(bench_mark(0), 0);  // the only free tag, from the decided sample
  bench_select(0);
  bench_clean();
  assert_int_equal(b.out.sample_collision, 1);
  bench_end(2);
  bench_end(3);
  for (uint8_t tag = 1; tag < 4; tag++) {
    bench_decide(tag);
    assert_true(b.vif.decide_valid);
    assert_int_equal(b.vif.decide_tag, tag);
    assert_false(b.vif.decide_keep);
    assert_false(b.vif.decide_discard);
    expect_fed(0, 0);
  }
  const struct spu_counts counts = spu_get_counts(b.spu);
  assert_int_equal(counts.collided_pending, 0);
  assert_int_equal(counts.in_flight, 1);
  assert_int_equal(counts.waiting, 0);
  assert_int_equal(counts.collided, 4);
  assert_int_equal(counts.late, 3);
  assert_int_equal(counts.selected, counts.collided + counts.in_flight + counts.discarded[SPU_DISCARD_FAULT] +
                                        counts.discarded[SPU_DISCARD_STOPPED]);
}

// C3, C4 (D14.3): samples pending when the buffer fills are fed normally, and discarded because profiling has stopped.
TEST(pending_behind_a_full_buffer_is_fed)
{
  open_crowd(FILLED);
  stop_crowd(FILLED);
  stop(false);
  bench_end(2);
  for (uint8_t tag = 1; tag < 3; tag++) {
    bench_decide(tag);
    assert_true(b.vif.decide_keep);
    expect_fed(1, 1);
  }
  for (uint32_t record = 1; record <= 4; record++) {
    discard_record(SPU_DISCARD_STOPPED, false);
    assert_int_equal(spu_get_counts(b.spu).discarded[SPU_DISCARD_STOPPED], record);
  }
  assert_int_equal(spu_get_counts(b.spu).collided, 1);  // at its selection, in the cycle of the event
}

// C3 (D17.3.7, D17.8, RHXSYK): an operation is sampled if the buffer has room for all pending records and its own, if
// nothing is pending, or in Discard mode; else it collides. Software may move the pointer anywhere.
TEST(operation_is_sampled_where_its_record_has_room)
{
  static const struct {
    enum stage stage;  // of one sample; STAGES: no sample
    bool second;       // another one, in flight
    bool ended;        // software has disabled and enabled the buffer meanwhile
    bool discard_mode;
    uint64_t limit, pointer;
    bool sampled;
  } rows[] = {
      {IN_FLIGHT, false, false, false, BENCH_LIMIT, BENCH_LIMIT - 128, true},
      {IN_FLIGHT, false, false, false, BENCH_LIMIT, BENCH_LIMIT - 127, false},
      {UNDECIDED, false, false, false, BENCH_LIMIT, BENCH_LIMIT - 128, true},
      {UNDECIDED, false, false, false, BENCH_LIMIT, BENCH_LIMIT - 127, false},
      {WAITING, false, false, false, BENCH_LIMIT, BENCH_LIMIT - 128, true},
      {WAITING, false, false, false, BENCH_LIMIT, BENCH_LIMIT - 127, false},
      {STARTED, false, false, false, BENCH_LIMIT, BENCH_LIMIT - 128, true},
      {STARTED, false, false, false, BENCH_LIMIT, BENCH_LIMIT - 127, false},
      {IN_FLIGHT, true, false, false, BENCH_LIMIT, BENCH_LIMIT - 192, true},
      {IN_FLIGHT, true, false, false, BENCH_LIMIT, BENCH_LIMIT - 191, false},
      {STARTED, true, false, false, BENCH_LIMIT, BENCH_LIMIT - 192, true},
      {STARTED, true, false, false, BENCH_LIMIT, BENCH_LIMIT - 191, false},
      {WAITING, false, true, false, BENCH_LIMIT, BENCH_LIMIT - 127, false},
      {WAITING, false, false, true, BENCH_LIMIT, BENCH_LIMIT - 1, true},
      {IN_FLIGHT, true, false, true, 0, BENCH_BUFFER, true},
      {STAGES, false, false, false, BENCH_LIMIT, BENCH_LIMIT - 63, true},
      {STAGES, false, false, false, 0, UINT64_MAX, true},
      {WAITING, false, false, false, 0, 0, false},
      {WAITING, false, false, false, BENCH_LIMIT, UINT64_MAX - 63, false},
      {WAITING, false, false, false, UINT64_MAX - 4095, UINT64_MAX - 4095 - 128, true},
  };
  struct spu_config config = four_tags();
  config.spe_version = 2;
  for (size_t i = 0; i < COUNT(rows); i++) {
    if (rows[i].stage == STAGES) {
      bench_open_enabled(config);
    } else {
      open_at(config, rows[i].stage);
    }
    if (rows[i].second) {
      (void)bench_mark(0);
    }
    if (rows[i].ended) {
      disable_and_enable();
    }
    b.spu->regs.pmbptr = rows[i].pointer;
    b.spu->regs.pmblimitr = rows[i].limit | (rows[i].discard_mode ? DISCARD_MODE : 0) | 1;
    bench_select(0);
    bench_clean();
    if (b.out.mark_valid != rows[i].sampled) {
      fail_msg("row %zu", i);
    }
    assert_int_equal(b.out.sample_collision, !rows[i].sampled);
    assert_int_equal(bench_peek(SPU_PMBSR_EL1), rows[i].sampled ? 0 : SPU_PMBSR_EL1_COLL);
    assert_int_equal(spu_get_counts(b.spu).late, 0);
  }
}

// C3, G2: the only sample is taken although its record has no room; the buffer fills when it is to be written.
TEST(only_sample_fills_a_buffer_without_room)
{
  bench_open_enabled(four_tags());
  bench_msr(SPU_PMBPTR_EL1, BENCH_LIMIT - 32);
  bench_record();
  expect_discard(SPU_DISCARD_FULL, true);
  expect_event(SPU_PMBSR_EL1_S | 1, BENCH_LIMIT - 32);
  assert_int_equal(bench_peek(SPU_PMBPTR_EL1), BENCH_LIMIT - 32);
}

// C3: a sample that collided with one event does not collide with the next one, and an event without younger samples
// does not change COLL.
TEST(sample_collides_once)
{
  open_crowd(FAULTED);
  stop_crowd(FAULTED);
  stop(false);
  discard_record(SPU_DISCARD_STOPPED, false);
  discard_record(SPU_DISCARD_STOPPED, false);
  bench_record();
  start_write();
  bench_fault(0, false);
  discard_record(SPU_DISCARD_FAULT, true);
  assert_int_equal(b.out.sample_collision, 0);
  assert_int_equal(b.vif.event_pmbsr & SPU_PMBSR_EL1_COLL, 0);
  assert_int_equal(spu_get_counts(b.spu).collided, 3);
}

// C3, C6: a sample that is rejected in the cycle of the event counts as filtered.
TEST(rejected_sample_does_not_collide)
{
  open_at(four_tags(), STARTED);
  assert_int_equal(bench_mark(0), 0);
  bench_end(0);
  bench_msr(SPU_PMSFCR_EL1, SPU_PMSFCR_EL1_FT | SPU_PMSFCR_EL1_LD);
  b.seen.decide_valid = true;
  expect_fault(0, false);
  assert_int_equal(b.out.sample_feed, 1);
  assert_int_equal(b.out.sample_collision, 0);
  assert_int_equal(b.vif.event_pmbsr & SPU_PMBSR_EL1_COLL, 0);
  assert_int_equal(spu_get_counts(b.spu).filtered, 1);
}

// E7, G12: Discard mode has lower priority than session and owner, and higher priority than the buffer's enable.
TEST(discard_mode_is_decided_after_the_session)
{
  struct spu_config config = four_tags();
  config.spe_version = 2;
  config.not_enabled_write = SPU_NOT_ENABLED_NOT_ALLOWED;
  for (int ended = 0; ended <= 1; ended++) {
    open_at(config, WAITING);
    if (ended != 0) {
      disable();
    }
    bench_msr(SPU_PMBLIMITR_EL1, DISCARD_MODE | 1);
    b.in.pe_debug = true;
    expect_discard(ended != 0 ? SPU_DISCARD_NOT_ENABLED : SPU_DISCARD_MODE, false);
    assert_int_equal(bench_peek(SPU_PMBPTR_EL1), BENCH_BUFFER);
  }
}
