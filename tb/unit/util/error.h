// SPDX-License-Identifier: Apache-2.0
//
// One-line errors for the testbench and its tools: a function that can fail takes a `struct tb_error *` and
// returns false after tb_fail(). A program prints "<program>: <text>" on stderr and exits with status 2.
#ifndef TB_UNIT_UTIL_ERROR_H
#define TB_UNIT_UTIL_ERROR_H

#include <stdbool.h>

struct tb_error {
  char text[512];  // "file or argument: cause", without newline; empty if nothing failed
};

// Writes the text (printf-style) and returns false. Keeps the first failure: later calls do not replace it.
bool tb_fail(struct tb_error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif  // TB_UNIT_UTIL_ERROR_H
