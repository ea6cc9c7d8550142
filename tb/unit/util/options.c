// SPDX-License-Identifier: Apache-2.0
#define _POSIX_C_SOURCE 200809L

#include "unit/util/options.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "unit/util/typed_number.h"
#include "unit/util/version.h"

enum { COLUMN = 22, WIDTH = 80, FIRST_ROW = 256, HELP = 'h', VERSION = 1 };

static const struct option_row standard[] = {{.name = "help", .help = "this text", .letter = HELP},
                                             {.name = "version", .help = "the version"}};

// Prints text in its own column after `at` characters of a line.
static void print_words(const char *text, int at)
{
  while (*text != '\0') {
    const int length = (int)strcspn(text, " ");
    if ((at < COLUMN && at > COLUMN - 2) || at + 1 + length > WIDTH) {
      (void)putchar('\n');
      at = 0;
    }
    at += printf("%*s%.*s", at < COLUMN ? COLUMN - at : 1, "", length, text);
    text += length;
    text += strspn(text, " ");
  }
  (void)putchar('\n');
}

static void print_row(const struct option_row *row)
{
  if (row->name == NULL) {
    (void)puts(row->help);
    return;
  }
  int at = row->letter != 0 ? printf("  -%c, ", row->letter) : printf("  ");
  at += printf("--%s%s%s", row->name, row->value != NULL ? " " : "", row->value != NULL ? row->value : "");
  if (at > COLUMN - 2) {
    (void)putchar('\n');
    at = 0;
  }
  print_words(row->help, at);
}

static void print_help(const struct option_program *program)
{
  (void)printf("usage: %s %s\n%s", program->name, program->usage, program->about);
  for (size_t i = 0; i < program->count; i++) {
    print_row(&program->rows[i]);
  }
  print_row(&standard[0]);
  print_row(&standard[1]);
  (void)fputs(program->status, stdout);
}

static _Noreturn void end(const struct option_program *program)
{
  if (fflush(stdout) != 0) {
    (void)fprintf(stderr, "%s: stdout: %s\n", program->name, strerror(errno));
    exit(2);
  }
  exit(0);
}

struct option_spelling option_spell(const struct option_row *row)
{
  struct option_spelling spelling;
  const bool variable = row->variable != NULL;
  (void)snprintf(spelling.text, sizeof spelling.text, "--%s%s%s%s", row->name, variable ? " (" : "",
                 variable ? row->variable : "", variable ? "=)" : "");
  return spelling;
}

static bool take(const struct option_row *row, void *options, const char *value, struct tb_error *error)
{
  void *to = (char *)options + row->place;
  struct tb_error cause = {""};
  switch (row->kind) {
  case OPTION_FLAG:
    *(bool *)to = true;
    return true;
  case OPTION_TEXT:
    *(const char **)to = value;
    return true;
  case OPTION_NUMBER:
    return typed_number(value, to) || tb_fail(error, "%s: %s is not a number", option_spell(row).text, value);
  default:
    return row->take(options, value, &cause) || tb_fail(error, "%s: %s", option_spell(row).text, cause.text);
  }
}

static size_t row_of_letter(const struct option_program *program, int letter)
{
  size_t row = 0;
  while (program->rows[row].letter != letter) {
    row++;
  }
  return row;
}

int options_parse(const struct option_program *program, int argc, char *argv[], void *options,
                  uint64_t *given, struct tb_error *error)
{
  struct option known[OPTIONS_MOST + 3] = {{"help", no_argument, NULL, HELP},
                                           {"version", no_argument, NULL, VERSION}};
  char letters[2 * OPTIONS_MOST + 4] = "+:h";
  size_t used = 2;
  for (size_t i = 0; i < program->count; i++) {
    const struct option_row *row = &program->rows[i];
    const int has_value = row->value != NULL ? required_argument : no_argument;
    if (row->name != NULL) {
      known[used++] = (struct option){row->name, has_value, NULL, FIRST_ROW + (int)i};
    }
    if (row->letter != 0) {
      const char letter[] = {row->letter, has_value == required_argument ? ':' : '\0', '\0'};
      strcat(letters, letter);
    }
  }
  opterr = 0;
  for (;;) {
    const int id = getopt_long(argc, argv, letters + (program->stops ? 0 : 1), known, NULL);
    if (id == -1) {
      return optind;
    }
    if (id == '?' || id == ':') {
      (void)tb_fail(error, "%s: %s; --help explains", argv[optind - 1],
                    id == '?' ? "no such option" : "its value is missing");
      return 0;
    }
    if (id == HELP) {
      print_help(program);
      end(program);
    }
    if (id == VERSION) {
      (void)printf("%s" VERSION_TEXT(""), program->name);
      end(program);
    }
    const size_t row = id >= FIRST_ROW ? (size_t)id - FIRST_ROW : row_of_letter(program, id);
    if (!take(&program->rows[row], options, optarg, error)) {
      return 0;
    }
    if (given != NULL) {
      *given |= (uint64_t)1 << row;
    }
  }
}
