// SPDX-License-Identifier: Apache-2.0
//
// What spu-bench says: the rates side by side, and the same as JSON for scripts/bench.py.
#ifndef TB_TOOLS_BENCH_REPORT_H
#define TB_TOOLS_BENCH_REPORT_H

#include <stdio.h>

#include "tools/bench_measure.h"

// Every series as long, and none empty.
struct bench_results {
  const char *config;
  uint64_t cycles;  // of the random stimulus
  uint64_t seed;
  struct bench_series run[BENCH_SOURCES][BENCH_KINDS];
  struct bench_series model;
};

// How much longer a measurement with one thread waited for a processor than any should: 0.2 is 20 % of its processor
// time. The longest of all series that certainly have one thread.
double bench_waited(const struct bench_results *results);

// More than that and wall clock says more about the machine than about the unit.
#define BENCH_LOADED 0.1

void bench_print(const struct bench_results *results, FILE *stream);
void bench_json(const struct bench_results *results, FILE *stream);

#endif  // TB_TOOLS_BENCH_REPORT_H
