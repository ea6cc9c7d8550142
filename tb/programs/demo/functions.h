// SPDX-License-Identifier: Apache-2.0
//
// Five functions that a profile must tell apart. Whoever includes this has the sizes, NOINLINE, next_random(), and the
// type `number` of the matrices' elements.
//
//   chase_pointers   dependent loads over a list larger than a first-level cache
//   copy_stream      independent loads and stores over arrays
//   sort_branchy     branches that depend on data
//   multiply_matrix  multiplications and additions
//   count_atomics    atomic additions and compare-and-swap
#ifndef TB_PROGRAMS_DEMO_FUNCTIONS_H
#define TB_PROGRAMS_DEMO_FUNCTIONS_H

struct node {
  struct node *next;
  uint64_t value;
  uint8_t rest_of_lines[240];
};

static struct node nodes[NODES];
static uint64_t source[WORDS], destination[WORDS];
static uint32_t keys[KEYS];
static number left[SIDE][SIDE], right[SIDE][SIDE], product[SIDE][SIDE];
static uint64_t counters[COUNTERS];
static uint64_t largest;

// One cycle through every node, in random order.
static void prepare_nodes(void)
{
  static uint32_t order[NODES];
  uint64_t state = 1;
  for (uint32_t i = 0; i < NODES; i++) {
    const uint32_t j = next_random(&state) % (i + 1);
    order[i] = order[j];
    order[j] = i;
  }
  for (uint32_t i = 0; i < NODES; i++) {
    nodes[order[i]].next = &nodes[order[(i + 1) % NODES]];
    nodes[order[i]].value = i;
  }
}

NOINLINE static uint64_t chase_pointers(uint32_t steps)
{
  const struct node *node = &nodes[0];
  uint64_t sum = 0;
  for (uint32_t i = 0; i < steps; i++) {
    sum += node->value;
    node = node->next;
  }
  return sum;
}

NOINLINE static void copy_stream(uint64_t *to, const uint64_t *from, uint64_t offset)
{
  for (size_t i = 0; i < WORDS; i++) {
    to[i] = from[i] + offset;
  }
}

// Shell sort, by rising value.
NOINLINE static void sort_branchy(uint32_t *data, size_t count)
{
  static const size_t gaps[] = {FIRST_GAP, 701, 301, 132, 57, 23, 10, 4, 1};
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

NOINLINE static void multiply_matrix(void)
{
  for (size_t row = 0; row < SIDE; row++) {
    for (size_t column = 0; column < SIDE; column++) {
      number sum = 0;
      for (size_t k = 0; k < SIDE; k++) {
        sum += left[row][k] * right[k][column];
      }
      product[row][column] = sum;
    }
  }
}

NOINLINE static void count_atomics(uint32_t counts)
{
  uint64_t state = 2;
  for (uint32_t i = 0; i < counts; i++) {
    const uint32_t value = next_random(&state);
    (void)__atomic_fetch_add(&counters[value % COUNTERS], 1, __ATOMIC_ACQ_REL);
    uint64_t seen = __atomic_load_n(&largest, __ATOMIC_ACQUIRE);
    while (seen < value &&
           !__atomic_compare_exchange_n(&largest, &seen, value, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
    }
  }
}

#endif  // TB_PROGRAMS_DEMO_FUNCTIONS_H
