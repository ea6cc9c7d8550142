// SPDX-License-Identifier: Apache-2.0
//
// The board as a program on the core sees it (fpga/core/core_pkg.sv), and what program and host leave each other in
// RAM. The host finds `parameters`, `results`, `archive`, `claims` and `wrong_path` by their names in the ELF file
// (fpga/host/core_program.h has the same structs).
#ifndef FPGA_CORE_BOARD_H
#define FPGA_CORE_BOARD_H

#include <stdint.h>

enum { BOARD_BUFFER_BYTES = 8192, BOARD_ARCHIVE_BYTES = 40960 };

#define BOARD_BUFFER UINT32_C(0x80000000)   // the Profiling Buffer; the unit has it at the same address
#define BOARD_WINDOW UINT32_C(0x90000000)   // spu_window
#define BOARD_DEVICES UINT32_C(0xA0000000)  // below

struct board_devices {
  uint32_t exit;  // w: the program ends with this value
  uint32_t zero;
  uint32_t time;       // r: cycles of the run, bits 31:0
  uint32_t time_high;  // r: bits 63:32, at the last read of `time`
};

// Written by the host before the start.
struct parameters {
  uint32_t interval;  // operations from one sample to the next
  uint32_t random;    // PMSIRR_EL1.RND
  uint32_t rounds;    // of the workload
};

// Written by the program before its end.
struct results {
  uint32_t magic;     // RESULTS_MAGIC
  uint32_t checksum;  // of the workload
  uint32_t retired;   // instret from before the session to after it
  uint32_t cycles;    // mcycle likewise
  uint32_t serving;   // instructions of these that were retired in interrupts, while profiling was off
  uint32_t time_start;
  uint32_t time_end;
  uint32_t interrupts;  // PMBIRQ served
  uint32_t bytes;       // of records, in `archive`
  uint32_t dropped;     // bytes of records that `archive` had no room for
  uint32_t losses;
  uint32_t collisions;  // chunks during which samples collided
  uint32_t calls;       // environment calls
};

#define RESULTS_MAGIC UINT32_C(0x5350554F)  // "OSPU"

// An object that loads and stores of a function may touch, besides the stack.
struct claim {
  const void *function;
  const void *object;
  uint32_t size;
};

#endif  // FPGA_CORE_BOARD_H
