// SPDX-License-Identifier: Apache-2.0
//
// The options of a program: a row for each, from which getopt_long() parses them and --help is printed.
#ifndef TB_UNIT_UTIL_OPTIONS_H
#define TB_UNIT_UTIL_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "unit/util/error.h"

enum { OPTIONS_MOST = 40 };

enum option_kind {
  OPTION_FLAG,    // sets a bool
  OPTION_TEXT,    // a const char *
  OPTION_NUMBER,  // a uint64_t
  OPTION_TAKE     // calls `take`
};

struct option_row {
  const char *name;   // behind --; null: `help` is lines of text between the options
  char letter;        // behind -; 0: none
  const char *value;  // what --help calls its value; null: it has none
  enum option_kind kind;
  size_t place;  // in the struct that is filled
  // False with an error that begins with the value.
  bool (*take)(void *options, const char *value, struct tb_error *error);
  const char *help;      // without line breaks
  const char *variable;  // of make that stands for it, for messages; null: none
  unsigned group;        // the program's own
};

// Kind, place and function of a row.
#define OPTION_FLAG_AT(type, member) OPTION_FLAG, offsetof(type, member), NULL
#define OPTION_TEXT_AT(type, member) OPTION_TEXT, offsetof(type, member), NULL
#define OPTION_NUMBER_AT(type, member) OPTION_NUMBER, offsetof(type, member), NULL
#define OPTION_TAKE_BY(function) OPTION_TAKE, 0, function

struct option_program {
  const char *name;
  const char *usage;   // behind its name; lines below the first are indented
  const char *about;   // whole lines
  const char *status;  // what its exit status says, whole lines
  const struct option_row *rows;
  size_t count;  // at most OPTIONS_MOST
  bool stops;    // at the first argument that is no option: what follows is another program's
};

// The option as messages name it: "--seed (SEED=)".
struct option_spelling {
  char text[64];
};
struct option_spelling option_spell(const struct option_row *row);

// Fills *options. Returns the index of the first argument that is none; 0 with an error that names the option. Bit n of
// *given (may be null) says that row n was there. --help and --version are printed, and end the program.
int options_parse(const struct option_program *program, int argc, char *argv[], void *options,
                  uint64_t *given, struct tb_error *error);

#endif  // TB_UNIT_UTIL_OPTIONS_H
