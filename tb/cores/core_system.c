// SPDX-License-Identifier: Apache-2.0
#include "cores/core_system.h"

#include <stdlib.h>
#include <string.h>

#include "programs/perf/perf_file.h"
#include "unit/env/page_map.h"
#include "unit/util/elf_file.h"

#define NEVER UINT64_MAX

static bool map(struct core_system *system, uint64_t address)
{
  const uint64_t va = address & ~(uint64_t)(PAGE_BYTES - 1);
  const struct mmu_page page = {.va = va, .pa = va, .pas = system->pas};
  return mmu_map(system->mmu, &page);
}

bool core_system_init(struct core_system *system, struct tb_error *error)
{
  system->ram = calloc(1, CORE_RAM_BYTES);
  bool ok = system->ram != NULL;
  system->mtimecmp = NEVER;
  const bool whole = (system->param[CORE_OPTIONS] & CORE_FAULTS) == 0;
  for (uint64_t at = 0; ok && whole && at < CORE_BUFFER_BYTES; at += PAGE_BYTES) {
    ok = map(system, CORE_BUFFER + at);
  }
  return ok || tb_fail(error, "out of memory");
}

void core_system_free(struct core_system *system)
{
  free(system->ram);
  aux_data_free(&system->aux_data);
}

// ---------------------------------------------------------------------------------------------------------
// Files

// `bytes` at an address: null if they are not all in RAM.
static uint8_t *ram_at(const struct core_system *system, uint64_t address, uint64_t bytes)
{
  const uint64_t offset = address - CORE_RAM;
  return offset < CORE_RAM_BYTES && bytes <= CORE_RAM_BYTES - offset ? system->ram + offset : NULL;
}

static bool load_segment(struct core_system *system, const uint8_t *bytes, size_t size,
                         const GElf_Phdr *segment, uint64_t moved, const char *path, struct tb_error *error)
{
  uint8_t *to = ram_at(system, segment->p_vaddr + moved, segment->p_memsz);
  if (to == NULL || segment->p_filesz > segment->p_memsz) {
    return tb_fail(error, "%s: the segment at 0x%llx is not in memory", path,
                   (unsigned long long)segment->p_vaddr);
  }
  if (segment->p_offset > size || segment->p_filesz > size - segment->p_offset) {
    return tb_fail(error, "%s: damaged: a segment is outside the file", path);
  }
  memcpy(to, bytes + segment->p_offset, (size_t)segment->p_filesz);
  return true;
}

// Loads a program, `moved` bytes from its virtual addresses. *entry receives its entry point.
static bool load(struct core_system *system, const char *path, uint64_t moved, uint64_t *entry,
                 struct tb_error *error)
{
  struct elf_file file;
  size_t size = 0;
  uint8_t *bytes = perf_file_read(path, path, &size, error);
  if (bytes == NULL || !elf_file_open_riscv(&file, bytes, size, path, error)) {
    free(bytes);
    return false;
  }
  *entry = file.header.e_entry;
  bool loaded =
      file.header.e_type == ET_EXEC || tb_fail(error, "%s: not a program with fixed addresses", path);
  for (size_t n = 0; n < file.segments && loaded; n++) {
    const GElf_Phdr segment = elf_file_segment(&file, n);
    loaded = segment.p_type != PT_LOAD || segment.p_memsz == 0 ||
             load_segment(system, bytes, size, &segment, moved, path, error);
  }
  elf_file_close(&file);
  free(bytes);
  return loaded;
}

bool core_system_load(struct core_system *system, const char *path, struct tb_error *error)
{
  uint64_t entry = 0;
  return load(system, path, 0, &entry, error) &&
         (entry == CORE_RAM ||
          tb_fail(error, "%s: not a program that starts at 0x%llx", path, (unsigned long long)CORE_RAM));
}

bool core_system_place(struct core_system *system, const char *path, struct tb_error *error)
{
  return load(system, path, (uint64_t)CORE_PROGRAM - CORE_PROGRAM_VA, &system->param[CORE_ENTRY], error);
}

// ---------------------------------------------------------------------------------------------------------
// Accesses

