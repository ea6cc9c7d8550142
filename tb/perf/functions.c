// SPDX-License-Identifier: Apache-2.0
#define _POSIX_C_SOURCE 200809L

#include "perf/functions.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "perf/perf_file.h"
#include "spu.h"

struct image {
  const uint8_t *data;
  size_t size;
};

// A bounds-checked part of the file; null if it is not all there.
static const void *part(const struct image *image, uint64_t offset, uint64_t size)
{
  return offset <= image->size && size <= image->size - offset ? image->data + offset : NULL;
}

static bool add(struct functions *functions, size_t *room, const Elf64_Sym *symbol, const char *name)
{
  if (functions->count == *room) {
    const size_t size = *room == 0 ? 256 : 2 * *room;
    struct function *function = realloc(functions->function, size * sizeof *function);
    if (function == NULL) {
      return false;
    }
    functions->function = function;
    *room = size;
  }
  char *copy = strdup(name);
  if (copy == NULL) {
    return false;
  }
  functions->function[functions->count++] =
      (struct function){.start = symbol->st_value, .end = symbol->st_value + symbol->st_size, .name = copy};
  return true;
}

static bool read_symbols(struct functions *functions, const struct image *image, size_t *room,
                         const Elf64_Shdr *table, const Elf64_Shdr *strings, const char *elf,
                         struct tb_error *error)
{
  const uint8_t *symbols = part(image, table->sh_offset, table->sh_size);
  const char *names = part(image, strings->sh_offset, strings->sh_size);
  if (symbols == NULL || names == NULL || strings->sh_size == 0 || names[strings->sh_size - 1] != '\0') {
    return tb_fail(error, "%s: the symbol table is damaged", elf);
  }
  for (uint64_t at = 0; at + sizeof(Elf64_Sym) <= table->sh_size; at += sizeof(Elf64_Sym)) {
    Elf64_Sym symbol;
    memcpy(&symbol, symbols + at, sizeof symbol);
    if (ELF64_ST_TYPE(symbol.st_info) != STT_FUNC || symbol.st_size == 0 ||
        symbol.st_name >= strings->sh_size) {
      continue;
    }
    if (!add(functions, room, &symbol, names + symbol.st_name)) {
      return tb_fail(error, "%s: out of memory", elf);
    }
  }
  return true;
}

static int by_address(const void *a, const void *b)
{
  const struct function *x = a;
  const struct function *y = b;
  if (x->start != y->start) {
    return x->start < y->start ? -1 : 1;
  }
  return strcmp(x->name, y->name);
}

static bool read_image(struct functions *functions, const struct image *image, const char *elf,
                       struct tb_error *error)
{
  size_t room = 0;
  const Elf64_Sym nowhere = {0};
  if (!add(functions, &room, &nowhere, "[unknown]")) {
    return tb_fail(error, "%s: out of memory", elf);
  }
  Elf64_Ehdr header = {0};
  if (image->size >= sizeof header) {
    memcpy(&header, image->data, sizeof header);
  }
  if (memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_ident[EI_CLASS] != ELFCLASS64) {
    return tb_fail(error, "%s: not a 64-bit ELF file", elf);
  }
  const uint64_t size = (uint64_t)header.e_shnum * sizeof(Elf64_Shdr);
  const uint8_t *sections = part(image, header.e_shoff, size);
  if (sections == NULL) {
    return tb_fail(error, "%s: the section headers are damaged", elf);
  }
  for (unsigned i = 0; i < header.e_shnum; i++) {
    Elf64_Shdr table;
    Elf64_Shdr strings;
    memcpy(&table, sections + i * sizeof table, sizeof table);
    if (table.sh_type != SHT_SYMTAB || table.sh_link >= header.e_shnum) {
      continue;
    }
    memcpy(&strings, sections + table.sh_link * sizeof strings, sizeof strings);
    if (!read_symbols(functions, image, &room, &table, &strings, elf, error)) {
      return false;
    }
  }
  // Not the first one, whatever is at address 0.
  qsort(functions->function + 1, functions->count - 1, sizeof *functions->function, by_address);
  return true;
}

bool functions_read_image(struct functions *functions, const uint8_t *file, size_t size, const char *name,
                          struct tb_error *error)
{
  const struct image image = {file, size};
  *functions = (struct functions){NULL, 0};
  const bool read = read_image(functions, &image, name, error);
  if (!read) {
    functions_free(functions);
  }
  return read;
}

bool functions_read(struct functions *functions, const char *elf, struct tb_error *error)
{
  size_t size = 0;
  *functions = (struct functions){NULL, 0};
  uint8_t *file = perf_file_read(elf, elf, &size, error);
  const bool read = file != NULL && functions_read_image(functions, file, size, elf, error);
  free(file);
  return read;
}

void functions_free(struct functions *functions)
{
  for (size_t i = 0; i < functions->count; i++) {
    free(functions->function[i].name);
  }
  free(functions->function);
  *functions = (struct functions){NULL, 0};
}

void functions_move(struct functions *functions, uint64_t bias)
{
  for (size_t i = 1; i < functions->count; i++) {  // [0] is nowhere
    functions->function[i].start += bias;
    functions->function[i].end += bias;
  }
}

struct function *functions_find(const struct functions *functions, uint64_t address)
{
  size_t low = 0;
  size_t high = functions->count;
  while (high - low > 1) {  // start of [low] <= address < start of [high]
    const size_t middle = low + (high - low) / 2;
    if (functions->function[middle].start <= address) {
      low = middle;
    } else {
      high = middle;
    }
  }
  struct function *function = &functions->function[low];
  return address >= function->start && address < function->end ? function : &functions->function[0];
}

bool functions_count_samples(const struct functions *functions, const uint8_t *data, size_t size)
{
  const uint64_t address_mask = ((uint64_t)1 << 56) - 1;
  while (size > 0) {
    struct spu_packet packet;
    size_t used = 0;
    if (spu_decode_packet(data, size, &packet, &used) != SPU_DECODE_OK) {
      return false;
    }
    if (packet.type == SPU_PACKET_ADDRESS && packet.index == 0) {
      functions_find(functions, packet.value & address_mask)->samples++;
    }
    data += used;
    size -= used;
  }
  return true;
}

static int by_executed(const void *a, const void *b)
{
  const struct function *x = a;
  const struct function *y = b;
  if (x->executed != y->executed) {
    return x->executed > y->executed ? -1 : 1;
  }
  return by_address(a, b);
}

void functions_sort(struct functions *functions)
{
  qsort(functions->function, functions->count, sizeof *functions->function, by_executed);
}
