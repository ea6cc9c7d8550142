// SPDX-License-Identifier: Apache-2.0
#include "core/core_code.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "perf/perf_file.h"

static bool is_program(const uint8_t *file, size_t size)
{
  Elf64_Ehdr header;
  if (size < sizeof header || memcmp(file, ELFMAG, SELFMAG) != 0) {
    return false;
  }
  memcpy(&header, file, sizeof header);
  return header.e_ident[EI_CLASS] == ELFCLASS64 && header.e_machine == EM_RISCV && header.e_phoff <= size &&
         header.e_phnum <= (size - header.e_phoff) / sizeof(Elf64_Phdr);
}

bool core_code_add(struct core_code_memory *memory, const char *elf, uint8_t modes, struct tb_error *error)
{
  struct core_code_program program = {.modes = modes};
  if (memory->programs == CORE_CODE_PROGRAMS) {
    return tb_fail(error, "%s: there are %d programs already", elf, CORE_CODE_PROGRAMS);
  }
  program.file = perf_file_read(elf, elf, &program.size, error);
  if (program.file == NULL) {
    return false;
  }
  if (!is_program(program.file, program.size)) {
    free(program.file);
    return tb_fail(error, "%s: not a program of RV64", elf);
  }
  memory->program[memory->programs++] = program;
  return true;
}

// The file's bytes at pc, and how many there are behind it in the segment; null if it is not executed.
static const uint8_t *find(const struct core_code_program *program, uint64_t pc, size_t *left)
{
  Elf64_Ehdr header;
  memcpy(&header, program->file, sizeof header);
  for (unsigned n = 0; n < header.e_phnum; n++) {
    Elf64_Phdr segment;
    memcpy(&segment, program->file + header.e_phoff + n * sizeof segment, sizeof segment);
    const uint64_t offset = pc - segment.p_vaddr;
    if (segment.p_type == PT_LOAD && (segment.p_flags & PF_X) != 0 && pc >= segment.p_vaddr &&
        offset < segment.p_filesz && segment.p_offset <= program->size &&
        segment.p_filesz <= program->size - segment.p_offset) {
      *left = segment.p_filesz - offset;
      return program->file + segment.p_offset + offset;
    }
  }
  return NULL;
}

bool core_code_at(const void *context, uint8_t mode, uint64_t pc, uint32_t *opcode)
{
  const struct core_code_memory *memory = context;
  for (size_t n = 0; n < memory->programs; n++) {
    size_t left = 0;
    const struct core_code_program *program = &memory->program[n];
    const uint8_t *at = (program->modes >> mode & 1) != 0 ? find(program, pc, &left) : NULL;
    if (at != NULL && left >= sizeof(uint16_t)) {
      *opcode = 0;
      memcpy(opcode, at, left < sizeof *opcode ? left : sizeof *opcode);
      return true;
    }
  }
  return false;
}

void core_code_free(struct core_code_memory *memory)
{
  for (size_t n = 0; n < memory->programs; n++) {
    free(memory->program[n].file);
  }
  memory->programs = 0;
}
