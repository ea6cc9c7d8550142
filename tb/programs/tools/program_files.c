// SPDX-License-Identifier: Apache-2.0
#include "programs/tools/program_files.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "programs/perf/perf_file.h"
#include "unit/util/shell_words.h"

enum { WAKEUP = 2 << 20 };  // half of perf record's buffer for root

static bool read_build_id(struct program_files *files, struct tb_error *error)
{
  size_t size = 0;
  uint8_t *bytes = perf_file_read(files->elf, files->elf, &size, error);
  const bool read = bytes != NULL;
  if (read) {
    files->build_id_size = perf_elf_build_id(bytes, size, files->build_id);
  }
  free(bytes);
  return read;
}

bool program_files_open(struct program_files *files, const char *elf, const char *arguments,
                        struct tb_error *error)
{
  files->elf = elf;
  files->arguments = arguments;
  files->mapping_count = perf_elf_mappings(elf, files->mappings, PROGRAM_MAPPINGS, &files->entry, error);
  return files->mapping_count != 0 && read_build_id(files, error) &&
         functions_read(&files->functions, elf, error);
}

void program_files_free(struct program_files *files)
{
  functions_free(&files->functions);
}

static void count_pc(void *context, uint64_t pc, const struct code_entry *code)
{
  struct function *function = functions_find(context, pc);
  function->executed += code->executed;
  function->time += code->time;
}

// Moves the addresses from the program's file to those at which the program was loaded.
static bool place_program(struct program_files *files, const struct sim_source *source,
                          struct tb_error *error)
{
  uint64_t start = 0;
  if (!sim_source_start(source, &start)) {
    return tb_fail(error, "%s: executed nothing", files->elf);
  }
  const uint64_t bias = start - files->entry;
  for (size_t i = 0; i < files->mapping_count; i++) {
    files->mappings[i].address += bias;
  }
  functions_move(&files->functions, bias);
  return true;
}

// PMSIDR_EL1.Interval in operations (Arm ARM D24.7.14).
static uint64_t operations_of(uint32_t encoded)
{
  static const uint16_t operations[] = {256, 0, 512, 768, 1024, 1536, 2048, 3072, 4096};
  return encoded < sizeof operations / sizeof operations[0] ? operations[encoded] : 0;
}

static void write_truth_row(void *context, uint64_t pc, const struct code_entry *code)
{
  (void)fprintf(context, "0x%" PRIx64 ",%" PRIu64 ",%" PRIu64 ",%d\n", pc, code->executed, code->time,
                code->class.branch || code->class.exception);
}

// What a profile of time is compared with: a row for each instruction.
static bool write_truth(const struct stimulus *stimulus, struct output *output, struct tb_error *error)
{
  FILE *truth = output_add(output, "truth.csv", error);
  if (truth == NULL) {
    return false;
  }
  (void)fputs("pc,executed,cycles,branch\n", truth);
  program_each_pc(stimulus, write_truth_row, truth);
  return true;
}

// Writes a file of perf's. Its errors name the temporary name of its absolute path.
static bool write_perf(bool (*write)(const char *path, const struct perf_recording *recording,
                                     struct tb_error *error),
                       const char *name, const struct perf_recording *recording, struct output *output,
                       struct tb_error *error)
{
  const char *path = NULL;
  struct tb_error cause = {""};
  if (!output_add_path(output, name, &path, error)) {
    return false;
  }
  if (write(path, recording, &cause)) {
    return true;
  }
  const size_t named = strncmp(cause.text, path, strlen(path)) == 0 ? strlen(path) : 0;
  return tb_fail(error, "%.400s/%s%s%.200s", output->directory, name, named != 0 ? "" : ": ",
                 cause.text + named);
}

bool program_files_write(struct program_files *files, const struct sim_source *source,
                         const struct program_files_options *options, struct output *output,
                         struct tb_error *error)
{
  if (!place_program(files, source, error)) {
    return false;
  }
  const struct stimulus *stimulus = &source->stimulus;
  const size_t count = program_chunk_count(stimulus);
  struct aux_chunk *chunks = calloc(count + 1, sizeof *chunks);
  FILE *records = output_add(output, "records.spe", error);
  bool ok = chunks != NULL && records != NULL;
  for (size_t i = 0; ok && i < count; i++) {
    chunks[i] = program_chunk(stimulus, i);
    ok = fwrite(chunks[i].data, 1, chunks[i].size, records) == chunks[i].size ||
         tb_fail(error, "%s/records.spe: cannot write: %s", output->directory, strerror(errno));
    ok = ok &&
         (functions_count_samples(&files->functions, chunks[i].data, chunks[i].size, options->interval) ||
          tb_fail(error, "records.spe: chunk %zu of the Profiling Buffer is not a sequence of records", i));
  }
  program_each_pc(stimulus, count_pc, &files->functions);
  functions_sort(&files->functions);
  bool unclosed = false;  // checked when the program was started
  char **arguments = shell_words(files->arguments, &unclosed);
  ok = ok && arguments != NULL;
  const struct core_model *model = options->model != NULL ? options->model : &core_model_default;
  const char *slash = strrchr(files->elf, '/');
  const struct perf_recording recording = {.comm = slash != NULL ? slash + 1 : files->elf,
                                           .elf = files->elf,
                                           .pid = SIM_WORKLOAD_PID,
                                           .mappings = files->mappings,
                                           .mapping_count = files->mapping_count,
                                           .chunks = chunks,
                                           .chunk_count = count,
                                           .time_hz = PROGRAM_TIME_HZ,
                                           .arguments = (const char *const *)arguments,
                                           .build_id = files->build_id,
                                           .build_id_size = files->build_id_size,
                                           .midr = model->midr,
                                           .metadata = options->metadata,
                                           .min_interval = operations_of(options->config->min_interval),
                                           .wakeup = WAKEUP,
                                           .interval = options->interval};
  ok = ok && write_perf(perf_data_write, "perf.data", &recording, output, error);
  if (options->config->exposed_latency) {
    ok = ok && write_perf(perf_time_write, "time.data", &recording, output, error) &&
         write_truth(stimulus, output, error);
  }
  free((void *)arguments);
  free(chunks);
  return ok || tb_fail(error, "out of memory");
}

bool program_files_check(const struct program_files *files, const struct sim_source *source,
                         struct tb_error *error)
{
  const struct program_report report = program_get_report(&source->stimulus);
  uint64_t time = report.core.empty + report.core.stopped;
  for (size_t i = 0; i < files->functions.count; i++) {
    time += files->functions.function[i].time;
  }
  return time == report.clocks ||
         tb_fail(error, "exposed time: the core attributed %" PRIu64 " cycles, and ran for %" PRIu64, time,
                 report.clocks);
}
