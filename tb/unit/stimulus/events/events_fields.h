// SPDX-License-Identifier: Apache-2.0
//
// The data of every kind of event as named numbers, for reading, writing and simplifying.
#ifndef TB_UNIT_STIMULUS_EVENTS_EVENTS_FIELDS_H
#define TB_UNIT_STIMULUS_EVENTS_EVENTS_FIELDS_H

#include "unit/stimulus/events/events.h"

struct event_field {
  const char *name;
  uint16_t offset;
  uint8_t size;      // in bytes: 1, 2, 4 or 8
  uint8_t bits;      // width of its values
  uint8_t standard;  // default value, which is not written
};

struct event_kind_info {
  const char *name;
  size_t bytes;  // size of the data
  const struct event_field *field;
  size_t count;
};

extern const struct event_kind_info event_kinds[TIMED_KINDS];

uint64_t event_field_get(const struct event_field *field, const void *data);
void event_field_set(const struct event_field *field, void *data, uint64_t value);

// Sets every field to its standard value.
void event_fields_standard(enum timed_kind kind, void *data);

#endif  // TB_UNIT_STIMULUS_EVENTS_EVENTS_FIELDS_H
