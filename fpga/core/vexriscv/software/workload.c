// SPDX-License-Identifier: Apache-2.0
#include "workload.h"

#include "board.h"

// Together they are larger than the data cache of 4 KB, so that loads miss.
enum { VALUES = 512, BYTES = 1024, BINS = 64, SORTED = 24 };

static uint32_t values[VALUES];
static uint8_t bytes[BYTES];
static uint16_t bins[BINS];
static int32_t sorted[SORTED];
static uint32_t quotients[VALUES / 2];

#define APART __attribute__((noinline, noclone, noipa))

static APART void fill(uint32_t seed)
{
  uint32_t state = seed * 2654435761U + 12345U;
  for (uint32_t i = 0; i < VALUES; i++) {
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    values[i] = state;
  }
  for (uint32_t i = 0; i < BYTES; i++) {
    bytes[i] = (uint8_t)(state >> (i & 15U));
    state = state * 1664525U + 1013904223U;
  }
}

static APART uint32_t sum_of_products(void)
{
  uint32_t sum = 0;
  for (uint32_t i = 0; i < VALUES; i++) {
    sum += values[i] * values[(i * 7U) % VALUES];
  }
  return sum;
}

static APART void divide(uint32_t by)
{
  for (uint32_t i = 0; i < VALUES / 2; i++) {
    quotients[i] = values[i] / (by + i) + values[i] % (by + 3U);
  }
}

static APART uint32_t histogram(void)
{
  for (uint32_t i = 0; i < BINS; i++) {
    bins[i] = 0;
  }
  for (uint32_t i = 0; i < BYTES; i++) {
    bins[bytes[i] % BINS]++;
  }
  uint32_t most = 0;
  for (uint32_t i = 0; i < BINS; i++) {
    most = bins[i] > most ? bins[i] : most;
  }
  return most;
}

static APART void insertion_sort(void)
{
  for (uint32_t i = 0; i < SORTED; i++) {
    sorted[i] = (int32_t)values[i];
  }
  for (uint32_t i = 1; i < SORTED; i++) {
    const int32_t moved = sorted[i];
    uint32_t place = i;
    while (place > 0 && sorted[place - 1] > moved) {
      sorted[place] = sorted[place - 1];
      place--;
    }
    sorted[place] = moved;
  }
}

static APART uint32_t fibonacci(uint32_t n)
{
  return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

static APART void environment_call(void)
{
  __asm__ volatile("ecall" ::: "memory");
}

// What the functions above may touch besides the stack.
__attribute__((section(".claims"), used))
const struct claim claims[] = {{(const void *)fill, values, sizeof values},
                               {(const void *)fill, bytes, sizeof bytes},
                               {(const void *)sum_of_products, values, sizeof values},
                               {(const void *)divide, values, sizeof values},
                               {(const void *)divide, quotients, sizeof quotients},
                               {(const void *)histogram, bytes, sizeof bytes},
                               {(const void *)histogram, bins, sizeof bins},
                               {(const void *)insertion_sort, values, sizeof values},
                               {(const void *)insertion_sort, sorted, sizeof sorted}};

uint32_t workload_round(uint32_t round)
{
  fill(round + 1U);
  uint32_t sum = sum_of_products();
  for (uint32_t by = 1; by <= 3; by++) {
    divide(round * 4U + by);
  }
  for (uint32_t i = 0; i < VALUES / 2; i++) {
    sum = sum * 31U + quotients[i];
  }
  sum = sum * 31U + histogram();
  insertion_sort();
  for (uint32_t i = 1; i < SORTED; i++) {
    sum += sorted[i - 1] <= sorted[i];
  }
  sum = sum * 31U + fibonacci(13);
  environment_call();
  return sum * 31U + jump_chain(900);
}
