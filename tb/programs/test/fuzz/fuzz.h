// SPDX-License-Identifier: Apache-2.0
//
// Shared by the fuzz targets. A target is a libFuzzer program, which ends with a signal if an invariant does not hold
// for some input. Sanitizers check memory accesses and undefined behaviour.
#ifndef TB_PROGRAMS_TEST_FUZZ_FUZZ_H
#define TB_PROGRAMS_TEST_FUZZ_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

// One input; returns 0.
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// Changes data[0..size) at random, within `max` bytes; returns the new size. Part of libFuzzer.
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max);

// A target's own changes of inputs, for formats whose checksums random changes alone would not pass.
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed);

// An invariant.
#define ALWAYS(condition)                                                                  \
  do {                                                                                     \
    if (!(condition)) {                                                                    \
      (void)fprintf(stderr, "%s:%d: does not hold: %s\n", __FILE__, __LINE__, #condition); \
      abort();                                                                             \
    }                                                                                      \
  } while (0)

#endif  // TB_PROGRAMS_TEST_FUZZ_FUZZ_H
