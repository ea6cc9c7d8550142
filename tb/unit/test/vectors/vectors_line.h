// SPDX-License-Identifier: Apache-2.0
//
// One line of a file of conformance vectors: key=value fields, and comparing with them.
#ifndef TB_UNIT_TEST_VECTORS_VECTORS_LINE_H
#define TB_UNIT_TEST_VECTORS_VECTORS_LINE_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "spu_internal.h"
#include "unit/test/test.h"

enum { MAX_FIELDS = 160, MAX_LINE = 65536 };

struct line {
  int number;
  size_t count;
  const char *key[MAX_FIELDS];
  const char *value[MAX_FIELDS];
};

static inline const char *text(const struct line *line, const char *key)
{
  for (size_t i = 0; i < line->count; i++) {
    if (strcmp(line->key[i], key) == 0) {
      return line->value[i];
    }
  }
  return NULL;
}

// The value of a field, or `otherwise` if the line has none.
static inline uint64_t number_or(const struct line *line, const char *key, uint64_t otherwise)
{
  const char *value = text(line, key);
  return value == NULL ? otherwise : strtoull(value, NULL, 10);
}

static inline uint64_t number(const struct line *line, const char *key)
{
  return number_or(line, key, 0);
}

static inline bool flag(const struct line *line, const char *key)
{
  return number(line, key) != 0;
}

static inline void split(char *buffer, struct line *line)
{
  line->count = 0;
  for (char *field = buffer + strspn(buffer, " \n"); *field != '\0';) {
    char *equals = strchr(field, '=');
    assert_non_null(equals);
    *equals = '\0';
    assert_true(line->count < MAX_FIELDS);
    line->key[line->count] = field;
    line->value[line->count++] = equals + 1;
    field = equals + 1 + strcspn(equals + 1, " \n");
    if (*field != '\0') {
      *field++ = '\0';
      field += strspn(field, " \n");
    }
  }
}

static inline void expect(const struct line *line, const char *what, uint64_t got, uint64_t expected)
{
  if (got != expected) {
    fail_msg("line %d: %s is 0x%llx, expected 0x%llx", line->number, what, (unsigned long long)got,
             (unsigned long long)expected);
  }
}

// Compares with the field "out.<what>" if the line has it.
static inline void expect_field(const struct line *line, const char *what, uint64_t got)
{
  char key[64];
  (void)snprintf(key, sizeof key, "out.%s", what);
  if (text(line, key) != NULL) {
    expect(line, what, got, number(line, key));
  }
}

// Names of values in the lines, by value.
static const char *const state_names[] = {"SS_Secure", "SS_NonSecure", "SS_Root", "SS_Realm", NULL};
static const char *const time_names[] = {"TimeStamp_None", "TimeStamp_Virtual", "TimeStamp_Physical",
                                         "TimeStamp_OffsetPhysical", NULL};
static const char *const trace_time_names[] = {"TimeStamp_CoreSight", "TimeStamp_Virtual",
                                               "TimeStamp_Physical", "TimeStamp_OffsetPhysical", NULL};
static const char *const op_type_names[] = {"OpType_Other", "OpType_Branch",     "OpType_Load",
                                            "OpType_Store", "OpType_LoadAtomic", NULL};

// The value of `key`, which is a name in the line. The test fails if the name is unknown.
static inline unsigned named(const struct line *line, const char *key, const char *const *names)
{
  const char *name = text(line, key);
  assert_non_null(name);
  for (unsigned i = 0; names[i] != NULL; i++) {
    if (strcmp(name, names[i]) == 0) {
      return i;
    }
  }
  fail_msg("line %d: %s is %s, which has no meaning here", line->number, key, name);
  return 0;
}

// Compares with a Security state "out.<what>" if the line has it.
static inline void expect_state(const struct line *line, const char *what, uint64_t got)
{
  char key[64];
  (void)snprintf(key, sizeof key, "out.%s", what);
  if (text(line, key) != NULL) {
    expect(line, what, got, named(line, key, state_names));
  }
}

// Whether `name` is in a comma-separated list.
static inline bool listed(const char *list, const char *name)
{
  const size_t length = strlen(name);
  for (const char *at = list; (at = strstr(at, name)) != NULL; at += length) {
    if ((at == list || at[-1] == ',') && (at[length] == ',' || at[length] == '\0')) {
      return true;
    }
  }
  return false;
}

#endif  // TB_UNIT_TEST_VECTORS_VECTORS_LINE_H
