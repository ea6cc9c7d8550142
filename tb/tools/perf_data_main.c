// SPDX-License-Identifier: Apache-2.0
//
// perf-data: makes a perf.data file of the bytes of records, as spu-sim makes one of a program's run. For recordings
// whose records come from elsewhere, as those of the corpus do.
#include "env/core_model.h"
#include "perf/perf_data.h"
#include "perf/perf_file.h"
#include "util/typed_number.h"
#include "util/version.h"

#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAPPINGS = 16, CHUNKS = 4096, ARGUMENTS = 64 };

static const char usage[] = "usage: perf-data --records FILE --out FILE [options]\n"
                            "Writes a perf.data file that holds the bytes of records.\n"
                            "\n"
                            "  --records FILE       the bytes, as software takes them out of the Profiling\n"
                            "                       Buffer\n"
                            "  --out FILE           the perf.data file\n"
                            "  --chunk SIZE[,lost][,collision]\n"
                            "                       the next SIZE bytes were taken at one interrupt, and\n"
                            "                       PMBSR_EL1 said that data were lost (DL), that samples\n"
                            "                       collided (COLL); again for each interrupt (default: one\n"
                            "                       of everything)\n"
                            "  --program PATH       of the program that was profiled (default: program)\n"
                            "  --argument TEXT      of the program; may be given again\n"
                            "  --pid N              of the program (default: 1000)\n"
                            "  --map ADDRESS,LENGTH,OFFSET\n"
                            "                       an executable mapping of the program's file; may be\n"
                            "                       given again\n"
                            "  --time-hz N          frequency of the timestamps (default: 1000000000)\n"
                            "  --metadata N         version of the SPE metadata: 1 (default), or 2 for perf\n"
                            "                       from 6.13 on\n"
                            "  --midr N             MIDR_EL1 of the core (default: that of no vendor's)\n"
                            "  --min-interval N     of the unit, in operations, for metadata of version 2\n"
                            "                       (default: 256)\n"
                            "  -h, --help           this text\n"
                            "  --version            the version\n"
                            "Status: 0 done; 2 wrong use, or a file that cannot be read or written.\n";

struct job {
  const char *records;
  const char *out;
  struct perf_recording recording;
  struct perf_mapping mappings[MAPPINGS];
  struct collected_chunk chunks[CHUNKS];
  const char *arguments[ARGUMENTS + 1];
  size_t argument_count;
};

static bool take_number(const char *option, const char *text, uint64_t max, uint64_t *value,
                        struct tb_error *error)
{
  return (typed_number(text, value) && *value <= max) ||
         tb_fail(error, "--%s %s: not a number of at most %" PRIu64, option, text, max);
}

// SIZE[,lost][,collision]
static bool take_chunk(struct job *job, const char *text, struct tb_error *error)
{
  const char *rest = text;
  uint64_t size = 0;
  unsigned flags = 0;
  if (job->recording.chunk_count == CHUNKS) {
    return tb_fail(error, "--chunk %s: there are %d already", text, CHUNKS);
  }
  bool good = typed_number_take(&rest, &size) && size <= SIZE_MAX;
  while (good && *rest == ',') {
    const size_t length = strcspn(rest + 1, ",");
    if (length == 4 && strncmp(rest + 1, "lost", length) == 0) {
      flags |= COLLECTED_LOST;
    } else if (length == 9 && strncmp(rest + 1, "collision", length) == 0) {
      flags |= COLLECTED_COLLISION;
    } else {
      good = false;
    }
    rest += 1 + length;
  }
  if (!good || *rest != '\0') {
    return tb_fail(error, "--chunk %s: not SIZE[,lost][,collision]", text);
  }
  job->chunks[job->recording.chunk_count++] = (struct collected_chunk){.size = (size_t)size, .flags = flags};
  return true;
}

static bool take_comma(const char **text)
{
  const bool there = **text == ',';
  *text += there ? 1 : 0;
  return there;
}

// ADDRESS,LENGTH,OFFSET
static bool take_mapping(struct job *job, const char *text, struct tb_error *error)
{
  struct perf_mapping mapping = {0};
  const char *rest = text;
  if (job->recording.mapping_count == MAPPINGS) {
    return tb_fail(error, "--map %s: there are %d already", text, MAPPINGS);
  }
  const bool good = typed_number_take(&rest, &mapping.address) && take_comma(&rest) &&
                    typed_number_take(&rest, &mapping.length) && take_comma(&rest) &&
                    typed_number_take(&rest, &mapping.file_offset);
  if (!good || *rest != '\0') {
    return tb_fail(error, "--map %s: not ADDRESS,LENGTH,OFFSET", text);
  }
  job->mappings[job->recording.mapping_count++] = mapping;
  return true;
}

