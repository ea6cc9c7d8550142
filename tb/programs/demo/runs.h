// SPDX-License-Identifier: Apache-2.0
//
// A program of the functions of functions.h: it prints one checksum a line; status 1 if a self-check fails. Whoever
// includes this has report(), which prints such a line and returns whether it is good.
#ifndef TB_PROGRAMS_DEMO_RUNS_H
#define TB_PROGRAMS_DEMO_RUNS_H

static bool run_chase(void)
{
  prepare_nodes();
  const uint64_t sum = chase_pointers(STEPS);
  return report("chase_pointers", sum, sum == (uint64_t)(STEPS / NODES) * NODES * (NODES - 1) / 2);
}

static bool run_copy(void)
{
  for (size_t i = 0; i < WORDS; i++) {
    source[i] = i;
  }
  uint64_t sum = 0;
  uint64_t expected = 0;
  for (uint64_t n = 1; n <= COPIES; n++) {
    copy_stream(destination, source, n);
    copy_stream(source, destination, n);
    sum = sum * 31 + source[WORDS - 1];
    expected = expected * 31 + (WORDS - 1) + n * (n + 1);
  }
  return report("copy_stream", sum, sum == expected);
}

static bool run_sort(void)
{
  uint64_t state = 3;
  uint64_t before = 0;
  for (size_t i = 0; i < KEYS; i++) {
    keys[i] = next_random(&state);
    before += keys[i];
  }
  sort_branchy(keys, KEYS);
  uint64_t after = keys[0];
  bool sorted = true;
  for (size_t i = 1; i < KEYS; i++) {
    sorted = sorted && keys[i - 1] <= keys[i];
    after += keys[i];
  }
  return report("sort_branchy", after * 31 + keys[KEYS / 2], sorted && before == after);
}

// right[k][c] = c - k and left[r][k] = r + k have sums in closed form; every number is a small whole one.
static bool run_matrix(void)
{
  for (size_t i = 0; i < SIDE; i++) {
    for (size_t j = 0; j < SIDE; j++) {
      left[i][j] = (number)(i + j);
      right[i][j] = (number)j - (number)i;
    }
  }
  multiply_matrix();
  const number n = SIDE;
  const number ones = n * (n - 1) / 2;                   // sum of k
  const number squares = n * (n - 1) * (2 * n - 1) / 6;  // sum of k * k
  bool good = true;
  number sum = 0;
  for (size_t r = 0; r < SIDE; r++) {
    for (size_t c = 0; c < SIDE; c++) {
      const number expected = (number)r * (number)c * n + ((number)c - (number)r) * ones - squares;
      good = good && product[r][c] == expected;
      sum += product[r][c] * (number)(r + 1);
    }
  }
  return report("multiply_matrix", (uint64_t)(int64_t)sum, good);
}

static bool run_atomics(void)
{
  count_atomics(COUNTS);
  uint64_t total = 0;
  uint64_t sum = 0;
  for (size_t i = 0; i < COUNTERS; i++) {
    total += counters[i];
    sum = sum * 31 + counters[i];
  }
  return report("count_atomics", sum ^ largest, total == COUNTS && largest <= UINT32_MAX && largest > 0);
}

int main(void)
{
  bool good = run_chase();
  good = run_copy() && good;
  good = run_sort() && good;
  good = run_matrix() && good;
  good = run_atomics() && good;
  return good ? 0 : 1;
}

#endif  // TB_PROGRAMS_DEMO_RUNS_H
