// SPDX-License-Identifier: Apache-2.0
//
// A set-associative store of line numbers with least-recently-used replacement: a cache level, or a TLB whose lines are
// pages. It holds no data, only which lines are present and from which cycle on.
#ifndef TB_PROGRAMS_CORE_CACHE_H
#define TB_PROGRAMS_CORE_CACHE_H

#include <stdbool.h>
#include <stdint.h>

struct cache_line {
  uint64_t number;  // address >> shift, plus 1; 0: empty
  uint64_t ready;   // cycle from which the line can be used
  uint64_t used;    // time of the last use
};

struct cache {
  struct cache_line *lines;
  uint32_t shift;  // log2 of the bytes in a line
  uint32_t sets;   // a power of two
  uint32_t ways;
  uint64_t uses;
};

// An empty cache of sets * ways lines of 1 << shift bytes. sets must be a power of two. False if out of memory.
bool cache_init(struct cache *cache, uint32_t shift, uint32_t sets, uint32_t ways);
void cache_free(struct cache *cache);

// The line of `address`, marked as the most recently used, or null. Valid until the next cache_fill().
const struct cache_line *cache_lookup(struct cache *cache, uint64_t address);

// Fills the line of `address`, usable from cycle `ready` on. Replaces the least recently used line of the set.
void cache_fill(struct cache *cache, uint64_t address, uint64_t ready);

// The data side and the instruction side of a core's caches: L1 64 KB each, L2 512 KB, L3 2 MB.
struct cache_levels {
  struct cache l1d;
  struct cache l1i;
  struct cache l2;
  struct cache l3;
};

enum cache_level { CACHE_L1, CACHE_L2, CACHE_L3, CACHE_DRAM };

struct cache_access {
  enum cache_level level;  // level that had the line
  uint32_t clocks;         // until the line can be used, at least the first level's latency
};

enum { CACHE_LINE_SHIFT = 6, CACHE_LINE_BYTES = 1 << CACHE_LINE_SHIFT, CACHE_L1_CLOCKS = 4 };

// Empty caches. False if out of memory.
bool cache_levels_init(struct cache_levels *levels);
void cache_levels_free(struct cache_levels *levels);

// One access to the line of physical address pa in cycle `now`, which fills the line into every level. A line that an
// earlier access is still fetching does not count as a new refill: level is CACHE_L1, and clocks is the remaining time.
struct cache_access cache_levels_access(struct cache_levels *levels, uint64_t pa, uint64_t now,
                                        bool instruction);

#endif  // TB_PROGRAMS_CORE_CACHE_H
