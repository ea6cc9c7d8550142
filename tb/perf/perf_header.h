// SPDX-License-Identifier: Apache-2.0
//
// Reads the features in the header of a perf.data file, and prints them. Any bytes are safe.
#ifndef TB_PERF_PERF_HEADER_H
#define TB_PERF_PERF_HEADER_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "util/error.h"

// Prints a line for each fact that the features of the file tell, and for the metadata of the SPE trace. Features of
// which nothing is known but the number have a line with their size. False with an error, and nothing printed, if a
// feature is not all in the file, or is not of exactly the size that its contents have.
bool perf_header_print(FILE *out, const uint8_t *file, size_t size, const char *name, struct tb_error *error);

#endif  // TB_PERF_PERF_HEADER_H
