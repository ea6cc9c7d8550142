// SPDX-License-Identifier: Apache-2.0
//
// Counts how often each PC was executed.
#ifndef TB_WORKLOAD_PC_HISTOGRAM_H
#define TB_WORKLOAD_PC_HISTOGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct pc_count {
  uint64_t pc;
  uint64_t count;  // 0: a free entry
};

// Start with all fields zero; a hash table of `capacity` entries (a power of two), `used` of them taken.
struct pc_histogram {
  struct pc_count *entries;
  size_t capacity;
  size_t used;
};

// Counts one more execution of pc. False if memory ran out; the histogram is then unchanged.
bool pc_histogram_add(struct pc_histogram *histogram, uint64_t pc);

// Puts the `used` counted entries first, by rising PC. Nothing can be added afterwards.
void pc_histogram_sort(struct pc_histogram *histogram);

void pc_histogram_free(struct pc_histogram *histogram);

#endif  // TB_WORKLOAD_PC_HISTOGRAM_H
