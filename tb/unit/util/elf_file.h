// SPDX-License-Identifier: Apache-2.0
//
// An AArch64 or RISC-V ELF file in memory, read with libelf (elfutils) and this project's errors. Arbitrary bytes are
// safe: anything beyond the end of the file is an error or is omitted.
#ifndef TB_UNIT_UTIL_ELF_FILE_H
#define TB_UNIT_UTIL_ELF_FILE_H

#include <gelf.h>
#include <stddef.h>
#include <stdint.h>

#include "unit/util/error.h"

struct elf_file {
  Elf *elf;
  GElf_Ehdr header;
  size_t segments;   // program headers; all of them are in the file
  const char *name;  // for errors
};

// Whether the bytes begin with the header of a 64-bit, little-endian AArch64 file; only the header is needed. False
// with an error that names what is wrong.
bool elf_file_check(const void *bytes, size_t size, const char *name, struct tb_error *error);

// Opens the file. Copies neither bytes nor name, and does not change the bytes. False with an error if elf_file_check()
// fails, or if program headers or section headers extend beyond the file.
bool elf_file_open(struct elf_file *file, const uint8_t *bytes, size_t size, const char *name,
                   struct tb_error *error);
// The same for a 64-bit RISC-V file.
bool elf_file_open_riscv(struct elf_file *file, const uint8_t *bytes, size_t size, const char *name,
                         struct tb_error *error);
void elf_file_close(struct elf_file *file);

// Program header `i`, below file->segments.
GElf_Phdr elf_file_segment(const struct elf_file *file, size_t i);

// The entries of a segment PT_DYNAMIC, for gelf_getdyn(), which returns null after the last one. They live as long as
// the file is open. Null with an error if the segment extends beyond the file.
Elf_Data *elf_file_dynamic(const struct elf_file *file, const GElf_Phdr *segment, struct tb_error *error);

// One entry of a symbol table; `name` lives as long as the file is open. False ends the walk.
typedef bool elf_file_visit(void *context, const GElf_Sym *symbol, const char *name);

// Walks all symbol tables. False with an error if one of them, or the name of a symbol, is damaged; false without one
// if `visit` returned false.
bool elf_file_symbols(const struct elf_file *file, elf_file_visit *visit, void *context,
                      struct tb_error *error);

#endif  // TB_UNIT_UTIL_ELF_FILE_H
