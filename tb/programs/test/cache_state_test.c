// SPDX-License-Identifier: Apache-2.0
//
// The core model's caches: hits, misses, replacement, and pending lines. They determine the events and data sources of
// records (requirement D5).
#include "programs/core/cache.h"
#include "unit/test/test.h"

static int setup(void **state)
{
  static struct cache_levels levels;
  *state = &levels;
  return !cache_levels_init(&levels);
}

static int teardown(void **state)
{
  cache_levels_free(*state);
  return 0;
}

TEST_WITH(least_recently_used_line_is_replaced, setup, teardown)
{
  struct cache cache;
  assert_true(cache_init(&cache, 6, 2, 2));
  cache_fill(&cache, 0x000, 0);
  cache_fill(&cache, 0x080, 0);  // the same set
  assert_non_null(cache_lookup(&cache, 0x03F));
  cache_fill(&cache, 0x100, 0);  // replaces 0x080, used longest ago
  assert_non_null(cache_lookup(&cache, 0x000));
  assert_null(cache_lookup(&cache, 0x080));
  assert_non_null(cache_lookup(&cache, 0x100));
  assert_null(cache_lookup(&cache, 0x040));  // the other set is untouched
  cache_free(&cache);
}

TEST_WITH(second_access_hits, setup, teardown)
{
  struct cache_levels *levels = *state;
  const struct cache_access first = cache_levels_access(levels, 0x12345678, 100, false);
  assert_int_equal(first.level, CACHE_DRAM);
  const struct cache_access second = cache_levels_access(levels, 0x12345640, 1000, false);
  assert_int_equal(second.level, CACHE_L1);
  assert_int_equal(second.clocks, CACHE_L1_CLOCKS);
  assert_int_equal(cache_levels_access(levels, 0x12345680, 1000, false).level, CACHE_DRAM);
}

TEST_WITH(pending_line_is_not_refilled_again, setup, teardown)
{
  struct cache_levels *levels = *state;
  const struct cache_access first = cache_levels_access(levels, 0x1000, 100, false);
  const struct cache_access second = cache_levels_access(levels, 0x1008, 110, false);
  assert_int_equal(second.level, CACHE_L1);
  assert_int_equal(second.clocks, first.clocks - 10);
}

// Walks twice over more memory than one level holds: the second walk hits in the next level.
TEST_WITH(walk_hits_in_the_level_that_holds_it, setup, teardown)
{
  static const struct {
    uint64_t bytes;
    enum cache_level level;
  } walks[] = {{32 << 10, CACHE_L1}, {256 << 10, CACHE_L2}, {1 << 20, CACHE_L3}, {4 << 20, CACHE_DRAM}};
  (void)state;
  uint32_t slower_than = 0;
  for (size_t i = 0; i < sizeof walks / sizeof walks[0]; i++) {
    struct cache_levels levels;
    assert_true(cache_levels_init(&levels));
    struct cache_access access = {0};
    for (uint64_t offset = 0; offset < 2 * walks[i].bytes; offset += CACHE_LINE_BYTES) {
      access = cache_levels_access(&levels, offset % walks[i].bytes, offset * 10, false);
    }
    assert_int_equal(access.level, walks[i].level);
    assert_true(access.clocks > slower_than);
    slower_than = access.clocks;
    cache_levels_free(&levels);
  }
}

TEST_WITH(instructions_miss_in_the_data_cache, setup, teardown)
{
  struct cache_levels *levels = *state;
  (void)cache_levels_access(levels, 0x1000, 100, false);
  assert_int_equal(cache_levels_access(levels, 0x1000, 1000, true).level, CACHE_L2);
}
