// SPDX-License-Identifier: Apache-2.0
//
// Writes perf.data: what `perf record -e arm_spe_0//u` leaves behind, reduced to what perf needs to decode
// it.
//
// Layout: header; the event IDs; two attributes (the SPE event, and the dummy event that carries COMM and
// MMAP2); the data section; the features. Times of the ordinary records are 0: then perf takes them in file
// order and knows the mappings before the first sample, whatever the SPE timestamps are.

// For realpath. <features.h> reads it, so it comes before every include.
#define _XOPEN_SOURCE 700

#include "perf/perf_data.h"
#include "perf/perf_format.h"
#include "perf/perf_output.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
  PMU_TYPE = 8,  // any number above the kernel's fixed event types; the feature PMU_MAPPINGS names it
  EVENT_SOFTWARE = 1,
  CONFIG_DUMMY = 9,           // PERF_COUNT_SW_DUMMY
  CONFIG_SPE_TIMESTAMPS = 1,  // arm_spe's ts_enable
  AUXTRACE_ARM_SPE = 4,       // type of trace in PERF_RECORD_AUXTRACE_INFO
  READ_FORMAT_ID = 4,
  SAMPLE_ID_SIZE = 32,  // what SAMPLE_TYPE appends to every ordinary record
  AUX_SIZE = 32 + SAMPLE_ID_SIZE,
  MISC_USER = 2,
  MISC_COMM_EXEC = 1 << 13,
  PROTECTION_READ_EXECUTE = 5,
  FLAGS_MAP_PRIVATE = 2,
  TIMESTAMP_BITS = 56,  // of a system counter
  COMM_SIZE = 16,
  MAX_PATH = 4096,  // perf's buffer for the file name of an MMAP2
  FEATURE_STRING_ALIGN = 64
};

// PERF_SAMPLE_IP, TID, TIME, CPU and IDENTIFIER.
#define SAMPLE_TYPE UINT64_C(0x10087)

enum event_id { ID_SPE = 1, ID_DUMMY = 2 };

// Attribute flags.
#define ATTR_DISABLED (UINT64_C(1) << 0)
#define ATTR_EXCLUDE_KERNEL (UINT64_C(1) << 5)
#define ATTR_EXCLUDE_HV (UINT64_C(1) << 6)
#define ATTR_MMAP (UINT64_C(1) << 8)
#define ATTR_COMM (UINT64_C(1) << 9)
#define ATTR_SAMPLE_ID_ALL (UINT64_C(1) << 18)
#define ATTR_MMAP2 (UINT64_C(1) << 23)
#define ATTR_COMM_EXEC (UINT64_C(1) << 24)

static const enum perf_feature features[] = {
    PERF_FEATURE_ARCH,       PERF_FEATURE_NRCPUS,       PERF_FEATURE_CPUDESC, PERF_FEATURE_CPUID,
    PERF_FEATURE_EVENT_DESC, PERF_FEATURE_PMU_MAPPINGS, PERF_FEATURE_AUXTRACE};
enum { FEATURE_COUNT = sizeof features / sizeof features[0] };

struct section {
  uint64_t offset;
  uint64_t size;
};

static void put_section(struct perf_output *output, struct section section)
{
  perf_put_u64(output, section.offset);
  perf_put_u64(output, section.size);
}

// struct perf_event_attr of one of the two events. The program ran at EL0: a kernel was not recorded.
static void put_attribute(struct perf_output *output, enum event_id id)
{
  const uint64_t common = ATTR_DISABLED | ATTR_EXCLUDE_KERNEL | ATTR_EXCLUDE_HV | ATTR_SAMPLE_ID_ALL;
  const uint64_t tracking = ATTR_MMAP | ATTR_COMM | ATTR_MMAP2 | ATTR_COMM_EXEC;
  const uint64_t start = output->offset;
  perf_put_u32(output, id == ID_SPE ? PMU_TYPE : EVENT_SOFTWARE);
  perf_put_u32(output, PERF_ATTR_SIZE);
  perf_put_u64(output, id == ID_SPE ? CONFIG_SPE_TIMESTAMPS : CONFIG_DUMMY);
  perf_put_u64(output, 0);  // sample period: the unit's interval is not in the recording
  perf_put_u64(output, SAMPLE_TYPE);
  perf_put_u64(output, READ_FORMAT_ID);
  perf_put_u64(output, id == ID_SPE ? common : common | tracking);
  perf_put_zeros(output, (size_t)(start + PERF_ATTR_SIZE - output->offset));
}

static void put_event_header(struct perf_output *output, enum perf_record_type type, uint16_t misc,
                             size_t size)
{
  perf_put_u32(output, type);
  perf_put_u16(output, misc);
  perf_put_u16(output, (uint16_t)size);
}

static void put_sample_id(struct perf_output *output, uint32_t pid, enum event_id id)
{
  perf_put_u32(output, pid);
  perf_put_u32(output, pid);  // thread
  perf_put_u64(output, 0);    // time
  perf_put_u32(output, 0);    // CPU
  perf_put_u32(output, 0);
  perf_put_u64(output, id);
}

