// SPDX-License-Identifier: Apache-2.0
//
// Where a static AArch64 program has its code: the mappings that perf needs to name functions.
// Sources: System V ABI, chapters 4 and 5 (ELF header, program headers); ELF for the Arm 64-bit Architecture.
#include "perf/perf_data.h"

#include <elf.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

// A mapping starts and ends at a page.
#define PAGE_MASK UINT64_C(0xFFF)

// Reads exactly `size` bytes at `offset`.
static bool read_at(FILE *file, uint64_t offset, void *data, size_t size)
{
  return offset <= INT32_MAX && fseek(file, (long)offset, SEEK_SET) == 0 &&
         fread(data, 1, size, file) == size;
}

// False with an error unless the header is that of a program at fixed addresses.
static bool check_header(const Elf64_Ehdr *header, const char *elf, struct tb_error *error)
{
  if (memcmp(header->e_ident, ELFMAG, SELFMAG) != 0) {
    return tb_fail(error, "%s: not an ELF file", elf);
  }
  if (header->e_ident[EI_CLASS] != ELFCLASS64 || header->e_ident[EI_DATA] != ELFDATA2LSB ||
      header->e_machine != EM_AARCH64) {
    return tb_fail(error, "%s: not a little-endian AArch64 ELF file", elf);
  }
  if (header->e_type == ET_DYN) {
    return tb_fail(error, "%s: position independent or a shared library; link it with -static -no-pie", elf);
  }
  if (header->e_type != ET_EXEC) {
    return tb_fail(error, "%s: not an executable", elf);
  }
  if (header->e_phentsize != sizeof(Elf64_Phdr)) {
    return tb_fail(error, "%s: program headers of %u bytes", elf, (unsigned)header->e_phentsize);
  }
  return true;
}

// The pages of one executable segment, as the kernel maps them.
static bool segment_mapping(const Elf64_Phdr *segment, const char *elf, struct perf_mapping *mapping,
                            struct tb_error *error)
{
  const uint64_t end = segment->p_vaddr + segment->p_filesz;
  if (end < segment->p_vaddr || end > UINT64_MAX - PAGE_MASK ||
      ((segment->p_vaddr ^ segment->p_offset) & PAGE_MASK) != 0) {
    return tb_fail(error, "%s: an executable segment that cannot be mapped", elf);
  }
  mapping->address = segment->p_vaddr & ~PAGE_MASK;
  mapping->length = ((end + PAGE_MASK) & ~PAGE_MASK) - mapping->address;
  mapping->file_offset = segment->p_offset & ~PAGE_MASK;
  return true;
}

static size_t read_mappings(FILE *file, const char *elf, struct perf_mapping *mappings, size_t max,
                            struct tb_error *error)
{
  Elf64_Ehdr header;
  if (!read_at(file, 0, &header, sizeof header)) {
    (void)tb_fail(error, "%s: not an ELF file: shorter than its header", elf);
    return 0;
  }
  if (!check_header(&header, elf, error)) {
    return 0;
  }
  size_t count = 0;
  for (uint64_t i = 0; i < header.e_phnum; i++) {
    Elf64_Phdr segment;
    if (header.e_phoff > INT32_MAX ||
        !read_at(file, header.e_phoff + i * sizeof segment, &segment, sizeof segment)) {
      (void)tb_fail(error, "%s: the file ends inside its program headers", elf);
      return 0;
    }
    if (segment.p_type == PT_INTERP) {
      (void)tb_fail(error, "%s: dynamically linked; link it with -static", elf);
      return 0;
    }
    if (segment.p_type == PT_LOAD && (segment.p_flags & PF_X) != 0 && count < max) {
      if (!segment_mapping(&segment, elf, &mappings[count], error)) {
        return 0;
      }
      count++;
    }
  }
  if (count == 0) {
    (void)tb_fail(error, "%s: no executable segment", elf);
  }
  return count;
}

size_t perf_elf_mappings(const char *elf, struct perf_mapping *mappings, size_t max, struct tb_error *error)
{
  FILE *file = fopen(elf, "rb");
  if (file == NULL) {
    (void)tb_fail(error, "%s: %s", elf, strerror(errno));
    return 0;
  }
  const size_t count = read_mappings(file, elf, mappings, max, error);
  (void)fclose(file);
  return count;
}
