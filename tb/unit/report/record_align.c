// SPDX-License-Identifier: Apache-2.0
#include "unit/report/record_align.h"

#include <inttypes.h>
#include <string.h>

enum { HEX = 21, MEANING = SPU_PACKET_TEXT, COLUMNS = 42 };

static size_t split(const uint8_t *record, size_t size, struct record_packet *packets)
{
  size_t count = 0;
  for (size_t at = 0; at < size && count < RECORD_PACKETS; count++) {
    struct record_packet *packet = &packets[count];
    *packet = (struct record_packet){.offset = at};
    packet->status = spu_decode_packet(record + at, size - at, &packet->packet, &packet->size);
    if (packet->status != SPU_DECODE_OK) {
      packet->size = size - at;
    }
    at += packet->size;
  }
  return count;
}

static bool same_bytes(const struct record_alignment *alignment, const struct record_packet *expected,
                       const struct record_packet *got)
{
  return expected->size == got->size &&
         memcmp(alignment->bytes[0] + expected->offset, alignment->bytes[1] + got->offset, got->size) == 0;
}

// Whether the two are the same packet with different contents. The class of an operation counts as contents.
static bool same_packet(const struct record_packet *expected, const struct record_packet *got)
{
  return expected->status == got->status && expected->packet.type == got->packet.type &&
         (expected->packet.index == got->packet.index || expected->packet.type == SPU_PACKET_OP_TYPE);
}

// Costs: a missing and an extra packet together are cheaper than a pair of unrelated packets.
enum { CHANGED = 2, ALONE = 3, NEVER = 7 };

static uint8_t pair_cost(const struct record_alignment *alignment, size_t e, size_t g)
{
  const struct record_packet *expected = &alignment->packet[0][e];
  const struct record_packet *got = &alignment->packet[1][g];
  if (same_bytes(alignment, expected, got)) {
    return 0;
  }
  return same_packet(expected, got) ? CHANGED : NEVER;
}

typedef uint16_t record_costs[RECORD_PACKETS + 1][RECORD_PACKETS + 1];

// cost[e][g]: cost of aligning the packets from e on with the packets from g on.
static void find_costs(const struct record_alignment *alignment, record_costs cost)
{
  const size_t expected = alignment->packets[0];
  const size_t got = alignment->packets[1];
  for (size_t e = expected + 1; e-- > 0;) {
    for (size_t g = got + 1; g-- > 0;) {
      if (e == expected || g == got) {
        cost[e][g] = (uint16_t)(ALONE * (expected - e + got - g));
        continue;
      }
      uint16_t best = (uint16_t)(cost[e + 1][g + 1] + pair_cost(alignment, e, g));
      const uint16_t missing = (uint16_t)(cost[e + 1][g] + ALONE);
      const uint16_t extra = (uint16_t)(cost[e][g + 1] + ALONE);
      best = missing < best ? missing : best;
      cost[e][g] = extra < best ? extra : best;
    }
  }
}

void record_align(const uint8_t *expected, size_t expected_size, const uint8_t *got, size_t got_size,
                  struct record_alignment *alignment)
{
  record_costs cost = {{0}};
  size_t e = 0;
  size_t g = 0;
  *alignment = (struct record_alignment){.bytes = {expected, got}};
  alignment->packets[0] = split(expected, expected_size, alignment->packet[0]);
  alignment->packets[1] = split(got, got_size, alignment->packet[1]);
  find_costs(alignment, cost);
  while (e < alignment->packets[0] || g < alignment->packets[1]) {
    struct record_row *row = &alignment->row[alignment->rows++];
    const bool both = e < alignment->packets[0] && g < alignment->packets[1];
    const uint8_t pair = both ? pair_cost(alignment, e, g) : NEVER;
    if (both && cost[e][g] == cost[e + 1][g + 1] + pair) {
      *row = (struct record_row){.pair = pair == 0 ? RECORD_EQUAL : RECORD_CHANGED,
                                 .expected = &alignment->packet[0][e++],
                                 .got = &alignment->packet[1][g++]};
    } else if (g == alignment->packets[1] ||
               (e < alignment->packets[0] && cost[e][g] == cost[e + 1][g] + ALONE)) {
      *row = (struct record_row){.pair = RECORD_MISSING, .expected = &alignment->packet[0][e++]};
    } else {
      *row = (struct record_row){.pair = RECORD_EXTRA, .got = &alignment->packet[1][g++]};
    }
  }
}

