// SPDX-License-Identifier: Apache-2.0
#include "unit/stimulus/events/events.h"

#include <stdlib.h>
#include <string.h>

#include "unit/stimulus/events/events_fields.h"

enum { BLOCK_BYTES = 1 << 16 };

// Data is freed only with the whole list: a bump allocator, newest block first.
struct event_block {
  struct event_block *next;
  size_t used;
  _Alignas(8) unsigned char bytes[BLOCK_BYTES];
};

struct event_list *event_list_create(void)
{
  return calloc(1, sizeof(struct event_list));
}

void event_list_destroy(struct event_list *list)
{
  if (list == NULL) {
    return;
  }
  while (list->blocks != NULL) {
    struct event_block *next = list->blocks->next;
    free(list->blocks);
    list->blocks = next;
  }
  free(list->event);
  free(list);
}

void *event_list_data(struct event_list *list, enum timed_kind kind)
{
  const size_t bytes = (event_kinds[kind].bytes + 7) / 8 * 8;
  if (bytes == 0) {
    return NULL;
  }
  struct event_block *block = list->blocks;
  if (block == NULL || BLOCK_BYTES - block->used < bytes) {
    block = malloc(sizeof *block);
    if (block == NULL) {
      return NULL;
    }
    block->next = list->blocks;
    block->used = 0;
    list->blocks = block;
  }
  void *data = block->bytes + block->used;
  block->used += bytes;
  memset(data, 0, bytes);
  event_fields_standard(kind, data);
  return data;
}

bool event_list_add(struct event_list *list, enum timed_kind kind, uint32_t delta, const void *data)
{
  if (list->count == list->size) {
    const size_t size = list->size == 0 ? 256 : 2 * list->size;
    struct timed_event *grown =
        list->size >= EVENT_LIST_MOST ? NULL : realloc(list->event, size * sizeof *grown);
    if (grown == NULL) {
      return false;
    }
    list->event = grown;
    list->size = size;
  }
  list->event[list->count++] = (struct timed_event){.data = data, .delta = delta, .kind = (uint8_t)kind};
  return true;
}

uint64_t event_list_clocks(const struct timed_event *event, size_t count)
{
  uint64_t clocks = 0;
  for (size_t i = 0; i < count; i++) {
    clocks += event[i].delta;
  }
  return clocks;
}
