// SPDX-License-Identifier: Apache-2.0
//
// spu-shrink: runs a stimulus until it fails, records the activity at the pins, and searches for a short event list
// that fails in the same way.
#define _POSIX_C_SOURCE 200809L

#include <ctype.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "programs/tools/sim_options.h"
#include "programs/tools/sim_source.h"
#include "unit/check/lockstep.h"
#include "unit/check/run.h"
#include "unit/dut/dut.h"
#include "unit/report/mismatch.h"
#include "unit/stimulus/events/event_recorder.h"
#include "unit/stimulus/events/events_replay.h"
#include "unit/stimulus/events/events_text.h"
#include "unit/tools/progress.h"
#include "unit/tools/shrink.h"
#include "unit/util/output.h"

enum { STATUS_OK = 0, STATUS_NO_FAILURE = 1, STATUS_USAGE = 2 };
enum { CHUNK = 2048, COMMAND = 1024, REPORT = 32768, LIMIT_SECONDS = 120 };

static volatile sig_atomic_t interrupted;

static void on_interrupt(int number)
{
  (void)number;
  interrupted = 1;
}

// How a run failed: shrinking must preserve this.
struct signature {
  bool failed;
  char signal[64];
  char function[128];
  char rule[2 * MISMATCH_TEXT];  // the violated rule without numbers; empty if values differ
};

struct shrinker {
  struct sim_options options;
  double limit;  // seconds
  struct spu_config config;
  struct sim_source source;
  struct event_recorder *recorder;
  struct signature signature;
  struct output output;
  struct progress progress;
  struct shrink shrink;
  const char *ended;  // why shrinking ended early; null if nothing more could be removed
};

// ---------------------------------------------------------------------------------------------------------
// Failures

// Appends the text with every number replaced by #.
static void add_without_numbers(struct text *text, const char *from)
{
  while (*from != '\0') {
    if (isdigit((unsigned char)*from) != 0) {
      text_add(text, "#");
      from += from[0] == '0' && from[1] == 'x' ? 2 : 0;
      while (isxdigit((unsigned char)*from) != 0) {
        from++;
      }
    } else {
      text_add(text, "%c", *from++);
    }
  }
}

// Appends the complaint of the environment or of an assertion. File and line identify an assertion.
static void add_complaint(struct text *text, const char *from)
{
  if (strncmp(from, "assertion: ", strlen("assertion: ")) == 0) {
    text_add(text, "%s", from);
  } else {
    add_without_numbers(text, from);
  }
}

// The signature of a run that ended in this state.
static struct signature signature_of(struct lockstep *lockstep, uint64_t cycle, enum run_state state,
                                     const struct tb_error *error)
{
  struct signature signature = {.failed = true};
  struct text rule = {signature.rule, sizeof signature.rule, 0};
  struct mismatch mismatch;
  if (state == RUN_BROKEN) {
    (void)lockstep_broken(lockstep, cycle, error->text);
  }
  const struct failure *failure = lockstep_failure(lockstep);
  if (failure == NULL) {  // nothing failed, or the stimulus could not continue
    signature.failed = state == RUN_BROKEN;
    (void)snprintf(signature.signal, sizeof signature.signal, "protocol");
    add_without_numbers(&rule, error->text);
    return signature;
  }
  mismatch_explain(failure, &mismatch);
  (void)snprintf(signature.signal, sizeof signature.signal, "%s", mismatch.signal);
  (void)snprintf(signature.function, sizeof signature.function, "%s", mismatch.function);
  if (strcmp(mismatch.signal, "conservation") == 0) {
    add_without_numbers(&rule, mismatch.note);
  } else if (strcmp(mismatch.signal, "rule") == 0 || strcmp(mismatch.signal, "assertion") == 0 ||
             strcmp(mismatch.signal, "bus protocol") == 0) {
    add_complaint(&rule, mismatch.got);
  }
  return signature;
}

// Appends the cause in words. The text of an assertion begins with that word.
static void add_cause(struct text *text, const struct signature *signature)
{
  if (strcmp(signature->signal, "assertion") != 0) {
    text_add(text, "%s: ", signature->signal);
  }
  text_add(text, "%s", signature->rule[0] != '\0' ? signature->rule : signature->function);
}

