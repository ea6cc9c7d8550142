// SPDX-License-Identifier: Apache-2.0
//
// The JSON that every program writes: commas, layout and escapes.
#define _POSIX_C_SOURCE 200809L

#include <math.h>
#include <stdlib.h>

#include "unit/test/test.h"
#include "unit/util/json.h"

// What `write` writes is `expected`.
static void expect_written(void (*write)(struct json *json), const char *expected)
{
  char *text = NULL;
  size_t size = 0;
  FILE *stream = open_memstream(&text, &size);
  assert_non_null(stream);
  struct json json = json_writer(stream);
  write(&json);
  assert_int_equal(fclose(stream), 0);
  assert_string_equal(text, expected);
  free(text);
}

static void write_inline(struct json *json)
{
  json_object(json, NULL, JSON_INLINE);
  json_array(json, "empty", JSON_LINES);
  json_end(json);
  json_array(json, "numbers", JSON_INLINE);
  json_number(json, NULL, 0);
  json_number(json, NULL, UINT64_MAX);
  json_hex(json, NULL, UINT64_MAX);
  json_end(json);
  json_bool(json, "yes", true);
  json_bool(json, "no", false);
  json_text(json, "none", NULL);
  json_end(json);
}

TEST(inline_object_is_one_line)
{
  expect_written(write_inline,
                 "{\"empty\": [], \"numbers\": [0, 18446744073709551615, \"0xffffffffffffffff\"], "
                 "\"yes\": true, \"no\": false, \"none\": null}\n");
}

static void write_lines(struct json *json)
{
  json_object(json, NULL, JSON_LINES);
  json_array(json, "rows", JSON_LINES);
  for (unsigned i = 0; i < 2; i++) {
    json_object(json, NULL, JSON_INLINE);
    json_number(json, "i", i);
    json_end(json);
  }
  json_end(json);
  json_number(json, "last", 1);
  json_end(json);
}

TEST(values_of_a_document_in_lines_are_indented)
{
  expect_written(write_lines, "{\n  \"rows\": [\n    {\"i\": 0},\n    {\"i\": 1}\n  ],\n  \"last\": 1\n}\n");
}

static void write_texts(struct json *json)
{
  json_array(json, NULL, JSON_INLINE);
  json_text(json, NULL, "");
  json_text(json, NULL, "a \"quote\" and a \\");
  json_text(json, NULL, "\x01\t\n\x1F\x7F");
  json_end(json);
}

TEST(quotes_and_control_characters_are_escaped)
{
  expect_written(write_texts,
                 "[\"\", \"a \\\"quote\\\" and a \\\\\", \"\\u0001\\u0009\\u000a\\u001f\x7F\"]\n");
}

// The first and the last character of each form are kept; what is no character is replaced, byte by byte.
static void write_utf8(struct json *json)
{
  json_array(json, NULL, JSON_INLINE);
  json_text(
      json, NULL,
      "\xC2\x80\xDF\xBF\xE0\xA0\x80\xED\x9F\xBF\xEE\x80\x80\xEF\xBF\xBF\xF0\x90\x80\x80\xF4\x8F\xBF\xBF");
  json_text(json, NULL, "\x80.\xC1\xBF.\xE0\x9F\xBF.\xED\xA0\x80.\xF0\x8F\xBF\xBF.\xF4\x90\x80\x80.\xF5");
  json_text(json, NULL, "cut \xE2\x82");
  json_end(json);
}

TEST(text_is_utf8)
{
#define BAD "\\ufffd"
  expect_written(write_utf8, "[\"\xC2\x80\xDF\xBF\xE0\xA0\x80\xED\x9F\xBF\xEE\x80\x80\xEF\xBF\xBF\xF0\x90\x80"
                             "\x80\xF4\x8F\xBF\xBF\", "
                             "\"" BAD "." BAD BAD "." BAD BAD BAD "." BAD BAD BAD "." BAD BAD BAD BAD
                             "." BAD BAD BAD BAD "." BAD "\", \"cut " BAD BAD "\"]\n");
#undef BAD
}

static void write_reals(struct json *json)
{
  json_array(json, NULL, JSON_INLINE);
  json_real(json, NULL, 2.0 / 3, 4);
  json_real(json, NULL, 1e6, 0);
  json_real(json, NULL, (double)NAN, 1);
  json_real(json, NULL, (double)INFINITY, 1);
  json_end(json);
}

TEST(number_that_json_lacks_is_null)
{
  expect_written(write_reals, "[0.6667, 1000000, null, null]\n");
}
