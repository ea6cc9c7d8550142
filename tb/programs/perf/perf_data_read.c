// SPDX-License-Identifier: Apache-2.0
//
// Reads the AUX bytes of a perf.data file, and the places at which they do not continue the previous bytes. The file is
// not trusted: every offset and size is checked before it is used.
#include "programs/perf/perf_data.h"
#include "programs/perf/perf_format.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {  // offsets in AUX and AUXTRACE records
  AUX_OFFSET = 8,
  AUX_SIZE = 16,
  AUX_FLAGS = 24,
  AUX_RECORD = 32,
  TRACE_OFFSET = 16,
  TRACE_INDEX = 32
};

// One record of the data section.
struct perf_event {
  uint32_t type;
  size_t size;           // bytes to the next record
  const uint8_t *trace;  // of an AUXTRACE: its bytes
  size_t trace_size;     // 0 for every other type
};

static uint64_t get_number(const uint8_t *bytes, size_t size)
{
  uint64_t value = 0;
  for (size_t i = 0; i < size; i++) {
    value |= (uint64_t)bytes[i] << (8 * i);
  }
  return value;
}

static bool find_data(const uint8_t *file, size_t size, const char *name, size_t *start, size_t *end,
                      struct tb_error *error)
{
  if (size >= 8 && memcmp(file, PERF_MAGIC_BIG_ENDIAN, 8) == 0) {
    return tb_fail(error, "%s: perf.data from a big-endian machine", name);
  }
  if (size < 8 || memcmp(file, PERF_MAGIC, 8) != 0) {
    return tb_fail(error, "%s: not a perf.data file", name);
  }
  if (size >= PERF_PIPE_HEADER_SIZE && get_number(file + 8, 8) == PERF_PIPE_HEADER_SIZE) {
    return tb_fail(error, "%s: perf's pipe format; record to a file instead", name);
  }
  if (size < PERF_HEADER_SIZE) {
    return tb_fail(error, "%s: offset 0x%zx: the file ends inside its header", name, size);
  }
  const uint64_t offset = get_number(file + PERF_HEADER_DATA_SECTION, 8);
  const uint64_t length = get_number(file + PERF_HEADER_DATA_SECTION + 8, 8);
  if (offset < PERF_HEADER_SIZE || offset > size || length > size - offset) {
    return tb_fail(error,
                   "%s: offset 0x%x: the data section (0x%" PRIx64 " bytes at 0x%" PRIx64
                   ") is not inside the file (0x%zx bytes)",
                   name, PERF_HEADER_DATA_SECTION, length, offset, size);
  }
  *start = (size_t)offset;
  *end = (size_t)(offset + length);
  return true;
}

static bool get_whole_event(const uint8_t *file, size_t offset, size_t end, const char *name,
                            struct perf_event *event, struct tb_error *error)
{
  const size_t left = end - offset;
  const uint8_t *bytes = file + offset;
  if (left < PERF_EVENT_HEADER_SIZE) {
    return tb_fail(error, "%s: offset 0x%zx: the data section ends inside a record's header", name, offset);
  }
  *event =
      (struct perf_event){.type = (uint32_t)get_number(bytes, 4), .size = (size_t)get_number(bytes + 6, 2)};
  if (event->size < PERF_EVENT_HEADER_SIZE || event->size > left) {
    return tb_fail(error, "%s: offset 0x%zx: a record of %zu bytes where %zu are left", name, offset,
                   event->size, left);
  }
  if (event->type != PERF_RECORD_AUXTRACE) {
    return true;
  }
  if (event->size < PERF_AUXTRACE_SIZE) {
    return tb_fail(error, "%s: offset 0x%zx: an AUXTRACE record of %zu bytes, too short", name, offset,
                   event->size);
  }
  const uint64_t trace_size = get_number(bytes + PERF_EVENT_HEADER_SIZE, 8);
  if (trace_size > left - event->size) {
    return tb_fail(error,
                   "%s: offset 0x%zx: an AUXTRACE record with 0x%" PRIx64 " trace bytes where 0x%zx are left",
                   name, offset, trace_size, left - event->size);
  }
  event->trace = bytes + event->size;
  event->trace_size = (size_t)trace_size;
  event->size += event->trace_size;
  return true;
}

