// SPDX-License-Identifier: Apache-2.0
#include "tools/bench_rates.h"

#include <stdlib.h>

static int by_value(const void *a, const void *b)
{
  const double x = *(const double *)a;
  const double y = *(const double *)b;
  return (x > y) - (x < y);
}

// Sorts the values.
static double median_of(double *values, size_t count)
{
  qsort(values, count, sizeof *values, by_value);
  return count % 2 != 0 ? values[count / 2] : (values[count / 2 - 1] + values[count / 2]) / 2;
}

static double rate(const struct bench_sample *sample, enum bench_clock clock)
{
  return (double)sample->work / sample->seconds[clock];
}

bool bench_add(struct bench_series *series, const struct bench_sample *sample)
{
  if (series->count == BENCH_MAX_REPETITIONS || sample->work == 0 || sample->seconds[BENCH_CPU] <= 0 ||
      sample->seconds[BENCH_WALL] <= 0) {
    return false;
  }
  series->sample[series->count++] = *sample;
  return true;
}

struct bench_rate bench_rate_of(const struct bench_series *series, enum bench_clock clock)
{
  double values[BENCH_MAX_REPETITIONS] = {0};
  for (size_t i = 0; i < series->count; i++) {
    values[i] = rate(&series->sample[i], clock);
  }
  const double median = median_of(values, series->count);
  return (struct bench_rate){.median = median, .best = values[series->count - 1]};
}

double bench_ratio_of(const struct bench_series *over, const struct bench_series *under,
                      enum bench_clock clock)
{
  double values[BENCH_MAX_REPETITIONS] = {0};
  for (size_t i = 0; i < over->count; i++) {
    values[i] = rate(&over->sample[i], clock) / rate(&under->sample[i], clock);
  }
  return median_of(values, over->count);
}

double bench_waiting(const struct bench_series *series)
{
  double values[BENCH_MAX_REPETITIONS] = {0};
  for (size_t i = 0; i < series->count; i++) {
    values[i] = series->sample[i].seconds[BENCH_WALL] / series->sample[i].seconds[BENCH_CPU];
  }
  return median_of(values, series->count);
}
