// SPDX-License-Identifier: Apache-2.0
//
// The data taken out of the Profiling Buffer so far: one growing array of bytes, cut into chunks.
#ifndef TB_UNIT_ENV_COLLECTED_H
#define TB_UNIT_ENV_COLLECTED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// What PMBSR_EL1 said when data were taken.
enum { COLLECTED_LOST = 1 << 0, COLLECTED_COLLISION = 1 << 1 };  // DL, COLL

struct collected_chunk {  // what one interrupt handler took out of the Profiling Buffer
  const uint8_t *data;
  size_t size;
  unsigned flags;  // COLLECTED_ bits
};

struct collected_end {
  size_t offset;
  unsigned flags;
};

struct collected {  // all zero: nothing collected
  uint8_t *bytes;
  size_t size, capacity;
  struct collected_end *ends;  // of each chunk
  size_t chunk_count, chunk_capacity;
};

void collected_free(struct collected *collected);

// Room for `size` more bytes; returns where they go, or null if out of memory. They count once
// collected_close() is told how many there are. Chunks handed out before are no longer valid.
uint8_t *collected_reserve(struct collected *collected, size_t size);

// Makes a chunk of the first `size` bytes (at most those reserved) and the flags; none if both are 0. False if out of
// memory.
bool collected_close(struct collected *collected, size_t size, unsigned flags);

// A chunk; index < chunk_count.
struct collected_chunk collected_chunk(const struct collected *collected, size_t index);

// Bytes of the whole records at the start of data, which starts with a record; each ends at a multiple of
// 1 << align from there (Arm ARM D18.1).
size_t collected_whole_records(const uint8_t *data, size_t size, uint32_t align);

#endif  // TB_UNIT_ENV_COLLECTED_H
