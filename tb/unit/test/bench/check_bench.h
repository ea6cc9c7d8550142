// SPDX-License-Identifier: Apache-2.0
//
// For tests of stimuli, of the checker and of observers: a stimulus, a unit without RTL and a checker, stepped
// together. Hooks falsify the unit's outputs.
#ifndef TB_UNIT_TEST_BENCH_CHECK_BENCH_H
#define TB_UNIT_TEST_BENCH_CHECK_BENCH_H

#include <stdbool.h>
#include <string.h>

#include "unit/check/lockstep.h"
#include "unit/dut/observer.h"
#include "unit/report/mismatch.h"
#include "unit/stimulus/random.h"
#include "unit/test/bench/fake_dut.h"

struct check_cycle {
  struct spu_in in;
  struct spu_out out;
  struct spu_vif vif;
  struct dut_bus bus;
};

// Changes a cycle before the checker compares it. Returns true once it has made the intended change.
typedef bool (*check_falsify)(struct check_cycle *cycle, const void *argument);
#define FALSIFY(name) \
  static bool name(struct check_cycle *cycle, __attribute__((unused)) const void *argument)

struct check_bench {
  struct spu_config config;
  struct random_stimulus *random;  // null: the caller owns the stimulus
  struct stimulus stimulus;
  struct fake_dut *fake;
  struct lockstep *lockstep;
  struct tracker tracker;  // of the unit, for the stimulus
  struct tracker seen;     // of the falsified outputs, for the checker
  struct spu_in in;
  uint64_t cycle;
  uint64_t resets;
  struct tb_error error;  // from the stimulus: the unit broke a bus protocol
  bool falsified;
  uint64_t falsified_cycle;
  // Optional, set after opening.
  bool may_reset;   // the stimulus may reset the unit
  uint64_t forget;  // number of a reset that is hidden from the checker
  void (*wrong)(struct spu_out *out, struct spu_vif *vif);  // falsifies for the stimulus, without a checker
  struct observer observer;                                 // observes the same outputs as the stimulus
};

// With the random stimulus, under the profile if it is not null; or with any stimulus. False if out of memory.
bool check_bench_open(struct check_bench *bench, const char *config_name, uint64_t cycles);
bool check_bench_open_random(struct check_bench *bench, const struct spu_config *config, uint64_t seed,
                             uint64_t cycles, const struct random_profile *profile);
bool check_bench_open_with(struct check_bench *bench, const struct spu_config *config,
                           struct stimulus stimulus);
void check_bench_close(struct check_bench *bench);

// One cycle; *cycle has its pins. False at the first mismatch or if the unit broke a bus protocol.
bool check_bench_step(struct check_bench *bench, check_falsify falsify, const void *argument,
                      struct check_cycle *cycle);

// Runs to the end of the stimulus or to the first mismatch. True if there was none.
bool check_bench_run(struct check_bench *bench, check_falsify falsify, const void *argument);

// The checker's mismatch, explained; null if there is none. Valid until the next call.
const struct mismatch *bench_mismatch(const struct lockstep *lockstep);

// Runs the random stimulus with a falsified cycle. Fails unless this cycle has a mismatch. The mismatch, and the
// report on it in check_report, are valid until the next call.
const struct mismatch *check_bench_break(const char *config_name, uint64_t cycles, check_falsify falsify,
                                         const void *argument);
extern char check_report[MISMATCH_REPORT];

// Inverts a bit of one output, a struct signal, once there is something to report.
bool check_invert(struct check_cycle *cycle, const void *signal);

#endif  // TB_UNIT_TEST_BENCH_CHECK_BENCH_H
