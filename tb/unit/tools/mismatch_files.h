// SPDX-License-Identifier: Apache-2.0
//
// Writes a mismatch to files: mismatch.txt for people and mismatch.json for scripts.
#ifndef TB_UNIT_TOOLS_MISMATCH_FILES_H
#define TB_UNIT_TOOLS_MISMATCH_FILES_H

#include <stdio.h>

#include "unit/report/mismatch.h"
#include "unit/util/output.h"

// The run that ended with it.
struct mismatch_run {
  const char *config;
  const char *stimulus;
  uint64_t seed;
  const char *profile;  // of random stimulus; null: none
  const char *command;  // that repeats it
};

// Writes the JSON object: cycle, signal, function, block, other_block ("" if only one is possible), requirement (IDs),
// expected, got, note, config, stimulus, seed, profile (null without one) and command. The stream keeps errors.
void mismatch_json(const struct mismatch *mismatch, const struct mismatch_run *run, FILE *stream);

// Adds both files to the output, with which they appear. `report` is the text of mismatch_report(). False with an
// error.
bool mismatch_add_files(struct output *output, const struct mismatch *mismatch, const char *report,
                        const struct mismatch_run *run, struct tb_error *error);

#endif  // TB_UNIT_TOOLS_MISMATCH_FILES_H
