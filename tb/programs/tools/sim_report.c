// SPDX-License-Identifier: Apache-2.0
#include "programs/tools/sim_report.h"

#include <inttypes.h>
#include <signal.h>
#include <string.h>

#include "unit/stimulus/directed/directed.h"
#include "unit/util/json.h"
#include "unit/util/names.h"

static double cycles_per_second(const struct sim_report *report)
{
  return report->seconds > 0 ? (double)report->cycles / report->seconds : 0;
}

struct scenarios {
  uint64_t applicable;
  uint64_t not_applicable;  // the configuration lacks what they test
};

// Counts the selected scenarios.
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

static void json_functions(struct json *json, const struct functions *functions)
{
  json_array(json, "functions", JSON_LINES);
  for (size_t i = 0; functions != NULL && i < functions->count; i++) {
    const struct function *function = &functions->function[i];
    if (function->executed != 0 || function->samples != 0 || function->time != 0) {
      json_object(json, NULL, JSON_INLINE);
      json_text(json, "name", function->name);
      json_number(json, "executed", function->executed);
      json_number(json, "samples", function->samples);
      json_number(json, "time", function->time);
      json_number(json, "time_estimated", function->estimated);
      json_end(json);
    }
  }
  json_end(json);
}

static void json_counts(struct json *json, const char *name, const uint64_t *values, size_t count,
                        const char *(*name_of)(size_t))
{
  json_object(json, name, JSON_INLINE);
  for (size_t i = 0; i < count; i++) {
    json_number(json, name_of(i), values[i]);
  }
  json_end(json);
}

static void json_injected(struct json *json, const struct sim_report *report)
{
  const struct inject_counts *injected = report->injected;
  const struct flight_lost *lost = &report->lost;
  json_object(json, "injected", JSON_LINES);
  json_counts(json, "faults", injected->faults, INJECT_FAULTS, inject_fault_name);
  json_number(json, "fault_pairs", injected->fault_pairs);
  json_number(json, "fault_pairs_possible", injected->fault_pairs_possible);
  json_object(json, "aborts", JSON_INLINE);
  json_number(json, "slverr", injected->aborts[0]);
  json_number(json, "decerr", injected->aborts[1]);
  json_end(json);
  json_number(json, "interrupts", injected->interrupts);
  json_number(json, "services", injected->services);
  json_number(json, "register_writes", injected->register_writes);
  json_number(json, "barriers", injected->barriers);
  json_number(json, "dead_phases", injected->dead_phases);
  json_number(json, "dead_clocks", injected->dead_clocks);
  json_number(json, "resets", injected->resets);
  json_counts(json, "reset_in", injected->reset_in, INJECT_PHASES, inject_phase_name);
  json_object(json, "lost_to_resets", JSON_INLINE);
  json_number(json, "in_flight", lost->in_flight);
  json_number(json, "waiting", lost->waiting);
  json_number(json, "writing", lost->writing);
  json_number(json, "bursts", lost->bursts);
  json_end(json);
  json_number(json, "reached", injected->shots);
  json_number(json, "missed", injected->missed);
  json_end(json);
}

static void json_core(struct json *json, const struct core_counts *core)
{
  json_object(json, "core", JSON_INLINE);
  json_number(json, "executed", core->executed);
  json_number(json, "sve", core->sve);
  json_number(json, "sme", core->sme);
  json_number(json, "wrong_path", core->wrong_path);
  json_number(json, "branches", core->branches);
  json_number(json, "taken", core->taken);
  json_number(json, "mispredicted", core->mispredicted);
  json_number(json, "l1i_refills", core->l1i_refills);
  json_number(json, "itlb_refills", core->itlb_refills);
  json_number(json, "accesses", core->accesses);
  json_number(json, "l1d_refills", core->l1d_refills);
  json_number(json, "tlb_walks", core->tlb_walks);
  json_number(json, "at_retirement", core->at_retirement);
  json_number(json, "at_dispatch", core->at_dispatch);
  json_number(json, "interrupts", core->interrupts);
  json_number(json, "interrupted", core->interrupted);
  json_number(json, "refetched", core->refetched);
  json_number(json, "unissued", core->unissued);
  json_number(json, "empty", core->empty);
  json_number(json, "stopped", core->stopped);
  json_end(json);
}

