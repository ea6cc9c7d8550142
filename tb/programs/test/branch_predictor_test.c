// SPDX-License-Identifier: Apache-2.0
//
// The core model's branch predictor, which determines the mispredicted and not-taken events (requirement D5).
#include "programs/core/branch_predictor.h"
#include "unit/test/test.h"

static const struct a64_class conditional = {.kind = SPU_KIND_BRANCH, .branch = true, .cond = true};
static const struct a64_class call = {.kind = SPU_KIND_BRANCH, .branch = true, .call = true};
static const struct a64_class indirect = {.kind = SPU_KIND_BRANCH, .branch = true, .indirect = true};
static const struct a64_class ret = {.kind = SPU_KIND_BRANCH, .branch = true, .indirect = true, .ret = true};

static struct branch_predictor predictor;

static int setup(void **state)
{
  (void)state;
  predictor = (struct branch_predictor){0};
  return 0;
}

TEST_WITH(loop_branch_is_learned, setup, NULL)
{
  uint32_t mispredicted = 0;
  for (int i = 0; i < 1000; i++) {
    mispredicted += branch_predict(&predictor, &conditional, 0x1010, 0x1000, 0x1000).mispredicted;
  }
  assert_in_range(mispredicted, 1, 30);
}

TEST_WITH(short_pattern_is_learned, setup, NULL)
{
  uint32_t late_mispredicted = 0;
  for (int i = 0; i < 3000; i++) {
    const uint64_t next = i % 3 == 0 ? 0x1014 : 0x1000;
    const bool wrong = branch_predict(&predictor, &conditional, 0x1010, next, 0x1000).mispredicted;
    late_mispredicted += wrong && i >= 1000;
  }
  assert_int_equal(late_mispredicted, 0);
}

TEST_WITH(wrong_path_follows_the_prediction, setup, NULL)
{
  // Taken, predicted not taken: the front end continues after the branch.
  struct branch_prediction result = branch_predict(&predictor, &conditional, 0x1010, 0x1000, 0);
  assert_true(result.mispredicted && result.wrong_known);
  assert_int_equal(result.wrong_pc, 0x1014);
  for (int i = 0; i < 100; i++) {
    (void)branch_predict(&predictor, &conditional, 0x1010, 0x1000, 0x1000);
  }
  // Not taken, predicted taken: it fetches from the target, if that is known.
  result = branch_predict(&predictor, &conditional, 0x1010, 0x1014, 0x1000);
  assert_true(result.mispredicted && result.wrong_known);
  assert_int_equal(result.wrong_pc, 0x1000);
}

TEST_WITH(return_goes_to_its_call, setup, NULL)
{
  for (int round = 0; round < 3; round++) {
    const uint64_t caller = 0x1000U + 0x100U * (unsigned)round;
    assert_false(branch_predict(&predictor, &call, caller, 0x8000, 0x8000).mispredicted);
    assert_false(branch_predict(&predictor, &call, 0x8010, 0x9000, 0x9000).mispredicted);
    assert_false(branch_predict(&predictor, &ret, 0x9020, 0x8014, 0).mispredicted);
    assert_false(branch_predict(&predictor, &ret, 0x8020, caller + 4, 0).mispredicted);
  }
  const struct branch_prediction result = branch_predict(&predictor, &ret, 0x8020, 0x5000, 0);
  assert_true(result.mispredicted);
}

TEST_WITH(indirect_target_is_learned, setup, NULL)
{
  const struct branch_prediction first = branch_predict(&predictor, &indirect, 0x1000, 0x2000, 0);
  assert_true(first.mispredicted);
  assert_false(first.wrong_known);
  assert_false(branch_predict(&predictor, &indirect, 0x1000, 0x2000, 0).mispredicted);
  const struct branch_prediction changed = branch_predict(&predictor, &indirect, 0x1000, 0x3000, 0);
  assert_true(changed.mispredicted && changed.wrong_known);
  assert_int_equal(changed.wrong_pc, 0x2000);
}
