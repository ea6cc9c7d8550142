// SPDX-License-Identifier: Apache-2.0
//
// The code of a static AArch64 program: the mappings that perf needs to name functions.
// Sources: System V ABI, chapters 4 and 5 (ELF header, program headers, dynamic section); ELF for the Arm
// 64-bit Architecture.
#include "programs/perf/perf_data.h"
#include "programs/perf/perf_file.h"

#include <stdlib.h>
#include <string.h>

#include "unit/util/elf_file.h"

// A mapping starts and ends at a page boundary.
#define PAGE_MASK UINT64_C(0xFFF)

// False with an error unless the header can belong to a static program.
static bool check_header(const struct elf_file *file, struct tb_error *error)
{
  const GElf_Ehdr *header = &file->header;
  if (header->e_type != ET_EXEC && header->e_type != ET_DYN) {
    return tb_fail(error, "%s: not an executable", file->name);
  }
  return header->e_phentsize == sizeof(Elf64_Phdr) ||
         tb_fail(error, "%s: program headers of %u bytes", file->name, (unsigned)header->e_phentsize);
}

// Information in the dynamic section of a file without fixed addresses.
struct dynamic {
  bool needs_library;
  bool is_program;  // linkers mark position-independent programs; shared libraries lack the mark
};

static bool read_dynamic(const struct elf_file *file, const GElf_Phdr *segment, struct dynamic *dynamic,
                         struct tb_error *error)
{
  Elf_Data *entries = elf_file_dynamic(file, segment, error);
  GElf_Dyn entry;
  for (int i = 0; gelf_getdyn(entries, i, &entry) != NULL && entry.d_tag != DT_NULL; i++) {
    dynamic->needs_library = dynamic->needs_library || entry.d_tag == DT_NEEDED;
    dynamic->is_program =
        dynamic->is_program || (entry.d_tag == DT_FLAGS_1 && (entry.d_un.d_val & DF_1_PIE) != 0);
  }
  return entries != NULL;
}

// False with an error unless the file is a static program.
static bool check_static(const struct elf_file *file, struct tb_error *error)
{
  struct dynamic dynamic = {false, false};
  for (size_t i = 0; i < file->segments; i++) {
    const GElf_Phdr segment = elf_file_segment(file, i);
    if (segment.p_type == PT_INTERP) {
      return tb_fail(error, "%s: dynamically linked; link it with -static", file->name);
    }
    if (segment.p_type == PT_DYNAMIC && !read_dynamic(file, &segment, &dynamic, error)) {
      return false;
    }
  }
  if (file->header.e_type != ET_DYN) {
    return true;
  }
  if (dynamic.needs_library) {
    return tb_fail(error, "%s: dynamically linked; link it with -static", file->name);
  }
  return dynamic.is_program ||
         tb_fail(error, "%s: position independent or a shared library; link it with -static -no-pie",
                 file->name);
}

// The pages of one executable segment, as mapped by the kernel.
static bool segment_mapping(const GElf_Phdr *segment, const char *elf, struct perf_mapping *mapping,
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

static size_t code_of(const struct elf_file *file, struct perf_mapping *mappings, size_t max,
                      struct tb_error *error)
{
  if (!check_header(file, error) || !check_static(file, error)) {
    return 0;
  }
  size_t count = 0;
  for (size_t i = 0; i < file->segments; i++) {
    const GElf_Phdr segment = elf_file_segment(file, i);
    if (segment.p_type != PT_LOAD || (segment.p_flags & PF_X) == 0) {
      continue;
    }
    if (count == max) {
      (void)tb_fail(error, "%s: more than %zu executable segments", file->name, max);
      return 0;
    }
    if (!segment_mapping(&segment, file->name, &mappings[count], error)) {
      return 0;
    }
    count++;
  }
  if (count == 0) {
    (void)tb_fail(error, "%s: no executable segment", file->name);
  }
  return count;
}

typedef bool open_elf(struct elf_file *file, const uint8_t *bytes, size_t size, const char *name,
                      struct tb_error *error);

static size_t code_in(const uint8_t *file, size_t size, open_elf *open, const char *name,
                      struct perf_mapping *mappings, size_t max, uint64_t *entry, struct tb_error *error)
{
  struct elf_file elf;
  if (!open(&elf, file, size, name, error)) {
    return 0;
  }
  const size_t count = code_of(&elf, mappings, max, error);
  if (count != 0) {
    *entry = elf.header.e_entry;
  }
  elf_file_close(&elf);
  return count;
}

size_t perf_elf_code(const uint8_t *file, size_t size, const char *name, struct perf_mapping *mappings,
                     size_t max, uint64_t *entry, struct tb_error *error)
{
  return code_in(file, size, elf_file_open, name, mappings, max, entry, error);
}

// The build ID in one segment of notes.
static size_t find_build_id(const struct elf_file *file, const GElf_Phdr *segment, uint8_t *build_id)
{
  Elf_Data *notes = elf_getdata_rawchunk(file->elf, (int64_t)segment->p_offset, segment->p_filesz,
                                         segment->p_align == 8 ? ELF_T_NHDR8 : ELF_T_NHDR);
  GElf_Nhdr note;
  size_t name = 0;
  size_t content = 0;
  size_t next = 0;
  for (size_t at = 0; notes != NULL && (next = gelf_getnote(notes, at, &note, &name, &content)) > 0;
       at = next) {
    const uint8_t *bytes = notes->d_buf;
    if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == sizeof ELF_NOTE_GNU &&
        memcmp(bytes + name, ELF_NOTE_GNU, sizeof ELF_NOTE_GNU) == 0 &&
        note.n_descsz <= PERF_BUILD_ID_BYTES) {
      memcpy(build_id, bytes + content, note.n_descsz);
      return note.n_descsz;
    }
  }
  return 0;
}

size_t perf_elf_build_id(const uint8_t *file, size_t size, uint8_t *build_id)
{
  struct elf_file elf;
  struct tb_error ignored = {""};
  if (!elf_file_open(&elf, file, size, "", &ignored)) {
    return 0;
  }
  size_t found = 0;
  for (size_t i = 0; i < elf.segments && found == 0; i++) {
    const GElf_Phdr segment = elf_file_segment(&elf, i);
    found = segment.p_type == PT_NOTE ? find_build_id(&elf, &segment, build_id) : 0;
  }
  elf_file_close(&elf);
  return found;
}

static size_t mappings_of(const char *elf, open_elf *open, struct perf_mapping *mappings, size_t max,
                          uint64_t *entry, struct tb_error *error)
{
  size_t size = 0;
  uint8_t *file = perf_file_read(elf, elf, &size, error);
  if (file == NULL) {
    return 0;
  }
  const size_t count = code_in(file, size, open, elf, mappings, max, entry, error);
  free(file);
  return count;
}

size_t perf_elf_mappings(const char *elf, struct perf_mapping *mappings, size_t max, uint64_t *entry,
                         struct tb_error *error)
{
  return mappings_of(elf, elf_file_open, mappings, max, entry, error);
}

size_t perf_elf_mappings_riscv(const char *elf, struct perf_mapping *mappings, size_t max, uint64_t *entry,
                               struct tb_error *error)
{
  return mappings_of(elf, elf_file_open_riscv, mappings, max, entry, error);
}
