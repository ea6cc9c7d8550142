// SPDX-License-Identifier: Apache-2.0
//
// What readers of perf.data have in common. The file is not trusted: every offset and size is checked against what is
// there before it is used.
#ifndef TB_PERF_PERF_READER_H
#define TB_PERF_PERF_READER_H

#include <stddef.h>
#include <stdint.h>

#include "util/error.h"

// The number in `size` bytes, at most 8.
uint64_t perf_get_number(const uint8_t *bytes, size_t size);

// Finds the data section. False with an error if this is not a whole perf.data file.
bool perf_find_data(const uint8_t *file, size_t size, const char *name, size_t *start, size_t *end,
                    struct tb_error *error);

// One record of the data section.
struct perf_event {
  uint32_t type;
  size_t size;           // bytes to the next record
  const uint8_t *trace;  // of an AUXTRACE: its bytes
  size_t trace_size;     // 0 for every other type
};

// The record at `offset`, which is below `end`, the section's. False with an error if it is not whole, or says that the
// file's trace is of another kind than SPE's.
bool perf_get_event(const uint8_t *file, size_t offset, size_t end, const char *name,
                    struct perf_event *event, struct tb_error *error);

#endif  // TB_PERF_PERF_READER_H
