// SPDX-License-Identifier: Apache-2.0
//
// Command line of core-sim.
#ifndef TB_CORES_CORE_SIM_OPTIONS_H
#define TB_CORES_CORE_SIM_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "cores/core_system.h"
#include "unit/util/text.h"

struct core_sim_options {
  const char *program;     // ELF file of the profiled program
  const char *supervisor;  // ELF file of the supervisor that runs it
  const char *out;         // directory
  const char *waves;       // FST file; null: none
  uint64_t waves_from;     // first cycle in it
  uint64_t waves_to;       // last cycle in it
  uint64_t seed;
  uint64_t cycles;                   // limit; 0: none
  uint64_t param[CORE_PARAM_COUNT];  // for the supervisor
  uint64_t help;                     // --help was given
};

// Prints the text of --help. After core_sim_parse().
void core_sim_help(FILE *stream);

// False with an error that names the argument.
bool core_sim_parse(int argc, char *argv[], struct core_sim_options *options, struct tb_error *error);

// Appends the make command that repeats the run with a waveform of the cycles around `last`.
void core_sim_command(const struct core_sim_options *options, const char *config, uint64_t last,
                      struct text *text);

#endif  // TB_CORES_CORE_SIM_OPTIONS_H
