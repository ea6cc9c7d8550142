// SPDX-License-Identifier: Apache-2.0
//
// Numbers in structs, by address and size.
#ifndef TB_UNIT_UTIL_NUMBER_H
#define TB_UNIT_UTIL_NUMBER_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

// The unsigned number of `size` bytes (1, 2, 4; anything else: 8) at `at`, in the host's byte order.
static inline uint64_t number_at(const void *at, size_t size)
{
  uint16_t half = 0;
  uint32_t word = 0;
  uint64_t value = 0;
  switch (size) {
  case 1:
    return *(const uint8_t *)at;
  case 2:
    memcpy(&half, at, sizeof half);
    return half;
  case 4:
    memcpy(&word, at, sizeof word);
    return word;
  default:
    memcpy(&value, at, sizeof value);
    return value;
  }
}

// Writes the low `size` bytes of value to `at`; sizes as above.
static inline void number_put(void *at, size_t size, uint64_t value)
{
  const uint8_t byte = (uint8_t)value;
  const uint16_t half = (uint16_t)value;
  const uint32_t word = (uint32_t)value;
  switch (size) {
  case 1:
    memcpy(at, &byte, sizeof byte);
    break;
  case 2:
    memcpy(at, &half, sizeof half);
    break;
  case 4:
    memcpy(at, &word, sizeof word);
    break;
  default:
    memcpy(at, &value, sizeof value);
    break;
  }
}

#endif  // TB_UNIT_UTIL_NUMBER_H