// ---------------------------------------------------------------------------------------------------------
// The suspected cause

static bool is_padding(const struct record_row *row)
{
  const struct record_packet *packet = row->expected != NULL ? row->expected : row->got;
  return packet->status == SPU_DECODE_OK && packet->packet.type == SPU_PACKET_PADDING;
}

// Whether the packet that one side lacks here is elsewhere on that side: the same payload under any header.
static bool moved(const struct record_alignment *alignment, const struct record_row *row)
{
  const struct record_packet *packet = row->expected != NULL ? row->expected : row->got;
  for (size_t i = 0; i < alignment->rows; i++) {
    const struct record_row *other = &alignment->row[i];
    const struct record_packet *there = row->expected != NULL ? other->got : other->expected;
    if (other->pair != RECORD_EQUAL && other != row && there != NULL && packet->packet.payload_bytes != 0 &&
        there->packet.payload_bytes == packet->packet.payload_bytes &&
        there->packet.value == packet->packet.value) {
      return true;
    }
  }
  return false;
}

// Whether the value was cut off after 8, 16 or 32 bits: those are right, and at least two set bits above them are lost.
static bool cut_off(uint64_t expected, uint64_t got)
{
  for (unsigned bits = 8; bits <= 32; bits *= 2) {
    const uint64_t mask = (UINT64_C(1) << bits) - 1;
    if (got == (expected & mask) && __builtin_popcountll(expected & ~mask) > 1) {
      return true;
    }
  }
  return false;
}

static enum suspect_hint changed_hint(const struct record_alignment *alignment, const struct record_row *row)
{
  if (row->expected == NULL || row->got == NULL) {
    return SUSPECT_FORMAT;  // missing or extra
  }
  const struct spu_packet *expected = &row->expected->packet;
  const struct spu_packet *got = &row->got->packet;
  const bool classes = expected->type == SPU_PACKET_OP_TYPE && expected->payload_bytes == got->payload_bytes;
  if (!classes && memcmp(expected->header, got->header, sizeof got->header) != 0) {
    return SUSPECT_FORMAT;  // the header differs, so the size or type does
  }
  if (row->expected->status != SPU_DECODE_OK || moved(alignment, row)) {
    return SUSPECT_FORMAT;
  }
  switch (expected->type) {
  case SPU_PACKET_EVENTS:
  case SPU_PACKET_DATA_SOURCE:
    return cut_off(expected->value, got->value) ? SUSPECT_CUT : SUSPECT_SAMPLED;
  case SPU_PACKET_COUNTER:
  case SPU_PACKET_OP_TYPE:
    return SUSPECT_SAMPLED;
  case SPU_PACKET_ADDRESS:
    return expected->index == 0 ? SUSPECT_COLLECTED : SUSPECT_SAMPLED;
  case SPU_PACKET_CONTEXT:
  case SPU_PACKET_TIMESTAMP:
    return cut_off(expected->value, got->value) ? SUSPECT_CUT : SUSPECT_COLLECTED;
  default:
    return SUSPECT_FORMAT;
  }
}

// For a packet on one side only. What the mark decides was compared at the mark; the operation's report decides the
// other packets.
static enum suspect_hint alone_hint(const struct record_alignment *alignment, const struct record_row *row)
{
  const struct record_packet *packet = row->expected != NULL ? row->expected : row->got;
  const enum spu_packet_type type = packet->packet.type;
  const bool reported = type == SPU_PACKET_COUNTER || type == SPU_PACKET_DATA_SOURCE ||
                        (type == SPU_PACKET_ADDRESS && packet->packet.index != 0);
  return packet->status == SPU_DECODE_OK && reported && !moved(alignment, row) ? SUSPECT_PRESENT
                                                                               : SUSPECT_FORMAT;
}

// Bytes that form no architectural packet.
static bool garbled(const struct record_row *row)
{
  return row->got != NULL &&
         (row->got->status != SPU_DECODE_OK || row->got->packet.type == SPU_PACKET_UNKNOWN);
}

static bool ends_short(const struct record_alignment *alignment, unsigned side)
{
  const size_t count = alignment->packets[side];
  return count != 0 && alignment->packet[side][count - 1].status == SPU_DECODE_TRUNCATED;
}

