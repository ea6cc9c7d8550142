// SPDX-License-Identifier: Apache-2.0
//
// The machine around the core, as its software sees it: machine.c is the testbench's, virt.c stands in for it under
// QEMU. start.S includes this file too, for the timer.
#ifndef TB_CORE_SOFTWARE_MACHINE_H
#define TB_CORE_SOFTWARE_MACHINE_H

#include "core/core_map.h"

// The timer: 64-bit registers.
#ifndef MACHINE_MTIME
#define MACHINE_MTIME (CORE_DEVICES + CORE_MTIME)
#define MACHINE_MTIMECMP (CORE_DEVICES + CORE_MTIMECMP)
#endif

#ifndef __ASSEMBLER__

#include <stddef.h>
#include <stdint.h>

// What is asked of the software.
struct machine_parameters {
  uint64_t interval;  // operations
  uint64_t options;   // of core_map.h
  uint64_t buffer_bytes;
  uint64_t late;      // timer interrupts for which PMBIRQ waits before it is served
  uint64_t elf_size;  // bytes
  uint64_t tick;      // cycles between timer interrupts; 0: none
  uint64_t pmsfcr;
  uint64_t pmsevfr;
  uint64_t pmslatfr;
};
void machine_read_parameters(struct machine_parameters *parameters);

// Maps the machine's devices into the page table of pages.h.
void machine_map_devices(void);

// The unit's window; null: there is none.
void *machine_window(void);

void machine_write(const char *text, size_t size);
_Noreturn void machine_exit(uint64_t status);

// The process that runs from now on: CONTEXTIDR_EL1.
void machine_set_process(uint64_t process);

// Takes `size` bytes of records at physical address `address` as one chunk. `flags`: bit 0 DL, bit 1 COLL.
void machine_take(uint64_t address, uint64_t size, uint64_t flags);

// Maps the page of the Profiling Buffer at `address` for the unit.
void machine_map_buffer(uint64_t address);

#endif  // __ASSEMBLER__

#endif  // TB_CORE_SOFTWARE_MACHINE_H
