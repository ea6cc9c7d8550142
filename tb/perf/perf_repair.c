// SPDX-License-Identifier: Apache-2.0
#include "perf/perf_repair.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "perf/perf_format.h"
#include "perf/perf_reader.h"

bool perf_data_was_closed(const uint8_t *file, size_t size)
{
  return size < PERF_HEADER_SIZE || perf_get_number(file + PERF_HEADER_DATA_SECTION + 8, 8) != 0;
}

struct repair {
  const uint8_t *file;
  size_t size;
  size_t end;  // of the data
  perf_repair_report *report;
  void *context;
  uint8_t *out;
  size_t used;
};

static void tell(const struct repair *repair, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void tell(const struct repair *repair, const char *format, ...)
{
  char text[256];
  va_list arguments;
  va_start(arguments, format);
  (void)vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  repair->report(repair->context, text);
}

static void put_number(uint8_t *bytes, uint64_t value)
{
  for (unsigned i = 0; i < 8; i++) {
    bytes[i] = (uint8_t)(value >> (8 * i));
  }
}

static void put(struct repair *repair, size_t offset, size_t size)
{
  memcpy(repair->out + repair->used, repair->file + offset, size);
  repair->used += size;
}

static bool get(const struct repair *repair, size_t offset, struct perf_event *event)
{
  struct tb_error ignored = {""};
  return perf_get_whole_event(repair->file, offset, repair->end, "", event, &ignored);
}

// A record whose kind, size and successor are as perf writes them. Data that are traced have few such bytes by chance.
static bool plausible(const struct repair *repair, size_t offset)
{
  enum {
    KINDS = 96,
    AUX_SIZE = 32,
    AUX_LARGEST = 160
  };  // an AUX record has an identification of some length
  struct perf_event event;
  struct perf_event next;
  if (!get(repair, offset, &event)) {
    return false;
  }
  const size_t end = offset + event.size;
  const size_t own = event.size - event.trace_size;
  const bool kind = event.type == PERF_RECORD_AUXTRACE ? own == PERF_AUXTRACE_SIZE
                                                       : event.type == PERF_RECORD_AUX && own >= AUX_SIZE &&
                                                             own <= AUX_LARGEST && own % 8 == 0;
  return kind && (end == repair->end || (get(repair, end, &next) && next.type != 0 && next.type < KINDS));
}

static size_t next_plausible(const struct repair *repair, size_t offset)
{
  // The type is the least probable part of it, and is looked at first.
  for (; repair->end - offset >= PERF_EVENT_HEADER_SIZE; offset++) {
    const uint8_t *bytes = repair->file + offset;
    if ((bytes[0] == PERF_RECORD_AUX || bytes[0] == PERF_RECORD_AUXTRACE) && bytes[1] == 0 &&
        plausible(repair, offset)) {
      return offset;
    }
  }
  return repair->end;
}

// What is at `offset` is no whole record. Returns where the next one is.
static size_t mend(struct repair *repair, size_t offset)
{
  const size_t left = repair->end - offset;
  const uint8_t *bytes = repair->file + offset;
  const bool trace = left >= PERF_AUXTRACE_SIZE && perf_get_number(bytes, 4) == PERF_RECORD_AUXTRACE &&
                     perf_get_number(bytes + 6, 2) == PERF_AUXTRACE_SIZE;
  const size_t next = next_plausible(repair, trace ? offset + PERF_AUXTRACE_SIZE : offset + 1);
  if (trace) {
    const size_t there = next - offset - PERF_AUXTRACE_SIZE;
    tell(repair, "offset 0x%zx: 0x%zx of the 0x%" PRIx64 " trace bytes of an AUXTRACE record are there",
         offset, there, perf_get_number(bytes + PERF_EVENT_HEADER_SIZE, 8));
    uint8_t *record = repair->out + repair->used;
    put(repair, offset, next - offset);
    put_number(record + PERF_EVENT_HEADER_SIZE, there);
  } else {
    tell(repair, "offset 0x%zx: no record; 0x%zx bytes are skipped", offset, next - offset);
  }
  return next;
}

// Where the data begin; their end becomes that of the file unless the header has a better one.
static size_t find_data(struct repair *repair)
{
  const uint64_t offset = perf_get_number(repair->file + PERF_HEADER_DATA_SECTION, 8);
  const uint64_t length = perf_get_number(repair->file + PERF_HEADER_DATA_SECTION + 8, 8);
  const bool begins = offset >= PERF_HEADER_SIZE && offset <= repair->size;
  const size_t start = begins ? (size_t)offset : PERF_HEADER_SIZE;
  repair->end = repair->size;
  if (!begins) {
    tell(repair, "offset 0x%x: the data are not at 0x%" PRIx64, PERF_HEADER_DATA_SECTION, offset);
  } else if (length == 0) {
    tell(repair, "offset 0x%x: no size of the data: perf record was not closed",
         PERF_HEADER_DATA_SECTION + 8);
  } else if (length > repair->size - start) {
    tell(repair, "offset 0x%x: 0x%zx of the 0x%" PRIx64 " bytes of data are there",
         PERF_HEADER_DATA_SECTION + 8, repair->size - start, length);
  } else {
    repair->end = start + (size_t)length;
  }
  return start;
}

bool perf_data_repair(const uint8_t *file, size_t size, const char *name, perf_repair_report *report,
                      void *context, uint8_t **repaired, size_t *repaired_size, struct tb_error *error)
{
  size_t start = 0;
  size_t end = 0;
  // What cannot be mended is what is wrong with a file of the same beginning and no data.
  uint8_t header[PERF_HEADER_SIZE] = {0};
  memcpy(header, file, size < sizeof header ? size : sizeof header);
  put_number(header + PERF_HEADER_DATA_SECTION, PERF_HEADER_SIZE);
  put_number(header + PERF_HEADER_DATA_SECTION + 8, 0);
  if (!perf_find_data(header, size < sizeof header ? size : sizeof header, name, &start, &end, error)) {
    return false;
  }
  struct repair repair = {.file = file, .size = size, .report = report, .context = context};
  repair.out = malloc(size);  // which the whole records and the header fit into
  if (repair.out == NULL) {
    return tb_fail(error, "%s: out of memory", name);
  }
  memcpy(repair.out, header, sizeof header);
  repair.used = sizeof header;
  for (size_t offset = find_data(&repair); offset < repair.end;) {
    struct perf_event event;
    if (get(&repair, offset, &event)) {
      if (!perf_is_of_spe(file, offset, &event, name, error)) {
        free(repair.out);
        return false;
      }
      put(&repair, offset, event.size);
      offset += event.size;
    } else {
      offset = mend(&repair, offset);
    }
  }
  put_number(repair.out + PERF_HEADER_DATA_SECTION + 8, repair.used - sizeof header);
  *repaired = repair.out;
  *repaired_size = repair.used;
  return true;
}
