// SPDX-License-Identifier: Apache-2.0
//
// A directory of results that appear together or not at all: every file is written under a temporary name, and
// renamed when all are complete.
#ifndef TB_UNIT_UTIL_OUTPUT_H
#define TB_UNIT_UTIL_OUTPUT_H

#include <stddef.h>
#include <stdio.h>

#include "unit/util/error.h"

enum { OUTPUT_FILES = 12, OUTPUT_PATH = 1024 };

struct output {
  char directory[OUTPUT_PATH];
  struct output_file {
    char name[64];
    char temporary[OUTPUT_PATH + 96];
    FILE *stream;  // null once it is complete
  } file[OUTPUT_FILES];
  int count;
};

// Creates the directory (and its parents) if it is missing and checks that files can be made in it. False with
// an error that names it.
bool output_open(struct output *output, const char *directory, struct tb_error *error);

// Opens a file under its temporary name. Null with an error; output_commit() then makes no file of that name.
FILE *output_add(struct output *output, const char *name, struct tb_error *error);

// The same for a writer that makes the file itself under the path it is given: *path is the temporary name.
bool output_add_path(struct output *output, const char *name, const char **path, struct tb_error *error);

// Removes files of these names that an earlier run left in the directory, unless this run has a file of that name:
// results of two runs never stand side by side. Removes temporary ones of processes that are gone, too.
void output_supersede(const struct output *output, const char *const names[], size_t count);

// Completes every file under its own name. False with an error; what was not renamed yet is then removed.
bool output_commit(struct output *output, struct tb_error *error);

// Removes every temporary file.
void output_abort(struct output *output);

#endif  // TB_UNIT_UTIL_OUTPUT_H
