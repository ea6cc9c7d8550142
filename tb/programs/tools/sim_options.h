// SPDX-License-Identifier: Apache-2.0
//
// Command line of spu-sim.
#ifndef TB_PROGRAMS_TOOLS_SIM_OPTIONS_H
#define TB_PROGRAMS_TOOLS_SIM_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "programs/core/core_model.h"
#include "unit/env/axi_memory.h"
#include "unit/util/options.h"
#include "unit/util/text.h"

enum { SIM_ENV_MAX = 64 };
// A run continues for some cycles after the requested ones.
static const uint64_t SIM_CYCLES_MAX = 0x7FFFFFFFFFFFFFFF;

enum sim_stimulus { SIM_PROGRAM, SIM_RANDOM, SIM_DIRECTED, SIM_EVENTS };

struct sim_options {
  enum sim_stimulus stimulus;
  const char *workload;              // path of an ELF file; null unless SIM_PROGRAM
  const char *trace;                 // a recorded trace of the workload; null: it is executed
  const char *args;                  // of the workload, separated by blanks; "" for none
  const char *env[SIM_ENV_MAX + 1];  // of the workload, NAME=VALUE, null-terminated
  const char *cpu;                   // processor that QEMU emulates; null: WORKLOAD_CPU
  const char *plugin;                // path of the QEMU plugin; null: this program's own
  const char *scenario;              // of SIM_DIRECTED; null: all
  const char *profile;  // of SIM_RANDOM, random_profile.h; null: by weight, a new one for each episode
  const char *events;   // path of an event list, SIM_EVENTS
  const char *record;   // file for the run's event list; null: none
  const char *out;      // directory
  const char *waves;    // FST file; null: none
  uint64_t waves_from;  // first cycle in it
  uint64_t waves_to;    // last cycle in it
  uint64_t interval;    // operations between samples, SIM_PROGRAM
  uint64_t seed;
  uint64_t ops;                    // limit of operations, SIM_PROGRAM; 0: none
  uint64_t cycles;                 // SIM_RANDOM
  bool speculative;                // keep records of operations that did not retire, SIM_PROGRAM
  bool steady;                     // no random distances between samples, SIM_PROGRAM
  bool in_order;                   // the core issues in program order, SIM_PROGRAM
  const struct core_model *model;  // core that perf.data names, SIM_PROGRAM; null: none
  uint64_t metadata;               // version of the metadata in perf.data, SIM_PROGRAM
  enum axi_order axi;              // what the memory's ready signals wait for, SIM_PROGRAM
  bool unchecked;
  bool coverage;  // functional coverage, and the RTL's if the program was built for it
};

extern const struct option_program sim_program;
extern const struct sim_options sim_defaults;

// Name of a stimulus, as on the command line.
const char *sim_stimulus_name(enum sim_stimulus stimulus);

// Fills *options, which has the defaults. The program's rows begin with those of sim_program; other rows may fill
// members after *options in a larger struct. False with an error that names the argument.
bool sim_parse(const struct option_program *program, int argc, char *argv[], struct sim_options *options,
               struct tb_error *error);

// Appends the make command that repeats a run up to and including cycle `last`. `netlist`: the netlist in place of the
// RTL; "": the RTL.
void sim_command(const struct sim_options *options, const char *config, const char *netlist, uint64_t last,
                 struct text *text);

#endif  // TB_PROGRAMS_TOOLS_SIM_OPTIONS_H
