// SPDX-License-Identifier: Apache-2.0
//
// A directory of results that appear together or not at all: every file is written under a temporary name and renamed
// when all are complete.
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

// Creates the directory and its parents if missing, and checks that it is writable. False with an error that names it.
bool output_open(struct output *output, const char *directory, struct tb_error *error);

// Opens a file under its temporary name. Null with an error; output_commit() then makes no file of that name.
FILE *output_add(struct output *output, const char *name, struct tb_error *error);

// The same for a writer that creates the file itself: *path is the temporary name.
bool output_add_path(struct output *output, const char *name, const char **path, struct tb_error *error);

// Removes an earlier run's files with these names, unless this run writes them too, so that results of two runs are
// never mixed. Also removes temporary files of dead processes.
void output_supersede(const struct output *output, const char *const names[], size_t count);

// Renames every file to its final name. False with an error; files not yet renamed are then removed.
bool output_commit(struct output *output, struct tb_error *error);

// Removes every temporary file.
void output_abort(struct output *output);

#endif  // TB_UNIT_UTIL_OUTPUT_H
