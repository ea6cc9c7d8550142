// SPDX-License-Identifier: Apache-2.0
//
// A pseudo-terminal, which a client opens as a serial port.
#ifndef FPGA_SIM_PTY_H
#define FPGA_SIM_PTY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "unit/util/error.h"

struct pty {
  int fd;
  char path[128];    // of the client's end
  const char *link;  // symbolic link to it; null: none
  bool client;       // a client has its end open
};

// Opens a pseudo-terminal. `link`: also makes a symbolic link of that name, which may replace a link but nothing else.
// False with an error that names what failed.
bool pty_open(struct pty *pty, const char *link, struct tb_error *error);
void pty_close(struct pty *pty);

// Waits at most wait_ms for bytes from the client and takes up to `size` of them.
size_t pty_read(struct pty *pty, uint8_t *bytes, size_t size, int wait_ms);

// Sends bytes to the client; without one they are lost, as on a real line.
void pty_write(const struct pty *pty, const uint8_t *bytes, size_t size);

#endif  // FPGA_SIM_PTY_H
