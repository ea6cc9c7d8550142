// SPDX-License-Identifier: Apache-2.0
//
// The Statistical Profiling Unit of a CPU of the guest, and the core around it: what the CPU executes goes in, one
// instruction after the other or many at once; the unit's records go to the guest's memory.
#ifndef TB_LINUX_UNIT_UNIT_H
#define TB_LINUX_UNIT_UNIT_H

#include "linux/spe_unit.h"

// What the plugin was started with; before the first unit is created.
struct spe_options {
  struct spu_config config;  // with EL2 and EL3
  const char *records;       // what the units write, FILE.0 ...; null: nowhere
  const char *counts;        // how often each instruction of a program was executed; null: nowhere
  // Of the RTL.
  const char *events;  // event list of a run that fails, FILE.n; null: nowhere
  const char *waves;   // waveform of the first unit; null: none
  uint64_t from, to;   // first and last cycle in it
};
extern struct spe_options spe_options;

// Which blocks the CPU is to execute, and whether they are followed at all.
enum spe_blocks spe_unit_blocks(const struct spe_unit *unit);

// A block that was translated at `address` is about to be executed. Blocks are shared by all mappings of a page,
// and only where one begins does the CPU's state have the PC: what follows says where it was translated.
void spe_unit_begin(struct spe_unit *unit, uint64_t address);

// The instruction that was translated at `address` is about to be executed.
void spe_unit_instruction(struct spe_unit *unit, uint64_t address, uint32_t opcode);

// It accesses memory at `va`; only its first access counts.
void spe_unit_memory(struct spe_unit *unit, uint64_t va);

// `number` instructions are about to be executed, which are counted.
void spe_unit_count(struct spe_unit *unit, uint64_t number);

// PSB CSYNC: returns when it is done.
void spe_unit_synchronize(struct spe_unit *unit);

// The end: what became of every operation, in a line for the log. False, after a line on stderr, if one is missing,
// a rule was broken or a file was not written.
bool spe_unit_finish(struct spe_unit *unit);

#endif  // TB_LINUX_UNIT_UNIT_H
