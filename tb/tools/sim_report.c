// SPDX-License-Identifier: Apache-2.0
#include "tools/sim_report.h"

#include <inttypes.h>
#include <string.h>

#include "stimulus/directed/directed.h"
#include "util/json.h"
#include "util/names.h"

enum { TOP_FUNCTIONS = 8 };  // in the summary

static void json_number(FILE *stream, const char *name, uint64_t value)
{
  (void)fprintf(stream, "  \"%s\": %" PRIu64 ",\n", name, value);
}

static double cycles_per_second(const struct sim_report *report)
{
  return report->seconds > 0 ? (double)report->cycles / report->seconds : 0;
}

struct scenarios {
  uint64_t applicable;
  uint64_t not_applicable;  // the configuration lacks what they are about
};

// Of the scenarios that were asked for.
static struct scenarios count_scenarios(const struct sim_report *report)
{
  struct scenarios scenarios = {0, 0};
  struct spu_config config;
  if (spu_config_by_name(report->config, &config) != SPU_OK) {
    return scenarios;
  }
  for (size_t i = 0; directed_name(i) != NULL; i++) {
    if (report->options->scenario == NULL || strcmp(report->options->scenario, directed_name(i)) == 0) {
      const bool applies = directed_applies(&config, i);
      scenarios.applicable += applies;
      scenarios.not_applicable += !applies;
    }
  }
  return scenarios;
}

static void json_functions(const struct functions *functions, FILE *stream)
{
  const char *separator = "\n";
  (void)fprintf(stream, "  \"functions\": [");
  for (size_t i = 0; functions != NULL && i < functions->count; i++) {
    const struct function *function = &functions->function[i];
    if (function->executed == 0 && function->samples == 0) {
      continue;
    }
    (void)fprintf(stream, "%s    {\"name\": ", separator);
    json_string(stream, function->name);
    (void)fprintf(stream, ", \"executed\": %" PRIu64 ", \"samples\": %" PRIu64 "}", function->executed,
                  function->samples);
    separator = ",\n";
  }
  (void)fprintf(stream, "%s]\n", separator[0] == ',' ? "\n  " : "");
}

static void json_counts(FILE *stream, const char *name, const uint64_t *values, size_t count,
                        const char *(*name_of)(size_t))
{
  (void)fprintf(stream, "    \"%s\": {", name);
  for (size_t i = 0; i < count; i++) {
    (void)fprintf(stream, "%s\"%s\": %" PRIu64, i == 0 ? "" : ", ", name_of(i), values[i]);
  }
  (void)fprintf(stream, "},\n");
}

static void json_injected(const struct sim_report *report, FILE *stream)
{
  const struct inject_counts *injected = report->injected;
  const struct flight_lost *lost = &report->lost;
  (void)fprintf(stream, "  \"injected\": {\n");
  json_counts(stream, "faults", injected->faults, INJECT_FAULTS, inject_fault_name);
  (void)fprintf(stream,
                "    \"fault_pairs\": %" PRIu64 ", \"fault_pairs_possible\": %" PRIu64 ",\n"
                "    \"aborts\": {\"slverr\": %" PRIu64 ", \"decerr\": %" PRIu64 "},\n",
                injected->fault_pairs, injected->fault_pairs_possible, injected->aborts[0],
                injected->aborts[1]);
  (void)fprintf(stream,
                "    \"interrupts\": %" PRIu64 ", \"services\": %" PRIu64 ", \"register_writes\": %" PRIu64
                ", \"barriers\": %" PRIu64 ",\n",
                injected->interrupts, injected->services, injected->register_writes, injected->barriers);
  (void)fprintf(stream, "    \"dead_phases\": %" PRIu64 ", \"dead_clocks\": %" PRIu64 ",\n",
                injected->dead_phases, injected->dead_clocks);
  (void)fprintf(stream, "    \"resets\": %" PRIu64 ",\n", injected->resets);
  json_counts(stream, "reset_in", injected->reset_in, INJECT_PHASES, inject_phase_name);
  (void)fprintf(stream,
                "    \"lost_to_resets\": {\"in_flight\": %" PRIu64 ", \"waiting\": %" PRIu64
                ", \"writing\": %" PRIu64 ", \"bursts\": %" PRIu64 "},\n",
                lost->in_flight, lost->waiting, lost->writing, lost->bursts);
  (void)fprintf(stream, "    \"reached\": %" PRIu64 ", \"missed\": %" PRIu64 "\n  },\n", injected->shots,
                injected->missed);
}

