// SPDX-License-Identifier: Apache-2.0
//
// The place of a field in a packed struct of the unit: scripts/layout.py makes tables of them.
#ifndef TB_UTIL_FIELD_H
#define TB_UTIL_FIELD_H

struct field {
  const char *name;  // null ends a table
  unsigned low;      // lowest bit
  unsigned width;    // bits
};

// C++ may look places up when it compiles.
#ifdef __cplusplus
#define FIELD_TABLE constexpr
#else
#define FIELD_TABLE static const
#endif

#endif  // TB_UTIL_FIELD_H
