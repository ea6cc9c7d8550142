// SPDX-License-Identifier: Apache-2.0
#include "unit/env/aux_data.h"

#include "spu.h"

#include <stdlib.h>

void aux_data_free(struct aux_data *aux_data)
{
  free(aux_data->bytes);
  free(aux_data->ends);
  *aux_data = (struct aux_data){0};
}

uint8_t *aux_data_reserve(struct aux_data *aux_data, size_t size)
{
  if (aux_data->capacity - aux_data->size < size || aux_data->bytes == NULL) {
    const size_t capacity = 2 * (aux_data->size + size) + 1;
    uint8_t *bytes = realloc(aux_data->bytes, capacity);
    if (bytes == NULL) {
      return NULL;
    }
    aux_data->bytes = bytes;
    aux_data->capacity = capacity;
  }
  return aux_data->bytes + aux_data->size;
}

bool aux_data_close(struct aux_data *aux_data, size_t size, unsigned flags)
{
  if (size == 0 && flags == 0) {
    return true;
  }
  if (aux_data->chunk_count == aux_data->chunk_capacity) {
    const size_t capacity = 2 * aux_data->chunk_capacity + 16;
    struct aux_end *ends = realloc(aux_data->ends, capacity * sizeof *ends);
    if (ends == NULL) {
      return false;
    }
    aux_data->ends = ends;
    aux_data->chunk_capacity = capacity;
  }
  aux_data->size += size;
  aux_data->ends[aux_data->chunk_count++] = (struct aux_end){aux_data->size, flags};
  return true;
}

struct aux_chunk aux_chunk(const struct aux_data *aux_data, size_t index)
{
  const size_t start = index == 0 ? 0 : aux_data->ends[index - 1].offset;
  const struct aux_end *end = &aux_data->ends[index];
  // No memory is allocated until a chunk has bytes.
  return (struct aux_chunk){.data = aux_data->bytes != NULL ? aux_data->bytes + start : NULL,
                            .size = end->offset - start,
                            .flags = end->flags};
}

size_t aux_data_whole_records(const uint8_t *data, size_t size, uint32_t align)
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
