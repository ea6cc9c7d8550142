// SPDX-License-Identifier: Apache-2.0
//
// The command line of spe-dump.
#ifndef TB_TOOLS_SPE_DUMP_OPTIONS_H
#define TB_TOOLS_SPE_DUMP_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "util/error.h"

enum spe_dump_form { SPE_DUMP_TEXT, SPE_DUMP_JSON, SPE_DUMP_CSV, SPE_DUMP_BOLT };

struct spe_dump_options {
  bool help;
  bool version;
  const char *path;
  enum spe_dump_form form;
  bool resync;
  bool has_bias;
  uint64_t bias;
};

extern const char spe_dump_usage[];

// False with an error that names the option.
bool spe_dump_parse(int argc, char *argv[], struct spe_dump_options *options, struct tb_error *error);

#endif  // TB_TOOLS_SPE_DUMP_OPTIONS_H
