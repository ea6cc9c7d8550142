// SPDX-License-Identifier: Apache-2.0
//
// The interface between QEMU (tb/linux/qemu) and the Statistical Profiling Units of its CPUs (tb/linux/unit). A CPU is
// a `struct spe_cpu`, a unit a `struct spe_unit`. Everything about a CPU happens in its own thread.
#ifndef TB_LINUX_SPE_UNIT_H
#define TB_LINUX_SPE_UNIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "spu.h"

enum { SPE_CPUS = 8 };

struct spe_cpu;
struct spe_unit;

// The kind of translation blocks that a CPU runs.
enum spe_blocks {
  SPE_BLOCKS_PLAIN,   // as without a unit
  SPE_BLOCKS_DETAIL,  // each instruction is reported
  SPE_BLOCKS_COUNT    // each block reports the number of its instructions
};

// A translation by the guest. `pa` and `ns` are valid without a fault; `stage2` and `fsc` (PMBSR_ELx.FSC) with a fault.
struct spe_translation {
  bool fault;
  bool stage2;
  bool ns;
  uint8_t fsc;
  uint64_t pa;
};

// ---------------------------------------------------------------------------------------------------------
// What QEMU does for a unit

// Finds the functions and data of the running QEMU. False after one line on stderr that names what is missing.
bool spe_qemu_open(void);

// The physical count of the Generic Timer.
uint64_t spe_cpu_time(struct spe_cpu *cpu);

// Sets pe pins: Exception level, execution state, contexts, controls of EL2. Others are unchanged.
void spe_cpu_pins(struct spe_cpu *cpu, struct spu_in *in);

// The PC: exact at the start of a block and after a change of the Exception level.
uint64_t spe_cpu_pc(struct spe_cpu *cpu);

// The return address of the last exception that was taken to the current Exception level.
uint64_t spe_cpu_return_pc(struct spe_cpu *cpu);

// True if the top byte of this data address is ignored at the current Exception level.
bool spe_cpu_ignores_top_byte(struct spe_cpu *cpu, uint64_t va);

// The level of PMBIRQ.
void spe_cpu_interrupt(struct spe_cpu *cpu, bool level);

// Selects the kind of the next blocks. `now`: the CPU is between blocks; otherwise it acts when the CPU next is.
void spe_cpu_choose(struct spe_cpu *cpu, enum spe_blocks blocks, bool now);

struct spe_translation spe_cpu_translate(struct spe_cpu *cpu, unsigned el, uint64_t va, bool store);

// Writes to guest memory. False if the bus refuses.
bool spe_cpu_write(struct spe_cpu *cpu, uint64_t pa, bool ns, const void *data, size_t size);

// The unit of a CPU; null if the CPU does not exist.
struct spe_unit *spe_cpu_unit(unsigned number);

// Number of the CPU that this thread runs. The very first call is made when a block is translated.
unsigned spe_cpu_current(void);

// ---------------------------------------------------------------------------------------------------------
// What a unit does for QEMU

// ID_AA64DFR0_EL1.PMSVer.
unsigned spe_unit_version(void);

// The unit of CPU `number`; never null.
struct spe_unit *spe_unit_create(struct spe_cpu *cpu, unsigned number, bool el2, bool el3);

// The verdict on an access, by its sysreg_addr encoding, before it is made.
enum spu_verdict spe_unit_check(struct spe_unit *unit, uint16_t address, bool write);

// Makes the access. Returns the value of an MRS.
uint64_t spe_unit_access(struct spe_unit *unit, uint16_t address, bool write, uint64_t value);

// An exception was taken or returned from; the CPU is in its new state.
void spe_unit_exception(struct spe_unit *unit);

// Adds a line to the log, if there is one.
void spe_log(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif  // TB_LINUX_SPE_UNIT_H