static bool same_failure(const struct signature *a, const struct signature *b)
{
  return a->failed && b->failed && strcmp(a->signal, b->signal) == 0 &&
         strcmp(a->function, b->function) == 0 && strcmp(a->rule, b->rule) == 0;
}

// ---------------------------------------------------------------------------------------------------------
// Runs

static bool time_is_left(const struct shrinker *shrinker)
{
  return progress_now() - shrinker->progress.start < shrinker->limit;
}

// Shows the progress; false if shrinking must end.
static bool next_session(void *context)
{
  struct shrinker *shrinker = context;
  char unit[96];
  char line[160];
  (void)snprintf(unit, sizeof unit, "runs, %zu events in %" PRIu64 " cycles left",
                 shrinker->shrink.list->count, shrinker->shrink.cycle + 1);
  progress_text(&shrinker->progress, shrinker->shrink.trials, 0, unit, line, sizeof line);
  (void)fputs(line, stderr);
  return !interrupted && time_is_left(shrinker);
}

// Runs to the first failure, the end, or an interrupt, which counts as no failure.
static enum run_state run_all(struct shrinker *shrinker, struct run *run, bool limited,
                              struct tb_error *error)
{
  enum run_state state = RUN_GOING;
  while (state == RUN_GOING && !interrupted && (!limited || next_session(shrinker))) {
    state = run_clocks(run, CHUNK, error);
  }
  if (state == RUN_FINISHED && !lockstep_finish(run->lockstep, run->cycle)) {
    return RUN_MISMATCH;
  }
  return state;
}

// Replays the events; *report, if not null, gets the report.
static struct signature replay(struct shrinker *shrinker, const struct timed_event *event, size_t count,
                               bool limited, struct shrink_failure *failure, struct text *report)
{
  struct signature signature = {.failed = false};
  struct tb_error error = {""};
  struct run run = {.dut = dut_create()};
  struct event_replay *stimulus = event_replay_create(&shrinker->config, event, count);
  if (run.dut != NULL && stimulus != NULL) {
    enum spu_status status;
    run.stimulus = event_replay_stimulus(stimulus);
    run.lockstep = lockstep_create(&shrinker->config, run.stimulus.memory, &status);
  }
  if (run.lockstep != NULL) {
    const enum run_state state = run_all(shrinker, &run, limited, &error);
    signature = signature_of(run.lockstep, run.cycle, state, &error);
    *failure = (struct shrink_failure){event_replay_used(stimulus), event_replay_last(stimulus), run.cycle};
  }
  if (report != NULL && signature.failed) {
    char command[COMMAND] = "";
    char events[OUTPUT_PATH + 32];
    struct text text = {command, sizeof command, 0};
    struct sim_options options = shrinker->options;
    (void)snprintf(events, sizeof events, "%s/shrunk.events", options.out);
    options.stimulus = SIM_EVENTS;
    options.events = events;
    sim_command(&options, dut_config_name(), dut_netlist_name(), run.cycle, &text);
    if (lockstep_failure(run.lockstep) != NULL) {
      mismatch_text(lockstep_failure(run.lockstep), command, report->data, report->size);
    } else {
      text_add(report, "%s\nreproduce with:\n  %s\n", error.text, command);
    }
  }
  lockstep_destroy(run.lockstep);
  event_replay_destroy(stimulus);
  dut_destroy(run.dut);
  return signature;
}

static bool fails(void *context, const struct timed_event *event, size_t count,
                  struct shrink_failure *failure)
{
  struct shrinker *shrinker = context;
  const struct signature signature = replay(shrinker, event, count, true, failure, NULL);
  return same_failure(&signature, &shrinker->signature);
}

