// SPDX-License-Identifier: Apache-2.0
//
// Compares the splitting into words with sh, and the quoting of a variable for make's command line with make.
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "unit/test/test.h"
#include "unit/util/shell_words.h"

static void output_of(const char *command, char *output, size_t size)
{
  FILE *pipe = popen(command, "r");
  assert_non_null(pipe);
  output[fread(output, 1, size - 1, pipe)] = '\0';
  assert_int_equal(pclose(pipe), 0);
}

TEST(words_are_those_of_a_shell)
{
  static const char *const texts[] = {"",
                                      "   ",
                                      "one",
                                      " one  two\tthree\nfour ",
                                      "'one two' three",
                                      "\"one two\" three",
                                      "it\\'s a\\ blank \\\\",
                                      "'' \"\" x''y",
                                      "a'b c'd\"e f\"g",
                                      "\"a\\\"b\\$c\\`d\\\\e\\f\"",
                                      "'a\\b\"c'",
                                      "--x='y z' -n\"1\""};
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
    char command[256];
    char expected[256];
    char got[256] = "";
    struct text text = {got, sizeof got, 0};
    bool unclosed = true;
    (void)snprintf(command, sizeof command, "set -- %s\nfor word; do printf '<%%s>' \"$word\"; done",
                   texts[i]);
    // A newline separates words here, but commands in the shell.
    for (char *at = command; at < strstr(command, "\nfor"); at++) {
      if (*at == '\n') {
        *at = ' ';
      }
    }
    output_of(command, expected, sizeof expected);
    char **words = shell_words(texts[i], &unclosed);
    assert_non_null(words);
    assert_false(unclosed);
    for (char **word = words; *word != NULL; word++) {
      text_add(&text, "<%s>", *word);
    }
    free((void *)words);
    assert_string_equal(got, expected);
  }
}

TEST(open_quote_is_refused)
{
  static const char *const texts[] = {"it's", "\"", "a \"b", "\"a\\\"", "''' x"};
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
    bool unclosed = false;
    assert_null(shell_words(texts[i], &unclosed));
    assert_true(unclosed);
  }
}

TEST(variable_reaches_make_unchanged)
{
  static const char *const values[] = {
      "plain/path-1.elf", "one two",  "it's",     "\"quoted\"", "a$b $(c) ${d}",
      "x;y&z|w <v> `u`",  "back\\sl", "tilde ~!", "'",          "#no comment"};
  for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
    char command[512] = "printf 'export V\\nall:\\n\\t@printenv V\\n' | make -s -f - all";
    char got[256];
    struct text text = {command, sizeof command, strlen(command)};
    shell_add_variable(&text, "V", values[i]);
    output_of(command, got, sizeof got);
    got[strcspn(got, "\n")] = '\0';
    assert_string_equal(got, values[i]);
  }
}
