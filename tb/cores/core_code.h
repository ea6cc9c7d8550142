// SPDX-License-Identifier: Apache-2.0
//
// The programs of a run, from their ELF files: their instructions, which identify operations that did not retire, and
// their functions. Programs do not modify themselves.
#ifndef TB_CORES_CORE_CODE_H
#define TB_CORES_CORE_CODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "programs/perf/functions.h"
#include "unit/util/elf_file.h"

enum { CORE_CODE_PROGRAMS = 2 };

// All zero: no program. It owns copies of the files: core_code_free().
struct core_code_memory {
  struct core_code_program {
    uint8_t *bytes;
    size_t size;
    struct elf_file file;
    struct functions functions;
    uint8_t modes;  // bit n: it is executed in mode n
  } program[CORE_CODE_PROGRAMS];
  size_t programs;
};

// Adds an ELF file of RV64 that is executed in these modes, at the addresses in the file. False with an error that
// names the file if it cannot be read, is not such a file, or would be one more than CORE_CODE_PROGRAMS.
bool core_code_add(struct core_code_memory *memory, const char *elf, uint8_t modes, struct tb_error *error);

// A core_code function for core_decide.h; the context is a struct core_code_memory.
bool core_code_at(const void *context, uint8_t mode, uint64_t pc, uint32_t *opcode);

void core_code_free(struct core_code_memory *memory);

#endif  // TB_CORES_CORE_CODE_H
