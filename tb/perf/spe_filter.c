// SPDX-License-Identifier: Apache-2.0
#include "perf/spe_filter.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "util/typed_number.h"

uint64_t spe_field_value(enum spe_field field, const struct spu_packet *packet)
{
  switch (field) {
  case SPE_FIELD_PC:
  case SPE_FIELD_TARGET:
  case SPE_FIELD_PREVIOUS_TARGET:
  case SPE_FIELD_PA:
    return packet->value & (UINT64_MAX >> 8);
  case SPE_FIELD_TOTAL:
  case SPE_FIELD_ISSUE:
  case SPE_FIELD_TRANSLATION:
  case SPE_FIELD_ALTERNATE_ISSUE:
    return packet->value & 0xFFFFU;
  default:
    return packet->value;
  }
}

void spe_event_name(unsigned bit, char *name, size_t size)
{
  const struct spu_packet packet = {.type = SPU_PACKET_EVENTS, .value = UINT64_C(1) << bit};
  char text[SPU_PACKET_TEXT];
  (void)spu_packet_text(&packet, text, sizeof text);
  (void)snprintf(name, size, "%s", text + strlen("EV "));
}

bool spe_filter_range(struct spe_ranges *ranges, uint64_t low, uint64_t high, struct tb_error *error)
{
  if (ranges->count == SPE_FILTER_RANGES) {
    return tb_fail(error, "more than %d ranges", SPE_FILTER_RANGES);
  }
  ranges->range[ranges->count++] = (struct spe_range){low, high};
  return true;
}

bool spe_filter_range_text(struct spe_ranges *ranges, const char *text, struct tb_error *error)
{
  const char *at = text;
  struct spe_range range = {0, 0};
  bool good = typed_number_take(&at, &range.low);
  range.high = range.low;
  if (good && *at == '-') {
    at++;
    good = typed_number_take(&at, &range.high);
  }
  if (!good || *at != '\0') {
    return tb_fail(error, "%s: neither a number nor LOW-HIGH", text);
  }
  if (range.high < range.low) {
    return tb_fail(error, "%s: ends before it begins", text);
  }
  return spe_filter_range(ranges, range.low, range.high, error);
}

// Copies the next part of a list with commas, in upper case. False at its end, or if the part is empty or too long.
static bool next_part(const char **list, char *part, size_t size)
{
  const size_t length = strcspn(*list, ",");
  if (length == 0 || length >= size) {
    return false;
  }
  for (size_t i = 0; i < length; i++) {
    part[i] = (char)toupper((unsigned char)(*list)[i]);
  }
  part[length] = '\0';
  *list += length;
  if (**list == ',' && (*list)[1] != '\0') {
    (*list)++;
  }
  return true;
}

// The bit of an event by its word, or by its number as 12 or E[12]; 64 if there is none.
static unsigned event_bit(const char *name)
{
  char known[SPU_PACKET_TEXT];
  char digits[8];
  unsigned bit = 0;
  for (; bit < 64; bit++) {
    spe_event_name(bit, known, sizeof known);
    (void)snprintf(digits, sizeof digits, "%u", bit);
    if (strcmp(name, known) == 0 || strcmp(name, digits) == 0) {
      break;
    }
    (void)snprintf(digits, sizeof digits, "E[%u]", bit);
    if (strcmp(name, digits) == 0) {
      break;
    }
  }
  return bit;
}

bool spe_filter_events(uint64_t *events, const char *names, struct tb_error *error)
{
  const char *at = names;
  do {
    char name[32] = "";
    const unsigned bit = next_part(&at, name, sizeof name) ? event_bit(name) : 64;
    if (bit == 64) {
      return tb_fail(error, "%s: no event %s; give words of the text form, or numbers", names, name);
    }
    *events |= UINT64_C(1) << bit;
  } while (*at != '\0');
  return true;
}

