// SPDX-License-Identifier: Apache-2.0
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "stimulus/events/events_fields.h"
#include "stimulus/events/events_names.h"
#include "stimulus/events/events_text.h"

enum { SHOWN = 40 };  // characters of a bad word that an error shows

struct word {
  const char *text;
  size_t length;
};

struct reader {
  const char *name;
  size_t line;
  struct event_list *list;
  struct tb_error *error;
};

// "name:line: cause `word`"; a word from outside shows printable characters only.
static bool bad(const struct reader *reader, const char *cause, struct word word)
{
  char shown[SHOWN + 1];
  size_t length = word.length < SHOWN ? word.length : SHOWN;
  for (size_t i = 0; i < length; i++) {
    shown[i] = (char)(word.text[i] > ' ' && word.text[i] < 0x7F ? word.text[i] : '?');
  }
  shown[length] = '\0';
  return tb_fail(reader->error, "%.300s:%zu: %s%s%s", reader->name, reader->line, cause,
                 length == 0 ? "" : ": ", shown);
}

static const struct word nothing = {"", 0};

static bool is(struct word word, const char *text)
{
  return strlen(text) == word.length && memcmp(text, word.text, word.length) == 0;
}

// Cuts the next word off the line; empty at its end.
static struct word next_word(struct word *line)
{
  while (line->length != 0 && (*line->text == ' ' || *line->text == '\t')) {
    line->text++;
    line->length--;
  }
  struct word word = {line->text, 0};
  while (line->length != 0 && *line->text != ' ' && *line->text != '\t') {
    line->text++;
    line->length--;
    word.length++;
  }
  return word;
}

static int digit(char c, unsigned base)
{
  int value = -1;
  if (c >= '0' && c <= '9') {
    value = c - '0';
  } else if (c >= 'a' && c <= 'f') {
    value = c - 'a' + 10;
  } else if (c >= 'A' && c <= 'F') {
    value = c - 'A' + 10;
  }
  return value < (int)base ? value : -1;
}

// A number of at most 64 bits, decimal or with 0x in front.
static bool parse_number(struct word word, uint64_t *value)
{
  uint64_t number = 0;
  unsigned base = 10;
  if (word.length > 2 && word.text[0] == '0' && word.text[1] == 'x') {
    base = 16;
    word.text += 2;
    word.length -= 2;
  }
  for (size_t i = 0; i < word.length; i++) {
    const int d = digit(word.text[i], base);
    if (d < 0 || number > (UINT64_MAX - (unsigned)d) / base) {
      return false;
    }
    number = number * base + (unsigned)d;
  }
  *value = number;
  return word.length != 0;
}

static bool parse_value(const struct reader *reader, const struct event_field *field, struct word word,
                        uint64_t *value)
{
  uint16_t addr;
  if (strcmp(field->name, "reg") == 0 && events_register_addr(word.text, word.length, &addr)) {
    *value = addr;
    return true;
  }
  if (!parse_number(word, value)) {
    return bad(reader, "not a number", word);
  }
  const unsigned bits = field->bits;
  if (bits < 64 && *value >> bits != 0) {
    char cause[96];
    (void)snprintf(cause, sizeof cause, "%s has %u bit%s", field->name, bits, bits == 1 ? "" : "s");
    return bad(reader, cause, word);
  }
  return true;
}

static bool read_field(const struct reader *reader, const struct event_kind_info *info, struct word word,
                       void *data, uint64_t given[2])
{
  const char *equals = memchr(word.text, '=', word.length);
  if (equals == NULL) {
    return bad(reader, "not NAME=VALUE", word);
  }
  const struct word name = {word.text, (size_t)(equals - word.text)};
  const struct word text = {equals + 1, word.length - name.length - 1};
  for (size_t f = 0; f < info->count; f++) {
    uint64_t value;
    if (!is(name, info->field[f].name)) {
      continue;
    }
    if ((given[f / 64] >> f % 64 & 1) != 0) {
      return bad(reader, "given twice", name);
    }
    given[f / 64] |= (uint64_t)1 << f % 64;
    if (!parse_value(reader, &info->field[f], text, &value)) {
      return false;
    }
    event_field_set(&info->field[f], data, value);
    return true;
  }
  char cause[64];
  (void)snprintf(cause, sizeof cause, "%s has no such field", info->name);
  return bad(reader, cause, name);
}

