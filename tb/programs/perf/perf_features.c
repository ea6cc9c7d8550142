// SPDX-License-Identifier: Apache-2.0
//
// The features of a perf.data file: the information about machine, command and events that perf record writes after the
// data. The machine is the simulated one, never the host, so that a run writes the same features everywhere.
#include "programs/perf/perf_writer.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "programs/core/tlb.h"
#include "programs/perf/perf_format.h"

enum {
  EVENT_SOFTWARE = 1,
  CONFIG_DUMMY = 9,           // PERF_COUNT_SW_DUMMY
  CONFIG_SPE_TIMESTAMPS = 1,  // arm_spe's ts_enable
  EVENT_HARDWARE = 0,
  CONFIG_CYCLES = 0,  // PERF_COUNT_HW_CPU_CYCLES
  READ_FORMAT_ID = 4,
  MISC_USER = 2
};

// PERF_SAMPLE_IP, TID, TIME, CPU and IDENTIFIER; for the SPE event also DATA_SRC, which tells perf report that there
// are memory accesses.
#define SAMPLE_TYPE UINT64_C(0x10087)
#define SAMPLE_TYPE_DATA_SOURCE (UINT64_C(1) << 15)
#define SAMPLE_TYPE_PERIOD (UINT64_C(1) << 8)  // of the profile of time

// Attribute flags.
#define ATTR_DISABLED (UINT64_C(1) << 0)
#define ATTR_EXCLUDE_KERNEL (UINT64_C(1) << 5)
#define ATTR_EXCLUDE_HV (UINT64_C(1) << 6)
#define ATTR_MMAP (UINT64_C(1) << 8)
#define ATTR_COMM (UINT64_C(1) << 9)
#define ATTR_TASK (UINT64_C(1) << 13)
#define ATTR_SAMPLE_ID_ALL (UINT64_C(1) << 18)
#define ATTR_MMAP2 (UINT64_C(1) << 23)
#define ATTR_COMM_EXEC (UINT64_C(1) << 24)

#define SPE_EVENT_NAME "arm_spe_0/ts_enable=1/u"

// The program ran at EL0; no kernel was recorded.
void perf_put_attribute(struct perf_output *output, enum perf_event_id id)
{
  static const struct {
    uint32_t type;
    uint64_t config;
    uint64_t sample_type;
  } events[] = {[PERF_ID_SPE] = {PERF_PMU_TYPE, CONFIG_SPE_TIMESTAMPS, SAMPLE_TYPE | SAMPLE_TYPE_DATA_SOURCE},
                [PERF_ID_DUMMY] = {EVENT_SOFTWARE, CONFIG_DUMMY, SAMPLE_TYPE},
                [PERF_ID_TIME] = {EVENT_HARDWARE, CONFIG_CYCLES, SAMPLE_TYPE | SAMPLE_TYPE_PERIOD}};
  const uint64_t common = ATTR_DISABLED | ATTR_EXCLUDE_KERNEL | ATTR_EXCLUDE_HV | ATTR_SAMPLE_ID_ALL;
  const uint64_t tracking = ATTR_MMAP | ATTR_COMM | ATTR_TASK | ATTR_MMAP2 | ATTR_COMM_EXEC;
  const uint64_t start = output->offset;
  perf_put_u32(output, events[id].type);
  perf_put_u32(output, PERF_ATTR_SIZE);
  perf_put_u64(output, events[id].config);
  perf_put_u64(output, 0);  // sample period: the recording does not have the unit's interval
  perf_put_u64(output, events[id].sample_type);
  perf_put_u64(output, READ_FORMAT_ID);
  perf_put_u64(output, id == PERF_ID_SPE ? common : common | tracking);
  perf_put_zeros(output, (size_t)(start + PERF_ATTR_SIZE - output->offset));
}

static size_t padded(size_t length)
{
  return (length / PERF_FEATURE_STRING_ALIGN + 1) * PERF_FEATURE_STRING_ALIGN;
}

static void put_text(struct perf_output *output, const char *text)
{
  const size_t length = strlen(text);
  perf_put_u32(output, (uint32_t)padded(length));
  perf_put_bytes(output, text, length);
  perf_put_zeros(output, padded(length) - length);
}

