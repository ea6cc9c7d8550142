// SPDX-License-Identifier: Apache-2.0
//
// The place of a field in a packed struct of the unit: scripts/layout.py makes tables of them.
#ifndef TB_EXHAUSTIVE_FIELD_H
#define TB_EXHAUSTIVE_FIELD_H

struct field {
  const char *name;  // null ends a table
  unsigned low;      // lowest bit
  unsigned width;    // bits
};

#endif  // TB_EXHAUSTIVE_FIELD_H
