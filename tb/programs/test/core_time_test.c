// SPDX-License-Identifier: Apache-2.0
//
// Exposed time: each cycle belongs to one operation (docs/integration.md, "Exposed latency").
#include "programs/core/core_time.h"
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
// to the operations must then be those of the whole run, and those that the core attributed to each PC.
static struct core_counts mark_all(void)
{
  bench.interval = SPACING;
  for (uint32_t first = 1; first <= SPACING; first++) {
    bench.left = first;
    memset(bench.busy, 0, sizeof bench.busy);
    simulate(true, 1000000);
    core_drive(bench.core, bench.cycle++, true, &bench.in);  // attributes the idle cycles at the end
  }
  memset(truth, 0, sizeof truth);
  core_each_pc(bench.core, note, NULL);
  const struct core_counts counts = core_get_counts(bench.core);
  uint64_t sum = counts.stopped + counts.empty;
  for (uint32_t i = 0; i < MOST_OPS; i++) {
    assert_int_equal(bench.exposed[i], truth[i]);
    sum += truth[i];
  }
  assert_int_equal(sum, bench.cycle);
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
  uint64_t cycles[2];
  for (int in_order = 0; in_order <= 1; in_order++) {
    again();
    bench.timing.in_order = in_order != 0;
    ADD(OP_DIVIDE, OP_ADD, OP_LOAD, OP_ALONE, OP_ALONE);
    bench.program.stride = 4096;
    (void)mark_all();
    cycles[in_order] = bench.cycle;
  }
  assert_true(cycles[1] > cycles[0] + 10 * bench.program.rounds);
}

// Cycles behind a flush belong to the operation that flushed, those behind an interrupt to the next one.
CORE_TEST(empty_cycles_have_an_owner)  // V1, V3
{
  ADD(OP_ALONE, OP_SVC, OP_ALONE, OP_ALONE);
  (void)mark_all();
  assert_in_range(truth[1], 200 * bench.program.rounds, 220 * bench.program.rounds);
  assert_in_range(truth[2], 0, 10 * bench.program.rounds);
  again();
  bench.timing = (struct core_timing){.interrupts = true, .seed = 1};
  bench.program.rounds = 9000;
  ADD(OP_ALONE, OP_ALONE, OP_ALONE, OP_ALONE);
  const struct core_counts counts = mark_all();
  assert_true(counts.interrupts >= 2 && bench.cycle - counts.stopped > 200 * counts.interrupts);
}

// In all ways in which a core can flush, and with pauses of dispatch, whose cycles belong to no operation.
CORE_TEST(each_cycle_has_one_owner)  // V1, V3, V4
{
  for (unsigned timing = 0; timing < 64; timing += 5) {
    again();
    bench.timing = (struct core_timing){(timing & 1) != 0, (timing & 2) != 0,  (timing & 4) != 0,
                                        (timing & 8) != 0, (timing & 16) != 0, .seed = timing};
    bench.pauses = (timing & 32) != 0;
    bench.program.loops = true;
    ADD(OP_LOAD, OP_ADD, OP_DIVIDE, OP_ATOMIC, OP_ADD, OP_LOOP, OP_MRS, OP_SVC, OP_ADD, OP_STORE, OP_ADD);
    const struct core_counts counts = mark_all();
    assert_int_equal(counts.stopped > 24, bench.pauses);  // a few at the end of the run
  }
}

// ---------------------------------------------------------------------------------------------------------
// The rule itself, with owners counted by hand

enum { SCRIPT_OPS = 5 };

struct script_op {
  bool flushes;
  struct life life;
  struct code_entry code;
  uint64_t pins;  // cycles that the unit counts for it
};

// Each cycle ends with a dot. d: dispatches. Ends, in program order: r, retires; f, retires and flushes; s, is
// squashed. p: the core does not run.
static void read_ends(const char *script, struct script_op *op)
{
  uint64_t cycle = 0;
  for (; *script != '\0'; script++) {
    cycle += *script == '.';
    if (strchr("rfs", *script) != NULL) {
      op->life.retire = cycle;
      op->life.how = *script == 's' ? SPU_OP_SQUASHED : SPU_OP_RETIRED;
      op++->flushes = *script == 'f';
    }
  }
}

