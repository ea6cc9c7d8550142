// SPDX-License-Identifier: Apache-2.0
#include "unit/util/elf_file.h"

#include <string.h>

static bool check(const void *bytes, size_t size, uint16_t machine, const char *name, struct tb_error *error)
{
  Elf64_Ehdr header;
  if (size < sizeof header) {
    return tb_fail(error, "%s: not an ELF file: shorter than its header", name);
  }
  memcpy(&header, bytes, sizeof header);
  if (memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_ident[EI_VERSION] != EV_CURRENT) {
    return tb_fail(error, "%s: not an ELF file", name);
  }
  return (header.e_ident[EI_CLASS] == ELFCLASS64 && header.e_ident[EI_DATA] == ELFDATA2LSB &&
          header.e_machine == machine) ||
         tb_fail(error, "%s: not a little-endian %s ELF file", name,
                 machine == EM_RISCV ? "64-bit RISC-V" : "AArch64");
}

bool elf_file_check(const void *bytes, size_t size, const char *name, struct tb_error *error)
{
  return check(bytes, size, EM_AARCH64, name, error);
}

// libelf omits headers beyond the end of the file, so there are fewer than the file's count. A count that does not fit
// into the ELF header is in the first section header.
static bool has_sections(const struct elf_file *file)
{
  size_t count = 0;
  return elf_getshdrnum(file->elf, &count) == 0 &&
         (file->header.e_shnum == 0 || count == file->header.e_shnum);
}

static bool has_segments(struct elf_file *file)
{
  GElf_Phdr last;
  return elf_getphdrnum(file->elf, &file->segments) == 0 &&
         (file->header.e_phnum == PN_XNUM || file->segments == file->header.e_phnum) &&
         (file->segments == 0 || gelf_getphdr(file->elf, (int)file->segments - 1, &last) != NULL);
}

static bool open_of(struct elf_file *file, const uint8_t *bytes, size_t size, uint16_t machine,
                    const char *name, struct tb_error *error)
{
  *file = (struct elf_file){.name = name};
  if (!check(bytes, size, machine, name, error)) {
    return false;
  }
  // libelf must first be told for which version of its interface this is written. elf_memory() takes a pointer through
  // which it could write, but does not change a file that is only read.
  (void)elf_version(EV_CURRENT);
  file->elf = elf_memory((char *)bytes, size);
  const bool read = file->elf != NULL && gelf_getehdr(file->elf, &file->header) != NULL;
  if (read && !has_segments(file)) {
    (void)tb_fail(error, "%s: the file ends inside its program headers", name);
  } else if (!read || !has_sections(file)) {
    (void)tb_fail(error, "%s: the section headers are damaged", name);
  } else {
    return true;
  }
  elf_file_close(file);
  return false;
}

bool elf_file_open(struct elf_file *file, const uint8_t *bytes, size_t size, const char *name,
                   struct tb_error *error)
{
  return open_of(file, bytes, size, EM_AARCH64, name, error);
}

bool elf_file_open_riscv(struct elf_file *file, const uint8_t *bytes, size_t size, const char *name,
                         struct tb_error *error)
{
  return open_of(file, bytes, size, EM_RISCV, name, error);
}

void elf_file_close(struct elf_file *file)
{
  (void)elf_end(file->elf);
  *file = (struct elf_file){.name = file->name};
}

GElf_Phdr elf_file_segment(const struct elf_file *file, size_t i)
{
  GElf_Phdr segment = {.p_type = PT_NULL};
  (void)gelf_getphdr(file->elf, (int)i, &segment);
  return segment;
}

Elf_Data *elf_file_dynamic(const struct elf_file *file, const GElf_Phdr *segment, struct tb_error *error)
{
  Elf_Data *data = elf_getdata_rawchunk(file->elf, (int64_t)segment->p_offset, segment->p_filesz, ELF_T_DYN);
  if (data == NULL) {
    (void)tb_fail(error, "%s: the file ends inside its dynamic section", file->name);
  }
  return data;
}

static bool walk_table(const struct elf_file *file, Elf_Scn *section, const GElf_Shdr *table,
                       elf_file_visit *visit, void *context, struct tb_error *error)
{
  Elf_Data *data = elf_getdata(section, NULL);
  const size_t count = table->sh_size / sizeof(Elf64_Sym);
  for (size_t i = 0; data != NULL && i < count; i++) {
    GElf_Sym symbol;
    const char *name = gelf_getsym(data, (int)i, &symbol) != NULL
                           ? elf_strptr(file->elf, table->sh_link, symbol.st_name)
                           : NULL;
    if (name == NULL) {
      data = NULL;
    } else if (!visit(context, &symbol, name)) {
      return false;
    }
  }
  return data != NULL || tb_fail(error, "%s: the symbol table is damaged", file->name);
}

bool elf_file_symbols(const struct elf_file *file, elf_file_visit *visit, void *context,
                      struct tb_error *error)
{
  Elf_Scn *section = NULL;
  while ((section = elf_nextscn(file->elf, section)) != NULL) {
    GElf_Shdr header;
    if (gelf_getshdr(section, &header) == NULL) {
      return tb_fail(error, "%s: the section headers are damaged", file->name);
    }
    if (header.sh_type == SHT_SYMTAB && !walk_table(file, section, &header, visit, context, error)) {
      return false;
    }
  }
  return true;
}
