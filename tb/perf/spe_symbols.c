// SPDX-License-Identifier: Apache-2.0
#include "perf/spe_symbols.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/demangle.h"
#include "util/elf_file.h"

enum { MAX_SEGMENTS = 16 };

static const char *base_name(const char *path)
{
  const char *slash = strrchr(path, '/');
  return slash != NULL ? slash + 1 : path;
}

// How far the mapping has moved one of the segments; false if it holds none of them.
static bool moved_by(const struct perf_mapping *mapping, const struct perf_mapping *segments, size_t count,
                     uint64_t *bias)
{
  for (size_t i = 0; i < count; i++) {
    const struct perf_mapping *segment = &segments[i];
    if (mapping->file_offset - segment->file_offset < segment->length) {
      *bias = (mapping->address - mapping->file_offset) - (segment->address - segment->file_offset);
      return true;
    }
  }
  return false;
}

bool spe_symbols_bias(const uint8_t *elf, size_t size, const char *path,
                      const struct perf_mapped_file *mapped, size_t count, uint64_t *bias,
                      struct tb_error *error)
{
  struct perf_mapping segments[MAX_SEGMENTS];
  uint64_t entry = 0;
  const size_t segment_count = perf_elf_code(elf, size, path, false, segments, MAX_SEGMENTS, &entry, error);
  if (segment_count == 0) {
    return false;
  }
  struct elf_file file;
  if (!elf_file_open(&file, elf, size, path, error)) {
    return false;
  }
  const bool stays = file.header.e_type == ET_EXEC;
  elf_file_close(&file);
  *bias = 0;
  if (stays) {
    return true;
  }
  bool found = false;
  for (size_t i = 0; i < count; i++) {
    uint64_t moved = 0;
    if (strcmp(base_name(mapped[i].path), base_name(path)) != 0 ||
        !moved_by(&mapped[i].mapping, segments, segment_count, &moved)) {
      continue;
    }
    if (found && moved != *bias) {
      return tb_fail(error,
                     "%s: the recording has it at several places (moved by 0x%" PRIx64 " and 0x%" PRIx64
                     "); choose with --bias",
                     path, *bias, moved);
    }
    found = true;
    *bias = moved;
  }
  return found || tb_fail(error, "%s: the recording does not say where it was loaded; use --bias", path);
}

bool spe_symbols_read(struct spe_symbols *symbols, const uint8_t *elf, size_t size, const char *path,
                      uint64_t bias, struct tb_error *error)
{
  if (!functions_read_image(&symbols->functions, elf, size, path, error)) {
    return false;
  }
  functions_move(&symbols->functions, bias);
  return true;
}

void spe_symbols_free(struct spe_symbols *symbols)
{
  functions_free(&symbols->functions);
}

const struct function *spe_symbols_find(const struct spe_symbols *symbols, uint64_t address)
{
  // A packet has bits 55:0; those above are all like bit 55, the one that tells the two VA ranges apart.
  const uint64_t top = UINT64_C(0xFF) << 56;
  const bool upper = (address >> 55 & 1U) != 0;
  return functions_find(&symbols->functions, upper ? address | top : address & ~top);
}

void spe_symbols_name(const struct function *function, const uint64_t *address, char *text, size_t size)
{
  static const char cut[] = "...";
  const bool known = function->start < function->end;
  const uint64_t offset = address != NULL && known ? (*address - function->start) & (UINT64_MAX >> 8) : 0;
  char *demangled = demangle(function->name);
  const char *name = demangled != NULL ? demangled : function->name;
  const int length =
      offset != 0 ? snprintf(text, size, "%s+0x%" PRIx64, name, offset) : snprintf(text, size, "%s", name);
  if (length >= 0 && (size_t)length >= size && size > sizeof cut) {
    memcpy(text + size - sizeof cut, cut, sizeof cut);
  }
  free(demangled);
  for (char *at = text; *at != '\0'; at++) {
    if (*at < ' ' || *at > '~') {
      *at = '?';
    }
  }
}
