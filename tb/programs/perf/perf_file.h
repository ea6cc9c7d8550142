// SPDX-License-Identifier: Apache-2.0
//
// Reads a whole file. The parsers work in memory, so that tests can feed them arbitrary bytes.
#ifndef TB_PROGRAMS_PERF_PERF_FILE_H
#define TB_PROGRAMS_PERF_PERF_FILE_H

#include <stddef.h>
#include <stdint.h>

#include "unit/util/error.h"

// Reads a file, or standard input if the path is "-", into malloc'ed memory that the caller frees, even for an empty
// file. `name` is used in errors. Null with an error if it cannot be opened or read, or if out of memory.
uint8_t *perf_file_read(const char *path, const char *name, size_t *size, struct tb_error *error);

#endif  // TB_PROGRAMS_PERF_PERF_FILE_H