void sim_report_json(const struct sim_report *report, FILE *stream)
{
  const struct sim_options *options = report->options;
  const struct run_counts *counts = &report->counts;
  (void)fprintf(stream, "{\n  \"config\": ");
  json_string(stream, report->config);
  (void)fprintf(stream, ",\n  \"stimulus\": ");
  json_string(stream, sim_stimulus_name(options->stimulus));
  (void)fprintf(stream, ",\n  \"workload\": ");
  json_string(stream, options->workload != NULL ? options->workload : sim_stimulus_name(options->stimulus));
  (void)fprintf(stream, ",\n  \"args\": ");
  json_string(stream, options->args);
  (void)fprintf(stream, ",\n");
  json_number(stream, "seed", options->seed);
  if (options->stimulus == SIM_PROGRAM) {
    json_number(stream, "interval", options->interval);
  }
  json_number(stream, "cycles", report->cycles);
  json_number(stream, "operations", report->operations);
  json_number(stream, "samples", counts->samples);
  json_number(stream, "collisions", counts->collisions);
  json_number(stream, "records", counts->records);
  json_number(stream, "bytes", counts->bytes);
  json_number(stream, "filtered", report->filtered);
  json_number(stream, "dropped", report->dropped);
  (void)fprintf(stream, "  \"discarded\": {");
  for (unsigned i = SPU_DISCARD_STOPPED; i < SPU_DISCARD_REASONS; i++) {
    (void)fprintf(stream, "%s\"%s\": %" PRIu64, i == SPU_DISCARD_STOPPED ? "" : ", ", discard_name(i),
                  counts->discarded[i]);
  }
  (void)fprintf(stream, "},\n");
  json_number(stream, "events", counts->events);
  json_number(stream, "bus_errors", counts->aborts);
  json_number(stream, "counter_interrupts", counts->overflows);
  if (report->injected != NULL) {
    json_injected(report, stream);
  }
  if (options->stimulus == SIM_DIRECTED) {
    const struct scenarios scenarios = count_scenarios(report);
    json_number(stream, "scenarios", scenarios.applicable);
    json_number(stream, "not_applicable", scenarios.not_applicable);
  }
  (void)fprintf(stream, "  \"checked\": %s,\n", options->unchecked ? "false" : "true");
  (void)fprintf(stream, "  \"exit_status\": %d,\n", report->exit_status);
  json_number(stream, "compared", report->compared);
  json_number(stream, "mismatches", report->mismatches);
  (void)fprintf(stream, "  \"cycles_per_second\": %.0f,\n", cycles_per_second(report));
  json_functions(report->functions, stream);
  (void)fprintf(stream, "}\n");
}

static void summary_functions(const struct sim_report *report, FILE *stream)
{
  const struct functions *functions = report->functions;
  uint64_t executed = 0;
  uint64_t samples = 0;
  for (size_t i = 0; i < functions->count; i++) {
    executed += functions->function[i].executed;
    samples += functions->function[i].samples;
  }
  if (executed == 0 || samples == 0) {
    return;
  }
  (void)fprintf(stream, "executed  sampled  function\n");
  for (size_t i = 0; i < functions->count && i < TOP_FUNCTIONS; i++) {
    const struct function *function = &functions->function[i];
    if (function->executed == 0) {
      break;
    }
    (void)fprintf(stream, "%6.1f %%  %5.1f %%  %s\n", 100.0 * (double)function->executed / (double)executed,
                  100.0 * (double)function->samples / (double)samples, function->name);
  }
}

