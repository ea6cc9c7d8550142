// SPDX-License-Identifier: Apache-2.0
//
// What the tests of block B's access rules share.
#ifndef TB_TEST_MODEL_MODEL_ACCESS_BENCH_H
#define TB_TEST_MODEL_MODEL_ACCESS_BENCH_H

#include "model_bench.h"

static inline struct spu_access check(struct bench *bench, uint16_t address, bool write)
{
  return spu_access_check(bench->spu, &bench->in, address, write);
}

static inline void same(struct spu_access got, struct spu_access expected, const char *what,
                        const struct spu_in *in)
{
  if (got.verdict != expected.verdict || got.ec != expected.ec || got.offset != expected.offset ||
      got.target != expected.target) {
    fail_msg("%s at EL%d: expected verdict %d ec 0x%x offset 0x%x target 0x%x, got %d 0x%x 0x%x 0x%x", what,
             in->pe_el, expected.verdict, expected.ec, expected.offset, expected.target, got.verdict, got.ec,
             got.offset, got.target);
  }
}

#endif  // TB_TEST_MODEL_MODEL_ACCESS_BENCH_H
