// SPDX-License-Identifier: Apache-2.0
//
// Writes a perf.data file that Linux perf opens as an Arm SPE recording, and reads the SPE bytes back out of one.
#ifndef TB_PROGRAMS_PERF_PERF_DATA_H
#define TB_PROGRAMS_PERF_PERF_DATA_H

#include <stddef.h>
#include <stdint.h>

#include "spu.h"
#include "unit/env/aux_data.h"
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
  const struct aux_chunk *chunks;  // in order
  size_t chunk_count;
  uint64_t time_hz;              // frequency of the timestamps' counter
  const char *const *arguments;  // of the workload, null-terminated; null: none
  const uint8_t *build_id;       // of the workload
  size_t build_id_size;          // in bytes, at most 20; 0: none
  uint64_t midr;                 // MIDR_EL1 of the core
  uint64_t metadata;             // version of AUXTRACE_INFO: 1, or 2 for perf 6.13 and later
  uint64_t min_interval;         // of the unit, in operations; only in version 2
  uint64_t wakeup;               // least number of bytes that perf takes at once; 0: those of each chunk
  uint64_t interval;             // operations between samples; only for perf_time_write()
};

// Writes the file as a whole or not at all (temporary name, then rename). Its mappings name the workload by its
// absolute path, if the file exists. Each context of the records other than `pid` is a thread of it. False with an
// error if the file cannot be written, or time_hz is 0 or too high to be converted to nanoseconds.
bool perf_data_write(const char *path, const struct perf_recording *recording, struct tb_error *error);

// The mean number of operations between samples: a random distance adds 0 to 255 to the interval, unless FEAT_SPE_ERnd
// keeps its mean (D17.3.2).
uint64_t perf_operations_between(const struct spu_config *config, uint64_t interval, bool random);

// Likewise writes a profile of time, which perf opens as a recording of cycles: each record that has exposed latency is
// a sample at its PC, with that latency times the interval as its period.
bool perf_time_write(const char *path, const struct perf_recording *recording, struct tb_error *error);

// The pages of the executable PT_LOAD segments of a static AArch64 ELF file, and in *entry its entry point, both as in
// the file. The loader moves a position-independent program, all of it by the same distance. Returns the number of
// mappings, or 0 with an error if there are more than max, or the file is missing, not ELF, not AArch64, not an
// executable, a shared library, or dynamic; the error names file and cause.
size_t perf_elf_mappings(const char *elf, struct perf_mapping *mappings, size_t max, uint64_t *entry,
                         struct tb_error *error);

// The same for a 64-bit RISC-V ELF file.
size_t perf_elf_mappings_riscv(const char *elf, struct perf_mapping *mappings, size_t max, uint64_t *entry,
                               struct tb_error *error);

// Like perf_elf_mappings(), for an ELF file in memory; `name` is used in errors.
size_t perf_elf_code(const uint8_t *file, size_t size, const char *name, struct perf_mapping *mappings,
                     size_t max, uint64_t *entry, struct tb_error *error);

// The build ID of an ELF file in memory (its note NT_GNU_BUILD_ID) in build_id[PERF_BUILD_ID_BYTES]. Returns its size;
// 0 if there is none, or the file is damaged.
enum { PERF_BUILD_ID_BYTES = 20 };
size_t perf_elf_build_id(const uint8_t *file, size_t size, uint8_t *build_id);

// True if the bytes begin like a perf.data file of any byte order.
bool perf_data_is(const uint8_t *file, size_t size);

// False for a perf.data file whose header lacks the size of the data, because perf record was killed.
bool perf_data_was_closed(const uint8_t *file, size_t size);

// The AUX bytes of a perf.data file, concatenated in file order, in malloc'ed memory that the caller frees. Only
// little-endian files with an SPE trace. False with an error that has the offset of the first invalid data; any bytes
// are safe.
bool perf_data_read_aux(const uint8_t *file, size_t size, const char *name, uint8_t **data, size_t *data_size,
                        struct tb_error *error);

// The places in the bytes of perf_data_read_aux() at which those of another buffer begin, or those after a loss: no
// record continues across them. In ascending order, in malloc'ed memory that the caller frees; *count is their number.
// False with an error as from perf_data_read_aux().
bool perf_data_read_breaks(const uint8_t *file, size_t size, const char *name, size_t **breaks, size_t *count,
                           struct tb_error *error);

#endif  // TB_PROGRAMS_PERF_PERF_DATA_H
