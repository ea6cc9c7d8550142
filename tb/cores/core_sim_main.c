// SPDX-License-Identifier: Apache-2.0
//
// core-sim: a real core runs a program, with the unit beside it in lockstep with its model, and every record is checked
// against the core's own trace.
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cores/core_checker.h"
#include "cores/core_code.h"
#include "cores/core_results.h"
#include "cores/core_sim_options.h"
#include "cores/core_stimulus.h"
#include "programs/tools/wave_window.h"
#include "unit/check/lockstep.h"
#include "unit/check/run.h"
#include "unit/report/mismatch.h"
#include "unit/tools/progress.h"
#include "unit/util/output.h"

enum { STATUS_OK = 0, STATUS_MISMATCH = 1, STATUS_USAGE = 2 };
enum { CHUNK = 2048 };
enum { USER_MODES = 1 << 0, SUPERVISOR_MODES = 1 << 1 | 1 << 3 };  // bit n: mode n
enum { SOURCE_CACHE = 0x0, SOURCE_MEMORY = 0xE };                  // Data Source codes of cva6_adapter

static volatile sig_atomic_t interrupted;

static void on_interrupt(int number)
{
  (void)number;
  interrupted = 1;
}

struct core_sim {
  struct core_sim_options options;
  struct spu_config config;
  struct run run;
  struct wave_window waves;
  struct core_checker checker;
  struct core_code_memory code;
  struct core_truth truth;
  struct output output;
  struct core_results results;
};

// ---------------------------------------------------------------------------------------------------------
// Before the run

static bool open_checks(struct core_sim *sim, struct tb_error *error)
{
  enum spu_status status;
  struct core_checker_options checker = core_checker_options_of(&sim->config);
  checker.e1spe = (sim->options.param[CORE_OPTIONS] & CORE_EL1_TOO) != 0;
  checker.untaken_target = true;
  checker.unfiltered = sim->options.param[CORE_PMSFCR] == 0;
  checker.cached_start = CORE_RAM;
  checker.cached_end = CORE_RAM + CORE_RAM_BYTES;
  checker.data_source = sim->config.source_bytes != 0;
  checker.source_hit = SOURCE_CACHE;
  checker.source_miss = SOURCE_MEMORY;
  checker.code = core_code_at;
  checker.code_context = &sim->code;
  core_checker_init(&sim->checker, &checker);
  sim->checker.histogram.programs = &sim->code;
  sim->checker.truth = sim->config.exposed_latency ? &sim->truth : NULL;
  const struct observer observer = core_checker_observer(&sim->checker);
  run_observe(&sim->run, &observer);
  sim->run.lockstep = lockstep_create(&sim->config, sim->run.stimulus.memory, &status);
  return sim->run.lockstep != NULL ||
         tb_fail(error, "model: %s", status == SPU_OK ? "out of memory" : spu_status_message(status));
}

// When the simulation begins, CVA6 opens a file in the current directory for a text trace that is not needed here. A
// link sends it to /dev/null.
static struct dut *create_dut(const char *directory, struct tb_error *error)
{
  static const char name[] = "trace_hart_00.dasm";
  struct dut *dut = NULL;
  const int here = open(".", O_RDONLY | O_DIRECTORY);
  if (here < 0 || chdir(directory) != 0) {
    (void)tb_fail(error, "%s: cannot change to this directory and back: %s", directory, strerror(errno));
  } else if ((unlink(name) != 0 && errno != ENOENT) || symlink("/dev/null", name) != 0) {
    (void)tb_fail(error, "%s/%s: cannot make a link: %s", directory, name, strerror(errno));
  } else {
    dut = dut_create();
    (void)unlink(name);
    if (dut == NULL) {
      (void)tb_fail(error, "out of memory");
    }
  }
  if (here >= 0 && fchdir(here) != 0) {
    (void)tb_fail(error, "%s: cannot change back from this directory: %s", directory, strerror(errno));
    dut_destroy(dut);
    dut = NULL;
  }
  (void)close(here);
  return dut;
}

