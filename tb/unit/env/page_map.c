// SPDX-License-Identifier: Apache-2.0
//
// Open addressing with linear probing; at most half of the slots are used.
#include "unit/env/page_map.h"

#include <stdlib.h>

enum { SMALLEST_MAP = 64 };

// The slot of key, or the free slot for it. The map must not be empty.
static struct page_map_slot *slot_of(const struct page_map *map, uint64_t key)
{
  uint64_t hash = key * 0x9E3779B97F4A7C15U;
  hash ^= hash >> 32;
  size_t index = (size_t)hash & (map->capacity - 1);
  while (map->slots[index].value != NULL && map->slots[index].key != key) {
    index = (index + 1) & (map->capacity - 1);
  }
  return &map->slots[index];
}

void *page_map_find(const struct page_map *map, uint64_t key)
{
  return map->capacity == 0 ? NULL : slot_of(map, key)->value;
}

static bool grow(struct page_map *map)
{
  struct page_map larger = {.capacity = map->capacity == 0 ? SMALLEST_MAP : 2 * map->capacity};
  larger.slots = calloc(larger.capacity, sizeof *larger.slots);
  if (larger.slots == NULL) {
    return false;
  }
  for (size_t i = 0; i < map->capacity; i++) {
    if (map->slots[i].value != NULL) {
      *slot_of(&larger, map->slots[i].key) = map->slots[i];
    }
  }
  larger.count = map->count;
  free(map->slots);
  *map = larger;
  return true;
}

bool page_map_put(struct page_map *map, uint64_t key, void *value)
{
  if (2 * (map->count + 1) > map->capacity && !grow(map)) {
    return false;
  }
  struct page_map_slot *slot = slot_of(map, key);
  if (slot->value == NULL) {
    map->count++;
  }
  *slot = (struct page_map_slot){.key = key, .value = value};
  return true;
}

void *page_map_make(struct page_map *map, uint64_t key, size_t size)
{
  void *value = page_map_find(map, key);
  if (value != NULL) {
    return value;
  }
  value = calloc(1, size);
  if (value == NULL || !page_map_put(map, key, value)) {
    free(value);
    return NULL;
  }
  return value;
}

void page_map_clear(struct page_map *map, void (*release)(void *value))
{
  for (size_t i = 0; i < map->capacity; i++) {
    if (map->slots[i].value != NULL) {
      release(map->slots[i].value);
    }
  }
  free(map->slots);
  *map = (struct page_map){0};
}
