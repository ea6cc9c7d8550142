// SPDX-License-Identifier: Apache-2.0
#include <inttypes.h>
#include <string.h>

#include "unit/stimulus/events/events_fields.h"
#include "unit/stimulus/events/events_names.h"
#include "unit/stimulus/events/events_text.h"

static void write_field(const struct timed_event *event, const struct event_field *field, FILE *file)
{
  const uint64_t value = event_field_get(field, event->data);
  const bool reg = (event->kind == TIMED_MRS || event->kind == TIMED_MSR) &&
                   field->offset == offsetof(struct timed_access, reg);
  if (reg) {
    char name[EVENTS_NAME_BYTES];
    events_register_name((uint16_t)value, name);
    (void)fprintf(file, " reg=%s", name);
  } else if (value != field->standard) {
    // Cycles are 16 or 20 bits wide.
    const bool clocks = field->bits == 16 || field->bits == 20 || field->bits <= 5;
    (void)fprintf(file, clocks || value < 10 ? " %s=%" PRIu64 : " %s=0x%" PRIx64, field->name, value);
  }
}

static void write_comment(const char *comment, FILE *file)
{
  while (*comment != '\0') {
    const size_t length = strcspn(comment, "\n");
    (void)fprintf(file, "#%s%.*s\n", length == 0 ? "" : " ", (int)length, comment);
    comment += length + (comment[length] == '\n' ? 1 : 0);
  }
}

bool events_write(const struct timed_event *event, size_t count, const char *comment, FILE *file)
{
  (void)fputs("events 1\n", file);
  if (comment != NULL) {
    write_comment(comment, file);
  }
  for (size_t i = 0; i < count; i++) {
    const struct event_kind_info *info = &event_kinds[event[i].kind];
    (void)fprintf(file, "+%" PRIu32 " %s", event[i].delta, info->name);
    for (size_t f = 0; f < info->count; f++) {
      write_field(&event[i], &info->field[f], file);
    }
    (void)fputc('\n', file);
  }
  return ferror(file) == 0;
}
