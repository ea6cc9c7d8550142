// SPDX-License-Identifier: Apache-2.0
//
// Writes perf.data like `perf record -e arm_spe_0//u`, reduced to what perf needs to decode it, and a profile of time
// like `perf record -e cycles:u`, whose samples come from the records.
//
// Layout: header; the event IDs; two attributes; the data section; the features (perf_features.c). The times of the
// ordinary records are 0, so that perf processes them in file order and knows the mappings before the first sample,
// whatever the SPE timestamps are.

// For realpath. <features.h> reads it, so it precedes all includes.
#define _XOPEN_SOURCE 700

#include "programs/perf/perf_data.h"
#include "programs/perf/perf_format.h"
#include "programs/perf/perf_writer.h"
#include "programs/perf/spe_record.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
  SAMPLE_ID_SIZE = 32,  // appended to every ordinary record because of the sample type
  AUX_SIZE = 32 + SAMPLE_ID_SIZE,
  MISC_USER = 2,
  MISC_COMM_EXEC = 1 << 13,
  PROTECTION_READ_EXECUTE = 5,
  FLAGS_MAP_PRIVATE = 2,
  TIMESTAMP_BITS = 56,  // of a system counter
  COMM_SIZE = 16,
  MAX_PATH = 4096  // perf's buffer for the file name of an MMAP2
};

struct section {
  uint64_t offset;
  uint64_t size;
};

static void put_section(struct perf_output *output, struct section section)
{
  perf_put_u64(output, section.offset);
  perf_put_u64(output, section.size);
}

static void put_event_header(struct perf_output *output, enum perf_record_type type, uint16_t misc,
                             size_t size)
{
  perf_put_u32(output, type);
  perf_put_u16(output, misc);
  perf_put_u16(output, (uint16_t)size);
}

static void put_sample_id(struct perf_output *output, uint32_t pid, uint32_t thread, enum perf_event_id id)
{
  perf_put_u32(output, pid);
  perf_put_u32(output, thread);
  perf_put_u64(output, 0);  // time
  perf_put_u32(output, 0);  // CPU
  perf_put_u32(output, 0);
  perf_put_u64(output, id);
}

// Computes mult with at most 32 bits, as perf requires.
static bool time_conversion(uint64_t time_hz, struct perf_time_conversion *time)
{
  const uint64_t second = 1000000000;
  if (time_hz == 0) {
    return false;
  }
  time->shift = 32;
  while (time->shift > 0 && (second << time->shift) / time_hz > UINT32_MAX) {
    time->shift--;
  }
  time->mult = (second << time->shift) / time_hz;
  return time->mult != 0;
}

static void put_time_conv(struct perf_output *output, const struct perf_time_conversion *time)
{
  put_event_header(output, PERF_RECORD_TIME_CONV, 0, 56);
  perf_put_u64(output, time->shift);
  perf_put_u64(output, time->mult);
  perf_put_u64(output, 0);  // nanoseconds at count 0
  perf_put_u64(output, 0);  // extension of a short counter: none
  perf_put_u64(output, (UINT64_C(1) << TIMESTAMP_BITS) - 1);
  perf_put_u64(output, 1);  // the conversion is valid; no short counter
}

// Version 2 has a description of each CPU. perf 6.1 and 6.12 take its version number as the PMU's type.
static void put_auxtrace_info(struct perf_output *output, const struct perf_recording *recording)
{
  enum { HEADER_WORDS = 4, CPU_WORDS = 6, CPU_PARAMETERS = 3 };
  const uint64_t cpu_mark = UINT64_C(0x1010101010101010);
  const bool second = recording->metadata == 2;
  put_event_header(output, PERF_RECORD_AUXTRACE_INFO, 0, second ? 16 + 8 * (HEADER_WORDS + CPU_WORDS) : 32);
  perf_put_u32(output, PERF_AUXTRACE_ARM_SPE);
  perf_put_u32(output, 0);
  if (!second) {
    perf_put_u64(output, PERF_PMU_TYPE);
    perf_put_u64(output, 0);  // per-CPU buffers; perf 6.1 does not read it
    return;
  }
  perf_put_u64(output, recording->metadata);
  perf_put_u64(output, HEADER_WORDS);
  perf_put_u64(output, PERF_PMU_TYPE);
  perf_put_u64(output, 1);  // CPUs
  perf_put_u64(output, cpu_mark);
  perf_put_u64(output, 0);  // its number
  perf_put_u64(output, CPU_PARAMETERS);
  perf_put_u64(output, recording->midr);
  perf_put_u64(output, PERF_PMU_TYPE);
  perf_put_u64(output, recording->min_interval);
}

