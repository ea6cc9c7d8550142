// SPDX-License-Identifier: Apache-2.0
//
// Checks the records of a program that ran on a board's core against what is not the unit: the instructions in the
// program's ELF file, the objects that its functions touch, and the core's own counters.
#ifndef FPGA_HOST_CORE_CHECK_H
#define FPGA_HOST_CORE_CHECK_H

#include "host/core_program.h"

enum core_check_kind {
  CORE_CHECK_OTHER,
  CORE_CHECK_MULTIPLY,
  CORE_CHECK_DIVIDE,
  CORE_CHECK_LOAD,
  CORE_CHECK_STORE,
  CORE_CHECK_TAKEN,  // conditional branches
  CORE_CHECK_NOT_TAKEN,
  CORE_CHECK_DIRECT,    // JAL
  CORE_CHECK_INDIRECT,  // JALR, MRET
  CORE_CHECK_EXCEPTION,
  CORE_CHECK_SQUASHED,
  CORE_CHECK_KINDS
};

extern const char *const core_check_names[CORE_CHECK_KINDS];

struct core_check {
  const struct core_program *program;
  const struct core_results *results;
  uint64_t records;
  uint64_t kinds[CORE_CHECK_KINDS];  // of records, by what the program says
  uint64_t addresses;                // of loads and stores that were found in what they belong to
  uint64_t targets;                  // of direct branches that were found to be right
  uint64_t predictions;              // of branches whose misprediction follows from the instruction
  uint64_t contradictions;
  uint64_t last_time;
  struct tb_error first;  // contradiction
};

// A check of nothing so far.
struct core_check core_check_begin(const struct core_program *program, const struct core_results *results);

// Checks the record data[0..size).
void core_check_record(struct core_check *check, const uint8_t *data, size_t size);

// How many samples there can be: the least and the most.
struct core_bounds {
  uint64_t least;
  uint64_t most;
};
struct core_bounds core_check_bounds(const struct core_results *results,
                                     const struct core_parameters *parameters);

// Checks the number of records, and that every kind was seen.
void core_check_end(struct core_check *check, const struct core_parameters *parameters);

#endif  // FPGA_HOST_CORE_CHECK_H
