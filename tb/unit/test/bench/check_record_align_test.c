// SPDX-License-Identifier: Apache-2.0
//
// Records are aligned packet by packet: one that is missing or too many does not make the rest differ. F1, F2
#include <string.h>

#include "unit/report/record_align.h"
#include "unit/test/test.h"

struct side {
  uint8_t bytes[64];
  size_t size;
};

static void add(struct side *side, const char *bytes, size_t size)
{
  memcpy(side->bytes + side->size, bytes, size);
  side->size += size;
}

#define ADD(side, bytes) add(side, bytes, sizeof(bytes) - 1)
#define CONTEXT1 "\x64\x11\x22\x33\x44"
#define CONTEXT2 "\x65\x55\x66\x77\x88"
#define TOTAL "\x98\x05\x00"
#define ISSUE "\x99\x03\x00"
#define OP "\x49\x01"
#define EVENTS "\x52\x16\x03"
#define TIME "\x71\x01\x02\x03\x04\x05\x06\x07\x08"

static struct record_alignment align(const struct side *expected, const struct side *got)
{
  struct record_alignment alignment;
  record_align(expected->bytes, expected->size, got->bytes, got->size, &alignment);
  return alignment;
}

static size_t count(const struct record_alignment *alignment, enum record_pair pair)
{
  size_t number = 0;
  for (size_t i = 0; i < alignment->rows; i++) {
    number += alignment->row[i].pair == pair;
  }
  return number;
}

static enum suspect_hint hint(const struct side *expected, const struct side *got)
{
  const struct record_row *culprit = NULL;
  const struct record_alignment alignment = align(expected, got);
  return record_hint(&alignment, &culprit);
}

static struct side whole(void)
{
  struct side side = {{0}, 0};
  ADD(&side, CONTEXT1 CONTEXT2 TOTAL ISSUE OP EVENTS TIME);
  return side;
}

TEST(equal_records_match)
{
  const struct side side = whole();
  const struct record_alignment alignment = align(&side, &side);
  assert_int_equal(alignment.rows, 7);
  assert_int_equal(count(&alignment, RECORD_EQUAL), 7);
  assert_int_equal(hint(&side, &side), SUSPECT_ANY);
}

TEST(missing_packet_is_the_only_difference)
{
  const struct side expected = whole();
  struct side got = {{0}, 0};
  ADD(&got, CONTEXT1 CONTEXT2 TOTAL OP EVENTS TIME);
  const struct record_alignment alignment = align(&expected, &got);
  assert_int_equal(count(&alignment, RECORD_EQUAL), 6);
  assert_int_equal(count(&alignment, RECORD_MISSING), 1);
  assert_int_equal(alignment.row[3].pair, RECORD_MISSING);
  assert_int_equal(hint(&expected, &got), SUSPECT_PRESENT);
}

TEST(extra_packet_is_the_only_difference)
{
  const struct side got = whole();
  struct side expected = {{0}, 0};
  ADD(&expected, CONTEXT1 TOTAL ISSUE OP EVENTS TIME);
  const struct record_alignment alignment = align(&expected, &got);
  assert_int_equal(count(&alignment, RECORD_EQUAL), 6);
  assert_int_equal(alignment.row[1].pair, RECORD_EXTRA);
  // Whether there is a context was compared at the mark.
  assert_int_equal(hint(&expected, &got), SUSPECT_FORMAT);
}

TEST(other_packet_is_one_missing_and_one_extra)
{
  const struct side expected = whole();
  struct side got = {{0}, 0};
  ADD(&got, CONTEXT1 CONTEXT2 TOTAL "\x43\x07" OP EVENTS TIME);  // a data source where a counter should be
  const struct record_alignment alignment = align(&expected, &got);
  assert_int_equal(count(&alignment, RECORD_CHANGED), 0);
  assert_int_equal(count(&alignment, RECORD_MISSING), 1);
  assert_int_equal(count(&alignment, RECORD_EXTRA), 1);
}

