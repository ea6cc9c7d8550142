// SPDX-License-Identifier: Apache-2.0
//
// What JSON needs beyond printf.
#ifndef TB_UTIL_JSON_H
#define TB_UTIL_JSON_H

#include <stdio.h>

// Writes a text as a JSON string: in quotes, with quotes, backslashes and control characters escaped. Errors are the
// stream's.
void json_string(FILE *stream, const char *text);

#endif  // TB_UTIL_JSON_H