static void put_build_id(struct perf_output *output, const struct perf_written *written)
{
  const struct perf_recording *recording = written->recording;
  const size_t length = strlen(written->path);
  perf_put_u32(output, 0);  // no type: all entries of the section have the same kind
  perf_put_u16(output, MISC_USER | PERF_MISC_BUILD_ID_SIZE);
  perf_put_u16(output, (uint16_t)(PERF_BUILD_ID_NAME + padded(length)));
  perf_put_u32(output, UINT32_MAX);  // the host's, not a guest's
  perf_put_bytes(output, recording->build_id, recording->build_id_size);
  perf_put_zeros(output, PERF_BUILD_ID_MAX - recording->build_id_size);
  perf_put_u32(output, (uint32_t)recording->build_id_size);
  perf_put_bytes(output, written->path, length);
  perf_put_zeros(output, padded(length) - length);
}

static void put_cpus(struct perf_output *output, const struct perf_written *written)
{
  (void)written;
  perf_put_u32(output, 1);  // available
  perf_put_u32(output, 1);  // online
}

static void put_cpu_id(struct perf_output *output, const struct perf_written *written)
{
  char text[24];
  (void)snprintf(text, sizeof text, "0x%016" PRIx64, written->recording->midr);
  put_text(output, text);
}

// In kilobytes.
static void put_memory(struct perf_output *output, const struct perf_written *written)
{
  (void)written;
  perf_put_u64(output, TLB_WORKLOAD_MEMORY / 1024);
}

static void put_command(struct perf_output *output, const struct perf_written *written)
{
  static const char *const record[] = {"perf", "record", "-e", SPE_EVENT_NAME, "--"};
  enum { RECORD_WORDS = sizeof record / sizeof record[0] };
  const char *const *arguments = written->recording->arguments;
  uint32_t count = 0;
  while (arguments != NULL && arguments[count] != NULL) {
    count++;
  }
  perf_put_u32(output, RECORD_WORDS + 1 + count);
  for (size_t i = 0; i < RECORD_WORDS; i++) {
    put_text(output, record[i]);
  }
  put_text(output, written->recording->elf);
  for (size_t i = 0; i < count; i++) {
    put_text(output, arguments[i]);
  }
}

static void put_event_description(struct perf_output *output, enum perf_event_id id, const char *name)
{
  perf_put_attribute(output, id);
  perf_put_u32(output, 1);  // IDs
  put_text(output, name);
  perf_put_u64(output, id);
}

static void put_events(struct perf_output *output, const struct perf_written *written)
{
  (void)written;
  perf_put_u32(output, 2);
  perf_put_u32(output, PERF_ATTR_SIZE);
  put_event_description(output, PERF_ID_SPE, SPE_EVENT_NAME);
  put_event_description(output, PERF_ID_DUMMY, "dummy:u");
}

// CPU 0 is core 0 of package 0, and has one thread.
static void put_cpu_topology(struct perf_output *output, const struct perf_written *written)
{
  (void)written;
  perf_put_u32(output, 1);  // lists of CPUs in one package
  put_text(output, "0");
  perf_put_u32(output, 1);  // lists of CPUs in one core
  put_text(output, "0");
  perf_put_u32(output, 0);  // core
  perf_put_u32(output, 0);  // package
}

static void put_numa_topology(struct perf_output *output, const struct perf_written *written)
{
  (void)written;
  perf_put_u32(output, 1);
  perf_put_u32(output, 0);                           // number of the node
  perf_put_u64(output, TLB_WORKLOAD_MEMORY / 1024);  // in kilobytes
  perf_put_u64(output, TLB_WORKLOAD_MEMORY / 1024);  // free
  put_text(output, "0");                             // CPUs
}

static void put_pmus(struct perf_output *output, const struct perf_written *written)
{
  (void)written;
  perf_put_u32(output, 1);
  perf_put_u32(output, PERF_PMU_TYPE);
  put_text(output, "arm_spe_0");
}

static void put_auxtrace_index(struct perf_output *output, const struct perf_written *written)
{
  perf_put_u64(output, written->auxtrace_count);
  for (size_t i = 0; i < written->auxtrace_count; i++) {
    perf_put_u64(output, written->auxtrace[i]);
    perf_put_u64(output, PERF_AUXTRACE_SIZE);
  }
}

static uint64_t nanoseconds(const struct perf_time_conversion *time, uint64_t count)
{
  const uint64_t rest = count & ((UINT64_C(1) << time->shift) - 1);
  return (count >> time->shift) * time->mult + ((rest * time->mult) >> time->shift);
}

