// SPDX-License-Identifier: Apache-2.0
//
// A program for a core of 32 bits, as a linked little-endian RISC-V ELF file. Any bytes are safe.
#ifndef FPGA_HOST_ELF32_H
#define FPGA_HOST_ELF32_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/error.h"

// A file in memory; the caller owns it.
struct elf32 {
  const uint8_t *data;
  size_t size;
  const uint8_t *sections;  // headers
  uint32_t section_count;
  const uint8_t *segments;
  uint32_t segment_count;
  const uint8_t *symbols;
  uint32_t symbol_count;
  const char *names;  // of symbols
  uint32_t names_size;
};

struct elf32_symbol {
  const char *name;
  uint32_t address;
  uint32_t size;
};

enum elf32_kind { ELF32_OBJECT = 1, ELF32_FUNCTION = 2 };

// False with an error, which begins with `name`: it is no such file.
bool elf32_open(const uint8_t *data, size_t size, const char *name, struct elf32 *elf,
                struct tb_error *error);

// A segment to be loaded: `bytes` of the file, zeros up to `size`. False past the last.
struct elf32_segment {
  uint32_t address;
  uint32_t size;
  const uint8_t *bytes;
  uint32_t byte_count;
};
bool elf32_segment(const struct elf32 *elf, uint32_t index, struct elf32_segment *segment);

// The symbol of that name; false if there is none.
bool elf32_find(const struct elf32 *elf, const char *name, struct elf32_symbol *symbol);

// The smallest object or function that the address is in; false if it is in none.
bool elf32_at(const struct elf32 *elf, uint32_t address, enum elf32_kind kind, struct elf32_symbol *symbol);

// The word at an address that is a multiple of 4 of what is loaded, and whether it is an instruction: in an
// executable section.
bool elf32_word(const struct elf32 *elf, uint32_t address, uint32_t *word);
bool elf32_instruction(const struct elf32 *elf, uint32_t address, uint32_t *word);

#endif  // FPGA_HOST_ELF32_H
