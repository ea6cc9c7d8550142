// SPDX-License-Identifier: Apache-2.0
//
// The program that `make pgo` optimizes unless it is given another: a filter with many stages, laid out as badly as a
// compiler does it that was told the opposite of the truth. Prints a checksum.
//
// Each stage checks its value four times, and a check fails once in 65536 times. What handles a failure is long,
// and comes between the checks: they are all marked as if they always failed, and make has the compiler leave blocks
// where they are. So a value jumps over the handler after each check. All stages together are more pages than a
// first-level TLB has entries, though what usually runs of them would fit in three.
//
// It needs no C library, so that it is the same wherever the compiler is the same.
#include <stdint.h>

#define NOINLINE __attribute__((noinline, noclone))
#define WRONGLY_EXPECTED(condition) __builtin_expect((condition) ? 1 : 0, 1)

enum { ROUNDS = 1000 };

enum { STDOUT = 1, SYS_WRITE = 64, SYS_EXIT = 93 };

static uint64_t failures;

// The handler of a failure, as long as code that nobody runs tends to be.
#define MIX(x, n) x = (x ^ x >> 29) * (UINT64_C(0xBF58476D1CE4E5B9) + 2 * (n))
#define MIX_4(x, n) MIX(x, n), MIX(x, n + 1), MIX(x, n + 2), MIX(x, n + 3)
#define MIX_16(x, n) MIX_4(x, n), MIX_4(x, n + 4), MIX_4(x, n + 8), MIX_4(x, n + 12)
#define HANDLE(x) (failures++, MIX_16(x, 0), MIX_16(x, 16), MIX_16(x, 32), MIX_16(x, 48))

#define CHECK(x, n)                                                \
  if (WRONGLY_EXPECTED((x & UINT64_C(0xFFFF) << (n) % 48) == 0)) { \
    HANDLE(x);                                                     \
  }                                                                \
  x ^= x << 7;                                                     \
  x ^= x >> 9

#define STAGE(n)                                 \
  NOINLINE static uint64_t stage_##n(uint64_t x) \
  {                                              \
    CHECK(x, n + 1U);                            \
    CHECK(x, n + 11U);                           \
    CHECK(x, n + 23U);                           \
    CHECK(x, n + 31U);                           \
    return x;                                    \
  }

// All stages, by the two digits of their numbers.
#define TENS(X) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12)
#define UNITS(X, tens) \
  X(tens##0)           \
  X(tens##1) X(tens##2) X(tens##3) X(tens##4) X(tens##5) X(tens##6) X(tens##7) X(tens##8) X(tens##9)
#define DEFINE(tens) UNITS(STAGE, tens)
TENS(DEFINE)

static void print(uint64_t value)
{
  char text[17];
  for (int i = 0; i < 16; i++) {
    text[i] = "0123456789abcdef"[value >> (60 - 4 * i) & 15];
  }
  text[16] = '\n';
  register uint64_t x0 __asm__("x0") = STDOUT;
  register const char *x1 __asm__("x1") = text;
  register uint64_t x2 __asm__("x2") = sizeof text;
  register uint64_t x8 __asm__("x8") = SYS_WRITE;
  __asm__ volatile("svc 0" : "+r"(x0) : "r"(x1), "r"(x2), "r"(x8) : "memory");
}

NOINLINE static uint64_t filter(uint64_t value)
{
#define CALL(n) value = stage_##n(value);
#define CALLS(tens) UNITS(CALL, tens)
  TENS(CALLS)
  return value;
}

__attribute__((noreturn)) void _start(void)
{
  uint64_t value = 1;
  for (int round = 0; round < ROUNDS; round++) {
    value = filter(value);
  }
  print(value);
  print(failures);
  register uint64_t x0 __asm__("x0") = 0;
  register uint64_t x8 __asm__("x8") = SYS_EXIT;
  __asm__ volatile("svc 0" ::"r"(x0), "r"(x8));
  __builtin_unreachable();
}
