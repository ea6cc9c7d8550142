// SPDX-License-Identifier: Apache-2.0
//
// Records are aligned packet by packet: a missing or extra packet does not make the rest differ. F1, F2
#include <string.h>

#include "unit/report/record_align.h"
#include "unit/test/test.h"

struct side {
  const char *bytes;
  size_t size;
};

#define SIDE(bytes)          \
  {                          \
    bytes, sizeof(bytes) - 1 \
  }
#define CONTEXT1 "\x64\x11\x22\x33\x44"
#define CONTEXT2 "\x65\x55\x66\x77\x88"
#define TOTAL "\x98\x05\x00"
#define ISSUE "\x99\x03\x00"
#define OP "\x49\x01"
#define EVENTS "\x52\x16\x03"
#define TIME "\x71\x01\x02\x03\x04\x05\x06\x07\x08"

#define WHOLE CONTEXT1 CONTEXT2 TOTAL ISSUE OP EVENTS TIME

static void align(struct record_alignment *alignment, struct side expected, struct side got)
{
  record_align((const uint8_t *)expected.bytes, expected.size, (const uint8_t *)got.bytes, got.size,
               alignment);
}

// An alignment has these pairs, in order: = equal, * changed, - missing, + extra.
struct row {
  const char *name;
  struct side expected, got;
  const char *pairs;
  enum suspect_hint hint;
  bool garbled;
};

static void check_rows(const struct row *rows, size_t count)
{
  for (size_t i = 0; i < count; i++) {
    struct record_alignment alignment;
    align(&alignment, rows[i].expected, rows[i].got);
    const struct record_row *culprit = NULL;
    char pairs[2 * RECORD_PACKETS + 1] = "";
    for (size_t r = 0; r < alignment.rows; r++) {
      pairs[r] = "=*-+"[alignment.row[r].pair];
    }
    assert_row_equal(rows[i].name, pairs, rows[i].pairs);
    const enum suspect_hint hint = record_hint(&alignment, &culprit);
    const bool garbled = record_garbled(&alignment);
    if (hint != rows[i].hint || garbled != rows[i].garbled) {
      fail_msg("%s: hint %d, garbled %d", rows[i].name, (int)hint, (int)garbled);
    }
  }
}

TEST(missing_or_extra_packet_is_the_only_difference)
{
  static const struct row rows[] = {
      {"equal", SIDE(WHOLE), SIDE(WHOLE), "=======", SUSPECT_ANY, false},
      {"missing", SIDE(WHOLE), SIDE(CONTEXT1 CONTEXT2 TOTAL OP EVENTS TIME), "===-===", SUSPECT_PRESENT,
       false},
      // Whether there is a context was compared at the mark.
      {"extra", SIDE(CONTEXT1 TOTAL ISSUE OP EVENTS TIME), SIDE(WHOLE), "=+=====", SUSPECT_FORMAT, false},
      {"a data source instead of a counter", SIDE(WHOLE),
       SIDE(CONTEXT1 CONTEXT2 TOTAL "\x43\x07" OP EVENTS TIME), "===-+===", SUSPECT_PRESENT, false},
  };
  check_rows(rows, sizeof rows / sizeof rows[0]);
}

TEST(wrong_format_and_wrong_value_are_distinguished)
{
  static const struct row rows[] = {
      {"count", SIDE(WHOLE), SIDE(CONTEXT1 CONTEXT2 "\x98\x04\x00" ISSUE OP EVENTS TIME),
       "==*====", SUSPECT_SAMPLED, false},
      {"class", SIDE(WHOLE), SIDE(CONTEXT1 CONTEXT2 TOTAL ISSUE "\x4a\x01" EVENTS TIME),
       "====*==", SUSPECT_SAMPLED, false},
      {"order", SIDE(WHOLE), SIDE(CONTEXT2 CONTEXT1 TOTAL ISSUE OP EVENTS TIME), "-=+=====", SUSPECT_FORMAT,
       false},
      {"exchanged payloads", SIDE(WHOLE),
       SIDE("\x64\x55\x66\x77\x88\x65\x11\x22\x33\x44" TOTAL ISSUE OP EVENTS TIME), "**=====", SUSPECT_FORMAT,
       false},
      {"size", SIDE(WHOLE), SIDE(CONTEXT1 CONTEXT2 TOTAL ISSUE OP "\x42\x16" TIME), "=====*=", SUSPECT_FORMAT,
       false},
      {"cut off", SIDE(WHOLE), SIDE(CONTEXT1 CONTEXT2 TOTAL ISSUE OP "\x52\x16\x00" TIME),
       "=====*=", SUSPECT_CUT, false},
      {"padding", SIDE(WHOLE), SIDE(WHOLE "\0\0\0"), "=======+", SUSPECT_FORMAT, false},
      {"no such packet", SIDE(WHOLE), SIDE(CONTEXT1 CONTEXT2 "\x88\x05\x00" ISSUE OP EVENTS TIME),
       "==-++====", SUSPECT_FORMAT, true},
  };
  check_rows(rows, sizeof rows / sizeof rows[0]);
}

// A packet is not garbled if both records end within it.
TEST(garbled_bytes_are_recognized)
{
  static const struct row rows[] = {
      {"another value", SIDE(WHOLE), SIDE(CONTEXT1 "\x65\x55\x66\xff\xff" TOTAL ISSUE OP EVENTS TIME),
       "=*=====", SUSPECT_COLLECTED, false},
      {"no header", SIDE(WHOLE), SIDE(CONTEXT1 CONTEXT2 "\x05\x00" ISSUE OP EVENTS TIME),
       "==-++====", SUSPECT_FORMAT, true},
      {"both cut", SIDE(OP "\x71\x01\x02\x03"), SIDE(OP "\x71\x01\x02\x02"), "=*", SUSPECT_FORMAT, false},
      {"one cut", SIDE(OP TIME), SIDE(OP "\x71\x01\x02\x03"), "=-+", SUSPECT_FORMAT, true},
  };
  check_rows(rows, sizeof rows / sizeof rows[0]);
}

TEST(table_fits_the_terminal)
{
  static char buffer[8192];
  struct text text = {buffer, sizeof buffer, 0};
  const struct side whole = SIDE(WHOLE);
  const struct side got =
      SIDE(CONTEXT1 TOTAL ISSUE OP "\x72\xff\xff\xff\xff\xff\xff\xff\xff" TIME "\x20\x20");
  struct record_alignment alignment;
  align(&alignment, whole, got);
  size_t marks[256] = {0};
  size_t lines = 0;
  record_align_text(&alignment, &text);
  assert_fits_terminal(buffer);
  for (const char *line = buffer; *line != '\0'; line = strchr(line, '\n') + 1) {
    marks[(unsigned char)line[0]]++;
    lines++;
  }
  assert_true(lines <= 30);         // the long list of event numbers, which has no blanks, is wrapped
  assert_int_equal(marks['-'], 1);  // context
  assert_int_equal(marks['*'], 1);  // events
  assert_int_equal(marks['+'], 1);  // bytes at the end that form no packet
  assert_contains(buffer, "LAT 5 TOT");
  assert_contains(buffer, "not EV ");
}
