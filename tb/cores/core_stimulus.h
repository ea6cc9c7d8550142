// SPDX-License-Identifier: Apache-2.0
//
// A stimulus that is a core in the simulator: it executes programs, software on it programs the unit and serves its
// interrupts, and the testbench is the memory, the devices and the unit's MMU.
#ifndef TB_CORES_CORE_STIMULUS_H
#define TB_CORES_CORE_STIMULUS_H

#include "cores/core_bus.h"
#include "cores/core_truth.h"
#include "unit/stimulus/stimulus.h"

struct core_options {
  const struct spu_config *config;
  struct dut *dut;
  const char *supervisor;  // ELF files
  const char *program;
  uint64_t param[CORE_PARAM_COUNT];
  uint64_t seed;  // of latencies
  FILE *console;
  // Is told what the core's trace says of each cycle, before the observers of the run are.
  struct core_truth *truth;
};

// False with an error for a file that is no program, or if out of memory; *stimulus is then untouched.
bool core_stimulus_create(const struct core_options *options, struct stimulus *stimulus,
                          struct tb_error *error);

// Frees what core_stimulus_create() made. *stimulus may be all zero.
void core_stimulus_destroy(struct stimulus *stimulus);

// The program has ended; its status, and what was taken out of the buffer.
const struct core_system *core_stimulus_system(const struct stimulus *stimulus);

#endif  // TB_CORES_CORE_STIMULUS_H
