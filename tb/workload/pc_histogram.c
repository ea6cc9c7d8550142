// SPDX-License-Identifier: Apache-2.0
#include "workload/pc_histogram.h"

#include <stdlib.h>

enum { FIRST_CAPACITY = 64 };

// The entry of pc, or the free one where it belongs.
static struct pc_count *entry_of(struct pc_count *entries, size_t capacity, uint64_t pc)
{
  size_t at = (size_t)((pc >> 2) * 0x9E3779B97F4A7C15U >> 32) & (capacity - 1);
  while (entries[at].count != 0 && entries[at].pc != pc) {
    at = (at + 1) & (capacity - 1);
  }
  return &entries[at];
}

static bool grow(struct pc_histogram *histogram)
{
  const size_t capacity = histogram->capacity > 0 ? 2 * histogram->capacity : FIRST_CAPACITY;
  struct pc_count *entries = calloc(capacity, sizeof *entries);
  if (entries == NULL) {
    return false;
  }
  for (size_t i = 0; i < histogram->capacity; i++) {
    if (histogram->entries[i].count != 0) {
      *entry_of(entries, capacity, histogram->entries[i].pc) = histogram->entries[i];
    }
  }
  free(histogram->entries);
  histogram->entries = entries;
  histogram->capacity = capacity;
  return true;
}

bool pc_histogram_add(struct pc_histogram *histogram, uint64_t pc)
{
  if (2 * histogram->used >= histogram->capacity && !grow(histogram)) {
    return false;
  }
  struct pc_count *entry = entry_of(histogram->entries, histogram->capacity, pc);
  if (entry->count == 0) {
    entry->pc = pc;
    histogram->used++;
  }
  entry->count++;
  return true;
}

static int by_pc(const void *left, const void *right)
{
  const uint64_t a = ((const struct pc_count *)left)->pc;
  const uint64_t b = ((const struct pc_count *)right)->pc;
  return (a > b) - (a < b);
}

void pc_histogram_sort(struct pc_histogram *histogram)
{
  size_t used = 0;
  for (size_t i = 0; i < histogram->capacity; i++) {
    if (histogram->entries[i].count != 0) {
      histogram->entries[used++] = histogram->entries[i];
    }
  }
  if (used > 0) {
    qsort(histogram->entries, used, sizeof *histogram->entries, by_pc);
  }
}

void pc_histogram_free(struct pc_histogram *histogram)
{
  free(histogram->entries);
  *histogram = (struct pc_histogram){NULL, 0, 0};
}