static void put_sample_time(struct perf_output *output, const struct perf_written *written)
{
  perf_put_u64(output, nanoseconds(&written->time, written->summary.first));
  perf_put_u64(output, nanoseconds(&written->time, written->summary.last));
}

// Node 0 has one block of memory, which begins at its own size.
static void put_memory_topology(struct perf_output *output, const struct perf_written *written)
{
  (void)written;
  perf_put_u64(output, 1);  // version
  perf_put_u64(output, TLB_WORKLOAD_MEMORY);
  perf_put_u64(output, 1);       // nodes
  perf_put_u64(output, 0);       // number of the node
  perf_put_u64(output, 2);       // number of its last block, plus 1
  perf_put_u64(output, 2);       // bits
  perf_put_u64(output, 1 << 1);  // block 1
}

// Each has text or a function. In the order of the bits and of the file.
static const struct row {
  enum perf_feature feature;
  const char *text;
  void (*put)(struct perf_output *output, const struct perf_written *written);
} rows[] = {{PERF_FEATURE_BUILD_ID, NULL, put_build_id},
            {PERF_FEATURE_HOSTNAME, "openspu", NULL},
            {PERF_FEATURE_OSRELEASE, "6.1.0", NULL},
            {PERF_FEATURE_VERSION, "6.1.openspu", NULL},
            {PERF_FEATURE_ARCH, "aarch64", NULL},
            {PERF_FEATURE_NRCPUS, NULL, put_cpus},
            {PERF_FEATURE_CPUDESC, "OpenSPU simulation", NULL},
            {PERF_FEATURE_CPUID, NULL, put_cpu_id},
            {PERF_FEATURE_TOTAL_MEM, NULL, put_memory},
            {PERF_FEATURE_CMDLINE, NULL, put_command},
            {PERF_FEATURE_EVENT_DESC, NULL, put_events},
            {PERF_FEATURE_CPU_TOPOLOGY, NULL, put_cpu_topology},
            {PERF_FEATURE_NUMA_TOPOLOGY, NULL, put_numa_topology},
            {PERF_FEATURE_PMU_MAPPINGS, NULL, put_pmus},
            {PERF_FEATURE_AUXTRACE, NULL, put_auxtrace_index},
            {PERF_FEATURE_SAMPLE_TIME, NULL, put_sample_time},
            {PERF_FEATURE_MEM_TOPOLOGY, NULL, put_memory_topology}};
enum { ROWS = sizeof rows / sizeof rows[0] };

uint64_t perf_features_bitmap(const struct perf_written *written)
{
  uint64_t bitmap = 0;
  for (size_t i = 0; i < ROWS; i++) {
    bitmap |= UINT64_C(1) << rows[i].feature;
  }
  if (written->samples) {  // nothing of SPE
    bitmap &= ~(UINT64_C(1) << PERF_FEATURE_CMDLINE | UINT64_C(1) << PERF_FEATURE_EVENT_DESC |
                UINT64_C(1) << PERF_FEATURE_PMU_MAPPINGS | UINT64_C(1) << PERF_FEATURE_AUXTRACE);
  }
  // Like perf record: no such section without a build ID.
  return written->recording->build_id_size != 0 ? bitmap : bitmap & ~(UINT64_C(1) << PERF_FEATURE_BUILD_ID);
}

void perf_put_features(struct perf_output *output, const struct perf_written *written)
{
  const uint64_t bitmap = perf_features_bitmap(written);
  uint64_t place[ROWS + 1];
  const uint64_t table = output->offset;
  size_t count = 0;
  for (size_t i = 0; i < ROWS; i++) {
    count += bitmap >> rows[i].feature & 1;
  }
  perf_put_zeros(output, count * PERF_SECTION_SIZE);
  count = 0;
  for (size_t i = 0; i < ROWS; i++) {
    if ((bitmap >> rows[i].feature & 1) == 0) {
      continue;
    }
    place[count++] = output->offset;
    if (rows[i].put != NULL) {
      rows[i].put(output, written);
    } else {
      put_text(output, rows[i].text);
    }
  }
  place[count] = output->offset;
  perf_output_seek(output, table);
  for (size_t i = 0; i < count; i++) {
    perf_put_u64(output, place[i]);
    perf_put_u64(output, place[i + 1] - place[i]);
  }
}
