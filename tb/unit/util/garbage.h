// SPDX-License-Identifier: Apache-2.0
//
// Values of pins while they must be ignored. A function of the cycle alone, so that a run and the replay of its
// recording have the same garbage.
#ifndef TB_UNIT_UTIL_GARBAGE_H
#define TB_UNIT_UTIL_GARBAGE_H

#include <stdint.h>

enum garbage_of { GARBAGE_AXI, GARBAGE_XLATE, GARBAGE_RESET, GARBAGE_OP, GARBAGE_THREAD, GARBAGE_OLDEST };

// 64 pseudorandom bits, different for each user.
static inline uint64_t garbage_at(uint64_t clock, enum garbage_of user)
{
  uint64_t z = (clock * 4 + (uint64_t)user) * 0x9E3779B97F4A7C15U;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
  return z ^ (z >> 31);
}

#endif  // TB_UNIT_UTIL_GARBAGE_H