// The event that carries COMM and MMAP2.
static enum perf_event_id tracking(const struct perf_written *written)
{
  return written->samples ? PERF_ID_TIME : PERF_ID_DUMMY;
}

static void put_comm(struct perf_output *output, const struct perf_written *written, uint32_t thread)
{
  const struct perf_recording *recording = written->recording;
  char comm[COMM_SIZE] = "";
  strncpy(comm, recording->comm, COMM_SIZE - 1);
  const size_t size = (strlen(comm) + 8) & ~(size_t)7;  // terminated and aligned
  const bool first = thread == recording->pid;
  put_event_header(output, PERF_RECORD_COMM, first ? MISC_COMM_EXEC : 0, 16 + size + SAMPLE_ID_SIZE);
  perf_put_u32(output, recording->pid);
  perf_put_u32(output, thread);
  perf_put_bytes(output, comm, size);
  put_sample_id(output, recording->pid, thread, tracking(written));
}

static void put_fork(struct perf_output *output, const struct perf_written *written, uint32_t thread)
{
  const uint32_t pid = written->recording->pid;
  put_event_header(output, PERF_RECORD_FORK, 0, 32 + SAMPLE_ID_SIZE);
  perf_put_u32(output, pid);
  perf_put_u32(output, pid);  // the parent's
  perf_put_u32(output, thread);
  perf_put_u32(output, pid);  // the parent's thread
  perf_put_u64(output, 0);    // time
  put_sample_id(output, pid, pid, tracking(written));
}

// perf takes the context of a record as the ID of its thread, and only knows the mappings of threads that the file
// announces. 0 is the idle task; thread IDs have 31 bits.
static void put_threads(struct perf_output *output, const struct perf_written *written)
{
  const struct perf_recording *recording = written->recording;
  for (size_t i = 0; i < written->summary.contexts; i++) {
    const uint32_t thread = written->summary.context[i];
    if (thread != recording->pid && thread != 0 && thread <= INT32_MAX) {
      put_fork(output, written, thread);
      put_comm(output, written, thread);
    }
  }
}

static void put_mmap2(struct perf_output *output, const struct perf_written *written,
                      const struct perf_mapping *mapping)
{
  const uint32_t pid = written->recording->pid;
  const size_t length = strlen(written->path);
  const size_t size = (length + 8) & ~(size_t)7;
  put_event_header(output, PERF_RECORD_MMAP2, MISC_USER, 72 + size + SAMPLE_ID_SIZE);
  perf_put_u32(output, pid);
  perf_put_u32(output, pid);
  perf_put_u64(output, mapping->address);
  perf_put_u64(output, mapping->length);
  perf_put_u64(output, mapping->file_offset);
  perf_put_zeros(output, 24);  // device and inode: unknown
  perf_put_u32(output, PROTECTION_READ_EXECUTE);
  perf_put_u32(output, FLAGS_MAP_PRIVATE);
  perf_put_bytes(output, written->path, length);
  perf_put_zeros(output, size - length);
  put_sample_id(output, pid, pid, tracking(written));
}

// Like Linux's driver: after a loss the last record may also be damaged.
static uint64_t aux_flags(unsigned aux_data)
{
  return ((aux_data & AUX_DATA_LOST) != 0 ? PERF_AUX_TRUNCATED | PERF_AUX_PARTIAL : 0) |
         ((aux_data & AUX_DATA_COLLISION) != 0 ? PERF_AUX_COLLISION : 0);
}

// The kernel's AUX record for the data of one interrupt.
static void put_aux(struct perf_output *output, const struct perf_written *written,
                    const struct aux_chunk *chunk, uint64_t aux_offset)
{
  const uint32_t pid = written->recording->pid;
  put_event_header(output, PERF_RECORD_AUX, 0, AUX_SIZE);
  perf_put_u64(output, aux_offset);
  perf_put_u64(output, chunk->size);
  perf_put_u64(output, aux_flags(chunk->flags));
  put_sample_id(output, pid, pid, PERF_ID_SPE);
}

