// SPDX-License-Identifier: Apache-2.0
#include "unit/env/collected.h"

#include "spu.h"

#include <stdlib.h>

void collected_free(struct collected *collected)
{
  free(collected->bytes);
  free(collected->ends);
  *collected = (struct collected){0};
}

uint8_t *collected_reserve(struct collected *collected, size_t size)
{
  if (collected->capacity - collected->size < size || collected->bytes == NULL) {
    const size_t capacity = 2 * (collected->size + size) + 1;
    uint8_t *bytes = realloc(collected->bytes, capacity);
    if (bytes == NULL) {
      return NULL;
    }
    collected->bytes = bytes;
    collected->capacity = capacity;
  }
  return collected->bytes + collected->size;
}

bool collected_close(struct collected *collected, size_t size, unsigned flags)
{
  if (size == 0 && flags == 0) {
    return true;
  }
  if (collected->chunk_count == collected->chunk_capacity) {
    const size_t capacity = 2 * collected->chunk_capacity + 16;
    struct collected_end *ends = realloc(collected->ends, capacity * sizeof *ends);
    if (ends == NULL) {
      return false;
    }
    collected->ends = ends;
    collected->chunk_capacity = capacity;
  }
  collected->size += size;
  collected->ends[collected->chunk_count++] = (struct collected_end){collected->size, flags};
  return true;
}

struct collected_chunk collected_chunk(const struct collected *collected, size_t index)
{
  const size_t start = index == 0 ? 0 : collected->ends[index - 1].offset;
  const struct collected_end *end = &collected->ends[index];
  // No memory is allocated until a chunk has bytes.
  return (struct collected_chunk){.data = collected->bytes != NULL ? collected->bytes + start : NULL,
                                  .size = end->offset - start,
                                  .flags = end->flags};
}

size_t collected_whole_records(const uint8_t *data, size_t size, uint32_t align)
{
  const size_t mask = ((size_t)1 << align) - 1;
  size_t whole = 0;
  size_t offset = 0;
  struct spu_packet packet;
  size_t used;
  while (offset < size && spu_decode_packet(data + offset, size - offset, &packet, &used) == SPU_DECODE_OK) {
    offset += used;
    if (packet.type == SPU_PACKET_END || packet.type == SPU_PACKET_TIMESTAMP) {
      offset = (offset + mask) & ~mask;
      whole = offset <= size ? offset : whole;
    }
  }
  return whole;
}