static bool read_event(struct reader *reader, struct word line)
{
  struct event_list *list = reader->list;
  const struct word plus = next_word(&line);
  const struct word kind_name = next_word(&line);
  uint64_t delta;
  if (plus.text[0] != '+' || !parse_number((struct word){plus.text + 1, plus.length - 1}, &delta) ||
      delta > EVENT_DELTA_MOST) {
    return bad(reader, "not +CYCLES", plus);
  }
  if (list->count != 0 && list->event[list->count - 1].kind == TIMED_END) {
    return bad(reader, "an event after the end", nothing);
  }
  for (int kind = 0; kind < TIMED_KINDS; kind++) {
    if (!is(kind_name, event_kinds[kind].name)) {
      continue;
    }
    uint64_t given[2] = {0, 0};
    void *data = event_list_data(list, (enum timed_kind)kind);
    if ((data == NULL && event_kinds[kind].bytes != 0) ||
        !event_list_add(list, (enum timed_kind)kind, (uint32_t)delta, data)) {
      return bad(reader, "too many events, or out of memory", nothing);
    }
    for (struct word word = next_word(&line); word.length != 0; word = next_word(&line)) {
      if (!read_field(reader, &event_kinds[kind], word, data, given)) {
        return false;
      }
    }
    const bool access = kind == TIMED_MRS || kind == TIMED_MSR;
    return !access || (given[0] & 1) != 0 || bad(reader, "reg is missing", nothing);
  }
  return kind_name.length == 0 ? bad(reader, "no kind of event", nothing)
                               : bad(reader, "no such kind of event", kind_name);
}

static bool read_lines(struct reader *reader, const char *text, size_t size)
{
  bool begun = false;
  while (size != 0) {
    const char *end = memchr(text, '\n', size);
    struct word line = {text, end == NULL ? size : (size_t)(end - text)};
    const size_t used = line.length + (end == NULL ? 0 : 1);
    reader->line++;
    text += used;
    size -= used;
    struct word rest = line;
    const struct word first = next_word(&rest);
    if (first.length == 0 || first.text[0] == '#') {
      continue;
    }
    if (begun) {
      if (!read_event(reader, line)) {
        return false;
      }
      continue;
    }
    if (!is(first, "events")) {
      return bad(reader, "not an event list: it begins with \"events 1\"", first);
    }
    const struct word version = next_word(&rest);
    if (!is(version, "1") || next_word(&rest).length != 0) {
      return bad(reader, "version 1 of the format expected", version);
    }
    begun = true;
  }
  reader->line += reader->line == 0 ? 1 : 0;
  return begun || bad(reader, "not an event list: it is empty", nothing);
}

bool events_read(const char *text, size_t size, const char *name, struct event_list **list,
                 struct tb_error *error)
{
  struct reader reader = {.name = name, .error = error};
  *list = NULL;
  if (size > EVENTS_TEXT_MOST) {
    return tb_fail(error, "%.300s: longer than %d bytes", name, EVENTS_TEXT_MOST);
  }
  reader.list = event_list_create();
  if (reader.list == NULL) {
    return tb_fail(error, "%.300s: out of memory", name);
  }
  if (!read_lines(&reader, text, size)) {
    event_list_destroy(reader.list);
    return false;
  }
  *list = reader.list;
  return true;
}

// The whole file, of at most EVENTS_TEXT_MOST + 1 bytes; null with an error.
static char *read_all(FILE *file, const char *path, size_t *size, struct tb_error *error)
{
  size_t room = 1 << 16;
  char *text = malloc(room);
  *size = 0;
  while (text != NULL) {
    *size += fread(text + *size, 1, room - *size, file);
    if (ferror(file) != 0) {
      (void)tb_fail(error, "%.300s: cannot be read: %s", path, strerror(errno));
      free(text);
      return NULL;
    }
    if (*size < room || *size > EVENTS_TEXT_MOST) {
      return text;
    }
    char *grown = realloc(text, room * 2);
    if (grown == NULL) {
      free(text);
    }
    text = grown;
    room *= 2;
  }
  (void)tb_fail(error, "%.300s: out of memory", path);
  return NULL;
}

bool events_read_file(const char *path, struct event_list **list, struct tb_error *error)
{
  size_t size;
  *list = NULL;
  FILE *file = fopen(path, "rb");
  if (file == NULL) {
    return tb_fail(error, "%.300s: %s", path, strerror(errno));
  }
  char *text = read_all(file, path, &size, error);
  (void)fclose(file);
  const bool read = text != NULL && events_read(text, size, path, list, error);
  free(text);
  return read;
}
