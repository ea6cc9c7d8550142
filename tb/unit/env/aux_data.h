// SPDX-License-Identifier: Apache-2.0
//
// The data collected from the Profiling Buffer so far: one growing array of bytes, divided into chunks.
#ifndef TB_UNIT_ENV_AUX_DATA_H
#define TB_UNIT_ENV_AUX_DATA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// PMBSR_EL1's flags when data were collected.
enum { AUX_DATA_LOST = 1 << 0, AUX_DATA_COLLISION = 1 << 1 };  // DL, COLL

struct aux_chunk {  // data that one interrupt handler collected
  const uint8_t *data;
  size_t size;
  unsigned flags;  // AUX_DATA_ bits
};

struct aux_end {
  size_t offset;
  unsigned flags;
};

struct aux_data {  // all zero: empty
  uint8_t *bytes;
  size_t size, capacity;
  struct aux_end *ends;  // end of each chunk
  size_t chunk_count, chunk_capacity;
};

void aux_data_free(struct aux_data *aux_data);

// Reserves `size` more bytes and returns their address; null if out of memory. aux_data_close() adds them. Invalidates
// earlier chunks' pointers.
uint8_t *aux_data_reserve(struct aux_data *aux_data, size_t size);

// Makes a chunk of the first `size` reserved bytes and the flags; none if both are 0. False if out of memory.
bool aux_data_close(struct aux_data *aux_data, size_t size, unsigned flags);

// A chunk; index < chunk_count.
struct aux_chunk aux_chunk(const struct aux_data *aux_data, size_t index);

// Bytes in the complete records at the start of data, which starts with a record; each ends at a multiple of 1 << align
// from there (Arm ARM D18.1).
size_t aux_data_whole_records(const uint8_t *data, size_t size, uint32_t align);

#endif  // TB_UNIT_ENV_AUX_DATA_H
