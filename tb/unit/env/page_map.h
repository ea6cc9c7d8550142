// SPDX-License-Identifier: Apache-2.0
//
// A map from page numbers to objects, for sparse memory, page tables and decoded code.
#ifndef TB_UNIT_ENV_PAGE_MAP_H
#define TB_UNIT_ENV_PAGE_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PAGE_SHIFT = 12, PAGE_BYTES = 1 << PAGE_SHIFT };

struct page_map_slot {
  uint64_t key;
  void *value;  // null: the slot is free
};

struct page_map {  // all zero: an empty map
  struct page_map_slot *slots;
  size_t capacity;  // 0 or a power of two; callers may read all slots to visit every object
  size_t count;
};

// The object of `key`, or null.
void *page_map_find(const struct page_map *map, uint64_t key);

// The object of `key`; if there is none, a new one of `size` zero bytes, from malloc(). Null if out of memory: the map
// is then unchanged.
void *page_map_make(struct page_map *map, uint64_t key, size_t size);

// Adds or replaces the object of `key`; value must not be null. False if out of memory; the map is then unchanged.
bool page_map_put(struct page_map *map, uint64_t key, void *value);

// Frees every object with `release` and the map itself, which is then empty.
void page_map_clear(struct page_map *map, void (*release)(void *value));

#endif  // TB_UNIT_ENV_PAGE_MAP_H
