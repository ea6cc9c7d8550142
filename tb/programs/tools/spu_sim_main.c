// SPDX-License-Identifier: Apache-2.0
//
// spu-sim: runs the unit, in lockstep with its model, under a program, random or directed stimulus.
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "programs/perf/perf_data.h"
#include "programs/tools/program_files.h"
#include "programs/tools/sim_options.h"
#include "programs/tools/sim_report.h"
#include "programs/tools/sim_source.h"
#include "programs/tools/wave_window.h"
#include "unit/check/lockstep.h"
#include "unit/check/run.h"
#include "unit/cover/cover.h"
#include "unit/dut/coverage.h"
#include "unit/dut/dut.h"
#include "unit/dut/wave.h"
#include "unit/stimulus/directed/directed.h"
#include "unit/stimulus/events/event_recorder.h"
#include "unit/stimulus/events/events_text.h"
#include "unit/tools/mismatch_files.h"
#include "unit/tools/progress.h"
#include "unit/util/output.h"

enum { STATUS_OK = 0, STATUS_MISMATCH = 1, STATUS_USAGE = 2 };
enum { CHUNK = 2048 };

static volatile sig_atomic_t interrupted;  // number of signals; the first ends a program

static void on_interrupt(int number)
{
  (void)number;
  interrupted = interrupted == 0 ? 1 : 2;
}

struct sim {
  struct sim_options options;
  struct spu_config config;
  struct sim_source source;
  struct run run;
  struct wave_window waves;         // of --waves
  struct cover *cover;              // null without --coverage
  struct event_recorder *recorder;  // null without --record
  struct output output;
  struct program_files program;  // of SIM_PROGRAM
  FILE *records;                 // of any other stimulus
  int records_lost;              // errno of the write that failed; 0: none did
  double seconds;
};

// ---------------------------------------------------------------------------------------------------------
// Before the run: finds all errors in the input.

static bool open_dut(struct sim *sim, struct tb_error *error)
{
  const char *why = NULL;
  if (spu_config_by_name(dut_config_name(), &sim->config) != SPU_OK) {
    return tb_fail(error, "%s: no configuration of that name", dut_config_name());
  }
  if (spu_config_check(&sim->config, &why) != SPU_OK) {
    return tb_fail(error, "configuration %s: %s", dut_config_name(), why);
  }
  sim->run.dut = dut_create();
  return sim->run.dut != NULL || tb_fail(error, "out of memory");
}

static bool open_checker(struct sim *sim, struct tb_error *error)
{
  enum spu_status status;
  if (sim->options.unchecked) {
    return true;
  }
  sim->run.lockstep = lockstep_create(&sim->config, sim->source.stimulus.memory, &status);
  return sim->run.lockstep != NULL ||
         tb_fail(error, "model: %s", status == SPU_OK ? "out of memory" : spu_status_message(status));
}

// Coverage reads the checker's registers.
static bool open_coverage(struct sim *sim, struct tb_error *error)
{
  if (!sim->options.coverage) {
    return true;
  }
  if (sim->run.lockstep == NULL) {
    return tb_fail(error, "--coverage: not with --unchecked");
  }
  sim->cover = cover_create(&sim->config, lockstep_model(sim->run.lockstep));
  if (sim->cover == NULL) {
    return tb_fail(error, "out of memory");
  }
  const struct observer observer = cover_observer(sim->cover);
  run_observe(&sim->run, &observer);
  return true;
}

static bool open_recorder(struct sim *sim, struct tb_error *error)
{
  if (sim->options.record == NULL) {
    return true;
  }
  sim->recorder = event_recorder_create(&sim->config);
  if (sim->recorder == NULL) {
    return tb_fail(error, "out of memory");
  }
  const struct observer observer = event_recorder_observer(sim->recorder);
  run_observe(&sim->run, &observer);
  return true;
}