// perf's copy of the bytes of chunks, `size` in total. Unlike perf record, it does not pad them to 8 bytes: every byte
// in the file comes from the buffer.
static void put_auxtrace(struct perf_output *output, struct perf_written *written,
                         const struct aux_chunk *chunks, size_t count, uint64_t size, uint64_t aux_offset)
{
  const uint32_t pid = written->recording->pid;
  written->auxtrace[written->auxtrace_count++] = output->offset;
  put_event_header(output, PERF_RECORD_AUXTRACE, 0, PERF_AUXTRACE_SIZE);
  perf_put_u64(output, size);
  perf_put_u64(output, aux_offset);
  perf_put_u64(output, 0);    // reference
  perf_put_u32(output, 0);    // index of the buffer
  perf_put_u32(output, pid);  // the thread, unless a Context packet says otherwise
  perf_put_u32(output, 0);    // CPU: perf 6.1 needs one if there are Context packets
  perf_put_u32(output, 0);
  for (size_t i = 0; i < count; i++) {
    perf_put_bytes(output, chunks[i].data, chunks[i].size);
  }
}

// One wakeup of perf: the AUX records of a few interrupts, then an AUXTRACE record of all their bytes. Returns the
// offset after them.
static uint64_t put_wakeup(struct perf_output *output, struct perf_written *written,
                           const struct aux_chunk *chunks, size_t count, uint64_t aux_offset)
{
  uint64_t size = 0;
  for (size_t i = 0; i < count; i++) {
    put_aux(output, written, &chunks[i], aux_offset + size);
    size += chunks[i].size;
  }
  if (size != 0) {
    put_auxtrace(output, written, chunks, count, size, aux_offset);
  }
  return aux_offset + size;
}

// The name and mappings of the workload, and its threads.
static void put_process(struct perf_output *output, const struct perf_written *written)
{
  const struct perf_recording *recording = written->recording;
  put_comm(output, written, recording->pid);
  for (size_t i = 0; i < recording->mapping_count; i++) {
    put_mmap2(output, written, &recording->mappings[i]);
  }
  put_threads(output, written);
}

// The data section of SPE data.
static void put_events(struct perf_output *output, struct perf_written *written)
{
  const struct perf_recording *recording = written->recording;
  // perf uses the conversion when it reads AUXTRACE_INFO, so it must come first.
  put_time_conv(output, &written->time);
  put_auxtrace_info(output, recording);
  put_process(output, written);
  uint64_t aux_offset = 0;
  size_t first = 0;
  uint64_t size = 0;
  for (size_t i = 0; i < recording->chunk_count; i++) {
    size += recording->chunks[i].size;
    if (size >= recording->wakeup || i + 1 == recording->chunk_count) {
      aux_offset = put_wakeup(output, written, recording->chunks + first, i + 1 - first, aux_offset);
      first = i + 1;
      size = 0;
    }
  }
  put_event_header(output, PERF_RECORD_FINISHED_ROUND, 0, PERF_EVENT_HEADER_SIZE);
}

static void put_sample(struct perf_output *output, const struct perf_written *written,
                       const struct spe_record *record)
{
  const uint64_t exposed = record->packet[SPE_FIELD_EXPOSED].value;
  if ((record->have >> SPE_FIELD_EXPOSED & 1) == 0 || exposed == 0) {
    return;
  }
  const uint32_t pid = written->recording->pid;
  const uint32_t context = (uint32_t)record->packet[SPE_FIELD_CONTEXT_EL1].value;
  put_event_header(output, PERF_RECORD_SAMPLE, MISC_USER, PERF_EVENT_HEADER_SIZE + 48);
  perf_put_u64(output, PERF_ID_TIME);
  perf_put_u64(output, record->packet[SPE_FIELD_PC].value & SPE_ADDRESS_BITS);
  perf_put_u32(output, pid);
  perf_put_u32(output, context != 0 ? context : pid);
  perf_put_u64(output, 0);  // time
  perf_put_u64(output, 0);  // CPU
  perf_put_u64(output, exposed * written->recording->interval);
}

