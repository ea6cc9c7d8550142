// SPDX-License-Identifier: Apache-2.0
//
// The memory and devices on the bus of a core beside the unit, at the addresses of core_map.h. Accesses have up to 8
// bytes within an aligned word.
#ifndef TB_CORES_CORE_SYSTEM_H
#define TB_CORES_CORE_SYSTEM_H

#include <stdio.h>

#include "cores/core_map.h"
#include "unit/env/aux_data.h"
#include "unit/env/axi_memory.h"
#include "unit/env/mmu.h"
#include "unit/util/error.h"

struct core_system {
  struct mmu *mmu;                  // the unit's, which maps pages to equal physical addresses
  const struct axi_memory *memory;  // the unit's writes
  uint8_t pas;                      // address space of the buffer
  FILE *console;
  uint8_t *ram;
  uint64_t param[CORE_PARAM_COUNT];
  uint64_t mtime;
  uint64_t mtimecmp;
  uint64_t take_addr;
  uint64_t take_flags;
  uint32_t process;
  struct aux_data aux_data;
  bool ended;
  uint64_t status;
};

// Sets the rest to its reset state, and maps the pages of the buffer unless CORE_FAULTS. False if out of memory.
bool core_system_init(struct core_system *system, struct tb_error *error);
void core_system_free(struct core_system *system);

// Copies the segments of the supervisor, a RISC-V program, to their addresses. False with an error that names the file.
bool core_system_load(struct core_system *system, const char *path, struct tb_error *error);

// Likewise those of the user program, whose virtual addresses begin at CORE_PROGRAM_VA; CORE_ENTRY gets its entry
// point.
bool core_system_place(struct core_system *system, const char *path, struct tb_error *error);

// Reads the word at a multiple of 8. False with an error if it is not readable.
bool core_system_read(struct core_system *system, uint64_t address, uint64_t *word, struct tb_error *error);

// Writes the bytes of a word that `strobe` selects. False with an error if it is not writable, or the device fails.
bool core_system_write(struct core_system *system, uint64_t address, uint64_t word, uint8_t strobe,
                       struct tb_error *error);

static inline bool core_system_timer(const struct core_system *system)
{
  return system->mtime >= system->mtimecmp;
}

static inline bool core_is_mmio(uint64_t address)
{
  return address - CORE_MMIO < CORE_MMIO_BYTES;
}

#endif  // TB_CORES_CORE_SYSTEM_H
