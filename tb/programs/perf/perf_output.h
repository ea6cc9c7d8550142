// SPDX-License-Identifier: Apache-2.0
//
// A binary file that is being written: little-endian numbers and strings, one after another, at known offsets. It has a
// temporary name until it is complete, so that no incomplete file is visible.
#ifndef TB_PROGRAMS_PERF_PERF_OUTPUT_H
#define TB_PROGRAMS_PERF_PERF_OUTPUT_H

#include "unit/util/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct perf_output {
  FILE *file;
  char *temporary;  // name until perf_output_commit
  uint64_t offset;  // of the next byte
  int failure;      // errno of the first failed write, after which none is attempted; 0: none
};

// Creates "<path>.tmp". False with an error that names it.
bool perf_output_open(struct perf_output *output, const char *path, struct tb_error *error);

// Appends. Failures are kept in the output, and reported by perf_output_commit.
void perf_put_bytes(struct perf_output *output, const void *data, size_t size);
void perf_put_zeros(struct perf_output *output, size_t count);
void perf_put_u16(struct perf_output *output, uint16_t value);
void perf_put_u32(struct perf_output *output, uint32_t value);
void perf_put_u64(struct perf_output *output, uint64_t value);

// Moves to `offset`, backwards or forwards.
void perf_output_seek(struct perf_output *output, uint64_t offset);

// Closes the file and renames it to `path`. False with an error, and without a temporary file, if anything has failed
// since perf_output_open.
bool perf_output_commit(struct perf_output *output, const char *path, struct tb_error *error);

#endif  // TB_PROGRAMS_PERF_PERF_OUTPUT_H
