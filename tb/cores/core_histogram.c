// SPDX-License-Identifier: Apache-2.0
#include "cores/core_histogram.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "programs/perf/spe_record.h"

static struct function *find(struct core_histogram *histogram, uint8_t mode, uint64_t pc)
{
  for (size_t i = 0; histogram->programs != NULL && i < histogram->programs->programs; i++) {
    struct core_code_program *program = &histogram->programs->program[i];
    if ((program->modes >> mode & 1) != 0) {
      struct function *function = functions_find(&program->functions, pc);
      if (function != &program->functions.function[0]) {
        return function;
      }
    }
  }
  return &histogram->unknown;
}

void core_histogram_count(struct core_histogram *histogram, const struct core_op *op)
{
  struct function *function = find(histogram, op->mode, op->pc);
  const bool retired = op->fate == CORE_RETIRED;
  function->time += op->exposed;
  function->executed += retired;
  histogram->executed += retired;
  function->samples += retired && op->sample != 0;
  histogram->samples += retired && op->sample != 0;
}

void core_histogram_estimate(struct core_histogram *histogram, const uint8_t *data, size_t size,
                             uint64_t interval)
{
  struct spe_extent extent = {.end = 0};
  while (spe_next_record(data, size, extent.end, &extent) == SPE_NEXT_RECORD) {
    const struct spe_record record = spe_gather(data + extent.start, extent.end - extent.start);
    const uint64_t pc = record.packet[SPE_FIELD_PC].value;
    const uint8_t mode = (pc >> 61 & 3) != 0;  // only U is EL0, and M has the programs of S
    find(histogram, mode, pc & SPE_ADDRESS_BITS)->estimated +=
        record.packet[SPE_FIELD_EXPOSED].value * interval;
  }
}

// All functions, in the order of programs and addresses; the unknown one last.
struct walk {
  const struct core_histogram *histogram;
  size_t program;
  size_t function;
};

static const struct function *next(struct walk *walk)
{
  const struct core_histogram *histogram = walk->histogram;
  const size_t programs = histogram->programs != NULL ? histogram->programs->programs : 0;
  for (; walk->program < programs; walk->program++, walk->function = 0) {
    const struct functions *functions = &histogram->programs->program[walk->program].functions;
    if (walk->function < functions->count) {
      return &functions->function[walk->function++];
    }
  }
  return walk->program++ == programs ? &histogram->unknown : NULL;
}

static const char *name_of(const struct function *function)
{
  return function->name != NULL ? function->name : "[unknown]";
}

// Of `n` samples each is one of these with probability p: a binomial distribution.
static bool agrees(const struct core_histogram *histogram, const char *name, uint64_t executed,
                   uint64_t samples, struct tb_error *error)
{
  const double n = (double)histogram->samples;
  const double p = (double)executed / (double)histogram->executed;
  const double off = fabs((double)samples - n * p);
  const double deviation = sqrt(n * p * (1 - p));
  if (off <= CORE_HISTOGRAM_ERRORS * deviation + (double)histogram->collisions) {
    return true;
  }
  return tb_fail(error,
                 "%s: %.2f %% of %" PRIu64 " executed operations and %.2f %% of %" PRIu64
                 " samples: %.1f standard errors, with %" PRIu64 " collisions",
                 name, 100 * p, histogram->executed, 100 * (double)samples / n, histogram->samples,
                 off / deviation, histogram->collisions);
}

static bool is_small(const struct core_histogram *histogram, const struct function *function)
{
  const double expected =
      (double)function->executed * (double)histogram->samples / (double)histogram->executed;
  return expected < CORE_HISTOGRAM_EXPECTED;
}

bool core_histogram_check(const struct core_histogram *histogram, struct tb_error *error)
{
  if (histogram->samples == 0) {
    return true;
  }
  uint64_t executed = 0;
  uint64_t samples = 0;
  struct walk walk = {histogram, 0, 0};
  for (const struct function *function; (function = next(&walk)) != NULL;) {
    if (is_small(histogram, function)) {
      executed += function->executed;
      samples += function->samples;
    } else if (!agrees(histogram, name_of(function), function->executed, function->samples, error)) {
      return false;
    }
  }
  return agrees(histogram, "all small functions together", executed, samples, error);
}

void core_histogram_json(const struct core_histogram *histogram, struct json *json)
{
  json_array(json, "functions", JSON_LINES);
  struct walk walk = {histogram, 0, 0};
  for (const struct function *function; (function = next(&walk)) != NULL;) {
    if (function->executed != 0 || function->time != 0) {
      json_object(json, NULL, JSON_INLINE);
      json_text(json, "name", name_of(function));
      json_number(json, "executed", function->executed);
      json_number(json, "samples", function->samples);
      json_number(json, "time", function->time);
      json_number(json, "time_estimated", function->estimated);
      json_bool(json, "compared_alone", histogram->samples != 0 && !is_small(histogram, function));
      json_end(json);
    }
  }
  json_end(json);
}

void core_histogram_print(const struct core_histogram *histogram, FILE *stream)
{
  struct functions all = {.function = NULL};
  struct walk walk = {histogram, 0, 0};
  for (const struct function *function; (function = next(&walk)) != NULL; all.count++) {
    struct function *more = realloc(all.function, (all.count + 1) * sizeof *more);
    if (more == NULL) {
      break;
    }
    more[all.count] = *function;
    more[all.count].name = (char *)name_of(function);
    all.function = more;
  }
  functions_sort(&all);
  functions_print(&all, stream);
  free(all.function);
}
