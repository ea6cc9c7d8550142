// SPDX-License-Identifier: Apache-2.0
//
// Shared by the fuzz targets. A target is a libFuzzer program: it is fed arbitrary bytes, and ends with a signal if an
// invariant does not hold. Sanitizers check memory accesses and undefined behaviour.
#ifndef TB_PROGRAMS_TEST_FUZZ_FUZZ_H
#define TB_PROGRAMS_TEST_FUZZ_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

// One input; returns 0.
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// Changes data[0..size) at random, within `max` bytes; returns the new size. libFuzzer has it.
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max);

// A target's own way to change inputs, for those that random changes alone would not get past a checksum.
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed);

// Something that holds for every input.
#define ALWAYS(condition)                                                                  \
  do {                                                                                     \
    if (!(condition)) {                                                                    \
      (void)fprintf(stderr, "%s:%d: does not hold: %s\n", __FILE__, __LINE__, #condition); \
      abort();                                                                             \
    }                                                                                      \
  } while (0)

#endif  // TB_PROGRAMS_TEST_FUZZ_FUZZ_H
