// SPDX-License-Identifier: Apache-2.0
//
// Two records packet by packet, aligned: a packet that only one side has does not make all that follow it differ.
#ifndef TB_REPORT_RECORD_ALIGN_H
#define TB_REPORT_RECORD_ALIGN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "report/suspect.h"
#include "spu.h"
#include "util/text.h"

// A record has no more: two bytes at least make a packet, except one END and one run of padding.
enum { RECORD_PACKETS = SPU_MAX_RECORD };

struct record_packet {
  size_t offset;
  size_t size;
  enum spu_decode_status status;  // not OK: the rest of the record makes no packet
  struct spu_packet packet;
};

enum record_pair { RECORD_EQUAL, RECORD_CHANGED, RECORD_MISSING, RECORD_EXTRA };

struct record_row {
  enum record_pair pair;
  const struct record_packet *expected;  // null in an extra row
  const struct record_packet *got;       // null in a missing row
};

struct record_alignment {
  const uint8_t *bytes[2];  // expected, got; must live as long as this
  struct record_packet packet[2][RECORD_PACKETS];
  size_t packets[2];
  struct record_row row[2 * RECORD_PACKETS];
  size_t rows;
};

// Aligns two records of at most SPU_MAX_RECORD bytes.
void record_align(const uint8_t *expected, size_t expected_size, const uint8_t *got, size_t got_size,
                  struct record_alignment *alignment);

// What the differences say about the block that made them; SUSPECT_ANY if there are none. *culprit is the row that it is
// about (null if there are none).
enum suspect_hint record_hint(const struct record_alignment *alignment, const struct record_row **culprit);

// Whether the second one has bytes that make no packet, other than one that is cut short where both end: bytes that
// were laid down wrongly, not formatted wrongly.
bool record_garbled(const struct record_alignment *alignment);

// Both sides as a table, marked: * changed, - missing, + too many. No line is longer than 100 characters.
void record_align_text(const struct record_alignment *alignment, struct text *text);

#endif  // TB_REPORT_RECORD_ALIGN_H