// How perf turns timestamps into nanoseconds: (count * mult) >> shift, mult of at most 32 bits.
static bool time_conversion(uint64_t time_hz, uint64_t *mult, uint64_t *shift)
{
  const uint64_t second = 1000000000;
  if (time_hz == 0) {
    return false;
  }
  *shift = 32;
  while (*shift > 0 && (second << *shift) / time_hz > UINT32_MAX) {
    (*shift)--;
  }
  *mult = (second << *shift) / time_hz;
  return *mult != 0;
}

static void put_time_conv(struct perf_output *output, uint64_t mult, uint64_t shift)
{
  put_event_header(output, PERF_RECORD_TIME_CONV, 0, 56);
  perf_put_u64(output, shift);
  perf_put_u64(output, mult);
  perf_put_u64(output, 0);  // nanoseconds at count 0
  perf_put_u64(output, 0);  // extension of a short counter: none
  perf_put_u64(output, (UINT64_C(1) << TIMESTAMP_BITS) - 1);
  perf_put_u64(output, 1);  // the conversion is valid; no short counter
}

static void put_auxtrace_info(struct perf_output *output)
{
  put_event_header(output, PERF_RECORD_AUXTRACE_INFO, 0, 32);
  perf_put_u32(output, AUXTRACE_ARM_SPE);
  perf_put_u32(output, 0);
  perf_put_u64(output, PMU_TYPE);
  perf_put_u64(output, 0);  // per-CPU buffers; perf 6.1 does not read it
}

static void put_comm(struct perf_output *output, const struct perf_recording *recording)
{
  char comm[COMM_SIZE] = "";
  strncpy(comm, recording->comm, COMM_SIZE - 1);
  const size_t size = (strlen(comm) + 8) & ~(size_t)7;  // terminated and aligned
  put_event_header(output, PERF_RECORD_COMM, MISC_COMM_EXEC, 16 + size + SAMPLE_ID_SIZE);
  perf_put_u32(output, recording->pid);
  perf_put_u32(output, recording->pid);
  perf_put_bytes(output, comm, size);
  put_sample_id(output, recording->pid, ID_DUMMY);
}

static void put_mmap2(struct perf_output *output, uint32_t pid, const char *path,
                      const struct perf_mapping *mapping)
{
  const size_t length = strlen(path);
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
  perf_put_bytes(output, path, length);
  perf_put_zeros(output, size - length);
  put_sample_id(output, pid, ID_DUMMY);
}

// One interrupt's worth of the Profiling Buffer: the kernel's AUX record, then perf's copy of the bytes. They
// are not padded to 8 bytes as perf record does: every byte in the file came out of the buffer.
static void put_chunk(struct perf_output *output, uint32_t pid, const struct collected_chunk *chunk,
                      uint64_t aux_offset)
{
  put_event_header(output, PERF_RECORD_AUX, 0, AUX_SIZE);
  perf_put_u64(output, aux_offset);
  perf_put_u64(output, chunk->size);
  perf_put_u64(output, 0);  // flags: not truncated, no collision
  put_sample_id(output, pid, ID_SPE);

  put_event_header(output, PERF_RECORD_AUXTRACE, 0, PERF_AUXTRACE_SIZE);
  perf_put_u64(output, chunk->size);
  perf_put_u64(output, aux_offset);
  perf_put_u64(output, 0);    // reference
  perf_put_u32(output, 0);    // index of the buffer
  perf_put_u32(output, pid);  // the thread, unless a Context packet says otherwise
  perf_put_u32(output, 0);    // CPU: perf 6.1 needs one when there are Context packets
  perf_put_u32(output, 0);
  perf_put_bytes(output, chunk->data, chunk->size);
}

// The data section. auxtrace[i] receives the file offset of chunk i's PERF_RECORD_AUXTRACE.
static void put_events(struct perf_output *output, const struct perf_recording *recording, const char *path,
                       uint64_t mult, uint64_t shift, uint64_t *auxtrace)
{
  // perf reads the conversion when it meets AUXTRACE_INFO, so it has to come first.
  put_time_conv(output, mult, shift);
  put_auxtrace_info(output);
  put_comm(output, recording);
  for (size_t i = 0; i < recording->mapping_count; i++) {
    put_mmap2(output, recording->pid, path, &recording->mappings[i]);
  }
  uint64_t aux_offset = 0;
  for (size_t i = 0; i < recording->chunk_count; i++) {
    const struct collected_chunk *chunk = &recording->chunks[i];
    auxtrace[i] = output->offset + AUX_SIZE;
    put_chunk(output, recording->pid, chunk, aux_offset);
    aux_offset += chunk->size;
  }
  put_event_header(output, PERF_RECORD_FINISHED_ROUND, 0, PERF_EVENT_HEADER_SIZE);
}

static void put_feature_string(struct perf_output *output, const char *text)
{
  const size_t length = strlen(text);
  const size_t size = (length / FEATURE_STRING_ALIGN + 1) * FEATURE_STRING_ALIGN;
  perf_put_u32(output, (uint32_t)size);
  perf_put_bytes(output, text, length);
  perf_put_zeros(output, size - length);
}