// Returns the number of cycles.
static uint64_t run_script(const char *script, struct core_time *time, struct script_op ops[SCRIPT_OPS])
{
  struct script_op *next = ops;
  uint64_t cycle = 0;
  read_ends(script, ops);
  for (const char *at = script; *at != '\0'; at = strchr(at, '.') + 1) {
    const size_t events = strcspn(at, ".");
    if (memchr(at, 'p', events) != NULL) {
      core_time_stop(time, cycle);
    }
    for (struct script_op *op = ops; op < next; op++) {
      op->pins += core_time_waits(time, &op->life, cycle);
    }
    for (size_t i = 0; i < events; i++) {
      if (at[i] == 'd') {
        next->pins += core_time_add(time, &next->code, &next->life, cycle, next->flushes);
        next++;
      }
    }
    cycle++;
  }
  core_time_stop(time, cycle);
  return cycle;
}

TEST(each_cycle_belongs_to_one_operation)  // V1, V3
{
  static const struct {
    const char *script;
    uint64_t exposed[SCRIPT_OPS];
    uint64_t empty, stopped;
  } rows[] = {
      {"..d..r..d.r.", {5, 3}, 0, 0},            // at the start; slow fetch
      {"d.d..rr.d.r.", {4, 0, 2}, 0, 0},         // two retire together
      {"dd.rr.d.r.", {2, 0, 2}, 0, 0},           // and are dispatched together
      {"d.d.r.r.", {3, 1}, 0, 0},                // the older one's
      {"d.dr.r...", {2, 1}, 2, 0},               // dispatched as the other retires; nothing follows
      {"d.f...d.r.", {5, 1}, 0, 0},              // mispredicted, an exception, or it serializes
      {"d.f..dd.rr.", {4, 1, 0}, 0, 0},          // two are dispatched after it
      {"d..d.f.r..d.r.", {4, 1, 3}, 0, 0},       // the right path is there before the branch retires
      {"d..fd..r..", {3, 2}, 1, 0},              // in that cycle
      {"d..d.fr..d.r.", {4, 0, 3}, 0, 0},        // the branch retires with the next one
      {"d.d..d.rfr..d.r.", {5, 0, 0, 3}, 0, 0},  // and with an older one
      {"d.d..r.f..d.r.", {4, 3, 1}, 0, 0},       // older operations first
      {"d.d.fs..d.r.", {5, 0, 1}, 0, 0},         // the front end ran ahead
      {"d.dd..rfs..d.r.", {4, 2, 0, 1}, 0, 0},
      {"d.d.ss..d.r.", {3, 0, 3}, 0, 0},  // an interrupt
      {"d.d.r.s..d.r.", {3, 1, 3}, 0, 0},
      {"d.f..d.s..d.r.", {4, 1, 3}, 0, 0},  // after a misprediction
      {"d..d.f.s..d.r.", {4, 1, 3}, 0, 0},
      {"p.p.d.r.", {2}, 0, 2},  // the core does not run
      {"d.p.p.r.", {4}, 0, 0},  // it waits for what is in flight
      {"d.r..p..d.r.", {2, 4}, 0, 1},
      {"d.f..p..d.r.", {3, 3}, 0, 1},
      {"d.r..p.", {2}, 1, 1},  // the end of the run
      {"d.f...", {4}, 0, 0},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct core_time time = {0};
    struct script_op ops[SCRIPT_OPS] = {0};
    const uint64_t cycles = run_script(rows[i].script, &time, ops);
    uint64_t sum = rows[i].empty + rows[i].stopped;
    for (size_t n = 0; n < SCRIPT_OPS; n++) {
      if (ops[n].code.time != rows[i].exposed[n] || ops[n].pins != rows[i].exposed[n]) {
        fail_msg("%s: operation %zu has %d, at the pins %d", rows[i].script, n + 1, (int)ops[n].code.time,
                 (int)ops[n].pins);
      }
      sum += rows[i].exposed[n];
    }
    assert_int_equal(sum, cycles);
    assert_int_equal(time.empty, rows[i].empty);
    assert_int_equal(time.stopped, rows[i].stopped + 1);  // and the cycle after the script
  }
}