void sim_report_json(const struct sim_report *report, FILE *stream)
{
  const struct sim_options *options = report->options;
  const struct run_counts *counts = &report->counts;
  const char *stimulus = sim_stimulus_name(options->stimulus);
  struct json json = json_writer(stream);
  json_object(&json, NULL, JSON_LINES);
  json_text(&json, "config", report->config);
  json_text(&json, "stimulus", stimulus);
  json_text(&json, "workload", options->workload != NULL ? options->workload : stimulus);
  json_text(&json, "args", options->args);
  json_number(&json, "seed", options->seed);
  if (options->stimulus == SIM_PROGRAM) {
    json_number(&json, "interval", options->interval);
  }
  json_number(&json, "cycles", report->cycles);
  json_number(&json, "operations", report->operations);
  json_number(&json, "samples", counts->samples);
  json_number(&json, "collisions", counts->collisions);
  json_number(&json, "records", counts->records);
  json_number(&json, "bytes", counts->bytes);
  json_number(&json, "filtered", report->filtered);
  json_number(&json, "dropped", report->dropped);
  json_object(&json, "discarded", JSON_INLINE);
  for (unsigned i = SPU_DISCARD_STOPPED; i < SPU_DISCARD_REASONS; i++) {
    json_number(&json, discard_name(i), counts->discarded[i]);
  }
  json_end(&json);
  json_number(&json, "events", counts->events);
  json_number(&json, "bus_errors", counts->aborts);
  json_number(&json, "counter_interrupts", counts->overflows);
  if (options->stimulus == SIM_PROGRAM) {
    json_core(&json, &report->core);
  }
  if (report->injected != NULL) {
    json_injected(&json, report);
  }
  if (options->stimulus == SIM_DIRECTED) {
    const struct scenarios scenarios = count_scenarios(report);
    json_number(&json, "scenarios", scenarios.applicable);
    json_number(&json, "not_applicable", scenarios.not_applicable);
  }
  json_bool(&json, "checked", !options->unchecked);
  json_number(&json, "exit_status", (uint64_t)report->end.status);
  json_number(&json, "signal", (uint64_t)report->end.signal);
  json_number(&json, "compared", report->compared);
  json_number(&json, "mismatches", report->mismatches);
  json_real(&json, "cycles_per_second", cycles_per_second(report), 0);
  json_functions(&json, report->functions);
  json_end(&json);
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
  (void)fprintf(stream, "  dead memory %12" PRIu64 "  times, %" PRIu64 " cycles\n", injected->dead_phases,
                injected->dead_clocks);
  (void)fprintf(stream,
                "  resets      %12" PRIu64 "  took %" PRIu64 " operations, %" PRIu64
                " records waiting, %" PRIu64 " being written, %" PRIu64 " bursts\n",
                injected->resets, lost->in_flight, lost->waiting, lost->writing, lost->bursts);
}

static bool records_sve(const char *name)
{
  struct spu_config config;
  return spu_config_by_name(name, &config) == SPU_OK && config.have_sve && config.spe_version >= 1;
}

static bool records_sme(const char *name)
{
  struct spu_config config;
  return spu_config_by_name(name, &config) == SPU_OK && config.have_spe_sme;
}

// Prints what is missing for a program that uses an extension: a processor that has it, a configuration that records
// it.
static void summary_extension(const struct sim_report *report, const char *name, const char *feature,
                              uint64_t operations, bool lacking, const char *cpu,
                              bool (*records)(const char *name), FILE *stream)
{
  if (report->end.signal == SIGILL && lacking) {
    (void)fprintf(stream, "the workload needs %s, which processor %s lacks: --cpu %s (CPU=) has it\n", name,
                  report->options->cpu != NULL ? report->options->cpu : WORKLOAD_CPU, cpu);
  } else if (operations != 0 && !records(report->config)) {
    (void)fprintf(stream,
                  "%" PRIu64
                  " operations of %s: configuration %s has no %s and records them as others; these have it:",
                  operations, name, report->config, feature);
    for (size_t i = 0; spu_config_name(i) != NULL; i++) {
      if (records(spu_config_name(i))) {
        (void)fprintf(stream, " %s", spu_config_name(i));
      }
    }
    (void)fputc('\n', stream);
  }
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
                " fault, %" PRIu64 " discard mode\n",
                counts->discarded[SPU_DISCARD_STOPPED], counts->discarded[SPU_DISCARD_NOT_ENABLED],
                counts->discarded[SPU_DISCARD_FULL], counts->discarded[SPU_DISCARD_FAULT],
                counts->discarded[SPU_DISCARD_MODE]);
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
    functions_print(report->functions, stream);
  }
  const struct core_counts *core = &report->core;
  summary_extension(report, "SVE", "FEAT_SVE", core->sve, core->sve_without_length != 0, "max,sme=off",
                    records_sve, stream);
  summary_extension(report, "SME", "FEAT_SPE_SME", core->sme, core->sme_without_length != 0, "max",
                    records_sme, stream);
  if (report->end.status != 0 || report->end.signal != 0) {
    char text[64];
    workload_end_text(&report->end, text, sizeof text);
    (void)fprintf(stream, "the workload %s\n", text);
  }
  if (options->unchecked) {
    (void)fprintf(stream, "not checked\n");
  } else {
    (void)fprintf(stream, "%" PRIu64 " mismatches in %" PRIu64 " cycles compared\n", report->mismatches,
                  report->compared);
  }
}
