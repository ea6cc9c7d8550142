// SPDX-License-Identifier: Apache-2.0
//
// The demonstration workload: the functions of functions.h, each with a sizeable share of about 3 million executed
// instructions.
//
// It needs no C library, so that the program holds no code but this, and asks Linux for two things: to write
// and to end. demo.elf and demo.trace.xz beside it were made from it by `make demo`; demo.origin says with what.
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
  FIRST_GAP = 1577,
  SIDE = 54,  // of the matrices
  COUNTERS = 64,
  COUNTS = 57000
};

typedef double number;

enum { STDOUT = 1, SYS_WRITE = 64 };

// A full-period sequence modulo 2^64; its upper bits are random enough for data.
static uint32_t next_random(uint64_t *state)
{
  *state = *state * 6364136223846793005U + 1442695040888963407U;
  return (uint32_t)(*state >> 32);
}

#include "programs/demo/functions.h"

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

#include "programs/demo/runs.h"
