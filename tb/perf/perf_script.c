// SPDX-License-Identifier: Apache-2.0
#include "perf/perf_script.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "perf/perf_format.h"
#include "perf/perf_reader.h"
#include "perf/spe_filter.h"

struct perf_script_thread {
  uint32_t process;
  uint32_t thread;
  const char *comm;  // null: not said
};

struct perf_script_chunk {  // the bytes of one AUXTRACE record
  size_t end;               // in the trace bytes of the file
  uint32_t thread;
  int32_t cpu;
};

enum {  // offsets in records
  COMM_PROCESS = 8,
  COMM_THREAD = 12,
  COMM_NAME = 16,
  FORK_PROCESS = 8,
  FORK_THREAD = 16,
  FORK_PARENT_THREAD = 20,
  FORK_SIZE = 24,
  TIME_CONV_SIZE = 40,
  TIME_CONV_SHORT = 49,
  AUXTRACE_THREAD = 36,
  AUXTRACE_CPU = 40
};

enum { COMM_WIDTH = 16 };

static const char idle_comm[] = "swapper";  // what perf calls thread 0, which no record names

static uint32_t get_u32(const uint8_t *bytes)
{
  return (uint32_t)perf_get_number(bytes, 4);
}

static struct perf_script_thread *find_thread(const struct perf_script *script, uint32_t thread)
{
  for (size_t i = script->threads; i > 0; i--) {  // the last that was said
    if (script->thread[i - 1].thread == thread) {
      return &script->thread[i - 1];
    }
  }
  return NULL;
}

static void take_time(struct perf_script_time *time, const uint8_t *record, size_t size)
{
  const uint8_t *fields = record + PERF_EVENT_HEADER_SIZE;
  *time = (struct perf_script_time){.shift = perf_get_number(fields, 8) & 63,
                                    .multiplier = perf_get_number(fields + 8, 8),
                                    .zero = perf_get_number(fields + 16, 8)};
  if (size > TIME_CONV_SHORT) {
    time->cycles = perf_get_number(fields + 24, 8);
    time->mask = perf_get_number(fields + 32, 8);
    time->is_short = record[TIME_CONV_SHORT] != 0;
  }
}

// There is memory for one more of each.
static void take(struct perf_script *script, const uint8_t *record, const struct perf_event *event)
{
  const size_t own = event->size - event->trace_size;
  if (event->type == PERF_RECORD_COMM && own > COMM_NAME &&
      memchr(record + COMM_NAME, '\0', own - COMM_NAME) != NULL) {
    script->thread[script->threads++] = (struct perf_script_thread){
        get_u32(record + COMM_PROCESS), get_u32(record + COMM_THREAD), (const char *)record + COMM_NAME};
  } else if (event->type == PERF_RECORD_FORK && own >= FORK_SIZE) {
    const struct perf_script_thread *parent = find_thread(script, get_u32(record + FORK_PARENT_THREAD));
    script->thread[script->threads++] = (struct perf_script_thread){
        get_u32(record + FORK_PROCESS), get_u32(record + FORK_THREAD), parent != NULL ? parent->comm : NULL};
  } else if (event->type == PERF_RECORD_TIME_CONV && own >= TIME_CONV_SIZE) {
    take_time(&script->time, record, own);
  } else if (event->type == PERF_RECORD_AUXTRACE) {
    const size_t before = script->chunks > 0 ? script->chunk[script->chunks - 1].end : 0;
    script->chunk[script->chunks++] =
        (struct perf_script_chunk){before + event->trace_size, get_u32(record + AUXTRACE_THREAD),
                                   (int32_t)get_u32(record + AUXTRACE_CPU)};
  }
}

bool perf_script_read(struct perf_script *script, const uint8_t *file, size_t size, const char *name,
                      struct tb_error *error)
{
  size_t start = 0;
  size_t end = 0;
  *script = (struct perf_script){.threads = 0};
  if (!perf_find_data(file, size, name, &start, &end, error)) {
    return false;
  }
  // No more than there are records of that size.
  script->thread = calloc((end - start) / COMM_NAME + 1, sizeof *script->thread);
  script->chunk = calloc((end - start) / PERF_AUXTRACE_SIZE + 1, sizeof *script->chunk);
  bool ok = script->thread != NULL && script->chunk != NULL;
  struct perf_event event = {0};
  for (size_t offset = start; ok && offset < end; offset += event.size) {
    ok = perf_get_event(file, offset, end, name, &event, error);
    if (ok) {
      take(script, file + offset, &event);
    }
  }
  ok = ok && perf_data_read_mappings(file, size, name, &script->mapped, &script->mappings, error);
  if (!ok) {
    perf_script_free(script);
    return tb_fail(error, "%s: out of memory", name);  // unless something failed before
  }
  return true;
}

void perf_script_free(struct perf_script *script)
{
  free(script->thread);
  free(script->chunk);
  free(script->mapped);
  *script = (struct perf_script){.threads = 0};
}

