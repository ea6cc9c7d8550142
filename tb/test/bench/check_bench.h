// SPDX-License-Identifier: Apache-2.0
//
// What the checker's tests share: a random stimulus, a fake unit and a checker, stepped together, with a hook
// between unit and checker that falsifies what the checker sees.
#ifndef TB_TEST_BENCH_CHECK_BENCH_H
#define TB_TEST_BENCH_CHECK_BENCH_H

#include <stdbool.h>
#include <string.h>

#include "check/lockstep.h"
#include "stimulus/random.h"
#include "test/bench/fake_dut.h"
#include "test/bench/mismatch_bench.h"

struct check_cycle {
  struct spu_in in;
  struct spu_out out;
  struct spu_vif vif;
  struct dut_bus bus;
};

// Changes what the checker sees of a cycle. Returns true once it has done what it wanted.
typedef bool (*check_falsify)(struct check_cycle *cycle, const void *argument);

struct check_bench {
  struct random_stimulus *random;
  struct stimulus stimulus;
  struct fake_dut *fake;
  struct lockstep *lockstep;
  struct tracker tracker;  // of the unit, for the stimulus
  struct tracker seen;     // of what the checker sees
  struct spu_in in;
  uint64_t cycle;
  struct tb_error error;  // of the stimulus: the unit broke a bus protocol
  bool falsified;
  uint64_t falsified_cycle;
};

static inline bool check_bench_open(struct check_bench *bench, const char *config_name, uint64_t cycles)
{
  struct spu_config config;
  enum spu_status status;
  memset(bench, 0, sizeof *bench);
  if (spu_config_by_name(config_name, &config) != SPU_OK) {
    return false;
  }
  bench->random = random_create(&config, 1, cycles, NULL);
  if (bench->random == NULL) {
    return false;
  }
  bench->stimulus = random_stimulus(bench->random);
  bench->fake = fake_dut_create(&config);
  bench->lockstep = lockstep_create(&config, bench->stimulus.memory, &status);
  return bench->fake != NULL && bench->lockstep != NULL;
}

static inline void check_bench_close(struct check_bench *bench)
{
  lockstep_destroy(bench->lockstep);
  fake_dut_destroy(bench->fake);
  random_destroy(bench->random);
}

// One cycle, which *cycle shows. False at the first mismatch or if the unit broke a bus protocol.
static inline bool check_bench_step(struct check_bench *bench, check_falsify falsify, const void *argument,
                                    struct check_cycle *cycle)
{
  const struct stimulus *stimulus = &bench->stimulus;
  if (stimulus->drive == NULL || stimulus->observe == NULL) {
    return false;  // not opened
  }
  stimulus->drive(stimulus->context, bench->cycle, &bench->in);
  fake_dut_eval(bench->fake, &bench->in, &cycle->out, &cycle->vif, &cycle->bus);
  cycle->in = bench->in;
  tracker_step(&bench->tracker, &cycle->in, &cycle->out, &cycle->vif, &cycle->bus);
  if (!stimulus->observe(stimulus->context, &cycle->in, &cycle->out, &cycle->vif, &cycle->bus,
                         &bench->tracker, &bench->error)) {
    return false;
  }
  if (falsify != NULL && !bench->falsified && falsify(cycle, argument)) {
    bench->falsified = true;
    bench->falsified_cycle = bench->cycle;
  }
  tracker_step(&bench->seen, &cycle->in, &cycle->out, &cycle->vif, &cycle->bus);
  if (!lockstep_step(bench->lockstep, bench->cycle, &cycle->in, &cycle->out, &cycle->vif, &cycle->bus,
                     &bench->seen)) {
    return false;
  }
  fake_dut_clock(bench->fake);
  bench->cycle++;
  return true;
}

// Runs to the end of the stimulus or to the first mismatch. True if there was none.
static inline bool check_bench_run(struct check_bench *bench, check_falsify falsify, const void *argument)
{
  struct check_cycle cycle;
  while (bench->stimulus.finished != NULL && !bench->stimulus.finished(bench->stimulus.context)) {
    if (!check_bench_step(bench, falsify, argument, &cycle)) {
      return false;
    }
  }
  return lockstep_finish(bench->lockstep, bench->cycle);
}

#endif  // TB_TEST_BENCH_CHECK_BENCH_H
