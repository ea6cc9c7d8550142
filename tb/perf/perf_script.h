// SPDX-License-Identifier: Apache-2.0
//
// Prints records as `perf script --itrace=i1i` does: thread, CPU, time and code of each, from what a perf.data file says of
// threads, mappings and time.
#ifndef TB_PERF_PERF_SCRIPT_H
#define TB_PERF_PERF_SCRIPT_H

#include <stdio.h>

#include "perf/perf_data.h"
#include "perf/spe_record.h"
#include "perf/spe_symbols.h"

struct perf_script_thread;
struct perf_script_chunk;

// From timestamps to nanoseconds, as TIME_CONV says it.
struct perf_script_time {
  uint64_t shift;
  uint64_t multiplier;
  uint64_t zero;
  uint64_t cycles;
  uint64_t mask;
  bool is_short;  // the counter has only the bits of the mask
};

struct perf_script {
  struct perf_script_time time;
  struct perf_script_thread *thread;
  size_t threads;
  struct perf_script_chunk *chunk;
  size_t chunks;
  struct perf_mapped_file *mapped;
  size_t mappings;
  const char *elf;  // path of the file whose functions are known; null: of none
};

// Reads what the lines need. Names point into `file`. False with an error as from perf_data_read_aux(); nothing needs to be
// freed then.
bool perf_script_read(struct perf_script *script, const uint8_t *file, size_t size, const char *name,
                      struct tb_error *error);
void perf_script_free(struct perf_script *script);

// The line of the record at `offset` of the trace bytes. `symbols` may be null.
void perf_script_print(FILE *out, const struct perf_script *script, size_t offset,
                       const struct spe_record *record, const struct spe_symbols *symbols);

#endif  // TB_PERF_PERF_SCRIPT_H
