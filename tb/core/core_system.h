// SPDX-License-Identifier: Apache-2.0
//
// What is behind the bus of a core that the unit runs beside: memory and devices. The map is below; software/platform.h has
// it for the programs. Accesses are of up to 8 bytes within an aligned word.
#ifndef TB_CORE_CORE_SYSTEM_H
#define TB_CORE_CORE_SYSTEM_H

#include <stdio.h>

#include "env/axi_memory.h"
#include "env/collected.h"
#include "env/mmu.h"
#include "util/error.h"

#define CORE_RAM UINT64_C(0x80000000)
#define CORE_RAM_BYTES UINT64_C(0x04000000)
#define CORE_ELF UINT64_C(0x83000000)  // the user program's file, as it is
#define CORE_ELF_BYTES UINT64_C(0x01000000)
#define CORE_BUFFER UINT64_C(0x40000000)  // the Profiling Buffer: what the unit writes
#define CORE_BUFFER_BYTES UINT64_C(0x00100000)
#define CORE_WINDOW UINT64_C(0x50000000)  // spu_window
#define CORE_WINDOW_BYTES UINT64_C(0x00040000)
#define CORE_DEVICES UINT64_C(0x60000000)

// Offsets of the devices' registers.
enum {
  CORE_CONSOLE = 0x00,     // w: a character
  CORE_EXIT = 0x08,        // w: the end, with the program's status
  CORE_MTIME = 0x10,       // r: cycles
  CORE_MTIMECMP = 0x18,    // rw: machine timer interrupt from then on
  CORE_TAKE_ADDR = 0x20,   // w: where records are
  CORE_TAKE_FLAGS = 0x28,  // w: COLLECTED_ bits
  CORE_TAKE_SIZE = 0x30,   // w: takes so many bytes
  CORE_MAP = 0x38,         // w: the unit may write the page of this address
  CORE_PARAMS = 0x40,      // r: enum core_param, 8 bytes each
  CORE_PROCESS = 0x88      // w: CONTEXTIDR_EL1
};

enum core_param {
  CORE_INTERVAL,
  CORE_OPTIONS,
  CORE_BUFFER_SIZE,
  CORE_LATE,
  CORE_ELF_SIZE,
  CORE_TICK,
  CORE_PMSFCR,
  CORE_PMSEVFR,
  CORE_PMSLATFR,
  CORE_PARAM_COUNT
};

// Bits of CORE_OPTIONS.
enum { CORE_PERTURB = 1, CORE_EL1_TOO = 2, CORE_FAULTS = 4, CORE_OFF = 8 };

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

// Copies the segments of a RISC-V program to where it says. False with an error that names the file.
bool core_system_load(struct core_system *system, const char *path, struct tb_error *error);

// Copies a file to CORE_ELF, and says its size in CORE_ELF_SIZE.
bool core_system_place(struct core_system *system, const char *path, struct tb_error *error);

// The word at a multiple of 8. False with an error if nothing is there that can be read.
bool core_system_read(struct core_system *system, uint64_t address, uint64_t *word, struct tb_error *error);

// Writes the bytes of a word that `strobe` has. False with an error if nothing is there that can be written, or the device
// cannot do it.
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

#endif  // TB_CORE_CORE_SYSTEM_H