static bool write_record(void *context, const uint8_t *data, size_t size)
{
  struct sim *sim = context;
  const bool written = fwrite(data, 1, size, sim->records) == size;
  sim->records_lost = written ? 0 : errno;
  return written;
}

// Removes the results of an earlier run before this run begins.
static void supersede(const struct sim *sim)
{
  static const char *const results[] = {
      "report.json",  "records.spe",  "perf.data",     "time.data",    "truth.csv",         "coverage.json",
      "coverage.dat", "mismatch.txt", "mismatch.json", "mismatch.fst", "mismatch.fst.json", "mismatch.gtkw"};
  output_supersede(&sim->output, results, sizeof results / sizeof results[0]);
}

static bool open_all(struct sim *sim, struct tb_error *error)
{
  if (!open_dut(sim, error) || !output_open(&sim->output, sim->options.out, error)) {
    return false;
  }
  if (sim->options.stimulus == SIM_PROGRAM &&
      !program_files_open(&sim->program, sim->options.workload, sim->options.args, error)) {
    return false;
  }
  if (!sim_source_open(&sim->source, &sim->options, &sim->config, error) || !open_checker(sim, error) ||
      !open_coverage(sim, error) || !open_recorder(sim, error)) {
    return false;
  }
  supersede(sim);
  sim->run.stimulus = sim->source.stimulus;
  if (sim->options.stimulus != SIM_PROGRAM) {
    // The records as the unit writes them; a program's come from the agent that collects them.
    sim->records = output_add(&sim->output, "records.spe", error);
    sim->run.sink_context = sim;
    sim->run.sink = write_record;
    return sim->records != NULL;
  }
  return true;
}

// ---------------------------------------------------------------------------------------------------------
// The run

static void show_progress(struct sim *sim, struct progress *progress)
{
  char text[160];
  const bool by_cycles = sim->options.stimulus != SIM_PROGRAM;
  const uint64_t done = by_cycles ? sim->run.cycle : sim_source_operations(&sim->source);
  const uint64_t total =
      by_cycles ? (sim->options.stimulus == SIM_RANDOM ? sim->options.cycles : 0) : sim->options.ops;
  progress_text(progress, done, total, by_cycles ? "cycles" : "operations", text, sizeof text);
  (void)fputs(text, stderr);
}

static enum run_state run_all(struct sim *sim, struct tb_error *error)
{
  struct progress progress;
  enum run_state state = RUN_GOING;
  bool ending = false;
  const struct sim_options *options = &sim->options;
  sim->waves =
      (struct wave_window){.path = options->waves, .from = options->waves_from, .to = options->waves_to};
  progress_start(&progress, isatty(STDERR_FILENO) != 0);
  while (state == RUN_GOING && interrupted < 2 && (!interrupted || ending)) {
    state = wave_window_run(&sim->waves, &sim->run, CHUNK, error);
    show_progress(sim, &progress);
    // With this limit, the run and the command that repeats it are as if the limit had been given at the start.
    ending = ending || (interrupted && sim_source_stop(&sim->source, &sim->options.ops));
  }
  sim->seconds = progress_now() - progress.start;
  (void)fputs(progress_clear(&progress), stderr);
  struct tb_error lost = {""};
  if (!wave_window_close(&sim->waves, &sim->run, &lost)) {
    if (state == RUN_MISMATCH) {
      (void)fprintf(stderr, "spu-sim: %s\n", lost.text);
    } else {
      *error = lost;
      state = RUN_BROKEN;
    }
  }
  if (sim->waves.path != NULL && sim->waves.state == WAVE_WINDOW_NOT_YET) {
    (void)fprintf(stderr,
                  "spu-sim: %s: not written: the run ended in cycle %llu, before --waves-from (FROM=) %llu\n",
                  sim->waves.path, (unsigned long long)sim->run.cycle, (unsigned long long)sim->waves.from);
  }
  return state;
}

// ---------------------------------------------------------------------------------------------------------
// Results

