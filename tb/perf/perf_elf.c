// SPDX-License-Identifier: Apache-2.0
//
// Where a static AArch64 program has its code: the mappings that perf needs to name functions.
// Sources: System V ABI, chapters 4 and 5 (ELF header, program headers, dynamic section); ELF for the Arm
// 64-bit Architecture.
#include "perf/perf_data.h"
#include "perf/perf_file.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

// A mapping starts and ends at a page.
#define PAGE_MASK UINT64_C(0xFFF)

struct image {
  const uint8_t *data;
  size_t size;
  const char *name;  // for errors
};

// Copies `size` bytes at `offset`; false if they are not all there.
static bool read_at(const struct image *image, uint64_t offset, void *data, size_t size)
{
  if (offset > image->size || size > image->size - offset) {
    return false;
  }
  memcpy(data, image->data + offset, size);
  return true;
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

static bool read_dynamic(const struct image *image, const Elf64_Phdr *segment, struct dynamic *dynamic,
                         struct tb_error *error)
{
  for (uint64_t at = 0; segment->p_filesz - at >= sizeof(Elf64_Dyn); at += sizeof(Elf64_Dyn)) {
    Elf64_Dyn entry;
    if (segment->p_offset > image->size || !read_at(image, segment->p_offset + at, &entry, sizeof entry)) {
      return tb_fail(error, "%s: the file ends inside its dynamic section", image->name);
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

// False with an error for what is no static program.
static bool check_static(const struct image *image, const Elf64_Ehdr *header, const Elf64_Phdr *segment,
                         struct dynamic *dynamic, struct tb_error *error)
{
  if (segment != NULL) {
    return (segment->p_type != PT_INTERP ||
            tb_fail(error, "%s: dynamically linked; link it with -static", image->name)) &&
           (segment->p_type != PT_DYNAMIC || read_dynamic(image, segment, dynamic, error));
  }
  if (header->e_type != ET_DYN) {
    return true;
  }
  if (dynamic->needs_library) {
    return tb_fail(error, "%s: dynamically linked; link it with -static", image->name);
  }
  return dynamic->is_program ||
         tb_fail(error, "%s: position independent or a shared library; link it with -static -no-pie",
                 image->name);
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

size_t perf_elf_code(const uint8_t *file, size_t size, const char *name, bool only_static,
                     struct perf_mapping *mappings, size_t max, uint64_t *entry, struct tb_error *error)
{
  const struct image image = {file, size, name};
  Elf64_Ehdr header;
  struct dynamic dynamic = {false, false};
  if (!read_at(&image, 0, &header, sizeof header)) {
    (void)tb_fail(error, "%s: not an ELF file: shorter than its header", name);
    return 0;
  }
  if (!check_header(&header, name, error)) {
    return 0;
  }
  size_t count = 0;
  for (uint64_t i = 0; i < header.e_phnum; i++) {
    Elf64_Phdr segment;
    if (header.e_phoff > size ||
        !read_at(&image, header.e_phoff + i * sizeof segment, &segment, sizeof segment)) {
      (void)tb_fail(error, "%s: the file ends inside its program headers", name);
      return 0;
    }
    if (only_static && !check_static(&image, &header, &segment, &dynamic, error)) {
      return 0;
    }
    if (segment.p_type == PT_LOAD && (segment.p_flags & PF_X) != 0 && count < max) {
      if (!segment_mapping(&segment, name, &mappings[count], error)) {
        return 0;
      }
      count++;
    }
  }
  if (only_static && !check_static(&image, &header, NULL, &dynamic, error)) {
    return 0;
  }
  if (count == 0) {
    (void)tb_fail(error, "%s: no executable segment", name);
    return 0;
  }
  *entry = header.e_entry;
  return count;
}

size_t perf_elf_mappings(const char *elf, struct perf_mapping *mappings, size_t max, uint64_t *entry,
                         struct tb_error *error)
{
  size_t size = 0;
  uint8_t *file = perf_file_read(elf, elf, &size, error);
  if (file == NULL) {
    return 0;
  }
  const size_t count = perf_elf_code(file, size, elf, true, mappings, max, entry, error);
  free(file);
  return count;
}
