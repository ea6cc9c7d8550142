// SPDX-License-Identifier: Apache-2.0
#include "core/core_results.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "perf/perf_data.h"
#include "util/json.h"

enum { MAPPINGS = 16 };

bool core_results_open(struct core_results *results, const struct core_sim_options *options,
                       struct tb_error *error)
{
  results->options = options;
  return functions_read_riscv(&results->program, options->program, error) &&
         functions_read_riscv(&results->supervisor, options->supervisor, error);
}

void core_results_free(struct core_results *results)
{
  functions_free(&results->program);
  functions_free(&results->supervisor);
  free(results->committed);
}

bool core_results_sink(void *context, const uint8_t *data, size_t size)
{
  struct core_results *results = context;
  if (results->committed_capacity - results->committed_size < size) {
    const size_t capacity = 2 * results->committed_capacity + (1U << 20);
    uint8_t *bytes = realloc(results->committed, capacity);
    if (bytes == NULL) {
      results->out_of_memory = true;
      return false;
    }
    results->committed = bytes;
    results->committed_capacity = capacity;
  }
  memcpy(results->committed + results->committed_size, data, size);
  results->committed_size += size;
  return true;
}

static bool lost_any(const struct collected *collected)
{
  for (size_t n = 0; n < collected->chunk_count; n++) {
    if ((collected->ends[n].flags & COLLECTED_LOST) != 0) {
      return true;
    }
  }
  return false;
}

bool core_results_ended(const struct core_system *system, bool decided, struct tb_error *error)
{
  if (system->status == CORE_GAVE_UP) {
    return tb_fail(error, "the supervisor could not go on: its last line says why");
  }
  return system->status == 0 || tb_fail(error, "the program ended with status %" PRIu64 "%s", system->status,
                                        decided ? ", and there is no mismatch and no contradiction"
                                                : " before a record was decided");
}

bool core_results_check(const struct core_results *results, struct tb_error *error)
{
  const struct collected *taken = &results->system->collected;
  if (taken->size != results->committed_size) {
    return tb_fail(error, "software took %zu bytes of records, and the unit wrote %zu%s", taken->size,
                   results->committed_size, lost_any(taken) ? " (with data loss)" : "");
  }
  return memcmp(taken->bytes, results->committed, taken->size) == 0 ||
         tb_fail(error, "software took other bytes than the unit wrote");
}

// ---------------------------------------------------------------------------------------------------------
// Files

static bool write_perf_data(const struct core_results *results, struct output *output, struct tb_error *error)
{
  const struct collected *collected = &results->system->collected;
  struct perf_mapping mappings[MAPPINGS];
  uint64_t entry = 0;
  const char *path = NULL;
  const char *elf = results->options->program;
  const size_t mapping_count = perf_elf_mappings_riscv(elf, mappings, MAPPINGS, &entry, error);
  struct collected_chunk *chunks = calloc(collected->chunk_count + 1, sizeof *chunks);
  if (mapping_count == 0 || chunks == NULL || !output_add_path(output, "perf.data", &path, error)) {
    free(chunks);
    return false;
  }
  for (size_t n = 0; n < collected->chunk_count; n++) {
    chunks[n] = collected_chunk(collected, n);
  }
  const char *slash = strrchr(elf, '/');
  const struct perf_recording recording = {.comm = slash != NULL ? slash + 1 : elf,
                                           .elf = elf,
                                           .pid = CORE_PID,
                                           .mappings = mappings,
                                           .mapping_count = mapping_count,
                                           .chunks = chunks,
                                           .chunk_count = collected->chunk_count,
                                           .time_hz = CORE_TIME_HZ,
                                           .midr = 0,
                                           .metadata = 1};
  const bool written = perf_data_write(path, &recording, error);
  free(chunks);
  return written;
}

static double rate(const struct core_results *results)
{
  return results->seconds > 0 ? (double)results->cycles / results->seconds : 0;
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
  json_number(&json, "taken", results->system->collected.size);
  json_number(&json, "chunks", results->system->collected.chunk_count);
  json_number(&json, "events", counts->events);
  core_truth_json(results->truth, &json, "truth");
  json_bool(&json, "checked", !options->unchecked);
  json_number(&json, "compared", results->compared);
  json_number(&json, "mismatches", 0);
  json_real(&json, "cycles_per_second", rate(results), 0);
  core_shares_json(&results->truth->shares, &json);
  json_end(&json);
}

