// SPDX-License-Identifier: Apache-2.0
//
// How long the vectors of one of QEMU's processors are: a program of a few instructions is executed on it, and says
// so in its exit status.
#ifndef TB_PROGRAMS_RECORDER_VECTOR_LENGTH_H
#define TB_PROGRAMS_RECORDER_VECTOR_LENGTH_H

#include <stdbool.h>
#include <stdint.h>

// Bits of an SVE vector when a program starts, or with `streaming` those that it has in Streaming SVE mode. `qemu` is
// qemu-aarch64's path, or its name if PATH has it; `cpu` is for its
// -cpu. 0 if the processor has no SVE, or no SME, or if there is no such processor or no QEMU: starting a program
// says which.
uint32_t vector_length(const char *qemu, const char *cpu, bool streaming);

#endif  // TB_PROGRAMS_RECORDER_VECTOR_LENGTH_H
