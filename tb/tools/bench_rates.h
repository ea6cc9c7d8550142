// SPDX-License-Identifier: Apache-2.0
//
// From measured times to rates. Other programs on the machine only ever make a time longer, so that the best of some
// repetitions is closest to the truth, and the median says what to expect.
#ifndef TB_TOOLS_BENCH_RATES_H
#define TB_TOOLS_BENCH_RATES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { BENCH_MAX_REPETITIONS = 99 };

// Two clocks: processor time is that of all threads, and what else runs hardly counts; wall clock is what the user
// waits for.
enum bench_clock { BENCH_CPU, BENCH_WALL, BENCH_CLOCKS };

struct bench_sample {
  double seconds[BENCH_CLOCKS];
  uint64_t work;  // cycles or operations done in them
};

// Repetitions of one measurement. The same index of two series: measured one after the other.
struct bench_series {
  size_t count;
  struct bench_sample sample[BENCH_MAX_REPETITIONS];
};

// Work per second.
struct bench_rate {
  double median;
  double best;
};

// Adds a repetition. False if there are too many, or if nothing was done or in no time.
bool bench_add(struct bench_series *series, const struct bench_sample *sample);

// Of a series that is not empty.
struct bench_rate bench_rate_of(const struct bench_series *series, enum bench_clock clock);

// Rate of `over` in proportion to that of `under`: the median of the ratios of neighbours, which saw the same machine.
// Both series are as long, and not empty.
double bench_ratio_of(const struct bench_series *over, const struct bench_series *under,
                      enum bench_clock clock);

// Wall clock in proportion to processor time, the median. With one thread, more than 1 is waiting for a processor.
double bench_waiting(const struct bench_series *series);

#endif  // TB_TOOLS_BENCH_RATES_H
