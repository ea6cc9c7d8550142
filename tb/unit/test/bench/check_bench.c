// SPDX-License-Identifier: Apache-2.0
#include "unit/test/bench/check_bench.h"

#include "unit/check/signals.h"
#include "unit/test/test.h"

bool check_bench_open_with(struct check_bench *bench, const struct spu_config *config,
                           struct stimulus stimulus)
{
  enum spu_status status;
  memset(bench, 0, sizeof *bench);
  bench->config = *config;
  bench->stimulus = stimulus;
  bench->fake = fake_dut_create(config);
  bench->lockstep = lockstep_create(config, stimulus.memory, &status);
  return bench->fake != NULL && bench->lockstep != NULL;
}

bool check_bench_open_random(struct check_bench *bench, const struct spu_config *config, uint64_t seed,
                             uint64_t cycles, const struct random_profile *profile)
{
  struct random_stimulus *random = random_create(config, seed, cycles, profile);
  const bool opened = random != NULL && check_bench_open_with(bench, config, random_stimulus(random));
  bench->random = random;
  return opened;
}

bool check_bench_open(struct check_bench *bench, const char *config_name, uint64_t cycles)
{
  const struct spu_config config = test_config(config_name);
  return check_bench_open_random(bench, &config, 1, cycles, NULL);
}

void check_bench_close(struct check_bench *bench)
{
  lockstep_destroy(bench->lockstep);
  fake_dut_destroy(bench->fake);
  random_destroy(bench->random);
}

static void reset(struct check_bench *bench)
{
  fake_dut_destroy(bench->fake);
  bench->fake = fake_dut_create(&bench->config);
  bench->resets++;
  if (bench->resets != bench->forget) {
    lockstep_reset(bench->lockstep, &bench->seen);
  }
  tracker_reset(&bench->tracker);
  tracker_reset(&bench->seen);
  if (bench->observer.reset != NULL) {
    bench->observer.reset(bench->observer.context, bench->cycle, &(struct dut_reset_shape){0});
  }
  memset(&bench->in, 0, sizeof bench->in);
}

bool check_bench_step(struct check_bench *bench, check_falsify falsify, const void *argument,
                      struct check_cycle *cycle)
{
  const struct stimulus *stimulus = &bench->stimulus;
  const struct observer *observer = &bench->observer;
  if (bench->may_reset && stimulus->reset != NULL && stimulus->reset(stimulus->context, &bench->tracker)) {
    reset(bench);
  }
  stimulus->drive(stimulus->context, bench->cycle, &bench->in);
  fake_dut_eval(bench->fake, &bench->in, &cycle->out, &cycle->vif, &cycle->bus);
  cycle->in = bench->in;
  if (bench->wrong != NULL) {
    bench->wrong(&cycle->out, &cycle->vif);
  }
  tracker_step(&bench->tracker, &cycle->in, &cycle->out, &cycle->vif, &cycle->bus);
  const bool observed = stimulus->observe(stimulus->context, &cycle->in, &cycle->out, &cycle->vif,
                                          &cycle->bus, &bench->tracker, &bench->error);
  if (observer->step != NULL) {
    observer->step(observer->context, bench->cycle, &cycle->in, &cycle->out, &cycle->vif, &cycle->bus,
                   &bench->tracker);
  }
  if (falsify != NULL && !bench->falsified && falsify(cycle, argument)) {
    bench->falsified = true;
    bench->falsified_cycle = bench->cycle;
  }
  tracker_step(&bench->seen, &cycle->in, &cycle->out, &cycle->vif, &cycle->bus);
  const bool matched =
      bench->wrong != NULL || lockstep_step(bench->lockstep, bench->cycle, &cycle->in, &cycle->out,
                                            &cycle->vif, &cycle->bus, &bench->seen);
  fake_dut_clock(bench->fake);
  bench->cycle += matched && observed;
  return matched && observed;
}

bool check_bench_run(struct check_bench *bench, check_falsify falsify, const void *argument)
{
  struct check_cycle cycle;
  while (!bench->stimulus.finished(bench->stimulus.context)) {
    if (!check_bench_step(bench, falsify, argument, &cycle)) {
      return false;
    }
  }
  return bench->wrong != NULL || lockstep_finish(bench->lockstep, bench->cycle);
}

const struct mismatch *bench_mismatch(const struct lockstep *lockstep)
{
  static struct mismatch mismatch;
  const struct failure *failure = lockstep_failure(lockstep);
  if (failure == NULL) {
    return NULL;
  }
  mismatch_explain(failure, &mismatch);
  return &mismatch;
}

char check_report[MISMATCH_REPORT];

const struct mismatch *check_bench_break(const char *config_name, uint64_t cycles, check_falsify falsify,
                                         const void *argument)
{
  struct check_bench bench = {0};
  const bool failed =
      check_bench_open(&bench, config_name, cycles) && !check_bench_run(&bench, falsify, argument);
  assert_true(failed && bench.falsified);
  const struct mismatch *mismatch = bench_mismatch(bench.lockstep);
  assert_non_null(mismatch);
  assert_int_equal(mismatch->cycle, bench.falsified_cycle);
  mismatch_text(lockstep_failure(bench.lockstep), "make sim", check_report, sizeof check_report);
  check_bench_close(&bench);
  return mismatch;
}

bool check_invert(struct check_cycle *cycle, const void *signal)
{
  if (cycle->out.pmbptr == 0 || !cycle->out.mark_valid) {
    return false;
  }
  ((uint8_t *)&cycle->out)[((const struct signal *)signal)->offset] ^= 1;
  return true;
}
