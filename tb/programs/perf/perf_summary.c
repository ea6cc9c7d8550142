// SPDX-License-Identifier: Apache-2.0
#include "programs/perf/perf_summary.h"

#include <stdlib.h>

#include "programs/perf/spe_record.h"

static bool has(const struct spe_record *record, enum spe_field field)
{
  return (record->have >> field & 1) != 0;
}

static bool add_context(struct perf_summary *summary, uint32_t context)
{
  // Neighbouring records usually have the same context: try the latest first.
  for (size_t i = summary->contexts; i > 0; i--) {
    if (summary->context[i - 1] == context) {
      return true;
    }
  }
  if (summary->contexts == summary->capacity) {
    const size_t capacity = 2 * summary->capacity + 16;
    uint32_t *contexts = realloc(summary->context, capacity * sizeof *contexts);
    if (contexts == NULL) {
      return false;
    }
    summary->context = contexts;
    summary->capacity = capacity;
  }
  summary->context[summary->contexts++] = context;
  return true;
}

static bool add_record(struct perf_summary *summary, const struct spe_record *record)
{
  if (has(record, SPE_FIELD_TIMESTAMP)) {
    const uint64_t time = record->packet[SPE_FIELD_TIMESTAMP].value;
    summary->first = summary->timed && summary->first < time ? summary->first : time;
    summary->last = summary->last > time ? summary->last : time;
    summary->timed = true;
  }
  // In a record, the context of EL2 follows that of EL1.
  const enum spe_field field =
      has(record, SPE_FIELD_CONTEXT_EL2) ? SPE_FIELD_CONTEXT_EL2 : SPE_FIELD_CONTEXT_EL1;
  return !has(record, field) || add_context(summary, (uint32_t)record->packet[field].value);
}

bool perf_summarize(struct perf_summary *summary, const struct aux_chunk *chunks, size_t count)
{
  *summary = (struct perf_summary){.contexts = 0};
  for (size_t i = 0; i < count; i++) {
    const struct aux_chunk *chunk = &chunks[i];
    struct spe_extent extent = {0};
    for (size_t at = 0; spe_next_record(chunk->data, chunk->size, at, &extent) == SPE_NEXT_RECORD;
         at = extent.end) {
      const struct spe_record record = spe_gather(chunk->data + extent.start, extent.end - extent.start);
      if (!add_record(summary, &record)) {
        return false;
      }
    }
  }
  return true;
}

void perf_summary_free(struct perf_summary *summary)
{
  free(summary->context);
  *summary = (struct perf_summary){.contexts = 0};
}
