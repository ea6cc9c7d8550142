// SPDX-License-Identifier: Apache-2.0
#include "programs/perf/spe_bolt.h"

#include <inttypes.h>
#include <stdlib.h>

#include "unit/util/event_bits.h"

enum {
  CLASS_BRANCH = 2,  // of an Operation Type packet
  INSTRUCTION = 4    // bytes
};

static bool has(const struct spe_record *record, enum spe_field field)
{
  return (record->have >> field & 1) != 0;
}

// An address in the program's file. A packet has bits 55:0; the bits above equal bit 55.
static uint64_t address_of(const struct spe_bolt *bolt, const struct spe_record *record, enum spe_field field)
{
  const uint64_t value = record->packet[field].value;
  const uint64_t top = UINT64_C(0xFF) << 56;
  return ((value >> 55 & 1) != 0 ? value | top : value & ~top) - bolt->bias;
}

// NS, EL and NSE of a code address.
static uint64_t level_of(const struct spe_record *record, enum spe_field field)
{
  return record->packet[field].value >> 60;
}

static bool add(struct spe_bolt *bolt, const struct spe_bolt_line *line)
{
  if (bolt->count == bolt->capacity) {
    const size_t capacity = bolt->capacity == 0 ? 1024 : 2 * bolt->capacity;
    struct spe_bolt_line *lines = realloc(bolt->line, capacity * sizeof *lines);
    if (lines == NULL) {
      return false;
    }
    bolt->line = lines;
    bolt->capacity = capacity;
  }
  bolt->line[bolt->count++] = *line;
  return true;
}

bool spe_bolt_add(struct spe_bolt *bolt, const struct spe_record *record)
{
  const uint64_t events = record->packet[SPE_FIELD_EVENTS].value;
  if (!has(record, SPE_FIELD_OPERATION) || record->packet[SPE_FIELD_OPERATION].index != CLASS_BRANCH ||
      !has(record, SPE_FIELD_PC) || !has(record, SPE_FIELD_EVENTS) || (events & EVENT_RETIRED) == 0 ||
      (events & EVENT_EXCEPTION) != 0) {
    return true;
  }
  const uint64_t pc = address_of(bolt, record, SPE_FIELD_PC);
  if ((events & EVENT_NOT_TAKEN) != 0) {
    const struct spe_bolt_line next = {.from = pc, .to = pc + INSTRUCTION, .fall_through = true, .count = 1};
    return has(record, SPE_FIELD_PREVIOUS_TARGET) || add(bolt, &next);
  }
  const struct spe_bolt_line before = {.from = address_of(bolt, record, SPE_FIELD_PREVIOUS_TARGET),
                                       .to = pc,
                                       .fall_through = true,
                                       .count = 1};
  // After an exception in between, the target is not where this code was entered.
  const bool in_order = has(record, SPE_FIELD_PREVIOUS_TARGET) && before.from <= pc &&
                        level_of(record, SPE_FIELD_PREVIOUS_TARGET) == level_of(record, SPE_FIELD_PC);
  const struct spe_bolt_line branch = {.from = pc,
                                       .to = address_of(bolt, record, SPE_FIELD_TARGET),
                                       .count = 1,
                                       .mispredicted = (events & EVENT_MISPREDICTED) != 0 ? 1 : 0};
  return (!in_order || add(bolt, &before)) && (!has(record, SPE_FIELD_TARGET) || add(bolt, &branch));
}

static int compare(uint64_t a, uint64_t b)
{
  return (a > b) - (a < b);
}

static int by_place(const void *left, const void *right)
{
  const struct spe_bolt_line *a = left;
  const struct spe_bolt_line *b = right;
  const int kind = compare(a->fall_through ? 1 : 0, b->fall_through ? 1 : 0);
  const int from = compare(a->from, b->from);
  return kind != 0 ? kind : (from != 0 ? from : compare(a->to, b->to));
}

void spe_bolt_print(FILE *out, struct spe_bolt *bolt)
{
  if (bolt->count > 0) {
    qsort(bolt->line, bolt->count, sizeof *bolt->line, by_place);
  }
  for (size_t i = 0; i < bolt->count;) {
    struct spe_bolt_line line = bolt->line[i++];
    for (; i < bolt->count && by_place(&line, &bolt->line[i]) == 0; i++) {
      line.count++;
      line.mispredicted += bolt->line[i].mispredicted;
    }
    (void)fprintf(out, "%c %" PRIx64 " %" PRIx64 " %" PRIu64, line.fall_through ? 'F' : 'B', line.from,
                  line.to, line.count);
    if (!line.fall_through) {
      (void)fprintf(out, " %" PRIu64, line.mispredicted);
    }
    (void)fputc('\n', out);
  }
}

void spe_bolt_free(struct spe_bolt *bolt)
{
  free(bolt->line);
  *bolt = (struct spe_bolt){.count = 0};
}
