// SPDX-License-Identifier: Apache-2.0
//
// The data collected from the Profiling Buffer so far: one growing array of bytes, divided into chunks.
#ifndef TB_UNIT_ENV_COLLECTED_H
#define TB_UNIT_ENV_COLLECTED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// PMBSR_EL1's flags when data were collected.
enum { COLLECTED_LOST = 1 << 0, COLLECTED_COLLISION = 1 << 1 };  // DL, COLL

struct collected_chunk {  // data that one interrupt handler collected
  const uint8_t *data;
  size_t size;
  unsigned flags;  // COLLECTED_ bits
};

struct collected_end {
  size_t offset;
  unsigned flags;
};

struct collected {  // all zero: empty
  uint8_t *bytes;
  size_t size, capacity;
  struct collected_end *ends;  // end of each chunk
  size_t chunk_count, chunk_capacity;
};

void collected_free(struct collected *collected);

// Reserves `size` more bytes and returns their address; null if out of memory. collected_close() adds them. Invalidates
// earlier chunks' pointers.
uint8_t *collected_reserve(struct collected *collected, size_t size);

// Makes a chunk of the first `size` reserved bytes and the flags; none if both are 0. False if out of memory.
bool collected_close(struct collected *collected, size_t size, unsigned flags);

// A chunk; index < chunk_count.
struct collected_chunk collected_chunk(const struct collected *collected, size_t index);

// Bytes in the complete records at the start of data, which starts with a record; each ends at a multiple of 1 << align
// from there (Arm ARM D18.1).
size_t collected_whole_records(const uint8_t *data, size_t size, uint32_t align);

#endif  // TB_UNIT_ENV_COLLECTED_H
