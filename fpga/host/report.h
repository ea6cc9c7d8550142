// SPDX-License-Identifier: Apache-2.0
//
// How spu-host ends and speaks: data and results on stdout, complaints in one line on stderr.
#ifndef FPGA_HOST_REPORT_H
#define FPGA_HOST_REPORT_H

#include <stddef.h>
#include <stdint.h>

#include "host/board.h"
#include "util/error.h"

enum host_exit {
  HOST_DONE = 0,
  HOST_FAILED = 1,  // the link failed, the board refused, or something differs
  HOST_WRONG = 2    // wrong use, or something that cannot be opened or read
};

// Prints "spu-host: <error>" and returns `status`.
int host_complain(const struct tb_error *error, int status);

// A line that says what board is at the port.
void host_print_board(const struct board *board);

// Writes a file as a whole or not at all. False with an error that names it.
bool host_write_file(const char *path, const uint8_t *bytes, size_t size, struct tb_error *error);

#endif  // FPGA_HOST_REPORT_H
