// SPDX-License-Identifier: Apache-2.0
//
// A summary of the SPE bytes for other parts of perf.data: their contexts, and their first and last time.
#ifndef TB_PROGRAMS_PERF_PERF_SUMMARY_H
#define TB_PROGRAMS_PERF_PERF_SUMMARY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "unit/env/aux_data.h"

struct perf_summary {  // all zero: no bytes
  uint32_t *context;   // each once, in the order of their first records
  size_t contexts;
  size_t capacity;
  uint64_t first;  // lowest and highest timestamp; both 0 if there is none
  uint64_t last;
  bool timed;
};

// Summarizes the whole records of the chunks; after bytes that are not a record, it continues with the next chunk. The
// context of a record is that of its last Context packet, as for perf. False if out of memory; perf_summary_free() is
// needed even then.
bool perf_summarize(struct perf_summary *summary, const struct aux_chunk *chunks, size_t count);
void perf_summary_free(struct perf_summary *summary);

#endif  // TB_PROGRAMS_PERF_PERF_SUMMARY_H