// Records the run of the command line.
static struct event_list *record(struct shrinker *shrinker, int *status, struct tb_error *error)
{
  struct tb_error broken = {""};
  enum spu_status model;
  struct run run = {.dut = dut_create(), .stimulus = shrinker->source.stimulus};
  struct event_list *list = NULL;
  shrinker->recorder = event_recorder_create(&shrinker->config);
  run.lockstep = lockstep_create(&shrinker->config, run.stimulus.memory, &model);
  if (run.dut == NULL || run.lockstep == NULL || shrinker->recorder == NULL) {
    (void)tb_fail(error, "out of memory");
  } else {
    const struct observer observer = event_recorder_observer(shrinker->recorder);
    run_observe(&run, &observer);
    const enum run_state state = run_all(shrinker, &run, false, &broken);
    shrinker->signature = signature_of(run.lockstep, run.cycle, state, &broken);
    if (interrupted) {
      (void)tb_fail(error, "interrupted in cycle %" PRIu64 ", before a failure", run.cycle);
    } else if (!shrinker->signature.failed) {
      (void)tb_fail(error, "the run does not fail in %" PRIu64 " cycles: nothing to shrink", run.cycle);
      *status = STATUS_NO_FAILURE;
    } else {
      shrinker->shrink.cycle = run.cycle;
      list = event_recorder_finish(shrinker->recorder, run.cycle + (state == RUN_FINISHED ? 0 : 1), error);
    }
  }
  lockstep_destroy(run.lockstep);
  dut_destroy(run.dut);
  return list;
}

// ---------------------------------------------------------------------------------------------------------
// Results

static bool write_all(struct shrinker *shrinker, size_t events, uint64_t clocks, struct tb_error *error)
{
  const struct event_list *list = shrinker->shrink.list;
  static char words[REPORT];
  char comment[2 * COMMAND] = "";
  struct text report = {words, sizeof words, 0};
  struct text text = {comment, sizeof comment, 0};
  struct shrink_failure failure = {0, 0, 0};
  const struct signature signature = replay(shrinker, list->event, list->count, false, &failure, &report);
  if (!same_failure(&signature, &shrinker->signature)) {
    return tb_fail(error, "the shortened list does not fail a second time");
  }
  text_add(&text, "shortened from %zu events in %" PRIu64 " cycles of:\n  ", events, clocks);
  sim_command(&shrinker->options, dut_config_name(), dut_netlist_name(), clocks - 1, &text);
  text_add(&text, "\nconfiguration %s, cycle %" PRIu64 ": ", dut_config_name(), failure.cycle);
  add_cause(&text, &signature);
  FILE *file = output_add(&shrinker->output, "shrunk.events", error);
  FILE *mismatch = file == NULL ? NULL : output_add(&shrinker->output, "mismatch.txt", error);
  if (mismatch == NULL) {
    return false;
  }
  (void)events_write(list->event, list->count, comment, file);
  (void)fputs(words, mismatch);
  if (!output_commit(&shrinker->output, error)) {
    return false;
  }
  (void)printf("%s", words);
  (void)printf("%s/shrunk.events: %zu events in %" PRIu64 " cycles, of %zu in %" PRIu64 " (%" PRIu64
               " runs in %.1f s%s)\n",
               shrinker->options.out, list->count, failure.cycle + 1, events, clocks, shrinker->shrink.trials,
               progress_now() - shrinker->progress.start, shrinker->ended != NULL ? shrinker->ended : "");
  return fflush(stdout) == 0 || tb_fail(error, "cannot write the result");
}

static int shrink(struct shrinker *shrinker, struct tb_error *error)
{
  int status = STATUS_USAGE;
  if (spu_config_by_name(dut_config_name(), &shrinker->config) != SPU_OK) {
    (void)tb_fail(error, "%s: no configuration of that name", dut_config_name());
    return status;
  }
  if (!output_open(&shrinker->output, shrinker->options.out, error) ||
      !sim_source_open(&shrinker->source, &shrinker->options, &shrinker->config, error)) {
    return status;
  }
  struct event_list *list = record(shrinker, &status, error);
  if (list == NULL) {
    return status;
  }
  const size_t events = list->count;
  const uint64_t clocks = shrinker->shrink.cycle + 1;
  progress_start(&shrinker->progress, isatty(STDERR_FILENO) != 0);
  shrinker->shrink.list = list;
  shrinker->shrink.fails = fails;
  shrinker->shrink.next_session = next_session;
  shrinker->shrink.context = shrinker;
  const bool shrunk = shrink_run(&shrinker->shrink);
  (void)fputs(progress_clear(&shrinker->progress), stderr);
  if (interrupted) {
    shrinker->ended = ", interrupted";
  } else if (!time_is_left(shrinker)) {
    shrinker->ended = ", limit reached";
  }
  if (!shrunk && shrinker->ended == NULL) {
    const char *note = event_recorder_note(shrinker->recorder);
    char cause[sizeof shrinker->signature] = "";
    struct text text = {cause, sizeof cause, 0};
    add_cause(&text, &shrinker->signature);
    (void)tb_fail(error, "the run fails (%s), but not when it is replayed%s%s", cause,
                  note[0] != '\0' ? "; " : "", note);
    return STATUS_USAGE;
  }
  interrupted = 0;  // the result is written in any case
  return write_all(shrinker, events, clocks, error) ? STATUS_OK : STATUS_USAGE;
}

