// SPDX-License-Identifier: Apache-2.0
//
// The outputs alone show operations that are lost, were never marked or take too long.
#include <string.h>

#include "unit/check/flight.h"
#include "unit/test/test.h"

static struct fixture {
  struct flight flight;
  struct tracker tracker;
  struct spu_in in;
  struct spu_out out;
  struct spu_vif vif;
  struct dut_bus bus;
} fixture;

static void open_fixture(void)
{
  const struct spu_config config = test_config("base");
  memset(&fixture, 0, sizeof fixture);
  flight_init(&fixture.flight, &config);
}

// One cycle. Clears its signals afterwards.
static const char *step(void)
{
  tracker_step(&fixture.tracker, &fixture.in, &fixture.out, &fixture.vif, &fixture.bus);
  const char *broken = flight_step(&fixture.flight, &fixture.tracker, &fixture.out, &fixture.vif);
  fixture = (struct fixture){.flight = fixture.flight, .tracker = fixture.tracker};
  return broken;
}

static void mark(void)
{
  fixture.out.mark_valid = true;
  assert_null(step());
}

static void mark_and_finish(void)
{
  mark();
  fixture.in.op[0].finished = true;
  assert_null(step());
}

static void keep(void)
{
  fixture.vif.decide_valid = true;
  fixture.vif.decide_keep = true;
  fixture.out.sample_feed = 1;
  assert_null(step());
}

// Cycles in which neither the unit nor its environment does anything.
static void idle(int cycles)
{
  for (int i = 0; i < cycles; i++) {
    assert_null(step());
  }
}

TEST(impossible_event_is_caught)  // C3, C6
{
  static const struct {
    bool marked;  // an operation that has not finished
    struct spu_out out;
    struct spu_vif vif;
    const char *rule;
  } rows[] = {
      {.vif.decide_valid = true, .rule = "a decision was made for a tag without a finished operation"},
      {.marked = true,
       .vif.decide_valid = true,
       .rule = "a decision was made for a tag without a finished operation"},
      {.vif.commit_valid = true, .rule = "a record without a kept operation was committed or discarded"},
      {.vif.discard_valid = true, .rule = "a record without a kept operation was committed or discarded"},
      {.marked = true, .out.mark_valid = true, .rule = "an operation was marked with a tag that is in use"},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    open_fixture();
    if (rows[i].marked) {
      mark();
    }
    fixture.out = rows[i].out;
    fixture.vif = rows[i].vif;
    const char *broken = step();
    assert_non_null(broken);
    assert_string_equal(broken, rows[i].rule);
  }
}

// Idle cycles until the checker objects.
static uint64_t clocks_until_late(void)
{
  uint64_t clocks = 0;
  while (step() == NULL) {
    clocks++;
    assert_true(clocks < 10000);
  }
  return clocks;
}

TEST(missing_decision_is_caught_at_the_bound)  // the documented bound
{
  open_fixture();
  mark_and_finish();
  assert_in_range(clocks_until_late(), fixture.flight.bound - 2, fixture.flight.bound + 2);
}

// One cycle in which the PE still waits for the operation.
static const char *held(void)
{
  fixture.in.op[0].oldest = true;
  return step();
}

TEST(held_operation_is_not_late_and_not_decided)  // V3
{
  for (int exposed = 0; exposed <= 1; exposed++) {
    open_fixture();
    fixture.flight.exposed_latency = exposed != 0;
    mark_and_finish();
    for (uint64_t i = 0; exposed != 0 && i < 2 * fixture.flight.bound; i++) {
      assert_null(held());
    }
    fixture.vif.decide_valid = true;
    fixture.out.sample_feed = 1;
    const char *broken = held();
    assert_true(exposed == 0 ? broken == NULL : strstr(broken, "the PE may still wait") != NULL);
  }
}

TEST(discard_mode_waits_for_no_record)  // C6, E7
{
  open_fixture();
  mark_and_finish();
  fixture.vif.decide_discard = true;
  keep();
  assert_int_equal(fixture.flight.counts.kept, 1);
  assert_int_equal(fixture.flight.counts.discarded[SPU_DISCARD_MODE], 1);
  idle(2000);
  fixture.vif.commit_valid = true;  // there is no record
  assert_non_null(step());
}

TEST(discard_of_a_rejected_record_is_caught)  // E7
{
  open_fixture();
  mark_and_finish();
  fixture.vif.decide_valid = true;
  fixture.vif.decide_discard = true;
  fixture.out.sample_feed = 1;
  assert_non_null(step());
}

// SAMPLE_FEED does not count the decision of a sample that has collided.
TEST(keeping_a_collided_sample_is_caught)  // C3
{
  open_fixture();
  mark_and_finish();
  fixture.vif.decide_valid = true;
  assert_null(step());
  assert_int_equal(fixture.flight.counts.uncounted, 1);
  mark_and_finish();
  fixture.vif.decide_valid = true;
  fixture.vif.decide_keep = true;
  assert_non_null(step());
}

TEST(missing_commit_is_caught_at_the_bound)
{
  open_fixture();
  mark_and_finish();
  keep();
  assert_in_range(clocks_until_late(), fixture.flight.bound - 4, fixture.flight.bound + 2);
}

TEST(waiting_for_memory_does_not_count)
{
  open_fixture();
  mark_and_finish();
  keep();
  for (int i = 0; i < 2000; i++) {
    fixture.bus.axi_awvalid = true;  // without AWREADY
    assert_null(step());
  }
  fixture.vif.commit_valid = true;
  fixture.vif.commit_len = 64;
  assert_null(step());
  assert_int_equal(fixture.flight.counts.committed, 1);
  assert_int_equal(fixture.flight.counts.bytes, 64);
  idle(2000);  // nothing is pending that could be late
}
