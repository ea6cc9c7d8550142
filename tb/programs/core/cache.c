// SPDX-License-Identifier: Apache-2.0
#include "programs/core/cache.h"

#include <stdlib.h>

// Cycles from an access to its data, by the level that hits; typical of server cores of the Armv8.2 generation.
static const uint32_t level_clocks[] = {
    [CACHE_L1] = CACHE_L1_CLOCKS, [CACHE_L2] = 12, [CACHE_L3] = 38, [CACHE_DRAM] = 160};

bool cache_init(struct cache *cache, uint32_t shift, uint32_t sets, uint32_t ways)
{
  *cache = (struct cache){.shift = shift, .sets = sets, .ways = ways};
  cache->lines = calloc((size_t)sets * ways, sizeof *cache->lines);
  return cache->lines != NULL;
}

void cache_free(struct cache *cache)
{
  free(cache->lines);
  cache->lines = NULL;
}

static struct cache_line *set_of(const struct cache *cache, uint64_t address)
{
  return &cache->lines[((address >> cache->shift) & (cache->sets - 1U)) * cache->ways];
}

const struct cache_line *cache_lookup(struct cache *cache, uint64_t address)
{
  const uint64_t number = (address >> cache->shift) + 1U;
  struct cache_line *set = set_of(cache, address);
  for (uint32_t way = 0; way < cache->ways; way++) {
    if (set[way].number == number) {
      set[way].used = ++cache->uses;
      return &set[way];
    }
  }
  return NULL;
}

void cache_fill(struct cache *cache, uint64_t address, uint64_t ready)
{
  struct cache_line *set = set_of(cache, address);
  struct cache_line *victim = set;
  for (uint32_t way = 1; way < cache->ways; way++) {
    if (set[way].used < victim->used) {
      victim = &set[way];
    }
  }
  *victim =
      (struct cache_line){.number = (address >> cache->shift) + 1U, .ready = ready, .used = ++cache->uses};
}

bool cache_levels_init(struct cache_levels *levels)
{
  const bool l1d = cache_init(&levels->l1d, CACHE_LINE_SHIFT, 256, 4);
  const bool l1i = cache_init(&levels->l1i, CACHE_LINE_SHIFT, 256, 4);
  const bool l2 = cache_init(&levels->l2, CACHE_LINE_SHIFT, 1024, 8);
  const bool l3 = cache_init(&levels->l3, CACHE_LINE_SHIFT, 2048, 16);
  return l1d && l1i && l2 && l3;
}

void cache_levels_free(struct cache_levels *levels)
{
  cache_free(&levels->l1d);
  cache_free(&levels->l1i);
  cache_free(&levels->l2);
  cache_free(&levels->l3);
}

struct cache_access cache_levels_access(struct cache_levels *levels, uint64_t pa, uint64_t now,
                                        bool instruction)
{
  struct cache *l1 = instruction ? &levels->l1i : &levels->l1d;
  const struct cache_line *line = cache_lookup(l1, pa);
  if (line != NULL) {
    const uint64_t ready = now + CACHE_L1_CLOCKS;
    return (struct cache_access){.level = CACHE_L1,
                                 .clocks = (uint32_t)((line->ready > ready ? line->ready : ready) - now)};
  }
  enum cache_level level = CACHE_DRAM;
  if (cache_lookup(&levels->l2, pa) != NULL) {
    level = CACHE_L2;
  } else {
    if (cache_lookup(&levels->l3, pa) != NULL) {
      level = CACHE_L3;
    } else {
      cache_fill(&levels->l3, pa, now);
    }
    cache_fill(&levels->l2, pa, now);
  }
  cache_fill(l1, pa, now + level_clocks[level]);
  return (struct cache_access){.level = level, .clocks = level_clocks[level]};
}