bool record_garbled(const struct record_alignment *alignment)
{
  const bool both_short = ends_short(alignment, 0) && ends_short(alignment, 1);
  for (size_t i = 0; i < alignment->rows; i++) {
    const struct record_row *row = &alignment->row[i];
    const bool short_end = both_short && row->got != NULL && row->got->status == SPU_DECODE_TRUNCATED;
    if (row->pair != RECORD_EQUAL && garbled(row) && !short_end) {
      return true;
    }
  }
  return false;
}

enum suspect_hint record_hint(const struct record_alignment *alignment, const struct record_row **culprit)
{
  const struct record_row *padding = NULL;
  *culprit = NULL;
  for (size_t i = 0; i < alignment->rows; i++) {
    const struct record_row *row = &alignment->row[i];
    if (row->pair == RECORD_EQUAL) {
      continue;
    }
    if (is_padding(row)) {
      padding = padding == NULL ? row : padding;  // a consequence of other differences, if any
      continue;
    }
    *culprit = *culprit == NULL ? row : *culprit;
    if (garbled(row)) {
      return SUSPECT_FORMAT;
    }
  }
  if (*culprit != NULL) {
    return (*culprit)->pair == RECORD_CHANGED ? changed_hint(alignment, *culprit)
                                              : alone_hint(alignment, *culprit);
  }
  *culprit = padding;
  return padding != NULL ? SUSPECT_FORMAT : SUSPECT_ANY;
}

// ---------------------------------------------------------------------------------------------------------
// Text

static void hex(const uint8_t *record, const struct record_packet *packet, char buffer[HEX])
{
  struct text text = {buffer, HEX, 0};
  buffer[0] = '\0';
  if (packet == NULL) {
    return;
  }
  if (packet->status == SPU_DECODE_OK && packet->packet.type == SPU_PACKET_PADDING) {
    text_add(&text, "00 x %zu", packet->size);
    return;
  }
  const size_t shown = packet->size <= 10 ? packet->size : 9;
  for (size_t i = 0; i < shown; i++) {
    text_add(&text, "%02x", record[packet->offset + i]);
  }
  text_add(&text, "%s", shown < packet->size ? ".." : "");
}

static void meaning(const struct record_packet *packet, char buffer[MEANING])
{
  if (packet->status == SPU_DECODE_OK) {
    (void)spu_packet_text(&packet->packet, buffer, MEANING);
  } else {
    struct text text = {buffer, MEANING, 0};
    buffer[0] = '\0';
    text_add(&text, "%s", spu_decode_message(packet->status));
  }
}

// Adds a meaning, wrapped to its column.
static void add_wrapped(struct text *text, const char *words)
{
  while (strlen(words) > COLUMNS) {
    size_t cut = COLUMNS;
    while (cut > 0 && words[cut] != ' ') {
      cut--;
    }
    cut = cut > 0 ? cut : COLUMNS;
    text_add(text, "%.*s\n%58s", (int)cut, words, "");
    words += words[cut] == ' ' ? cut + 1 : cut;
  }
  text_add(text, "%s\n", words);
}

static void add_offset(struct text *text, const struct record_packet *packet)
{
  if (packet != NULL) {
    text_add(text, "%4zu ", packet->offset);
  } else {
    text_add(text, "%4s ", "");
  }
}

void record_align_text(const struct record_alignment *alignment, struct text *text)
{
  static const char marks[] = {' ', '*', '-', '+'};
  text_add(text, "  %5s%-20s | %5s%-20s   %s\n", "at  ", "expected", "at  ", "got", "meaning");
  for (size_t i = 0; i < alignment->rows; i++) {
    const struct record_row *row = &alignment->row[i];
    char bytes[HEX];
    char words[MEANING];
    text_add(text, "%c ", marks[row->pair]);
    add_offset(text, row->expected);
    hex(alignment->bytes[0], row->expected, bytes);
    text_add(text, "%-20s | ", bytes);
    add_offset(text, row->got);
    hex(alignment->bytes[1], row->got, bytes);
    text_add(text, "%-20s   ", bytes);
    meaning(row->expected != NULL ? row->expected : row->got, words);
    add_wrapped(text, words);
    if (row->pair == RECORD_CHANGED && !is_padding(row)) {
      meaning(row->got, words);
      text_add(text, "%54s%s", "", "not ");
      add_wrapped(text, words);
    }
  }
}