static bool open_all(struct core_sim *sim, struct tb_error *error)
{
  if (spu_config_by_name(dut_config_name(), &sim->config) != SPU_OK) {
    return tb_fail(error, "%s: no configuration of that name", dut_config_name());
  }
  if (!output_open(&sim->output, sim->options.out, error) ||
      !core_code_add(&sim->code, sim->options.program, USER_MODES, error) ||
      !core_code_add(&sim->code, sim->options.supervisor, SUPERVISOR_MODES, error)) {
    return false;
  }
  sim->results.options = &sim->options;
  sim->run.sink = core_results_sink;
  sim->run.sink_context = &sim->results;
  sim->run.dut = create_dut(sim->options.out, error);
  if (sim->run.dut == NULL) {
    return false;
  }
  struct core_options core = {.config = &sim->config,
                              .dut = sim->run.dut,
                              .supervisor = sim->options.supervisor,
                              .program = sim->options.program,
                              .seed = sim->options.seed,
                              .console = stdout,
                              .checker = &sim->checker};
  memcpy(core.param, sim->options.param, sizeof core.param);
  return core_stimulus_create(&core, &sim->run.stimulus, error) && open_checks(sim, error);
}

// ---------------------------------------------------------------------------------------------------------
// The run

static enum run_state run_all(struct core_sim *sim, struct tb_error *error)
{
  struct progress progress;
  enum run_state state = RUN_GOING;
  const struct core_sim_options *options = &sim->options;
  sim->waves =
      (struct wave_window){.path = options->waves, .from = options->waves_from, .to = options->waves_to};
  progress_start(&progress, isatty(STDERR_FILENO) != 0);
  while (state == RUN_GOING && !interrupted && core_checker_mismatch(&sim->checker) == NULL) {
    char text[160];
    if (options->cycles != 0 && sim->run.cycle >= options->cycles) {
      state = RUN_BROKEN;
      (void)tb_fail(error, "the program has not ended after %" PRIu64 " cycles", sim->run.cycle);
      break;
    }
    state = wave_window_run(&sim->waves, &sim->run, CHUNK, error);
    progress_text(&progress, sim->run.cycle, options->cycles, "cycles", text, sizeof text);
    (void)fputs(text, stderr);
  }
  sim->results.seconds = progress_now() - progress.start;
  (void)fputs(progress_clear(&progress), stderr);
  struct tb_error lost = {""};
  if (!wave_window_close(&sim->waves, &sim->run, &lost)) {
    (void)fprintf(stderr, "core-sim: %s\n", lost.text);
  }
  return state;
}

// ---------------------------------------------------------------------------------------------------------
// After it

static void print_command(const struct core_sim *sim)
{
  char command[1024] = "";
  struct text text = {command, sizeof command, 0};
  core_sim_command(&sim->options, dut_config_name(), sim->run.cycle, &text);
  (void)fprintf(stderr, "core-sim: to repeat it with a waveform: %s\n", command);
}

static int end_mismatch(struct core_sim *sim)
{
  char command[1024] = "";
  char words[MISMATCH_REPORT];
  struct tb_error error = {""};
  struct text text = {command, sizeof command, 0};
  core_sim_command(&sim->options, dut_config_name(), sim->run.cycle, &text);
  mismatch_text(lockstep_failure(sim->run.lockstep), command, words, sizeof words);
  (void)fputs(words, stderr);
  output_abort(&sim->output);
  FILE *file = output_add(&sim->output, "mismatch.txt", &error);
  if (file == NULL || fputs(words, file) < 0 || !output_commit(&sim->output, &error)) {
    (void)fprintf(stderr, "core-sim: %s\n", error.text);
  }
  return STATUS_MISMATCH;
}

static int end_mismatched(struct core_sim *sim, struct tb_error *error)
{
  (void)fprintf(stderr, "core-sim: %s\n", error->text);
  error->text[0] = '\0';
  print_command(sim);
  return STATUS_MISMATCH;
}

