// SPDX-License-Identifier: Apache-2.0
#define _POSIX_C_SOURCE 200809L

#include "programs/tools/wave_window.h"

#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "programs/tools/sim_source.h"
#include "unit/dut/wave.h"
#include "unit/util/json.h"

enum { CHUNK = 2048 };  // cycles between two checks of *stop

// Cycles until the waveform starts or ends.
static uint64_t clocks_until_change(const struct wave_window *window, uint64_t cycle)
{
  if (window->path == NULL || window->state == WAVE_WINDOW_PAST) {
    return UINT64_MAX;
  }
  if (window->state == WAVE_WINDOW_NOT_YET) {
    return window->from > cycle ? window->from - cycle : 0;
  }
  const uint64_t left = window->to - cycle;
  return window->to < cycle ? 0 : left == UINT64_MAX ? left : left + 1;
}

// Reports that the file cannot be written. Returns false.
static bool fail(struct wave_window *window, const char *cause, struct tb_error *error)
{
  window->state = WAVE_WINDOW_FAILED;
  return tb_fail(error, "%s: %s", window->path, cause);
}

static const char no_space[] = "no space left for the waveform";

bool wave_window_close(struct wave_window *window, struct run *run, struct tb_error *error)
{
  return dut_wave_stop(run->dut) || fail(window, no_space, error);
}

enum run_state wave_window_run(struct wave_window *window, struct run *run, uint64_t clocks,
                               struct tb_error *error)
{
  enum run_state state = RUN_GOING;
  const uint64_t end = run->cycle + clocks;
  while (state == RUN_GOING && run->cycle < end) {
    const uint64_t until = clocks_until_change(window, run->cycle);
    if (until == 0 && window->state == WAVE_WINDOW_NOT_YET) {
      if (!dut_wave_start(run->dut, window->path)) {
        (void)fail(window, dut_wave_lost(run->dut) ? no_space : "cannot write the waveform", error);
        return RUN_BROKEN;
      }
      window->state = WAVE_WINDOW_OPEN;
    } else if (until == 0) {
      window->state = WAVE_WINDOW_PAST;
      if (!wave_window_close(window, run, error)) {
        return RUN_BROKEN;
      }
    } else {
      const uint64_t left = end - run->cycle;
      state = run_clocks(run, until < left ? until : left, error);
      if (dut_wave_lost(run->dut) && state != RUN_MISMATCH) {
        (void)fail(window, no_space, error);
        return RUN_BROKEN;
      }
    }
  }
  return state;
}

struct wave_window_failure wave_window_failure_of(const struct run *run)
{
  return (struct wave_window_failure){run->cycle, dut_wave_time(run->dut), run->counts};
}

uint64_t wave_window_first_cycle(const struct wave_window_failure *failure)
{
  return failure->cycle > WAVE_WINDOW_CLOCKS_BEFORE ? failure->cycle - WAVE_WINDOW_CLOCKS_BEFORE : 0;
}

uint64_t wave_window_last_cycle(const struct wave_window_failure *failure)
{
  return failure->cycle + WAVE_WINDOW_CLOCKS_AFTER;
}

// ---------------------------------------------------------------------------------------------------------
// The second run

// Runs to the cycle that failed, exclusive.
static bool run_to_failure(struct wave_window *window, struct run *run,
                           const struct wave_window_failure *failure, const volatile sig_atomic_t *stop,
                           struct tb_error *error)
{
  while (run->cycle < failure->cycle) {
    const uint64_t left = failure->cycle - run->cycle;
    const enum run_state state = wave_window_run(window, run, left < CHUNK ? left : CHUNK, error);
    if (stop != NULL && *stop != 0) {
      return tb_fail(error, "interrupted");
    }
    if (state != RUN_GOING) {
      return tb_fail(error, "the second run ended before cycle %" PRIu64, failure->cycle);
    }
  }
  return true;
}

// True if the second run equals the first: all counts and the time are the same. Called after the failing cycle.
static bool same_run(const struct wave_window_failure *failure, const struct run_counts *counts,
                     uint64_t time)
{
  struct run_counts expected = failure->counts;
  expected.resets = counts->resets;  // a reset can be just before the cycle; the time shows it
  return memcmp(&expected, counts, sizeof expected) == 0 && time == failure->time;
}

static bool run_again(struct wave_window *window, struct run *run, const struct wave_window_failure *failure,
                      const volatile sig_atomic_t *stop, struct tb_error *error)
{
  if (!run_to_failure(window, run, failure, stop, error)) {
    return false;
  }
  const struct run_counts counts = run->counts;
  enum run_state state = RUN_GOING;
  for (unsigned i = 0; i <= WAVE_WINDOW_CLOCKS_AFTER && state != RUN_FINISHED; i++) {
    struct tb_error broken = {""};
    state = wave_window_run(window, run, 1, &broken);
    if (window->state == WAVE_WINDOW_FAILED) {
      return tb_fail(error, "%s", broken.text);
    }
    if (i == 0 && !same_run(failure, &counts, dut_wave_time(run->dut))) {
      return tb_fail(error, "the second run differs from the first");
    }
    if (state == RUN_BROKEN) {  // continues: the waveform must show what the environment rejected
      run->cycle++;
    }
  }
  return wave_window_close(window, run, error);
}

bool wave_window_save(const struct sim_options *options, const struct spu_config *config,
                      const struct wave_window_failure *failure, const char *path,
                      const volatile sig_atomic_t *stop, struct tb_error *error)
{
  struct sim_source source;
  struct wave_window window = {
      .path = path, .from = wave_window_first_cycle(failure), .to = wave_window_last_cycle(failure)};
  struct run run = {.dut = dut_create()};
  if (run.dut == NULL) {
    return tb_fail(error, "out of memory");
  }
  if (!sim_source_open(&source, options, config, error)) {
    dut_destroy(run.dut);
    return false;
  }
  run.stimulus = source.stimulus;
  const bool saved = run_again(&window, &run, failure, stop, error);
  sim_source_close(&source);
  dut_destroy(run.dut);
  if (!saved) {
    (void)unlink(path);
  }
  return saved;
}

void wave_window_json(const struct wave_window_failure *failure, const char *config, FILE *stream)
{
  struct json json = json_writer(stream);
  json_object(&json, NULL, JSON_LINES);
  json_text(&json, "config", config);
  json_number(&json, "cycle", failure->cycle);
  json_number(&json, "time", failure->time);
  json_number(&json, "from_cycle", wave_window_first_cycle(failure));
  json_number(&json, "to_cycle", wave_window_last_cycle(failure));
  json_end(&json);
}
