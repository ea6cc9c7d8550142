// SPDX-License-Identifier: Apache-2.0
//
// The mismatch of a checker in words, for tests.
#ifndef TB_TEST_BENCH_MISMATCH_BENCH_H
#define TB_TEST_BENCH_MISMATCH_BENCH_H

#include "check/lockstep.h"
#include "report/mismatch.h"

// Null if there is none; valid until it is asked for again.
static inline const struct mismatch *bench_mismatch(const struct lockstep *lockstep)
{
  static struct mismatch mismatch;
  const struct scene *scene = lockstep_scene(lockstep);
  if (scene == NULL) {
    return NULL;
  }
  mismatch_explain(scene, &mismatch);
  return &mismatch;
}

#endif  // TB_TEST_BENCH_MISMATCH_BENCH_H
