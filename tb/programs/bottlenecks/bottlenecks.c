// SPDX-License-Identifier: Apache-2.0
//
// Programs for `make accuracy`, each with another reason to wait, for RV64 and for AArch64 Linux. BOTTLENECK selects
// one, by one of these words. Each executes about 25 million operations, TIMES times over: at an interval of 1024 more
// than 20,000 are sampled. Few instructions are hot, so that a profile with some thousand records is not dominated by
// chance, and each program has a function that hardly waits, so that counts and time differ.
//
//   CHASE     dependent loads over a list larger than the caches
//   GUESS     branches that nobody can predict
//   DIVIDE    divisions, of which each needs the one before
//   STORE     bursts of stores
//   CODE      calls of functions that evict each other from the instruction cache
//   MIX       all of these
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CHASE = 1, GUESS = 2, DIVIDE = 4, STORE = 8, CODE = 16, MIX = 31 };

#define NOINLINE __attribute__((noinline, noclone))

enum { NODES = 16384, WORDS = 4096, STEPS = 64 };

enum {
  ROUNDS = BOTTLENECK == GUESS   ? 9400
           : BOTTLENECK == STORE ? 4200
           : BOTTLENECK == CODE  ? 6600
           : BOTTLENECK == MIX   ? 7000
                                 : 12000,
  CONFLICTS = BOTTLENECK == CODE ? 16 : 4  // in a round, to wait for as long as for the rest of it
};

struct node {
  struct node *next;
  uint64_t rest_of_line[7];
};

static struct node nodes[NODES];
static uint64_t words[WORDS];
static volatile uint64_t result;

static inline uint64_t scrambled(uint64_t x)
{
  x ^= x << 13;
  x ^= x >> 7;
  return x ^ x << 17;
}

// One cycle through every node, in random order.
static void prepare_nodes(void)
{
  static uint32_t order[NODES];
  uint64_t state = 1;
  for (uint32_t i = 0; i < NODES; i++) {
    state = scrambled(state);
    const uint32_t j = (uint32_t)(state >> 32) % (i + 1);
    order[i] = order[j];
    order[j] = i;
  }
  for (uint32_t i = 0; i < NODES; i++) {
    nodes[order[i]].next = &nodes[order[(i + 1) % NODES]];
  }
}

NOINLINE static const struct node *chase(const struct node *node)
{
  for (uint32_t i = 0; i < STEPS; i++) {
    node = node->next;
  }
  return node;
}

// Hardly waits: the function that counts of records favour.
NOINLINE static uint64_t compute(uint64_t x)
{
  for (uint32_t i = 0; i < 4 * STEPS; i++) {
    x = scrambled(x) + i;
  }
  return x;
}

NOINLINE static uint64_t guess(uint64_t x)
{
  uint64_t taken = 0;
  for (uint32_t i = 0; i < 2 * STEPS; i++) {
    x = scrambled(x);
    if ((x & 1) != 0) {
      __asm__ volatile("" : "+r"(taken));  // no conditional select
      taken += x;
    }
  }
  return x ^ taken;
}

NOINLINE static uint64_t divide(uint64_t x, uint64_t divisor)
{
  for (uint32_t i = 0; i < STEPS / 2; i++) {
    x = UINT64_MAX / ((x | 1) % divisor + 1);
  }
  return x;
}

NOINLINE static void store(uint64_t *to, uint64_t value)
{
  for (uint32_t i = 0; i < WORDS; i += 8) {
    for (uint32_t n = 0; n < 8; n++) {
      to[i + n] = value;
    }
    __asm__ volatile("" : : "r"(to) : "memory");  // all of them, in order
  }
}

// In the same sets of every cache of instructions whose ways have at most 16 KB.
#define CONFLICT(n)                                                                 \
  NOINLINE __attribute__((aligned(16384))) static uint64_t conflict_##n(uint64_t x) \
  {                                                                                 \
    return scrambled(x) + (n);                                                      \
  }
CONFLICT(0)
CONFLICT(1)
CONFLICT(2)
CONFLICT(3)
CONFLICT(4)
CONFLICT(5)
CONFLICT(6)
CONFLICT(7)
CONFLICT(8)

NOINLINE static uint64_t conflict(uint64_t x)
{
  static uint64_t (*const functions[])(uint64_t) = {conflict_0, conflict_1, conflict_2,
                                                    conflict_3, conflict_4, conflict_5,
                                                    conflict_6, conflict_7, conflict_8};
  for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++) {
    x = functions[i](x);
  }
  return x;
}

int main(void)
{
  const struct node *node = nodes;
  uint64_t x = 1;
  prepare_nodes();
  for (uint32_t round = 0; round < TIMES * ROUNDS; round++) {
    x = compute(x);
    node = (BOTTLENECK & CHASE) != 0 ? chase(node) : node;
    x = (BOTTLENECK & GUESS) != 0 ? guess(x) : x;
    x = (BOTTLENECK & DIVIDE) != 0 ? divide(x, 1000003) : x;
    if ((BOTTLENECK & STORE) != 0 && (BOTTLENECK != MIX || round % 16 == 0)) {
      store(words, x);
    }
    for (uint32_t i = 0; (BOTTLENECK & CODE) != 0 && i < CONFLICTS; i++) {
      x = conflict(x);
    }
  }
  result = x + (uint64_t)(uintptr_t)node;
  return 0;
}

#ifdef __aarch64__
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
#endif
