// SPDX-License-Identifier: Apache-2.0
//
// The position of a field in a packed struct; scripts/generate.py generates tables of these.
#ifndef TB_UNIT_UTIL_FIELD_H
#define TB_UNIT_UTIL_FIELD_H

struct field {
  const char *name;  // null ends a table
  unsigned low;      // lowest bit
  unsigned width;    // bits
};

#endif  // TB_UNIT_UTIL_FIELD_H
