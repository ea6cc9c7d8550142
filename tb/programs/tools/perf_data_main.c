// SPDX-License-Identifier: Apache-2.0
//
// perf-data: makes a perf.data file from the bytes of records, like spu-sim from a program's run. For recordings whose
// records come from elsewhere, such as those of the corpus.
#include "programs/core/core_model.h"
#include "programs/perf/perf_data.h"
#include "programs/perf/perf_file.h"
#include "unit/util/options.h"
#include "unit/util/typed_number.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAPPINGS = 16, CHUNKS = 4096, ARGUMENTS = 64 };

struct job {
  const char *records;
  const char *out;
  struct perf_recording recording;
  struct perf_mapping mappings[MAPPINGS];
  struct aux_chunk chunks[CHUNKS];
  const char *arguments[ARGUMENTS + 1];
  size_t argument_count;
  uint64_t pid;
};

// SIZE[,lost][,collision]
static bool take_chunk(void *options, const char *text, struct tb_error *error)
{
  struct job *job = options;
  const char *rest = text;
  uint64_t size = 0;
  unsigned flags = 0;
  if (job->recording.chunk_count == CHUNKS) {
    return tb_fail(error, "%s: more than %d chunks", text, CHUNKS);
  }
  bool good = typed_number_take(&rest, &size) && size <= SIZE_MAX;
  while (good && *rest == ',') {
    const size_t length = strcspn(rest + 1, ",");
    if (length == 4 && strncmp(rest + 1, "lost", length) == 0) {
      flags |= AUX_DATA_LOST;
    } else if (length == 9 && strncmp(rest + 1, "collision", length) == 0) {
      flags |= AUX_DATA_COLLISION;
    } else {
      good = false;
    }
    rest += 1 + length;
  }
  if (!good || *rest != '\0') {
    return tb_fail(error, "%s: not SIZE[,lost][,collision]", text);
  }
  job->chunks[job->recording.chunk_count++] = (struct aux_chunk){.size = (size_t)size, .flags = flags};
  return true;
}

static bool take_comma(const char **text)
{
  const bool there = **text == ',';
  *text += there ? 1 : 0;
  return there;
}

// ADDRESS,LENGTH,OFFSET
static bool take_mapping(void *options, const char *text, struct tb_error *error)
{
  struct job *job = options;
  struct perf_mapping mapping = {0};
  const char *rest = text;
  if (job->recording.mapping_count == MAPPINGS) {
    return tb_fail(error, "%s: more than %d mappings", text, MAPPINGS);
  }
  const bool good = typed_number_take(&rest, &mapping.address) && take_comma(&rest) &&
                    typed_number_take(&rest, &mapping.length) && take_comma(&rest) &&
                    typed_number_take(&rest, &mapping.file_offset);
  if (!good || *rest != '\0') {
    return tb_fail(error, "%s: not ADDRESS,LENGTH,OFFSET", text);
  }
  job->mappings[job->recording.mapping_count++] = mapping;
  return true;
}

static bool take_argument(void *options, const char *text, struct tb_error *error)
{
  struct job *job = options;
  if (job->argument_count == ARGUMENTS) {
    return tb_fail(error, "%s: more than %d arguments", text, ARGUMENTS);
  }
  job->arguments[job->argument_count++] = text;
  return true;
}

static const struct option_row rows[] = {
    {"records", 0, "FILE", OPTION_TEXT_AT(struct job, records),
     .help = "the bytes, as software takes them from the Profiling Buffer"},
    {"out", 0, "FILE", OPTION_TEXT_AT(struct job, out), .help = "the perf.data file"},
    {"chunk", 0, "SIZE[,lost][,collision]", OPTION_TAKE_BY(take_chunk),
     .help =
         "the next SIZE bytes were taken at one interrupt, at which data were lost (PMBSR_EL1.DL) or samples "
         "collided (COLL); once for each interrupt (default: one chunk with everything)"},
    {"program", 0, "PATH", OPTION_TEXT_AT(struct job, recording.elf),
     .help = "path of the profiled program (default: program)"},
    {"argument", 0, "TEXT", OPTION_TAKE_BY(take_argument), .help = "argument of the program; repeatable"},
    {"pid", 0, "N", OPTION_NUMBER_AT(struct job, pid), .help = "process ID of the program (default: 1000)"},
    {"map", 0, "ADDRESS,LENGTH,OFFSET", OPTION_TAKE_BY(take_mapping),
     .help = "an executable mapping of the program's file; repeatable"},
    {"time-hz", 0, "N", OPTION_NUMBER_AT(struct job, recording.time_hz),
     .help = "frequency of the timestamps (default: 1000000000)"},
    {"metadata", 0, "N", OPTION_NUMBER_AT(struct job, recording.metadata),
     .help = "version of the SPE metadata: 1 (default), or 2 for perf 6.13 and later"},
    {"midr", 0, "N", OPTION_NUMBER_AT(struct job, recording.midr),
     .help = "MIDR_EL1 of the core (default: no vendor's)"},
    {"min-interval", 0, "N", OPTION_NUMBER_AT(struct job, recording.min_interval),
     .help = "the unit's minimum interval in operations, for metadata of version 2 (default: 256)"}};

