// SPDX-License-Identifier: Apache-2.0
#include "perf/perf_header.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

#include "perf/perf_format.h"
#include "perf/perf_reader.h"

enum {
  LABEL_WIDTH = 14,
  MEMORY_BLOCKS_SHOWN = 16,
  METADATA_HEADER_WORDS = 4,  // of version 2: version, words in this header, PMU, CPUs
  METADATA_CPU_WORDS = 3,     // then of each CPU: mark, number, parameters that follow
  METADATA_PARAMETERS = 3,    // those that are known: MIDR_EL1, PMU, minimum interval
  METADATA_FIRST_SIZE = 16
};

// What is left of one feature. The first failure stays.
struct reader {
  FILE *out;  // null: it is only checked
  const uint8_t *file;
  const char *name;   // of the file
  const char *label;  // of the feature
  size_t at;
  size_t end;
  uint64_t cpus;  // that NRCPUS says are available
  bool failed;
  struct tb_error *error;
};

static void fail(struct reader *reader, const char *what)
{
  if (!reader->failed) {
    reader->failed = true;
    (void)tb_fail(reader->error, "%s: offset 0x%zx: the feature %s %s", reader->name, reader->at,
                  reader->label, what);
  }
}

// 0 if there is no such number.
static uint64_t number(struct reader *reader, size_t size)
{
  if (reader->failed || reader->end - reader->at < size) {
    fail(reader, "ends inside a number");
    return 0;
  }
  const uint64_t value = perf_get_number(reader->file + reader->at, size);
  reader->at += size;
  return value;
}

static const char *terminated(struct reader *reader, uint64_t length)
{
  if (reader->failed || length > reader->end - reader->at) {
    fail(reader, "has a string that is longer than what is left of it");
    return "";
  }
  const char *text = (const char *)reader->file + reader->at;
  if (memchr(text, '\0', (size_t)length) == NULL) {
    fail(reader, "has a string without an end");
    return "";
  }
  reader->at += (size_t)length;
  return text;
}

static const char *string(struct reader *reader)
{
  return terminated(reader, number(reader, 4));
}

