// SPDX-License-Identifier: Apache-2.0
//
// The options of a program: one row each, used by getopt_long() and --help.
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
  const char *name;   // after --; null: `help` is lines of text between the options
  char letter;        // after -; 0: none
  const char *value;  // name of its value in --help; null: no value
  enum option_kind kind;
  size_t place;  // offset in the options struct
  // False with an error that begins with the value.
  bool (*take)(void *options, const char *value, struct tb_error *error);
  const char *help;      // without line breaks
  const char *variable;  // the equivalent variable of make, for messages; null: none
  unsigned group;        // used by the program
};

// Kind, place and function of a row.
#define OPTION_FLAG_AT(type, member) OPTION_FLAG, offsetof(type, member), NULL
#define OPTION_TEXT_AT(type, member) OPTION_TEXT, offsetof(type, member), NULL
#define OPTION_NUMBER_AT(type, member) OPTION_NUMBER, offsetof(type, member), NULL
#define OPTION_TAKE_BY(function) OPTION_TAKE, 0, function

struct option_program {
  const char *name;
  const char *usage;   // after the program's name; lines after the first are indented
  const char *about;   // whole lines
  const char *status;  // meaning of the exit status, whole lines
  const struct option_row *rows;
  size_t count;  // at most OPTIONS_MOST
  bool stops;    // at the first argument that is not an option: the rest is for another program
};

// The option as messages name it: "--seed (SEED=)".
struct option_spelling {
  char text[64];
};
struct option_spelling option_spell(const struct option_row *row);

// Fills *options. Returns the index of the first argument that is not an option; 0 with an error that names the option.
// Sets bit n of *given (may be null) if row n was given. Prints --help and --version and then exits.
int options_parse(const struct option_program *program, int argc, char *argv[], void *options,
                  uint64_t *given, struct tb_error *error);

#endif  // TB_UNIT_UTIL_OPTIONS_H