static const struct option_program program = {
    .name = "perf-data",
    .usage = "--records FILE --out FILE [options]",
    .about = "Writes a perf.data file that holds the bytes of records.\n\n",
    .status = "Status: 0 done; 2 wrong use, or a file that cannot be read or written.\n",
    .rows = rows,
    .count = sizeof rows / sizeof rows[0]};

// Checks the options together.
static bool check(const struct job *job, const char *argument, struct tb_error *error)
{
  if (argument != NULL) {
    return tb_fail(error, "%s: not an option", argument);
  }
  if (job->records == NULL || job->out == NULL) {
    return tb_fail(error, "--records or --out is missing");
  }
  if (job->pid > INT32_MAX) {
    return tb_fail(error, "--pid: %" PRIu64 " is more than %d", job->pid, INT32_MAX);
  }
  return job->recording.metadata == 1 || job->recording.metadata == 2 ||
         tb_fail(error, "--metadata: %" PRIu64 " must be 1 or 2", job->recording.metadata);
}

// Assigns the bytes to the chunks; every byte must be in one.
static bool place_chunks(struct job *job, const uint8_t *data, size_t size, struct tb_error *error)
{
  struct perf_recording *recording = &job->recording;
  size_t taken = 0;
  if (recording->chunk_count == 0) {
    job->chunks[recording->chunk_count++] = (struct aux_chunk){.size = size};
  }
  for (size_t i = 0; i < recording->chunk_count; i++) {
    struct aux_chunk *chunk = &job->chunks[i];
    if (chunk->size > size - taken) {
      return tb_fail(error, "%s: %zu bytes end inside chunk %zu", job->records, size, i + 1);
    }
    chunk->data = data + taken;
    taken += chunk->size;
  }
  return taken == size || tb_fail(error, "%s: %zu bytes, but only %zu in chunks", job->records, size, taken);
}

static bool write_file(struct job *job, struct tb_error *error)
{
  size_t size = 0;
  uint8_t *data = perf_file_read(job->records, job->records, &size, error);
  const bool ok = data != NULL && place_chunks(job, data, size, error) &&
                  perf_data_write(job->out, &job->recording, error);
  free(data);
  return ok;
}

int main(int argc, char **argv)
{
  struct tb_error error = {""};
  struct job *job = calloc(1, sizeof *job);
  if (job == NULL) {
    (void)fputs("perf-data: out of memory\n", stderr);
    return 2;
  }
  job->pid = 1000;
  job->recording = (struct perf_recording){.elf = "program",
                                           .mappings = job->mappings,
                                           .chunks = job->chunks,
                                           .time_hz = 1000000000,
                                           .arguments = job->arguments,
                                           .midr = core_model_default.midr,
                                           .metadata = 1,
                                           .min_interval = 256};
  const int first = options_parse(&program, argc, argv, job, NULL, &error);
  bool ok = first != 0 && check(job, argv[first], &error);
  if (ok) {
    const char *slash = strrchr(job->recording.elf, '/');
    job->recording.comm = slash != NULL ? slash + 1 : job->recording.elf;
    job->recording.pid = (uint32_t)job->pid;
    ok = write_file(job, &error);
  }
  if (!ok) {
    (void)fprintf(stderr, "perf-data: %s\n", error.text);
  }
  free(job);
  return ok ? 0 : 2;
}
