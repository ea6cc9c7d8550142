// SPDX-License-Identifier: Apache-2.0
#include "unit/util/json.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stddef.h>

enum { INDENT = 2 };

// Number of bytes of the non-ASCII character at the start of the text; 0 if there is none (RFC 3629, section 4).
static size_t character(const unsigned char *text)
{
  static const struct {
    unsigned char first, last;  // range of the leading byte
    unsigned char low, high;    // range of the second byte
    size_t bytes;
  } forms[] = {{0xC2, 0xDF, 0x80, 0xBF, 2}, {0xE0, 0xE0, 0xA0, 0xBF, 3}, {0xE1, 0xEC, 0x80, 0xBF, 3},
               {0xED, 0xED, 0x80, 0x9F, 3}, {0xEE, 0xEF, 0x80, 0xBF, 3}, {0xF0, 0xF0, 0x90, 0xBF, 4},
               {0xF1, 0xF3, 0x80, 0xBF, 4}, {0xF4, 0xF4, 0x80, 0x8F, 4}};
  size_t form = 0;
  while (text[0] < forms[form].first || text[0] > forms[form].last) {
    if (++form == sizeof forms / sizeof forms[0]) {
      return 0;
    }
  }
  for (size_t i = 1; i < forms[form].bytes; i++) {
    const unsigned char low = i == 1 ? forms[form].low : 0x80;
    const unsigned char high = i == 1 ? forms[form].high : 0xBF;
    if (text[i] < low || text[i] > high) {
      return 0;
    }
  }
  return forms[form].bytes;
}

static void put_string(FILE *stream, const char *text)
{
  const unsigned char *from = (const unsigned char *)text;  // bytes to copy unchanged, up to `at`
  const unsigned char *at = from;
  (void)fputc('"', stream);
  while (*at != '\0') {
    const size_t bytes = *at < 0x80 ? 1 : character(at);
    if (bytes != 0 && *at >= 0x20 && *at != '"' && *at != '\\') {
      at += bytes;
      continue;
    }
    (void)fwrite(from, 1, (size_t)(at - from), stream);
    if (bytes == 0) {
      (void)fputs("\\ufffd", stream);
    } else if (*at < 0x20) {
      (void)fprintf(stream, "\\u%04x", *at);
    } else {
      (void)fprintf(stream, "\\%c", *at);
    }
    from = ++at;
  }
  (void)fwrite(from, 1, (size_t)(at - from), stream);
  (void)fputc('"', stream);
}

static void new_line(const struct json *json)
{
  (void)fprintf(json->stream, "\n%*s", (int)(INDENT * json->depth), "");
}

// Writes what precedes a value.
static void begin(struct json *json, const char *name)
{
  if (json->depth != 0) {
    struct json_level *level = &json->level[json->depth - 1];
    if (level->used) {
      (void)fputs(level->lines ? "," : ", ", json->stream);
    }
    level->used = true;
    if (level->lines) {
      new_line(json);
    }
  }
  if (name != NULL) {
    put_string(json->stream, name);
    (void)fputs(": ", json->stream);
  }
}

static void open_level(struct json *json, const char *name, enum json_layout layout, const char brackets[2])
{
  assert(json->depth < JSON_DEPTH);
  begin(json, name);
  (void)fputc(brackets[0], json->stream);
  json->level[json->depth++] =
      (struct json_level){.close = brackets[1], .lines = layout == JSON_LINES, .used = false};
}

struct json json_writer(FILE *stream)
{
  return (struct json){.stream = stream, .depth = 0};
}

void json_object(struct json *json, const char *name, enum json_layout layout)
{
  open_level(json, name, layout, "{}");
}

void json_array(struct json *json, const char *name, enum json_layout layout)
{
  open_level(json, name, layout, "[]");
}

void json_end(struct json *json)
{
  assert(json->depth != 0);
  const struct json_level *level = &json->level[--json->depth];
  if (level->lines && level->used) {
    new_line(json);
  }
  (void)fputc(level->close, json->stream);
  if (json->depth == 0) {
    (void)fputc('\n', json->stream);
  }
}

void json_text(struct json *json, const char *name, const char *text)
{
  begin(json, name);
  if (text != NULL) {
    put_string(json->stream, text);
  } else {
    (void)fputs("null", json->stream);
  }
}

void json_number(struct json *json, const char *name, uint64_t value)
{
  begin(json, name);
  (void)fprintf(json->stream, "%" PRIu64, value);
}

void json_hex(struct json *json, const char *name, uint64_t value)
{
  begin(json, name);
  (void)fprintf(json->stream, "\"0x%" PRIx64 "\"", value);
}

void json_real(struct json *json, const char *name, double value, int digits)
{
  begin(json, name);
  if (isfinite(value)) {
    (void)fprintf(json->stream, "%.*f", digits, value);
  } else {  // JSON cannot represent the number
    (void)fputs("null", json->stream);
  }
}

void json_bool(struct json *json, const char *name, bool value)
{
  begin(json, name);
  (void)fputs(value ? "true" : "false", json->stream);
}
