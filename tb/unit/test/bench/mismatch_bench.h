// SPDX-License-Identifier: Apache-2.0
//
// The mismatch of a checker in words, for tests.
#ifndef TB_UNIT_TEST_BENCH_MISMATCH_BENCH_H
#define TB_UNIT_TEST_BENCH_MISMATCH_BENCH_H

#include "unit/check/lockstep.h"
#include "unit/report/mismatch.h"

// Null if there is none; valid until it is asked for again.
static inline const struct mismatch *bench_mismatch(const struct lockstep *lockstep)
{
  static struct mismatch mismatch;
  const struct failure *failure = lockstep_failure(lockstep);
  if (failure == NULL) {
    return NULL;
  }
  mismatch_explain(failure, &mismatch);
  return &mismatch;
}

#endif  // TB_UNIT_TEST_BENCH_MISMATCH_BENCH_H