// ---------------------------------------------------------------------------------------------------------
// The command line

static bool take_limit(void *options, const char *text, struct tb_error *error)
{
  struct shrinker *shrinker = options;
  char *end = NULL;
  shrinker->limit = strtod(text, &end);
  return (text[0] >= '0' && text[0] <= '9' && *end == '\0' && shrinker->limit > 0) ||
         tb_fail(error, "%s is not a number of seconds", text);
}

static const struct option_row limit_row = {"limit", 0, "SECONDS", OPTION_TAKE_BY(take_limit),
                                            .help = "time limit (default 120); Ctrl-C ends it earlier"};

// The options of spu-sim, and one more. `options` is the first member of the struct.
static bool parse(struct shrinker *shrinker, int argc, char *argv[], struct tb_error *error)
{
  struct option_row rows[OPTIONS_MOST];
  struct option_program program = {
      .name = "spu-shrink",
      .usage = "[--limit SECONDS] [options of spu-sim]",
      .about = "Runs the stimulus until unit and model differ, and shortens the recorded events\n"
               "at the unit's pins as long as the same signal differs and the same function is\n"
               "responsible. Writes shrunk.events and mismatch.txt, by default to build/shrink.\n"
               "Options of spu-sim, except --record, --unchecked, --coverage and --waves:\n\n",
      .status = "\n"
                "Status: 0 shortened, 1 the run does not fail, 2 wrong use, unreadable input, or\n"
                "the failure cannot be replayed.\n",
      .rows = rows,
      .count = sim_program.count + 1};
  _Static_assert(offsetof(struct shrinker, options) == 0, "both are filled");
  memcpy(rows, sim_program.rows, sim_program.count * sizeof *rows);
  rows[sim_program.count] = limit_row;
  shrinker->options = sim_defaults;
  shrinker->options.out = "build/shrink";
  shrinker->limit = LIMIT_SECONDS;
  return sim_parse(&program, argc, argv, &shrinker->options, error);
}

static bool check_fitting(const struct sim_options *options, struct tb_error *error)
{
  const char *other = NULL;
  other = options->unchecked ? "--unchecked" : other;
  other = options->waves != NULL ? "--waves" : other;
  other = options->coverage ? "--coverage" : other;
  other = options->record != NULL ? "--record" : other;
  return other == NULL || tb_fail(error, "%s: only with spu-sim", other);
}

int main(int argc, char *argv[])
{
  struct tb_error error = {""};
  int status = STATUS_USAGE;
  struct shrinker *shrinker = calloc(1, sizeof *shrinker);
  if (shrinker == NULL) {
    (void)fputs("spu-shrink: out of memory\n", stderr);
    return STATUS_USAGE;
  }
  if (parse(shrinker, argc, argv, &error) && check_fitting(&shrinker->options, &error)) {
    const struct sigaction action = {.sa_handler = on_interrupt};
    (void)sigaction(SIGINT, &action, NULL);
    (void)sigaction(SIGTERM, &action, NULL);
    status = shrink(shrinker, &error);
  }
  output_abort(&shrinker->output);
  if (error.text[0] != '\0') {
    (void)fprintf(stderr, "spu-shrink: %s\n", error.text);
  }
  sim_source_close(&shrinker->source);
  event_recorder_destroy(shrinker->recorder);
  free(shrinker);
  return status;
}
