// SPDX-License-Identifier: Apache-2.0
//
// A line to the board, as the link sees it: bytes out, bytes in. serial.c is the one; tests have scripted ones.
#ifndef FPGA_HOST_LINE_H
#define FPGA_HOST_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/error.h"

struct line {
  void *context;
  const char *name;  // for errors: the port's path

  // Sends all bytes. False with an error if the line is gone.
  bool (*send)(void *context, const uint8_t *bytes, size_t size, struct tb_error *error);

  // Waits until bytes are there, at most `wait_ms`, and takes up to `size` of them: *got, 0 if none came. False with
  // an error if the line is gone.
  bool (*receive)(void *context, uint8_t *bytes, size_t size, unsigned wait_ms, size_t *got,
                  struct tb_error *error);

  // Milliseconds of a clock that only goes forward.
  uint64_t (*now)(void *context);
};

#endif  // FPGA_HOST_LINE_H