static int end_good(struct core_sim *sim, struct tb_error *error)
{
  if (!lockstep_finish(sim->run.lockstep, sim->run.cycle)) {
    return end_mismatch(sim);
  }
  struct core_results *results = &sim->results;
  struct tb_error ended = {""};
  results->system = core_stimulus_system(&sim->run.stimulus);
  const bool decided = core_checker_finish(&sim->checker, error);
  const bool well = core_results_ended(results->system, decided, &ended);
  if (core_checker_mismatch(&sim->checker) == NULL && !well &&
      (!decided || results->system->status == CORE_GAVE_UP)) {
    *error = ended;
    return STATUS_USAGE;
  }
  if (!decided) {
    return end_mismatched(sim, error);
  }
  results->config_name = dut_config_name();
  results->cycles = sim->run.cycle;
  results->counts = sim->run.counts;
  results->compared = lockstep_compared(sim->run.lockstep);
  results->checker = &sim->checker;
  if (!core_results_check(results, error)) {
    return end_mismatched(sim, error);
  }
  if (!core_results_write(results, &sim->output, error)) {
    return STATUS_USAGE;
  }
  core_results_summary(results, stdout);
  *error = ended;
  return fflush(stdout) == 0 && well ? STATUS_OK : STATUS_USAGE;
}

static int simulate(struct core_sim *sim, struct tb_error *error)
{
  static const char *const results[] = {"report.json", "records.spe", "perf.data",
                                        "time.data",   "truth.csv",   "mismatch.txt"};
  if (!open_all(sim, error)) {
    return STATUS_USAGE;
  }
  // Only now, so that the results of an earlier run stay until this one begins.
  output_supersede(&sim->output, results, sizeof results / sizeof results[0]);
  const enum run_state state = run_all(sim, error);
  (void)fflush(stdout);
  if (interrupted) {
    (void)tb_fail(error, "interrupted in cycle %" PRIu64, sim->run.cycle);
    return STATUS_USAGE;
  }
  if (sim->results.out_of_memory) {
    (void)tb_fail(error, "out of memory for the records, of %zu bytes so far", sim->results.committed.size);
    return STATUS_USAGE;
  }
  if (state == RUN_MISMATCH ||
      (state == RUN_BROKEN && lockstep_broken(sim->run.lockstep, sim->run.cycle, error->text))) {
    error->text[0] = '\0';
    return end_mismatch(sim);
  }
  if (core_checker_mismatch(&sim->checker) != NULL) {
    error->text[0] = '\0';
    (void)tb_fail(error, "%s", core_checker_mismatch(&sim->checker));
    return end_mismatched(sim, error);
  }
  return state == RUN_FINISHED ? end_good(sim, error) : end_mismatched(sim, error);
}

int main(int argc, char *argv[])
{
  struct tb_error error = {""};
  struct core_sim *sim = calloc(1, sizeof *sim);
  if (sim == NULL) {
    (void)fputs("core-sim: out of memory\n", stderr);
    return STATUS_USAGE;
  }
  int status = STATUS_USAGE;
  if (core_sim_parse(argc, argv, &sim->options, &error)) {
    if (sim->options.help) {
      core_sim_help(stdout);
      status = STATUS_OK;
    } else {
      const struct sigaction action = {.sa_handler = on_interrupt};
      (void)sigaction(SIGINT, &action, NULL);
      (void)sigaction(SIGTERM, &action, NULL);
      status = simulate(sim, &error);
    }
  }
  output_abort(&sim->output);
  if (error.text[0] != '\0') {
    (void)fprintf(stderr, "core-sim: %s\n", error.text);
  }
  core_stimulus_destroy(&sim->run.stimulus);
  aux_data_free(&sim->results.committed);
  core_code_free(&sim->code);
  core_truth_free(&sim->truth);
  lockstep_destroy(sim->run.lockstep);
  dut_destroy(sim->run.dut);
  free(sim);
  return status;
}