static void put_event_description(struct perf_output *output, enum event_id id, const char *name)
{
  put_attribute(output, id);
  perf_put_u32(output, 1);  // IDs
  put_feature_string(output, name);
  perf_put_u64(output, id);
}

static void put_feature(struct perf_output *output, enum perf_feature feature, const uint64_t *auxtrace,
                        size_t chunk_count)
{
  switch (feature) {
  case PERF_FEATURE_ARCH:
    put_feature_string(output, "aarch64");
    break;
  case PERF_FEATURE_NRCPUS:
    perf_put_u32(output, 1);  // available
    perf_put_u32(output, 1);  // online
    break;
  case PERF_FEATURE_CPUDESC:
    put_feature_string(output, "OpenSPU simulation");
    break;
  case PERF_FEATURE_CPUID:
    // MIDR_EL1 of no vendor's PE: then perf takes cache levels from the events, not from Data Source packets.
    put_feature_string(output, "0x00000000000f0000");
    break;
  case PERF_FEATURE_EVENT_DESC:
    perf_put_u32(output, 2);
    perf_put_u32(output, PERF_ATTR_SIZE);
    put_event_description(output, ID_SPE, "arm_spe_0/ts_enable=1/u");
    put_event_description(output, ID_DUMMY, "dummy:u");
    break;
  case PERF_FEATURE_PMU_MAPPINGS:
    perf_put_u32(output, 1);
    perf_put_u32(output, PMU_TYPE);
    put_feature_string(output, "arm_spe_0");
    break;
  case PERF_FEATURE_AUXTRACE:
    perf_put_u64(output, chunk_count);
    for (size_t i = 0; i < chunk_count; i++) {
      perf_put_u64(output, auxtrace[i]);
      perf_put_u64(output, PERF_AUXTRACE_SIZE);
    }
    break;
  }
}

// Sections and contents of the features, after the data section.
static void put_features(struct perf_output *output, const uint64_t *auxtrace, size_t chunk_count)
{
  struct section sections[FEATURE_COUNT];
  const uint64_t table = output->offset;
  perf_put_zeros(output, FEATURE_COUNT * PERF_SECTION_SIZE);
  for (size_t i = 0; i < FEATURE_COUNT; i++) {
    sections[i].offset = output->offset;
    put_feature(output, features[i], auxtrace, chunk_count);
    sections[i].size = output->offset - sections[i].offset;
  }
  perf_output_seek(output, table);
  for (size_t i = 0; i < FEATURE_COUNT; i++) {
    put_section(output, sections[i]);
  }
}

static void put_header(struct perf_output *output, struct section attributes, struct section data)
{
  uint64_t bitmap = 0;
  for (size_t i = 0; i < FEATURE_COUNT; i++) {
    bitmap |= UINT64_C(1) << features[i];
  }
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
static void put_file(struct perf_output *output, const struct perf_recording *recording, const char *path,
                     uint64_t mult, uint64_t shift, uint64_t *auxtrace)
{
  static const enum event_id ids[] = {ID_SPE, ID_DUMMY};
  perf_put_zeros(output, PERF_HEADER_SIZE);
  const uint64_t id_table = output->offset;
  perf_put_u64(output, ID_SPE);
  perf_put_u64(output, ID_DUMMY);

  struct section attributes = {.offset = output->offset};
  for (size_t i = 0; i < 2; i++) {
    put_attribute(output, ids[i]);
    put_section(output, (struct section){id_table + 8 * i, 8});
  }
  attributes.size = output->offset - attributes.offset;

  struct section data = {.offset = output->offset};
  put_events(output, recording, path, mult, shift, auxtrace);
  data.size = output->offset - data.offset;

  put_features(output, auxtrace, recording->chunk_count);
  perf_output_seek(output, 0);
  put_header(output, attributes, data);
}

bool perf_data_write(const char *path, const struct perf_recording *recording, struct tb_error *error)
{
  uint64_t mult = 0;
  uint64_t shift = 0;
  if (!time_conversion(recording->time_hz, &mult, &shift)) {
    return tb_fail(error, "%s: a counter of %" PRIu64 " Hz cannot be converted to nanoseconds", path,
                   recording->time_hz);
  }
  // perf looks for symbols by this name, from wherever it is started.
  char *resolved = realpath(recording->elf, NULL);
  const char *elf = resolved != NULL ? resolved : recording->elf;
  uint64_t *auxtrace = calloc(recording->chunk_count + 1, sizeof *auxtrace);
  bool ok = true;
  if (auxtrace == NULL) {
    ok = tb_fail(error, "%s: out of memory", path);
  } else if (strlen(elf) >= MAX_PATH) {
    ok = tb_fail(error, "%s: the workload's path is longer than %d bytes", path, MAX_PATH - 1);
  }
  struct perf_output output;
  if (ok) {
    ok = perf_output_open(&output, path, error);
  }
  if (ok) {
    put_file(&output, recording, elf, mult, shift, auxtrace);
    ok = perf_output_commit(&output, path, error);
  }
  free(auxtrace);
  free(resolved);
  return ok;
}
