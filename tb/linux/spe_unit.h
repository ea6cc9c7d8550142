// SPDX-License-Identifier: Apache-2.0
//
// Between QEMU (tb/linux/qemu) and the Statistical Profiling Units of its CPUs (tb/linux/unit): what each side does
// for the other. A CPU is `struct spe_cpu` here, a unit `struct spe_unit` there. Everything about a CPU happens in
// its own thread.
#ifndef TB_LINUX_SPE_UNIT_H
#define TB_LINUX_SPE_UNIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "spu.h"

enum { SPE_CPUS = 8 };

struct spe_cpu;
struct spe_unit;

// Which translation blocks a CPU runs.
enum spe_blocks {
  SPE_BLOCKS_PLAIN,   // as if there were no unit
  SPE_BLOCKS_DETAIL,  // each instruction is reported
  SPE_BLOCKS_COUNT    // of each block, how many instructions it has
};

// A translation of the guest's. `pa` and `ns` are valid without a fault; `stage2` and `fsc` (PMBSR_ELx.FSC) with
// one.
struct spe_translation {
  bool fault;
  bool stage2;
  bool ns;
  uint8_t fsc;
  uint64_t pa;
};

// ---------------------------------------------------------------------------------------------------------
// What QEMU does for a unit

// Finds what it needs of the QEMU that runs. False after one line on stderr that says what is missing.
bool spe_qemu_open(void);

// The physical count of the Generic Timer.
uint64_t spe_cpu_time(struct spe_cpu *cpu);

// The pe pins: Exception level, execution state, contexts, controls of EL2. Others are left as they are.
void spe_cpu_pins(struct spe_cpu *cpu, struct spu_in *in);

// The PC: exact where a block begins and where the Exception level has changed.
uint64_t spe_cpu_pc(struct spe_cpu *cpu);

// Where the last exception that was taken to the current Exception level returns to.
uint64_t spe_cpu_return_pc(struct spe_cpu *cpu);

// Whether the top byte of this data address is ignored at the current Exception level.
bool spe_cpu_ignores_top_byte(struct spe_cpu *cpu, uint64_t va);

// The level of PMBIRQ.
void spe_cpu_interrupt(struct spe_cpu *cpu, bool level);

// Chooses the blocks from the next one on. `now`: between blocks; else as soon as the CPU is between two.
void spe_cpu_choose(struct spe_cpu *cpu, enum spe_blocks blocks, bool now);

struct spe_translation spe_cpu_translate(struct spe_cpu *cpu, unsigned el, uint64_t va, bool store);

// Writes to guest memory. False if the bus refuses.
bool spe_cpu_write(struct spe_cpu *cpu, uint64_t pa, bool ns, const void *data, size_t size);

// The unit of a CPU; null if there is no such CPU.
struct spe_unit *spe_cpu_unit(unsigned number);

// Number of the CPU whose thread this is. The first call of all is made where a block is translated.
unsigned spe_cpu_current(void);

// ---------------------------------------------------------------------------------------------------------
// What a unit does for QEMU

// ID_AA64DFR0_EL1.PMSVer.
unsigned spe_unit_version(void);

// The unit of CPU `number`; never null.
struct spe_unit *spe_unit_create(struct spe_cpu *cpu, unsigned number, bool el2, bool el3);

// The answer to an access, by its sysreg_addr encoding, which is not made yet.
enum spu_verdict spe_unit_check(struct spe_unit *unit, uint16_t address, bool write);

// Makes it. The value of an MRS.
uint64_t spe_unit_access(struct spe_unit *unit, uint16_t address, bool write, uint64_t value);

// An exception was taken or returned from; the CPU is in its new state.
void spe_unit_exception(struct spe_unit *unit);

// A line for the log, if one is kept.
void spe_log(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif  // TB_LINUX_SPE_UNIT_H