static bool read_device(const struct core_system *system, uint64_t offset, uint64_t *word)
{
  if (offset >= CORE_PARAMS && offset < CORE_PARAMS + 8 * CORE_PARAM_COUNT) {
    *word = system->param[(offset - CORE_PARAMS) / 8];
    return true;
  }
  switch (offset) {
  case CORE_MTIME:
    *word = system->mtime;
    return true;
  case CORE_MTIMECMP:
    *word = system->mtimecmp;
    return true;
  default:
    return false;
  }
}

bool core_system_read(struct core_system *system, uint64_t address, uint64_t *word, struct tb_error *error)
{
  const uint8_t *ram = ram_at(system, address, sizeof *word);
  if (ram != NULL) {
    memcpy(word, ram, sizeof *word);
    return true;
  }
  if (address - CORE_BUFFER < CORE_BUFFER_BYTES) {
    uint8_t bytes[sizeof *word];
    axi_memory_read(system->memory, address, system->pas, bytes, sizeof bytes);
    memcpy(word, bytes, sizeof *word);
    return true;
  }
  return read_device(system, address - CORE_DEVICES, word) ||
         tb_fail(error, "the core reads 0x%llx, which is not readable", (unsigned long long)address);
}

static bool take(struct core_system *system, uint64_t size, struct tb_error *error)
{
  const uint64_t offset = system->take_addr - CORE_BUFFER;
  if (offset > CORE_BUFFER_BYTES || size > CORE_BUFFER_BYTES - offset) {
    return tb_fail(error, "software takes %llu bytes at 0x%llx, which is not in the buffer",
                   (unsigned long long)size, (unsigned long long)system->take_addr);
  }
  uint8_t *to = aux_data_reserve(&system->aux_data, (size_t)size);
  if (to == NULL) {
    return tb_fail(error, "out of memory");
  }
  axi_memory_read(system->memory, system->take_addr, system->pas, to, (size_t)size);
  return aux_data_close(&system->aux_data, (size_t)size, (unsigned)system->take_flags) ||
         tb_fail(error, "out of memory");
}

static bool map_page(struct core_system *system, uint64_t address, struct tb_error *error)
{
  if (address - CORE_BUFFER >= CORE_BUFFER_BYTES) {
    return tb_fail(error, "software maps 0x%llx, which is not in the buffer", (unsigned long long)address);
  }
  return map(system, address) || tb_fail(error, "out of memory");
}

static bool write_device(struct core_system *system, uint64_t offset, uint64_t word, struct tb_error *error)
{
  switch (offset) {
  case CORE_CONSOLE:
    return putc((int)(word & 0xFF), system->console) != EOF ||
           tb_fail(error, "the console cannot be written");
  case CORE_EXIT:
    system->ended = true;
    system->status = word;
    return true;
  case CORE_MTIMECMP:
    system->mtimecmp = word;
    return true;
  case CORE_TAKE_ADDR:
    system->take_addr = word;
    return true;
  case CORE_TAKE_FLAGS:
    system->take_flags = word;
    return true;
  case CORE_TAKE_SIZE:
    return take(system, word, error);
  case CORE_MAP:
    return map_page(system, word, error);
  case CORE_PROCESS:
    system->process = (uint32_t)word;
    return true;
  default:
    return tb_fail(error, "the core writes 0x%llx, which is not writable",
                   (unsigned long long)(CORE_DEVICES + offset));
  }
}

bool core_system_write(struct core_system *system, uint64_t address, uint64_t word, uint8_t strobe,
                       struct tb_error *error)
{
  uint8_t *ram = ram_at(system, address, sizeof word);
  if (ram == NULL) {
    return strobe == 0xFF
               ? write_device(system, address - CORE_DEVICES, word, error)
               : tb_fail(error, "the core writes a part of the word at 0x%llx", (unsigned long long)address);
  }
  for (unsigned n = 0; n < sizeof word; n++) {
    if ((strobe >> n & 1) != 0) {
      ram[n] = (uint8_t)(word >> 8 * n);
    }
  }
  return true;
}
