// SPDX-License-Identifier: Apache-2.0
//
// Names for sampled addresses: the functions of an ELF file, at the addresses where it was loaded.
#ifndef TB_PERF_SPE_SYMBOLS_H
#define TB_PERF_SPE_SYMBOLS_H

#include "perf/functions.h"
#include "perf/perf_data.h"

struct spe_symbols {
  struct functions functions;
};

// How far above its own addresses the ELF file was loaded, from the executable mappings of a recording: of those
// with the file's name, the ones that hold its code. 0 for a file with fixed addresses. False with an error if it
// is not mapped, or not always at the same place.
bool spe_symbols_bias(const uint8_t *elf, size_t size, const char *path,
                      const struct perf_mapped_file *mapped, size_t count, uint64_t *bias,
                      struct tb_error *error);

// Reads the functions of an ELF file in memory and moves them up by `bias`. False with an error.
bool spe_symbols_read(struct spe_symbols *symbols, const uint8_t *elf, size_t size, const char *path,
                      uint64_t bias, struct tb_error *error);
void spe_symbols_free(struct spe_symbols *symbols);

// The function that contains an address of a packet (bits 55:0); functions.function[0] if there is none.
const struct function *spe_symbols_find(const struct spe_symbols *symbols, uint64_t address);

// "name+0x14" of an address, or "[unknown]": the C++ name if it has one, in printable ASCII, other characters as ?.
// At most `size` bytes including the terminator. Without an offset if the address is null.
void spe_symbols_name(const struct function *function, const uint64_t *address, char *text, size_t size);

#endif  // TB_PERF_SPE_SYMBOLS_H