static void print(const struct reader *reader, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void print(const struct reader *reader, const char *format, ...)
{
  if (reader->out != NULL) {
    va_list arguments;
    va_start(arguments, format);
    (void)vfprintf(reader->out, format, arguments);
    va_end(arguments);
  }
}

static void label(const struct reader *reader, const char *text)
{
  print(reader, "%-*s ", LABEL_WIDTH, text);
}

// What would move a terminal's cursor is shown as a number.
static void print_text(const struct reader *reader, const char *text)
{
  for (; *text != '\0'; text++) {
    const unsigned char byte = (unsigned char)*text;
    print(reader, byte >= 0x80 || isprint(byte) ? "%c" : "\\x%02x", byte);
  }
}

static void read_string(struct reader *reader)
{
  const char *text = string(reader);
  label(reader, reader->label);
  print_text(reader, text);
  print(reader, "\n");
}

static void read_build_ids(struct reader *reader)
{
  while (!reader->failed && reader->at < reader->end) {
    const size_t start = reader->at;
    (void)number(reader, 4);  // type
    const uint64_t misc = number(reader, 2);
    const uint64_t size = number(reader, 2);
    (void)number(reader, 4);  // machine
    if (size < PERF_BUILD_ID_NAME || size > reader->end - start) {
      fail(reader, "has an entry that is too short, or longer than what is left of it");
      return;
    }
    const uint8_t *id = reader->file + reader->at;
    size_t bytes = PERF_BUILD_ID_MAX;
    if ((misc & PERF_MISC_BUILD_ID_SIZE) != 0) {
      bytes = id[PERF_BUILD_ID_MAX];
    }
    if (bytes > PERF_BUILD_ID_MAX) {
      fail(reader, "has a build ID of more than 20 bytes");
      return;
    }
    reader->at = start + PERF_BUILD_ID_NAME;
    const char *path = terminated(reader, size - PERF_BUILD_ID_NAME);
    label(reader, reader->label);
    for (size_t i = 0; i < bytes; i++) {
      print(reader, "%02x", id[i]);
    }
    print(reader, " ");
    print_text(reader, path);
    print(reader, "\n");
  }
}

static void read_cpus(struct reader *reader)
{
  reader->cpus = number(reader, 4);
  const uint64_t online = number(reader, 4);
  label(reader, reader->label);
  print(reader, "%" PRIu64 " available, %" PRIu64 " online\n", reader->cpus, online);
}

static void read_memory(struct reader *reader)
{
  const uint64_t kilobytes = number(reader, 8);
  label(reader, reader->label);
  print(reader, "%" PRIu64 " kB\n", kilobytes);
}

// Words are separated by blanks; one with a blank in it is quoted.
static void read_command(struct reader *reader)
{
  const uint64_t count = number(reader, 4);
  label(reader, reader->label);
  for (uint64_t i = 0; i < count && !reader->failed; i++) {
    const char *word = string(reader);
    const char *quote = word[0] == '\0' || strpbrk(word, " \t\"") != NULL ? "\"" : "";
    print(reader, "%s%s", i == 0 ? "" : " ", quote);
    print_text(reader, word);
    print(reader, "%s", quote);
  }
  print(reader, "\n");
}

static void read_events(struct reader *reader)
{
  const uint64_t count = number(reader, 4);
  const uint64_t size = number(reader, 4);
  for (uint64_t i = 0; i < count && !reader->failed; i++) {
    const size_t attribute = reader->at;
    if (size < 48 || size > reader->end - reader->at) {
      fail(reader, "has an attribute that is too short, or longer than what is left of it");
      return;
    }
    reader->at += (size_t)size;
    const uint64_t ids = number(reader, 4);
    const char *text = string(reader);
    label(reader, reader->label);
    print_text(reader, text);
    print(reader, ": type %" PRIu64 ", config 0x%" PRIx64 ", ID",
          perf_get_number(reader->file + attribute, 4), perf_get_number(reader->file + attribute + 8, 8));
    for (uint64_t j = 0; j < ids && !reader->failed; j++) {
      print(reader, " %" PRIu64, number(reader, 8));
    }
    print(reader, "\n");
  }
}

static void read_lists(struct reader *reader, const char *what)
{
  const uint64_t count = number(reader, 4);
  for (uint64_t i = 0; i < count && !reader->failed; i++) {
    const char *cpus = string(reader);
    label(reader, what);
    print(reader, "CPUs ");
    print_text(reader, cpus);
    print(reader, "\n");
  }
}

// Cores and packages of the CPUs, and dies, came later: a file may end before each.
static void read_cpu_topology(struct reader *reader)
{
  read_lists(reader, "package");
  read_lists(reader, "core");
  if (reader->failed || reader->at == reader->end) {
    return;
  }
  for (uint64_t i = 0; i < reader->cpus && !reader->failed; i++) {
    const uint64_t core = number(reader, 4);
    const uint64_t package = number(reader, 4);
    label(reader, "cpu");
    print(reader, "%" PRIu64 ": core %" PRIu64 ", package %" PRIu64 "\n", i, core, package);
  }
  if (reader->failed || reader->at == reader->end) {
    return;
  }
  read_lists(reader, "die");
  for (uint64_t i = 0; i < reader->cpus && !reader->failed; i++) {
    (void)number(reader, 4);
  }
}

static void read_numa_topology(struct reader *reader)
{
  const uint64_t count = number(reader, 4);
  for (uint64_t i = 0; i < count && !reader->failed; i++) {
    const uint64_t node = number(reader, 4);
    const uint64_t total = number(reader, 8);
    const uint64_t available = number(reader, 8);
    const char *cpus = string(reader);
    label(reader, "node");
    print(reader, "%" PRIu64 ": %" PRIu64 " kB, %" PRIu64 " kB free, CPUs ", node, total, available);
    print_text(reader, cpus);
    print(reader, "\n");
  }
}

static void read_pmus(struct reader *reader)
{
  const uint64_t count = number(reader, 4);
  for (uint64_t i = 0; i < count && !reader->failed; i++) {
    const uint64_t type = number(reader, 4);
    const char *text = string(reader);
    label(reader, "pmu");
    print(reader, "%" PRIu64 " ", type);
    print_text(reader, text);
    print(reader, "\n");
  }
}

static void read_auxtrace(struct reader *reader)
{
  const uint64_t count = number(reader, 8);
  for (uint64_t i = 0; i < count && !reader->failed; i++) {
    (void)number(reader, 8);  // place and size of a record
    (void)number(reader, 8);
  }
  label(reader, reader->label);
  print(reader, "%" PRIu64 " records\n", count);
}

static void read_sample_time(struct reader *reader)
{
  const uint64_t second = 1000000000;
  const uint64_t first = number(reader, 8);
  const uint64_t last = number(reader, 8);
  label(reader, reader->label);
  print(reader, "%" PRIu64 ".%09" PRIu64 " to %" PRIu64 ".%09" PRIu64 " s\n", first / second, first % second,
        last / second, last % second);
}

static void read_memory_topology(struct reader *reader)
{
  const uint64_t version = number(reader, 8);
  const uint64_t block = number(reader, 8);
  const uint64_t nodes = number(reader, 8);
  if (!reader->failed && version != 1) {
    fail(reader, "is of a version that is not known");
  }
  for (uint64_t i = 0; i < nodes && !reader->failed; i++) {
    const uint64_t node = number(reader, 8);
    (void)number(reader, 8);  // blocks up to the last
    const uint64_t bits = number(reader, 8);
    label(reader, "memory");
    print(reader, "node %" PRIu64 ", of blocks of 0x%" PRIx64 " bytes:", node, block);
    uint64_t found = 0;
    for (uint64_t at = 0; at < bits && !reader->failed; at += 64) {
      const uint64_t word = number(reader, 8);
      for (unsigned bit = 0; bit < 64; bit++) {
        found += word >> bit & 1;
        if ((word >> bit & 1) != 0 && found <= MEMORY_BLOCKS_SHOWN) {
          print(reader, " %" PRIu64, at + bit);
        }
      }
    }
    if (found > MEMORY_BLOCKS_SHOWN) {
      print(reader, " and %" PRIu64 " more", found - MEMORY_BLOCKS_SHOWN);
    }
    print(reader, "\n");
  }
}

// What perf record writes; by bit number. Without a function, only the size is told.
static const struct feature {
  const char *label;
  void (*read)(struct reader *reader);
} features[] = {
    [1] = {"tracing data", NULL},
    [PERF_FEATURE_BUILD_ID] = {"build id", read_build_ids},
    [PERF_FEATURE_HOSTNAME] = {"hostname", read_string},
    [PERF_FEATURE_OSRELEASE] = {"os release", read_string},
    [PERF_FEATURE_VERSION] = {"perf version", read_string},
    [PERF_FEATURE_ARCH] = {"arch", read_string},
    [PERF_FEATURE_NRCPUS] = {"cpus", read_cpus},
    [PERF_FEATURE_CPUDESC] = {"cpu name", read_string},
    [PERF_FEATURE_CPUID] = {"cpu id", read_string},
    [PERF_FEATURE_TOTAL_MEM] = {"total memory", read_memory},
    [PERF_FEATURE_CMDLINE] = {"command", read_command},
    [PERF_FEATURE_EVENT_DESC] = {"event", read_events},
    [PERF_FEATURE_CPU_TOPOLOGY] = {"cpu topology", read_cpu_topology},
    [PERF_FEATURE_NUMA_TOPOLOGY] = {"numa topology", read_numa_topology},
    [15] = {"branch stack", NULL},
    [PERF_FEATURE_PMU_MAPPINGS] = {"pmu mappings", read_pmus},
    [17] = {"groups", NULL},
    [PERF_FEATURE_AUXTRACE] = {"auxtrace", read_auxtrace},
    [19] = {"stat", NULL},
    [20] = {"cache", NULL},
    [PERF_FEATURE_SAMPLE_TIME] = {"sample time", read_sample_time},
    [PERF_FEATURE_MEM_TOPOLOGY] = {"mem topology", read_memory_topology},
};
enum { FEATURES = sizeof features / sizeof features[0] };

static void read_feature(struct reader *reader, unsigned bit)
{
  char text[32];
  const bool known = bit < FEATURES && features[bit].label != NULL;
  (void)snprintf(text, sizeof text, "feature %u", bit);
  reader->label = known ? features[bit].label : text;
  if (known && features[bit].read != NULL) {
    features[bit].read(reader);
    if (!reader->failed && reader->at != reader->end) {
      fail(reader, "has bytes behind its contents");
    }
  } else {
    label(reader, reader->label);
    print(reader, "%zu bytes\n", reader->end - reader->at);
  }
  reader->label = "";
}

// The sections of the features follow the data, one for each bit.
static bool read_features(struct reader *reader, size_t table, size_t size)
{
  for (unsigned bit = 0; bit < PERF_FEATURE_LIMIT; bit++) {
    if ((reader->file[PERF_HEADER_FEATURES + bit / 8] >> bit % 8 & 1) == 0) {
      continue;
    }
    if (size - table < PERF_SECTION_SIZE) {
      return tb_fail(reader->error, "%s: offset 0x%zx: the file ends inside the table of the features",
                     reader->name, table);
    }
    const uint64_t offset = perf_get_number(reader->file + table, 8);
    const uint64_t length = perf_get_number(reader->file + table + 8, 8);
    if (offset > size || length > size - offset) {
      return tb_fail(reader->error,
                     "%s: offset 0x%zx: the feature %u (0x%" PRIx64 " bytes at 0x%" PRIx64
                     ") is not inside the file (0x%zx bytes)",
                     reader->name, table, bit, length, offset, size);
    }
    table += PERF_SECTION_SIZE;
    reader->at = (size_t)offset;
    reader->end = (size_t)(offset + length);
    read_feature(reader, bit);
    if (reader->failed) {
      return false;
    }
  }
  return true;
}

static void read_second_metadata(struct reader *reader)
{
  const uint64_t version = number(reader, 8);
  const uint64_t words = number(reader, 8);
  (void)number(reader, 8);  // PMU
  const uint64_t cpus = number(reader, 8);
  label(reader, reader->label);
  print(reader, "version %" PRIu64 "\n", version);
  if (!reader->failed &&
      (words < METADATA_HEADER_WORDS || words - METADATA_HEADER_WORDS > (reader->end - reader->at) / 8)) {
    fail(reader, "has a header that is too short, or longer than what is left of it");
    return;
  }
  reader->at += reader->failed ? 0 : 8 * (size_t)(words - METADATA_HEADER_WORDS);
  for (uint64_t i = 0; i < cpus && !reader->failed; i++) {
    (void)number(reader, 8);
    const uint64_t cpu = number(reader, 8);
    const uint64_t parameters = number(reader, 8);
    if (!reader->failed &&
        (parameters < METADATA_PARAMETERS || parameters > (reader->end - reader->at) / 8)) {
      fail(reader, "has too few parameters of a CPU, or more than what is left of it");
      return;
    }
    const uint64_t midr = number(reader, 8);
    (void)number(reader, 8);  // PMU
    const uint64_t interval = number(reader, 8);
    reader->at += reader->failed ? 0 : 8 * (size_t)(parameters - METADATA_PARAMETERS);
    label(reader, "spe cpu");
    print(reader, "%" PRIu64 ": MIDR_EL1 0x%" PRIx64 ", minimum interval %" PRIu64 "\n", cpu, midr, interval);
  }
}

// The record AUXTRACE_INFO.
static bool read_metadata(struct reader *reader, size_t start, size_t end)
{
  struct perf_event event = {0};
  for (size_t offset = start; offset < end; offset += event.size) {
    if (!perf_get_event(reader->file, offset, end, reader->name, &event, reader->error)) {
      return false;
    }
    if (event.type != PERF_RECORD_AUXTRACE_INFO) {
      continue;
    }
    reader->label = "spe metadata";
    reader->at = offset + PERF_EVENT_HEADER_SIZE;
    reader->end = offset + event.size;
    (void)number(reader, 8);  // the kind, and nothing
    if (!reader->failed && reader->end - reader->at == METADATA_FIRST_SIZE) {
      label(reader, reader->label);
      print(reader, "version 1\n");
      reader->at = reader->end;
    } else if (!reader->failed) {
      read_second_metadata(reader);
      if (!reader->failed && reader->at != reader->end) {
        fail(reader, "has bytes behind its contents");
      }
    }
    if (reader->failed) {
      return false;
    }
  }
  return true;
}

bool perf_header_print(FILE *out, const uint8_t *file, size_t size, const char *name, struct tb_error *error)
{
  size_t start = 0;
  size_t end = 0;
  if (!perf_find_data(file, size, name, &start, &end, error)) {
    return false;
  }
  FILE *const outputs[] = {NULL, out};
  bool ok = true;
  for (size_t i = 0; i < 2 && ok; i++) {
    struct reader reader = {.out = outputs[i], .file = file, .name = name, .label = "", .error = error};
    ok = read_features(&reader, end, size) && read_metadata(&reader, start, end);
  }
  return ok;
}