static void fill_report(const struct sim *sim, bool mismatch, struct sim_report *report)
{
  *report = (struct sim_report){.options = &sim->options,
                                .config = dut_config_name(),
                                .end = sim->source.end,
                                .cycles = sim->run.cycle,
                                .operations = sim_source_operations(&sim->source),
                                .core = sim_source_core(&sim->source),
                                .counts = sim->run.counts,
                                .mismatches = mismatch ? 1 : 0,
                                .injected = sim_source_injected(&sim->source),
                                .seconds = sim->seconds};
  report->filtered = report->counts.decisions - report->counts.kept;
  if (sim->run.lockstep != NULL) {
    const struct spu_counts model = lockstep_model_counts(sim->run.lockstep);
    report->filtered = model.filtered;
    report->dropped = model.dropped;
    report->compared = lockstep_compared(sim->run.lockstep);
    report->lost = *lockstep_lost(sim->run.lockstep);
  }
  if (sim->options.stimulus == SIM_PROGRAM && !mismatch) {
    report->functions = &sim->program.functions;
  }
}

static bool write_coverage(struct sim *sim, struct tb_error *error)
{
  if (sim->cover == NULL) {
    return true;
  }
  FILE *json = output_add(&sim->output, "coverage.json", error);
  if (json == NULL) {
    return false;
  }
  cover_json(sim->cover, dut_config_name(), json);
  const char *path = NULL;
  return !dut_coverage_available() || (output_add_path(&sim->output, "coverage.dat", &path, error) &&
                                       (dut_coverage_write(sim->run.dut, path) ||
                                        tb_fail(error, "%s/coverage.dat: cannot write", sim->options.out)));
}

static bool write_report(struct sim *sim, const struct sim_report *report, struct tb_error *error)
{
  FILE *json = output_add(&sim->output, "report.json", error);
  if (json == NULL) {
    return false;
  }
  sim_report_json(report, json);
  return output_commit(&sim->output, error);
}

// Writes the waveform around a failure, in a second run, after all other files, because it needs the most space.
static void save_window(struct sim *sim)
{
  struct tb_error error = {""};
  const char *path = NULL;
  const struct wave_window_failure failure = wave_window_failure_of(&sim->run);
  bool ok = output_add_path(&sim->output, "mismatch.fst", &path, &error);
  ok = ok && wave_window_save(&sim->options, &sim->config, &failure, path, &interrupted, &error);
  FILE *json = ok ? output_add(&sim->output, "mismatch.fst.json", &error) : NULL;
  if (json != NULL) {
    wave_window_json(&failure, dut_config_name(), json);
  }
  if (json == NULL || !output_commit(&sim->output, &error)) {
    output_abort(&sim->output);
    (void)fprintf(stderr, "spu-sim: no waveform of the failure: %s\n", error.text);
    return;
  }
  (void)fprintf(stderr, "  waveform   make waves FILE=%s/mismatch.fst\n", sim->options.out);
}

// Writes the event list of the run, even if it failed. `cycles` include the failing one.
static bool write_events(struct sim *sim, uint64_t clocks, struct tb_error *error)
{
  if (sim->recorder == NULL) {
    return true;
  }
  char comment[1280];
  struct text text = {comment, sizeof comment, 0};
  comment[0] = '\0';
  sim_command(&sim->options, dut_config_name(), dut_netlist_name(), sim->run.cycle, &text);
  const struct event_list *list = event_recorder_finish(sim->recorder, clocks, error);
  if (list == NULL) {
    return false;
  }
  const char *note = event_recorder_note(sim->recorder);
  if (note[0] != '\0') {
    (void)fprintf(stderr, "spu-sim: %s: not the same run: %s\n", sim->options.record, note);
    text_add(&text, "\nnot the same run: %s", note);
  }
  FILE *file = fopen(sim->options.record, "wb");
  const bool written = file != NULL && events_write(list->event, list->count, comment, file);
  const bool closed = file != NULL && fclose(file) == 0;
  return (written && closed) ||
         tb_fail(error, "%s: cannot write the event list: %s", sim->options.record, strerror(errno));
}

