// SPDX-License-Identifier: Apache-2.0
//
// A serial port: raw bytes, 8 data bits, no parity, 1 stop bit, no flow control, for this program alone. A
// pseudo-terminal will do, too.
#ifndef FPGA_HOST_SERIAL_H
#define FPGA_HOST_SERIAL_H

#include "host/line.h"

struct serial;

// Opens the port. `baud` is one of those that serial_bauds() lists. Null with an error that names the port if it does
// not exist, is no terminal, is in use by another program, or does not take the baud rate.
struct serial *serial_open(const char *path, unsigned baud, struct tb_error *error);
void serial_close(struct serial *serial);

// The line of the port; valid until serial_close().
struct line serial_line(struct serial *serial);

// The rates that can be chosen, ended by 0.
const unsigned *serial_bauds(void);

#endif  // FPGA_HOST_SERIAL_H
