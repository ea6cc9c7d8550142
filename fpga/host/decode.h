// SPDX-License-Identifier: Apache-2.0
//
// Records in words, as spe-dump prints them.
#ifndef FPGA_HOST_DECODE_H
#define FPGA_HOST_DECODE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "util/error.h"

// Prints the file's records: all packets. Returns the exit status: 2 with a complaint if the file cannot be read or is
// no stream of whole records.
int decode_file(const char *path);

// Counts the whole records of a stream in *records. False with an error, which begins with `name`, if it has anything
// else in it than whole records and padding.
bool decode_count(const uint8_t *bytes, size_t size, const char *name, size_t *records,
                  struct tb_error *error);

#endif  // FPGA_HOST_DECODE_H