TEST(changed_payload_is_one_changed_packet)
{
  const struct side expected = whole();
  struct side got = {{0}, 0};
  ADD(&got, CONTEXT1 CONTEXT2 "\x98\x04\x00" ISSUE OP EVENTS TIME);
  struct record_alignment alignment = align(&expected, &got);
  assert_int_equal(count(&alignment, RECORD_CHANGED), 1);
  assert_int_equal(alignment.rows, 7);
  assert_int_equal(hint(&expected, &got), SUSPECT_SAMPLED);
  // A class is contents too.
  got.size = 0;
  ADD(&got, CONTEXT1 CONTEXT2 TOTAL ISSUE "\x4a\x01" EVENTS TIME);
  alignment = align(&expected, &got);
  assert_int_equal(count(&alignment, RECORD_CHANGED), 1);
  assert_int_equal(hint(&expected, &got), SUSPECT_SAMPLED);
}

TEST(wrong_format_and_wrong_value_are_distinguished)
{
  const struct side expected = whole();
  struct side got = {{0}, 0};
  ADD(&got, CONTEXT2 CONTEXT1 TOTAL ISSUE OP EVENTS TIME);  // the order
  assert_int_equal(hint(&expected, &got), SUSPECT_FORMAT);
  got.size = 0;
  ADD(&got, "\x64\x55\x66\x77\x88\x65\x11\x22\x33\x44" TOTAL ISSUE OP EVENTS TIME);  // payloads exchanged
  assert_int_equal(hint(&expected, &got), SUSPECT_FORMAT);
  got.size = 0;
  ADD(&got, CONTEXT1 CONTEXT2 TOTAL ISSUE OP "\x42\x16" TIME);  // the size
  assert_int_equal(hint(&expected, &got), SUSPECT_FORMAT);
  got.size = 0;
  ADD(&got, CONTEXT1 CONTEXT2 TOTAL ISSUE OP "\x52\x16\x00" TIME);  // cut off
  assert_int_equal(hint(&expected, &got), SUSPECT_CUT);
  got.size = 0;
  ADD(&got, CONTEXT1 CONTEXT2 TOTAL ISSUE OP EVENTS TIME "\0\0\0");  // padding
  assert_int_equal(hint(&expected, &got), SUSPECT_FORMAT);
  got.size = 0;
  ADD(&got, CONTEXT1 CONTEXT2 "\x88\x05\x00" ISSUE OP EVENTS TIME);  // no such packet
  assert_int_equal(hint(&expected, &got), SUSPECT_FORMAT);
}

// Bytes that were laid down wrongly make no packets; a packet that the end of both cuts short says nothing.
TEST(garbled_bytes_are_recognized)
{
  const struct side expected = whole();
  struct side got = {{0}, 0};
  struct record_alignment alignment;
  ADD(&got, CONTEXT1 "\x65\x55\x66\xff\xff" TOTAL ISSUE OP EVENTS TIME);  // another value
  alignment = align(&expected, &got);
  assert_false(record_garbled(&alignment));
  got.size = 0;
  ADD(&got, CONTEXT1 CONTEXT2 "\x05\x00" ISSUE OP EVENTS TIME);  // a byte too early from the third packet on
  alignment = align(&expected, &got);
  assert_true(record_garbled(&alignment));
  struct side cut = whole();
  struct side other = whole();
  cut.size -= 3;
  other.size -= 3;
  other.bytes[other.size - 1] ^= 1;
  alignment = align(&cut, &other);
  assert_false(record_garbled(&alignment));
  alignment = align(&expected, &cut);
  assert_true(record_garbled(&alignment));
}

TEST(table_fits_the_terminal)
{
  static char buffer[8192];
  const struct side expected = whole();
  struct side got = {{0}, 0};
  ADD(&got, CONTEXT1 TOTAL ISSUE OP "\x72\xff\xff\xff\xff\xff\xff\xff\xff" TIME "\x20\x20");
  const struct record_alignment alignment = align(&expected, &got);
  struct text text = {buffer, sizeof buffer, 0};
  record_align_text(&alignment, &text);
  size_t marks[256] = {0};
  size_t lines = 0;
  for (const char *line = buffer; *line != '\0';) {
    const size_t length = strcspn(line, "\n");
    assert_true(length <= 100);
    marks[(unsigned char)line[0]]++;
    lines++;
    line += length + 1;
  }
  assert_true(lines <=
              30);  // the numbers of events, which no blank separates, are broken at the column's end
  assert_int_equal(marks['-'], 1);  // context
  assert_int_equal(marks['*'], 1);  // events
  assert_int_equal(marks['+'], 1);  // garbage at the end
  assert_non_null(strstr(buffer, "LAT 5 TOT"));
  assert_non_null(strstr(buffer, "not EV "));
}