bool core_results_write(struct core_results *results, struct output *output, struct tb_error *error)
{
  const struct collected *collected = &results->system->collected;
  FILE *records = output_add(output, "records.spe", error);
  FILE *json = records != NULL ? output_add(output, "report.json", error) : NULL;
  if (json == NULL || !write_perf_data(results, output, error)) {
    return false;
  }
  if (fwrite(collected->bytes, 1, collected->size, records) != collected->size) {
    return tb_fail(error, "records.spe: cannot write");
  }
  write_json(results, json);
  return output_commit(output, error);
}

// Samples that gave no record, and why.
static void print_losses(const struct core_truth_counts *counts, FILE *stream)
{
  const struct {
    uint64_t count;
    const char *why;
  } rows[] = {{counts->not_kept, "not kept"},
              {counts->collided, "collided"},
              {counts->discarded, "discarded"},
              {counts->unfinished, "unfinished"}};
  const uint64_t sum = counts->not_kept + counts->collided + counts->discarded + counts->unfinished;
  const char *before = "  ";
  if (sum == 0) {
    return;
  }
  (void)fprintf(stream, "  no record   %12" PRIu64, sum);
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    if (rows[i].count != 0) {
      (void)fprintf(stream, "%s%" PRIu64 " %s", before, rows[i].count, rows[i].why);
      before = ", ";
    }
  }
  (void)fprintf(stream, "\n");
}

static void print_decided(const struct core_truth_counts *counts, FILE *stream)
{
  const uint64_t *by_fate = counts->decided_by_fate;
  (void)fprintf(stream,
                "%" PRIu64 " contradictions in %" PRIu64 " records decided by the core's trace: %" PRIu64
                " retired, %" PRIu64 " exceptions, %" PRIu64 " squashed\n",
                counts->contradictions, counts->decided, by_fate[CORE_RETIRED], by_fate[CORE_EXCEPTION],
                by_fate[CORE_INTERRUPTED] + by_fate[CORE_SQUASHED]);
}

void core_results_summary(const struct core_results *results, FILE *stream)
{
  const struct run_counts *counts = &results->counts;
  const struct core_truth *truth = results->truth;
  (void)fprintf(stream, "%s, seed %" PRIu64 ", configuration %s, beside CVA6\n", results->options->program,
                results->options->seed, results->config_name);
  (void)fprintf(stream, "  cycles      %12" PRIu64 "  (%.0f per second)\n", results->cycles, rate(results));
  (void)fprintf(stream,
                "  operations  %12" PRIu64 "  %" PRIu64 " retired, %" PRIu64 " squashed, %" PRIu64
                " exceptions, %" PRIu64 " interrupts\n",
                truth->trace.operations, truth->trace.retired, truth->trace.squashed, truth->trace.exceptions,
                truth->trace.interrupts);
  (void)fprintf(stream, "  profiled    %12" PRIu64 "  (SAMPLE_POP %" PRIu64 ")\n", truth->counts.population,
                truth->counts.sample_pop);
  (void)fprintf(stream, "  samples     %12" PRIu64 "  and %" PRIu64 " collisions\n", counts->samples,
                counts->collisions);
  (void)fprintf(stream, "  records     %12" PRIu64 "  (%" PRIu64 " bytes, taken %zu times)\n",
                counts->records, counts->bytes, results->system->collected.chunk_count);
  print_losses(&truth->counts, stream);
  (void)fprintf(stream, "  events      %12" PRIu64 "\n", counts->events);
  core_shares_table(&truth->shares, stream);
  print_decided(&truth->counts, stream);
  if (results->options->unchecked) {
    (void)fprintf(stream, "not compared with the model\n");
  } else {
    (void)fprintf(stream, "0 mismatches in %" PRIu64 " cycles compared\n", results->compared);
  }
}
