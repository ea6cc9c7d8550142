// SPDX-License-Identifier: Apache-2.0
//
// The command line of spe-dump.
#ifndef TB_TOOLS_SPE_DUMP_OPTIONS_H
#define TB_TOOLS_SPE_DUMP_OPTIONS_H

#include "perf/spe_filter.h"
#include "perf/spe_symbols.h"

enum spe_dump_form { SPE_DUMP_TEXT, SPE_DUMP_JSON, SPE_DUMP_CSV, SPE_DUMP_BOLT };

struct spe_dump_options {
  bool help;
  bool version;
  const char *path;
  enum spe_dump_form form;
  bool stats;
  bool resync;
  bool filtered;    // some records may be left out
  uint64_t limit;   // records
  uint64_t top;     // rows of the tables of PCs and functions
  const char *elf;  // null: none
  bool has_bias;
  uint64_t bias;
  struct spe_filter filter;                // complete but for the names below
  const char *pc_name[SPE_FILTER_RANGES];  // functions whose addresses --pc asks for
  size_t pc_names;
};

extern const char spe_dump_usage[];

// False with an error that names the option.
bool spe_dump_parse(int argc, char *argv[], struct spe_dump_options *options, struct tb_error *error);

// Adds the address ranges of the functions that --pc names. False with an error if there is no such function.
bool spe_dump_name_pcs(struct spe_dump_options *options, const struct spe_symbols *symbols,
                       struct tb_error *error);

#endif  // TB_TOOLS_SPE_DUMP_OPTIONS_H
