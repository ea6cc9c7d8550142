// SPDX-License-Identifier: Apache-2.0
//
// The functions that spu_checker.sv imports. A checker is a model with the state of its comparison; there can be any
// number. Returned strings are valid until the next call with the same checker.
#ifndef SPU_CHECKER_DPI_H
#define SPU_CHECKER_DPI_H

#include "svdpi.h"

#ifdef __cplusplus
extern "C" {
#endif

// A shared library of the model and the checker exports these functions, but not those with Arm's names.
#pragma GCC visibility push(default)

// Creates a checker, in reset, for the given config_t. Returns null, with a sentence in *problem, if the model refuses
// the configuration, if the sizes differ from those that this file was compiled with, or if memory runs out. Without
// check_memory the implementation's AXI outputs are not checked.
void *spu_checker_create(const svLogicVecVal *config_words, unsigned pins_bits, unsigned config_bits,
                         unsigned char check_memory, const char **problem);

// A null handle has no effect, here and below.
void spu_checker_destroy(void *handle);

// The implementation is in reset.
void spu_checker_reset(void *handle);

// One cycle with the implementation's pins_t. Returns 0, with the text in *mismatch, at the first mismatch since the
// last reset; else 1. An input that is X or Z counts as 0; a compared output that is X or Z is a mismatch.
int spu_checker_step(void *handle, const svLogicVecVal *pins, const char **mismatch);

// A line with the counts so far.
const char *spu_checker_summary(void *handle);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif

#endif  // SPU_CHECKER_DPI_H
