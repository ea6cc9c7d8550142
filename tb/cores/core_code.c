// SPDX-License-Identifier: Apache-2.0
#include "cores/core_code.h"

#include <stdlib.h>
#include <string.h>

#include "programs/perf/perf_file.h"

bool core_code_add(struct core_code_memory *memory, const char *elf, uint8_t modes, struct tb_error *error)
{
  if (memory->programs == CORE_CODE_PROGRAMS) {
    return tb_fail(error, "%s: more than %d programs", elf, CORE_CODE_PROGRAMS);
  }
  struct core_code_program *program = &memory->program[memory->programs];
  program->bytes = perf_file_read(elf, elf, &program->size, error);
  if (program->bytes == NULL) {
    return false;
  }
  if (!elf_file_open_riscv(&program->file, program->bytes, program->size, elf, error)) {
    free(program->bytes);
    return false;
  }
  if (!functions_read_riscv(&program->functions, elf, error)) {
    elf_file_close(&program->file);
    free(program->bytes);
    return false;
  }
  program->modes = modes;
  memory->programs++;
  return true;
}

// The file's bytes at pc, and their number up to the end of the segment; null if pc is not in an executable segment.
static const uint8_t *find(const struct core_code_program *program, uint64_t pc, size_t *left)
{
  for (size_t n = 0; n < program->file.segments; n++) {
    const GElf_Phdr segment = elf_file_segment(&program->file, n);
    const uint64_t offset = pc - segment.p_vaddr;
    if (segment.p_type == PT_LOAD && (segment.p_flags & PF_X) != 0 && pc >= segment.p_vaddr &&
        offset < segment.p_filesz && segment.p_offset <= program->size &&
        segment.p_filesz <= program->size - segment.p_offset) {
      *left = segment.p_filesz - offset;
      return program->bytes + segment.p_offset + offset;
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
    functions_free(&memory->program[n].functions);
    elf_file_close(&memory->program[n].file);
    free(memory->program[n].bytes);
  }
  memory->programs = 0;
}
