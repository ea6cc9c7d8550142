// SPDX-License-Identifier: Apache-2.0
//
// Reads the AUX bytes out of a perf.data file.
#include "perf/perf_data.h"
#include "perf/perf_format.h"
#include "perf/perf_reader.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

uint64_t perf_get_number(const uint8_t *bytes, size_t size)
{
  uint64_t value = 0;
  for (size_t i = 0; i < size; i++) {
    value |= (uint64_t)bytes[i] << (8 * i);
  }
  return value;
}

bool perf_find_data(const uint8_t *file, size_t size, const char *name, size_t *start, size_t *end,
                    struct tb_error *error)
{
  if (size >= 8 && memcmp(file, PERF_MAGIC_BIG_ENDIAN, 8) == 0) {
    return tb_fail(error, "%s: perf.data of a big-endian machine", name);
  }
  if (size < 8 || memcmp(file, PERF_MAGIC, 8) != 0) {
    return tb_fail(error, "%s: not a perf.data file", name);
  }
  if (size >= PERF_PIPE_HEADER_SIZE && perf_get_number(file + 8, 8) == PERF_PIPE_HEADER_SIZE) {
    return tb_fail(error, "%s: perf's pipe format; record to a file instead", name);
  }
  if (size < PERF_HEADER_SIZE) {
    return tb_fail(error, "%s: offset 0x%zx: the file ends inside its header", name, size);
  }
  const uint64_t offset = perf_get_number(file + PERF_HEADER_DATA_SECTION, 8);
  const uint64_t length = perf_get_number(file + PERF_HEADER_DATA_SECTION + 8, 8);
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
  *event = (struct perf_event){.type = (uint32_t)perf_get_number(bytes, 4),
                               .size = (size_t)perf_get_number(bytes + 6, 2)};
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
  const uint64_t trace_size = perf_get_number(bytes + PERF_EVENT_HEADER_SIZE, 8);
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
  return size < PERF_HEADER_SIZE || perf_get_number(file + PERF_HEADER_DATA_SECTION + 8, 8) != 0;
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
  const uint32_t kind = (uint32_t)perf_get_number(file + offset + PERF_EVENT_HEADER_SIZE, 4);
  return kind == PERF_AUXTRACE_ARM_SPE ||
         tb_fail(error, "%s: offset 0x%zx: a trace of kind %" PRIu32 "; that of SPE is %d", name, offset,
                 kind, PERF_AUXTRACE_ARM_SPE);
}

bool perf_get_event(const uint8_t *file, size_t offset, size_t end, const char *name,
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
  if (!perf_find_data(file, size, name, &start, &end, error)) {
    return false;
  }
  // All trace bytes are inside the section, so its size is enough for them.
  uint8_t *trace = malloc(end - start + 1);
  if (trace == NULL) {
    return tb_fail(error, "%s: out of memory", name);
  }
  size_t used = 0;
  struct perf_event event = {0};
  for (size_t offset = start; offset < end; offset += event.size) {
    if (!perf_get_event(file, offset, end, name, &event, error)) {
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
