// SPDX-License-Identifier: Apache-2.0
//
// The decoded contents of a committed record, for functional coverage.
#ifndef TB_UNIT_COVER_COVER_RECORD_VIEW_H
#define TB_UNIT_COVER_COVER_RECORD_VIEW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Classes of accesses that the Operation Type packet distinguishes (D18.2.7).
enum cover_class {
  COVER_CLASS_OTHER,  // no memory access
  COVER_CLASS_BRANCH_GCS,
  COVER_CLASS_GENERAL,
  COVER_CLASS_EXTENDED,
  COVER_CLASS_SIMD_FP,
  COVER_CLASS_UNSPECIFIED,
  COVER_CLASS_NV2,
  COVER_CLASS_TAG,
  COVER_CLASS_MEM_COPY,
  COVER_CLASS_MEM_SET,
  COVER_CLASS_SVE_ACCESS,
  COVER_CLASS_GCS,
  COVER_CLASSES
};

enum { COVER_ADDRESSES = 5, COVER_COUNTERS = 7 };

struct cover_record_view {
  enum cover_class class;
  bool branch;
  bool access;  // accesses memory
  bool store;
  bool has_source;
  uint16_t source;
  bool has_address[COVER_ADDRESSES];  // PC, branch target, data VA, data PA, previous branch target
  uint64_t address[COVER_ADDRESSES];
  bool has_counter[COVER_COUNTERS];  // total, issue, translation; 4: issue by the alternate clock; 6: exposed
  uint64_t counter[COVER_COUNTERS];
  uint64_t events;
};

// False if the bytes are not a record: unknown packets, or no Operation Type packet.
bool cover_record_read(const uint8_t *data, size_t size, struct cover_record_view *view);

#endif  // TB_UNIT_COVER_COVER_RECORD_VIEW_H
