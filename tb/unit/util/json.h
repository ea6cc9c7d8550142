// SPDX-License-Identifier: Apache-2.0
//
// Writes JSON to a stream, one value at a time, with commas, quotes, escapes and indentation. Libraries that build a
// document in memory lack 64-bit unsigned numbers (Jansson) or would allocate memory for each of a million records that
// spe-dump prints. The stream keeps errors.
#ifndef TB_UNIT_UTIL_JSON_H
#define TB_UNIT_UTIL_JSON_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { JSON_DEPTH = 8 };

// Layout of the values of an object or array.
enum json_layout { JSON_INLINE, JSON_LINES };

struct json {
  FILE *stream;
  unsigned depth;
  struct json_level {
    char close;
    bool lines;
    bool used;
  } level[JSON_DEPTH];  // open objects and arrays, outermost first
};

struct json json_writer(FILE *stream);

// In all of these, `name` is the value's name in an object; null in an array or outside of both.

// Opens an object or an array; at most JSON_DEPTH are open at a time.
void json_object(struct json *json, const char *name, enum json_layout layout);
void json_array(struct json *json, const char *name, enum json_layout layout);
// Closes the last one that was opened. The outermost one ends a line.
void json_end(struct json *json);

// A UTF-8 text; a null pointer is written as null. A byte that is not UTF-8 becomes U+FFFD.
void json_text(struct json *json, const char *name, const char *text);
void json_number(struct json *json, const char *name, uint64_t value);
// As a string, "0x1f", since not every reader has 64-bit numbers.
void json_hex(struct json *json, const char *name, uint64_t value);
// With `digits` digits after the point; null if it is not finite.
void json_real(struct json *json, const char *name, double value, int digits);
void json_bool(struct json *json, const char *name, bool value);

#endif  // TB_UNIT_UTIL_JSON_H
