// SPDX-License-Identifier: Apache-2.0
//
// Finds the vector length of one of QEMU's processors: runs a program of a few instructions on it, whose exit status
// has the length.
#ifndef TB_PROGRAMS_RECORDER_VECTOR_LENGTH_H
#define TB_PROGRAMS_RECORDER_VECTOR_LENGTH_H

#include <stdbool.h>
#include <stdint.h>

// Bits of an SVE vector when a program starts, or with `streaming` those in Streaming SVE mode. `qemu` is the path of
// qemu-aarch64, or its name if PATH has it; `cpu` is for its -cpu. 0 if the processor has no SVE, or no SME, or if the
// processor or QEMU does not exist: starting a program shows which.
uint32_t vector_length(const char *qemu, const char *cpu, bool streaming);

#endif  // TB_PROGRAMS_RECORDER_VECTOR_LENGTH_H
