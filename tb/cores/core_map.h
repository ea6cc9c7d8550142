// SPDX-License-Identifier: Apache-2.0
//
// The memory map of a core beside the unit, for the testbench (core_system.h) and for software on the core. For C and
// for the assembler.
#ifndef TB_CORES_CORE_MAP_H
#define TB_CORES_CORE_MAP_H

#define CORE_RAM 0x80000000  // cached
#define CORE_RAM_BYTES 0x4000000
#define CORE_PROGRAM 0x83000000  // the user program, and its virtual address
#define CORE_PROGRAM_VA 0x400000
#define CORE_PROGRAM_BYTES 0x1000000
#define CORE_BUFFER 0x40000000  // the Profiling Buffer, which the unit writes; not cached
#define CORE_BUFFER_BYTES 0x100000
#define CORE_MMIO 0x50000000  // spu_mmio
#define CORE_MMIO_BYTES 0x40000
#define CORE_DEVICES 0x60000000
#define CORE_DEVICES_BYTES 0x1000

// Offsets of the devices' registers, of 8 bytes.
#define CORE_CONSOLE 0x00     // w: a character
#define CORE_EXIT 0x08        // w: ends the run with the program's status or CORE_GAVE_UP
#define CORE_MTIME 0x10       // r: cycles
#define CORE_MTIMECMP 0x18    // rw: machine timer interrupt from then on
#define CORE_TAKE_ADDR 0x20   // w: address of records
#define CORE_TAKE_FLAGS 0x28  // w: bits of PMBSR_EL1: 1 DL, 2 COLL
#define CORE_TAKE_SIZE 0x30   // w: takes this number of bytes
#define CORE_MAP 0x38         // w: the unit may write the page of this address
#define CORE_PARAMS 0x40      // r: enum core_param
#define CORE_PROCESS 0x88     // w: CONTEXTIDR_EL1

// Value of CORE_EXIT that no program uses: the supervisor could not continue.
#define CORE_GAVE_UP 0x102

#ifndef __ASSEMBLER__

// The parameters of software, in the order of the registers from CORE_PARAMS on.
enum core_param {
  CORE_INTERVAL,
  CORE_OPTIONS,
  CORE_BUFFER_SIZE,
  CORE_LATE,
  CORE_ENTRY,  // entry point of the program
  CORE_TICK,
  CORE_PMSFCR,
  CORE_PMSEVFR,
  CORE_PMSLATFR,
  CORE_PARAM_COUNT
};

// Bits of CORE_OPTIONS.
enum {
  CORE_PERTURB = 1 << 0,  // PMSIRR_EL1.RND
  CORE_EL1_TOO = 1 << 1,  // EL1 is also profiled
  CORE_FAULTS = 1 << 2    // pages of the Profiling Buffer are mapped when the unit faults on them
};

#endif  // __ASSEMBLER__

#endif  // TB_CORES_CORE_MAP_H
