// SPDX-License-Identifier: Apache-2.0
#include "core/core_field.h"

#include <inttypes.h>
#include <stdio.h>

bool core_field_has(const struct core_decision *decision, enum spe_field field)
{
  return (decision->record.have >> field & 1) != 0;
}

uint64_t core_field_value(const struct core_decision *decision, enum spe_field field)
{
  return decision->record.packet[field].value;
}

bool core_field_differs(const struct core_decision *decision, const char *name)
{
  decision->difference->field = name;
  return false;
}

static void say_record(const struct core_decision *decision, enum spe_field field, bool in_hex)
{
  char *text = decision->difference->record;
  const size_t size = sizeof decision->difference->record;
  if (!core_field_has(decision, field)) {
    (void)snprintf(text, size, "nothing");
  } else {
    (void)snprintf(text, size, in_hex ? "0x%" PRIx64 : "%" PRIu64, core_field_value(decision, field));
  }
}

static void say_trace(const struct core_decision *decision, const char *text)
{
  (void)snprintf(decision->difference->trace, sizeof decision->difference->trace, "%s", text);
}

bool core_field_absent(const struct core_decision *decision, enum spe_field field, const char *name)
{
  if (!core_field_has(decision, field)) {
    return true;
  }
  say_trace(decision, "nothing");
  say_record(decision, field, true);
  return core_field_differs(decision, name);
}

bool core_field_present(const struct core_decision *decision, enum spe_field field, bool wanted,
                        const char *name)
{
  if (!wanted || core_field_has(decision, field)) {
    return wanted || core_field_absent(decision, field, name);
  }
  say_trace(decision, "that there is one");
  say_record(decision, field, true);
  return core_field_differs(decision, name);
}

bool core_field_equals(const struct core_decision *decision, enum spe_field field, uint64_t value,
                       uint64_t other, const char *name)
{
  const uint64_t got = core_field_value(decision, field);
  if (core_field_has(decision, field) && (got == value || got == other)) {
    return true;
  }
  char text[64];
  (void)snprintf(text, sizeof text, value == other ? "%" PRIu64 : "%" PRIu64 " or %" PRIu64, value, other);
  say_trace(decision, text);
  say_record(decision, field, false);
  return core_field_differs(decision, name);
}

bool core_field_equals_bits(const struct core_decision *decision, enum spe_field field, uint64_t value,
                            const char *name)
{
  if (core_field_has(decision, field) && core_field_value(decision, field) == value) {
    return true;
  }
  char text[24];
  (void)snprintf(text, sizeof text, "0x%" PRIx64, value);
  say_trace(decision, text);
  say_record(decision, field, true);
  return core_field_differs(decision, name);
}
