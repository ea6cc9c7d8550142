// SPDX-License-Identifier: Apache-2.0
//
// The functions of the demonstration workload (tb/workload/demo) for RV64IMAC: five that a profile must tell apart.
// Prints one checksum a line; status 1 if a self-check fails.
//
//   chase_pointers   dependent loads over a list larger than a first-level cache
//   copy_stream      independent loads and stores over arrays
//   sort_branchy     branches that depend on data
//   multiply_matrix  multiplications and additions of whole numbers
//   count_atomics    atomic additions and compare-and-swap
#include "core/software/user/runtime.h"

#include <stddef.h>

enum {
  NODES = 1024,  // of four cache lines of 64 bytes each
  STEPS = 90 * NODES,
  WORDS = 8192,
  COPIES = 3,
  KEYS = 1800,
  SIDE = 40,  // of the matrices
  COUNTERS = 64,
  COUNTS = 15000
};

struct node {
  struct node *next;
  uint64_t value;
  uint8_t rest_of_lines[240];
};

static struct node nodes[NODES];
static uint64_t source[WORDS], destination[WORDS];
static uint32_t keys[KEYS];
static int64_t left[SIDE][SIDE], right[SIDE][SIDE], product[SIDE][SIDE];
static uint64_t counters[COUNTERS];
static uint64_t largest;

// One cycle through every node, in random order.
static void prepare_nodes(void)
{
  static uint32_t order[NODES];
  uint64_t state = 1;
  for (uint32_t i = 0; i < NODES; i++) {
    const uint32_t j = runtime_random(&state) % (i + 1);
    order[i] = order[j];
    order[j] = i;
  }
  for (uint32_t i = 0; i < NODES; i++) {
    nodes[order[i]].next = &nodes[order[(i + 1) % NODES]];
    nodes[order[i]].value = i;
  }
}

RUNTIME_NOINLINE static uint64_t chase_pointers(uint32_t steps)
{
  const struct node *node = &nodes[0];
  uint64_t sum = 0;
  for (uint32_t i = 0; i < steps; i++) {
    sum += node->value;
    node = node->next;
  }
  return sum;
}

RUNTIME_NOINLINE static void copy_stream(uint64_t *to, const uint64_t *from, uint64_t offset)
{
  for (size_t i = 0; i < WORDS; i++) {
    to[i] = from[i] + offset;
  }
}

// Shell sort, by rising value.
RUNTIME_NOINLINE static void sort_branchy(uint32_t *data, size_t count)
{
  static const size_t gaps[] = {701, 301, 132, 57, 23, 10, 4, 1};
  for (size_t g = 0; g < sizeof gaps / sizeof gaps[0]; g++) {
    const size_t gap = gaps[g];
    for (size_t i = gap; i < count; i++) {
      const uint32_t moving = data[i];
      size_t hole = i;
      while (hole >= gap && data[hole - gap] > moving) {
        data[hole] = data[hole - gap];
        hole -= gap;
      }
      data[hole] = moving;
    }
  }
}

RUNTIME_NOINLINE static void multiply_matrix(void)
{
  for (size_t row = 0; row < SIDE; row++) {
    for (size_t column = 0; column < SIDE; column++) {
      int64_t sum = 0;
      for (size_t k = 0; k < SIDE; k++) {
        sum += left[row][k] * right[k][column];
      }
      product[row][column] = sum;
    }
  }
}

RUNTIME_NOINLINE static void count_atomics(uint32_t counts)
{
  uint64_t state = 2;
  for (uint32_t i = 0; i < counts; i++) {
    const uint32_t value = runtime_random(&state);
    (void)__atomic_fetch_add(&counters[value % COUNTERS], 1, __ATOMIC_ACQ_REL);
    uint64_t seen = __atomic_load_n(&largest, __ATOMIC_ACQUIRE);
    while (seen < value &&
           !__atomic_compare_exchange_n(&largest, &seen, value, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
    }
  }
}

// ---------------------------------------------------------------------------------------------------------
// The functions with their data, and what must come out

static bool run_chase(void)
{
  prepare_nodes();
  const uint64_t sum = chase_pointers(STEPS);
  return runtime_report("chase_pointers", sum, sum == (uint64_t)(STEPS / NODES) * NODES * (NODES - 1) / 2);
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
  return runtime_report("copy_stream", sum, sum == expected);
}

static bool run_sort(void)
{
  uint64_t state = 3;
  uint64_t before = 0;
  for (size_t i = 0; i < KEYS; i++) {
    keys[i] = runtime_random(&state);
    before += keys[i];
  }
  sort_branchy(keys, KEYS);
  uint64_t after = keys[0];
  bool sorted = true;
  for (size_t i = 1; i < KEYS; i++) {
    sorted = sorted && keys[i - 1] <= keys[i];
    after += keys[i];
  }
  return runtime_report("sort_branchy", after * 31 + keys[KEYS / 2], sorted && before == after);
}

// right[k][c] = c - k and left[r][k] = r + k have sums in closed form.
static bool run_matrix(void)
{
  for (int64_t i = 0; i < SIDE; i++) {
    for (int64_t j = 0; j < SIDE; j++) {
      left[i][j] = i + j;
      right[i][j] = j - i;
    }
  }
  multiply_matrix();
  const int64_t ones = SIDE * (SIDE - 1) / 2;                      // sum of k
  const int64_t squares = SIDE * (SIDE - 1) * (2 * SIDE - 1) / 6;  // sum of k * k
  bool good = true;
  int64_t sum = 0;
  for (int64_t r = 0; r < SIDE; r++) {
    for (int64_t c = 0; c < SIDE; c++) {
      good = good && product[r][c] == r * c * SIDE + (c - r) * ones - squares;
      sum += product[r][c] * (r + 1);
    }
  }
  return runtime_report("multiply_matrix", (uint64_t)sum, good);
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
  return runtime_report("count_atomics", sum ^ largest,
                        total == COUNTS && largest <= UINT32_MAX && largest > 0);
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
