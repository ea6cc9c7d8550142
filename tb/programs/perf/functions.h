// SPDX-License-Identifier: Apache-2.0
//
// Attributes operations to a program's functions: counts executions, samples and cycles of each.
#ifndef TB_PROGRAMS_PERF_FUNCTIONS_H
#define TB_PROGRAMS_PERF_FUNCTIONS_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "unit/util/error.h"

struct function {
  uint64_t start;
  uint64_t end;  // exclusive
  char *name;
  uint64_t executed;
  uint64_t samples;
  uint64_t time;       // cycles in which the core waited for its operations
  uint64_t estimated;  // the same, estimated from the samples' exposed latency
};

struct functions {
  struct function *function;  // by address; [0] is for addresses in no function, with an empty range
  size_t count;
};

// Reads the function symbols of an AArch64 ELF file, if any, with the addresses in the file. False with an error.
bool functions_read(struct functions *functions, const char *elf, struct tb_error *error);
// The same for an ELF file in memory; `name` is used in errors.
bool functions_read_image(struct functions *functions, const uint8_t *file, size_t size, const char *name,
                          struct tb_error *error);
// The same for a 64-bit RISC-V ELF file.
bool functions_read_riscv(struct functions *functions, const char *elf, struct tb_error *error);
void functions_free(struct functions *functions);

// Moves all functions up by `bias` bytes (modulo 2^64), like the loader moves a position-independent program.
void functions_move(struct functions *functions, uint64_t bias);

// The function that contains address; the first entry if there is none.
struct function *functions_find(const struct functions *functions, uint64_t address);

// Counts the sampled PCs of a stream of records, and their exposed latency times `interval`, the operations between
// samples. False if the bytes are not records.
bool functions_count_samples(const struct functions *functions, const uint8_t *data, size_t size,
                             uint64_t interval);

// Sorts by executed operations, most first. functions_find() must not be called afterwards.
void functions_sort(struct functions *functions);

// After functions_sort(), prints the shares of the first functions, if there are executed and sampled operations.
void functions_print(const struct functions *functions, FILE *stream);

#endif  // TB_PROGRAMS_PERF_FUNCTIONS_H
