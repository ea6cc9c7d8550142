// SPDX-License-Identifier: Apache-2.0
//
// The results of core-sim: records.spe, perf.data and, with exposed latency, time.data with the bytes that software
// took from the buffer, truth.csv, report.json, and a summary.
#ifndef TB_CORES_CORE_RESULTS_H
#define TB_CORES_CORE_RESULTS_H

#include "cores/core_checker.h"
#include "cores/core_sim_options.h"
#include "unit/check/run.h"
#include "unit/util/output.h"

// Frequency of the count that the timestamps show: one count per cycle of a 1 GHz core.
enum { CORE_TIME_HZ = 1000000000, CORE_PID = 1000 };

// Initially zero except for the options. aux_data_free() frees `committed`.
struct core_results {
  const struct core_sim_options *options;
  const char *config_name;
  struct aux_data committed;  // the bytes of all records of the unit
  bool out_of_memory;         // for these
  uint64_t cycles;
  double seconds;
  uint64_t compared;
  struct run_counts counts;
  struct core_checker *checker;  // core_results_write() estimates the functions' time
  const struct core_system *system;
};

// The run's sink: `context` is the results.
bool core_results_sink(void *context, const uint8_t *data, size_t size);

// The end of a run without a mismatch. False with an error if the program's status was not 0, or the supervisor
// gave up. decided: records were checked, so the results are valid unless it gave up.
bool core_results_ended(const struct core_system *system, bool decided, struct tb_error *error);

// Software must have taken the bytes that the unit wrote. False with an error.
bool core_results_check(const struct core_results *results, struct tb_error *error);

// Writes the files. False with an error.
bool core_results_write(struct core_results *results, struct output *output, struct tb_error *error);

// The functions, and three lines: the run, and the numbers of checked records and compared cycles.
void core_results_summary(const struct core_results *results, FILE *stream);

#endif  // TB_CORES_CORE_RESULTS_H
