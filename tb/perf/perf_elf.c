// SPDX-License-Identifier: Apache-2.0
//
// Where a static AArch64 program has its code: the mappings that perf needs to name functions.
// Sources: System V ABI, chapters 4 and 5 (ELF header, program headers, dynamic section); ELF for the Arm
// 64-bit Architecture.
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

// False with an error unless the header may be that of a static program.
static bool check_header(const Elf64_Ehdr *header, const char *elf, struct tb_error *error)
{
  if (memcmp(header->e_ident, ELFMAG, SELFMAG) != 0) {
    return tb_fail(error, "%s: not an ELF file", elf);
  }
  if (header->e_ident[EI_CLASS] != ELFCLASS64 || header->e_ident[EI_DATA] != ELFDATA2LSB ||
      header->e_machine != EM_AARCH64) {
    return tb_fail(error, "%s: not a little-endian AArch64 ELF file", elf);
  }
  if (header->e_type != ET_EXEC && header->e_type != ET_DYN) {
    return tb_fail(error, "%s: not an executable", elf);
  }
  if (header->e_phentsize != sizeof(Elf64_Phdr)) {
    return tb_fail(error, "%s: program headers of %u bytes", elf, (unsigned)header->e_phentsize);
  }
  return true;
}

// What the dynamic section of a file without fixed addresses says about it.
struct dynamic {
  bool needs_library;
  bool is_program;  // linkers mark position-independent programs; shared libraries lack the mark
};

static bool read_dynamic(FILE *file, const Elf64_Phdr *segment, const char *elf, struct dynamic *dynamic,
                         struct tb_error *error)
{
  for (uint64_t at = 0; at + sizeof(Elf64_Dyn) <= segment->p_filesz; at += sizeof(Elf64_Dyn)) {
    Elf64_Dyn entry;
    if (!read_at(file, segment->p_offset + at, &entry, sizeof entry)) {
      return tb_fail(error, "%s: the file ends inside its dynamic section", elf);
    }
    if (entry.d_tag == DT_NULL) {
      break;
    }
    dynamic->needs_library = dynamic->needs_library || entry.d_tag == DT_NEEDED;
    dynamic->is_program =
        dynamic->is_program || (entry.d_tag == DT_FLAGS_1 && (entry.d_un.d_val & DF_1_PIE) != 0);
  }
  return true;
}

// False with an error for a file without fixed addresses that is no static program.
static bool check_dynamic(const struct dynamic *dynamic, const char *elf, struct tb_error *error)
{
  if (dynamic->needs_library) {
    return tb_fail(error, "%s: dynamically linked; link it with -static", elf);
  }
  return dynamic->is_program ||
         tb_fail(error, "%s: position independent or a shared library; link it with -static -no-pie", elf);
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
                            uint64_t *entry, struct tb_error *error)
{
  Elf64_Ehdr header;
  struct dynamic dynamic = {false, false};
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
    if (segment.p_type == PT_DYNAMIC && !read_dynamic(file, &segment, elf, &dynamic, error)) {
      return 0;
    }
    if (segment.p_type == PT_LOAD && (segment.p_flags & PF_X) != 0 && count < max) {
      if (!segment_mapping(&segment, elf, &mappings[count], error)) {
        return 0;
      }
      count++;
    }
  }
  if (header.e_type == ET_DYN && !check_dynamic(&dynamic, elf, error)) {
    return 0;
  }
  if (count == 0) {
    (void)tb_fail(error, "%s: no executable segment", elf);
    return 0;
  }
  *entry = header.e_entry;
  return count;
}

size_t perf_elf_mappings(const char *elf, struct perf_mapping *mappings, size_t max, uint64_t *entry,
                         struct tb_error *error)
{
  FILE *file = fopen(elf, "rb");
  if (file == NULL) {
    (void)tb_fail(error, "%s: %s", elf, strerror(errno));
    return 0;
  }
  const size_t count = read_mappings(file, elf, mappings, max, entry, error);
  (void)fclose(file);
  return count;
}
