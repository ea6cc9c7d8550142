// SPDX-License-Identifier: Apache-2.0
//
// Text as a shell takes it apart, without a shell: nothing is expanded or executed.
#ifndef TB_UNIT_UTIL_SHELL_WORDS_H
#define TB_UNIT_UTIL_SHELL_WORDS_H

#include "unit/util/text.h"

#include <stdbool.h>

// The words of `text`, null-terminated, in one allocation that the caller frees. They are separated by blanks; quotes
// and backslashes mean what they mean to sh. Null if a quote is not closed, with *unclosed true, or if memory ran out.
char **shell_words(const char *text, bool *unclosed);

// Appends NAME=value for the command line of make, so that a shell and make pass the value on as it is.
void shell_add_variable(struct text *text, const char *name, const char *value);

#endif  // TB_UNIT_UTIL_SHELL_WORDS_H
