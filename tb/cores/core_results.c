// SPDX-License-Identifier: Apache-2.0
#include "cores/core_results.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "programs/perf/perf_data.h"
#include "unit/util/json.h"

enum { MAPPINGS = 16 };

bool core_results_sink(void *context, const uint8_t *data, size_t size)
{
  struct core_results *results = context;
  uint8_t *to = aux_data_reserve(&results->committed, size);
  if (to != NULL) {
    memcpy(to, data, size);
  }
  results->out_of_memory = to == NULL || !aux_data_close(&results->committed, size, 0);
  return !results->out_of_memory;
}

static bool lost_any(const struct aux_data *aux_data)
{
  for (size_t n = 0; n < aux_data->chunk_count; n++) {
    if ((aux_data->ends[n].flags & AUX_DATA_LOST) != 0) {
      return true;
    }
  }
  return false;
}

bool core_results_ended(const struct core_system *system, bool decided, struct tb_error *error)
{
  if (system->status == CORE_GAVE_UP) {
    return tb_fail(error, "the supervisor could not continue: see its last line");
  }
  return system->status == 0 || tb_fail(error, "the program ended with status %" PRIu64 "%s", system->status,
                                        decided ? ", without a mismatch" : " before a record was checked");
}

bool core_results_check(const struct core_results *results, struct tb_error *error)
{
  const struct aux_data *taken = &results->system->aux_data;
  if (taken->size != results->committed.size) {
    return tb_fail(error, "software took %zu bytes of records, but the unit wrote %zu%s", taken->size,
                   results->committed.size, lost_any(taken) ? " (with data loss)" : "");
  }
  return taken->size == 0 || memcmp(taken->bytes, results->committed.bytes, taken->size) == 0 ||
         tb_fail(error, "software took bytes that differ from those that the unit wrote");
}

// ---------------------------------------------------------------------------------------------------------
// Files

static uint64_t operations_between(const struct core_results *results)
{
  const uint64_t *param = results->options->param;
  return perf_operations_between(&results->checker->options.config, param[CORE_INTERVAL],
                                 (param[CORE_OPTIONS] & CORE_PERTURB) != 0);
}

static bool write_perf_data(const struct core_results *results, struct output *output, struct tb_error *error)
{
  const struct aux_data *aux_data = &results->system->aux_data;
  struct perf_mapping mappings[MAPPINGS];
  uint64_t entry = 0;
  const char *path = NULL;
  const char *elf = results->options->program;
  const size_t mapping_count = perf_elf_mappings_riscv(elf, mappings, MAPPINGS, &entry, error);
  struct aux_chunk *chunks = calloc(aux_data->chunk_count + 1, sizeof *chunks);
  if (mapping_count == 0 || chunks == NULL || !output_add_path(output, "perf.data", &path, error)) {
    free(chunks);
    return false;
  }
  for (size_t n = 0; n < aux_data->chunk_count; n++) {
    chunks[n] = aux_chunk(aux_data, n);
  }
  const char *slash = strrchr(elf, '/');
  const struct perf_recording recording = {.comm = slash != NULL ? slash + 1 : elf,
                                           .elf = elf,
                                           .pid = CORE_PID,
                                           .mappings = mappings,
                                           .mapping_count = mapping_count,
                                           .chunks = chunks,
                                           .chunk_count = aux_data->chunk_count,
                                           .time_hz = CORE_TIME_HZ,
                                           .midr = 0,
                                           .metadata = 1,
                                           .interval = operations_between(results)};
  const bool time = results->checker->options.config.exposed_latency;
  const bool written = perf_data_write(path, &recording, error) &&
                       (!time || (output_add_path(output, "time.data", &path, error) &&
                                  perf_time_write(path, &recording, error)));
  free(chunks);
  return written;
}

static void write_json(const struct core_results *results, FILE *stream)
{
  const struct core_sim_options *options = results->options;
  const struct run_counts *counts = &results->counts;
  struct json json = json_writer(stream);
  json_object(&json, NULL, JSON_LINES);
  json_text(&json, "config", results->config_name);
  json_text(&json, "program", options->program);
  json_number(&json, "seed", options->seed);
  json_number(&json, "interval", options->param[CORE_INTERVAL]);
  json_number(&json, "options", options->param[CORE_OPTIONS]);
  json_number(&json, "buffer", options->param[CORE_BUFFER_SIZE]);
  json_number(&json, "late", options->param[CORE_LATE]);
  json_number(&json, "status", results->system->status);
  json_number(&json, "cycles", results->cycles);
  json_number(&json, "samples", counts->samples);
  json_number(&json, "collisions", counts->collisions);
  json_number(&json, "records", counts->records);
  json_number(&json, "bytes", counts->bytes);
  json_number(&json, "taken", results->system->aux_data.size);
  json_number(&json, "chunks", results->system->aux_data.chunk_count);
  json_number(&json, "events", counts->events);
  core_checker_json(results->checker, &json, "checker");
  json_number(&json, "compared", results->compared);
  json_number(&json, "mismatches", 0);
  json_real(&json, "cycles_per_second", (double)results->cycles / results->seconds, 0);
  core_histogram_json(&results->checker->histogram, &json);
  json_end(&json);
}

// Nothing without exposed latency, where truth is null.
static bool write_truth(const struct core_truth *truth, struct output *output, struct tb_error *error)
{
  if (truth == NULL) {
    return true;
  }
  if (truth->out_of_memory) {
    return tb_fail(error, "truth.csv: out of memory");
  }
  FILE *rows = output_add(output, "truth.csv", error);
  if (rows != NULL) {
    core_truth_write(truth, rows);
  }
  return rows != NULL;
}

bool core_results_write(struct core_results *results, struct output *output, struct tb_error *error)
{
  const struct aux_data *aux_data = &results->system->aux_data;
  FILE *records = output_add(output, "records.spe", error);
  FILE *json = records != NULL ? output_add(output, "report.json", error) : NULL;
  if (json == NULL || !write_perf_data(results, output, error)) {
    return false;
  }
  if (fwrite(aux_data->bytes, 1, aux_data->size, records) != aux_data->size) {
    return tb_fail(error, "records.spe: cannot write");
  }
  core_histogram_estimate(&results->checker->histogram, aux_data->bytes, aux_data->size,
                          operations_between(results));
  write_json(results, json);
  return write_truth(results->checker->truth, output, error) && output_commit(output, error);
}

void core_results_summary(const struct core_results *results, FILE *stream)
{
  const struct core_checker_counts *counts = &results->checker->counts;
  (void)fprintf(stream,
                "%s, seed %" PRIu64 ", configuration %s, beside CVA6: %" PRIu64 " cycles, %" PRIu64
                " operations profiled\n",
                results->options->program, results->options->seed, results->config_name, results->cycles,
                counts->population);
  (void)fprintf(
      stream, "%" PRIu64 " of %" PRIu64 " operations of user mode retired unseen, while profiling was off\n",
      counts->unseen, counts->executed);
  core_histogram_print(&results->checker->histogram, stream);
  (void)fprintf(stream, "%" PRIu64 " mismatches in %" PRIu64 " records checked against the core's trace\n",
                counts->mismatches, counts->decided);
  (void)fprintf(stream, "0 mismatches in %" PRIu64 " cycles compared\n", results->compared);
}
