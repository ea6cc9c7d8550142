// SPDX-License-Identifier: Apache-2.0
//
// What the tests of the observer share: a unit whose outputs are written by hand, and a core that executes NOPs.
#ifndef TB_TEST_CORE_CORE_TRUTH_BENCH_H
#define TB_TEST_CORE_CORE_TRUTH_BENCH_H

#include "core_record_bench.h"

#include "core/core_truth.h"

struct bench {
  struct core_truth truth;
  struct observer observer;
  struct core_events events;
  struct spu_out out;
  struct spu_vif vif;
  uint64_t cycle;
};

static struct bench the_bench;  // too large for a stack

static inline struct core_truth_options base_options(void)
{
  struct spu_config config;
  assert_int_equal(spu_config_by_name("base", &config), SPU_OK);
  return core_truth_options_of(&config);
}

// Null: base_options().
static inline struct bench *open_truth(const struct core_truth_options *options)
{
  struct bench *bench = &the_bench;
  const struct core_truth_options base = base_options();
  memset(bench, 0, sizeof *bench);
  core_truth_init(&bench->truth, options != NULL ? options : &base);
  bench->observer = core_truth_observer(&bench->truth);
  bench->out.profiling_enabled = true;
  bench->cycle = 100;
  return bench;
}

// One cycle. SAMPLE_POP is right unless a test has set it.
static inline void step(struct bench *bench)
{
  bench->out.sample_pop =
      (uint8_t)(bench->out.sample_pop ^ (bench->events.dispatch && bench->out.profiling_enabled));
  core_truth_events(&bench->truth, &bench->events);
  bench->observer.step(bench->observer.context, bench->cycle++, NULL, &bench->out, &bench->vif, NULL, NULL);
  const bool enabled = bench->out.profiling_enabled;
  memset(&bench->events, 0, sizeof bench->events);
  memset(&bench->out, 0, sizeof bench->out);
  memset(&bench->vif, 0, sizeof bench->vif);
  bench->out.profiling_enabled = enabled;
}

static inline void expect_none(const struct bench *bench)
{
  if (core_truth_contradiction(&bench->truth) != NULL) {
    fail_msg("%s", core_truth_contradiction(&bench->truth));
  }
}

static inline void expect_contradiction(const struct bench *bench, const char *line)
{
  assert_non_null(core_truth_contradiction(&bench->truth));
  assert_string_equal(core_truth_contradiction(&bench->truth), line);
}

static inline void expect_finish(struct bench *bench, const char *line)
{
  struct tb_error error = {""};
  assert_int_equal(core_truth_finish(&bench->truth, &error), line == NULL);
  assert_string_equal(error.text, line != NULL ? line : "");
}

static inline void mark(struct bench *bench, uint8_t tag)
{
  bench->out.mark_valid = true;
  bench->out.mark_tag = tag;
}

static inline void verdict(struct bench *bench, uint8_t tag, bool keep)
{
  bench->vif.verdict_valid = true;
  bench->vif.verdict_tag = tag;
  bench->vif.verdict_keep = keep;
  bench->out.sample_feed = 1;
}

static inline void commit(struct bench *bench, const struct spu_sample *sample)
{
  static struct spu model;
  static struct spu_record record;
  assert_int_equal(spu_init(&model, &bench->truth.options.config), SPU_OK);
  SPEConstructRecord(&model, sample, &record);
  bench->vif.commit_valid = true;
  bench->vif.commit_len = (uint8_t)record.size;
  memcpy(bench->vif.commit_data, record.data, record.size);
}

// NOPs of EL0 at PC, PC + 4, ... in entry 0: dispatched, a result one cycle later, retired in the cycle after that.
static inline void dispatch_nop(struct bench *bench, uint64_t number)
{
  say_dispatch(&bench->events, 0, PC + 4 * number, 0);
}

static inline void retire_nop(struct bench *bench, uint64_t number)
{
  bench->events.completed = 1;
  step(bench);
  say_retired(&bench->events, 0, PC + 4 * number, INSN_NOP, 0);
  step(bench);
}

// The whole of one.
static inline void execute_nop(struct bench *bench, uint64_t number)
{
  dispatch_nop(bench, number);
  step(bench);
  retire_nop(bench, number);
}

// One that was marked with tag 0 and is kept.
static inline void keep_nop(struct bench *bench, uint64_t number)
{
  mark(bench, 0);
  execute_nop(bench, number);
  verdict(bench, 0, true);
  step(bench);
}

static inline struct spu_sample nop_sample(uint64_t number)
{
  struct spu_sample sample = sample_of(0, 0, 2);
  sample.timestamp_valid = false;
  sample.address[SPEAddrPosPCVirtual] += 4 * number;
  sample.counter[SPECounterPosTotalLatency] = 1;
  return sample;
}

#define NOP(number) \
  "operation at 0xffffffc00000100" #number " in mode 0, marked with tag 0, dispatched in cycle "

#endif  // TB_TEST_CORE_CORE_TRUTH_BENCH_H
