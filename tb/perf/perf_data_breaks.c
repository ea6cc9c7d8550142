// SPDX-License-Identifier: Apache-2.0
//
// Where the trace bytes of a perf.data file do not continue those before them.
#include "perf/perf_data.h"
#include "perf/perf_format.h"
#include "perf/perf_reader.h"

#include <stdlib.h>

enum {  // places in AUX and AUXTRACE records
  AUX_OFFSET = 8,
  AUX_SIZE = 16,
  AUX_FLAGS = 24,
  AUX_RECORD = 32,
  TRACE_OFFSET = 16,
  TRACE_INDEX = 32
};

// Where in the buffers the data end that something was lost behind, in ascending order.
struct losses {
  uint64_t *end;
  size_t count;
};

static int by_number(const void *left, const void *right)
{
  const uint64_t a = *(const uint64_t *)left;
  const uint64_t b = *(const uint64_t *)right;
  return (a > b) - (a < b);
}

static void take_loss(struct losses *losses, const uint8_t *record, const struct perf_event *event)
{
  const uint64_t lost = PERF_AUX_TRUNCATED | PERF_AUX_PARTIAL;
  if (event->type == PERF_RECORD_AUX && event->size >= AUX_RECORD &&
      (perf_get_number(record + AUX_FLAGS, 8) & lost) != 0) {
    losses->end[losses->count++] =
        perf_get_number(record + AUX_OFFSET, 8) + perf_get_number(record + AUX_SIZE, 8);
  }
}

struct place {  // where the trace bytes of a record of the file end
  uint64_t index;
  uint64_t end;
  size_t bytes;  // of all records so far
};

// Whether the trace bytes of this record are the ones that come next in the buffer.
static bool continues(const struct losses *losses, const struct place *before, const uint8_t *record)
{
  return perf_get_number(record + TRACE_INDEX, 4) == before->index &&
         perf_get_number(record + TRACE_OFFSET, 8) == before->end &&
         bsearch(&before->end, losses->end, losses->count, sizeof *losses->end, by_number) == NULL;
}

// The losses of the file. There is memory for all of them.
static bool read_losses(struct losses *losses, const uint8_t *file, size_t start, size_t end,
                        const char *name, struct tb_error *error)
{
  struct perf_event event = {0};
  for (size_t offset = start; offset < end; offset += event.size) {
    if (!perf_get_event(file, offset, end, name, &event, error)) {
      return false;
    }
    take_loss(losses, file + offset, &event);
  }
  qsort(losses->end, losses->count, sizeof *losses->end, by_number);
  return true;
}

bool perf_data_read_breaks(const uint8_t *file, size_t size, const char *name, size_t **breaks, size_t *count,
                           struct tb_error *error)
{
  size_t start = 0;
  size_t end = 0;
  if (!perf_find_data(file, size, name, &start, &end, error)) {
    return false;
  }
  // No more than there are records of that size.
  struct losses losses = {.end = calloc((end - start) / AUX_RECORD + 1, sizeof *losses.end)};
  size_t *all = calloc((end - start) / PERF_AUXTRACE_SIZE + 1, sizeof *all);
  if (losses.end == NULL || all == NULL || !read_losses(&losses, file, start, end, name, error)) {
    free(losses.end);
    free(all);
    return tb_fail(error, "%s: out of memory", name);  // unless something failed before
  }
  struct place before = {.bytes = 0};
  struct perf_event event = {0};
  *count = 0;
  for (size_t offset = start; offset < end; offset += event.size) {
    const uint8_t *record = file + offset;
    (void)perf_get_event(file, offset, end, name, &event, error);
    if (event.trace_size == 0) {
      continue;
    }
    if (before.bytes > 0 && !continues(&losses, &before, record)) {
      all[(*count)++] = before.bytes;
    }
    before = (struct place){.index = perf_get_number(record + TRACE_INDEX, 4),
                            .end = perf_get_number(record + TRACE_OFFSET, 8) + event.trace_size,
                            .bytes = before.bytes + event.trace_size};
  }
  free(losses.end);
  *breaks = all;
  return true;
}
