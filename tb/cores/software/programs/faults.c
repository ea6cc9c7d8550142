// SPDX-License-Identifier: Apache-2.0
//
// Disturbs the pipeline: page faults everywhere, instructions that trap, system calls, misaligned accesses,
// unpredictable branches and calls, atomics, divisions. Prints one checksum per line; status 1 if a self-check fails.
// Instructions that would end the program are executed only under the supervisor, which can skip them.
#include "cores/software/user/runtime.h"

#include <stddef.h>

#include "cores/software/programs/traps.h"
#include "cores/software/system_calls.h"

enum {
  PAGE = 4096,
  PAGES = 160,
  STACK = 64 * PAGE,
  CALLS = 600,
  TRAPS = 3000,
  BRANCHES = 60000,
  INDIRECT = 25000,
  ATOMICS = 6000,
  DIVISIONS = 10000,
  DEPTH = 24
};

static uint8_t pages[PAGES][PAGE];
static uint8_t initialized[3 * PAGE] = {[0] = 1, [PAGE] = 2, [2 * PAGE] = 3};
static const uint8_t constants[4 * PAGE] = {[0] = 5, [PAGE] = 6, [3 * PAGE] = 7};

// ---------------------------------------------------------------------------------------------------------
// Page faults

// Accesses bytes of pages in random order, twice per page; the first access is a read or a write.
static bool touch_pages(void)
{
  uint64_t state = 1;
  uint64_t sum = 0;
  uint64_t expected = 0;
  for (uint32_t i = 0; i < 4 * PAGES; i++) {
    const uint32_t random = runtime_random(&state);
    uint8_t *byte = &pages[(i * 37 + 11) % PAGES][random % PAGE];
    const uint8_t before = *byte;
    *byte = (uint8_t)(random >> 24);
    sum += (uint64_t)*byte - before;
    expected += (random >> 24) - (uint64_t)before;
  }
  sum = sum * 31 + initialized[0] + initialized[PAGE] + initialized[2 * PAGE];
  expected = expected * 31 + 6;
  initialized[PAGE + 1] = 9;
  sum = sum * 31 + constants[0] + constants[PAGE] + constants[3 * PAGE] + constants[2 * PAGE];
  expected = expected * 31 + 18;
  return runtime_report("touch_pages", sum, sum == expected);
}

RUNTIME_NOINLINE static uint64_t use_stack(uint64_t seed)
{
  volatile uint8_t room[STACK];
  uint64_t sum = 0;
  for (size_t i = 0; i < STACK; i += PAGE / 2) {
    room[i] = (uint8_t)(seed + i / PAGE);
  }
  for (size_t i = 0; i < STACK; i += PAGE / 2) {
    sum = sum * 7 + room[i];
  }
  return sum;
}

static bool deepen_stack(void)
{
  const uint64_t first = use_stack(3);
  return runtime_report("deepen_stack", first, use_stack(3) == first && use_stack(4) != first);
}

// ---------------------------------------------------------------------------------------------------------
// Traps

static bool call_system(void)
{
  uint64_t sum = 0;
  bool good = true;
  for (uint32_t i = 0; i < CALLS; i++) {
    const long written = system_call(1, (long)(uintptr_t) "", 0, SYSTEM_WRITE);
    const long refused = system_call(77, (long)(uintptr_t) "x", 1, SYSTEM_WRITE);
    good = good && written == 0 && refused == -9;
    sum = sum * 31 + (uint64_t)refused;
  }
  return runtime_report("call_system", sum, good);
}

// The supervisor skips and counts each one.
static bool trap(void)
{
  static uint64_t (*const traps[])(uint64_t) = {
      traps_illegal,         traps_c_illegal,     traps_supervisor_register,
      traps_break,           traps_c_break,       traps_misaligned_ld,
      traps_misaligned_c_ld, traps_misaligned_sw, traps_misaligned_c_sd};
  enum { KINDS = sizeof traps / sizeof traps[0] };
  const long before = system_call(1, 0, 0, SYSTEM_SKIP);
  uint64_t sum = 0;
  uint64_t expected = 0;
  for (uint64_t i = 0; i < TRAPS; i++) {
    sum = sum * 31 + (before < 0 ? i : traps[i % KINDS](i));
    expected = expected * 31 + i;
  }
  const long after = system_call(0, 0, 0, SYSTEM_SKIP);
  return runtime_report("trap", sum, sum == expected && after == (before < 0 ? before : before + TRAPS));
}

// ---------------------------------------------------------------------------------------------------------
// Control flow

RUNTIME_NOINLINE static uint64_t branch_randomly(uint32_t count)
{
  uint64_t state = 7;
  uint64_t sum = 0;
  for (uint32_t i = 0; i < count; i++) {
    const uint32_t random = runtime_random(&state);
    if ((random & 1U) != 0) {
      sum += random;
    } else if ((random & 6U) == 0) {
      sum ^= random << 3;
    } else if ((random & 8U) != 0) {
      sum -= i;
    }
  }
  return sum;
}

#define LEAF(n, expression)                                 \
  RUNTIME_NOINLINE static uint64_t leaf_##n(uint64_t value) \
  {                                                         \
    return expression;                                      \
  }
LEAF(0, value + 1)
LEAF(1, value * 3)
LEAF(2, value ^ value >> 7)
LEAF(3, value - 5)