// Ends a run with a mismatch: a message on stderr, and a report without the records, which cannot be trusted.
static int end_mismatch(struct sim *sim)
{
  char command[1024];
  char words[MISMATCH_REPORT];
  const struct failure *failure = lockstep_failure(sim->run.lockstep);
  struct mismatch mismatch;
  struct sim_report report;
  struct text text = {command, sizeof command, 0};
  command[0] = '\0';
  sim_command(&sim->options, dut_config_name(), dut_netlist_name(), failure->cycle, &text);
  mismatch_explain(failure, &mismatch);
  mismatch_text(failure, command, words, sizeof words);
  (void)fputs(words, stderr);
  output_abort(&sim->output);
  fill_report(sim, true, &report);
  const struct mismatch_run run = {dut_config_name(), sim_stimulus_name(sim->options.stimulus),
                                   sim->options.seed, sim->options.profile, command};
  struct tb_error lost = {""};
  if (!mismatch_add_files(&sim->output, &mismatch, words, &run, &lost) ||
      !write_report(sim, &report, &lost)) {
    (void)fprintf(stderr, "spu-sim: %s\n", lost.text);
  }
  save_window(sim);
  return STATUS_MISMATCH;
}

// Random and directed stimuli have no input that could be wrong, so the unit is.
static int end_broken(struct sim *sim)
{
  output_abort(&sim->output);
  save_window(sim);
  return STATUS_MISMATCH;
}

// Adds the signal that ended the program to the error of a failed run.
static void tell_signal(const struct sim *sim, struct tb_error *error)
{
  if (sim->source.end.signal != 0) {
    char text[64];
    workload_end_text(&sim->source.end, text, sizeof text);
    const struct tb_error failed = *error;
    error->text[0] = '\0';
    (void)tb_fail(error, "%.200s %s; %.200s", sim->options.workload, text, failed.text);
  }
}

// Ends a run whose program's trace ended early.
static int end_without_trace(struct sim *sim, struct tb_error *error)
{
  struct tb_error ignored = {""};
  (void)sim_source_finish(&sim->source, &ignored);
  tell_signal(sim, error);
  return STATUS_USAGE;
}

// True if the run tested something. A program must produce records; with other stimuli, every write may fault or be
// aborted; an event list written by hand need not lead to a write.
static bool tested(const struct sim *sim)
{
  const struct run_counts *counts = &sim->run.counts;
  switch (sim->options.stimulus) {
  case SIM_EVENTS:
    return true;
  case SIM_PROGRAM:
    return counts->records != 0;
  default:
    return counts->records + counts->discarded[SPU_DISCARD_FAULT] != 0;
  }
}

static bool printed(struct tb_error *error)
{
  return fflush(stdout) == 0 || tb_fail(error, "stdout: %s", strerror(errno));
}

static int end_good(struct sim *sim, struct tb_error *error)
{
  struct sim_report report;
  if (sim->run.lockstep != NULL && !lockstep_finish(sim->run.lockstep, sim->run.cycle)) {
    return end_mismatch(sim);
  }
  if (!sim_source_finish(&sim->source, error)) {
    return STATUS_USAGE;
  }
  const struct program_files_options files = {
      &sim->config, sim->options.model, sim->options.metadata,
      perf_operations_between(&sim->config, sim->options.interval, !sim->options.steady)};
  if (sim->options.stimulus == SIM_PROGRAM &&
      !program_files_write(&sim->program, &sim->source, &files, &sim->output, error)) {
    return STATUS_USAGE;
  }
  if (sim->options.stimulus == SIM_PROGRAM && !program_files_check(&sim->program, &sim->source, error)) {
    return STATUS_MISMATCH;
  }
  fill_report(sim, false, &report);
  if (!tested(sim)) {
    (void)tb_fail(error, "%sno record was written: nothing was tested", interrupted ? "interrupted: " : "");
    tell_signal(sim, error);
    return interrupted ? STATUS_USAGE : STATUS_MISMATCH;
  }
  if (!write_coverage(sim, error) || !write_report(sim, &report, error)) {
    return STATUS_USAGE;
  }
  sim_report_summary(&report, stdout);
  if (!printed(error)) {
    return STATUS_USAGE;
  }
  if (interrupted) {
    (void)tb_fail(error, "interrupted: %s has the profile of the first operations, as with OPS=%llu",
                  sim->options.out, (unsigned long long)sim->options.ops);
  }
  const bool waves_missing = sim->waves.path != NULL && sim->waves.state == WAVE_WINDOW_NOT_YET;
  return interrupted || waves_missing ? STATUS_USAGE : STATUS_OK;
}

