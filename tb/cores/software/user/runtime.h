// SPDX-License-Identifier: Apache-2.0
//
// Functions of the programs in addition to picolibc.
#ifndef TB_CORES_SOFTWARE_USER_RUNTIME_H
#define TB_CORES_SOFTWARE_USER_RUNTIME_H

#include <stdbool.h>
#include <stdint.h>

#define RUNTIME_NOINLINE __attribute__((noinline, noclone))

// system_calls.h has the numbers.
long system_call(long a0, long a1, long a2, long number);

// Prints a line with the name and checksum of a part, and WRONG unless `good`, which it returns.
bool runtime_report(const char *name, uint64_t checksum, bool good);

// A full-period sequence modulo 2^64; its upper bits are random enough for data.
static inline uint32_t runtime_random(uint64_t *state)
{
  *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (uint32_t)(*state >> 32);
}

#endif  // TB_CORES_SOFTWARE_USER_RUNTIME_H
