// SPDX-License-Identifier: Apache-2.0
//
// Aligns two records packet by packet, so that a packet in only one of them does not make all later ones differ.
#ifndef TB_UNIT_REPORT_RECORD_ALIGN_H
#define TB_UNIT_REPORT_RECORD_ALIGN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "spu.h"
#include "unit/report/suspect.h"
#include "unit/util/text.h"

// Every packet has at least one byte, so a record cannot hold more packets than bytes.
enum { RECORD_PACKETS = SPU_MAX_RECORD };

struct record_packet {
  size_t offset;
  size_t size;
  enum spu_decode_status status;  // not OK: the rest of the record forms no packet
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

// What the differences say about their cause; SUSPECT_ANY if there are none. *culprit is the first row that differs, a
// padding row only if no other differs; null if there are no differences.
enum suspect_hint record_hint(const struct record_alignment *alignment, const struct record_row **culprit);

// Whether the second record has bytes that form no packet, apart from a packet cut short at the end of both records.
// Such bytes were stored wrongly, not formatted wrongly.
bool record_garbled(const struct record_alignment *alignment);

// Adds both sides as a table with marks: * changed, - missing, + extra. No line is longer than 100 characters.
void record_align_text(const struct record_alignment *alignment, struct text *text);

#endif  // TB_UNIT_REPORT_RECORD_ALIGN_H
