// SPDX-License-Identifier: Apache-2.0
//
// What tests of stimuli, of the checker and of observers share: a stimulus, a fake unit and a checker, stepped together
// with hooks between them that falsify what they see.
#ifndef TB_UNIT_TEST_BENCH_CHECK_BENCH_H
#define TB_UNIT_TEST_BENCH_CHECK_BENCH_H

#include <stdbool.h>
#include <string.h>

#include "unit/check/lockstep.h"
#include "unit/dut/observer.h"
#include "unit/stimulus/random.h"
#include "unit/test/bench/fake_dut.h"
#include "unit/test/bench/mismatch_bench.h"

struct check_cycle {
  struct spu_in in;
  struct spu_out out;
  struct spu_vif vif;
  struct dut_bus bus;
};

// Changes what the checker sees of a cycle. Returns true once it has done what it wanted.
typedef bool (*check_falsify)(struct check_cycle *cycle, const void *argument);
#define FALSIFY(name) \
  static bool name(struct check_cycle *cycle, __attribute__((unused)) const void *argument)

struct check_bench {
  struct spu_config config;
  struct random_stimulus *random;  // null: the stimulus is the caller's
  struct stimulus stimulus;
  struct fake_dut *fake;
  struct lockstep *lockstep;
  struct tracker tracker;  // of the unit, for the stimulus
  struct tracker seen;     // of what the checker sees
  struct spu_in in;
  uint64_t cycle;
  uint64_t resets;
  struct tb_error error;  // of the stimulus: the unit broke a bus protocol
  bool falsified;
  uint64_t falsified_cycle;
  // To be set after opening.
  bool may_reset;   // the stimulus resets the unit when it wants to
  uint64_t forget;  // the number of a reset that the checker is not told of
  void (*wrong)(struct spu_out *out, struct spu_vif *vif);  // what the stimulus sees too; unchecked then
  struct observer observer;                                 // sees what the stimulus sees
};

// The random stimulus, under the profile if it is not null; or any stimulus. False if out of memory.
bool check_bench_open(struct check_bench *bench, const char *config_name, uint64_t cycles);
bool check_bench_open_random(struct check_bench *bench, const struct spu_config *config, uint64_t seed,
                             uint64_t cycles, const struct random_profile *profile);
bool check_bench_open_with(struct check_bench *bench, const struct spu_config *config,
                           struct stimulus stimulus);
void check_bench_close(struct check_bench *bench);

// One cycle, which *cycle shows. False at the first mismatch or if the unit broke a bus protocol.
bool check_bench_step(struct check_bench *bench, check_falsify falsify, const void *argument,
                      struct check_cycle *cycle);

// Runs to the end of the stimulus or to the first mismatch. True if there was none.
bool check_bench_run(struct check_bench *bench, check_falsify falsify, const void *argument);

// Opens a bench of the random stimulus and runs it to the mismatch of a falsified cycle, which is returned; it is valid
// until the next one. Null if there is none.
const struct mismatch *check_bench_break(struct check_bench *bench, const char *config_name, uint64_t cycles,
                                         check_falsify falsify, const void *argument);

#endif  // TB_UNIT_TEST_BENCH_CHECK_BENCH_H
