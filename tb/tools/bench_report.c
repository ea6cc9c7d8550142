// SPDX-License-Identifier: Apache-2.0
#include "tools/bench_report.h"

#include "util/json.h"

struct name {
  const char *key;
  const char *text;
};

static const struct name sources[BENCH_SOURCES] = {{"random", "random"}, {"program", "program"}};
static const struct name kinds[BENCH_KINDS] = {
    {"pins", "pins and evaluation"}, {"unchecked", "unchecked"}, {"lockstep", "lockstep"}};
static const struct name clocks[BENCH_CLOCKS] = {{"cpu", "processor time"}, {"wall", "wall clock"}};

// Lockstep in proportion to what is less.
static const struct {
  struct name name;
  enum bench_kind under;
} ratios[] = {{{"lockstep_unchecked", "lockstep / unchecked"}, BENCH_UNCHECKED},
              {{"lockstep_pins", "lockstep / pins"}, BENCH_PINS}};
enum { RATIOS = sizeof ratios / sizeof ratios[0] };

double bench_waited(const struct bench_results *results)
{
  double most = bench_waiting(&results->model);
  for (int source = 0; source < BENCH_SOURCES; source++) {
    for (int kind = 0; kind < BENCH_LOCKSTEP;
         kind++) {  // lockstep may have a thread of its own for the comparison
      const double waiting = bench_waiting(&results->run[source][kind]);
      most = waiting > most ? waiting : most;
    }
  }
  return most - 1;
}

// ---------------------------------------------------------------------------------------------------------
// For people

static void print_rates(const char *source, const char *kind, const struct bench_series *series, FILE *stream)
{
  (void)fprintf(stream, "  %-8s %-20s", source, kind);
  for (int clock = 0; clock < BENCH_CLOCKS; clock++) {
    const struct bench_rate rate = bench_rate_of(series, (enum bench_clock)clock);
    (void)fprintf(stream, " %11.0f %11.0f", rate.median, rate.best);
  }
  (void)fputs("\n", stream);
}

static void print_ratios(const struct bench_results *results, int source, FILE *stream)
{
  const struct bench_series *run = results->run[source];
  for (int i = 0; i < RATIOS; i++) {
    (void)fprintf(stream, "  %-8s %-20s", i == 0 ? sources[source].text : "", ratios[i].name.text);
    for (int clock = 0; clock < BENCH_CLOCKS; clock++) {
      const double ratio =
          bench_ratio_of(&run[BENCH_LOCKSTEP], &run[ratios[i].under], (enum bench_clock)clock);
      (void)fprintf(stream, "%*s %11.2f", clock == 0 ? 0 : 12, "", ratio);
    }
    (void)fputs("\n", stream);
  }
}

void bench_print(const struct bench_results *results, FILE *stream)
{
  (void)fprintf(stream, "configuration %s: cycles per second, each measured %zu times in turn\n",
                results->config, results->model.count);
  (void)fprintf(stream, "  %29s", "");
  for (int clock = 0; clock < BENCH_CLOCKS; clock++) {
    (void)fprintf(stream, " %23s", clocks[clock].text);
  }
  (void)fprintf(stream, "\n  %29s %11s %11s %11s %11s\n", "", "median", "best", "median", "best");
  for (int source = 0; source < BENCH_SOURCES; source++) {
    for (int kind = 0; kind < BENCH_KINDS; kind++) {
      print_rates(kind == 0 ? sources[source].text : "", kinds[kind].text, &results->run[source][kind],
                  stream);
    }
  }
  print_rates("model", "alone, operations", &results->model, stream);
  (void)fputs("  each time's ratio, median\n", stream);
  for (int source = 0; source < BENCH_SOURCES; source++) {
    print_ratios(results, source, stream);
  }
  const double waited = bench_waited(results);
  if (waited > BENCH_LOADED) {
    (void)fprintf(
        stream,
        "  LOADED MACHINE: one thread took %.0f %% longer than it had a processor; wall clock is not to be "
        "trusted\n",
        100 * waited);
  }
}

// ---------------------------------------------------------------------------------------------------------
// For programs

static void json_rates(struct json *json, const char *key, const struct bench_series *series)
{
  json_object(json, key, JSON_INLINE);
  for (int clock = 0; clock < BENCH_CLOCKS; clock++) {
    const struct bench_rate rate = bench_rate_of(series, (enum bench_clock)clock);
    json_object(json, clocks[clock].key, JSON_INLINE);
    json_real(json, "median", rate.median, 0);
    json_real(json, "best", rate.best, 0);
    json_end(json);
  }
  json_end(json);
}

static void json_source(struct json *json, const struct bench_results *results, int source)
{
  const struct bench_series *run = results->run[source];
  json_object(json, sources[source].key, JSON_LINES);
  for (int kind = 0; kind < BENCH_KINDS; kind++) {
    json_rates(json, kinds[kind].key, &run[kind]);
  }
  for (int i = 0; i < RATIOS; i++) {
    json_object(json, ratios[i].name.key, JSON_INLINE);
    for (int clock = 0; clock < BENCH_CLOCKS; clock++) {
      json_real(json, clocks[clock].key,
                bench_ratio_of(&run[BENCH_LOCKSTEP], &run[ratios[i].under], (enum bench_clock)clock), 4);
    }
    json_end(json);
  }
  json_end(json);
}

void bench_json(const struct bench_results *results, FILE *stream)
{
  const double waited = bench_waited(results);
  struct json json = json_writer(stream);
  json_object(&json, NULL, JSON_LINES);
  json_text(&json, "config", results->config);
  json_number(&json, "cycles", results->cycles);
  json_number(&json, "seed", results->seed);
  json_number(&json, "repetitions", results->model.count);
  for (int source = 0; source < BENCH_SOURCES; source++) {
    json_source(&json, results, source);
  }
  json_rates(&json, "model_operations", &results->model);
  json_real(&json, "waited", waited, 4);
  json_bool(&json, "loaded", waited > BENCH_LOADED);
  json_end(&json);
}
