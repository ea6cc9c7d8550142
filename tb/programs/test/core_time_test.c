// SPDX-License-Identifier: Apache-2.0
//
// Exposed time: each cycle belongs to one operation (docs/integration.md, "Exposed latency").
#include "programs/test/core_bench.h"

#include <string.h>

enum { SPACING = 48 };  // operations between two marks: with four tags, one is always free

static int setup(void **state)
{
  (void)state;
  bench = (struct bench){.config = {.dispatch_width = 3,
                                    .in_flight = SPU_MAX_TAGS,
                                    .events_bytes = 2,
                                    .have_el3 = true,
                                    .exposed_latency = true}};
  bench.program.rounds = 300;
  return 0;
}

static uint64_t truth[MOST_OPS];

static void note(void *context, uint64_t pc, const struct code_entry *code)
{
  (void)context;
  truth[number_of(pc)] = code->time;
}

// Runs the program until each of its operations has been marked once, on wrong paths too. The cycles that the pins give
// to the operations must then be those of the whole run, and those that the core gave to each PC.
static struct core_counts mark_all(void)
{
  bench.interval = SPACING;
  for (uint32_t first = 1; first <= SPACING; first++) {
    bench.left = first;
    memset(bench.busy, 0, sizeof bench.busy);
    simulate(true, 1000000);
  }
  memset(truth, 0, sizeof truth);
  core_each_pc(bench.core, note, NULL);
  uint64_t sum = 0;
  for (uint32_t i = 0; i < MOST_OPS; i++) {
    assert_int_equal(bench.exposed[i], truth[i]);
    sum += truth[i];
  }
  const struct core_counts counts = core_get_counts(bench.core);
  assert_int_equal(sum, counts.owned);
  assert_true(counts.owned + counts.stopped <= bench.cycle);
  return counts;
}

// The division is waited for, and what depends on it; not what retires with it.
CORE_TEST(waiting_is_for_the_oldest)  // V1
{
  ADD(OP_DIVIDE, OP_ADD, OP_ALONE, OP_ALONE, OP_ALONE);
  (void)mark_all();
  assert_true(truth[0] > 5 * truth[1]);
  assert_true(truth[1] > truth[2] + truth[3] + truth[4]);
}

// In program order, operations behind the division wait with it.
CORE_TEST(in_order_core_waits_longer)
{
  uint64_t owned[2];
  for (int in_order = 0; in_order <= 1; in_order++) {
    again();
    bench.timing.in_order = in_order != 0;
    ADD(OP_DIVIDE, OP_ADD, OP_LOAD, OP_ALONE, OP_ALONE);
    bench.program.stride = 4096;
    owned[in_order] = mark_all().owned;
  }
  assert_true(owned[1] > owned[0] + 10 * bench.program.rounds);
}

// Cycles behind a flush belong to the operation that flushed, those behind an interrupt to the next one.
CORE_TEST(empty_cycles_have_an_owner)  // V1, V3
{
  ADD(OP_ALONE, OP_SVC, OP_ALONE, OP_ALONE);
  struct core_counts counts = mark_all();
  assert_in_range(truth[1], 200 * bench.program.rounds, 220 * bench.program.rounds);
  assert_in_range(truth[2], 0, 10 * bench.program.rounds);
  again();
  bench.timing = (struct core_timing){.interrupts = true, .seed = 1};
  bench.program.rounds = 9000;
  ADD(OP_ALONE, OP_ALONE, OP_ALONE, OP_ALONE);
  counts = mark_all();
  assert_true(counts.interrupts >= 2 && counts.owned > 200 * counts.interrupts);
}

// In all ways in which a core can flush, and with pauses of dispatch, whose cycles are nobody's.
CORE_TEST(each_cycle_has_one_owner)  // V1, V3
{
  for (unsigned timing = 0; timing < 64; timing += 5) {
    again();
    bench.timing = (struct core_timing){(timing & 1) != 0, (timing & 2) != 0,  (timing & 4) != 0,
                                        (timing & 8) != 0, (timing & 16) != 0, .seed = timing};
    bench.pauses = (timing & 32) != 0;
    bench.program.loops = true;
    ADD(OP_LOAD, OP_ADD, OP_DIVIDE, OP_ATOMIC, OP_ADD, OP_LOOP, OP_MRS, OP_SVC, OP_ADD, OP_STORE, OP_ADD);
    const struct core_counts counts = mark_all();
    assert_int_equal(counts.stopped != 0, bench.pauses);
  }
}