static uint64_t nanoseconds(const struct perf_script_time *time, uint64_t count)
{
  if (time->is_short) {
    count = time->cycles + ((count - time->cycles) & time->mask);
  }
  const uint64_t rest = count & ((UINT64_C(1) << time->shift) - 1);
  return time->zero + (count >> time->shift) * time->multiplier + ((rest * time->multiplier) >> time->shift);
}

static const struct perf_script_chunk *find_chunk(const struct perf_script *script, size_t offset)
{
  static const struct perf_script_chunk none = {0};
  size_t low = 0;
  size_t high = script->chunks;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (script->chunk[middle].end <= offset) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low < script->chunks ? &script->chunk[low] : &none;
}

// The last of the process's mappings that the address is in; null if there is none.
static const char *find_path(const struct perf_script *script, uint32_t process, uint64_t address)
{
  for (size_t i = script->mappings; i > 0; i--) {
    const struct perf_mapped_file *mapped = &script->mapped[i - 1];
    if (mapped->pid == process && address - mapped->mapping.address < mapped->mapping.length) {
      return mapped->path;
    }
  }
  return NULL;
}

static bool has(const struct spe_record *record, enum spe_field field)
{
  return (record->have >> field & 1) != 0;
}

static uint64_t value(const struct spe_record *record, enum spe_field field)
{
  return has(record, field) ? spe_field_value(field, &record->packet[field]) : 0;
}

// The PC; perf gives addresses of a Non-secure kernel or hypervisor their top byte back.
static uint64_t code_address(const struct spe_record *record)
{
  const uint64_t packet = record->packet[SPE_FIELD_PC].value;
  const unsigned level = (unsigned)(packet >> 61 & 3U);
  const bool kernel = packet >> 63 != 0 && (level == 1 || level == 2);
  return has(record, SPE_FIELD_PC) ? value(record, SPE_FIELD_PC) | (kernel ? UINT64_C(0xFF) << 56 : 0) : 0;
}

// What a file says, without what a terminal would act on.
static void print_clean(FILE *out, const char *text)
{
  for (; *text != '\0'; text++) {
    (void)fputc(iscntrl((unsigned char)*text) != 0 ? '?' : *text, out);
  }
}

static void print_code(FILE *out, uint64_t address, const char *path, bool is_elf,
                       const struct spe_symbols *symbols)
{
  enum { NAME_SIZE = 1024 };
  char name[NAME_SIZE] = "[unknown]";
  const struct function *function = is_elf && symbols != NULL ? spe_symbols_find(symbols, address) : NULL;
  (void)fprintf(out, " %16" PRIx64 " ", address);
  if (function != NULL && function->start < function->end) {
    spe_symbols_name(function, NULL, name, sizeof name);
    (void)fprintf(out, "%s+0x%" PRIx64, name, (address - function->start) & (UINT64_MAX >> 8));
  } else {
    (void)fputs(name, out);
  }
  (void)fputs(" (", out);
  print_clean(out, path != NULL ? path : "[unknown]");
  (void)fputs(")\n", out);
}

void perf_script_print(FILE *out, const struct perf_script *script, size_t offset,
                       const struct spe_record *record, const struct spe_symbols *symbols)
{
  const struct perf_script_chunk *chunk = find_chunk(script, offset);
  // perf takes the last Context packet for the thread.
  const uint32_t tid = has(record, SPE_FIELD_CONTEXT_EL2)   ? (uint32_t)value(record, SPE_FIELD_CONTEXT_EL2)
                       : has(record, SPE_FIELD_CONTEXT_EL1) ? (uint32_t)value(record, SPE_FIELD_CONTEXT_EL1)
                                                            : chunk->thread;
  const struct perf_script_thread *thread = find_thread(script, tid);
  char number[16];
  (void)snprintf(number, sizeof number, ":%" PRId32, (int32_t)tid);
  const char *comm = thread != NULL && thread->comm != NULL ? thread->comm : (tid == 0 ? idle_comm : number);
  const size_t length = strlen(comm);
  (void)fprintf(out, "%*s", length < COMM_WIDTH ? COMM_WIDTH - (int)length : 0, "");
  print_clean(out, comm);
  const uint64_t time = nanoseconds(&script->time, value(record, SPE_FIELD_TIMESTAMP)) / 1000;
  (void)fprintf(out,
                " %5" PRId32 " [%03" PRId32 "] %5" PRIu64 ".%06" PRIu64 ": %10u instructions:", (int32_t)tid,
                chunk->cpu, time / 1000000, time % 1000000, 1U);
  const uint64_t address = code_address(record);
  const char *path = find_path(script, thread != NULL ? thread->process : tid, address);
  const char *last = path != NULL ? strrchr(path, '/') : NULL;
  const char *own = script->elf != NULL ? strrchr(script->elf, '/') : NULL;
  const bool is_elf = path != NULL && script->elf != NULL &&
                      strcmp(last != NULL ? last + 1 : path, own != NULL ? own + 1 : script->elf) == 0;
  print_code(out, address, path, is_elf, symbols);
}