static int simulate(struct sim *sim, struct tb_error *error)
{
  if (!open_all(sim, error)) {
    return STATUS_USAGE;
  }
  const enum run_state state = run_all(sim, error);
  if (interrupted && state == RUN_GOING) {
    error->text[0] = '\0';
    (void)tb_fail(error, "interrupted in cycle %llu", (unsigned long long)sim->run.cycle);
    return STATUS_USAGE;
  }
  if (!write_events(sim, sim->run.cycle + (state == RUN_FINISHED ? 0 : 1), error)) {
    return STATUS_USAGE;
  }
  switch (state) {
  case RUN_MISMATCH:
    return end_mismatch(sim);
  case RUN_FINISHED:
    return end_good(sim, error);
  default:
    if (error->text[0] == '\0') {
      (void)tb_fail(error, "%s/records.spe: cannot write: %s", sim->options.out, strerror(sim->records_lost));
      return STATUS_USAGE;
    }
    if (sim->waves.state == WAVE_WINDOW_FAILED) {
      return STATUS_USAGE;
    }
    if (sim->run.lockstep != NULL && lockstep_broken(sim->run.lockstep, sim->run.cycle, error->text)) {
      error->text[0] = '\0';  // the report has it
      return end_mismatch(sim);
    }
    return sim->options.stimulus == SIM_PROGRAM ? end_without_trace(sim, error) : end_broken(sim);
  }
}

// Prints the scenarios that apply to this configuration.
static bool list_scenarios(struct tb_error *error)
{
  struct spu_config config;
  if (spu_config_by_name(dut_config_name(), &config) != SPU_OK) {
    return tb_fail(error, "%s: no configuration of that name", dut_config_name());
  }
  for (size_t i = 0; directed_name(i) != NULL; i++) {
    if (directed_applies(&config, i)) {
      (void)puts(directed_name(i));
    }
  }
  return printed(error);
}

int main(int argc, char *argv[])
{
  struct tb_error error = {""};
  struct sim *sim = calloc(1, sizeof *sim);
  if (sim == NULL) {
    (void)fputs("spu-sim: out of memory\n", stderr);
    return STATUS_USAGE;
  }
  int status = STATUS_USAGE;
  sim->options = sim_defaults;
  if (sim_parse(&sim_program, argc, argv, &sim->options, &error)) {
    if (sim->options.scenario != NULL && strcmp(sim->options.scenario, "list") == 0) {
      status = list_scenarios(&error) ? STATUS_OK : STATUS_USAGE;
    } else {
      const struct sigaction action = {.sa_handler = on_interrupt};
      (void)sigaction(SIGINT, &action, NULL);
      (void)sigaction(SIGTERM, &action, NULL);
      status = simulate(sim, &error);
    }
  }
  output_abort(&sim->output);
  if (error.text[0] != '\0') {
    (void)fprintf(stderr, "spu-sim: %s\n", error.text);
  }
  sim_source_close(&sim->source);
  program_files_free(&sim->program);
  cover_destroy(sim->cover);
  event_recorder_destroy(sim->recorder);
  lockstep_destroy(sim->run.lockstep);
  dut_destroy(sim->run.dut);
  free(sim);
  return status;
}
