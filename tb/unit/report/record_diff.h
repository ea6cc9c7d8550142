// SPDX-License-Identifier: Apache-2.0
//
// Finds and describes the first packet that differs between two records, with libspu's decoder.
#ifndef TB_UNIT_REPORT_RECORD_DIFF_H
#define TB_UNIT_REPORT_RECORD_DIFF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { RECORD_DIFF_TEXT = 160 };

struct record_diff {
  size_t packet;                    // index of the first packet that differs, from 0
  size_t byte;                      // its first byte within the record
  const char *function;             // pseudocode function that produces the expected packet
  char expected[RECORD_DIFF_TEXT];  // its bytes and their meaning
  char got[RECORD_DIFF_TEXT];
};

// Compares two records. False if every byte is equal; *diff is then untouched.
bool record_diff(const uint8_t *expected, size_t expected_size, const uint8_t *got, size_t got_size,
                 struct record_diff *diff);

#endif  // TB_UNIT_REPORT_RECORD_DIFF_H
