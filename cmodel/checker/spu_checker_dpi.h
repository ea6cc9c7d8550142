// SPDX-License-Identifier: Apache-2.0
//
// The functions that spu_checker.sv imports. A checker is a model and what has been compared with it; there can be
// any number. Texts stay until the next call with the same checker.
#ifndef SPU_CHECKER_DPI_H
#define SPU_CHECKER_DPI_H

#include "svdpi.h"

#ifdef __cplusplus
extern "C" {
#endif

// A library of the model and this exports these, and not the functions that have Arm's names.
#pragma GCC visibility push(default)

// A checker in reset, of this config_t. Null, with a sentence in *problem, if the model refuses the configuration, if
// the sizes are not those that this file was made for, or without memory. Without check_memory the AXI pins of an
// implementation are not looked at.
void *spu_checker_create(const svLogicVecVal *config_words, unsigned pins_bits, unsigned config_bits,
                         unsigned char check_memory, const char **problem);

// A null checker is none, here and below.
void spu_checker_destroy(void *handle);

// The implementation is in reset.
void spu_checker_reset(void *handle);

// One cycle with the implementation's pins_t. 0, with the words in *mismatch, if it is not as the model says for the
// first time since the last reset; else 1. An input that is X or Z is taken as 0; a compared output is a mismatch.
int spu_checker_step(void *handle, const svLogicVecVal *pins, const char **mismatch);

// What has been compared so far, in a line.
const char *spu_checker_summary(void *handle);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif

#endif  // SPU_CHECKER_DPI_H
