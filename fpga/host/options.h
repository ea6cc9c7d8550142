// SPDX-License-Identifier: Apache-2.0
//
// The command line of spu-host.
#ifndef FPGA_HOST_OPTIONS_H
#define FPGA_HOST_OPTIONS_H

#include "host/expect.h"
#include "util/error.h"

enum { OPTIONS_SETTINGS = 16 };

struct host_options {
  bool help;
  bool version;
  const char *port;
  unsigned baud;      // 0: found out
  unsigned attempts;  // at a request
  bool quick;         // selftest
  uint64_t skip;      // operations of the trace
  uint64_t ops;       // operations to load; 0: as many as there is room for
  uint32_t rows;      // 0: all that are loaded
  uint32_t passes;    // 0: as many as make `records`
  uint32_t records;   // 0: three quarters of what the buffer takes
  uint32_t interval;  // 0: the smallest that will do
  bool randomly;
  uint8_t el;
  bool keep_loaded;
  bool serve;
  const char *output;
  uint32_t limit_s;
  struct setting settings[OPTIONS_SETTINGS];
  size_t setting_count;
  const char *command;
  char **arguments;
  int argument_count;
};

extern const char host_usage[];

// False with an error that names the option or the command.
bool host_parse(int argc, char *argv[], struct host_options *options, struct tb_error *error);

// A number, decimal or 0x... False if it is none or above `most`.
bool host_number(const char *text, uint64_t most, uint64_t *value);

#endif  // FPGA_HOST_OPTIONS_H