static bool has_word(const char *text, const char *word)
{
  const size_t length = strlen(word);
  for (const char *at = text; *at != '\0';) {
    const size_t here = strcspn(at, " ");
    if (here == length && strncmp(at, word, length) == 0) {
      return true;
    }
    at += here;
    at += strspn(at, " ");
  }
  return false;
}

// Whether the text of any operation has the word.
static bool known_word(const char *word)
{
  for (unsigned i = 0; i < 4 * 256; i++) {
    const struct spu_packet packet = {
        .type = SPU_PACKET_OP_TYPE, .index = (uint8_t)(i >> 8), .value = i & 0xFFU};
    char text[SPU_PACKET_TEXT];
    (void)spu_packet_text(&packet, text, sizeof text);
    if (has_word(text, word)) {
      return true;
    }
  }
  return false;
}

bool spe_filter_words(struct spe_filter *filter, const char *words, struct tb_error *error)
{
  const char *at = words;
  do {
    if (filter->words == SPE_FILTER_WORDS) {
      return tb_fail(error, "%s: more than %d words", words, SPE_FILTER_WORDS);
    }
    char *word = filter->word[filter->words];
    if (!next_part(&at, word, SPE_FILTER_WORD) || !known_word(word)) {
      return tb_fail(error, "%s: no operation has the word %s; give words of the text form", words, word);
    }
    filter->words++;
  } while (*at != '\0');
  return true;
}

static bool inside(const struct spe_ranges *ranges, uint64_t value)
{
  for (size_t i = 0; i < ranges->count; i++) {
    if (value >= ranges->range[i].low && value <= ranges->range[i].high) {
      return true;
    }
  }
  return false;
}

static bool has(const struct spe_record *record, enum spe_field field)
{
  return (record->have >> field & 1) != 0;
}

static bool takes_fields(const struct spe_filter *filter, const struct spe_record *record)
{
  for (unsigned i = 0; i < SPE_FIELD_COUNT; i++) {
    const enum spe_field field = (enum spe_field)i;
    if (filter->field[i].count != 0 &&
        !(has(record, field) && inside(&filter->field[i], spe_field_value(field, &record->packet[i])))) {
      return false;
    }
  }
  return true;
}

static bool takes_context(const struct spe_filter *filter, const struct spe_record *record)
{
  return filter->context.count == 0 ||
         (has(record, SPE_FIELD_CONTEXT_EL1) &&
          inside(&filter->context, record->packet[SPE_FIELD_CONTEXT_EL1].value)) ||
         (has(record, SPE_FIELD_CONTEXT_EL2) &&
          inside(&filter->context, record->packet[SPE_FIELD_CONTEXT_EL2].value));
}

static bool takes_events(const struct spe_filter *filter, const struct spe_record *record)
{
  if (filter->events == 0 && filter->no_events == 0) {
    return true;
  }
  const uint64_t events = record->packet[SPE_FIELD_EVENTS].value;
  return has(record, SPE_FIELD_EVENTS) && (events & filter->events) == filter->events &&
         (events & filter->no_events) == 0;
}

static bool takes_operation(const struct spe_filter *filter, const struct spe_record *record)
{
  char text[SPU_PACKET_TEXT];
  if (filter->words == 0) {
    return true;
  }
  if (!has(record, SPE_FIELD_OPERATION)) {
    return false;
  }
  (void)spu_packet_text(&record->packet[SPE_FIELD_OPERATION], text, sizeof text);
  for (size_t i = 0; i < filter->words; i++) {
    if (!has_word(text, filter->word[i])) {
      return false;
    }
  }
  return true;
}

bool spe_filter_takes(const struct spe_filter *filter, const struct spe_record *record)
{
  const bool level =
      filter->levels == 0 || (has(record, SPE_FIELD_PC) &&
                              (filter->levels >> (record->packet[SPE_FIELD_PC].value >> 61 & 3U) & 1U) != 0);
  return level && takes_fields(filter, record) && takes_context(filter, record) &&
         takes_events(filter, record) && takes_operation(filter, record);
}
