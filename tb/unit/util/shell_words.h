// SPDX-License-Identifier: Apache-2.0
//
// Splits text into words like a shell, but expands and executes nothing.
#ifndef TB_UNIT_UTIL_SHELL_WORDS_H
#define TB_UNIT_UTIL_SHELL_WORDS_H

#include "unit/util/text.h"

#include <stdbool.h>

// The words of `text`, null-terminated, in one allocation that the caller frees. Blanks separate words; quotes and
// backslashes work as in sh. Null if a quote is not closed, with *unclosed true, or if out of memory.
char **shell_words(const char *text, bool *unclosed);

// Appends NAME=value for the command line of make, quoted so that shell and make pass the value unchanged.
void shell_add_variable(struct text *text, const char *name, const char *value);

#endif  // TB_UNIT_UTIL_SHELL_WORDS_H
