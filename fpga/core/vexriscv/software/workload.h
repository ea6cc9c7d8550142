// SPDX-License-Identifier: Apache-2.0
//
// What the program profiles: a few functions that load, store, divide, multiply, branch, call and jump, all of it
// determined by the number of the round.
#ifndef FPGA_CORE_WORKLOAD_H
#define FPGA_CORE_WORKLOAD_H

#include <stdint.h>

// A checksum of what was computed.
uint32_t workload_round(uint32_t round);

// start.S
uint32_t jump_chain(uint32_t count);

#endif  // FPGA_CORE_WORKLOAD_H
