// SPDX-License-Identifier: Apache-2.0
//
// The part of a run that goes to a waveform. The cycles around a failure are only known afterwards, so a second,
// identical run writes them.
#ifndef TB_PROGRAMS_TOOLS_WAVE_WINDOW_H
#define TB_PROGRAMS_TOOLS_WAVE_WINDOW_H

#include <signal.h>
#include <stdio.h>

#include "programs/tools/sim_options.h"
#include "unit/check/run.h"

enum { WAVE_WINDOW_CLOCKS_BEFORE = 1000, WAVE_WINDOW_CLOCKS_AFTER = 50 };  // of a failure

enum window_state { WAVE_WINDOW_NOT_YET, WAVE_WINDOW_OPEN, WAVE_WINDOW_PAST, WAVE_WINDOW_FAILED };

struct wave_window {
  const char *path;  // FST file; null: no waveform
  uint64_t from;     // first cycle in it
  uint64_t to;       // last cycle in it
  enum window_state state;
};

// Like run_clocks(), and also starts and completes the waveform at its cycles. RUN_BROKEN with an error and
// WAVE_WINDOW_FAILED if the file cannot be written. wave_window_close() completes a waveform that is open at the end of
// the run.
enum run_state wave_window_run(struct wave_window *window, struct run *run, uint64_t clocks,
                               struct tb_error *error);

// Completes the waveform, if one is being written. False with an error and WAVE_WINDOW_FAILED if it is incomplete, in
// which case it is removed.
bool wave_window_close(struct wave_window *window, struct run *run, struct tb_error *error);

// Where a run failed.
struct wave_window_failure {
  uint64_t cycle;
  uint64_t time;  // of that cycle in a waveform; cycles and times differ by more than a factor of two
                  // once the unit was reset during the run
  struct run_counts counts;  // before that cycle
};

// The failure of a run that has just ended with RUN_MISMATCH or RUN_BROKEN, or failed the checks at its end.
struct wave_window_failure wave_window_failure_of(const struct run *run);

// First and last cycle of the window around a failure.
uint64_t wave_window_first_cycle(const struct wave_window_failure *failure);
uint64_t wave_window_last_cycle(const struct wave_window_failure *failure);

// Repeats the run that `options` describe, with its own unit and stimulus and without checks, and writes the window
// around the failure to the FST file `path`; the run ends there. A program is executed again. False with an error and
// no file if the run cannot be repeated, reached another state (a nondeterministic program), or *stop (may be null)
// became nonzero.
bool wave_window_save(const struct sim_options *options, const struct spu_config *config,
                      const struct wave_window_failure *failure, const char *path,
                      const volatile sig_atomic_t *stop, struct tb_error *error);

// Writes a JSON object with what the waveform lacks: the failing cycle and its time. The stream keeps errors.
void wave_window_json(const struct wave_window_failure *failure, const char *config, FILE *stream);

#endif  // TB_PROGRAMS_TOOLS_WAVE_WINDOW_H
