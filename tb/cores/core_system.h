// SPDX-License-Identifier: Apache-2.0
//
// What is behind the bus of a core that the unit runs beside: memory and devices, where core_map.h has them. Accesses
// are of up to 8 bytes within an aligned word.
#ifndef TB_CORES_CORE_SYSTEM_H
#define TB_CORES_CORE_SYSTEM_H

#include <stdio.h>

#include "cores/core_map.h"
#include "unit/env/axi_memory.h"
#include "unit/env/collected.h"
#include "unit/env/mmu.h"
#include "unit/util/error.h"

struct core_system {
  struct mmu *mmu;                  // the unit's, with pages where addresses are physical ones
  const struct axi_memory *memory;  // what the unit wrote
  uint8_t pas;                      // address space of the buffer
  FILE *console;
  uint8_t *ram;
  uint64_t param[CORE_PARAM_COUNT];
  uint64_t mtime;
  uint64_t mtimecmp;
  uint64_t take_addr;
  uint64_t take_flags;
  uint32_t process;
  struct collected collected;
  bool ended;
  uint64_t status;
};

// Sets the rest to its state at reset, and maps the pages of the buffer unless CORE_FAULTS. False if out of memory.
bool core_system_init(struct core_system *system, struct tb_error *error);
void core_system_free(struct core_system *system);

// Copies the segments of the supervisor, a RISC-V program, to where it says. False with an error that names the file.
bool core_system_load(struct core_system *system, const char *path, struct tb_error *error);

// Likewise those of the user program, whose virtual addresses are from CORE_PROGRAM_VA on, and says where it begins in
// CORE_ENTRY.
bool core_system_place(struct core_system *system, const char *path, struct tb_error *error);

// The word at a multiple of 8. False with an error if nothing is there that can be read.
bool core_system_read(struct core_system *system, uint64_t address, uint64_t *word, struct tb_error *error);

// Writes the bytes of a word that `strobe` has. False with an error if nothing is there that can be written, or the
// device cannot do it.
bool core_system_write(struct core_system *system, uint64_t address, uint64_t word, uint8_t strobe,
                       struct tb_error *error);

static inline bool core_system_timer(const struct core_system *system)
{
  return system->mtime >= system->mtimecmp;
}

static inline bool core_is_window(uint64_t address)
{
  return address - CORE_WINDOW < CORE_WINDOW_BYTES;
}

#endif  // TB_CORES_CORE_SYSTEM_H
