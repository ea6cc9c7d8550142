// SPDX-License-Identifier: Apache-2.0
//
// The tracker knows the state of every operation and record in the cycle in which it changes, and reports impossible
// events.
#include "unit/dut/tracker.h"
#include "unit/test/test.h"

struct bench {
  struct tracker tracker;
  struct spu_in in;
  struct spu_out out;
  struct spu_vif vif;
  struct dut_bus bus;
};

// One cycle. Clears its signals afterwards.
static const struct tracker_events *step(struct bench *bench)
{
  tracker_step(&bench->tracker, &bench->in, &bench->out, &bench->vif, &bench->bus);
  *bench = (struct bench){.tracker = bench->tracker};
  return &bench->tracker.events;
}

static void mark(struct bench *bench, uint8_t tag)
{
  bench->out.mark_valid = true;
  bench->out.mark_tag = tag;
}

static void decide(struct bench *bench, uint8_t tag, bool keep)
{
  bench->vif.decide_valid = true;
  bench->vif.decide_tag = tag;
  bench->vif.decide_keep = keep;
  bench->out.sample_feed = 1;
}

static void mark_and_finish(struct bench *bench, uint8_t tag)
{
  mark(bench, tag);
  (void)step(bench);
  bench->in.op[tag].finished = true;
  (void)step(bench);
}

// Keeps a record of an operation with tag 0.
static void keep_one(struct bench *bench)
{
  mark_and_finish(bench, 0);
  decide(bench, 0, true);
  assert_true(step(bench)->kept);
}

TEST(an_operation_is_followed_to_the_end_of_its_record)  // C6
{
  struct bench bench = {0};
  const struct tracker_state *now = &bench.tracker.now;
  mark(&bench, 2);
  assert_int_equal(step(&bench)->mark, 1);
  assert_int_equal(now->in_flight, 4);
  bench.in.op[2].issued = true;
  assert_int_equal(step(&bench)->reporting, 4);
  assert_int_equal(step(&bench)->reporting, 0);
  assert_int_equal(bench.tracker.events.reported, 4);
  bench.in.op[2].completed = true;
  assert_int_equal(step(&bench)->completes, 4);
  assert_int_equal(now->completed, 4);
  bench.in.op[2].finished = true;
  assert_int_equal(step(&bench)->finishes, 4);
  assert_int_equal(bench.tracker.events.completes, 0);
  assert_int_equal(now->finished, 4);
  bench.in.op[2].finished = true;  // ignored from now on
  assert_int_equal(step(&bench)->reported, 0);
  decide(&bench, 2, true);
  assert_int_equal(step(&bench)->decision, 1);
  assert_int_equal(now->in_flight | now->completed | now->finished, 0);
  assert_int_equal(bench.tracker.before.finished, 4);
  assert_int_equal(now->waiting, 1);
  bench.vif.start_valid = true;
  bench.out.pmbptr = 0x1230;
  assert_int_equal(step(&bench)->start, 1);
  assert_int_equal(now->waiting, 0);
  assert_true(now->writing);
  assert_int_equal(now->start, 0x1230);
  bench.vif.commit_valid = true;
  assert_int_equal(step(&bench)->end, 1);
  assert_false(now->writing);
  assert_int_equal(now->ended, 1);
  assert_int_equal(step(&bench)->impossible, 0);
}

TEST(record_that_is_not_kept_never_waits)  // E6, E7, C3
{
  for (int how = 0; how < 3; how++) {
    struct bench bench = {0};
    mark_and_finish(&bench, 0);
    decide(&bench, 0, how != 0);
    bench.vif.decide_discard = how == 1;
    bench.out.sample_feed = how != 2;
    assert_int_equal(step(&bench)->decision, 1);
    assert_false(bench.tracker.events.kept);
    assert_int_equal(bench.tracker.now.waiting, 0);
  }
}

