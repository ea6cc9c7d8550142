// SPDX-License-Identifier: Apache-2.0
//
// The place of a field in a packed struct: scripts/generate.py makes tables of them.
#ifndef TB_UNIT_UTIL_FIELD_H
#define TB_UNIT_UTIL_FIELD_H

struct field {
  const char *name;  // null ends a table
  unsigned low;      // lowest bit
  unsigned width;    // bits
};

#endif  // TB_UNIT_UTIL_FIELD_H
