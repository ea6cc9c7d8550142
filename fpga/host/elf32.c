// SPDX-License-Identifier: Apache-2.0
//
// The structures are those of the System V ABI, Elf32_Ehdr and the rest.
#include "host/elf32.h"

#include <string.h>

enum {
  HEADER_BYTES = 52,
  SECTION_BYTES = 40,
  SEGMENT_BYTES = 32,
  SYMBOL_BYTES = 16,
  MACHINE_RISCV = 243,
  SECTION_SYMBOLS = 2,
  SECTION_ZEROS = 8,
  SECTION_EXECUTABLE = 4,
  SEGMENT_LOAD = 1
};

static uint32_t number(const uint8_t *at, unsigned bytes)
{
  uint32_t value = 0;
  for (unsigned i = 0; i < bytes; i++) {
    value |= (uint32_t)at[i] << 8 * i;
  }
  return value;
}

// count * each bytes at `offset`, if they are in the file.
static const uint8_t *part(const struct elf32 *elf, uint32_t offset, uint32_t count, uint32_t each)
{
  return offset <= elf->size && (uint64_t)count * each <= elf->size - offset ? elf->data + offset : NULL;
}

static bool find_symbols(struct elf32 *elf)
{
  for (uint32_t i = 0; i < elf->section_count; i++) {
    const uint8_t *section = elf->sections + (size_t)i * SECTION_BYTES;
    const uint32_t link = number(section + 24, 4);
    if (number(section + 4, 4) != SECTION_SYMBOLS || link >= elf->section_count) {
      continue;
    }
    const uint8_t *strings = elf->sections + (size_t)link * SECTION_BYTES;
    elf->symbol_count = number(section + 20, 4) / SYMBOL_BYTES;
    elf->symbols = part(elf, number(section + 16, 4), elf->symbol_count, SYMBOL_BYTES);
    elf->names_size = number(strings + 20, 4);
    elf->names = (const char *)part(elf, number(strings + 16, 4), elf->names_size, 1);
    // The last name must end.
    return elf->symbols != NULL && elf->names != NULL && elf->names_size > 0 &&
           elf->names[elf->names_size - 1] == '\0';
  }
  return false;
}

bool elf32_open(const uint8_t *data, size_t size, const char *name, struct elf32 *elf, struct tb_error *error)
{
  static const uint8_t magic[] = {0x7F, 'E', 'L', 'F', 1, 1, 1};
  *elf = (struct elf32){.data = data, .size = size};
  if (size < HEADER_BYTES || memcmp(data, magic, sizeof magic) != 0 ||
      number(data + 18, 2) != MACHINE_RISCV) {
    return tb_fail(error, "%s: no RISC-V program of 32 bits", name);
  }
  elf->segment_count = number(data + 44, 2);
  elf->segments = part(elf, number(data + 28, 4), elf->segment_count, SEGMENT_BYTES);
  elf->section_count = number(data + 48, 2);
  elf->sections = part(elf, number(data + 32, 4), elf->section_count, SECTION_BYTES);
  if (elf->segments == NULL || elf->sections == NULL || !find_symbols(elf)) {
    return tb_fail(error, "%s: damaged, or without symbols", name);
  }
  return true;
}

bool elf32_segment(const struct elf32 *elf, uint32_t index, struct elf32_segment *segment)
{
  for (uint32_t i = 0; i < elf->segment_count; i++) {
    const uint8_t *header = elf->segments + (size_t)i * SEGMENT_BYTES;
    const uint32_t bytes = number(header + 16, 4);
    const uint32_t size = number(header + 20, 4);
    const uint8_t *start = part(elf, number(header + 4, 4), bytes, 1);
    if (number(header, 4) != SEGMENT_LOAD || size == 0 || bytes > size || start == NULL || index-- != 0) {
      continue;
    }
    *segment = (struct elf32_segment){
        .address = number(header + 8, 4), .size = size, .bytes = start, .byte_count = bytes};
    return true;
  }
  return false;
}

static struct elf32_symbol symbol_of(const struct elf32 *elf, const uint8_t *entry)
{
  const uint32_t name = number(entry, 4);
  return (struct elf32_symbol){.name = name < elf->names_size ? elf->names + name : "",
                               .address = number(entry + 4, 4),
                               .size = number(entry + 8, 4)};
}

bool elf32_find(const struct elf32 *elf, const char *name, struct elf32_symbol *symbol)
{
  for (uint32_t i = 0; i < elf->symbol_count; i++) {
    *symbol = symbol_of(elf, elf->symbols + (size_t)i * SYMBOL_BYTES);
    if (strcmp(symbol->name, name) == 0) {
      return true;
    }
  }
  return false;
}

bool elf32_at(const struct elf32 *elf, uint32_t address, enum elf32_kind kind, struct elf32_symbol *symbol)
{
  bool found = false;
  for (uint32_t i = 0; i < elf->symbol_count; i++) {
    const uint8_t *entry = elf->symbols + (size_t)i * SYMBOL_BYTES;
    const struct elf32_symbol candidate = symbol_of(elf, entry);
    if ((entry[12] & 0xFU) == kind && address - candidate.address < candidate.size &&
        (!found || candidate.size < symbol->size)) {
      *symbol = candidate;
      found = true;
    }
  }
  return found;
}

// The word at that address in a section with these flags.
static bool word_in(const struct elf32 *elf, uint32_t address, uint32_t flags, uint32_t *word)
{
  enum { ALLOCATED = 2 };
  for (uint32_t i = 0; i < elf->section_count; i++) {
    const uint8_t *section = elf->sections + (size_t)i * SECTION_BYTES;
    const uint32_t size = number(section + 20, 4);
    const uint32_t at = address - number(section + 12, 4);
    const uint8_t *bytes = part(elf, number(section + 16, 4), size, 1);
    if ((number(section + 8, 4) & (flags | ALLOCATED)) != (flags | ALLOCATED) || address % 4 != 0 ||
        number(section + 4, 4) == SECTION_ZEROS || bytes == NULL || size < 4 || at > size - 4) {
      continue;
    }
    *word = number(bytes + at, 4);
    return true;
  }
  return false;
}

bool elf32_word(const struct elf32 *elf, uint32_t address, uint32_t *word)
{
  return word_in(elf, address, 0, word);
}

bool elf32_instruction(const struct elf32 *elf, uint32_t address, uint32_t *word)
{
  return word_in(elf, address, SECTION_EXECUTABLE, word);
}
