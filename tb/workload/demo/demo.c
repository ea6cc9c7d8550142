// SPDX-License-Identifier: Apache-2.0
//
// The demonstration workload: five functions that a profile must tell apart, each with a sizeable share of
// about 3 million executed instructions. Prints one checksum a line; status 1 if a self-check fails.
//
// It needs no C library, so that the program holds no code but this, and asks Linux for two things: to write
// and to end. demo.elf and demo.trace.xz beside it were made from it by `make demo`; demo.origin says with what.
//
//   chase_pointers   dependent loads over a list larger than a first-level cache
//   copy_stream      independent loads and stores over arrays
//   sort_branchy     branches that depend on data
//   multiply_matrix  floating-point arithmetic
//   count_atomics    atomic additions and compare-and-swap (FEAT_LSE)
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define NOINLINE __attribute__((noinline, noclone))

enum {
  NODES = 2048,  // of four cache lines each
  STEPS = 70 * NODES,
  WORDS = 8192,
  COPIES = 6,
  KEYS = 2650,
  SIDE = 54,  // of the matrices
  COUNTERS = 64,
  COUNTS = 57000
};

enum { STDOUT = 1, SYS_WRITE = 64 };

struct node {
  struct node *next;
  uint64_t value;
  uint8_t rest_of_lines[240];
};

static struct node nodes[NODES];
static uint64_t source[WORDS], destination[WORDS];
static uint32_t keys[KEYS];
static double left[SIDE][SIDE], right[SIDE][SIDE], product[SIDE][SIDE];
static uint64_t counters[COUNTERS];
static uint64_t largest;

// A full-period sequence modulo 2^64; its upper bits are random enough for data.
static uint32_t next_random(uint64_t *state)
{
  *state = *state * 6364136223846793005U + 1442695040888963407U;
  return (uint32_t)(*state >> 32);
}

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
  static const size_t gaps[] = {1577, 701, 301, 132, 57, 23, 10, 4, 1};
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
      double sum = 0;
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

// ---------------------------------------------------------------------------------------------------------
// What a C library would do

// What is on the stack that Linux gives, and where that is, depends on who starts the program. This one never
// looks, so that it executes the same operations with the same addresses everywhere.
__attribute__((used, aligned(16))) static uint8_t stack[4096];

__asm__(".text\n"
        ".global _start\n"
        ".type _start, %function\n"
        "_start:\n"
        "  adrp x0, stack + 4096\n"
        "  add sp, x0, :lo12:stack + 4096\n"
        "  bl main\n"
        "  mov x8, #94\n"  // exit_group
        "  svc #0\n"
        "  udf #0\n"
        ".size _start, . - _start");

static void print(const char *text, size_t size)
{
  register uint64_t number __asm__("x8") = SYS_WRITE;
  register uint64_t x0 __asm__("x0") = STDOUT;
  register const char *x1 __asm__("x1") = text;
  register uint64_t x2 __asm__("x2") = size;
  __asm__ volatile("svc #0" : "+r"(x0) : "r"(number), "r"(x1), "r"(x2) : "memory");
}

NOINLINE static bool report(const char *name, uint64_t checksum, bool good)
{
  enum { NAME = 16, DIGITS = 16 };
  char line[NAME + DIGITS + sizeof " WRONG"];
  size_t used = 0;
  for (; name[used] != '\0'; used++) {
    line[used] = name[used];
  }
  for (; used < NAME; used++) {
    line[used] = ' ';
  }
  for (int shift = 60; shift >= 0; shift -= 4) {
    line[used++] = "0123456789abcdef"[checksum >> shift & 15];
  }
  for (const char *word = good ? "" : " WRONG"; *word != '\0'; word++) {
    line[used++] = *word;
  }
  line[used++] = '\n';
  print(line, used);
  return good;
}

// ---------------------------------------------------------------------------------------------------------
// The functions with their data, and what must come out

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
      left[i][j] = (double)(i + j);
      right[i][j] = (double)j - (double)i;
    }
  }
  multiply_matrix();
  const double n = SIDE;
  const double ones = n * (n - 1) / 2;                   // sum of k
  const double squares = n * (n - 1) * (2 * n - 1) / 6;  // sum of k * k
  bool good = true;
  double sum = 0;
  for (size_t r = 0; r < SIDE; r++) {
    for (size_t c = 0; c < SIDE; c++) {
      const double expected = (double)r * (double)c * n + ((double)c - (double)r) * ones - squares;
      good = good && product[r][c] == expected;
      sum += product[r][c] * (double)(r + 1);
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
