// SPDX-License-Identifier: Apache-2.0
//
// A stimulus that is a core in the simulator: it executes programs, its software programs the unit and serves the
// unit's interrupts, and the testbench provides the memory, the devices and the unit's MMU.
#ifndef TB_CORES_CORE_STIMULUS_H
#define TB_CORES_CORE_STIMULUS_H

#include "cores/core_bus.h"
#include "cores/core_checker.h"
#include "unit/stimulus/stimulus.h"

struct core_options {
  const struct spu_config *config;
  struct dut *dut;
  const char *supervisor;  // ELF files
  const char *program;
  uint64_t param[CORE_PARAM_COUNT];
  uint64_t seed;  // of latencies
  FILE *console;
  // Gets the core's trace of each cycle before the observers of the run see the cycle.
  struct core_checker *checker;
};

// False with an error for a file that is not a program, or if out of memory; *stimulus is then unchanged.
bool core_stimulus_create(const struct core_options *options, struct stimulus *stimulus,
                          struct tb_error *error);

// Frees what core_stimulus_create() made. *stimulus may be all zero.
void core_stimulus_destroy(struct stimulus *stimulus);

// The program's end and status, and the bytes taken from the buffer.
const struct core_system *core_stimulus_system(const struct stimulus *stimulus);

#endif  // TB_CORES_CORE_STIMULUS_H
