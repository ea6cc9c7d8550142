// SPDX-License-Identifier: Apache-2.0
//
// What spu-host does with a board that it has found. All of these print what they did, complain in one line if
// something is wrong, and return the exit status.
#ifndef FPGA_HOST_COMMANDS_H
#define FPGA_HOST_COMMANDS_H

#include "host/board.h"
#include "host/options.h"

// Everything but what follows.
int command_simple(const struct host_options *options, const struct board *board);

int command_run(const struct host_options *options, const struct board *board);

int command_profile(const struct host_options *options, const struct board *board);

int command_selftest(const struct host_options *options, const struct board *board);

#endif  // FPGA_HOST_COMMANDS_H
