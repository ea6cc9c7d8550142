// SPDX-License-Identifier: Apache-2.0
//
// The JSON that every program writes: commas, layout and escapes.
#define _POSIX_C_SOURCE 200809L

#include <math.h>
#include <stdlib.h>

#include "unit/test/test.h"
#include "unit/util/json.h"

static struct {
  char *text;
  size_t size;
  struct json json;
} bench;

static struct json *begin(void)
{
  bench.json = json_writer(open_memstream(&bench.text, &bench.size));
  assert_non_null(bench.json.stream);
  return &bench.json;
}

static void expect(const char *expected)
{
  assert_int_equal(fclose(bench.json.stream), 0);
  assert_string_equal(bench.text, expected);
  free(bench.text);
}

TEST(inline_object_is_one_line)
{
  struct json *json = begin();
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
  expect("{\"empty\": [], \"numbers\": [0, 18446744073709551615, \"0xffffffffffffffff\"], "
         "\"yes\": true, \"no\": false, \"none\": null}\n");
}

TEST(values_of_a_document_in_lines_are_indented)
{
  struct json *json = begin();
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
  expect("{\n  \"rows\": [\n    {\"i\": 0},\n    {\"i\": 1}\n  ],\n  \"last\": 1\n}\n");
}

TEST(quotes_and_control_characters_are_escaped)
{
  struct json *json = begin();
  json_array(json, NULL, JSON_INLINE);
  json_text(json, NULL, "");
  json_text(json, NULL, "a \"quote\" and a \\");
  json_text(json, NULL, "\x01\t\n\x1F\x7F");
  json_end(json);
  expect("[\"\", \"a \\\"quote\\\" and a \\\\\", \"\\u0001\\u0009\\u000a\\u001f\x7F\"]\n");
}

// The first and last character of each length are kept. Bytes that form no character are replaced one by one.
TEST(text_is_utf8)
{
#define GOOD \
  "\xC2\x80\xDF\xBF\xE0\xA0\x80\xED\x9F\xBF\xEE\x80\x80\xEF\xBF\xBF\xF0\x90\x80\x80\xF4\x8F\xBF\xBF"
#define BAD "\\ufffd"
  struct json *json = begin();
  json_array(json, NULL, JSON_INLINE);
  json_text(json, NULL, GOOD);
  json_text(json, NULL, "\x80.\xC1\xBF.\xE0\x9F\xBF.\xED\xA0\x80.\xF0\x8F\xBF\xBF.\xF4\x90\x80\x80.\xF5");
  json_text(json, NULL, "cut \xE2\x82");
  json_end(json);
  expect("[\"" GOOD "\", \"" BAD "." BAD BAD "." BAD BAD BAD "." BAD BAD BAD "." BAD BAD BAD BAD
         "." BAD BAD BAD BAD "." BAD "\", \"cut " BAD BAD "\"]\n");
#undef GOOD
#undef BAD
}

TEST(number_that_json_lacks_is_null)
{
  struct json *json = begin();
  json_array(json, NULL, JSON_INLINE);
  json_real(json, NULL, 2.0 / 3, 4);
  json_real(json, NULL, 1e6, 0);
  json_real(json, NULL, (double)NAN, 1);
  json_real(json, NULL, (double)INFINITY, 1);
  json_end(json);
  expect("[0.6667, 1000000, null, null]\n");
}
