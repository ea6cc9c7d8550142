// SPDX-License-Identifier: Apache-2.0
//
// Writes a perf.data file that Linux perf opens as an Arm SPE recording, and reads the SPE bytes back out of one.
#ifndef TB_PROGRAMS_PERF_PERF_DATA_H
#define TB_PROGRAMS_PERF_PERF_DATA_H

#include <stddef.h>
#include <stdint.h>

#include "unit/env/collected.h"
#include "unit/util/error.h"

struct perf_mapping {  // an executable mapping of the workload
  uint64_t address;
  uint64_t length;
  uint64_t file_offset;
};

struct perf_recording {
  const char *comm;  // at most 15 characters are used
  const char *elf;   // path of the workload
  uint32_t pid;
  const struct perf_mapping *mappings;
  size_t mapping_count;
  const struct collected_chunk *chunks;  // in order
  size_t chunk_count;
  uint64_t time_hz;              // frequency of the timestamps' counter
  const char *const *arguments;  // of the workload, null-terminated; null: none
  const uint8_t *build_id;       // of the workload
  size_t build_id_size;          // in bytes, at most 20; 0: it has none
  uint64_t midr;                 // MIDR_EL1 of the core
  uint64_t metadata;             // version of what AUXTRACE_INFO says: 1, or 2 for perf from 6.13 on
  uint64_t min_interval;         // of the unit, in operations; only version 2 tells it
  uint64_t wakeup;               // bytes that perf takes at once, at least; 0: those of each chunk
};

// Writes the file as a whole or not at all (temporary name, then rename). Its mappings name the workload by its
// absolute path, if there is such a file. Each context of the records that is not `pid` is a thread of it. False
// with an error if the file cannot be written, or time_hz is 0 or too high to be converted to nanoseconds.
bool perf_data_write(const char *path, const struct perf_recording *recording, struct tb_error *error);

// The pages of the executable PT_LOAD segments of a static AArch64 ELF, and in *entry the address at which it
// starts; both as the file has them. A position-independent program is moved when it is loaded, all of it by the
// same distance. Returns how many were stored, 0 with an error if there are more than max, or the file is missing, not
// ELF, not AArch64, not an executable, a shared library, or dynamic; the error names file and cause.
size_t perf_elf_mappings(const char *elf, struct perf_mapping *mappings, size_t max, uint64_t *entry,
                         struct tb_error *error);

// The same of a 64-bit RISC-V ELF file.
size_t perf_elf_mappings_riscv(const char *elf, struct perf_mapping *mappings, size_t max, uint64_t *entry,
                               struct tb_error *error);

// As perf_elf_mappings() of an ELF file in memory; `name` is used in errors.
size_t perf_elf_code(const uint8_t *file, size_t size, const char *name, struct perf_mapping *mappings,
                     size_t max, uint64_t *entry, struct tb_error *error);

// The build ID of an ELF file in memory (its note NT_GNU_BUILD_ID) in build_id[PERF_BUILD_ID_BYTES]. Returns how many
// bytes it has; 0 if there is none, or the file is damaged.
enum { PERF_BUILD_ID_BYTES = 20 };
size_t perf_elf_build_id(const uint8_t *file, size_t size, uint8_t *build_id);

// Whether the bytes begin as a perf.data file does, of whatever byte order.
bool perf_data_is(const uint8_t *file, size_t size);

// False of a perf.data file whose header has no size of the data, as perf record leaves it when it is killed.
bool perf_data_was_closed(const uint8_t *file, size_t size);

// The AUX bytes of a perf.data file, concatenated in file order, in malloc'ed memory that the caller frees.
// Little-endian files with a trace of SPE only. False with an error that says where the file stops making sense; any
// bytes are safe.
bool perf_data_read_aux(const uint8_t *file, size_t size, const char *name, uint8_t **data, size_t *data_size,
                        struct tb_error *error);

// Where in the bytes that perf_data_read_aux() gives those of another buffer begin, or those that come after a loss: no
// record continues there. In ascending order, in malloc'ed memory that the caller frees; *count says how many. False
// with an error as from perf_data_read_aux().
bool perf_data_read_breaks(const uint8_t *file, size_t size, const char *name, size_t **breaks, size_t *count,
                           struct tb_error *error);

#endif  // TB_PROGRAMS_PERF_PERF_DATA_H