typedef uint64_t (*leaf)(uint64_t);
static leaf const leaves[] = {leaf_0, leaf_1, leaf_2, leaf_3};

// A call through one pointer that calls through another.
RUNTIME_NOINLINE static uint64_t call_twice(leaf first, leaf second, uint64_t value)
{
  return second(first(value)) + 1;
}

static bool call_indirectly(void)
{
  uint64_t state = 8;
  uint64_t value = 1;
  uint64_t other = 1;
  for (uint32_t i = 0; i < INDIRECT; i++) {
    const uint32_t random = runtime_random(&state);
    value = call_twice(leaves[random & 3U], leaves[random >> 2 & 3U], value);
    if (i % 16 == 0) {
      value += traps_far[random >> 4 & 7U](i) - 2 * (uint64_t)i - (random >> 4 & 7U);
    }
    other = leaf_0(value) - 1 == value ? other * 31 + 1 : 0;
  }
  return runtime_report("call_indirectly", value, other != 0);
}

// Returns from more calls than a stack of return addresses holds.
static uint64_t (*volatile deeper)(uint32_t depth, uint64_t value);

RUNTIME_NOINLINE static uint64_t descend(uint32_t depth, uint64_t value)
{
  return depth == 0 ? value : deeper(depth - 1, value * 5 + depth) + depth;
}

static bool branch(void)
{
  uint64_t sum = branch_randomly(BRANCHES);
  deeper = descend;
  const bool good = branch_randomly(BRANCHES / 4) == branch_randomly(BRANCHES / 4);
  for (uint32_t i = 0; i < 200; i++) {
    sum = sum * 31 + descend(i % DEPTH, i);
  }
  return runtime_report("branch", sum, good);
}

// ---------------------------------------------------------------------------------------------------------
// Slow arithmetic

static bool update_atomically(void)
{
  static uint64_t words[8];
  static uint32_t halves[8];
  uint64_t state = 9;
  uint64_t plain[8] = {0};
  uint32_t plain_halves[8] = {0};
  bool good = true;
  for (uint32_t i = 0; i < ATOMICS && good; i++) {
    const uint32_t random = runtime_random(&state);
    const uint32_t n = random >> 8 & 7U;
    uint64_t *word = &words[n];
    const uint64_t before = plain[n];
    uint64_t old = before;
    switch (random & 7U) {
    case 0:
      old = __atomic_fetch_add(word, random, __ATOMIC_RELAXED);
      plain[n] += random;
      break;
    case 1:
      old = __atomic_fetch_xor(word, random, __ATOMIC_ACQUIRE);
      plain[n] ^= random;
      break;
    case 2:
      old = __atomic_fetch_and(word, ~(uint64_t)random, __ATOMIC_RELEASE);
      plain[n] &= ~(uint64_t)random;
      break;
    case 3:
      old = __atomic_exchange_n(word, random, __ATOMIC_SEQ_CST);
      plain[n] = random;
      break;
    case 4:
      (void)traps_add_reserved(word, random);
      plain[n] += random;
      break;
    case 5:
      good = traps_store_unreserved(word, random) != 0;
      break;
    default:
      (void)__atomic_fetch_or(&halves[n], random, __ATOMIC_SEQ_CST);
      (void)__atomic_fetch_sub(&halves[n], i, __ATOMIC_SEQ_CST);
      plain_halves[n] = (plain_halves[n] | random) - i;
      break;
    }
    good = good && old == before && *word == plain[n] && halves[n] == plain_halves[n];
  }
  uint64_t sum = 0;
  for (uint32_t n = 0; n < 8; n++) {
    sum = (sum * 31 + words[n]) * 31 + halves[n];
  }
  return runtime_report("update_atomically", sum, good);
}

static bool divide(void)
{
  uint64_t state = 10;
  uint64_t sum = 0;
  bool good = traps_div(7, 0) == -1 && traps_rem(7, 0) == 7 && traps_divu(7, 0) == UINT64_MAX &&
              traps_remu(7, 0) == 7 && traps_div(INT64_MIN, -1) == INT64_MIN &&
              traps_rem(INT64_MIN, -1) == 0 && traps_divw(INT32_MIN, -1) == INT32_MIN &&
              traps_divw(-7, 2) == -3;
  for (uint32_t i = 0; i < DIVISIONS && good; i++) {
    const uint64_t a = (uint64_t)runtime_random(&state) << 32 | runtime_random(&state);
    const uint64_t b = (runtime_random(&state) >> i % 31) + UINT64_C(1);
    const uint64_t quotient = traps_divu(a, b);
    const uint64_t rest = traps_remu(a, b);
    const int64_t negative = traps_div((int64_t)a, -(int64_t)b);
    good = rest < b && quotient * b + rest == a &&
           (uint64_t)negative * (0 - b) + (uint64_t)traps_rem((int64_t)a, -(int64_t)b) == a;
    sum = sum * 31 + quotient + rest;
  }
  return runtime_report("divide", sum, good);
}

int main(void)
{
  bool good = touch_pages();
  good = update_atomically() && good;
  good = deepen_stack() && good;
  good = call_system() && good;
  good = trap() && good;
  good = branch() && good;
  good = call_indirectly() && good;
  good = divide() && good;
  return good ? 0 : 1;
}
