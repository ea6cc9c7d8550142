// SPDX-License-Identifier: Apache-2.0
//
// The results of a profiled program: records.spe, perf.data, and counts of each function's execution and samples.
#ifndef TB_PROGRAMS_TOOLS_PROGRAM_FILES_H
#define TB_PROGRAMS_TOOLS_PROGRAM_FILES_H

#include "programs/perf/functions.h"
#include "programs/perf/perf_data.h"
#include "programs/tools/sim_source.h"
#include "unit/util/output.h"

enum { PROGRAM_MAPPINGS = 16 };

// All zero before program_files_open().
struct program_files {
  const char *elf;
  const char *arguments;  // of the program; shell_words() splits them
  struct functions functions;
  struct perf_mapping mappings[PROGRAM_MAPPINGS];
  size_t mapping_count;
  uint64_t entry;  // entry point, as in the program's file
  uint8_t build_id[PERF_BUILD_ID_BYTES];
  size_t build_id_size;
};

// Reads from the program `elf` what the files need. The file and the strings must stay valid. False with an error.
bool program_files_open(struct program_files *files, const char *elf, const char *arguments,
                        struct tb_error *error);
void program_files_free(struct program_files *files);

struct program_files_options {
  const struct spu_config *config;
  const struct core_model *model;  // null: the default
  uint64_t metadata;               // version, 1 or 2
  uint64_t interval;               // operations between samples
};

// Adds records.spe and perf.data of the run of `source` to the output, with exposed latency also time.data and
// truth.csv, and counts its functions. Afterwards files->functions is sorted by operations, most first. False with an
// error.
bool program_files_write(struct program_files *files, const struct sim_source *source,
                         const struct program_files_options *options, struct output *output,
                         struct tb_error *error);

// After program_files_write(): whether each cycle of the run was attributed once, to an operation or to none. False
// with an error: the core model is wrong.
bool program_files_check(const struct program_files *files, const struct sim_source *source,
                         struct tb_error *error);

#endif  // TB_PROGRAMS_TOOLS_PROGRAM_FILES_H
