// SPDX-License-Identifier: Apache-2.0
//
// The program on a board's core as the host sees it: its ELF file, and what it and the host leave each other in RAM,
// word for word as in fpga/core/vexriscv/software/board.h.
#ifndef FPGA_HOST_CORE_PROGRAM_H
#define FPGA_HOST_CORE_PROGRAM_H

#include "host/elf32.h"

#define CORE_RAM UINT32_C(0x40000000)
#define CORE_UNCACHED UINT32_C(0x80000000)  // from here on
#define CORE_BUFFER UINT32_C(0x80000000)
#define CORE_WINDOW UINT32_C(0x90000000)
#define CORE_DEVICES UINT32_C(0xA0000000)

enum { CORE_WINDOW_BYTES = 0x40000, CORE_DEVICES_BYTES = 16 };

struct core_parameters {
  uint32_t interval;
  uint32_t random;
  uint32_t rounds;
};

#define CORE_RESULTS_MAGIC UINT32_C(0x5350554F)

struct core_results {
  uint32_t magic;
  uint32_t checksum;
  uint32_t retired;
  uint32_t cycles;
  uint32_t serving;
  uint32_t time_start;
  uint32_t time_end;
  uint32_t interrupts;
  uint32_t bytes;
  uint32_t dropped;
  uint32_t losses;
  uint32_t collisions;
  uint32_t calls;
};

struct core_program {
  struct elf32 elf;
  struct elf32_symbol parameters;
  struct elf32_symbol results;
  struct elf32_symbol archive;
  struct elf32_symbol claims;
  struct elf32_symbol wrong_path;
  uint32_t stack_start;
  uint32_t stack_end;
};

// False with an error, which begins with `name`: it is no program for a core of a board.
bool core_program_open(const uint8_t *data, size_t size, const char *name, struct core_program *program,
                       struct tb_error *error);

// What a function has said of the objects that it touches: nothing, or whether `bytes` at `address` are in one of them.
enum core_claim { CORE_CLAIM_NONE, CORE_CLAIM_OUTSIDE, CORE_CLAIM_INSIDE };
enum core_claim core_program_claims(const struct core_program *program, uint32_t function, uint32_t address,
                                    uint32_t bytes);

#endif  // FPGA_HOST_CORE_PROGRAM_H