// In one cycle a record ends and the next one starts, and a tag is freed and used again.
TEST(ends_come_before_beginnings)  // C3, G1
{
  struct bench bench = {0};
  keep_one(&bench);
  bench.vif.start_valid = true;
  (void)step(&bench);
  keep_one(&bench);
  mark_and_finish(&bench, 1);
  decide(&bench, 1, false);
  mark(&bench, 1);
  bench.vif.commit_valid = true;
  bench.vif.start_valid = true;
  const struct tracker_events *events = step(&bench);
  assert_int_equal(events->impossible, 0);
  assert_int_equal(events->end, 1);
  assert_int_equal(events->start, 2);
  assert_int_equal(events->decision, 3);
  assert_int_equal(events->mark, 4);
  assert_int_equal(tracker_operation_before(&bench.tracker, 1), 3);
  assert_true(bench.tracker.now.writing);
  assert_int_equal(bench.tracker.now.in_flight, 2);
  assert_int_equal(bench.tracker.now.finished, 0);
}

TEST(impossible_event_is_reported)  // C3, C6
{
  struct bench bench = {0};
  bench.vif.commit_valid = true;
  assert_int_equal(step(&bench)->impossible, TRACKER_END_OF_NOTHING);
  assert_int_equal(bench.tracker.events.end, 0);
  bench.vif.start_valid = true;
  assert_int_equal(step(&bench)->impossible, TRACKER_START_OF_NOTHING);
  decide(&bench, 0, true);
  assert_int_equal(step(&bench)->impossible, TRACKER_DECISION_OF_NOTHING);
  assert_int_equal(bench.tracker.now.waiting, 0);
  decide(&bench, SPU_MAX_TAGS, true);
  assert_int_equal(step(&bench)->impossible, TRACKER_DECISION_OF_NOTHING);
  mark(&bench, 0);
  assert_int_equal(step(&bench)->impossible, 0);
  mark(&bench, 0);
  assert_int_equal(step(&bench)->impossible, TRACKER_TAG_IN_USE);
  mark(&bench, SPU_MAX_TAGS);
  assert_int_equal(step(&bench)->impossible, TRACKER_TAG_IN_USE);
  decide(&bench, 0, true);  // it has not finished
  assert_int_equal(step(&bench)->impossible, TRACKER_DECISION_OF_NOTHING);
  assert_int_equal(bench.tracker.events.decision, 2);
  tracker_reset(&bench.tracker);
  keep_one(&bench);
  bench.vif.start_valid = true;
  assert_int_equal(step(&bench)->impossible, 0);
  bench.vif.start_valid = true;
  assert_int_equal(step(&bench)->impossible, TRACKER_START_OF_NOTHING);
  for (int i = 1; i < TRACKER_QUEUE; i++) {
    keep_one(&bench);
    assert_int_equal(bench.tracker.events.impossible, 0);
  }
  mark_and_finish(&bench, 0);
  decide(&bench, 0, true);
  assert_int_equal(step(&bench)->impossible, TRACKER_QUEUE_FULL);
}

TEST(wait_outside_the_unit_is_recognized)  // the documented bound
{
  struct bench bench = {0};
  assert_false(step(&bench)->waits_outside);
  bench.bus.xlate_req_valid = bench.in.xlate_req_ready = true;
  assert_true(step(&bench)->waits_outside);
  assert_true(bench.tracker.translating);
  assert_true(step(&bench)->waits_outside);
  bench.in.xlate_rsp_valid = true;
  assert_true(step(&bench)->waits_outside);
  assert_false(step(&bench)->waits_outside);
  // The response to a request from before a reset, in the cycle of a new request.
  bench.bus.xlate_req_valid = bench.in.xlate_req_ready = bench.in.xlate_rsp_valid = true;
  (void)step(&bench);
  assert_true(bench.tracker.translating);
  tracker_reset(&bench.tracker);
  bench.bus.axi_awvalid = true;
  assert_true(step(&bench)->waits_outside);
  bench.bus.axi_wvalid = true;
  assert_true(step(&bench)->waits_outside);
  bench.bus.axi_awvalid = bench.in.axi_awready = true;
  assert_false(step(&bench)->waits_outside);
  assert_int_equal(bench.tracker.outstanding, 1);
  bench.in.axi_bvalid = bench.bus.axi_bready = true;
  assert_true(step(&bench)->waits_outside);
  assert_false(step(&bench)->waits_outside);
  bench.in.axi_bvalid = bench.bus.axi_bready = true;  // for a burst from before a reset
  (void)step(&bench);
  assert_int_equal(bench.tracker.outstanding, 0);
}