static bool take_argument(struct job *job, const char *text, struct tb_error *error)
{
  if (job->argument_count == ARGUMENTS) {
    return tb_fail(error, "--argument %s: there are %d already", text, ARGUMENTS);
  }
  job->arguments[job->argument_count++] = text;
  return true;
}

static const struct option options[] = {{"records", required_argument, NULL, 'r'},
                                        {"out", required_argument, NULL, 'o'},
                                        {"chunk", required_argument, NULL, 'c'},
                                        {"program", required_argument, NULL, 'p'},
                                        {"argument", required_argument, NULL, 'a'},
                                        {"pid", required_argument, NULL, 'i'},
                                        {"map", required_argument, NULL, 'm'},
                                        {"time-hz", required_argument, NULL, 't'},
                                        {"metadata", required_argument, NULL, 'd'},
                                        {"midr", required_argument, NULL, 'M'},
                                        {"min-interval", required_argument, NULL, 'n'},
                                        {"help", no_argument, NULL, 'h'},
                                        {"version", no_argument, NULL, 'V'},
                                        {NULL, 0, NULL, 0}};

static bool take_option(struct job *job, int option, struct tb_error *error)
{
  struct perf_recording *recording = &job->recording;
  uint64_t number = 0;
  switch (option) {
  case 'r':
    job->records = optarg;
    return true;
  case 'o':
    job->out = optarg;
    return true;
  case 'c':
    return take_chunk(job, optarg, error);
  case 'p':
    recording->elf = optarg;
    return true;
  case 'a':
    return take_argument(job, optarg, error);
  case 'm':
    return take_mapping(job, optarg, error);
  case 'i':
    if (!take_number("pid", optarg, INT32_MAX, &number, error)) {
      return false;
    }
    recording->pid = (uint32_t)number;
    return true;
  case 't':
    return take_number("time-hz", optarg, UINT64_MAX, &recording->time_hz, error);
  case 'd':
    return take_number("metadata", optarg, 2, &recording->metadata, error) &&
           (recording->metadata != 0 || tb_fail(error, "--metadata 0: there are versions 1 and 2"));
  case 'M':
    return take_number("midr", optarg, UINT64_MAX, &recording->midr, error);
  case 'n':
    return take_number("min-interval", optarg, UINT64_MAX, &recording->min_interval, error);
  default:
    return tb_fail(error, "try perf-data --help");
  }
}

// Gives each chunk its bytes; all of them have to be in one.
static bool place_chunks(struct job *job, const uint8_t *data, size_t size, struct tb_error *error)
{
  struct perf_recording *recording = &job->recording;
  size_t taken = 0;
  if (recording->chunk_count == 0) {
    job->chunks[recording->chunk_count++] = (struct collected_chunk){.size = size};
  }
  for (size_t i = 0; i < recording->chunk_count; i++) {
    struct collected_chunk *chunk = &job->chunks[i];
    if (chunk->size > size - taken) {
      return tb_fail(error, "%s: %zu bytes, which end in chunk %zu", job->records, size, i + 1);
    }
    chunk->data = data + taken;
    taken += chunk->size;
  }
  return taken == size ||
         tb_fail(error, "%s: %zu bytes, of which %zu are in chunks", job->records, size, taken);
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
  job->recording = (struct perf_recording){.elf = "program",
                                           .pid = 1000,
                                           .mappings = job->mappings,
                                           .chunks = job->chunks,
                                           .time_hz = 1000000000,
                                           .arguments = job->arguments,
                                           .midr = core_model_default.midr,
                                           .metadata = 1,
                                           .min_interval = 256};
  bool ok = true;
  bool asked = false;
  opterr = 0;
  for (int option = 0; ok && !asked && (option = getopt_long(argc, argv, "h", options, NULL)) != -1;) {
    if (option == 'h' || option == 'V') {
      asked = true;
      ok = fputs(option == 'h' ? usage : VERSION_TEXT("perf-data"), stdout) >= 0 && fflush(stdout) == 0;
    } else {
      ok = option == '?' ? tb_fail(&error, "%s: no such option, or one without its value", argv[optind - 1])
                         : take_option(job, option, &error);
    }
  }
  if (ok && !asked) {
    const char *slash = strrchr(job->recording.elf, '/');
    job->recording.comm = slash != NULL ? slash + 1 : job->recording.elf;
    ok = (optind == argc || tb_fail(&error, "%s: not an option", argv[optind])) &&
         ((job->records != NULL && job->out != NULL) || tb_fail(&error, "--records and --out are needed")) &&
         write_file(job, &error);
  }
  if (!ok) {
    (void)fprintf(stderr, "perf-data: %s\n",
                  error.text[0] != '\0' ? error.text : "standard output cannot be written");
  }
  free(job);
  return ok ? 0 : 2;
}
