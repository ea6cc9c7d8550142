// SPDX-License-Identifier: Apache-2.0
//
// What the tests of decisions share: a life out of a trace written by hand, and a record of it by the model's writer.
#ifndef TB_TEST_CORE_CORE_DECIDE_BENCH_H
#define TB_TEST_CORE_CORE_DECIDE_BENCH_H

#include "core_record_bench.h"

#include <stdio.h>

#include "core/core_decide.h"

struct bench {
  struct core_truth_options options;
  struct core_op op;
  struct core_mark mark;
  struct spu_sample sample;  // what the record will say
  struct core_difference difference;
};

static inline void open(struct bench *bench)
{
  *bench = (struct bench){.options = {.issue_latency = 1, .non_secure = true},
                          .mark = {.cycle = 100, .pa = true, .ts = SPU_TIMESTAMP_PHYSICAL}};
  assert_int_equal(spu_config_by_name("base", &bench->options.config), SPU_OK);
}

// What the life of the operation is made of.
struct life {
  uint32_t insn;
  bool access, read;
  bool walk, miss, mispredicted;
  bool bare;  // its address is not translated by the TLB
  bool no_result;
  bool idle;  // it brings an exception with it
  enum core_fate fate;
  uint64_t next;  // of one that retires
};

#define VA UINT64_C(0xFFFFFFD000005008)
#define PA UINT64_C(0x80002008)

static inline void step(struct core_trace *trace, uint64_t cycle, struct core_events *events)
{
  struct tb_error error = {""};
  if (!core_trace_step(trace, cycle, events, &error)) {
    fail_msg("%s", error.text);
  }
  memset(events, 0, sizeof *events);
}

// Dispatched in cycle 100, translated and missed in 104 after two cycles of a table walk, the result in 109, the end
// in 120.
static inline struct core_op live(const struct life *life)
{
  enum { ENTRY = 2, NEXT = 3 };
  static struct core_trace trace;
  struct core_events events = {.dispatch = false};
  memset(&trace, 0, sizeof trace);
  say_dispatch(&events, ENTRY, PC, 0);
  events.dispatch_done = life->idle;
  step(&trace, DISPATCH, &events);
  if (life->fate == CORE_RETIRED) {
    say_dispatch(&events, NEXT, life->next, life->insn == INSN_SRET ? 1 : 0);
  }
  step(&trace, 101, &events);
  for (uint64_t cycle = 102; cycle <= 103; cycle++) {
    events.walking = life->walk ? BIT(ENTRY) : 0;
    step(&trace, cycle, &events);
  }
  if (life->access) {
    say_translated(&events, ENTRY, PA);
    events.translated_mapped = !life->bare;
  }
  events.missed = life->miss ? BIT(ENTRY) : 0;
  step(&trace, 104, &events);
  events.completed = life->no_result ? 0 : BIT(ENTRY);
  events.mispredicted = life->mispredicted;
  events.mispredicted_entry = ENTRY;
  step(&trace, RESULT, &events);
  if (life->fate == CORE_RETIRED) {
    struct core_retired *retired = say_retired(&events, ENTRY, PC, life->insn, 0);
    if (life->access) {
      say_access(retired, VA, life->read);
    }
  } else if (life->fate == CORE_SQUASHED) {
    events.flush = true;
  } else {
    say_trap(&events, ENTRY, PC, life->fate == CORE_INTERRUPTED);
  }
  step(&trace, END, &events);
  if (life->fate == CORE_RETIRED) {
    say_trap(&events, NEXT, life->next, true);
    step(&trace, END + 1, &events);
  }
  return trace.over[0];
}

static inline void set_data(struct spu_sample *sample, uint32_t translation)
{
  set_address(sample, SPEAddrPosDataVirtual, VA & ((UINT64_C(1) << 56) - 1));
  set_address(sample, SPEAddrPosDataPhysical, NS | PA);
  set_counter(sample, SPECounterPosTranslationLatency, translation);
}

static inline bool decide(struct bench *bench)
{
  static struct spu model;
  static struct spu_record record;
  uint64_t timestamp = 0;
  assert_int_equal(spu_init(&model, &bench->options.config), SPU_OK);
  SPEConstructRecord(&model, &bench->sample, &record);
  assert_false(record.overflow);
  bench->difference = (struct core_difference){.field = ""};
  const bool right = core_decide(&bench->options, &bench->op, &bench->mark, record.data, record.size,
                                 &timestamp, &bench->difference);
  assert_int_equal(timestamp, bench->sample.timestamp_valid ? bench->sample.timestamp : 0);
  return right;
}

static inline void expect_right(struct bench *bench)
{
  if (!decide(bench)) {
    fail_msg("%s: the trace says %s, the record says %s", bench->difference.field, bench->difference.trace,
             bench->difference.record);
  }
}

static inline void expect_wrong(struct bench *bench, const char *words)
{
  char text[200];
  assert_false(decide(bench));
  (void)snprintf(text, sizeof text, "%s: %s, %s", bench->difference.field, bench->difference.trace,
                 bench->difference.record);
  assert_string_equal(text, words);
}

// The record of `bench` with one thing changed is wrong; then it is as before.
#define EXPECT_WRONG(change, words)    \
  do {                                 \
    const struct bench before = bench; \
    change;                            \
    expect_wrong(&bench, words);       \
    bench = before;                    \
  } while (0)

#endif  // TB_TEST_CORE_CORE_DECIDE_BENCH_H