bool perf_data_was_closed(const uint8_t *file, size_t size)
{
  return size < PERF_HEADER_SIZE || get_number(file + PERF_HEADER_DATA_SECTION + 8, 8) != 0;
}

bool perf_data_is(const uint8_t *file, size_t size)
{
  return size >= 8 && (memcmp(file, PERF_MAGIC, 8) == 0 || memcmp(file, PERF_MAGIC_BIG_ENDIAN, 8) == 0);
}

static bool is_of_spe(const uint8_t *file, size_t offset, const struct perf_event *event, const char *name,
                      struct tb_error *error)
{
  if (event->type != PERF_RECORD_AUXTRACE_INFO || event->size < PERF_EVENT_HEADER_SIZE + 4) {
    return true;
  }
  const uint32_t kind = (uint32_t)get_number(file + offset + PERF_EVENT_HEADER_SIZE, 4);
  return kind == PERF_AUXTRACE_ARM_SPE ||
         tb_fail(error, "%s: offset 0x%zx: a trace of kind %" PRIu32 "; that of SPE is %d", name, offset,
                 kind, PERF_AUXTRACE_ARM_SPE);
}

static bool get_event(const uint8_t *file, size_t offset, size_t end, const char *name,
                      struct perf_event *event, struct tb_error *error)
{
  return get_whole_event(file, offset, end, name, event, error) &&
         is_of_spe(file, offset, event, name, error);
}

bool perf_data_read_aux(const uint8_t *file, size_t size, const char *name, uint8_t **data, size_t *data_size,
                        struct tb_error *error)
{
  size_t start = 0;
  size_t end = 0;
  if (!find_data(file, size, name, &start, &end, error)) {
    return false;
  }
  // All trace bytes are inside the section, so its size is enough.
  uint8_t *trace = malloc(end - start + 1);
  if (trace == NULL) {
    return tb_fail(error, "%s: out of memory", name);
  }
  size_t used = 0;
  struct perf_event event = {0};
  for (size_t offset = start; offset < end; offset += event.size) {
    if (!get_event(file, offset, end, name, &event, error)) {
      free(trace);
      return false;
    }
    if (event.trace_size > 0) {
      memcpy(trace + used, event.trace, event.trace_size);
      used += event.trace_size;
    }
  }
  *data = trace;
  *data_size = used;
  return true;
}

// ---------------------------------------------------------------------------------------------------------
// Places at which trace bytes do not continue the previous ones

// The ends of data in the buffers after which something was lost, in ascending order.
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
      (get_number(record + AUX_FLAGS, 8) & lost) != 0) {
    losses->end[losses->count++] = get_number(record + AUX_OFFSET, 8) + get_number(record + AUX_SIZE, 8);
  }
}

struct place {  // the end of the trace bytes of a record of the file
  uint64_t index;
  uint64_t end;
  size_t bytes;  // of all records so far
};

// True if the trace bytes of this record are the next ones in the buffer.
static bool continues(const struct losses *losses, const struct place *before, const uint8_t *record)
{
  return get_number(record + TRACE_INDEX, 4) == before->index &&
         get_number(record + TRACE_OFFSET, 8) == before->end &&
         bsearch(&before->end, losses->end, losses->count, sizeof *losses->end, by_number) == NULL;
}

// Reads the losses of the file. *losses has room for all of them.
static bool read_losses(struct losses *losses, const uint8_t *file, size_t start, size_t end,
                        const char *name, struct tb_error *error)
{
  struct perf_event event = {0};
  for (size_t offset = start; offset < end; offset += event.size) {
    if (!get_event(file, offset, end, name, &event, error)) {
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
  if (!find_data(file, size, name, &start, &end, error)) {
    return false;
  }
  // At most as many as records of that size fit.
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
    (void)get_event(file, offset, end, name, &event, error);
    if (event.trace_size == 0) {
      continue;
    }
    if (before.bytes > 0 && !continues(&losses, &before, record)) {
      all[(*count)++] = before.bytes;
    }
    before = (struct place){.index = get_number(record + TRACE_INDEX, 4),
                            .end = get_number(record + TRACE_OFFSET, 8) + event.trace_size,
                            .bytes = before.bytes + event.trace_size};
  }
  free(losses.end);
  *breaks = all;
  return true;
}
