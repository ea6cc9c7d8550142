// SPDX-License-Identifier: Apache-2.0
//
// The Statistical Profiling Unit of a guest's CPU, and the core model around it. They receive the CPU's instructions,
// one by one or as a number, and write records to the guest's memory.
#ifndef TB_LINUX_UNIT_UNIT_H
#define TB_LINUX_UNIT_UNIT_H

#include "linux/spe_unit.h"

// The plugin's arguments, set before the first unit is created.
struct spe_options {
  struct spu_config config;  // with EL2 and EL3
  const char *records;       // files of the units' records, FILE.0 ...; null: none
  const char *counts;        // file of execution counts of a program's instructions; null: none
  // For the RTL.
  const char *events;  // event list of a failing run, FILE.n; null: none
  const char *waves;   // waveform of the first unit; null: none
  uint64_t from, to;   // first and last cycle in it
};
extern struct spe_options spe_options;

// The kind of blocks that the CPU must execute.
enum spe_blocks spe_unit_blocks(const struct spe_unit *unit);

// A block that was translated at `address` is about to be executed. All mappings of a page share its blocks, and the
// CPU's state has the PC only at the start of a block: later calls pass the address at translation.
void spe_unit_begin(struct spe_unit *unit, uint64_t address);

// The instruction that was translated at `address` is about to be executed.
void spe_unit_instruction(struct spe_unit *unit, uint64_t address, uint32_t opcode);

// It accesses memory at `va`; only its first access counts.
void spe_unit_memory(struct spe_unit *unit, uint64_t va);

// `number` instructions are about to be executed; they are only counted.
void spe_unit_count(struct spe_unit *unit, uint64_t number);

// PSB CSYNC: returns when it is done.
void spe_unit_synchronize(struct spe_unit *unit);

// Ends the run, and logs the numbers of operations in one line. False, after a line on stderr, if one is not accounted
// for, a rule was broken or a file was not written.
bool spe_unit_finish(struct spe_unit *unit);

#endif  // TB_LINUX_UNIT_UNIT_H
