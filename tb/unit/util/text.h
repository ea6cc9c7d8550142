// SPDX-License-Identifier: Apache-2.0
//
// Appends printf-style text to a bounded buffer.
#ifndef TB_UNIT_UTIL_TEXT_H
#define TB_UNIT_UTIL_TEXT_H

#include <stddef.h>

struct text {
  char *data;
  size_t size;    // bytes of data, terminator included; at least 1
  size_t length;  // used, without the terminator
};

// Appends as much as fits; the rest is cut off.
void text_add(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif  // TB_UNIT_UTIL_TEXT_H
