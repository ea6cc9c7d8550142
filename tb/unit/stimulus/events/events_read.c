// SPDX-License-Identifier: Apache-2.0
#define _DEFAULT_SOURCE  // strsep

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "unit/stimulus/events/events_fields.h"
#include "unit/stimulus/events/events_names.h"
#include "unit/stimulus/events/events_text.h"
#include "unit/util/typed_number.h"

enum { SHOWN = 40 };  // most characters of a bad word in an error

static const char blanks[] = " \t";

struct reader {
  const char *name;
  size_t line;
  struct event_list *list;
  struct tb_error *error;
};

// "name:line: cause: word", with ? for unprintable characters in the word.
static bool bad(const struct reader *reader, const char *cause, const char *word)
{
  char shown[SHOWN + 1];
  const size_t length = strnlen(word, SHOWN);
  for (size_t i = 0; i < length; i++) {
    shown[i] = (char)(word[i] > ' ' && word[i] < 0x7F ? word[i] : '?');
  }
  shown[length] = '\0';
  return tb_fail(reader->error, "%.300s:%zu: %s%s%s", reader->name, reader->line, cause,
                 length == 0 ? "" : ": ", shown);
}

static bool parse_value(const struct reader *reader, const struct event_field *field, const char *word,
                        uint64_t *value)
{
  uint16_t addr;
  if (strcmp(field->name, "reg") == 0 && events_register_addr(word, &addr)) {
    *value = addr;
    return true;
  }
  if (!typed_number(word, value)) {
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

// Reads NAME=VALUE, splitting it in place.
static bool read_field(const struct reader *reader, const struct event_kind_info *info, char *word,
                       void *data, uint64_t given[2])
{
  char *equals = strchr(word, '=');
  if (equals == NULL) {
    return bad(reader, "not NAME=VALUE", word);
  }
  *equals = '\0';
  for (size_t f = 0; f < info->count; f++) {
    uint64_t value;
    if (strcmp(word, info->field[f].name) != 0) {
      continue;
    }
    if ((given[f / 64] >> f % 64 & 1) != 0) {
      return bad(reader, "given twice", word);
    }
    given[f / 64] |= (uint64_t)1 << f % 64;
    if (!parse_value(reader, &info->field[f], equals + 1, &value)) {
      return false;
    }
    event_field_set(&info->field[f], data, value);
    return true;
  }
  char cause[64];
  (void)snprintf(cause, sizeof cause, "%s has no such field", info->name);
  return bad(reader, cause, word);
}

static bool read_fields(struct reader *reader, enum timed_kind kind, uint32_t delta, char **rest)
{
  struct event_list *list = reader->list;
  uint64_t given[2] = {0, 0};
  void *data = event_list_data(list, kind);
  if ((data == NULL && event_kinds[kind].bytes != 0) || !event_list_add(list, kind, delta, data)) {
    return bad(reader, "too many events or out of memory", "");
  }
  for (char *word = strtok_r(NULL, blanks, rest); word != NULL; word = strtok_r(NULL, blanks, rest)) {
    if (!read_field(reader, &event_kinds[kind], word, data, given)) {
      return false;
    }
  }
  const bool access = kind == TIMED_MRS || kind == TIMED_MSR;
  return !access || (given[0] & 1) != 0 || bad(reader, "reg is missing", "");
}

// Reads an event that begins with the word `plus`.
static bool read_event(struct reader *reader, const char *plus, char **rest)
{
  const struct event_list *list = reader->list;
  uint64_t delta;
  if (plus[0] != '+' || !typed_number(plus + 1, &delta) || delta > EVENT_DELTA_MOST) {
    return bad(reader, "not +CYCLES", plus);
  }
  if (list->count != 0 && list->event[list->count - 1].kind == TIMED_END) {
    return bad(reader, "event after the end", "");
  }
  const char *name = strtok_r(NULL, blanks, rest);
  if (name == NULL) {
    return bad(reader, "missing kind of event", "");
  }
  for (int kind = 0; kind < TIMED_KINDS; kind++) {
    if (strcmp(name, event_kinds[kind].name) == 0) {
      return read_fields(reader, (enum timed_kind)kind, (uint32_t)delta, rest);
    }
  }
  return bad(reader, "unknown kind of event", name);
}

static bool read_version(const struct reader *reader, const char *first, char **rest)
{
  if (strcmp(first, "events") != 0) {
    return bad(reader, "not an event list: does not begin with \"events 1\"", first);
  }
  const char *version = strtok_r(NULL, blanks, rest);
  return (version != NULL && strcmp(version, "1") == 0 && strtok_r(NULL, blanks, rest) == NULL) ||
         bad(reader, "version 1 of the format expected", version != NULL ? version : "");
}

// Parses the text in place. It ends with a zero byte.
static bool read_lines(struct reader *reader, char *text)
{
  bool begun = false;
  for (char *line = strsep(&text, "\n"); line != NULL; line = strsep(&text, "\n")) {
    char *rest = NULL;
    reader->line += text != NULL || line[0] != '\0' ? 1 : 0;  // no line follows the last newline
    const char *first = strtok_r(line, blanks, &rest);
    if (first == NULL || first[0] == '#') {
      continue;
    }
    if (!(begun ? read_event(reader, first, &rest) : read_version(reader, first, &rest))) {
      return false;
    }
    begun = true;
  }
  reader->line += reader->line == 0 ? 1 : 0;
  return begun || bad(reader, "not an event list: empty", "");
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
  char *copy = malloc(size + 1);
  bool read = false;
  if (copy != NULL) {
    memcpy(copy, text, size);
    copy[size] = '\0';
    read = memchr(copy, '\0', size) == NULL ? read_lines(&reader, copy)
                                            : tb_fail(error, "%.300s: not text: contains a zero byte", name);
  }
  free(copy);
  if (!read) {
    event_list_destroy(reader.list);
    return tb_fail(error, "%.300s: out of memory", name);  // unless something failed earlier
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