// The data section of a profile of time.
static void put_samples(struct perf_output *output, const struct perf_written *written)
{
  const struct perf_recording *recording = written->recording;
  put_process(output, written);
  for (size_t i = 0; i < recording->chunk_count; i++) {
    const struct aux_chunk *chunk = &recording->chunks[i];
    struct spe_extent extent = {0};
    while (spe_next_record(chunk->data, chunk->size, extent.end, &extent) == SPE_NEXT_RECORD) {
      const struct spe_record record = spe_gather(chunk->data + extent.start, extent.end - extent.start);
      put_sample(output, written, &record);
    }
  }
}

static void put_header(struct perf_output *output, struct section attributes, struct section data,
                       uint64_t bitmap)
{
  perf_put_bytes(output, PERF_MAGIC, 8);
  perf_put_u64(output, PERF_HEADER_SIZE);
  perf_put_u64(output, PERF_ATTR_SIZE + PERF_SECTION_SIZE);
  put_section(output, attributes);
  put_section(output, data);
  put_section(output, (struct section){0});  // event types: no longer used
  perf_put_u64(output, bitmap);
  perf_put_zeros(output, 24);  // features above 63
}

// Everything after the header, then the header.
static void put_file(struct perf_output *output, struct perf_written *written)
{
  static const enum perf_event_id trace[] = {PERF_ID_SPE, PERF_ID_DUMMY};
  static const enum perf_event_id time[] = {PERF_ID_TIME};
  const enum perf_event_id *ids = written->samples ? time : trace;
  const size_t count = written->samples ? 1 : 2;
  perf_put_zeros(output, PERF_HEADER_SIZE);
  const uint64_t id_table = output->offset;
  for (size_t i = 0; i < count; i++) {
    perf_put_u64(output, ids[i]);
  }

  struct section attributes = {.offset = output->offset};
  for (size_t i = 0; i < count; i++) {
    perf_put_attribute(output, ids[i]);
    put_section(output, (struct section){id_table + 8 * i, 8});
  }
  attributes.size = output->offset - attributes.offset;

  struct section data = {.offset = output->offset};
  if (written->samples) {
    put_samples(output, written);
  } else {
    put_events(output, written);
  }
  data.size = output->offset - data.offset;

  perf_put_features(output, written);
  perf_output_seek(output, 0);
  put_header(output, attributes, data, perf_features_bitmap(written));
}

static bool write_file(const char *path, const struct perf_recording *recording, bool samples,
                       struct tb_error *error)
{
  struct perf_written written = {.recording = recording, .samples = samples};
  if (!time_conversion(recording->time_hz, &written.time)) {
    return tb_fail(error, "%s: a counter of %" PRIu64 " Hz cannot be converted to nanoseconds", path,
                   recording->time_hz);
  }
  // perf looks for symbols under this name, in any working directory.
  char *resolved = realpath(recording->elf, NULL);
  written.path = resolved != NULL ? resolved : recording->elf;
  written.auxtrace = calloc(recording->chunk_count + 1, sizeof *written.auxtrace);
  bool ok = true;
  if (!perf_summarize(&written.summary, recording->chunks, recording->chunk_count) ||
      written.auxtrace == NULL) {
    ok = tb_fail(error, "%s: out of memory", path);
  } else if (strlen(written.path) >= MAX_PATH) {
    ok = tb_fail(error, "%s: the workload's path is longer than %d bytes", path, MAX_PATH - 1);
  }
  struct perf_output output;
  if (ok) {
    ok = perf_output_open(&output, path, error);
  }
  if (ok) {
    put_file(&output, &written);
    ok = perf_output_commit(&output, path, error);
  }
  perf_summary_free(&written.summary);
  free(written.auxtrace);
  free(resolved);
  return ok;
}

uint64_t perf_operations_between(const struct spu_config *config, uint64_t interval, bool random)
{
  return interval + (random && !config->have_ernd ? 128 : 0);
}

bool perf_data_write(const char *path, const struct perf_recording *recording, struct tb_error *error)
{
  return write_file(path, recording, false, error);
}

bool perf_time_write(const char *path, const struct perf_recording *recording, struct tb_error *error)
{
  return write_file(path, recording, true, error);
}