static void summary_injected(const struct sim_report *report, FILE *stream)
{
  const struct inject_counts *injected = report->injected;
  const struct flight_lost *lost = &report->lost;
  uint64_t faults = 0;
  for (size_t i = 0; i < INJECT_FAULTS; i++) {
    faults += injected->faults[i];
  }
  (void)fprintf(
      stream, "  faults      %12" PRIu64 "  %" PRIu64 " of %" PRIu64 " pairs of kind and byte of a record\n",
      faults, injected->fault_pairs, injected->fault_pairs_possible);
  (void)fprintf(stream,
                "  timed       %12" PRIu64 "  exceptions, %" PRIu64 " interrupts served, %" PRIu64
                " register writes, %" PRIu64 " barriers\n",
                injected->interrupts, injected->services, injected->register_writes, injected->barriers);
  (void)fprintf(stream, "  dead memory %12" PRIu64 "  times, %" PRIu64 " clocks\n", injected->dead_phases,
                injected->dead_clocks);
  (void)fprintf(stream,
                "  resets      %12" PRIu64 "  took %" PRIu64 " operations, %" PRIu64
                " records waiting, %" PRIu64 " being written, %" PRIu64 " bursts\n",
                injected->resets, lost->in_flight, lost->waiting, lost->writing, lost->bursts);
}

void sim_report_summary(const struct sim_report *report, FILE *stream)
{
  const struct sim_options *options = report->options;
  const struct run_counts *counts = &report->counts;
  (void)fprintf(stream, "%s, seed %" PRIu64 ", configuration %s\n",
                options->workload != NULL ? options->workload : sim_stimulus_name(options->stimulus),
                options->seed, report->config);
  (void)fprintf(stream, "  cycles      %12" PRIu64 "  (%.0f per second)\n", report->cycles,
                cycles_per_second(report));
  (void)fprintf(stream, "  operations  %12" PRIu64 "\n", report->operations);
  (void)fprintf(stream, "  samples     %12" PRIu64 "  and %" PRIu64 " collisions\n", counts->samples,
                counts->collisions);
  (void)fprintf(stream, "  filtered    %12" PRIu64 "  and %" PRIu64 " dropped\n", report->filtered,
                report->dropped);
  (void)fprintf(stream, "  records     %12" PRIu64 "  (%" PRIu64 " bytes)\n", counts->records, counts->bytes);
  (void)fprintf(stream,
                "  discarded   %12" PRIu64 "  stopped, %" PRIu64 " not enabled, %" PRIu64 " full, %" PRIu64
                " fault, %" PRIu64 " discard mode, %" PRIu64 " collided\n",
                counts->discarded[SPU_DISCARD_STOPPED], counts->discarded[SPU_DISCARD_NOT_ENABLED],
                counts->discarded[SPU_DISCARD_FULL], counts->discarded[SPU_DISCARD_FAULT],
                counts->discarded[SPU_DISCARD_MODE], counts->discarded[SPU_DISCARD_COLLIDED]);
  (void)fprintf(stream, "  events      %12" PRIu64 "  and %" PRIu64 " bus errors\n", counts->events,
                counts->aborts);
  (void)fprintf(stream, "  PMUIRQ      %12" PRIu64 "  times\n", counts->overflows);
  if (report->injected != NULL) {
    summary_injected(report, stream);
  }
  if (options->stimulus == SIM_DIRECTED) {
    const struct scenarios scenarios = count_scenarios(report);
    (void)fprintf(stream, "  scenarios   %12" PRIu64 "  and %" PRIu64 " not applicable\n",
                  scenarios.applicable, scenarios.not_applicable);
  }
  if (report->functions != NULL) {
    summary_functions(report, stream);
  }
  if (report->exit_status != 0) {
    (void)fprintf(stream, "the workload exited with status %d\n", report->exit_status);
  }
  if (options->unchecked) {
    (void)fprintf(stream, "not checked\n");
  } else {
    (void)fprintf(stream, "%" PRIu64 " mismatches in %" PRIu64 " clocks compared\n", report->mismatches,
                  report->compared);
  }
}
