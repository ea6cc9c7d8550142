// SPDX-License-Identifier: Apache-2.0
//
// The result of a run: as JSON (report.json) and as a summary for people.
#ifndef TB_PROGRAMS_TOOLS_SIM_REPORT_H
#define TB_PROGRAMS_TOOLS_SIM_REPORT_H

#include <stdio.h>

#include "programs/core/core.h"
#include "programs/perf/functions.h"
#include "programs/recorder/launch.h"
#include "programs/tools/sim_options.h"
#include "unit/check/run.h"
#include "unit/stimulus/inject/inject_counts.h"

struct sim_report {
  const struct sim_options *options;
  const char *config;
  uint64_t cycles;
  uint64_t operations;
  struct run_counts counts;
  uint64_t filtered;    // rejected by a filter (in unchecked runs also dropped)
  uint64_t dropped;     // squashed and not recorded; 0 in unchecked runs
  uint64_t compared;    // cycles
  uint64_t mismatches;  // 0 or 1: a run stops at the first
  double seconds;
  struct core_counts core;               // all zero unless a program was profiled
  struct workload_end end;               // of the workload; all zero unless a program was executed
  const struct functions *functions;     // sorted; null unless a program was profiled
  const struct inject_counts *injected;  // null if the stimulus injects nothing
  struct flight_lost lost;               // to resets; all zero in unchecked runs
};

// Writes the JSON object. The stream keeps errors.
void sim_report_json(const struct sim_report *report, FILE *stream);

// Writes the summary.
void sim_report_summary(const struct sim_report *report, FILE *stream);

#endif  // TB_PROGRAMS_TOOLS_SIM_REPORT_H
